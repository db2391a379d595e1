//! Static evaluation: the value of a position for the side to move.
//!
//! The terms are material, mobility, the advance of pawns, and, if a king is alone, its room, its distance from the middle of the
//! board and its distance from the other king. Every term follows from the kinds and the board of the variant.

use super::values::Values;
use crate::chess::Color;
use crate::engine::search::SearchWindow;
use crate::geom::{Path, Point, Ray, Vec2, contact_along};
use crate::notation::Sense;
use crate::plane::{Facing, Gait, Lane, LaneShape, Piece, PlanePosition, Promoting, Rules, Survey};
use crate::variant::Takes;
use std::f64::consts::PI;

/// The value of a board unit of mobility, hundredths of a pawn.
const FREE_WAY: f64 = 2.0;
/// The assumed greatest difference between the mobilities of both sides, hundredths of a pawn.
const MOST_MOBILITY: f64 = 150.0;
/// The value of the advance of a pawn that is about to promote, hundredths of a pawn.
const ADVANCED: f64 = 90.0;
/// The value of a board unit between a lone king and the middle of the board, hundredths of a pawn.
const LONE_KING_ASIDE: f64 = 12.0;
/// The value of a board unit between the kings, if one of them is alone, hundredths of a pawn.
const KINGS_APART: f64 = 6.0;
/// The value of a board unit of a lone king's legal distances, hundredths of a pawn.
const LONE_KING_ROOM: f64 = 6.0;
/// The longest free distance that counts, board units.
const LONGEST_WAY: f64 = 8.0;

/// Returns the value of a position for the side to move, hundredths of a pawn, if it may lie within a window. Otherwise mobility is
/// not measured, and the result is an upper bound of at most alpha, or a lower bound of at least beta.
pub fn evaluate(values: &Values, survey: &Survey<'_>, window: SearchWindow) -> i32 {
    let mover_sign = sign(survey.position().turn());
    let known_part = mover_sign * without_mobility(values, survey.position());
    let (least, most) = (known_part - MOST_MOBILITY, known_part + MOST_MOBILITY);
    let value = if least >= f64::from(window.beta) {
        least
    } else if most <= f64::from(window.alpha) {
        most
    } else {
        known_part + mover_sign * mobility(survey)
    };
    value.round() as i32
}

/// Returns the value of a position for White without its mobility.
fn without_mobility(values: &Values, position: &PlanePosition) -> f64 {
    let rules = position.rules();
    let mut total = 0.0;
    for piece in position.pieces() {
        let (kind, side) = (rules.kind(piece.kind), piece.color());
        total += sign(side) * f64::from(values.of(piece.kind));
        if kind.rule.pawn && !kind.rule.royal {
            total += sign(side) * ADVANCED * advance(rules, piece).powi(2);
        }
    }
    for side in [Color::White, Color::Black] {
        let is_alone = position.side(side).nth(1).is_none();
        if is_alone {
            total -= sign(side) * lone_king_danger(position, side);
        }
    }
    total
}

/// Returns 1 for White and -1 for Black: the factor between a value for the side and the value for White.
fn sign(side: Color) -> f64 {
    if side == Color::White { 1.0 } else { -1.0 }
}

/// Returns the mobility of White's officers less that of Black's, hundredths of a pawn.
fn mobility(survey: &Survey<'_>) -> f64 {
    let position = survey.position();
    let rules = position.rules();
    let mut ways = survey.free_ways(LONGEST_WAY);
    let mut total = 0.0;
    for id in position.ids() {
        let piece = position.piece(id);
        let kind = rules.kind(piece.kind);
        if kind.rule.royal || kind.rule.pawn {
            continue;
        }
        let ride = ways.from_piece(id);
        let others = || position.pieces().iter().map(|other| other.at).filter(|at| *at != piece.at);
        let way = |lane| free_way(rules, piece, lane, &ride, others);
        let free: f64 = kind.lanes(piece.color()).iter().map(way).sum();
        total += sign(piece.color()) * FREE_WAY * free;
    }
    total
}

