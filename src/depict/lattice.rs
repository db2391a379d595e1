//! Scenes of lattices: squares, rings and discs.

use super::caption::numbered;
use crate::board::{Cell, CellPath, Chart, Grid};
use crate::chess::{Color, Role};
use crate::game::{MoveMade, Ply, Position};
use crate::geom::Vec2;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, MoveKind, PieceAt};
use crate::render::{
    self, Area, BoardMark, Cover, DrawnPiece, DrawnShape, GluedBoard, Ground, MovePath, Passage, Projection,
    RebirthArrow, RimName, RoundBoard, Scene, Symbol,
};
use crate::render::{LegalDestination, PieceState, Tint, Track};
use std::collections::BTreeMap;

/// The radius at which the disc's first ring is drawn to begin. Its cells meet in the centre, which the source takes
/// out "to avoid the visual confusion" of the converging files.
const CENTRE_CIRCLE: f64 = 1.0;

/// The greatest radius of a piece.
const RADIUS: f64 = 0.36;

/// The greatest radius of a piece, as a share of the width of its cell.
const SHARE: f64 = 0.44;

/// The number of straight segments in which one step of a curve is drawn.
const SEGMENTS: usize = 24;

fn centre(grid: &Grid, cell: Cell) -> Vec2 {
    grid.chart().drawn(grid.coord(cell), CENTRE_CIRCLE)
}

fn radius(grid: &Grid, cell: Cell) -> f64 {
    radius_at(grid, centre(grid, cell))
}

/// Returns the radius of a piece at a place: a round board has less room farther in.
fn radius_at(grid: &Grid, at: Vec2) -> f64 {
    match grid.chart() {
        Chart::Flat(_) => RADIUS,
        chart @ (Chart::Ring | Chart::Disc) => {
            RADIUS.min(SHARE * at.length().max(1.0) * chart.column_width())
        }
    }
}

fn ground(position: &LatticePosition) -> Scene {
    let grid = position.rules().grid();
    Scene::new(match grid.chart() {
        Chart::Flat(sheet) if sheet.has_seams() => {
            Ground::Glued(GluedBoard { sheet, voids: Vec::new(), cells: true, projection: Projection::Chart })
        }
        Chart::Flat(sheet) => Ground::Squares { files: sheet.width as u32, ranks: sheet.height as u32 },
        Chart::Ring | Chart::Disc => Ground::Round(round_board(position)),
    })
}

fn round_board(position: &LatticePosition) -> RoundBoard {
    let rules = position.rules();
    let grid = rules.grid();
    let half = grid.chart().column_width() / 2.0;
    let cell = |place: Cell| {
        let theta = grid.coord(place).v;
        let middle = centre(grid, place).length();
        let tint = match (grid.is_void(place), grid.is_light(place)) {
            (true, _) => Tint::Void,
            (false, true) => Tint::Light,
            (false, false) => Tint::Dark,
        };
        let (inner, outer) = (middle - 0.5, middle + 0.5);
        // Cells at a rim are named there; beside a void there is no rim.
        let outermost = grid.row(place) == 3 && !grid.is_void(place);
        let innermost = grid.row(place) == 0 && grid.chart() == Chart::Ring;
        let name = match grid.is_void(place) || outermost || innermost {
            true => String::new(),
            false => rules.name(place),
        };
        render::RoundCell { inner, outer, from: theta - half, to: theta + half, tint, name }
    };
    let mut names = Vec::new();
    for column in 0..grid.chart().columns() {
        let ring: Vec<Cell> =
            (0..4).map(|row| grid.place(row, column)).filter(|&c| !grid.is_void(c)).collect();
        let name = |cell: Cell, beyond: f64| {
            let at = centre(grid, cell);
            RimName { text: rules.name(cell), at: at + at.normalize() * beyond }
        };
        names.extend(ring.get(3).map(|&outer| name(outer, 0.85)));
        if grid.chart() == Chart::Ring {
            names.extend(ring.first().map(|&inner| name(inner, -0.85)));
        }
    }
    let centre_circle = if grid.chart() == Chart::Disc { CENTRE_CIRCLE } else { 0.0 };
    RoundBoard { cells: grid.places().map(cell).collect(), names, centre_circle }
}

