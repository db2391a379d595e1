//! Resolving the text of a move to a move on the plane.

use super::analysis::{AnalysisOptions, PieceBearings, PlaneAnalysis, SpanReport};
use super::no_piece::NoPiece;
use super::position::Position;
use crate::chess::Label;
use crate::geom::{Path, Point, RigidMotion, Spans, angle_between, functions, is_same_bearing, tolerance};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, Reason, Sense, number_text};
use crate::plane::{Lane, LaneShape, Move, MoveShape, PieceId, PlanePosition, Survey};

impl Position {
    /// Returns the distances that a piece of the side to move may go in a straight line along a bearing of its player's frame,
    /// degrees; captures are included. There are none if the game is decided.
    ///
    /// ```
    /// use continuum::notation::Reason;
    /// use continuum::{Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// // A pawn takes diagonally, and only what it meets.
    /// let position = Position::from_text(&prepared, "Ke@1,0.5' Pd@4,2' ke@7,7' qe@5,3' ; w")?;
    /// let (left, right) = (position.distances("Pd".parse()?, 135.0)?, position.distances("Pd".parse()?, 45.0)?);
    /// assert!(left.is_empty() && right.parts().len() == 1 && right.parts()[0].is_point());
    /// assert_eq!(position.distances("Pd".parse()?, 0.0).unwrap_err().reason, Reason::Bearing);
    /// assert_eq!(position.distances("Pa".parse()?, 45.0).unwrap_err().reason, Reason::Piece);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// `turn`, `piece` or `bearing`, where no move of the piece along the bearing could be legal in any position. On cells always
    /// `bearing`: their moves have no distance.
    pub fn distances(&self, piece: Label, bearing: f64) -> Result<Spans, Illegal> {
        match self {
            Position::Plane(p) => distances(p, piece, bearing),
            Position::Lattice(_) => {
                Err(Illegal::new(Reason::Bearing, "on cells a move has no bearing and no distance"))
            }
        }
    }
}

/// Returns the move that a text means, without judging it.
///
/// ```
/// use continuum::game::resolve;
/// use continuum::plane::{MoveShape, PlanePosition, Rules};
/// let rules = Rules::preset("continuous")?;
/// let position = PlanePosition::from_text(rules, "Ra@4,1' pa@4,5' ; w")?;
/// // A place beside a contact means the contact.
/// let m = resolve(&position, &"Ra > 4,4.7500004".parse()?)?;
/// let MoveShape::Along { distance, .. } = m.shape else { panic!("a straight lane") };
/// assert_eq!(distance, 3.75);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `turn` if the piece is not of the side to move, `piece` if there is none of that label, `bearing` if it has no such bearing.
/// `blocked` if there is no `max`, `must_capture` if there is nothing for `x` to take. `promotion` if no kind has the letter and nothing else is
/// wrong with the move.
pub fn resolve(position: &PlanePosition, text: &PlaneMoveText) -> Result<Move, Illegal> {
    let piece = mover(position, text.label)?;
    let m = match text.course {
        Course::To { x, y } => towards(position, piece, Point::new(x, y))?,
        Course::Bearing { degrees, distance } => match (straight(position, piece, degrees), distance) {
            (Some(lane), _) => Move::along(piece, lane, measured(position, piece, lane, distance)?),
            (None, Distance::Exactly(d)) => area_along(position, piece, degrees, d)?,
            (None, Distance::Capture | Distance::Max) => {
                return Err(no_such(position, piece, &format!("bearing {}", number_text(degrees))));
            }
        },
        Course::Arc { degrees, sense, radius, distance } => {
            let lane = arc(position, piece, degrees, sense, radius)?;
            Move::along(piece, lane, measured(position, piece, lane, distance)?)
        }
        Course::Turn { sense, angle } => {
            let turns = |lane: &Lane| lane.shape == LaneShape::Turn(sense.sign());
            let lane = position.lanes(piece).iter().position(turns);
            let lane = lane.ok_or_else(|| no_such(position, piece, "turn in place"))?;
            Move::turn(piece, lane, measured(position, piece, lane, angle)?)
        }
    };
    let Some(letter) = text.promotion else { return Ok(m) };
    match position.rules().kind_of_letter(letter) {
        Some(kind) => Ok(m.promoting(kind)),
        None => Err(refusal_of_path(position, m).unwrap_or_else(|| {
            Illegal::new(Reason::Promotion, format!("no kind has the letter `{letter}`"))
        })),
    }
}

