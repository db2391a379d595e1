//! Lattice play equals sweeps of discs through the board's own coordinates, which the contact kernel of the plane
//! stops.
//!
//! In rows and columns every step is straight. A ring closes after sixteen columns, a disc after eighteen; and
//! on the disc (-rho, theta) is (rho, theta + pi), so every piece has images, and a path meets whichever is first.

use crate::common::{Dice, rules};
use continuum::board::{Cell, CellStep, Chart, Coord, Grid};
use continuum::chess::{Role, Status};
use continuum::geom::{Point, Ray, Vec2, contact};
use continuum::lattice::LatticePosition;
use std::collections::BTreeSet;

const RADIUS: f64 = 0.25;
const EPSILON: f64 = 1e-9;

/// A place in columns and rows.
fn flat(chart: Chart, at: Coord) -> Point {
    Point::new(at.v / chart.column_width(), at.u)
}

/// The place and all its images that a path of one circle can meet.
fn images(chart: Chart, at: Point) -> Vec<Point> {
    let columns = chart.columns() as f64;
    let turns = |p: Point| [-2.0, -1.0, 0.0, 1.0, 2.0].map(|k| Point::new(p.x + k * columns, p.y));
    match chart {
        Chart::Flat(_) => vec![at],
        Chart::Ring => turns(at).to_vec(),
        Chart::Disc => [turns(at), turns(Point::new(at.x + columns / 2.0, -at.y))].concat(),
    }
}

/// The cells that a disc reaches in a sweep from a cell along a step, within this many steps.
fn swept(position: &LatticePosition, from: Cell, step: CellStep, most: usize) -> BTreeSet<Cell> {
    let grid: &Grid = position.rules().grid();
    let chart = grid.chart();
    let start = flat(chart, grid.coord(from));
    let along = Vec2::new(f64::from(step.columns), f64::from(step.rows));
    let ray = Ray::new(start, along.normalize());
    // Pieces stop it, and so do voids and its own place after a full circle.
    let others = grid.places().filter(|&c| c != from && (grid.is_void(c) || position.piece_at(c).is_some()));
    let mut centres: Vec<Point> = others.flat_map(|c| images(chart, flat(chart, grid.coord(c)))).collect();
    centres.extend(images(chart, start).into_iter().filter(|image| image.distance(start) > 0.5));
    let stop = centres
        .iter()
        .filter_map(|&q| contact(&ray, RADIUS, q, EPSILON))
        .reduce(f64::min)
        .unwrap_or(f64::INFINITY);
    let inner = chart.inner_radius();
    let rows = chart.rows() as f64;
    let on_board = |p: Point| match chart {
        Chart::Flat(_) | Chart::Ring => (inner..=inner + rows).contains(&p.y),
        Chart::Disc => p.y.abs() <= rows,
    };
    (1..=most)
        .map(|n| (n as f64 * along.length(), start + along * n as f64))
        // It comes to rest on the piece that it touches a radius before.
        .take_while(|&(d, p)| on_board(p) && d <= stop + RADIUS + EPSILON)
        .filter_map(|(_, p)| grid.cell_at(Coord { u: p.y, v: p.x * chart.column_width() }))
        .filter(|&cell| cell != from)
        .collect()
}

fn steps_of(role: Role) -> Option<(Vec<CellStep>, usize)> {
    let king = CellStep::KING.into_iter();
    match role {
        Role::King => Some((king.collect(), 1)),
        Role::Queen => Some((king.collect(), 72)),
        Role::Rook => Some((king.filter(|s| !s.is_diagonal()).collect(), 72)),
        Role::Bishop => Some((king.filter(|s| s.is_diagonal()).collect(), 72)),
        Role::Knight | Role::Pawn => None,
    }
}

#[test]
fn swept_discs_find_the_same_destinations_and_blocks() {
    for variant in ["orthodox", "reynolds", "ring64", "disc70", "disc68", "disc66"] {
        let rules = rules(variant, "");
        let (mut lanes, mut blocked) = (0, 0);
        for game in 0..6 {
            let mut dice = Dice(77 + game);
            let mut position = LatticePosition::initial(&rules).expect("valid");
            for _ in 0..80 {
                if position.status() != Status::Ongoing {
                    break;
                }
                for piece in position.pieces() {
                    let Some((steps, most)) = piece.kind.role().and_then(steps_of) else { continue };
                    let ours: BTreeSet<Cell> =
                        steps.into_iter().flat_map(|step| swept(&position, piece.cell, step, most)).collect();
                    let theirs: BTreeSet<Cell> = position.attacks(piece.cell).into_iter().collect();
                    assert_eq!(ours, theirs, "{variant}: {} in {position}", piece.label);
                    lanes += 1;
                    blocked += usize::from(ours.iter().any(|&cell| position.piece_at(cell).is_some()));
                }
                let moves = position.legal_moves();
                let pick = moves[dice.below(moves.len())];
                position.play_move(pick).expect("legal");
            }
        }
        assert!(lanes > 1_000 && blocked > 500, "{variant}: {lanes} examined, {blocked} met a piece");
    }
}
