//! A move in the list of moves, and as the arrow on the board.

use super::{LastView, lattice, plane};
use crate::chess::{Color, Label, Status};
use crate::game::{Done, Game, Position};
use crate::lattice::Effect;
use serde::Serialize;

/// A line of the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Note {
    /// The move text as it was given.
    pub text: String,
    /// The same, figures cut to three decimals.
    pub short: String,
    /// Whose move it was.
    pub color: Color,
    /// What was taken.
    pub captures: Vec<String>,
    /// What of it was put back, by its present name.
    pub reborn: Vec<String>,
    /// `+` for check, `#` for mate, `=` for any other end; else nothing.
    pub sign: &'static str,
}

/// What the list says of a move, by its number from 0.
pub fn note(game: &Game, index: usize) -> Option<Note> {
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    let sign = match ply.status {
        Status::Ongoing if ply.after.in_check() => "+",
        Status::Ongoing => "",
        Status::Checkmate | Status::KingTaken => "#",
        Status::Stalemate | Status::Draw | Status::BareKing => "=",
    };
    let short = match (&ply.done, before) {
        (Done::Plane(played), Position::Plane(before)) => plane::move_text(before, played),
        (Done::Lattice(done), Position::Lattice(before)) => lattice::move_text(before, done),
        (Done::Plane(_), Position::Lattice(_)) | (Done::Lattice(_), Position::Plane(_)) => ply.text.clone(),
    };
    Some(Note {
        text: ply.text.clone(),
        short,
        color: before.turn(),
        captures: ply.done.captures().iter().map(Label::to_string).collect(),
        reborn: ply.done.reborn().iter().map(Label::to_string).collect(),
        sign,
    })
}

/// Three decimals at most.
pub(super) fn figures(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What left the board for good.
pub fn gone(done: &Done) -> Vec<Label> {
    match done {
        Done::Plane(played) => {
            let is_back = |at| played.reborn.iter().any(|man| man.from == at);
            played.captures.iter().filter(|&&(_, at)| !is_back(at)).map(|&(label, _)| label).collect()
        }
        Done::Lattice(done) => {
            let gone = |effect: &Effect| match *effect {
                Effect::Removed { label, .. } | Effect::PairRemoved { label, .. } => Some(label),
                Effect::Moved { .. } | Effect::Promoted { .. } | Effect::Reborn { .. } => None,
            };
            done.effects.iter().filter_map(gone).collect()
        }
    }
}

/// The move that led to the position after `ply` moves, as drawn.
pub fn last(game: &Game, ply: usize) -> Option<LastView> {
    let index = ply.checked_sub(1)?;
    let (before, ply) = (game.position_at(index)?, game.plies().get(index)?);
    match (&ply.done, before) {
        (Done::Plane(played), Position::Plane(before)) => Some(plane::last(before, played)),
        (Done::Lattice(done), Position::Lattice(before)) => Some(lattice::last(before, done)),
        (Done::Plane(_), Position::Lattice(_)) | (Done::Lattice(_), Position::Plane(_)) => None,
    }
}
