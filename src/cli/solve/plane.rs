//! Problems on the plane, where a key is a stretch of distances.

use super::tell::{Summary, print_result};
use super::{Args, with_budget};
use crate::budget::Budget;
use crate::cli::printed::complain;
use crate::cli::select::of_option;
use crate::cli::{Failure, Outcome};
use crate::disk::write_whole;
use crate::game::Stretch;
use crate::notation::PositionText;
use crate::plane::PlanePosition;
use crate::solve::plane::{
    Certificate, KeyProof, OFFERED, Plan, PlaneReport, Proven, Unsolved, keys_in_one_within, keys_in_two,
    lines_of,
};
use crate::solve::{Goal, Kind, ReportScope, Stipulation};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::time::Instant;

/// Solves a problem: direct play in one move or a mate in two, or help and series play.
pub(super) fn solve(args: &Args, position: &PlanePosition) -> Result<Outcome, Failure> {
    if args.hash.is_some() {
        return Err("--hash: no positions are kept on the plane: leave it out".into());
    }
    let wanted = args.stipulation;
    let Stipulation { kind, moves, goal, .. } = wanted;
    match (kind, moves, goal) {
        (Kind::Direct, Some(2), Goal::Mate) => return in_two(args, position),
        (Kind::Direct, Some(1), Goal::Mate) => {}
        _ if args.certificate.is_some() => {
            return Err(format!("--certificate: certificates are of #1 and #2, not of {wanted}").into());
        }
        _ => {}
    }
    let Some(plan) = Plan::of(wanted, position.turn()) else {
        return Err(format!("--stipulation {wanted}: {OFFERED}").into());
    };
    match (kind, moves) {
        (Kind::Direct, Some(1)) => in_one(args, position, goal),
        _ => together(args, position, &plan),
    }
}

/// Finds the keys of direct play in one move, and writes the certificate of a mate.
fn in_one(args: &Args, position: &PlanePosition, goal: Goal) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let (keys, _) = searched(args, |budget| keys_in_one_within(position, goal, budget))?;
    let proofs: Vec<KeyProof> =
        keys.keys.iter().take(most(args)).map(|key| KeyProof::at_once(position, key)).collect();
    write_certificate(args, position, Proven::MateInOne, &proofs)?;
    let mut report = PlaneReport::in_one(position, goal, &keys);
    report.truncate(most(args));
    print(args, begin, &report, "solution", ", not complete", "stretches")
}

/// Finds the keys of a mate in two, and writes their certificate.
fn in_two(args: &Args, position: &PlanePosition) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let pool = args.jobs.pool()?;
    let (found, positions) = searched(args, |budget| pool.install(|| keys_in_two(position, budget)))?;
    let scope = if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full };
    let mut report = PlaneReport::in_two(position, &found, positions, scope);
    report.truncate(most(args));
    write_certificate(args, position, Proven::MateInTwo, &found.keys[..report.solutions.len()])?;
    print(args, begin, &report, "solution", ", not complete", "positions")
}

/// Finds lines of help and series play.
fn together(args: &Args, position: &PlanePosition, plan: &Plan) -> Result<Outcome, Failure> {
    let wanted = args.stipulation;
    let position = plan.start(position).ok_or_else(|| {
        format!("--stipulation {wanted}: {} begins, and the other king is in check", plan.begins)
    })?;
    let begin = Instant::now();
    let most = args.max_solutions.map(|n| n as usize);
    let (found, _) = searched(args, |budget| lines_of(&position, plan, most, budget))?;
    print(args, begin, &PlaneReport::of_lines(wanted, &found), "line", ", there may be more", "positions")
}

/// Returns the greatest number of solutions that are wanted.
fn most(args: &Args) -> usize {
    args.max_solutions.map_or(usize::MAX, |n| n as usize)
}

/// Returns what a search has found, and the number of its positions. Says so if the search was cut short.
fn searched<T>(
    args: &Args,
    search: impl FnOnce(&Budget) -> Result<T, Unsolved>,
) -> Result<(T, u64), Failure> {
    let (found, budget) = with_budget(args, search);
    if budget.is_ended() {
        complain("ended before all was searched: there may be more solutions");
    }
    Ok((found.map_err(|unsolved| refusal(args, unsolved))?, budget.nodes()))
}

/// Prints a report. `what` names a solution and `counted` what was tested; `else_note` stands where more may be found.
fn print<S: Serialize + Display>(
    args: &Args,
    begin: Instant,
    report: &PlaneReport<S>,
    what: &'static str,
    else_note: &'static str,
    counted: &'static str,
) -> Result<Outcome, Failure> {
    let PlaneReport { complete, nodes, .. } = *report;
    let summary = Summary { found: report.solutions.len(), what, complete, else_note, nodes, counted };
    print_result(args, begin, report, &summary, |out| {
        report.solutions.iter().try_for_each(|solution| writeln!(out, "{solution}"))?;
        report.undecided.iter().try_for_each(|span| writeln!(out, "undecided: {}", Stretch(span)))
    })
}

/// Writes the solution as a certificate, if one is asked for.
fn write_certificate(
    args: &Args,
    position: &PlanePosition,
    proven: Proven,
    keys: &[KeyProof],
) -> Result<(), Failure> {
    let Some(file) = &args.certificate else { return Ok(()) };
    let certificate = Certificate {
        variant: args.variant.name().to_owned(),
        rules: args.variant.overrides.iter().cloned().collect(),
        position: position.to_string(),
        stipulation: proven,
        keys: keys.to_vec(),
    };
    let text = serde_json::to_string_pretty(&certificate)? + "\n";
    write_whole(file, text.as_bytes()).map_err(|e| format!("--certificate {e}").into())
}

/// Returns the reason why a position of the plane is not solved; a piece has its column in the position text.
fn refusal(args: &Args, unsolved: Unsolved) -> String {
    let text = args.game.position_text();
    let written = PositionText::parse(text).ok();
    let piece = match unsolved {
        Unsolved::Piece { piece, .. } => written.as_ref().and_then(|all| all.pieces.get(piece.index())),
        Unsolved::Rebirth | Unsolved::Series => None,
    };
    match piece {
        Some(piece) => of_option("--position", text, &piece.error(unsolved)),
        None => unsolved.to_string(),
    }
}
