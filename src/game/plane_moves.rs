//! From a move as written to a move on the plane.

use crate::chess::Color;
use crate::geom::{Path, Point, angle_between, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, Reason};
use crate::plane::{Lane, Move, PieceId, Position, Survey, Way};
use crate::variant::unit;

/// Finds the move that a text means. It is not judged yet.
///
/// # Errors
/// `piece` when there is none of that label, `bearing` when the piece has no such bearing, `blocked` or
/// `must_capture` when `x` or `max` means no distance, `promotion` when the letter is no kind's.
pub fn resolve(position: &Position, text: &PlaneMoveText) -> Result<Move, Illegal> {
    let Some(piece) = position.find(text.label) else {
        return Err(Illegal::new(Reason::Piece, format!("there is no {}", text.label)));
    };
    if position.piece(piece).color() != position.turn() {
        let turn = position.turn();
        return Err(Illegal::new(Reason::Turn, format!("{} may not move: it is {turn}'s turn", text.label)));
    }
    let promotion = match text.promotion {
        None => None,
        Some(letter) => match position.rules().kind_of_letter(letter) {
            Some(kind) => Some(kind),
            None => {
                return Err(Illegal::new(Reason::Promotion, format!("no kind has the letter `{letter}`")));
            }
        },
    };
    let (lane, distance, to) = match text.course {
        Course::To(x, y) => towards(position, piece, Point::new(x, y))?,
        Course::Bearing(degrees, Distance::Exactly(d)) if straight(position, piece, degrees).is_none() => {
            area_along(position, piece, degrees, d)?
        }
        Course::Bearing(degrees, distance) => {
            let lane = straight(position, piece, degrees);
            let lane = lane.ok_or_else(|| no_such(position, piece, &format!("bearing {degrees}")))?;
            (lane, measured(position, piece, lane, distance)?, None)
        }
        Course::Arc(degrees, side, radius, distance) => {
            let fits = |lane: &&(usize, &Lane)| match lane.1.way {
                Way::Arc(r) => {
                    r.signum() == side
                        && angle_between(position.piece(piece).bearing_along(lane.1), degrees)
                            <= tolerance::BEARING
                        && radius.is_none_or(|wanted| (r.abs() - wanted).abs() <= tolerance::TYPED)
                }
                Way::Straight | Way::Turn(_) | Way::Area => false,
            };
            let found: Vec<(usize, &Lane)> = lanes(position, piece).collect();
            let mut fitting = found.iter().filter(fits);
            let lane = match (fitting.next(), fitting.next()) {
                (Some((lane, _)), None) => *lane,
                (Some(_), Some(_)) => {
                    let message = "it rides several arcs there: tell the radius, such as left:2";
                    return Err(Illegal::new(Reason::Bearing, message));
                }
                (None, _) => return Err(no_such(position, piece, &format!("arc at bearing {degrees}"))),
            };
            (lane, measured(position, piece, lane, distance)?, None)
        }
        Course::Turn(sense, distance) => {
            let lane = lanes(position, piece).find(|(_, lane)| lane.way == Way::Turn(sense));
            let (lane, _) = lane.ok_or_else(|| no_such(position, piece, "turn in place"))?;
            (lane, measured(position, piece, lane, distance)?, None)
        }
    };
    Ok(Move { piece, lane, distance, to, promotion })
}

fn lanes(position: &Position, piece: PieceId) -> impl Iterator<Item = (usize, &Lane)> {
    let mover = position.piece(piece);
    position.rules().kind(mover.kind).lanes(mover.color()).iter().enumerate()
}

fn straight(position: &Position, piece: PieceId, degrees: f64) -> Option<usize> {
    let mover = position.piece(piece);
    let fits = |lane: &Lane| {
        lane.way == Way::Straight && angle_between(mover.bearing_along(lane), degrees) <= tolerance::BEARING
    };
    lanes(position, piece).find(|(_, lane)| fits(lane)).map(|(index, _)| index)
}

fn no_such(position: &Position, piece: PieceId, what: &str) -> Illegal {
    let mover = position.piece(piece);
    let known: Vec<String> = lanes(position, piece)
        .map(|(_, lane)| match lane.way {
            Way::Straight => format!("{:.3}", mover.bearing_along(lane)),
            Way::Arc(r) => {
                let side = if r > 0.0 { "left" } else { "right" };
                format!("{:.3} {side}:{}", mover.bearing_along(lane), r.abs())
            }
            Way::Turn(sense) => (if sense > 0.0 { "turn +" } else { "turn -" }).to_owned(),
            Way::Area => "> x,y".to_owned(),
        })
        .collect();
    Illegal::new(Reason::Bearing, format!("{} has no {what}: it has {}", mover.label, known.join(", ")))
}

