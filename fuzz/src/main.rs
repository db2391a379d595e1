//! Arbitrary bytes and random play against the engine, on stable Rust.
//!
//! `cargo run --release -- --seconds 30` runs every target for half a minute, and `-- san --seconds 3600` one for an hour.
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

/// Tries one input; a panic is a fault.
type Target = fn(&Seeds, &mut Dice, &mut String);

const TARGETS: &[(&str, Target)] = &[
    ("position", texts::position),
    ("move", texts::plane_move),
    ("number", texts::number),
    ("fen", texts::fen),
    ("san", texts::san),
    ("scenario", texts::scenario),
    ("variant", texts::variant),
    ("generator", laws::generator_against_predicate),
    ("undo", laws::play_then_undo),
    ("round_trip", laws::texts_read_back),
];

/// A case that takes longer is a fault.
const SLOW: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    let (mut wanted, mut seconds, mut seed) = (Vec::new(), 30, 20_010_401);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        let number = match argument.as_str() {
            "--seconds" => value().map(|n| seconds = n),
            "--seed" => value().map(|n| seed = n),
            name => TARGETS.iter().find(|target| target.0 == name).map(|target| wanted.push(target)),
        };
        if number.is_none() {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.0).collect();
            eprintln!("`{argument}`: give targets ({}), --seconds N, --seed N", names.join(", "));
            return ExitCode::from(2);
        }
    }
    if wanted.is_empty() {
        wanted.extend(TARGETS);
    }
    let seeds = Seeds::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let sound =
        wanted.iter().filter(|target| run(target, &seeds, Duration::from_secs(seconds), seed)).count();
    println!("fuzz result: {sound} of {} targets found nothing", wanted.len());
    ExitCode::from(u8::from(sound < wanted.len()))
}

/// Runs a target until its time is over or a fault is found; whether none was.
fn run((name, target): &(&str, Target), seeds: &Seeds, time: Duration, seed: u64) -> bool {
    let begin = Instant::now();
    let mut tried = 0_u64;
    while begin.elapsed() < time {
        let mut dice = Dice::new(seed.wrapping_add(tried));
        let mut input = String::new();
        let start = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| target(seeds, &mut dice, &mut input)));
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
    println!("{name}: {tried} cases");
    true
}
