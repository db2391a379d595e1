//! The pieces that each side has lost, and the difference in value.

use super::moves;
use super::types::TakenView;
use crate::chess::Color;
use crate::game::{Game, Position};
use std::collections::BTreeMap;

/// The name and the value of a kind.
struct KindFacts<'p> {
    name: &'p str,
    /// The value in pawns.
    value: f64,
}

/// Returns the pieces that each side has lost in the first `ply_count` moves, White's first. The most valuable kinds of a side come
/// first. A piece that was put back is not lost.
pub fn taken(game: &Game, ply_count: usize, position: &Position) -> [Vec<TakenView>; 2] {
    let mut counts: [BTreeMap<char, usize>; 2] = Default::default();
    for label in game.plies().iter().take(ply_count).flat_map(|ply| moves::lost_pieces(&ply.made)) {
        *counts[label.color().index()].entry(label.letter()).or_default() += 1;
    }
    let name_of = |letter: char| {
        kind_facts(position, letter).map_or_else(|| letter.to_string(), |kind| kind.name.to_owned())
    };
    counts.map(|counts| {
        let view = |(letter, count)| TakenView { letter, name: name_of(letter), count };
        let mut views: Vec<TakenView> = counts.into_iter().map(view).collect();
        views.sort_by(|a, b| value_of(position, b.letter).total_cmp(&value_of(position, a.letter)));
        views
    })
}

/// Returns the value of White's pieces less that of Black's, in pawns.
pub fn material_lead_of_white(position: &Position) -> f64 {
    let sum = |side: Color| {
        position.letters(side).into_iter().map(|letter| value_of(position, letter)).sum::<f64>()
    };
    sum(Color::White) - sum(Color::Black)
}

/// Returns the value of a letter's kind in pawns, or 0 if the variant has no such kind.
fn value_of(position: &Position, letter: char) -> f64 {
    kind_facts(position, letter).map_or(0.0, |kind| kind.value)
}

/// Returns the facts about a letter's kind; `None` if the variant has no such kind.
fn kind_facts(position: &Position, letter: char) -> Option<KindFacts<'_>> {
    match position {
        Position::Plane(p) => {
            let rule = &p.rules().kind(p.rules().kind_of_letter(letter)?).rule;
            Some(KindFacts { name: &rule.name, value: rule.value })
        }
        Position::Lattice(p) => {
            let kind = p.rules().kind_of_letter(letter)?;
            Some(KindFacts { name: p.rules().kind_name(kind), value: p.rules().value(kind) })
        }
    }
}
