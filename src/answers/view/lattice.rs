//! Positions on cells, their legal sets and moves in the form that the page gets.

use super::board::shown;
use super::types::{CastledView, LastMoveView, LegalView, PieceView, ShapeView, TargetView, Xy};
use crate::board::{Cell, CellPath, Grid};
use crate::chess::{Color, Label, Status};
use crate::game::LatticeMoveMade;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, MoveKind};
use crate::variant::CheckRule;

/// The radius about a piece's centre within which a pointer finds it, board units.
pub const PIECE_RADIUS: f64 = 0.42;

/// The number of segments in which one step of a curved path is drawn.
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
            at: shown(rules.grid(), rules.grid().coord(piece.cell)),
            cell: Some(rules.name(piece.cell)),
            heading: None,
            ahead: forward.map(|forward| [forward.dir.x, forward.dir.y]),
            way: forward.map(|forward| forward.way),
            mirrored: piece.flips.mirrors(),
            shape: ShapeView::Disc { r: PIECE_RADIUS },
        }
    };
    position.pieces().into_iter().map(view).collect()
}

/// Returns the label of the king of the side to move.
pub fn king(position: &LatticePosition) -> Option<Label> {
    let rules = position.rules();
    let mut pieces = position.pieces().into_iter();
    pieces.find(|piece| rules.is_royal(piece.kind) && piece.color == position.turn()).map(|piece| piece.label)
}

/// Returns the sides whose king is attacked, where a king may be left so and then be taken.
pub fn exposed(position: &LatticePosition) -> Vec<Color> {
    let rules = position.rules();
    if rules.variant().spec().check_rule == CheckRule::Strict || position.status() != Status::Ongoing {
        return Vec::new();
    }
    Color::ALL.iter().copied().filter(|&side| rules.in_check(position.state(), side)).collect()
}

/// Returns every destination; promotions to the same cell are one.
pub fn legal(position: &LatticePosition) -> LegalView {
    let mut targets: Vec<TargetView> = Vec::new();
    for (text, m) in position.moves_by_text() {
        let letter = m.promotion().map(|kind| position.rules().letter(kind).to_string());
        let plain = text[..text.len() - letter.as_ref().map_or(0, String::len)].to_owned();
        match targets.last_mut().filter(|last| last.text == plain) {
            Some(last) => {
                if last.promotes.is_empty() {
                    // The pawn may stay: that move comes first, because its text is shorter.
                    last.promotes.push(String::new());
                }
                last.promotes.extend(letter);
            }
            None => targets.extend(target(position, m, plain, letter)),
        }
    }
    for target in &mut targets {
        // The order of the chooser: queen first, and a pawn that stays last.
        let place = |letter: &String| "QRBN".find(letter.as_str()).filter(|_| !letter.is_empty());
        target.promotes.sort_by_key(|letter| (letter.is_empty(), place(letter).unwrap_or(usize::MAX)));
    }
    LegalView { targets, ..LegalView::default() }
}

fn target(
    position: &LatticePosition,
    m: LatticeMove,
    text: String,
    letter: Option<String>,
) -> Option<TargetView> {
    let rules = position.rules();
    let effects = position.effects_of(m);
    let removes = text.strip_prefix("xx:").and_then(|rest| rest.split_whitespace().next());
    Some(TargetView {
        piece: position.piece_at(m.from())?.label,
        cell: rules.name(m.to()),
        at: shown(rules.grid(), rules.grid().coord(m.to())),
        promotes: letter.into_iter().collect(),
        reborn: reborn(rules.grid(), &effects),
        captures: effects.iter().filter_map(LatticeEffect::captured).collect(),
        removes: removes.map(|pairs| pairs.split(',').map(str::to_owned).collect()).unwrap_or_default(),
        path: path(position, m),
        text,
    })
}

/// Returns the path of the mover, which is straight if the geometry gives none.
fn path(position: &LatticePosition, m: LatticeMove) -> Vec<Xy> {
    let grid = position.rules().grid();
    let traces = position.traces(m);
    let legs = if m.kind() == MoveKind::Castle { &traces[..traces.len().min(1)] } else { &traces[..] };
    if legs.is_empty() {
        return [m.from(), m.to()].map(|cell| shown(grid, grid.coord(cell))).to_vec();
    }
    legs.iter().flat_map(|leg| drawn(grid, leg)).collect()
}

/// Returns points along a path, close enough to draw through.
fn drawn(grid: &Grid, trace: &CellPath) -> Vec<Xy> {
    let segments = if grid.sheet().is_some() { 1 } else { usize::from(trace.count()) * SEGMENTS };
    (0..=segments).map(|i| shown(grid, trace.coord(i as f64 / segments as f64))).collect()
}

/// Returns the last move; none if no piece has moved.
pub fn last(before: &LatticePosition, done: &LatticeMoveMade) -> Option<LastMoveView> {
    let grid = before.rules().grid();
    let shown = |cell: Cell| shown(grid, grid.coord(cell));
    let (mut mover, mut rook) = (None, None);
    let (mut taken, mut victims) = (Vec::new(), Vec::new());
    for effect in &done.effects {
        match *effect {
            LatticeEffect::Moved { label, .. } if mover.is_none() => mover = Some(label),
            LatticeEffect::Moved { label, from, to } => {
                let path = match before.traces(done.chosen).get(1) {
                    Some(trace) => drawn(grid, trace),
                    None => vec![shown(from), shown(to)],
                };
                rook = Some(CastledView { piece: label, path });
            }
            LatticeEffect::PairRemoved { label, cell }
            | LatticeEffect::Removed { label, cell }
            | LatticeEffect::Reborn { label, from: cell, .. } => {
                taken.push(shown(cell));
                victims.push(label);
            }
            LatticeEffect::Promoted { .. } => {}
        }
    }
    Some(LastMoveView {
        piece: mover?,
        path: path(before, done.chosen),
        turn: false,
        turned: 0.0,
        r: 0.0,
        left: shown(done.chosen.from()),
        before: None,
        taken,
        victims,
        rook,
        reborn: reborn(grid, &done.effects),
    })
}

/// Returns the places where pieces were captured and where each was put back.
fn reborn(grid: &Grid, effects: &[LatticeEffect]) -> Vec<[Xy; 2]> {
    let mut places = Vec::new();
    for effect in effects {
        if let LatticeEffect::Reborn { from, to, .. } = *effect {
            places.push([from, to].map(|cell| shown(grid, grid.coord(cell))));
        }
    }
    places
}

/// Returns the cells that a side attacks.
pub fn attacks(position: &LatticePosition, by: Color) -> Vec<ShapeView> {
    let cells = position.attacked_by(by).into_iter();
    cells.map(|cell| ShapeView::Cell { index: cell.index() }).collect()
}
