//! Cases kept as data, each a test of its own: scenarios, perft tables, example programs.

mod examples;
mod perft;
mod scenarios;

use libtest_mimic::Arguments;

fn main() {
    let trials = scenarios::trials().into_iter().chain(perft::trials()).chain(examples::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
