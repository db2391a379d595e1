//! `continuum solve`

mod two;

use super::select::{PositionArgs, VariantArgs, parse_override, threads, whole};
use super::{Failure, Outcome, interrupt, progress};
use crate::chess::Status;
use crate::game::Position;
use crate::notation::PositionText;
use crate::plane;
use crate::solve::plane::{
    Clock, Limits, LinesReport, Plan, PlaneReport, Stretch, Unsolved, keys_in_one_within, lines_of,
};
use crate::solve::{
    Continuation, Goal, Kind, Options, Play, Problem, Report, ReportScope, SetPlay, Solutions, Stipulation,
    Variation, Watch,
};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What is asked for: #2, h#3, h#2.5, s#2, hs#3, ser-#5, ser-h#4, ser-s#2, with = for stalemate;
    /// # in a progressive variant
    #[arg(long, value_name = "S")]
    stipulation: Stipulation,
    /// A preset (see `continuum variants`) or a variant file
    #[arg(long, default_value = "orthodox", value_name = "NAME")]
    variant: String,
    /// Override one rules parameter; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_override)]
    overrides: Vec<(String, toml::Value)>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Tell solutions only: no variations, no set play
    #[arg(long)]
    brief: bool,
    /// End when so many solutions are found
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()), allow_negative_numbers = true)]
    max_solutions: Option<u32>,
    /// End after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// The most memory for known positions, in megabytes [default: 256]
    #[arg(long, value_name = "MB", value_parser = whole::<u32>(1, 65536), allow_negative_numbers = true)]
    hash: Option<u32>,
    /// Write the proof of #2 on the plane, for `continuum verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How many threads search [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads(), allow_negative_numbers = true)]
    jobs: Option<usize>,
}

/// The memory for known positions where none is given, in megabytes.
const USUAL_HASH: u32 = 256;

/// The longest search that can be asked for, in seconds: some thirty years.
const LONGEST_TIMEOUT: f64 = 1e9;

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LONGEST_TIMEOUT).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("`{text}` is not a number of seconds from 0 to {LONGEST_TIMEOUT}"))
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let variant = VariantArgs { variant: args.variant.clone(), overrides: args.overrides.clone() };
    let prepared = variant.prepare()?;
    let position = match args.position.read(&prepared)? {
        Position::Lattice(position) => position,
        Position::Plane(position) => return solve_plane(args, &position),
    };
    if args.certificate.is_some() {
        return Err("--certificate: certificates are of positions on the plane".into());
    }
    let puzzle = Problem::new(&position, args.stipulation)?;
    let options = Options {
        max_solutions: args.max_solutions.map(|n| n as usize),
        timeout: args.timeout,
        hash_mb: args.hash.unwrap_or(USUAL_HASH) as usize,
        scope: if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full },
    };
    let begin = Instant::now();
    // This thread is one of them: with one job no other need be started.
    let jobs = args.jobs.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).use_current_thread().build()?;
    let watch = Arc::new(Watch::default());
    interrupt::on_ctrl_c({
        let watch = Arc::clone(&watch);
        move || watch.stop()
    });
    let look = |bar: &ProgressBar| {
        let (pos, len) = watch.progress();
        bar.set_length(len as u64);
        bar.set_position(pos as u64);
        bar.set_message(format!("first moves, {} positions", watch.positions()));
    };
    let report = progress::watch(look, || pool.install(|| puzzle.solve(&options, &watch)));
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut json = serde_json::to_value(&report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        print(&mut out, &report, args.stipulation)?;
        let n = report.solutions.len();
        let s = if n == 1 { "" } else { "s" };
        let end = if report.complete { "" } else { " found, search not finished" };
        writeln!(out, "{n} solution{s}{end}, {} positions in {seconds:.3} s", report.nodes)?;
    }
    out.flush()?;
    if puzzle.status() != Status::Ongoing {
        eprintln!("continuum: there is nothing to solve: the game is over already ({})", puzzle.status());
    }
    if !report.complete {
        eprintln!("continuum: ended before all was searched: there may be more solutions or set play");
    }
    Ok(if report.solutions.is_empty() { Outcome::Unexpected } else { Outcome::Fine })
}

/// Solves on the plane, where a key is a stretch of distances.
fn solve_plane(args: &Args, position: &plane::Position) -> Result<Outcome, Failure> {
    if args.hash.is_some() {
        return Err("--hash: no positions are kept on the plane: leave it out".into());
    }
    let wanted = args.stipulation;
    if let Stipulation { kind: Kind::Direct, moves: Some(2), goal: Goal::Mate, .. } = wanted {
        return two::solve(args, position);
    }
    if args.certificate.is_some() {
        return Err(format!("--certificate: certificates are of #2, not of {wanted}").into());
    }
    if args.jobs.is_some() {
        return Err(
            format!("--jobs: on the plane only #2 uses several threads, {wanted} one: leave it out").into()
        );
    }
    let Some(plan) = Plan::of(wanted, position.turn()) else {
        return Err(format!(
            "--stipulation {wanted}: on the plane #1, #2, h#n, h#n.5, ser-#n and ser-h#n are solved, and = for stalemate, but =2"
        )
        .into());
    };
    let Stipulation { kind: Kind::Direct, moves: Some(1), goal, .. } = wanted else {
        return solve_together(args, position, &plan);
    };
    let begin = Instant::now();
    let keys = keys_in_one_within(position, goal, &Clock::new(args.timeout))
        .map_err(|unsolved| refusal(args, unsolved))?;
    let mut report = PlaneReport::in_one(position, goal, &keys);
    report.keep(args.max_solutions.map_or(usize::MAX, |n| n as usize));
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut json = serde_json::to_value(&report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{}", args.stipulation)?;
        report.solutions.iter().try_for_each(|solution| writeln!(out, "{solution}"))?;
        report.undecided.iter().try_for_each(|span| writeln!(out, "undecided: {}", Stretch(span)))?;
        let n = report.solutions.len();
        let s = if n == 1 { "" } else { "s" };
        let end = if report.complete { "" } else { ", not complete" };
        writeln!(out, "{n} solution{s}{end}, {} stretches in {seconds:.3} s", report.nodes)?;
    }
    out.flush()?;
    Ok(if report.solutions.is_empty() { Outcome::Unexpected } else { Outcome::Fine })
}

