//! A deterministic simulation of the server's games: one seed drives visitors, lines, time, the disk and crashes.
//!
//! The arbiter decides, and a small server of this test stores and makes what it decides, in the order in which the real one does
//! it. No thread, socket or clock is in it. `schedule` makes a schedule of a seed and shortens one that fails. `world` and
//! `server` let it happen. `truth` says what has to hold, by plain bookkeeping. `mistakes` are planted, and have to be found.

mod disk;
mod mistakes;
mod schedule;
mod server;
mod tables;
mod truth;
mod world;

use mistakes::Mistake;
use rayon::prelude::*;
use schedule::{Event, of_seed, shortest};
use std::panic::{AssertUnwindSafe, catch_unwind};
use world::World;

/// The number of seeds of this run.
const SEEDS: u64 = if cfg!(debug_assertions) { 200 } else { 10_000 };

/// The most seeds until a planted mistake is found.
const SEEDS_OF_A_MISTAKE: u64 = 10_000;

/// Lets a schedule happen, and says what was wrong.
fn run(schedule: &[Event], mistake: Option<Mistake>) -> Result<(), String> {
    let ran = catch_unwind(AssertUnwindSafe(|| World::new(mistake).run(schedule)));
    ran.unwrap_or_else(|_| Err("the server panicked".to_owned()))
}

#[test]
fn no_schedule_breaks_a_promise() {
    let failed = (0..SEEDS).into_par_iter().find_map_first(|seed| {
        let schedule = of_seed(seed);
        run(&schedule, None).err().map(|wrong| (seed, schedule, wrong))
    });
    if let Some((seed, schedule, wrong)) = failed {
        let short = shortest(&schedule, |part| run(part, None).is_err());
        panic!("seed {seed}: {wrong}\nthe shortest schedule, {:?}:\n{short:#?}", run(&short, None));
    }
}

#[test]
fn planted_mistakes_are_found() {
    Mistake::ALL.par_iter().for_each(|&mistake| {
        let fails = |part: &[Event]| run(part, Some(mistake)).is_err();
        let found = (0..SEEDS_OF_A_MISTAKE).map(of_seed).find(|schedule| fails(schedule));
        let schedule = found.unwrap_or_else(|| panic!("{mistake:?} is not found"));
        let short = shortest(&schedule, fails);
        assert!(short.len() <= 40, "{mistake:?}: {} events", short.len());
        assert_eq!(run(&short, None), Ok(()), "{mistake:?}: without it all is well");
    });
}
