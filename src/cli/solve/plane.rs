//! Problems on the plane, where a key is a stretch of distances.

use super::print::{Summary, SummaryWords, print_result};
use super::{Args, SolveTask, Solved, budget_of};
use crate::cli::printed::complain;
use crate::cli::select::located_in_option;
use crate::cli::{Failure, progress};
use continuum::budget::Budget;
use continuum::disk::write_whole;
use continuum::notation::PositionText;
use continuum::plane::PlanePosition;
use continuum::solve::plane::{
    Certificate, KeyProof, OFFERED, PlaneReport, PlayPlan, Proven, Unsupported, keys_in_one, keys_in_two,
    lines_of, set_play_in_two, tries_in_two,
};
use continuum::solve::{Goal, PlayKind, ReportScope, Stipulation};
use serde::Serialize;
use std::fmt::Display;

/// Solves a problem: direct play in one move or a mate in two, or help and series play.
pub(super) fn solve(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    if args.hash.is_some() {
        return Err("--hash: no positions are kept on the plane: leave it out".into());
    }
    let stipulation = task.stipulation;
    let Stipulation { kind, moves, goal, .. } = stipulation;
    let is_mate_in_two = (kind, moves, goal) == (PlayKind::Direct, Some(2), Goal::Mate);
    if is_mate_in_two {
        return solve_in_two(args, task, position);
    }
    for (option, is_given) in [("--tries", task.tries.is_some()), ("--set-play", task.set_play)] {
        if is_given {
            let reason = format!("on the plane it is for #2, not for {stipulation}");
            return Err(format!("{option}: {reason}: leave it out").into());
        }
    }
    let is_in_one = kind == PlayKind::Direct && moves == Some(1);
    let is_mate_in_one = is_in_one && goal == Goal::Mate;
    if args.certificate.is_some() && !is_mate_in_one {
        return Err(format!("--certificate: certificates are of #1 and #2, not of {stipulation}").into());
    }
    let Some(plan) = PlayPlan::of(stipulation, position.turn()) else {
        return Err(format!("--stipulation {stipulation}: {OFFERED}").into());
    };
    if is_in_one { solve_in_one(args, task, position) } else { find_lines(args, task, position, &plan) }
}

/// Finds the keys of direct play in one move, and writes the certificate of a mate.
fn solve_in_one(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    let goal = task.stipulation.goal;
    let budget = budget_of(args);
    let mut solution = search(task, &budget, || keys_in_one(position, goal, &budget))?;
    let mut report = PlaneReport::in_one(position, goal, &solution);
    report.truncate(task.most_solutions());
    solution.keys.truncate(task.most_solutions());
    let proofs = solution.keys.iter().map(|key| KeyProof::at_once(position, key)).collect();
    write_certificate(args, &certificate(task, position, Proven::MateInOne, proofs))?;
    let words =
        SummaryWords { solution: "solution", note_if_incomplete: ", not complete", node: "stretches" };
    Ok(Solved { keys: solution.keys, ..print(args, task, &budget, &report, words)? })
}

/// Finds the keys of a mate in two, and writes their certificate.
fn solve_in_two(args: &Args, task: &SolveTask, position: &PlanePosition) -> Result<Solved, Failure> {
    let budget = budget_of(args);
    let scope = if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full };
    let (mut keys, mut report) = search(task, &budget, || {
        let solution = keys_in_two(position, &budget)?;
        let set_play = task.set_play.then(|| set_play_in_two(position, &budget)).transpose()?;
        let tries = task.tries.map(|most| tries_in_two(position, most, &budget)).transpose()?;
        // The number of positions includes those of set play and tries.
        let report = PlaneReport::in_two(&solution, budget.nodes(), scope);
        Ok((solution.keys, PlaneReport { set_play, tries, ..report }))
    })?;
    report.truncate(task.most_solutions());
    keys.truncate(task.most_solutions());
    let certificate = certificate(task, position, Proven::MateInTwo, keys);
    write_certificate(args, &certificate)?;
    let words =
        SummaryWords { solution: "solution", note_if_incomplete: ", not complete", node: "positions" };
    Ok(Solved { keys: certificate.keys_in(position)?, ..print(args, task, &budget, &report, words)? })
}

fn find_lines(
    args: &Args,
    task: &SolveTask,
    position: &PlanePosition,
    plan: &PlayPlan,
) -> Result<Solved, Failure> {
    let stipulation = task.stipulation;
    let start = plan.start(position).ok_or_else(|| {
        format!("--stipulation {stipulation}: {} begins, and the other king is in check", plan.begins)
    })?;
    let budget = budget_of(args);
    let lines = search(task, &budget, || lines_of(&start, plan, task.max_solutions, &budget))?;
    let words =
        SummaryWords { solution: "line", note_if_incomplete: ", there may be more", node: "positions" };
    print(args, task, &budget, &PlaneReport::of_lines(stipulation, lines), words)
}

/// Runs a search on a budget and returns its result. Prints a complaint if the budget has cut the search short.
fn search<T>(
    task: &SolveTask,
    budget: &Budget,
    run: impl FnOnce() -> Result<T, Unsupported>,
) -> Result<T, Failure> {
    let result = progress::with_search_bar(budget, run);
    if budget.is_ended() {
        complain("ended before all was searched: there may be more solutions");
    }
    result.map_err(|unsupported| refusal(task, unsupported).into())
}

/// Prints a report. Returns its text and number of solutions.
fn print<S: Serialize + Display>(
    args: &Args,
    task: &SolveTask,
    budget: &Budget,
    report: &PlaneReport<S>,
    words: SummaryWords,
) -> Result<Solved, Failure> {
    let summary = Summary {
        stipulation: task.stipulation,
        found: report.solutions.len(),
        tries: report.tries.as_ref().map(Vec::len),
        is_complete: report.complete,
        nodes: report.nodes,
        seconds: budget.seconds(),
        words,
    };
    print_result(args, report, summary, report.to_string())
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

/// Writes a certificate into the file of `--certificate`, if there is one.
fn write_certificate(args: &Args, certificate: &Certificate) -> Result<(), Failure> {
    let Some(file) = &args.certificate else { return Ok(()) };
    let text = serde_json::to_string_pretty(certificate)? + "\n";
    write_whole(file, text.as_bytes()).map_err(|e| format!("--certificate {e}").into())
}

/// Returns the message for a position that cannot be solved. If a piece is the reason, a caret marks it in the position text.
fn refusal(task: &SolveTask, unsupported: Unsupported) -> String {
    let text = task.position_text.as_str();
    if let Unsupported::Piece { piece, .. } = unsupported
        && let Ok(parsed) = PositionText::parse(text)
        && let Some(piece_text) = parsed.pieces.get(piece.index())
    {
        return located_in_option("--position", text, &piece_text.error("unsupported", unsupported));
    }
    unsupported.to_string()
}