/// Returns the piece of a label, if its side is to move.
fn mover(position: &PlanePosition, label: Label) -> Result<PieceId, Illegal> {
    let turn = position.turn();
    if label.color() != turn {
        let hint = NoPiece::of(label, position.pieces().iter().map(|piece| piece.label)).hint();
        let message = format!("{} may not move: it is {turn}'s turn{hint}", label);
        return Err(Illegal::new(Reason::Turn, message));
    }
    position.find(label).ok_or_else(|| {
        let rules = position.rules();
        let message = if rules.kind_of_letter(label.letter()).is_some() {
            NoPiece::of(label, position.pieces().iter().map(|piece| piece.label)).to_string()
        } else {
            let letters: Vec<String> =
                rules.kinds().iter().map(|kind| kind.rule.letter.to_string()).collect();
            format!("{label}: no kind of piece has the letter {}: use {}", label.letter(), letters.join(" "))
        };
        Illegal::new(Reason::Piece, message)
    })
}

/// Returns the distances that a piece may go in a straight line along a bearing, by straight lanes or by area leaps.
fn distances(position: &PlanePosition, label: Label, degrees: f64) -> Result<Spans, Illegal> {
    let piece = mover(position, label)?;
    let leaps = |lane: &Lane| lane.shape == LaneShape::Area;
    let leaps_along = degrees.is_finite() && position.lanes(piece).iter().any(leaps);
    if straight(position, piece, degrees).is_none() && !leaps_along {
        return Err(no_such(position, piece, &format!("bearing {}", number_text(degrees))));
    }
    let bearings = [PieceBearings { piece: label, bearings: vec![degrees] }];
    let options = AnalysisOptions { pieces: Some(&[label]), bearings: &bearings };
    let analysis = PlaneAnalysis::of(position, options);
    let along =
        |span: &&SpanReport| is_same_bearing(degrees, span.bearing) && span.arc.is_none() && !span.turn;
    let parts = analysis.spans.iter().filter(along).map(|span| Spans::from(span.interval()));
    Ok(parts.fold(Spans::none(), |all, part| all.union(&part, 0.0)))
}

/// Returns the text of a move with the exact bearing of the piece; `None` if the written one is as near as outputs round.
pub fn shown(position: &PlanePosition, written: PlaneMoveText, m: Move) -> Option<PlaneMoveText> {
    let lane = match m.shape {
        MoveShape::Along { lane, .. } => position.lanes(m.piece).get(lane)?,
        MoveShape::To { .. } | MoveShape::Turn { .. } => return None,
    };
    let own = position.piece(m.piece).bearing_along(lane);
    let is_off = |degrees: f64| angle_between(degrees, own) > tolerance::PRINTED_BEARING;
    let course = match written.course {
        Course::Bearing { degrees, distance } if is_off(degrees) => {
            Course::Bearing { degrees: own, distance }
        }
        Course::Arc { degrees, sense, radius, distance } if is_off(degrees) => {
            Course::Arc { degrees: own, sense, radius, distance }
        }
        Course::Bearing { .. } | Course::Arc { .. } | Course::Turn { .. } | Course::To { .. } => return None,
    };
    Some(PlaneMoveText { course, ..written })
}

/// Returns the straight lane of a bearing.
fn straight(position: &PlanePosition, piece: PieceId, degrees: f64) -> Option<usize> {
    let mover = position.piece(piece);
    let fits = |lane: &Lane| {
        lane.shape == LaneShape::Straight && is_same_bearing(degrees, mover.bearing_along(lane))
    };
    position.lanes(piece).iter().position(fits)
}

