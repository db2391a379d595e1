//! Positions on cells, their legal sets and moves in the form that the page gets.

use super::board::drawn_place;
use super::types::{
    AttackedView, BodyView, CastledView, LastMoveView, LegalView, PieceView, RebirthView, TargetView, Xy,
};
use crate::board::{Cell, CellPath, Grid};
use crate::chess::{Color, Kind, Label, Status};
use crate::game::LatticeMoveMade;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, LatticeRules, MoveKind};
use crate::variant::CheckRule;

/// The radius of the disc by which a piece on cells is drawn and found by a pointer, board units.
pub const PIECE_RADIUS: f64 = 0.42;
/// The letters of promotions in the order in which the page offers them. Others follow.
const PROMOTION_ORDER: &str = "QRBN";
/// The number of segments in which each step of a curved path is drawn.
const SEGMENTS: usize = 6;

pub fn pieces(position: &LatticePosition) -> Vec<PieceView> {
    let rules = position.rules();
    let forwards = position.forwards();
    let view = |piece: crate::lattice::PieceAt| {
        let forward = forwards.get(&piece.label);
        PieceView {
            label: piece.label,
            color: piece.color,
            letter: rules.letter(piece.kind),
            name: rules.kind_name(piece.kind).to_owned(),
            at: middle_of(rules.grid(), piece.cell),
            cell: Some(rules.name(piece.cell)),
            heading: None,
            ahead: forward.map(|forward| [forward.dir.x, forward.dir.y]),
            way: forward.map(|forward| forward.way),
            mirrored: piece.flips.mirrors(),
            shape: BodyView::Disc { r: PIECE_RADIUS },
        }
    };
    position.pieces().into_iter().map(view).collect()
}

fn middle_of(grid: &Grid, cell: Cell) -> Xy {
    drawn_place(grid, grid.coord(cell))
}

/// Returns the label of the king of the side to move.
pub fn king_to_move(position: &LatticePosition) -> Option<Label> {
    let rules = position.rules();
    let mut pieces = position.pieces().into_iter();
    pieces.find(|piece| rules.is_royal(piece.kind) && piece.color == position.turn()).map(|piece| piece.label)
}

/// Returns the sides whose king is attacked, if the rules allow a player to leave the king attacked and to lose it.
pub fn kings_in_danger(position: &LatticePosition) -> Vec<Color> {
    let rules = position.rules();
    if rules.variant().spec().check_rule == CheckRule::Strict || position.status() != Status::Ongoing {
        return Vec::new();
    }
    Color::ALL.iter().copied().filter(|&side| rules.in_check(position.state(), side)).collect()
}

/// Returns every destination. The promotions of a pawn on a cell are one destination.
pub fn legal(position: &LatticePosition) -> LegalView {
    let mut destinations: Vec<Destination> = Vec::new();
    for (_, m) in position.moves_by_text() {
        let plain_move = m.promoting(Kind::PAWN);
        match destinations.last_mut() {
            // The promotions of one move follow each other.
            Some(destination) if destination.plain_move == plain_move => {
                destination.promotions.push(m.promotion());
            }
            _ => destinations.push(Destination { m, plain_move, promotions: vec![m.promotion()] }),
        }
    }
    // A move without a mover has no target.
    let targets = destinations.iter().filter_map(|destination| target_of(position, destination)).collect();
    LegalView { targets, ..LegalView::default() }
}

/// Legal moves that differ in the promotion alone.
struct Destination {
    /// The first of the moves.
    m: LatticeMove,
    /// The moves without a promotion.
    plain_move: LatticeMove,
    /// The promotion of each move; `None` if the pawn stays a pawn, or if the mover is no pawn that promotes.
    promotions: Vec<Option<Kind>>,
}

/// Returns a destination for the page; `None` if the move has no mover.
fn target_of(position: &LatticePosition, destination: &Destination) -> Option<TargetView> {
    let (rules, m) = (position.rules(), destination.m);
    let effects = position.effects_of(m);
    Some(TargetView {
        piece: position.piece_at(m.from())?.label,
        cell: rules.name(m.to()),
        at: middle_of(rules.grid(), m.to()),
        promotions: offered_promotions(rules, &destination.promotions),
        reborn: rebirths(rules.grid(), &effects),
        captures: effects.iter().filter_map(LatticeEffect::captured).collect(),
        removes: rules.pair_texts(m),
        path: path_of_mover(position, m),
        text: rules.move_text(destination.plain_move),
    })
}

