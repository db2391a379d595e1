//! Scenes of lattices: squares, rings and discs.

use super::caption::{NumberedPly, numbered};
use crate::board::{Cell, CellPath, Chart, Grid};
use crate::chess::{Color, Role};
use crate::game::{MoveMade, Ply, Position};
use crate::geom::Vec2;
use crate::lattice::{LatticeEffect, LatticeMove, LatticePosition, MoveKind, PieceAt};
use crate::render::{
    Area, AreaMeaning, BoardMark, DrawnPiece, DrawnShape, GluedBoard, Ground, LegalDestination, MovePath,
    Note, Passage, PieceState, Projection, RebirthArrow, Rectangle, RoundBoard, RoundCell, Scene, Sector,
    StopEffect, Symbol, Tint, Track,
};
use std::collections::BTreeMap;

/// The radius in board units of the circle about which the innermost cells of the disc lie in pictures. The cells meet in the centre,
/// which the source leaves out "to avoid the visual confusion" of the converging files.
const CENTRE_CIRCLE: f64 = 1.0;
/// The greatest radius of a piece, in board units.
const RADIUS: f64 = 0.36;
/// The greatest radius of a piece, as a share of the width of its cell.
const SHARE: f64 = 0.44;
/// The number of segments of the track of one step.
const SEGMENTS: usize = 24;
/// The distance between the middle of a cell at a rim and its name, in board units.
const RIM_NAME_DISTANCE: f64 = 0.85;
/// The row of the outermost cells of a round board.
const OUTER_ROW: usize = 3;

fn centre(grid: &Grid, cell: Cell) -> Vec2 {
    grid.chart().drawn(grid.coord(cell), CENTRE_CIRCLE)
}

fn radius(grid: &Grid, cell: Cell) -> f64 {
    radius_at(grid, centre(grid, cell))
}

/// Returns the radius of a piece at a place. On a round board there is less room near the centre.
fn radius_at(grid: &Grid, at: Vec2) -> f64 {
    match grid.chart() {
        Chart::Flat(_) => RADIUS,
        chart @ (Chart::Ring | Chart::Disc) => {
            RADIUS.min(SHARE * at.length().max(1.0) * chart.column_width())
        }
    }
}

