//! Scenes of lattices: squares, rings and discs.

use crate::board::{Cell, Chart, Grid, Trace};
use crate::chess::{Color, Role};
use crate::game::{Done, Ply, Position as AnyPosition};
use crate::geom::Vec2;
use crate::lattice::{Effect, MoveKind, PieceAt, Position};
use crate::render::{
    self, Area, Ground, Lane, Mark, Passage, Piece, Rebirth, RimName, RoundBoard, Scene, Shape,
};
use crate::render::{Standing, Target, Tint, Track};
use std::collections::BTreeMap;

/// The radius at which the disc's first ring is drawn to begin. Its cells meet in the centre, and the source
/// takes the centre out "to avoid the visual confusion" of the converging files: so do the pictures.
const CENTRE_CIRCLE: f64 = 1.0;

/// The radius of a man where there is room.
const MAN: f64 = 0.36;

/// How much of a cell's width a man may take, as a radius.
const SHARE: f64 = 0.44;

/// Straight pieces in which a curve is drawn, a step.
const SEGMENTS: usize = 24;

fn centre(grid: &Grid, cell: Cell) -> Vec2 {
    grid.chart().drawn(grid.coord(cell), CENTRE_CIRCLE)
}

fn radius(grid: &Grid, cell: Cell) -> f64 {
    match grid.chart() {
        Chart::Square => MAN,
        chart @ (Chart::Ring | Chart::Disc) => {
            MAN.min(SHARE * centre(grid, cell).length() * chart.column_width())
        }
    }
}

fn ground(position: &Position) -> Scene {
    let grid = position.rules().grid();
    Scene::new(match grid.chart() {
        Chart::Square => Ground::Squares { files: 8, ranks: 8 },
        Chart::Ring | Chart::Disc => Ground::Round(round_board(position)),
    })
}

