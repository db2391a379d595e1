//! Scenes of lattices: squares, rings and discs.

use super::caption::numbered;
use crate::board::{Cell, CellPath, Chart, Grid};
use crate::chess::{Color, Role};
use crate::game::{MoveMade, Ply, Position};
use crate::geom::Vec2;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, MoveKind, PieceAt};
use crate::render::{
    Area, AreaMeaning, BoardMark, DrawnPiece, DrawnShape, GluedBoard, Ground, LegalDestination, MovePath,
    Passage, PieceState, Projection, RebirthArrow, Rectangle, RimName, RoundBoard, RoundCell, Scene, Sector,
    StopEffect, Symbol, Tint, Track,
};
use std::collections::BTreeMap;

/// The radius at which the first ring of the disc begins in pictures. Its cells meet in the centre, which the source leaves out "to avoid
/// the visual confusion" of the converging files.
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
        Chart::Flat(sheet) if sheet.has_seams() => Ground::Glued(GluedBoard {
            sheet,
            voids: Vec::new(),
            has_cells: true,
            projection: Projection::Chart,
        }),
        Chart::Flat(sheet) => Ground::Squares { files: sheet.width as u32, ranks: sheet.height as u32 },
        Chart::Ring | Chart::Disc => Ground::Round(round_board(position)),
    })
}

/// Returns the area of a cell of a round board.
fn sector(grid: &Grid, cell: Cell) -> Sector {
    let half = grid.chart().column_width() / 2.0;
    let (rho, theta) = (centre(grid, cell).length(), grid.coord(cell).v);
    Sector { inner: rho - 0.5, outer: rho + 0.5, from: theta - half, to: theta + half }
}