fn empty_board(position: &LatticePosition) -> Scene {
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

fn sector(grid: &Grid, cell: Cell) -> Sector {
    let half = grid.chart().column_width() / 2.0;
    let (rho, theta) = (centre(grid, cell).length(), grid.coord(cell).v);
    let (inner, outer) = (rho - 0.5, rho + 0.5);
    Sector { centre: Vec2::ZERO, inner, outer, from: theta - half, to: theta + half }
}

/// Returns a ring or disc. A cell at a rim has its name beside the rim, and any other cell within.
fn round_board(position: &LatticePosition) -> RoundBoard {
    let rules = position.rules();
    let grid = rules.grid();
    let has_inner_rim = grid.chart() == Chart::Ring;
    let cell = |place: Cell| {
        let is_void = grid.is_void(place);
        let tint = match (is_void, grid.is_light(place)) {
            (true, _) => Tint::Void,
            (false, true) => Tint::Light,
            (false, false) => Tint::Dark,
        };
        let row = grid.row(place);
        let is_at_rim = row == OUTER_ROW || (row == 0 && has_inner_rim);
        let name = if is_void || is_at_rim { String::new() } else { rules.name(place) };
        RoundCell { sector: sector(grid, place), tint, name }
    };
    let rim_name = |cell: Cell, outwards: f64| {
        let at = centre(grid, cell);
        Note { text: rules.name(cell), at: at + at.normalize() * outwards }
    };
    let mut names = Vec::new();
    for column in 0..grid.chart().columns() {
        let places = (0..=OUTER_ROW).map(|row| grid.place(row, column));
        let cells: Vec<Cell> = places.filter(|&place| !grid.is_void(place)).collect();
        names.extend(cells.get(OUTER_ROW).map(|&outermost| rim_name(outermost, RIM_NAME_DISTANCE)));
        if has_inner_rim {
            names.extend(cells.first().map(|&innermost| rim_name(innermost, -RIM_NAME_DISTANCE)));
        }
    }
    let centre_circle = if grid.chart() == Chart::Disc { CENTRE_CIRCLE } else { 0.0 };
    RoundBoard { cells: grid.places().map(cell).collect(), names, centre_circle }
}

/// Returns a piece on a cell. `letter` is the capital letter of its kind.
fn piece_on(grid: &Grid, letter: char, color: Color, cell: Cell) -> DrawnPiece {
    let symbol = Symbol::of_letter(letter);
    DrawnPiece { symbol, ..DrawnPiece::disc(centre(grid, cell), radius(grid, cell), color, Role::Pawn) }
}

/// Returns every piece, with the states of a king in check and of the subject of the picture.
fn drawn_pieces(position: &LatticePosition, subject: Option<Cell>) -> Vec<DrawnPiece> {
    let rules = position.rules();
    let grid = rules.grid();
    let side_in_check = position.in_check().then_some(position.turn());
    let forwards = position.forwards();
    let draw = |piece: PieceAt| {
        let state = if subject == Some(piece.cell) {
            PieceState::Subject
        } else if side_in_check == Some(piece.color) && rules.is_royal(piece.kind) {
            PieceState::InCheck
        } else {
            PieceState::Present
        };
        let drawn = piece_on(grid, rules.letter(piece.kind), piece.color, piece.cell).in_state(state);
        DrawnPiece { forward: forwards.get(&piece.label).map(|forward| forward.dir.to_angle()), ..drawn }
    };
    position.pieces().into_iter().map(draw).collect()
}

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

/// Returns a position with the paths of the plies that led to it, numbered if there are several.
///
/// `before` has the position in which each ply was made.
pub fn moves(position: &LatticePosition, before: &[&Position], plies: &[Ply]) -> Scene {
    empty_board(position).with(drawn_pieces(position, None)).with(marks_of_plies(before, numbered(plies)))
}

/// Returns the marks of plies with their numbers. `before` has the position in which each ply was made.
fn marks_of_plies(before: &[&Position], plies: Vec<NumberedPly<'_>>) -> Vec<BoardMark> {
    let mut marks = Vec::new();
    for (NumberedPly { ply, number }, position) in plies.into_iter().zip(before) {
        marks.extend(marks_of_ply(ply, position, number));
    }
    marks
}

/// Returns all marks of a ply that was made in the position `before`.
fn marks_of_ply(ply: &Ply, before: &Position, number: String) -> Vec<BoardMark> {
    let (MoveMade::Lattice(made), Position::Lattice(before)) = (&ply.made, before) else {
        return Vec::new();
    };
    let paths = move_paths(before, made.chosen, number).into_iter().map(BoardMark::from);
    paths.chain(made.effects.iter().filter_map(|effect| mark_of_effect(before, effect))).collect()
}

/// Returns the paths of a move: those of king and rook for castling, else one path. The first has the number.
fn move_paths(before: &LatticePosition, chosen: LatticeMove, number: String) -> Vec<MovePath> {
    let traces = before.traces(chosen);
    let path = |traces: &[CellPath], number: String| MovePath {
        track: track(before.rules().grid(), traces),
        radius: RADIUS / 2.0,
        color: before.turn(),
        passage: if traces.len() > 1 { Passage::Leap } else { Passage::Passed },
        number,
    };
    match traces[..] {
        [king, rook] if chosen.kind() == MoveKind::Castle => {
            vec![path(&[king], number), path(&[rook], String::new())]
        }
        [] => Vec::new(),
        // The traces of a leap are one path.
        [..] => vec![path(&traces, number)],
    }
}

/// Returns a move under way, after a fraction of its paths. The other pieces are those of the position before the move.
///
/// `plies` ends with the move, and `before` with the position in which it was made.
pub fn under_way(before: &[&Position], plies: &[Ply], travelled: f64) -> Option<Scene> {
    let mut numbered_plies = numbered(plies);
    let NumberedPly { ply, number } = numbered_plies.pop()?;
    let MoveMade::Lattice(made) = &ply.made else { return None };
    let Position::Lattice(board) = before.last()? else { return None };
    let mut pieces = drawn_pieces(board, None);
    let mut scene = empty_board(board).with(marks_of_plies(before, numbered_plies));
    for path in move_paths(board, made.chosen, number) {
        let from = path.track.start();
        let mover = pieces.iter_mut().min_by(|a, b| a.at.distance(from).total_cmp(&b.at.distance(from)))?;
        scene = scene.with([mover.clone().in_state(PieceState::Departed)]);
        let track = path.track.slice(0.0, path.track.length() * travelled);
        let at = track.end();
        // On a ring the forward direction depends on the place.
        let turn = match board.rules().grid().chart() {
            Chart::Ring => at.to_angle() - from.to_angle(),
            Chart::Flat(_) | Chart::Disc => 0.0,
        };
        *mover = DrawnPiece {
            at,
            forward: mover.forward.map(|forward| forward + turn),
            extent: DrawnShape::Disc { centre: at, radius: radius_at(board.rules().grid(), at) },
            ..mover.clone()
        };
        scene = scene.with([MovePath { track, ..path }]);
    }
    Some(scene.with(pieces))
}

/// Returns the mark of an effect of a move, if the effect has one besides the path.
fn mark_of_effect(before: &LatticePosition, effect: &LatticeEffect) -> Option<BoardMark> {
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

pub fn legal(position: &LatticePosition, cell: Cell) -> Scene {
    let grid = position.rules().grid();
    let mut effects: BTreeMap<Cell, StopEffect> = BTreeMap::new();
    // The longest path of each step, which is given by its rows and columns.
    let mut longest_paths: BTreeMap<(i8, i8), CellPath> = BTreeMap::new();
    for &m in position.legal_moves().iter().filter(|m| m.from() == cell) {
        let captures = position.piece_at(m.to()).is_some() || m.kind() == MoveKind::EnPassant;
        effects.insert(m.to(), StopEffect::of(captures, m.promotion().is_some()));
        if let [trace] = position.traces(m)[..] {
            let step = (trace.step().rows, trace.step().columns);
            let longest = longest_paths.entry(step).or_insert(trace);
            if trace.count() > longest.count() {
                *longest = trace;
            }
        }
    }
    let paths = longest_paths.values().map(|&trace| MovePath {
        track: track(grid, &[trace]),
        radius: RADIUS / 2.0,
        color: position.turn(),
        passage: Passage::Passed,
        number: String::new(),
    });
    let targets = effects.iter().map(|(&to, &effect)| LegalDestination {
        at: centre(grid, to),
        radius: radius(grid, to),
        effect,
    });
    empty_board(position).with(drawn_pieces(position, Some(cell))).with(paths).with(targets)
}

pub fn attacks(position: &LatticePosition, color: Color) -> Scene {
    let grid = position.rules().grid();
    let shape = |cell: Cell| match grid.chart() {
        Chart::Flat(_) => {
            let square = Rectangle::about(centre(grid, cell), Vec2::splat(0.5));
            DrawnShape::Polygon(square.corners().to_vec())
        }
        Chart::Ring | Chart::Disc => sector(grid, cell).shape(),
    };
    let shapes = position.attacked_by(color).into_iter().map(shape).collect();
    empty_board(position)
        .with([Area { color, shapes, meaning: AreaMeaning::Attacked }])
        .with(drawn_pieces(position, None))
}
