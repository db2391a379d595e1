//! Perft: counting move sequences.

use super::position::Position;
use crate::chess::{Draws, Status};
use crate::lattice;
use crate::plane::{self, Move, PieceIds, Span, Survey};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of move sequences of one length.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Perft {
    /// The number of sequences.
    pub nodes: u64,
    /// The number of sequences that begin with each first move, sorted by its text.
    pub divide: Vec<(String, u64)>,
}

/// The reason why the moves of a position cannot be counted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` has a continuum of moves: perft counts lattice and discrete variants (set step above 0)")]
pub struct Uncountable(pub String);

/// Counts the move sequences of `depth` plies, on all threads of the current pool.
///
/// A decided game has none. A game that is drawn by bare kings or counters has none if draws are claimed. Repetition is not
/// considered. Any thread may call `report`, with the number of first moves done and the number of all first moves.
///
/// ```
/// use continuum::chess::Draws;
/// use continuum::game::perft;
/// use continuum::{Position, Prepared};
/// let start = Position::from_text(&Prepared::preset("orthodox")?, "start")?;
/// let counted = perft(&start, 2, Draws::Claimed, |_, _| {})?;
/// assert_eq!((counted.nodes, counted.divide.len()), (400, 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When distances are continuous.
pub fn perft(
    position: &Position,
    depth: u32,
    draws: Draws,
    report: impl Fn(usize, usize) + Sync,
) -> Result<Perft, Uncountable> {
    if let Position::Plane(p) = position
        && (p.rules().variant.spec().step == 0.0 || has_continuous_moves(p))
    {
        return Err(Uncountable(position.variant().name().to_owned()));
    }
    if depth == 0 {
        return Ok(Perft { nodes: 1, divide: Vec::new() });
    }
    Ok(match position {
        Position::Plane(p) => {
            let text_and_count = |(m, captures): (Move, PieceIds)| {
                (p.text_of(m).to_string(), count(&p.after_legal(m, &captures), depth - 1, draws))
            };
            Perft::divided(moves(p, draws), text_and_count, report)
        }
        Position::Lattice(p) => {
            let p = &match draws {
                Draws::Claimed => lattice::LatticePosition::clone(p),
                Draws::Unclaimed => p.undrawn(),
            };
            let text_and_count = |m: lattice::LatticeMove| {
                let mut next = p.clone();
                let nodes = next.play_move(m).map_or(0, |_| next.perft_in_parallel(depth - 1));
                (p.rules().move_text(m), nodes)
            };
            Perft::divided(p.legal_moves().into_iter().collect(), text_and_count, report)
        }
    })
}

impl Perft {
    /// Counts after each first move by a function that returns its text and the number of sequences.
    fn divided<M: Send>(
        moves: Vec<M>,
        text_and_count: impl Fn(M) -> (String, u64) + Sync,
        report: impl Fn(usize, usize) + Sync,
    ) -> Perft {
        let (all, done) = (moves.len(), AtomicUsize::new(0));
        report(0, all);
        let count_and_report = |m| {
            let counted = text_and_count(m);
            report(done.fetch_add(1, Ordering::Relaxed) + 1, all);
            counted
        };
        let mut divide: Vec<(String, u64)> =
            moves.into_par_iter().with_max_len(1).map(count_and_report).collect();
        divide.sort();
        Perft { nodes: divide.iter().map(|d| d.1).sum(), divide }
    }
}

/// Whether some piece turns in place or leaps to any place, and so has a continuum of moves in every variant.
fn has_continuous_moves(position: &plane::PlanePosition) -> bool {
    let mut lanes = position.ids().flat_map(|id| position.lanes(id));
    lanes.any(|lane| matches!(lane.shape, plane::LaneShape::Turn(_) | plane::LaneShape::Area))
}

fn count(position: &plane::PlanePosition, depth: u32, draws: Draws) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = moves(position, draws);
    if depth == 1 {
        return legal.len() as u64;
    }
    let counted = |(m, captures)| count(&position.after_legal(m, &captures), depth - 1, draws);
    legal.into_par_iter().map(counted).sum()
}

/// Returns every legal move with its captures, of a position whose spans are single distances. Each promotion is one move.
fn moves(position: &plane::PlanePosition, draws: Draws) -> Vec<(Move, PieceIds)> {
    let survey = Survey::new(position);
    let legal = survey.legal();
    if draws == Draws::Claimed && position.status_given(&survey, !legal.is_empty()) != Status::Ongoing {
        return Vec::new();
    }
    let mut out = Vec::with_capacity(legal.len());
    for span in each_place_once(position, legal) {
        let plain = Move::along(span.piece, span.lane, span.part.from);
        let promotions = position.rules().promotions_if(span.promotes);
        out.extend(promotions.map(|promotion| (Move { promotion, ..plain }, span.captures.clone())));
    }
    out
}

/// Removes spans that lead to the same place with the same effect, as several paths across seams may.
fn each_place_once(position: &plane::PlanePosition, spans: Vec<Span>) -> Vec<Span> {
    let rules = position.rules();
    if !rules.board.has_seams() {
        return spans;
    }
    let end = |span: &Span| position.path(span.piece, span.lane).at(span.part.from);
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        let same = |other: &Span| {
            (other.piece, &other.captures, other.promotes) == (span.piece, &span.captures, span.promotes)
                && !rules.board.flips_between(end(other), end(&span), rules.epsilon).is_empty()
        };
        if !out.iter().any(same) {
            out.push(span);
        }
    }
    out
}
