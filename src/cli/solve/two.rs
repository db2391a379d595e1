//! Mate in two on the plane.

use super::plane::{print_undecided, refusal, with_budget};
use super::tell::{Summary, print_result};
use super::{Args, certificate};
use crate::cli::{Failure, Outcome};
use crate::plane::PlanePosition;
use crate::solve::ReportScope;
use crate::solve::plane::{PlaneReport, Proven, keys_in_two};
use std::io::Write;
use std::time::Instant;

/// Solves a mate in two, prints the keys and writes their certificates.
pub(super) fn solve(args: &Args, position: &PlanePosition) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let pool = args.jobs.pool()?;
    let (found, positions) = with_budget(args, |budget| {
        let found = pool.install(|| keys_in_two(position, budget));
        (found, budget.nodes())
    });
    let found = found.map_err(|unsolved| refusal(args, unsolved))?;
    let scope = if args.brief { ReportScope::SolutionsOnly } else { ReportScope::Full };
    let mut report = PlaneReport::in_two(position, &found, positions, scope);
    report.truncate(args.max_solutions.map_or(usize::MAX, |n| n as usize));
    certificate::write(args, position, Proven::MateInTwo, &found.keys[..report.solutions.len()])?;
    let summary = Summary {
        found: report.solutions.len(),
        what: "solution",
        complete: report.complete,
        else_note: ", not complete",
        nodes: report.nodes,
        counted: "positions",
    };
    print_result(args, begin, &report, &summary, |out| {
        report.solutions.iter().try_for_each(|solution| writeln!(out, "{solution}"))?;
        print_undecided(out, &report.undecided)
    })
}
