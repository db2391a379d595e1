//! The comparison of a move with the expectations of a step.

use super::differences::{Differences, sorted, texts};
use super::expect::{Captures, Destination, Expect};
use super::number::{Number, Tolerance};
use super::step::StepError;
use crate::game::{Game, MoveMade, Refused};

/// The result of a step, compared with its expectations.
pub struct StepChecked {
    /// The differences from the expectations, in words.
    pub differences: Vec<String>,
    /// Whether the steps after this step can be played.
    pub can_go_on: bool,
}

/// Makes a move, and compares it with the expectations.
///
/// # Errors
/// When the move cannot be read.
pub fn check_move(game: &mut Game, text: &str, expect: &Expect) -> Result<StepChecked, StepError> {
    let stopped_by = |difference: String| StepChecked { differences: vec![difference], can_go_on: false };
    let mut differences = Differences::default();
    match (game.play(text), expect.illegal) {
        (Err(Refused::Text(error)), _) => {
            return Err(StepError::Move { text: text.to_owned(), error });
        }
        (Err(Refused::Illegal(refusal)), None) => {
            return Ok(stopped_by(format!("`{text}` is illegal ({}): {refusal}", refusal.reason)));
        }
        (Ok(_), Some(reason)) => {
            return Ok(stopped_by(format!("`{text}` is legal; expected illegal = {reason}")));
        }
        (Err(Refused::Illegal(refusal)), Some(reason)) => {
            differences.compare("illegal", reason.as_str(), refusal.reason.as_str());
            check_pieces(&mut differences, expect, None);
        }
        (Ok(ply), None) => {
            check_pieces(&mut differences, expect, Some(&ply.made));
            if let Some(expected) = &expect.at {
                check_destination(&mut differences, expected, &ply.made, expect.tolerance);
            }
            if let Some(expected) = expect.promoted {
                let found = ply.made.promoted().map_or("nothing".to_owned(), String::from);
                differences.compare("promoted", String::from(expected), found);
            }
        }
    }
    // A refused move leaves the game unchanged.
    differences.compare_state(expect, game.status(), game.winner(), game.position().in_check());
    Ok(StepChecked { differences: differences.sentences, can_go_on: true })
}

/// Compares the captured and the reborn pieces. `made` is `None` for a refused move, which has neither.
fn check_pieces(differences: &mut Differences, expect: &Expect, made: Option<&MoveMade>) {
    if let Some(Captures::Of(expected)) = &expect.captures {
        let captured = made.map(MoveMade::captures).unwrap_or_default();
        differences.compare("captures", sorted(expected), texts(&captured));
    }
    if let Some(expected) = &expect.reborn {
        let reborn = made.map(MoveMade::reborn).unwrap_or_default();
        differences.compare("reborn", sorted(expected), texts(&reborn));
    }
}

fn check_destination(
    differences: &mut Differences,
    expected: &Destination,
    made: &MoveMade,
    Tolerance(tolerance): Tolerance,
) {
    match expected {
        Destination::Point([Number(x), Number(y)]) => {
            let to = made.to();
            if (to.x - x).abs() > tolerance || (to.y - y).abs() > tolerance {
                let difference = format!("at: expected [{x}, {y}], found [{}, {}]", to.x, to.y);
                differences.sentences.push(difference);
            }
        }
        Destination::Cell(name) => match made.cell() {
            Some(cell) => differences.compare("at", name.as_str(), cell),
            None => {
                differences.sentences.push(format!("at: expected cell {name}, found {}", made.to()));
            }
        },
    }
}
