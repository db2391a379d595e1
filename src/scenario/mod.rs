//! Scenarios: files with a position, steps, and expectations, which are compared with a game.
//!
//! Start at [`run()`] and [`Scenario`]. `format`, `step`, `expect`, `question` and `number` define the contents of a file, and `read`
//! finds and opens files. `run` plays a scenario, `check_move` and `check_legal` compare each step with its expectations, and
//! `second_opinion` has another library cast each sweep.

mod check_legal;
mod check_move;
mod differences;
mod expect;
mod format;
mod number;
mod question;
mod read;
mod run;
mod second_opinion;
mod step;

pub use check_move::{StepChecked, check_move};
pub use expect::{Captures, Destination, Expect, Winner};
pub use format::{ReadPosition, Scenario, WrittenPosition};
pub use number::{Number, NumberFault, Tolerance};
pub use question::{LegalQuestion, PathAsked, UnknownPath};
pub use read::{ScenarioError, find_files};
pub use run::{Failure, RunOptions, ScenarioReport, run, run_with};
pub use second_opinion::second_opinion;
pub use step::{Step, StepError, StepTask};
