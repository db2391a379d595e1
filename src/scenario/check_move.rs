//! Comparing a move with what a step expects of it.

use super::differences::{Differences, sorted, texts};
use super::expect::{Captures, Destination, Expect, Winner};
use super::number::{Number, Tolerance};
use super::step::StepError;
use crate::game::{Game, MoveMade, Refused};

/// The result of a step, compared with what is expected.
pub struct StepChecked {
    /// The differences.
    pub differences: Vec<String>,
    /// Whether the steps after it can be played.
    pub goes_on: bool,
}

/// Makes a move, and compares it with what is expected.
///
/// # Errors
/// When the move cannot be read.
pub fn check_move(game: &mut Game, text: &str, expect: &Expect) -> Result<StepChecked, StepError> {
    let stopped_by = |difference: String| StepChecked { differences: vec![difference], goes_on: false };
    let mut found = Differences::default();
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
            found.compare("illegal", reason.as_str(), refusal.reason.as_str());
            check_pieces(&mut found, expect, None);
        }
        (Ok(ply), None) => {
            check_pieces(&mut found, expect, Some(&ply.done));
            if let Some(expected) = &expect.at {
                check_place(&mut found, expected, &ply.done, expect.tolerance);
            }
            if let Some(expected) = expect.promoted {
                let name = |letter: Option<char>| letter.map_or("nothing".to_owned(), String::from);
                found.compare("promoted", name(Some(expected)), name(ply.done.promoted()));
            }
        }
    }
    check_standing(&mut found, expect, game);
    Ok(StepChecked { differences: found.0, goes_on: true })
}

/// Compares the captured and the reborn pieces; a refused move has none.
fn check_pieces(found: &mut Differences, expect: &Expect, done: Option<&MoveMade>) {
    if let Some(Captures::Of(expected)) = &expect.captures {
        let taken = done.map(MoveMade::captures).unwrap_or_default();
        found.compare("captures", sorted(expected), texts(&taken));
    }
    if let Some(expected) = &expect.reborn {
        let back = done.map(MoveMade::reborn).unwrap_or_default();
        found.compare("reborn", sorted(expected), texts(&back));
    }
}

/// Compares the state of the game after the move; a refused move leaves it unchanged.
fn check_standing(found: &mut Differences, expect: &Expect, game: &Game) {
    if let Some(expected) = expect.status {
        found.compare("status", expected.as_str(), game.status().as_str());
    }
    if let Some(expected) = expect.winner {
        found.compare("winner", expected.as_str(), Winner::from(game.winner()).as_str());
    }
    if let Some(expected) = expect.check {
        found.compare("check", expected, game.position().in_check());
    }
}

fn check_place(
    found: &mut Differences,
    expected: &Destination,
    done: &MoveMade,
    Tolerance(tolerance): Tolerance,
) {
    match expected {
        Destination::Point([Number(x), Number(y)]) => {
            let to = done.to();
            if (to.x - x).abs() > tolerance || (to.y - y).abs() > tolerance {
                found.0.push(format!("at: expected [{x}, {y}], found [{}, {}]", to.x, to.y));
            }
        }
        Destination::Cell(name) => match done.cell() {
            Some(cell) => found.compare("at", name.as_str(), cell),
            None => found.0.push(format!("at: expected cell {name}, found {}", done.to())),
        },
    }
}
