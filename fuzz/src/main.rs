//! Arbitrary bytes and random play against the engine, on stable Rust.
//!
//! `cargo run --release` tries each target's own number of cases, which takes it about half a minute on one core; the same
//! cases each time, so a change is judged by what is in it. `-- san --seconds 3600` runs one target for an hour, and
//! `--seed` tries other cases.
//!
//! The harness is our own. libFuzzer needs a nightly compiler, and AFL an instrumented build. Without coverage both do what
//! this does: they damage sound inputs. The seeds are the scenarios, variants and perft tables of the project, so most cases
//! get past the first check. A case that panics, breaks a law or takes too long is written to `found/`, and the
//! run ends with status 1. The same `--seed` tries the same cases.

mod cases;
mod dice;
mod laws;
mod texts;

use cases::Seeds;
use dice::Dice;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

struct Target {
    name: &'static str,
    /// Tries one input; a panic is a fault.
    attempt: fn(&Seeds, &mut Dice, &mut String),
    /// How many cases a run tries where no time is given.
    cases: u64,
}

const fn target(name: &'static str, attempt: fn(&Seeds, &mut Dice, &mut String), cases: u64) -> Target {
    Target { name, attempt, cases }
}

const TARGETS: &[Target] = &[
    target("position", texts::position, 6_000_000),
    target("move", texts::move_text, 1_000_000),
    target("number", texts::number, 10_000_000),
    target("fen", texts::fen, 5_000_000),
    target("san", texts::san, 1_000_000),
    target("scenario", texts::scenario, 15_000),
    target("variant", texts::variant, 50_000),
    target("generator", laws::generator_against_predicate, 200_000),
    target("undo", laws::play_then_undo, 70_000),
    target("round_trip", laws::texts_read_back, 100_000),
];

/// A case that takes longer is a fault.
const SLOW: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let (mut wanted, mut time, mut seed) = (Vec::new(), None, 20_010_401);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        let number = match argument.as_str() {
            "--seconds" => value().map(|n| time = Some(Duration::from_secs(n))),
            "--seed" => value().map(|n| seed = n),
            name => TARGETS.iter().find(|target| target.name == name).map(|target| wanted.push(target)),
        };
        if number.is_none() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("`{argument}`: give targets ({}), --seconds N, --seed N", names.join(", "));
            return ExitCode::from(2);
        }
    }
    if wanted.is_empty() {
        wanted.extend(TARGETS);
    }
    let seeds = Seeds::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let sound = wanted.iter().filter(|target| run(target, &seeds, time, seed)).count();
    println!("fuzz result: {sound} of {} targets found nothing", wanted.len());
    ExitCode::from(u8::from(sound < wanted.len()))
}

/// Runs a target until its time is over, or its cases, or a fault is found; whether none was.
fn run(target: &Target, seeds: &Seeds, time: Option<Duration>, seed: u64) -> bool {
    let name = target.name;
    let begin = Instant::now();
    let mut tried = 0_u64;
    while time.map_or(tried < target.cases, |time| begin.elapsed() < time) {
        let mut dice = Dice::new(seed.wrapping_add(tried));
        let mut input = String::new();
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.attempt)(seeds, &mut dice, &mut input)));
        tried += 1;
        if outcome.is_err() || start.elapsed() > SLOW {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
            let file = folder.join(format!("{name}-{}.txt", seed.wrapping_add(tried - 1)));
            let kept = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &input));
            let what = if outcome.is_err() { "a fault" } else { "slow" };
            println!("{name}: {what} after {tried} cases, kept in {}: {kept:?}", file.display());
            return false;
        }
    }
    println!("{name}: {tried} cases in {:.0} s", begin.elapsed().as_secs_f64());
    true
}