/// Returns a piece on a cell: a chess figure for a letter that has one, else the letter in a disc.
fn piece_on(grid: &Grid, letter: char, color: Color, cell: Cell) -> DrawnPiece {
    let symbol = Role::from_letter(letter).map_or(Symbol::Letter(letter), Symbol::Role);
    DrawnPiece { symbol, ..DrawnPiece::disc(centre(grid, cell), radius(grid, cell), color, Role::Pawn) }
}

fn pieces(position: &LatticePosition, subject: Option<Cell>) -> Vec<DrawnPiece> {
    let rules = position.rules();
    let grid = rules.grid();
    let in_check = position.in_check();
    let forwards = position.forwards();
    let draw = |piece: PieceAt| {
        let checked = in_check && rules.is_royal(piece.kind) && piece.color == position.turn();
        let state = match (subject == Some(piece.cell), checked) {
            (true, _) => PieceState::Subject,
            (false, true) => PieceState::InCheck,
            (false, false) => PieceState::Present,
        };
        let drawn = piece_on(grid, rules.letter(piece.kind), piece.color, piece.cell).in_state(state);
        DrawnPiece { forward: forwards.get(&piece.label).map(|forward| forward.dir.to_angle()), ..drawn }
    };
    position.pieces().into_iter().map(draw).collect()
}

fn track(grid: &Grid, traces: &[CellPath]) -> Track {
    let point = |trace: &CellPath, i: usize, of: usize| {
        grid.chart().drawn(trace.coord(i as f64 / of as f64), CENTRE_CIRCLE)
    };
    let points = traces.iter().flat_map(|trace| {
        let segments = SEGMENTS * usize::from(trace.count());
        (0..=segments).map(move |i| point(trace, i, segments))
    });
    Track::through(points.collect())
}

/// Returns a position with the paths of the plies that led to it, numbered if there are several. `before` has the
/// positions from which each was played.
pub fn moves(position: &LatticePosition, before: &[&Position], plies: &[Ply]) -> Scene {
    let mut scene = ground(position).with(pieces(position, None));
    for ((ply, number), before) in numbered(plies).zip(before) {
        scene = scene.with(marks_of_ply(ply, before, number));
    }
    scene
}

/// Returns all marks of a ply.
fn marks_of_ply(ply: &Ply, before: &Position, number: String) -> Vec<BoardMark> {
    let (MoveMade::Lattice(done), Position::Lattice(before)) = (&ply.done, before) else {
        return Vec::new();
    };
    let mut marks: Vec<BoardMark> =
        move_lanes(before, done.chosen, number).into_iter().map(BoardMark::from).collect();
    marks.extend(done.effects.iter().filter_map(|effect| trail(before, effect)));
    marks
}

/// Returns the paths of a move; for castling those of king and rook.
fn move_lanes(before: &LatticePosition, chosen: LatticeMove, number: String) -> Vec<MovePath> {
    let (grid, traces) = (before.rules().grid(), before.traces(chosen));
    let castles = chosen.kind() == MoveKind::Castle;
    let move_lanes: Vec<&[CellPath]> = if castles { traces.chunks(1).collect() } else { vec![&traces[..]] };
    let lane = |(i, way): (usize, &[CellPath])| MovePath {
        track: track(grid, way),
        radius: RADIUS / 2.0,
        color: before.turn(),
        passage: if way.len() > 1 { Passage::Leap } else { Passage::Passed },
        number: if i == 0 { number.clone() } else { String::new() },
    };
    move_lanes.into_iter().filter(|way| !way.is_empty()).enumerate().map(lane).collect()
}

