//! Cases kept as data, each a test of its own: scenarios and perft tables.

mod perft;
mod scenarios;

use libtest_mimic::Arguments;

fn main() {
    let trials = scenarios::trials().into_iter().chain(perft::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