/// Returns the arc lane that begins at a bearing and bends to a side.
fn arc(
    position: &PlanePosition,
    piece: PieceId,
    degrees: f64,
    sense: Sense,
    radius: Option<f64>,
) -> Result<usize, Illegal> {
    let mover = position.piece(piece);
    let fits = |lane: &Lane| match lane.shape {
        LaneShape::Arc(r) => {
            Sense::of(r) == sense
                && is_same_bearing(degrees, mover.bearing_along(lane))
                && radius.is_none_or(|wanted| (r.abs() - wanted).abs() <= tolerance::TYPED)
        }
        LaneShape::Straight | LaneShape::Turn(_) | LaneShape::Area => false,
    };
    let lanes = position.lanes(piece).iter().enumerate();
    let mut fitting = lanes.filter(|(_, lane)| fits(lane)).map(|(index, _)| index);
    match (fitting.next(), fitting.next()) {
        (Some(lane), None) => Ok(lane),
        (Some(_), Some(_)) => {
            let message = "it rides several arcs there: give the radius, such as left:2";
            Err(Illegal::new(Reason::Bearing, message))
        }
        (None, _) => Err(no_such(position, piece, &format!("arc at bearing {}", number_text(degrees)))),
    }
}

fn no_such(position: &PlanePosition, piece: PieceId, what: &str) -> Illegal {
    let mover = position.piece(piece);
    let lanes = position.lanes(piece).iter();
    let known = lanes.map(|lane| match lane.shape {
        LaneShape::Straight => format!("{:.3}", mover.bearing_along(lane)),
        LaneShape::Arc(r) => {
            let side = if r > 0.0 { "left" } else { "right" };
            format!("{:.3} {side}:{}", mover.bearing_along(lane), r.abs())
        }
        LaneShape::Turn(sense) => (if sense > 0.0 { "turn +" } else { "turn -" }).to_owned(),
        LaneShape::Area => "> x,y".to_owned(),
    });
    let known: Vec<String> = known.collect();
    Illegal::new(Reason::Bearing, format!("{} has no {what}: it has {}", mover.label, known.join(", ")))
}

fn measured(
    position: &PlanePosition,
    piece: PieceId,
    lane: usize,
    distance: Distance,
) -> Result<f64, Illegal> {
    match distance {
        Distance::Exactly(d) => Ok(d),
        Distance::Capture => capture_distance(position, piece, lane),
        Distance::Max => greatest_quiet(position, piece, lane),
    }
}

/// Returns an area leap that is written by bearing and distance.
fn area_along(position: &PlanePosition, piece: PieceId, degrees: f64, d: f64) -> Result<Move, Illegal> {
    let mover = position.piece(piece);
    let lane = position.lanes(piece).iter().position(|lane| lane.shape == LaneShape::Area);
    let lane = lane.ok_or_else(|| no_such(position, piece, &format!("bearing {}", number_text(degrees))))?;
    Ok(Move::to(piece, lane, mover.at + mover.dir_of(degrees) * d))
}

