//! Problems on the plane, where a key is a stretch of distances.

use super::print::{Summary, SummaryWords, print_result};
use super::{Args, SolveTask, Solved, with_budget};
use crate::budget::Budget;
use crate::cli::Failure;
use crate::cli::printed::complain;
use crate::cli::select::located_in_option;
use crate::disk::write_whole;
use crate::notation::PositionText;
use crate::plane::PlanePosition;
use crate::solve::plane::{
    Certificate, KeyProof, OFFERED, PlaneReport, PlayPlan, Proven, Unsolved, keys_in_one, keys_in_two,
    lines_of, set_play_in_two, tries_in_two,
};
use crate::solve::{Goal, PlayKind, ReportScope, Stipulation};
use serde::Serialize;
use std::fmt::Display;

/// Solves a problem: direct play in one move or a mate in two, or help and series play.
pub(super) fn solve(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    if args.hash.is_some() {
        return Err("--hash: no positions are kept on the plane: leave it out".into());
    }
    let wanted = task.stipulation;
    let Stipulation { kind, moves, goal, .. } = wanted;
    let is_in_two = (kind, moves, goal) == (PlayKind::Direct, Some(2), Goal::Mate);
    if is_in_two {
        return in_two(args, task, position);
    }
    for (is_asked, option) in [(task.tries.is_some(), "--tries"), (task.set_play, "--set-play")] {
        if is_asked {
            return Err(format!("{option}: on the plane it is for #2, not for {wanted}: leave it out").into());
        }
    }
    let is_in_one = kind == PlayKind::Direct && moves == Some(1);
    if args.certificate.is_some() && !(is_in_one && goal == Goal::Mate) {
        return Err(format!("--certificate: certificates are of #1 and #2, not of {wanted}").into());
    }
    let Some(plan) = PlayPlan::of(wanted, position.turn()) else {
        return Err(format!("--stipulation {wanted}: {OFFERED}").into());
    };
    if is_in_one { in_one(args, task, position) } else { together(args, task, position, &plan) }
}

/// Finds the keys of direct play in one move, and writes the certificate of a mate.
fn in_one(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    let goal = task.stipulation.goal;
    let (mut keys, budget) = searched(args, task, |budget| keys_in_one(position, goal, budget))?;
    let proofs: Vec<KeyProof> =
        keys.keys.iter().take(task.most()).map(|key| KeyProof::at_once(position, key)).collect();
    write_certificate(args, &certificate(task, position, Proven::MateInOne, proofs))?;
    let mut report = PlaneReport::in_one(position, goal, &keys);
    report.truncate(task.most());
    keys.keys.truncate(task.most());
    let words =
        SummaryWords { solution: "solution", note_if_incomplete: ", not complete", node: "stretches" };
    Ok(Solved { keys: keys.keys, ..print(args, task, &budget, &report, words)? })
}

/// Finds the keys of a mate in two, and writes their certificate.
fn in_two(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    let search = |budget: &Budget| {
        let found = keys_in_two(position, budget)?;
        let set_play = task.set_play.then(|| set_play_in_two(position, budget)).transpose()?;
        let tries = task.tries.map(|most| tries_in_two(position, most, budget)).transpose()?;
        Ok((found, set_play, tries))
    };
    let ((mut found, set_play, tries), budget) = searched(args, task, search)?;
    let scope = if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full };
    let report = PlaneReport::in_two(&found, budget.nodes(), scope);
    let mut report = PlaneReport { set_play, tries, ..report };
    report.truncate(task.most());
    found.keys.truncate(task.most());
    let certificate = certificate(task, position, Proven::MateInTwo, found.keys);
    write_certificate(args, &certificate)?;
    let words =
        SummaryWords { solution: "solution", note_if_incomplete: ", not complete", node: "positions" };
    Ok(Solved { keys: certificate.keys_in(position)?, ..print(args, task, &budget, &report, words)? })
}

/// Finds lines of help and series play.
fn together(
    args: &Args,
    task: &SolveTask,
    position: &PlanePosition,
    plan: &PlayPlan,
) -> Result<Solved, Failure> {
    let wanted = task.stipulation;
    let position = plan.start(position).ok_or_else(|| {
        format!("--stipulation {wanted}: {} begins, and the other king is in check", plan.begins)
    })?;
    let search = |budget: &Budget| lines_of(&position, plan, task.max_solutions, budget);
    let (found, budget) = searched(args, task, search)?;
    let words =
        SummaryWords { solution: "line", note_if_incomplete: ", there may be more", node: "positions" };
    print(args, task, &budget, &PlaneReport::of_lines(wanted, found), words)
}

/// Returns the result of a search, and the budget with what was used of it. Complains if the search was cut short.
fn searched<T>(
    args: &Args,
    task: &SolveTask,
    search: impl FnOnce(&Budget) -> Result<T, Unsolved>,
) -> Result<(T, Budget), Failure> {
    let (found, budget) = with_budget(args, search);
    if budget.is_ended() {
        complain("ended before all was searched: there may be more solutions");
    }
    Ok((found.map_err(|unsolved| refusal(task, unsolved))?, budget))
}

/// Prints a report.
fn print<S: Serialize + Display>(
    args: &Args,
    task: &SolveTask,
    budget: &Budget,
    report: &PlaneReport<S>,
    words: SummaryWords,
) -> Result<Solved, Failure> {
    let summary = Summary {
        asked: task.stipulation,
        found: report.solutions.len(),
        tries: report.tries.as_ref().map(Vec::len),
        complete: report.complete,
        nodes: report.nodes,
        seconds: budget.seconds(),
        words,
    };
    let text = report.to_string();
    print_result(args, report, &summary, &text)?;
    Ok(Solved { found: summary.found, text, keys: Vec::new() })
}

fn certificate(
    task: &SolveTask,
    position: &PlanePosition,
    stipulation: Proven,
    keys: Vec<KeyProof>,
) -> Certificate {
    let (variant, rules) = (task.variant.clone(), task.rules.clone());
    Certificate { variant, rules, position: position.to_string(), stipulation, keys }
}

/// Writes a certificate, if one is asked for.
fn write_certificate(args: &Args, certificate: &Certificate) -> Result<(), Failure> {
    let Some(file) = &args.certificate else { return Ok(()) };
    let text = serde_json::to_string_pretty(certificate)? + "\n";
    write_whole(file, text.as_bytes()).map_err(|e| format!("--certificate {e}").into())
}

/// Returns the reason why a position of the plane is not solved. A piece that is the reason is shown in the position text.
fn refusal(task: &SolveTask, unsolved: Unsolved) -> String {
    let text = task.written.as_str();
    let written = PositionText::parse(text).ok();
    let piece = match unsolved {
        Unsolved::Piece { piece, .. } => written.as_ref().and_then(|all| all.pieces.get(piece.index())),
        Unsolved::Rebirth | Unsolved::Series => None,
    };
    match piece {
        Some(piece) => located_in_option("--position", text, &piece.error("unsolved", unsolved)),
        None => unsolved.to_string(),
    }
}
