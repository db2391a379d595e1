//! Perft: counting move sequences.

use super::position::Position;
use crate::chess::{Draws, Status};
use crate::lattice::{LatticeMove, LatticePosition};
use crate::plane::{LaneShape, Move, PieceIds, PlanePosition, Span, Survey};
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
/// From a decided position there are no sequences. From a position drawn by bare kings or counters there are none if draws are
/// claimed. Repetition is not considered. After each first move a thread calls `report` with the number of first moves whose
/// sequences are counted and the number of all first moves.
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
/// When the position has a continuum of moves.
pub fn perft(
    position: &Position,
    depth: u32,
    draws: Draws,
    report: impl Fn(usize, usize) + Sync,
) -> Result<Perft, Uncountable> {
    if let Position::Plane(p) = position {
        let is_continuous = p.rules().variant.spec().step == 0.0;
        if is_continuous || has_continuous_moves(p) {
            return Err(Uncountable(position.variant().name().to_owned()));
        }
    }
    if depth == 0 {
        return Ok(Perft { nodes: 1, divide: Vec::new() });
    }
    let counted = match position {
        Position::Plane(p) => {
            let text_and_count = |(m, captures): (Move, PieceIds)| {
                (p.text_of(m).to_string(), count(&p.after_legal(m, &captures), depth - 1, draws))
            };
            Perft::divided(moves_with_captures(p, draws), text_and_count, report)
        }
        Position::Lattice(p) => {
            let p = &match draws {
                Draws::Claimed => LatticePosition::clone(p),
                Draws::Unclaimed => p.undrawn(),
            };
            let text_and_count = |m: LatticeMove| {
                let mut next = p.clone();
                let nodes = next.play_move(m).map_or(0, |_| next.perft_in_parallel(depth - 1));
                (p.rules().move_text(m), nodes)
            };
            Perft::divided(p.legal_moves().into_iter().collect(), text_and_count, report)
        }
    };
    Ok(counted)
}

impl Perft {
    /// Counts the sequences of each first move. `text_and_count` returns the text of a first move and the number of sequences
    /// that begin with it.
    fn divided<M: Send>(
        moves: Vec<M>,
        text_and_count: impl Fn(M) -> (String, u64) + Sync,
        report: impl Fn(usize, usize) + Sync,
    ) -> Perft {
        let (total, finished) = (moves.len(), AtomicUsize::new(0));
        report(0, total);
        let count_and_report = |m| {
            let counted = text_and_count(m);
            report(finished.fetch_add(1, Ordering::Relaxed) + 1, total);
            counted
        };
        let mut divide: Vec<(String, u64)> =
            moves.into_par_iter().with_max_len(1).map(count_and_report).collect();
        divide.sort();
        Perft { nodes: divide.iter().map(|(_, nodes)| nodes).sum(), divide }
    }
}

/// Whether some piece turns in place or leaps to any place, and so has a continuum of moves in every variant.
fn has_continuous_moves(position: &PlanePosition) -> bool {
    let mut lanes = position.ids().flat_map(|id| position.lanes(id));
    lanes.any(|lane| matches!(lane.shape, LaneShape::Turn(_) | LaneShape::Area))
}

/// Returns the number of move sequences of `depth` plies.
fn count(position: &PlanePosition, depth: u32, draws: Draws) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = moves_with_captures(position, draws);
    if depth == 1 {
        return moves.len() as u64;
    }
    let count_after = |(m, captures)| count(&position.after_legal(m, &captures), depth - 1, draws);
    moves.into_par_iter().map(count_after).sum()
}

/// Returns every legal move with its captures; each promotion is one move. Every span has to be a single distance.
fn moves_with_captures(position: &PlanePosition, draws: Draws) -> Vec<(Move, PieceIds)> {
    let survey = Survey::new(position);
    let spans = survey.legal();
    if draws == Draws::Claimed && position.status_given(&survey, !spans.is_empty()) != Status::Ongoing {
        return Vec::new();
    }
    let mut moves = Vec::with_capacity(spans.len());
    for span in each_place_once(position, spans) {
        let plain = Move::along(span.piece, span.lane, span.part.from);
        let promotions = position.rules().promotions_if(span.promotes);
        moves.extend(promotions.map(|promotion| (Move { promotion, ..plain }, span.captures.clone())));
    }
    moves
}

/// Returns the spans without those that repeat the destination and the effect of an earlier span. Several paths across seams may
/// lead to one place.
fn each_place_once(position: &PlanePosition, spans: Vec<Span>) -> Vec<Span> {
    let rules = position.rules();
    if !rules.board.has_seams() {
        return spans;
    }
    let end = |span: &Span| position.path(span.piece, span.lane).at(span.part.from);
    let mut unique: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        let is_repeated = |earlier: &Span| {
            (earlier.piece, &earlier.captures, earlier.promotes)
                == (span.piece, &span.captures, span.promotes)
                && !rules.board.flips_between(end(earlier), end(&span), rules.epsilon).is_empty()
        };
        if !unique.iter().any(is_repeated) {
            unique.push(span);
        }
    }
    unique
}