/// Returns the letters of promotions in the order in which the page offers them. `None` comes last, for a pawn that may stay a pawn. A
/// move without any promotion has no letters.
fn offered_promotions(rules: &LatticeRules, promotions: &[Option<Kind>]) -> Vec<Option<char>> {
    let place_in_order = |kind: &Kind| PROMOTION_ORDER.find(rules.letter(*kind)).unwrap_or(usize::MAX);
    let mut kinds: Vec<Kind> = promotions.iter().copied().flatten().collect();
    kinds.sort_by_key(place_in_order);
    let mut letters: Vec<Option<char>> = kinds.into_iter().map(|kind| Some(rules.letter(kind))).collect();
    if !letters.is_empty() && promotions.contains(&None) {
        letters.push(None);
    }
    letters
}

/// Returns the path of the mover. It is straight if the board has no path between the cells.
fn path_of_mover(position: &LatticePosition, m: LatticeMove) -> Vec<Xy> {
    let grid = position.rules().grid();
    let mut traces = position.traces(m);
    if m.kind() == MoveKind::Castle {
        // The second path is that of the rook.
        traces.truncate(1);
    }
    if traces.is_empty() {
        return [m.from(), m.to()].map(|cell| middle_of(grid, cell)).to_vec();
    }
    traces.iter().flat_map(|trace| points_along(grid, trace)).collect()
}

/// Returns points along a path. Straight lines between them are close to the path.
fn points_along(grid: &Grid, path: &CellPath) -> Vec<Xy> {
    let is_straight = grid.sheet().is_some();
    let segments = if is_straight { 1 } else { usize::from(path.count()) * SEGMENTS };
    (0..=segments).map(|i| drawn_place(grid, path.coord(i as f64 / segments as f64))).collect()
}

/// Returns the last move as it is drawn; `None` if no piece has moved.
pub fn last_move(before: &LatticePosition, made: &LatticeMoveMade) -> Option<LastMoveView> {
    let grid = before.rules().grid();
    let (mut mover, mut rook) = (None, None);
    let (mut taken, mut victims) = (Vec::new(), Vec::new());
    for effect in &made.effects {
        match *effect {
            LatticeEffect::Moved { label, .. } if mover.is_none() => mover = Some(label),
            LatticeEffect::Moved { label, from, to } => {
                let path = match before.traces(made.chosen).get(1) {
                    Some(trace) => points_along(grid, trace),
                    None => vec![middle_of(grid, from), middle_of(grid, to)],
                };
                rook = Some(CastledView { piece: label, path });
            }
            LatticeEffect::PairRemoved { label, cell }
            | LatticeEffect::Removed { label, cell }
            | LatticeEffect::Reborn { label, from: cell, .. } => {
                taken.push(middle_of(grid, cell));
                victims.push(label);
            }
            LatticeEffect::Promoted { .. } => {}
        }
    }
    Some(LastMoveView {
        piece: mover?,
        path: path_of_mover(before, made.chosen),
        turn: false,
        turned: 0.0,
        r: 0.0,
        left: middle_of(grid, made.chosen.from()),
        before: None,
        taken,
        victims,
        rook,
        reborn: rebirths(grid, &made.effects),
    })
}

/// Returns the rebirths among the effects of a move.
fn rebirths(grid: &Grid, effects: &[LatticeEffect]) -> Vec<RebirthView> {
    let rebirth = |effect: &LatticeEffect| match *effect {
        LatticeEffect::Reborn { from, to, .. } => Some([from, to].map(|cell| middle_of(grid, cell))),
        _ => None,
    };
    effects.iter().filter_map(rebirth).collect()
}

pub fn attacks(position: &LatticePosition, by: Color) -> Vec<AttackedView> {
    let cells = position.attacked_by(by).into_iter();
    cells.map(|cell| AttackedView::Cell { index: cell.index() }).collect()
}
