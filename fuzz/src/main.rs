//! Arbitrary bytes and random play against the engine, on stable Rust.
//!
//! `cargo run --release` tries each target's own number of cases, which takes it about half a minute on one core; the same
//! cases each time, so a change is judged by what is in it. `-- san --seconds 3600` runs one target for an hour, and
//! `--seed` tries other cases. `--program target/release/continuum` adds the targets that need the built program.
//!
//! The harness is our own. libFuzzer needs a nightly compiler, and AFL an instrumented build. Without coverage both do what
//! this does: they damage sound inputs. The seeds are the scenarios, variants and perft tables of the project, so most cases
//! get past the first check. A case that panics, breaks a law or takes too long is written to `found/`, and the
//! run ends with status 1. The same `--seed` tries the same cases.
//!
//! An hour of each, sixteen at once on two cores, tried from 29,000 cases (`http`) to 50 million (`number`) and found nothing.
//!
//! An input is text, whatever the target. Each run first tries those in `corpus/TARGET/`, where a file from `found/` goes once
//! its fault is mended.

mod cases;
mod certificates;
mod dice;
mod laws;
mod program;
mod texts;

use cases::Seeds;
use dice::Dice;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Makes one input; none where what was drawn has no use for it.
type Make = fn(&Seeds, &mut Dice) -> Option<String>;

/// Tries an input; a panic is a fault.
type Check = fn(&Seeds, &str);

struct Target {
    name: &'static str,
    make: Make,
    check: Check,
    /// How many cases a run tries where no time is given.
    cases: u64,
}

const fn target(name: &'static str, make: Make, check: Check, cases: u64) -> Target {
    Target { name, make, check, cases }
}

const TARGETS: &[Target] = &[
    target("position", texts::make_position, texts::position, 6_000_000),
    target("move", texts::make_move, texts::move_text, 1_000_000),
    target("number", texts::make_number, texts::number, 10_000_000),
    target("fen", texts::make_fen, texts::fen, 5_000_000),
    target("san", texts::make_san, texts::san, 1_000_000),
    target("scenario", texts::make_scenario, texts::scenario, 15_000),
    target("variant", texts::make_variant, texts::variant, 50_000),
    target("certificate", certificates::make, certificates::check_answer, 4_000),
    target("generator", laws::make_distance, laws::generator_against_predicate, 200_000),
    target("orthodox", laws::make_orthodox, laws::orthodox_moves, 60_000),
    target("undo", laws::make_game, laws::play_then_undo, 70_000),
    target("round_trip", laws::make_game, laws::texts_read_back, 100_000),
];

/// Those that need the built program.
const OF_THE_PROGRAM: &[Target] = &[
    target("analyze", program::make_analyze, program::analyze, 120_000),
    target("uci", program::make_uci, program::uci, 2_000),
    target("http", program::make_http, program::http, 3_000),
    target("socket", program::make_socket, program::socket, 1_000),
];

/// A case that takes longer is a fault.
const SLOW: Duration = Duration::from_secs(30);

/// What the command line asks for.
struct Wanted {
    targets: Vec<&'static Target>,
    time: Option<Duration>,
    seed: u64,
    program: Option<PathBuf>,
}

impl Wanted {
    /// Reads the arguments.
    ///
    /// # Errors
    /// The first argument that means nothing.
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Wanted, String> {
        let mut wanted = Wanted { targets: Vec::new(), time: None, seed: 20_010_401, program: None };
        while let Some(argument) = arguments.next() {
            let number = |text: Option<String>| text.and_then(|text| text.parse().ok());
            let understood = match argument.as_str() {
                "--seconds" => number(arguments.next()).map(|n| wanted.time = Some(Duration::from_secs(n))),
                "--seed" => number(arguments.next()).map(|n| wanted.seed = n),
                "--program" => arguments.next().map(|path| wanted.program = Some(PathBuf::from(path))),
                name => TARGETS
                    .iter()
                    .chain(OF_THE_PROGRAM)
                    .find(|target| target.name == name)
                    .map(|target| wanted.targets.push(target)),
            };
            understood.ok_or(argument)?;
        }
        if wanted.targets.is_empty() {
            wanted.targets.extend(TARGETS);
            wanted.targets.extend(wanted.program.iter().flat_map(|_| OF_THE_PROGRAM));
        }
        Ok(wanted)
    }
}

fn main() -> ExitCode {
    let wanted = match Wanted::read(std::env::args().skip(1)) {
        Ok(wanted) => wanted,
        Err(argument) => {
            let names: Vec<&str> = TARGETS.iter().chain(OF_THE_PROGRAM).map(|target| target.name).collect();
            let names = names.join(", ");
            eprintln!("`{argument}`: give targets ({names}), --seconds N, --seed N, --program PATH");
            return ExitCode::from(2);
        }
    };
    let seeds = Seeds::read(&here().join(".."), wanted.program);
    let sound = wanted.targets.iter().filter(|target| run(target, &seeds, wanted.time, wanted.seed)).count();
    println!("fuzz result: {sound} of {} targets found nothing", wanted.targets.len());
    ExitCode::from(u8::from(sound < wanted.targets.len()))
}

/// Runs a target on its corpus, then until its time is over, or its cases, or a fault is found; whether none was.
fn run(target: &Target, seeds: &Seeds, time: Option<Duration>, seed: u64) -> bool {
    let name = target.name;
    let begin = Instant::now();
    let kept = corpus(name);
    for (file, input) in &kept {
        if let Some(what) = fault(target, seeds, input) {
            println!("{name}: {what} by {}", file.display());
            return false;
        }
    }
    let mut tried = 0_u64;
    while time.map_or(tried < target.cases, |time| begin.elapsed() < time) {
        let case = seed.wrapping_add(tried);
        tried += 1;
        let Some(input) = (target.make)(seeds, &mut Dice::new(case)) else { continue };
        if let Some(what) = fault(target, seeds, &input) {
            let folder = here().join("found");
            let file = folder.join(format!("{name}-{case}.txt"));
            let kept = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, &input));
            println!("{name}: {what} after {tried} cases, kept in {}: {kept:?}", file.display());
            return false;
        }
    }
    println!("{name}: {} kept and {tried} new cases in {:.0} s", kept.len(), begin.elapsed().as_secs_f64());
    true
}

/// What is wrong with a target's answer to an input.
fn fault(target: &Target, seeds: &Seeds, input: &str) -> Option<&'static str> {
    let start = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(seeds, input)));
    match outcome {
        Err(_) => Some("a fault"),
        Ok(()) if start.elapsed() > SLOW => Some("slow"),
        Ok(()) => None,
    }
}

/// The folder of this program's sources.
fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The committed inputs of a target, in order of their names.
fn corpus(name: &str) -> Vec<(PathBuf, String)> {
    let Ok(folder) = std::fs::read_dir(here().join("corpus").join(name)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let input = std::fs::read_to_string(&file).expect("a text");
        (file, input)
    };
    files.into_iter().map(read).collect()
}
