//! The pieces that each side has lost, and the difference in value.

use super::moves;
use super::types::TakenView;
use crate::chess::Color;
use crate::game::{Game, Position};
use std::collections::BTreeMap;

/// Returns the pieces that each side has lost for good after `ply` moves: White's losses first, the most valuable
/// kinds first. A piece that was put back is not lost.
pub fn taken(game: &Game, ply: usize, position: &Position) -> [Vec<TakenView>; 2] {
    let mut counts: [BTreeMap<char, usize>; 2] = Default::default();
    for label in game.plies().iter().take(ply).flat_map(|ply| moves::gone(&ply.done)) {
        *counts[label.color().index()].entry(label.letter()).or_default() += 1;
    }
    counts.map(|counts| {
        let view = |(letter, count)| {
            let (name, value) = kind(position, letter);
            (value, TakenView { letter, name, count })
        };
        let mut views: Vec<(f64, TakenView)> = counts.into_iter().map(view).collect();
        views.sort_by(|a, b| b.0.total_cmp(&a.0));
        views.into_iter().map(|(_, view)| view).collect()
    })
}

/// Returns the value of White's pieces less that of Black's, in pawns.
pub fn surplus(position: &Position) -> f64 {
    let sum = |color: Color| {
        position.letters(color).into_iter().map(|letter| kind(position, letter).1).sum::<f64>()
    };
    sum(Color::White) - sum(Color::Black)
}

/// Returns the name of a letter's kind and its value in pawns, in this variant.
fn kind(position: &Position, letter: char) -> (String, f64) {
    let found = match position {
        Position::Plane(p) => p.rules().kind_of_letter(letter).map(|id| {
            let rule = &p.rules().kind(id).rule;
            (rule.name.clone(), rule.value)
        }),
        Position::Lattice(p) => {
            let rules = p.rules();
            let kind = rules.kind_of_letter(letter);
            kind.map(|kind| (rules.kind_name(kind).to_owned(), rules.value(kind)))
        }
    };
    found.unwrap_or_else(|| (letter.to_string(), 0.0))
}