/// Returns a move under way: its pieces after a part, from 0 to 1, of their paths, and everything else in its place
/// before the move. `plies` end with the move, `before` with the position in which it was made.
pub fn under_way(before: &[&Position], plies: &[Ply], part: f64) -> Option<Scene> {
    let (Position::Lattice(board), earlier) = before.split_last().map(|(last, rest)| (*last, rest))? else {
        return None;
    };
    let (Ply { done: MoveMade::Lattice(done), .. }, earlier_plies) = plies.split_last()? else { return None };
    let number = numbered(plies).last().map_or_else(String::new, |(_, number)| number);
    let move_lanes = move_lanes(board, done.chosen, number);
    let mut standing = pieces(board, None);
    let mut scene = ground(board);
    for ((ply, number), before) in numbered(plies).take(earlier_plies.len()).zip(earlier) {
        scene = scene.with(marks_of_ply(ply, before, number));
    }
    for way in move_lanes {
        let from = way.track.start();
        let mover = standing.iter_mut().min_by(|a, b| a.at.distance(from).total_cmp(&b.at.distance(from)))?;
        scene = scene.with([mover.clone().in_state(PieceState::Departed)]);
        let track = way.track.slice(0.0, way.track.length() * part);
        let at = track.end();
        // Round the ring forward turns with the place.
        let turned = match board.rules().grid().chart() {
            Chart::Ring => at.to_angle() - from.to_angle(),
            Chart::Flat(_) | Chart::Disc => 0.0,
        };
        *mover = DrawnPiece {
            at,
            forward: mover.forward.map(|forward| forward + turned),
            extent: DrawnShape::Disc { centre: at, radius: radius_at(board.rules().grid(), at) },
            ..mover.clone()
        };
        scene = scene.with([MovePath { track, ..way }]);
    }
    Some(scene.with(standing))
}

/// Returns the mark of an effect of a move, besides its path.
fn trail(before: &LatticePosition, effect: &LatticeEffect) -> Option<BoardMark> {
    let grid = before.rules().grid();
    match *effect {
        LatticeEffect::Removed { cell, .. } | LatticeEffect::PairRemoved { cell, .. } => Some(
            LegalDestination {
                at: centre(grid, cell),
                radius: radius(grid, cell),
                effect: render::StopEffect::Capture,
            }
            .into(),
        ),
        LatticeEffect::Reborn { from, to, .. } => {
            let track = Track::line(centre(grid, from), centre(grid, to));
            (from != to).then(|| RebirthArrow { track, radius: radius(grid, to) }.into())
        }
        LatticeEffect::Moved { from, .. } => {
            let piece = before.piece_at(from)?;
            Some(
                piece_on(grid, before.rules().letter(piece.kind), piece.color, from)
                    .in_state(PieceState::Departed)
                    .into(),
            )
        }
        LatticeEffect::Promoted { .. } => None,
    }
}

/// Returns the legal moves of the piece on a cell.
pub fn legal(position: &LatticePosition, cell: Cell) -> Scene {
    let grid = position.rules().grid();
    let mut targets: BTreeMap<Cell, render::StopEffect> = BTreeMap::new();
    let mut move_lanes: BTreeMap<(i8, i8), CellPath> = BTreeMap::new();
    for &m in position.legal_moves().iter().filter(|m| m.from() == cell) {
        let takes = position.piece_at(m.to()).is_some() || m.kind() == MoveKind::EnPassant;
        targets.insert(m.to(), render::StopEffect::of(takes, m.promotion().is_some()));
        if let [trace] = position.traces(m)[..] {
            let step = (trace.step().rows, trace.step().columns);
            let longest = move_lanes.entry(step).or_insert(trace);
            if trace.count() > longest.count() {
                *longest = trace;
            }
        }
    }
    let lanes = move_lanes.values().map(|&trace| MovePath {
        track: track(grid, &[trace]),
        radius: RADIUS / 2.0,
        color: position.turn(),
        passage: Passage::Passed,
        number: String::new(),
    });
    let rings = targets.iter().map(|(&to, &effect)| LegalDestination {
        at: centre(grid, to),
        radius: radius(grid, to),
        effect,
    });
    ground(position).with(pieces(position, Some(cell))).with(lanes).with(rings)
}

/// Returns the cells that a side attacks.
pub fn attacks(position: &LatticePosition, color: Color) -> Scene {
    let grid = position.rules().grid();
    let half = grid.chart().column_width() / 2.0;
    let shape = |cell: Cell| {
        let at = centre(grid, cell);
        match grid.chart() {
            Chart::Flat(_) => {
                let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                DrawnShape::Polygon(corners.iter().map(|&(x, y)| at + Vec2::new(x, y)).collect())
            }
            Chart::Ring | Chart::Disc => {
                let (rho, theta) = (at.length(), grid.coord(cell).v);
                DrawnShape::sector(Vec2::ZERO, rho - 0.5, rho + 0.5, theta - half, theta + half)
            }
        }
    };
    let shapes = position.attacked_by(color).into_iter().map(shape).collect();
    ground(position).with([Area { color, shapes, cover: Cover::Attacked }]).with(pieces(position, None))
}