fn round_board(position: &LatticePosition) -> RoundBoard {
    let rules = position.rules();
    let grid = rules.grid();
    let cell = |place: Cell| {
        let tint = match (grid.is_void(place), grid.is_light(place)) {
            (true, _) => Tint::Void,
            (false, true) => Tint::Light,
            (false, false) => Tint::Dark,
        };
        // A cell at a rim has its name there.
        let is_innermost = grid.row(place) == 0 && grid.chart() == Chart::Ring;
        let has_name = tint != Tint::Void && grid.row(place) != 3 && !is_innermost;
        let name = if has_name { rules.name(place) } else { String::new() };
        RoundCell { sector: sector(grid, place), tint, name }
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

/// Returns every piece. A king in check and the subject are marked.
fn pieces(position: &LatticePosition, subject: Option<Cell>) -> Vec<DrawnPiece> {
    let rules = position.rules();
    let grid = rules.grid();
    let in_check = position.in_check();
    let forwards = position.forwards();
    let draw = |piece: PieceAt| {
        let is_in_check = in_check && rules.is_royal(piece.kind) && piece.color == position.turn();
        let state = match (subject == Some(piece.cell), is_in_check) {
            (true, _) => PieceState::Subject,
            (false, true) => PieceState::InCheck,
            (false, false) => PieceState::Present,
        };
        let drawn = piece_on(grid, rules.letter(piece.kind), piece.color, piece.cell).in_state(state);
        DrawnPiece { forward: forwards.get(&piece.label).map(|forward| forward.dir.to_angle()), ..drawn }
    };
    position.pieces().into_iter().map(draw).collect()
}

/// Returns the track along some paths of cells.
fn track(grid: &Grid, traces: &[CellPath]) -> Track {
    let mut points = Vec::new();
    for trace in traces {
        let segments = SEGMENTS * usize::from(trace.count());
        for i in 0..=segments {
            points.push(grid.chart().drawn(trace.coord(i as f64 / segments as f64), CENTRE_CIRCLE));
        }
    }
    Track::through(points)
}

/// Returns a position with the paths of the plies that led to it, numbered if there are several. `before` has the position in which each
/// was played.
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
    let paths = move_paths(before, done.chosen, number).into_iter().map(BoardMark::from);
    paths.chain(done.effects.iter().filter_map(|effect| trail(before, effect))).collect()
}

/// Returns the paths of a move. Castling has those of king and rook.
fn move_paths(before: &LatticePosition, chosen: LatticeMove, number: String) -> Vec<MovePath> {
    let traces = before.traces(chosen);
    let is_castling = chosen.kind() == MoveKind::Castle;
    let path = |traces: &[CellPath], number: String| MovePath {
        track: track(before.rules().grid(), traces),
        radius: RADIUS / 2.0,
        color: before.turn(),
        passage: if traces.len() > 1 { Passage::Leap } else { Passage::Passed },
        number,
    };
    // The traces of a leap are one path.
    let length = if is_castling { 1 } else { traces.len().max(1) };
    let mut paths: Vec<MovePath> = traces.chunks(length).map(|traces| path(traces, String::new())).collect();
    if let Some(first) = paths.first_mut() {
        first.number = number;
    }
    paths
}

/// Returns a move under way. Its pieces have travelled a part of their paths, from 0 to 1, and all others stand where they stood before
/// the move. `plies` ends with the move, `before` with the position in which it was made.
pub fn under_way(before: &[&Position], plies: &[Ply], part: f64) -> Option<Scene> {
    let (Position::Lattice(board), earlier) = before.split_last().map(|(last, rest)| (*last, rest))? else {
        return None;
    };
    let MoveMade::Lattice(done) = &plies.last()?.done else { return None };
    let number = numbered(plies).last().map_or_else(String::new, |(_, number)| number);
    let mut standing = pieces(board, None);
    let mut scene = ground(board);
    for ((ply, number), before) in numbered(plies).zip(earlier) {
        scene = scene.with(marks_of_ply(ply, before, number));
    }
    for way in move_paths(board, done.chosen, number) {
        let from = way.track.start();
        let mover = standing.iter_mut().min_by(|a, b| a.at.distance(from).total_cmp(&b.at.distance(from)))?;
        scene = scene.with([mover.clone().in_state(PieceState::Departed)]);
        let track = way.track.slice(0.0, way.track.length() * part);
        let at = track.end();
        // On a ring the direction of forward turns with the place.
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

/// Returns the mark of an effect of a move besides its path, if it has one.
fn trail(before: &LatticePosition, effect: &LatticeEffect) -> Option<BoardMark> {
    let grid = before.rules().grid();
    match *effect {
        LatticeEffect::Removed { cell, .. } | LatticeEffect::PairRemoved { cell, .. } => {
            let (at, radius) = (centre(grid, cell), radius(grid, cell));
            Some(LegalDestination { at, radius, effect: StopEffect::Capture }.into())
        }
        LatticeEffect::Reborn { from, to, .. } => {
            let track = Track::line(centre(grid, from), centre(grid, to));
            (from != to).then(|| RebirthArrow { track, radius: radius(grid, to) }.into())
        }
        LatticeEffect::Moved { from, .. } => {
            let piece = before.piece_at(from)?;
            let drawn = piece_on(grid, before.rules().letter(piece.kind), piece.color, from);
            Some(drawn.in_state(PieceState::Departed).into())
        }
        LatticeEffect::Promoted { .. } => None,
    }
}

/// Returns the legal moves of the piece on a cell.
pub fn legal(position: &LatticePosition, cell: Cell) -> Scene {
    let grid = position.rules().grid();
    let mut targets: BTreeMap<Cell, StopEffect> = BTreeMap::new();
    // The longest path in each direction.
    let mut lanes: BTreeMap<(i8, i8), CellPath> = BTreeMap::new();
    for &m in position.legal_moves().iter().filter(|m| m.from() == cell) {
        let takes = position.piece_at(m.to()).is_some() || m.kind() == MoveKind::EnPassant;
        targets.insert(m.to(), StopEffect::of(takes, m.promotion().is_some()));
        if let [trace] = position.traces(m)[..] {
            let step = (trace.step().rows, trace.step().columns);
            let longest = lanes.entry(step).or_insert(trace);
            if trace.count() > longest.count() {
                *longest = trace;
            }
        }
    }
    let lanes = lanes.values().map(|&trace| MovePath {
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
    let shape = |cell: Cell| match grid.chart() {
        Chart::Flat(_) => {
            let square = Rectangle::about(centre(grid, cell), Vec2::splat(0.5));
            DrawnShape::Polygon(square.corners().to_vec())
        }
        Chart::Ring | Chart::Disc => sector(grid, cell).about(Vec2::ZERO),
    };
    let shapes = position.attacked_by(color).into_iter().map(shape).collect();
    ground(position)
        .with([Area { color, shapes, meaning: AreaMeaning::Attacked }])
        .with(pieces(position, None))
}
