//! Static evaluation: the value of a position for the side to move.
//!
//! Terms: material, mobility, the advance of pawns, and against a lone king its room and its distance from the centre. Every
//! term follows from the variant's own kinds and board.

use super::values::Values;
use crate::chess::Color;
use crate::geom::{Path, Point, Ray, Vec2};
use crate::plane::{Lane, LaneShape, Piece, PlanePosition, Promoting, Rules, Survey};
use crate::variant::Takes;
use std::f64::consts::PI;

/// Hundredths of a pawn for a board unit of mobility.
const FREE_WAY: f64 = 2.0;
/// Hundredths of a pawn for a pawn about to promote.
const PROMOTING: f64 = 90.0;
/// Hundredths of a pawn for a board unit between a lone king and the middle of the board.
const LONE_KING_ASIDE: f64 = 12.0;
/// Hundredths of a pawn for a board unit between the kings, when one is alone.
const KINGS_APART: f64 = 6.0;
/// Hundredths of a pawn for a board unit of legal distance of a lone king.
const LONE_KING_ROOM: f64 = 6.0;
/// Board units: the longest free distance that counts.
const LONGEST_WAY: f64 = 8.0;

/// The static evaluation of one variant.
pub struct Evaluator {
    values: Values,
}

impl Evaluator {
    /// Returns the evaluation of a variant.
    pub fn new(rules: &Rules) -> Evaluator {
        Evaluator { values: Values::measured(rules) }
    }

    /// Returns the piece values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the value of a position for the side to move, hundredths of a pawn.
    pub fn evaluate(&self, position: &PlanePosition) -> i32 {
        let rules = position.rules();
        let centres: Vec<Point> = position.pieces().iter().map(|piece| piece.at).collect();
        let mut total = 0.0;
        let mut count = [0usize; 2];
        let mut kings: [Option<&Piece>; 2] = [None; 2];
        for piece in position.pieces() {
            let kind = rules.kind(piece.kind);
            let side = piece.color();
            let sign = if side == Color::White { 1.0 } else { -1.0 };
            let value = f64::from(self.values.of(piece.kind));
            count[side.index()] += 1;
            total += sign * value;
            if kind.rule.royal {
                kings[side.index()] = Some(piece);
                continue;
            }
            if kind.rule.pawn {
                total += sign * PROMOTING * advance(rules, piece).powi(2);
                continue;
            }
            let lanes = kind.lanes(side);
            let free: f64 = lanes.iter().map(|lane| free_way(rules, piece, lane, &centres)).sum();
            total += sign * FREE_WAY * free;
        }
        for side in [Color::White, Color::Black] {
            if let (1, Some(king), Some(other)) =
                (count[side.index()], kings[side.index()], kings[(!side).index()])
            {
                let sign = if side == Color::White { 1.0 } else { -1.0 };
                total -= sign * hunted(position, king, other);
            }
        }
        let total = if position.turn() == Color::White { total } else { -total };
        total.round() as i32
    }
}

/// Returns how near a lone king is to being mated, hundredths of a pawn.
fn hunted(position: &PlanePosition, king: &Piece, other: &Piece) -> f64 {
    let board = &position.rules().board;
    let middle = Point::new(board.width() / 2.0, board.height() / 2.0);
    let aside = if board.has_seams() { 0.0 } else { (king.at - middle).abs().max_element() };
    let images = board.images_of(other.at, king.at, board.diagonal());
    let apart = images.iter().map(|at| at.distance(king.at)).fold(board.diagonal(), f64::min);
    let room = position.king(king.color()).map_or(0.0, |id| {
        let spans = Survey::of_side(position, king.color()).legal_of(id);
        spans.iter().map(|span| span.part.to - span.part.from).sum::<f64>()
    });
    LONE_KING_ASIDE * aside - KINGS_APART * apart - LONE_KING_ROOM * room
}

/// Returns the advance of a pawn: 0 at the farthest from promotion, 1 where it promotes.
fn advance(rules: &Rules, pawn: &Piece) -> f64 {
    let (width, height) = (rules.board.width(), rules.board.height());
    match rules.promoting {
        Promoting::Never => 0.0,
        Promoting::BeforeWall => {
            let up = (pawn.color() == Color::White) != pawn.facing.flips().y;
            let gone = if up { pawn.at.y } else { height - pawn.at.y };
            (gone / height).clamp(0.0, 1.0)
        }
        Promoting::Circle(y) => {
            let up = (pawn.color() == Color::White) != pawn.facing.flips().y;
            let line = if pawn.color() == Color::White { y } else { height - y };
            let left = if up { line - pawn.at.y } else { pawn.at.y - line };
            1.0 - left.rem_euclid(height) / height
        }
        Promoting::Zone => {
            let half = width / 2.0;
            let line = if pawn.color() == Color::White { half } else { 0.0 };
            let left = match pawn.facing {
                crate::plane::Facing::Clockwise => pawn.at.x - line,
                crate::plane::Facing::CounterClockwise | crate::plane::Facing::Player(_) => line - pawn.at.x,
            };
            1.0 - left.rem_euclid(width) / width
        }
    }
}

/// Returns the free distance of a piece along a lane up to the first contact, board units; less where it may not capture. For a
/// leap to any place it is an area.
pub fn free_way(rules: &Rules, piece: &Piece, lane: &Lane, centres: &[Point]) -> f64 {
    let share = match lane.takes {
        Takes::May => 1.0,
        Takes::Never | Takes::Must => 0.5,
    };
    let range = lane.range_of(piece.moved);
    let free = match lane.shape {
        LaneShape::Turn(_) => 0.5,
        LaneShape::Area => PI * range * range,
        LaneShape::Straight | LaneShape::Arc(_) if lane.gait == crate::plane::Gait::Leap => {
            range.min(LONGEST_WAY).min(rules.board.room(&piece.path_along(lane)).least())
        }
        LaneShape::Straight => match piece.path_along(lane) {
            Path::Line { start, dir } => free_line(rules, start.at, dir, centres).min(range),
            Path::Arc { .. } | Path::Turn { .. } => 0.0,
        },
        LaneShape::Arc(_) => {
            let path = piece.path_along(lane);
            let extent = &rules.kind(piece.kind).rule.extent;
            let met = centres.iter().filter(|at| **at != piece.at);
            let met = met.filter_map(|at| crate::geom::contact_along(&path, extent, *at, rules.epsilon));
            met.fold(range.min(path.period()), f64::min).min(rules.board.room(&path).least())
        }
    };
    share * free
}

/// Returns the distance along a line to the first contact or the wall; half of it under Zeno.
fn free_line(rules: &Rules, from: Point, dir: Vec2, centres: &[Point]) -> f64 {
    let ray = Ray::new(from, dir);
    let end = if rules.board.has_seams() { LONGEST_WAY } else { rules.board.distance_to_wall(&ray) };
    let (radius, mut free) = (rules.radius, (end * rules.edge_share).min(LONGEST_WAY));
    for &at in centres {
        let v = at - from;
        let along = dir.dot(v);
        if along <= 0.0 || along - radius >= free {
            continue;
        }
        let offset = dir.perp_dot(v).abs();
        if offset < radius {
            free = free.min((along - (radius * radius - offset * offset).sqrt()).max(0.0));
        }
    }
    free
}
