//! Problems on the plane, where a key is a stretch of distances.

use super::tell::{Summary, print_result};
use super::{Args, certificate, show, two};
use crate::budget::Budget;
use crate::cli::printed::complain;
use crate::cli::select::of_option;
use crate::cli::{Failure, Outcome, interrupt, progress};
use crate::game::{SpanReport, Stretch};
use crate::notation::PositionText;
use crate::plane::PlanePosition;
use crate::solve::plane::{
    KeyProof, OFFERED, Plan, PlaneReport, Proven, Unsolved, keys_in_one_within, lines_of,
};
use crate::solve::{Goal, Kind, Stipulation};
use std::io::Write;
use std::time::Instant;

/// Solves a direct mate on the plane.
pub(super) fn solve(args: &Args, position: &PlanePosition) -> Result<Outcome, Failure> {
    if args.hash.is_some() {
        return Err("--hash: no positions are kept on the plane: leave it out".into());
    }
    let wanted = args.stipulation;
    if let Stipulation { kind: Kind::Direct, moves: Some(2), goal: Goal::Mate, .. } = wanted {
        return two::solve(args, position);
    }
    let in_one = matches!(wanted, Stipulation { kind: Kind::Direct, moves: Some(1), goal: Goal::Mate, .. });
    if args.certificate.is_some() && !in_one {
        return Err(format!("--certificate: certificates are of #1 and #2, not of {wanted}").into());
    }
    let Some(plan) = Plan::of(wanted, position.turn()) else {
        return Err(format!("--stipulation {wanted}: {OFFERED}").into());
    };
    let Stipulation { kind: Kind::Direct, moves: Some(1), goal, .. } = wanted else {
        return solve_together(args, position, &plan);
    };
    let begin = Instant::now();
    let keys = with_budget(args, |budget| keys_in_one_within(position, goal, budget))
        .map_err(|unsolved| refusal(args, unsolved))?;
    let most = args.max_solutions.map_or(usize::MAX, |n| n as usize);
    let proofs: Vec<KeyProof> =
        keys.keys.iter().take(most).map(|key| KeyProof::at_once(position, key)).collect();
    certificate::write(args, position, Proven::MateInOne, &proofs)?;
    let mut report = PlaneReport::in_one(position, goal, &keys);
    report.truncate(most);
    let summary = Summary {
        found: report.solutions.len(),
        what: "solution",
        complete: report.complete,
        else_note: ", not complete",
        nodes: report.nodes,
        counted: "stretches",
    };
    print_result(args, begin, &report, &summary, |out| {
        report.solutions.iter().try_for_each(|solution| writeln!(out, "{solution}"))?;
        print_undecided(out, &report.undecided)
    })
}

/// Finds lines of help and series play on the plane.
fn solve_together(args: &Args, position: &PlanePosition, plan: &Plan) -> Result<Outcome, Failure> {
    let wanted = args.stipulation;
    let position = plan.start(position).ok_or_else(|| {
        format!("--stipulation {wanted}: {} begins, and the other king is in check", plan.begins)
    })?;
    let begin = Instant::now();
    let most = args.max_solutions.map(|n| n as usize);
    let found = with_budget(args, |budget| lines_of(&position, plan, most, budget))
        .map_err(|unsolved| refusal(args, unsolved))?;
    let report = PlaneReport::of_lines(wanted, &found);
    let summary = Summary {
        found: report.solutions.len(),
        what: "line",
        complete: report.complete,
        else_note: ", there may be more",
        nodes: report.nodes,
        counted: "positions",
    };
    print_result(args, begin, &report, &summary, |out| {
        report.solutions.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        print_undecided(out, &report.undecided)
    })
}

/// Searches until the end, `--timeout` or Ctrl-C, with a bar of the progress.
pub(super) fn with_budget<T>(args: &Args, search: impl FnOnce(&Budget) -> T) -> T {
    let budget = Budget::of_time(args.timeout);
    interrupt::on_ctrl_c({
        let budget = budget.clone();
        move || budget.end()
    });
    let update = |bar: &_| show(bar, budget.progress(), budget.nodes());
    let found = progress::watch(update, || search(&budget));
    if budget.is_ended() {
        complain("ended before all was searched: there may be more solutions");
    }
    found
}

/// Prints the stretches that were not decided.
pub(super) fn print_undecided(out: &mut impl Write, spans: &[SpanReport]) -> std::io::Result<()> {
    spans.iter().try_for_each(|span| writeln!(out, "undecided: {}", Stretch(span)))
}

/// Returns the reason why a position of the plane is not solved; a piece has its column in the position text.
pub(super) fn refusal(args: &Args, unsolved: Unsolved) -> String {
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