/// Finds lines of help and series play on the plane.
fn solve_together(args: &Args, position: &plane::Position, plan: &Plan) -> Result<Outcome, Failure> {
    let wanted = args.stipulation;
    let position = match position.turn() == plan.begins {
        true => position.clone(),
        false => position.given_turn(plan.begins).ok_or_else(|| {
            format!("--stipulation {wanted}: {0} begins, and the other king is in check", plan.begins)
        })?,
    };
    let begin = Instant::now();
    let limits = Limits {
        deadline: args.timeout.and_then(|timeout| begin.checked_add(timeout)),
        most: args.max_solutions.map(|n| n as usize),
    };
    let found = lines_of(&position, plan, &limits).map_err(|unsolved| refusal(args, unsolved))?;
    let report = LinesReport::new(wanted, &found);
    let seconds = begin.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let mut json = serde_json::to_value(&report)?;
        json["seconds"] = seconds.into();
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{wanted}")?;
        report.solutions.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        report.undecided.iter().try_for_each(|span| writeln!(out, "undecided: {}", Stretch(span)))?;
        let n = report.solutions.len();
        let s = if n == 1 { "" } else { "s" };
        let end = if report.complete { "" } else { ", there may be more" };
        writeln!(out, "{n} line{s}{end}, {} positions in {seconds:.3} s", report.nodes)?;
    }
    out.flush()?;
    Ok(if report.solutions.is_empty() { Outcome::Unexpected } else { Outcome::Fine })
}

/// Why a position of the plane is not solved; a piece with its column in the position text.
fn refusal(args: &Args, unsolved: Unsolved) -> String {
    let text = args.position.position.as_deref().unwrap_or_default();
    let written = PositionText::parse(text).ok();
    let piece = match unsolved {
        Unsolved::Piece { piece, .. } => written.as_ref().and_then(|all| all.pieces.get(piece.index())),
        Unsolved::Seams | Unsolved::Rebirth | Unsolved::Series => None,
    };
    match piece {
        Some(piece) => format!("--position: {}: {text}", piece.error(unsolved)),
        None => unsolved.to_string(),
    }
}

fn print(out: &mut impl Write, report: &Report, stipulation: Stipulation) -> std::io::Result<()> {
    writeln!(out, "{stipulation}")?;
    match &report.set_play {
        SetPlay::Variations(variations) if !variations.is_empty() => {
            writeln!(out, "set play:")?;
            variations.iter().try_for_each(|v| print_variation(out, v, 1))?;
        }
        SetPlay::Lines(lines) if !lines.is_empty() => {
            writeln!(out, "set play:")?;
            lines.iter().try_for_each(|line| writeln!(out, "   {}", line.line))?;
        }
        SetPlay::Variations(_) | SetPlay::Lines(_) => {}
    }
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().try_for_each(|line| writeln!(out, "{}", line.line)),
        Solutions::Keys(keys) => keys.iter().try_for_each(|key| {
            print_move(out, &format!("{} !", key.key), &key.play)?;
            print_play(out, &key.play, 1)
        }),
    }
}

fn print_move(out: &mut impl Write, text: &str, play: &Play) -> std::io::Result<()> {
    let remark = match (play.zugzwang, play.threats.is_empty()) {
        (true, _) => " zugzwang",
        (false, false) => " threat:",
        (false, true) => "",
    };
    writeln!(out, "{text}{remark}")
}

fn print_play(out: &mut impl Write, play: &Play, depth: usize) -> std::io::Result<()> {
    print_continuations(out, &play.threats, "", depth + 1)?;
    play.variations.iter().try_for_each(|v| print_variation(out, v, depth))
}

fn print_variation(out: &mut impl Write, variation: &Variation, depth: usize) -> std::io::Result<()> {
    writeln!(out, "{:1$}{2}", "", 3 * depth, variation.reply)?;
    let remark = if variation.dual { " (dual)" } else { "" };
    print_continuations(out, &variation.continuations, remark, depth + 1)
}

fn print_continuations(
    out: &mut impl Write,
    moves: &[Continuation],
    remark: &str,
    depth: usize,
) -> std::io::Result<()> {
    moves.iter().try_for_each(|m| {
        write!(out, "{:1$}", "", 3 * depth)?;
        print_move(out, &format!("{}{remark}", m.text), &m.play)?;
        print_play(out, &m.play, depth + 1)
    })
}
