//! From a move as written to a move on the plane.

use crate::geom::{Point, Ray, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, Reason};
use crate::plane::{Move, PieceId, Position, Survey};

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
    let (lane, distance) = match text.course {
        Course::To(x, y) => towards(position, piece, Point::new(x, y))?,
        Course::Bearing(degrees, distance) => {
            let lane = lane_of(position, piece, degrees)?;
            match distance {
                Distance::Exactly(d) => (lane, d),
                Distance::Capture => (lane, capture_distance(position, piece, lane)?),
                Distance::Max => (lane, greatest_quiet(position, piece, lane)?),
            }
        }
    };
    Ok(Move { piece, lane, distance, promotion })
}

fn lane_of(position: &Position, piece: PieceId, degrees: f64) -> Result<usize, Illegal> {
    let man = position.piece(piece);
    let lanes = position.rules().kind(man.kind).lanes(man.color());
    let apart = |bearing: f64| {
        let turn = (bearing - degrees).rem_euclid(360.0);
        turn.min(360.0 - turn)
    };
    lanes.iter().position(|lane| apart(lane.bearing) <= tolerance::BEARING).ok_or_else(|| {
        let known: Vec<String> = lanes.iter().map(|lane| format!("{:.3}", lane.bearing)).collect();
        Illegal::new(
            Reason::Bearing,
            format!("{} has no bearing {degrees}: it has {}", man.label, known.join(", ")),
        )
    })
}

/// The lane whose line passes the place, and how far along. Near a capture it is the capture.
fn towards(position: &Position, piece: PieceId, place: Point) -> Result<(usize, f64), Illegal> {
    let man = position.piece(piece);
    let lanes = position.rules().kind(man.kind).lanes(man.color());
    for (index, lane) in lanes.iter().enumerate() {
        let ray = Ray::new(man.at, lane.dir);
        let d = ray.along(place);
        if d >= 0.0 && ray.offset(place).abs() <= tolerance::TYPED {
            let near = |stop: &f64| (stop - d).abs() <= tolerance::TYPED;
            let stop = stops(position, piece, index).find(near);
            return Ok((index, stop.unwrap_or(d)));
        }
    }
    Err(Illegal::new(Reason::Bearing, format!("{} does not move towards {place}", man.label)))
}

/// The single distances and ends of a lane's pseudo-legal stretches.
fn stops(position: &Position, piece: PieceId, lane: usize) -> impl Iterator<Item = f64> {
    let survey = Survey::new(position);
    survey.stretches(piece, lane).into_iter().flat_map(|s| [s.part.from, s.part.to])
}

/// The nearest distance at which something is taken; where the rules forbid it, the nearest at which an
/// enemy is met, so that the refusal can say why.
fn capture_distance(position: &Position, piece: PieceId, lane: usize) -> Result<f64, Illegal> {
    let survey = Survey::new(position);
    let stretches = survey.stretches(piece, lane);
    let taking = stretches.iter().find(|s| !s.captures.is_empty());
    let taking = taking.map(|s| s.part.from.midpoint(s.part.to));
    taking.or_else(|| survey.meets_enemy_at(piece, lane)).ok_or_else(|| {
        let label = position.piece(piece).label;
        Illegal::new(Reason::MustCapture, format!("{label} takes nothing along that bearing"))
    })
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
