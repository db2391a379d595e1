//! The page in a real browser. Without one the tests are left out, and say so.

mod arrival;
mod cdp;
mod chromium;
mod clocks;
mod files;
mod kinds;
mod offered;
mod opponent;
mod play;
#[path = "../program/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod server;
mod speed;
mod surfaces;
mod table;
mod together;
#[path = "../program/visitor.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod visitor;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let missing = chromium::find().is_none();
    let tests = || {
        [
            play::TESTS,
            kinds::TESTS,
            together::TESTS,
            files::TESTS,
            offered::TESTS,
            opponent::TESTS,
            clocks::TESTS,
            arrival::TESTS,
            speed::TESTS,
            surfaces::TESTS,
        ]
        .into_iter()
        .flatten()
    };
    let trials: Vec<Trial> = tests()
        .map(|&(name, test)| {
            Trial::test(name, move || {
                test();
                Ok(())
            })
            .with_ignored_flag(missing)
        })
        .collect();
    if missing {
        println!("LEFT OUT, for no Chromium is installed (or set CHROMIUM to a browser's path):");
        tests().for_each(|(name, _)| println!("  {name}"));
    }
    let mut arguments = Arguments::from_args();
    // Each test draws much: two at a time are enough for any machine.
    arguments.test_threads = arguments.test_threads.or(Some(2));
    let conclusion = libtest_mimic::run(&arguments, trials);
    chromium::end();
    conclusion.exit();
}
