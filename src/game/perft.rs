//! Counting move sequences.

use super::position::Position;
use crate::chess::Status;
use crate::lattice;
use crate::plane::{self, Move, Span, Survey};
use serde::Serialize;

/// The number of move sequences of one length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Perft {
    /// How many there are.
    pub nodes: u64,
    /// How many begin with each first move, sorted by its text.
    pub divide: Vec<(String, u64)>,
}

/// The moves of the position are not countable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` has a continuum of moves: perft counts lattice and discrete variants (set step above 0)")]
pub struct Uncountable(pub String);

/// Counts the move sequences of `depth` plies. A decided game has none; repetition is not looked at. `tell` hears behind
/// how many first moves all has been counted, and how many there are.
///
/// # Errors
/// When distances are continuous.
pub fn perft(position: &Position, depth: u32, tell: impl FnMut(usize, usize)) -> Result<Perft, Uncountable> {
    match position {
        Position::Plane(p) => {
            if p.rules().variant.spec().step == 0.0 || turns_or_roams(p) {
                return Err(Uncountable(p.rules().variant.name().to_owned()));
            }
            if depth == 0 {
                return Ok(Perft { nodes: 1, divide: Vec::new() });
            }
            let behind =
                |m: Move| (p.text_of(m).to_string(), played(p, m).map_or(0, |next| count(&next, depth - 1)));
            Ok(Perft::divided(moves(p), behind, tell))
        }
        Position::Lattice(p) if depth == 0 => Ok(Perft { nodes: p.perft(0), divide: Vec::new() }),
        Position::Lattice(p) => {
            let behind = |m: lattice::Move| {
                let mut next = lattice::Position::clone(p);
                let nodes = next.play_move(m).map_or(0, |_| next.perft(depth - 1));
                (p.rules().move_text(m), nodes)
            };
            Ok(Perft::divided(p.legal_moves().into_iter().collect(), behind, tell))
        }
    }
}

impl Perft {
    fn divided<M>(
        moves: Vec<M>,
        behind: impl Fn(M) -> (String, u64),
        mut tell: impl FnMut(usize, usize),
    ) -> Perft {
        let all = moves.len();
        let mut divide = Vec::with_capacity(all);
        for (counted, m) in moves.into_iter().enumerate() {
            tell(counted, all);
            divide.push(behind(m));
        }
        divide.sort();
        Perft { nodes: divide.iter().map(|d| d.1).sum(), divide }
    }
}

/// Whether some piece turns in place or leaps to any place: a continuum of moves in every variant.
fn turns_or_roams(position: &plane::Position) -> bool {
    position.pieces().iter().any(|piece| {
        let lanes = position.rules().kind(piece.kind).lanes(piece.color());
        lanes.iter().any(|lane| matches!(lane.way, plane::Way::Turn(_) | plane::Way::Area))
    })
}

fn count(position: &plane::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().filter_map(|m| played(position, m)).map(|next| count(&next, depth - 1)).sum()
}

/// Every legal move of a position with single distances, promotions one by one.
fn moves(position: &plane::Position) -> Vec<Move> {
    let survey = Survey::new(position);
    let legal = survey.legal();
    if position.status_given(&survey, !legal.is_empty()) != Status::Ongoing {
        return Vec::new();
    }
    let mut out = Vec::with_capacity(legal.len());
    for span in each_place_once(position, legal) {
        let plain = Move::along(span.piece, span.lane, span.part.from);
        if span.promotes {
            let all = position.rules().promotions().map(|kind| plain.promoting(kind));
            // In a series one promotion may give a forbidden check and another not.
            out.extend(all.filter(|&m| !position.forbids_check() || position.judge(m).is_ok()));
        } else {
            out.push(plain);
        }
    }
    out
}

/// On a board with seams several ways may lead to one place with one outcome: the first of them, by piece and lane.
fn each_place_once(position: &plane::Position, spans: Vec<Span>) -> Vec<Span> {
    let rules = position.rules();
    if !rules.board.has_seams() {
        return spans;
    }
    let end = |span: &Span| position.path(span.piece, span.lane).at(span.part.from);
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        let same = |other: &Span| {
            (other.piece, &other.captures, other.promotes) == (span.piece, &span.captures, span.promotes)
                && rules.board.same(end(other), end(&span), rules.epsilon).is_some()
        };
        if !out.iter().any(same) {
            out.push(span);
        }
    }
    out
}

fn played(position: &plane::Position, m: Move) -> Option<plane::Position> {
    let mut next = position.clone();
    next.play(m).ok().map(|_| next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Prepared;
    use std::path::Path;

    #[test]
    fn how_far_it_is_is_told_before_each_first_move() {
        for variant in ["orthodox", "discrete"] {
            let variant = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect("a preset");
            let start = Position::from_text(&variant, "start").expect("an array");
            let mut heard = Vec::new();
            let count = perft(&start, 1, |counted, all| heard.push((counted, all))).expect("countable");
            assert_eq!(heard.len(), count.divide.len());
            assert!(heard.iter().enumerate().all(|(i, &told)| told == (i, heard.len())));
        }
    }
}
