//! The problems to solve, written in Popeye's language.

use super::SolveTask;
use crate::cli::Failure;
use continuum::disk::write_whole;
use continuum::game::Position;
use continuum::solve::PopeyeProblem;
use std::path::Path;

/// Writes problems into a file that Popeye reads.
pub(super) fn write(file: &Path, tasks: &[SolveTask]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for task in tasks {
        problems.push(popeye_problem(task).map_err(|e| format!("--popeye: {e}"))?);
    }
    let text = PopeyeProblem::write_all(&problems);
    write_whole(file, text.as_bytes()).map_err(|e| format!("--popeye {e}").into())
}

fn popeye_problem(task: &SolveTask) -> Result<PopeyeProblem, String> {
    let Position::Lattice(position) = &task.position else {
        return Err(format!("Popeye does not know `{}`, whose distances are real numbers", task.variant));
    };
    let mut problem = PopeyeProblem::of(position, task.stipulation).map_err(|e| e.to_string())?;
    problem.title.clone_from(&task.title);
    problem.set_play = task.set_play;
    problem.tries = task.tries;
    problem.max_solutions = task.max_solutions;
    Ok(problem)
}
