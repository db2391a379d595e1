//! All that is wrong with a scenario before it is played.

use super::expect::StepKind;
use super::format::{Scenario, Step, Task};
use crate::diagnostics::{Partial, TextFault, read_toml_past_faults};
use crate::game::{Position, Prepared};
use crate::notation::PlaneMoveText;
use crate::variant::{LoadError, VariantError};
use std::path::Path;

/// Reads the text of a scenario whose variant file lies in `folder`. Returns the scenario and the position it begins in.
///
/// # Errors
/// Every fault with its place, in the order of the text.
pub(super) fn faults(text: &str, folder: &Path) -> Result<(Scenario, Position), Vec<TextFault>> {
    let Partial { value, mut faults, left_out } = read_toml_past_faults::<Scenario>(text);
    let Some(scenario) = value else { return Err(faults) };
    let at = |byte, message: String| TextFault::at(text, byte, message);
    // What was left out of the value has been told; what its lack leads to need not be.
    let is_whole = |step: usize| {
        let step = step.to_string();
        !left_out
            .iter()
            .any(|way| way.first().is_some_and(|name| name == "step") && way.get(1) == Some(&step))
    };
    let of_start = |name: &String| ["variant", "rules", "position", "fen"].contains(&name.as_str());
    let head_is_whole = !left_out.iter().any(|way| way.first().is_some_and(of_start));
    let start = if head_is_whole { start(&scenario, folder) } else { Err(Vec::new()) };
    let on_plane = matches!(start, Ok(Position::Plane(_)));
    for (_, step) in scenario.steps.iter().enumerate().filter(|&(i, _)| is_whole(i)) {
        let byte = step.span().start;
        faults.extend(step.get_ref().faults(on_plane).into_iter().map(|message| at(byte, message)));
    }
    let start = start.map_err(|found| found.into_iter().map(|(byte, message)| at(byte, message)));
    match start {
        Ok(start) if faults.is_empty() => return Ok((scenario, start)),
        Ok(_) => {}
        Err(found) => faults.extend(found),
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(faults)
}

/// The position in which a scenario begins, or what is wrong at which byte of the file.
fn start(scenario: &Scenario, folder: &Path) -> Result<Position, Vec<(usize, String)>> {
    let place = scenario.variant.span().start;
    let loaded = Prepared::load(scenario.variant.get_ref(), folder, &scenario.overrides());
    let variant = loaded.map_err(|e| match &e {
        LoadError::Variant(VariantError::Faults(faults)) => faults
            .0
            .iter()
            .map(|fault| (scenario.place_of(fault), format!("{}: {}", fault.parameter, fault.message)))
            .collect(),
        LoadError::Variant(VariantError::UnknownName { .. })
        | LoadError::Unreadable(_)
        | LoadError::Malformed { .. }
        | LoadError::Faults { .. } => vec![(place, e.to_string())],
    })?;
    let (written, read) = scenario.written().map_err(|(byte, message)| vec![(byte, message.to_owned())])?;
    // The text begins behind its quotation mark.
    read(&variant, written.get_ref()).map_err(|e| vec![(written.span().start + e.column, e.message)])
}

impl Step {
    /// What is wrong with it, whatever the position. Moves on lattices are read where they are made.
    fn faults(&self, on_plane: bool) -> Vec<String> {
        match self.task() {
            Err(message) => vec![message.to_owned()],
            Ok(Task::Legal(question)) => {
                let mut faults = self.expect.faults(StepKind::Question);
                faults.extend(question.fault().map(str::to_owned));
                faults
            }
            Ok(Task::Move(text)) => {
                let refusal = self.expect.illegal.is_some();
                let mut faults = self.expect.faults(if refusal { StepKind::Refusal } else { StepKind::Move });
                if on_plane && let Err(e) = text.parse::<PlaneMoveText>() {
                    faults.push(format!("move `{text}`: {e}"));
                }
                faults
            }
        }
    }
}
