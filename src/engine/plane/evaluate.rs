//! Static evaluation: the value of a position for the side to move.
//!
//! Terms: material, mobility, the advance of pawns, and against a lone king its room and its distance from the centre. Every
//! term follows from the variant's own kinds and board.

use super::values::Values;
use crate::chess::Color;
use crate::engine::search::SearchWindow;
use crate::geom::{Path, Point, Ray, Vec2, contact_along};
use crate::plane::{Gait, Lane, LaneShape, Piece, PlanePosition, Promoting, Rules, Survey};
use crate::variant::Takes;
use std::f64::consts::PI;

/// Hundredths of a pawn for a board unit of mobility.
const FREE_WAY: f64 = 2.0;
/// Hundredths of a pawn: the assumed greatest difference between the mobilities of both sides.
const MOST_MOBILITY: f64 = 150.0;
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

/// Returns the value of a position for the side to move, hundredths of a pawn, if it may lie within a window. Otherwise mobility is
/// not measured, and the result is an upper bound of at most alpha, or a lower bound of at least beta.
pub fn evaluate(values: &Values, survey: &Survey<'_>, window: SearchWindow) -> i32 {
    let for_mover = sign(survey.position().turn());
    let steady = for_mover * without_mobility(values, survey.position());
    let (least, most) = (steady - MOST_MOBILITY, steady + MOST_MOBILITY);
    let value = if least >= f64::from(window.beta) {
        least
    } else if most <= f64::from(window.alpha) {
        most
    } else {
        steady + for_mover * mobility(survey)
    };
    value.round() as i32
}

/// Returns the value of a position for White without its mobility.
fn without_mobility(values: &Values, position: &PlanePosition) -> f64 {
    let rules = position.rules();
    let mut total = 0.0;
    let mut count = [0usize; 2];
    let mut kings: [Option<&Piece>; 2] = [None; 2];
    for piece in position.pieces() {
        let (kind, side) = (rules.kind(piece.kind), piece.color());
        count[side.index()] += 1;
        total += sign(side) * f64::from(values.of(piece.kind));
        if kind.rule.royal {
            kings[side.index()] = Some(piece);
        } else if kind.rule.pawn {
            total += sign(side) * PROMOTING * advance(rules, piece).powi(2);
        }
    }
    for side in [Color::White, Color::Black] {
        let is_alone = count[side.index()] == 1;
        if let (true, Some(king), Some(enemy)) = (is_alone, kings[side.index()], kings[(!side).index()]) {
            total -= sign(side) * hunted(position, king, enemy);
        }
    }
    total
}

/// Returns the factor that turns a value for a side into one for White, or the reverse.
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
        ways.look_from(id);
        let others = || position.pieces().iter().map(|other| other.at).filter(|at| *at != piece.at);
        let way = |lane| free_way(rules, piece, lane, |dir| ways.along(dir), others);
        let free: f64 = kind.lanes(piece.color()).iter().map(way).sum();
        total += sign(piece.color()) * FREE_WAY * free;
    }
    total
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

/// Returns the free distance of a piece along a lane up to the first contact, board units; half of it for a lane that only
/// moves or only captures. For a leap to any place it is an area. `ride` returns the free distance along a direction,
/// and `others` the centres of other pieces.
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
