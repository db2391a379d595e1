//! All that is wrong with a scenario before it is played.

use super::expect::StepKind;
use super::format::{Scenario, Step, Task};
use crate::diagnostics::{Partial, TextFault, read_toml_past_faults};
use crate::game::{Position, Prepared};
use crate::notation::PlaneMoveText;
use crate::variant::{Fault, LoadError, VariantError};
use std::path::Path;
use toml::Table;

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
    let told = |(byte, message): (usize, &str)| (byte, message.to_owned());
    let name = scenario.variant().map_err(|missing| {
        let lacks = [Some(missing), scenario.written().err()];
        lacks.into_iter().flatten().map(told).collect::<Vec<_>>()
    })?;
    let place = name.span().start;
    let load = |overrides: &Table| Prepared::load(name.get_ref(), folder, overrides);
    let mut overrides = scenario.overrides();
    match load(&overrides) {
        Ok(variant) => position(scenario, &variant),
        Err(LoadError::Variant(VariantError::Faults(faults))) => {
            let told = |fault: &Fault| {
                let message = format!("{}: {}", fault.parameter, fault.message);
                (scenario.place_of(fault).unwrap_or(place), message)
            };
            let mut found: Vec<(usize, String)> = faults.0.iter().map(told).collect();
            // The position may be wrong by the other parameters too. Where a kind is, its pieces would be unknown.
            if faults.0.iter().all(|fault| fault.kind.is_none()) {
                overrides.retain(|name, _| faults.0.iter().all(|fault| fault.parameter != *name));
                let others = load(&overrides).ok().map(|variant| position(scenario, &variant));
                found.extend(others.and_then(Result::err).into_iter().flatten());
            }
            Err(found)
        }
        Err(
            e @ (LoadError::Variant(VariantError::UnknownName { .. })
            | LoadError::Unreadable(_)
            | LoadError::Malformed { .. }
            | LoadError::Faults { .. }),
        ) => Err(vec![(place, e.to_string())]),
    }
}

fn position(scenario: &Scenario, variant: &Prepared) -> Result<Position, Vec<(usize, String)>> {
    let (written, read) = scenario.written().map_err(|(byte, message)| vec![(byte, message.to_owned())])?;
    // The text begins behind its quotation mark.
    read(variant, written.get_ref()).map_err(|e| {
        e.each().map(|(column, message)| (written.span().start + column, message.to_owned())).collect()
    })
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
