//! What has been taken, and who has more.

use super::{lattice, note};
use crate::chess::{Color, Role};
use crate::game::{Game, Position};
use crate::variant::Army;
use serde::Serialize;
use std::collections::BTreeMap;

/// Men of one kind that have left the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TakenView {
    /// The kind's capital letter.
    pub letter: char,
    /// The kind for people.
    pub name: String,
    /// How many.
    pub count: usize,
}

/// What each side has lost for good after `ply` moves, White's losses first, the dearest kinds first. Who
/// was reborn is not lost.
pub fn taken(game: &Game, ply: usize, position: &Position) -> [Vec<TakenView>; 2] {
    let mut counts: [BTreeMap<char, usize>; 2] = Default::default();
    for label in game.plies().iter().take(ply).flat_map(|ply| note::gone(&ply.done)) {
        *counts[label.color().index()].entry(label.letter()).or_default() += 1;
    }
    counts.map(|counts| {
        let view = |(letter, count)| TakenView { letter, name: name(position, letter), count };
        let mut views: Vec<TakenView> = counts.into_iter().map(view).collect();
        views.sort_by(|a, b| value(position, b.letter).total_cmp(&value(position, a.letter)));
        views
    })
}

/// By how many pawns' worth White's men outweigh Black's.
pub fn surplus(position: &Position) -> f64 {
    let sum = |color: Color| letters(position, color).map(|letter| value(position, letter)).sum::<f64>();
    sum(Color::White) - sum(Color::Black)
}

fn letters(position: &Position, color: Color) -> impl Iterator<Item = char> {
    let all: Vec<char> = match position {
        Position::Plane(p) => {
            p.pieces().iter().filter(|piece| piece.color() == color).map(|p| p.label.letter()).collect()
        }
        Position::Lattice(p) => {
            p.pieces().into_iter().filter(|man| man.color == color).map(|man| man.role.letter()).collect()
        }
    };
    all.into_iter()
}

/// What a kind is called.
fn name(position: &Position, letter: char) -> String {
    match position {
        Position::Plane(p) => {
            let kind = p.rules().kind_of_letter(letter).map(|id| &p.rules().kind(id).rule);
            kind.map_or_else(|| letter.to_string(), |rule| rule.name.clone())
        }
        Position::Lattice(p) => {
            Role::from_letter(letter).map_or_else(|| letter.to_string(), |role| lattice::name(p, role))
        }
    }
}

/// What a kind is worth in pawns: what its kind says on the plane, else what is usually counted.
fn value(position: &Position, letter: char) -> f64 {
    match position {
        Position::Plane(p) => {
            p.rules().kind_of_letter(letter).map_or(0.0, |id| p.rules().kind(id).rule.value)
        }
        Position::Lattice(_) => match Role::from_letter(letter) {
            Some(Role::Queen) if is_shatranj(position) => 2.0,
            Some(Role::Bishop) if is_shatranj(position) => 1.5,
            Some(Role::Queen) => 9.0,
            Some(Role::Rook) => 5.0,
            Some(Role::Bishop | Role::Knight) => 3.0,
            Some(Role::Pawn) => 1.0,
            Some(Role::King) | None => 0.0,
        },
    }
}

fn is_shatranj(position: &Position) -> bool {
    position.variant().spec().army == Army::Shatranj
}