/// Returns the move that ends at a place: the shortest legal one, or else the shortest. On a board with seams the place is any of
/// its images, and of legal moves the first by bearing is returned. A place near a contact means the contact.
fn towards(position: &PlanePosition, piece: PieceId, place: Point) -> Result<Move, Illegal> {
    let (mover, board) = (position.piece(piece), &position.rules().board);
    let survey = Survey::new(position);
    let place = board.canonical(place).0;
    let moves_of = |index: usize, lane: &Lane| -> Vec<(f64, Move)> {
        let path = mover.path_along(lane);
        match lane.shape {
            LaneShape::Turn(_) => Vec::new(),
            LaneShape::Area => {
                let near = board.images_about(mover.at, lane.range_of(mover.moved) + tolerance::TYPED);
                let all = near.iter().map(|image| image.place(place));
                all.map(|at| (at.distance(mover.at), Move::to(piece, index, at))).collect()
            }
            LaneShape::Straight | LaneShape::Arc(_) => {
                let images = board.images_near(&path, board.room(&path).least(), tolerance::TYPED);
                let passed = images.iter().filter_map(|image| along(&path, image.place(place)));
                let nearest = |d: f64| {
                    let stretches = survey.stretches(piece, index);
                    let mut stops = stretches.iter().flat_map(|s| [s.part.from, s.part.to]);
                    stops.find(|stop| (stop - d).abs() <= tolerance::TYPED).unwrap_or(d)
                };
                passed.map(nearest).map(|d| (d, Move::along(piece, index, d))).collect()
            }
        }
    };
    let lanes = position.lanes(piece).iter().enumerate();
    let found = lanes.flat_map(|(index, lane)| {
        let by_bearing = if board.has_seams() { index } else { 0 };
        let refused = |m| refusal_of_path(position, m).is_some();
        moves_of(index, lane).into_iter().map(move |(d, m)| ((refused(m), by_bearing), d, m))
    });
    let best = found.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(.., m)| m).ok_or_else(|| {
        let place = format!("{},{}", number_text(place.x), number_text(place.y));
        Illegal::new(Reason::Bearing, format!("{} does not move towards {place}", mover.label))
    })
}

/// Returns the refusal of a move, unless only its promotion or the king's safety is at fault.
fn refusal_of_path(position: &PlanePosition, m: Move) -> Option<Illegal> {
    let is_of_path =
        |why: &Illegal| !matches!(why.reason, Reason::Promotion | Reason::Check | Reason::KingPath);
    position.judge(m).err().filter(is_of_path)
}

/// Returns the distance at which a path passes a place.
fn along(path: &Path, place: Point) -> Option<f64> {
    let d = match path.motion() {
        RigidMotion::Shift(dir) => dir.dot(place - path.start().at),
        RigidMotion::Rotation { pivot, rate } => {
            let (from, to) = (path.start().at - pivot, place - pivot);
            let angle = functions::turn_between(from, to);
            (angle * rate.signum()).rem_euclid(std::f64::consts::TAU) / rate.abs()
        }
    };
    (d >= 0.0 && path.at(d).distance(place) <= tolerance::TYPED).then_some(d)
}

/// Returns the least distance of a capture. If there is none, the refusal says what keeps the piece from the nearest enemy
/// ahead, if that is known.
fn capture_distance(position: &PlanePosition, piece: PieceId, lane: usize) -> Result<f64, Illegal> {
    let survey = Survey::new(position);
    if let Some(taking) = survey.stretches(piece, lane).iter().find(|s| !s.captures.is_empty()) {
        return Ok(taking.part.from.midpoint(taking.part.to));
    }
    let beyond = survey
        .meets_enemy_at(piece, lane)
        .and_then(|distance| refusal_of_path(position, position.move_by(piece, lane, distance)?));
    Err(beyond.unwrap_or_else(|| {
        let label = position.piece(piece).label;
        Illegal::new(Reason::MustCapture, format!("{label} takes nothing along that bearing"))
    }))
}

fn greatest_quiet(position: &PlanePosition, piece: PieceId, lane: usize) -> Result<f64, Illegal> {
    let survey = Survey::new(position);
    let spans = survey.legal_of(piece);
    let quiet = spans.iter().rfind(|s| s.lane == lane && s.captures.is_empty());
    match quiet {
        Some(span) if !span.part.open_to => Ok(span.part.to),
        Some(span) => Err(Illegal::new(
            Reason::Blocked,
            format!("there is no greatest quiet distance: all below {0} are legal, {0} is not", span.part.to),
        )),
        None => {
            let label = position.piece(piece).label;
            Err(Illegal::new(Reason::Blocked, format!("{label} has no quiet move along that bearing")))
        }
    }
}
