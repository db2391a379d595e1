//! Problems of a command in Popeye's language.

use super::SolveTask;
use crate::cli::Failure;
use crate::disk::write_whole;
use crate::game::Position;
use crate::solve::PopeyeProblem;
use std::path::Path;

/// Writes problems into a file that Popeye reads.
pub(super) fn write(file: &Path, tasks: &[SolveTask]) -> Result<(), Failure> {
    let problems: Vec<PopeyeProblem> =
        tasks.iter().map(in_popeye).collect::<Result<_, _>>().map_err(|e| format!("--popeye: {e}"))?;
    let text = PopeyeProblem::write_all(&problems);
    write_whole(file, text.as_bytes()).map_err(|e| format!("--popeye {e}").into())
}

fn in_popeye(task: &SolveTask) -> Result<PopeyeProblem, String> {
    let Position::Lattice(position) = &task.position else {
        return Err(format!("Popeye does not know `{}`, whose distances are real numbers", task.variant));
    };
    let problem = PopeyeProblem::of(position, task.stipulation).map_err(|e| e.to_string())?;
    let SolveTask { title, set_play, tries, max_solutions, .. } = task;
    Ok(PopeyeProblem {
        title: title.clone(),
        set_play: *set_play,
        tries: *tries,
        max_solutions: *max_solutions,
        ..problem
    })
}
