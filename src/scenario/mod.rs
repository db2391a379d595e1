//! Scripted scenarios: a position, moves, and what they are expected to do. TOML in, verdicts out.

mod check;
mod format;
mod read;
mod run;

pub use check::check_move;
pub use format::{Captures, Expect, LegalQuestion, Number, ReadPosition, Scenario, Step, Task, Winner};
pub use read::{ScenarioError, find_files};
pub use run::{Failure, Report, run};