/// Returns the danger that the lone king of a side is mated, hundredths of a pawn; 0 if either side has no king.
fn lone_king_danger(position: &PlanePosition, side: Color) -> f64 {
    let (Some(king), Some(enemy_king)) = (position.king(side), position.king(!side)) else { return 0.0 };
    let spans = Survey::of_side(position, side).legal_of(king);
    let room = spans.iter().map(|span| span.part.to - span.part.from).sum::<f64>();
    let [king, enemy_king] = [king, enemy_king].map(|id| position.piece(id).at);
    let board = &position.rules().board;
    let middle = Point::new(board.width() / 2.0, board.height() / 2.0);
    let aside = if board.has_seams() { 0.0 } else { (king - middle).abs().max_element() };
    let images = board.images_of(enemy_king, king, board.diagonal());
    let apart = images.iter().map(|at| at.distance(king)).fold(board.diagonal(), f64::min);
    LONE_KING_ASIDE * aside - KINGS_APART * apart - LONE_KING_ROOM * room
}

/// Returns the advance of a pawn: 0 at the farthest from promotion, 1 where it promotes.
fn advance(rules: &Rules, pawn: &Piece) -> f64 {
    let (width, height) = (rules.board.width(), rules.board.height());
    let goes_up = (pawn.color() == Color::White) != pawn.facing.flips().y;
    match rules.promoting {
        Promoting::Never => 0.0,
        Promoting::BeforeWall => {
            let advanced = if goes_up { pawn.at.y } else { height - pawn.at.y };
            (advanced / height).clamp(0.0, 1.0)
        }
        Promoting::Circle(y) => {
            let line = if pawn.color() == Color::White { y } else { height - y };
            let left = if goes_up { line - pawn.at.y } else { pawn.at.y - line };
            1.0 - left.rem_euclid(height) / height
        }
        Promoting::Zone => {
            let half = width / 2.0;
            let line = if pawn.color() == Color::White { half } else { 0.0 };
            let left = match pawn.facing {
                Facing::Ring(Sense::Clockwise) => pawn.at.x - line,
                Facing::Ring(Sense::CounterClockwise) | Facing::Player(_) => line - pawn.at.x,
            };
            1.0 - left.rem_euclid(width) / width
        }
    }
}

/// Returns the free distance of a piece along a lane up to the first contact, board units; half of it for a lane that only
/// moves or only captures. An area leap counts with its area, and a turn in place as half a unit.
///
/// `ride` returns the free distance along a direction, and `others` the centres of the other pieces.
pub fn free_way<I: Iterator<Item = Point>>(
    rules: &Rules,
    piece: &Piece,
    lane: &Lane,
    ride: impl Fn(Vec2) -> f64,
    others: impl Fn() -> I,
) -> f64 {
    let share = match lane.takes {
        Takes::May => 1.0,
        Takes::Never | Takes::Must => 0.5,
    };
    let range = lane.range_of(piece.moved);
    let free = match (lane.shape, piece.path_along(lane)) {
        (LaneShape::Turn(_), _) => 0.5,
        (LaneShape::Area, _) => PI * range * range,
        (_, path) if lane.gait == Gait::Leap => {
            let range = range.min(LONGEST_WAY);
            range.min(rules.board.room_within(&path, range).least())
        }
        (_, Path::Line { start, dir }) => {
            let board = &rules.board;
            let wall = if board.has_seams() {
                LONGEST_WAY
            } else {
                board.distance_to_wall(&Ray::new(start.at, dir))
            };
            // Under Zeno a move covers at most a share of the distance to the wall.
            ride(dir).min(wall * rules.edge_share).min(LONGEST_WAY).min(range)
        }
        (_, path) => {
            let extent = &rules.kind(piece.kind).rule.extent;
            let met = others().filter_map(|at| contact_along(&path, extent, at, rules.epsilon));
            met.fold(range.min(path.period()), f64::min).min(rules.board.room(&path).least())
        }
    };
    share * free
}