fn round_board(position: &Position) -> RoundBoard {
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
        // Beside a void there is no rim for the name to stand at.
        let beside = grid.place((grid.row(place) + 1).min(3), grid.column(place));
        let name = match grid.is_void(beside) && !grid.is_void(place) {
            true => rules.name(place),
            false => String::new(),
        };
        render::Cell { inner, outer, from: theta - half, to: theta + half, tint, name }
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

fn token(grid: &Grid, role: Role, color: Color, cell: Cell) -> Piece {
    Piece::disc(centre(grid, cell), radius(grid, cell), color, role)
}

fn men(position: &Position, subject: Option<Cell>) -> Vec<Mark> {
    let grid = position.rules().grid();
    let in_check = position.in_check();
    let draw = |man: PieceAt| {
        let checked = in_check && man.role == Role::King && man.color == position.turn();
        let standing = match (subject == Some(man.cell), checked) {
            (true, _) => Standing::Subject,
            (false, true) => Standing::InCheck,
            (false, false) => Standing::Present,
        };
        token(grid, man.role, man.color, man.cell).standing(standing).into()
    };
    position.pieces().into_iter().map(draw).collect()
}

fn track(grid: &Grid, traces: &[Trace]) -> Track {
    let point = |trace: &Trace, i: usize, of: usize| {
        grid.chart().drawn(trace.coord(i as f64 / of as f64), CENTRE_CIRCLE)
    };
    let points = traces.iter().flat_map(|trace| {
        let segments = SEGMENTS * usize::from(trace.count());
        (0..=segments).map(move |i| point(trace, i, segments))
    });
    Track::through(points.collect())
}

/// A position with the ways of the plies that led to it, numbered when there are several. `before` are the
/// positions from which each was played.
pub fn moves(position: &Position, before: &[&AnyPosition], plies: &[Ply]) -> Scene {
    let mut scene = ground(position).with(men(position, None));
    for (i, (ply, before)) in plies.iter().zip(before).enumerate() {
        let number = if plies.len() > 1 { (i + 1).to_string() } else { String::new() };
        if let (Done::Lattice(done), AnyPosition::Lattice(before)) = (&ply.done, before) {
            let traces = before.traces(done.chosen);
            scene = scene.with(way(before, &traces, done.chosen.kind(), number));
            scene = scene.with(done.effects.iter().filter_map(|effect| trail(before, effect)));
        }
    }
    scene
}

/// The way of a move; of a castling the king's and the rook's.
fn way(before: &Position, traces: &[Trace], kind: MoveKind, number: String) -> Vec<Mark> {
    let grid = before.rules().grid();
    let castles = kind == MoveKind::Castle;
    let ways: Vec<&[Trace]> = if castles { traces.chunks(1).collect() } else { vec![traces] };
    let lane = |(i, way): (usize, &[Trace])| {
        Lane {
            track: track(grid, way),
            radius: MAN / 2.0,
            color: before.turn(),
            passage: if way.len() > 1 { Passage::Leap } else { Passage::Passed },
            number: if i == 0 { number.clone() } else { String::new() },
        }
        .into()
    };
    ways.into_iter().filter(|way| !way.is_empty()).enumerate().map(lane).collect()
}

/// What a move leaves to be seen besides its way.
fn trail(before: &Position, effect: &Effect) -> Option<Mark> {
    let grid = before.rules().grid();
    match *effect {
        Effect::Removed { cell, .. } | Effect::PairRemoved { cell, .. } => Some(
            Target { at: centre(grid, cell), radius: radius(grid, cell), effect: render::Effect::Capture }
                .into(),
        ),
        Effect::Reborn { from, to, .. } => {
            let track = Track::line(centre(grid, from), centre(grid, to));
            (from != to).then(|| Rebirth { track, radius: radius(grid, to) }.into())
        }
        Effect::Moved { from, .. } => {
            let man = before.piece_at(from)?;
            Some(token(grid, man.role, man.color, from).standing(Standing::Departed).into())
        }
        Effect::Promoted { .. } => None,
    }
}

/// The legal moves of the man on a cell.
pub fn legal(position: &Position, cell: Cell) -> Scene {
    let grid = position.rules().grid();
    let mut targets: BTreeMap<Cell, render::Effect> = BTreeMap::new();
    let mut ways: BTreeMap<(i8, i8), Trace> = BTreeMap::new();
    for &m in position.legal_moves().iter().filter(|m| m.from() == cell) {
        let takes = position.piece_at(m.to()).is_some() || m.kind() == MoveKind::EnPassant;
        let effect = match (takes, m.promotion().is_some()) {
            (false, false) => render::Effect::Quiet,
            (false, true) => render::Effect::Promotion,
            (true, false) => render::Effect::Capture,
            (true, true) => render::Effect::CapturePromotion,
        };
        targets.insert(m.to(), effect);
        if let [trace] = position.traces(m)[..] {
            let step = (trace.step().rows, trace.step().columns);
            let longest = ways.entry(step).or_insert(trace);
            if trace.count() > longest.count() {
                *longest = trace;
            }
        }
    }
    let lanes = ways.values().map(|&trace| Lane {
        track: track(grid, &[trace]),
        radius: MAN / 2.0,
        color: position.turn(),
        passage: Passage::Passed,
        number: String::new(),
    });
    let rings = targets.iter().map(|(&to, &effect)| Target {
        at: centre(grid, to),
        radius: radius(grid, to),
        effect,
    });
    ground(position).with(men(position, Some(cell))).with(lanes).with(rings)
}

/// The cells that a side attacks.
pub fn attacks(position: &Position, color: Color) -> Scene {
    let grid = position.rules().grid();
    let half = grid.chart().column_width() / 2.0;
    let mut cells: Vec<Cell> = position
        .pieces()
        .iter()
        .filter(|man| man.color == color)
        .flat_map(|man| position.attacks(man.cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let shape = |&cell: &Cell| {
        let at = centre(grid, cell);
        match grid.chart() {
            Chart::Square => {
                let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                Shape::Polygon(corners.iter().map(|&(x, y)| at + Vec2::new(x, y)).collect())
            }
            Chart::Ring | Chart::Disc => {
                let (rho, theta) = (at.length(), grid.coord(cell).v);
                Shape::sector(Vec2::ZERO, rho - 0.5, rho + 0.5, theta - half, theta + half)
            }
        }
    };
    let shapes = cells.iter().map(shape).collect();
    ground(position).with([Area { color, shapes }]).with(men(position, None))
}