fn measured(position: &Position, piece: PieceId, lane: usize, distance: Distance) -> Result<f64, Illegal> {
    match distance {
        Distance::Exactly(d) => Ok(d),
        Distance::Capture => capture_distance(position, piece, lane),
        Distance::Max => greatest_quiet(position, piece, lane),
    }
}

/// A leap to any place, told by bearing and distance.
fn area_along(
    position: &Position,
    piece: PieceId,
    degrees: f64,
    d: f64,
) -> Result<(usize, f64, Option<Point>), Illegal> {
    let mover = position.piece(piece);
    let turned = if mover.color() == Color::White { degrees } else { degrees + 180.0 };
    let lane = lanes(position, piece).find(|(_, lane)| lane.way == Way::Area);
    let (lane, _) = lane.ok_or_else(|| no_such(position, piece, &format!("bearing {degrees}")))?;
    Ok((lane, d, Some(mover.at + unit(turned) * d)))
}

/// The lane by which a place is reached, and how far along: of several the shortest that may be gone, or else the
/// shortest. Near a capture it is the capture.
fn towards(
    position: &Position,
    piece: PieceId,
    place: Point,
) -> Result<(usize, f64, Option<Point>), Illegal> {
    let mover = position.piece(piece);
    let survey = Survey::new(position);
    let leads_there = |(index, lane): (usize, &Lane)| {
        let (distance, to) = match lane.way {
            Way::Turn(_) => return None,
            Way::Area => (mover.at.distance(place), Some(place)),
            Way::Straight | Way::Arc(_) => {
                let d = along(&mover.path_along(lane), place)?;
                let stretches = survey.stretches(piece, index);
                let mut stops = stretches.iter().flat_map(|s| [s.part.from, s.part.to]);
                (stops.find(|stop| (stop - d).abs() <= tolerance::TYPED).unwrap_or(d), None)
            }
        };
        let way = Move { piece, lane: index, distance, to, promotion: None };
        Some((refusal_of_way(position, way).is_some(), way))
    };
    let found = lanes(position, piece).filter_map(leads_there);
    let best = found.min_by(|(no, a), (nor, b)| no.cmp(nor).then(a.distance.total_cmp(&b.distance)));
    let (_, way) = best.ok_or_else(|| {
        Illegal::new(Reason::Bearing, format!("{} does not move towards {place}", mover.label))
    })?;
    Ok((way.lane, way.distance, way.to))
}

/// Why a piece cannot go that way, whatever it would promote to and come to there.
fn refusal_of_way(position: &Position, way: Move) -> Option<Illegal> {
    let of_way = |why: &Illegal| !matches!(why.reason, Reason::Promotion | Reason::Check | Reason::KingPath);
    position.judge(way).err().filter(of_way)
}

/// The distance at which a path passes a place.
fn along(path: &Path, place: Point) -> Option<f64> {
    let d = match (path, path.rotation()) {
        (Path::Line { start, dir }, _) => dir.dot(place - start.at),
        (_, Some((pivot, rate))) => {
            let (from, to) = (path.start().at - pivot, place - pivot);
            let angle = from.perp_dot(to).atan2(from.dot(to));
            (angle * rate.signum()).rem_euclid(std::f64::consts::TAU) / rate.abs()
        }
        (_, None) => return None,
    };
    (d >= 0.0 && path.at(d).distance(place) <= tolerance::TYPED).then_some(d)
}

/// The nearest distance at which something is taken. Where there is none the refusal tells what keeps the piece from
/// the nearest enemy ahead, if that is known.
fn capture_distance(position: &Position, piece: PieceId, lane: usize) -> Result<f64, Illegal> {
    let survey = Survey::new(position);
    if let Some(taking) = survey.stretches(piece, lane).iter().find(|s| !s.captures.is_empty()) {
        return Ok(taking.part.from.midpoint(taking.part.to));
    }
    let beyond = survey.meets_enemy_at(piece, lane).and_then(|distance| {
        refusal_of_way(position, Move { piece, lane, distance, to: None, promotion: None })
    });
    Err(beyond.unwrap_or_else(|| {
        let label = position.piece(piece).label;
        Illegal::new(Reason::MustCapture, format!("{label} takes nothing along that bearing"))
    }))
}

fn greatest_quiet(position: &Position, piece: PieceId, lane: usize) -> Result<f64, Illegal> {
    let survey = Survey::new(position);
    let spans = survey.legal_of(piece);
    let quiet = spans.iter().rfind(|s| s.lane == lane && s.captures.is_empty());
    match quiet {
        Some(span) if !span.part.open_to => Ok(span.part.to),
        Some(span) => Err(Illegal::new(
            Reason::Blocked,
            format!(
                "there is no greatest quiet distance: every one below {} is legal, that one is not",
                span.part.to
            ),
        )),
        None => {
            let label = position.piece(piece).label;
            Err(Illegal::new(Reason::Blocked, format!("{label} has no quiet move along that bearing")))
        }
    }
}
