//! Resolving the text of a move to a move on the plane.

use super::analysis::{AnalysisOptions, PieceBearings, PlaneAnalysis};
use super::no_piece::NoPiece;
use super::position::Position;
use crate::chess::Label;
use crate::geom::{
    Interval, Path, Point, RigidMotion, Spans, angle_between, functions, is_same_bearing, tolerance,
};
use crate::notation::{Course, Distance, Illegal, PlaneMoveText, Reason, Sense, number_text};
use crate::plane::{Lane, LaneShape, Move, MoveEnd, Piece, PieceId, PlanePosition, Survey};

impl Position {
    /// Returns the legal distances of a piece of the side to move in a straight line along a bearing, with and without captures.
    /// The bearing is in the frame of the piece's player, degrees. There are no distances if the game is decided.
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
    /// `turn` if the piece is not of the side to move, `piece` if there is none of that label, `bearing` if the piece never moves
    /// along the bearing. On cells always `bearing`, because moves on cells have no distance.
    pub fn distances(&self, piece: Label, bearing: f64) -> Result<Spans, Illegal> {
        match self {
            Position::Plane(p) => Mover::of(p, piece)?.distances(bearing),
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
/// use continuum::plane::{MoveEnd, PlanePosition, Rules};
/// let rules = Rules::preset("continuous")?;
/// let position = PlanePosition::from_text(rules, "Ra@4,1' pa@4,5' ; w")?;
/// // A place beside a contact means the contact.
/// let m = resolve(&position, &"Ra > 4,4.7500004".parse()?)?;
/// assert_eq!(m.end, MoveEnd::Distance(3.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `turn` if the piece is not of the side to move, `piece` if there is none of that label, `bearing` if it has no such bearing.
/// `blocked` if `max` has no distance, `must_capture` if `x` has no capture. `promotion` if no kind has the letter of the
/// promotion and the path of the move breaks no rule.
pub fn resolve(position: &PlanePosition, text: &PlaneMoveText) -> Result<Move, Illegal> {
    let m = Mover::of(position, text.label)?.move_of(text.course)?;
    let Some(letter) = text.promotion else { return Ok(m) };
    match position.rules().kind_of_letter(letter) {
        Some(kind) => Ok(m.promoting(kind)),
        None => Err(refusal_of_path(position, m).unwrap_or_else(|| {
            Illegal::new(Reason::Promotion, format!("no kind has the letter `{letter}`"))
        })),
    }
}

/// Returns the text of a move with the exact bearing of its lane. `None` if the text has no bearing, or has one that differs from
/// the exact one only by rounding.
pub fn exact_text(position: &PlanePosition, written: PlaneMoveText, m: Move) -> Option<PlaneMoveText> {
    let lane = match m.end {
        MoveEnd::Distance(_) => position.lanes(m.piece).get(m.lane)?,
        MoveEnd::Place(_) | MoveEnd::Angle(_) => return None,
    };
    let exact = position.piece(m.piece).bearing_along(lane);
    let is_inexact = |degrees: f64| angle_between(degrees, exact) > tolerance::PRINTED_BEARING;
    let course = match written.course {
        Course::Bearing { degrees, distance } if is_inexact(degrees) => {
            Course::Bearing { degrees: exact, distance }
        }
        Course::Arc { degrees, sense, radius, distance } if is_inexact(degrees) => {
            Course::Arc { degrees: exact, sense, radius, distance }
        }
        Course::Bearing { .. } | Course::Arc { .. } | Course::Turn { .. } | Course::To { .. } => return None,
    };
    Some(PlaneMoveText { course, ..written })
}

/// The piece of the side to move whose move a text names.
struct Mover<'a> {
    position: &'a PlanePosition,
    id: PieceId,
    piece: &'a Piece,
    lanes: &'a [Lane],
}

impl<'a> Mover<'a> {
    /// Returns the piece with a label, with its lanes.
    fn of(position: &'a PlanePosition, label: Label) -> Result<Mover<'a>, Illegal> {
        let turn = position.turn();
        let labels = || position.pieces().iter().map(|piece| piece.label).collect::<Vec<_>>();
        let no_piece = || NoPiece::of(label, &labels());
        if label.color() != turn {
            let message = format!("{label} may not move: it is {turn}'s turn{}", no_piece().hint());
            return Err(Illegal::new(Reason::Turn, message));
        }
        if let Some(id) = position.find(label) {
            return Ok(Mover { position, id, piece: position.piece(id), lanes: position.lanes(id) });
        }
        let (rules, letter) = (position.rules(), label.letter());
        let message = if rules.kind_of_letter(letter).is_some() {
            no_piece().to_string()
        } else {
            let letters: Vec<String> =
                rules.kinds().iter().map(|kind| kind.rule.letter.to_string()).collect();
            format!("{label}: no kind of piece has the letter {letter}: use {}", letters.join(" "))
        };
        Err(Illegal::new(Reason::Piece, message))
    }

    /// Returns the move along a course.
    fn move_of(&self, course: Course) -> Result<Move, Illegal> {
        match course {
            Course::To { x, y } => self.move_towards(Point::new(x, y)),
            Course::Bearing { degrees, distance } => match self.straight_lane(degrees) {
                Some(lane) => self.move_along(lane, distance),
                None => self.area_leap(degrees, distance),
            },
            Course::Arc { degrees, sense, radius, distance } => {
                self.move_along(self.arc_lane(degrees, sense, radius)?, distance)
            }
            Course::Turn { sense, angle } => {
                let lane = self.lanes.iter().position(|lane| lane.shape == LaneShape::Turn(sense.sign()));
                let lane = lane.ok_or_else(|| self.no_such("turn in place"))?;
                Ok(Move::turn(self.id, lane, self.measured(lane, angle)?))
            }
        }
    }

    /// Returns the distances that the piece may go in a straight line along a bearing, by straight lanes or by area leaps.
    fn distances(&self, degrees: f64) -> Result<Spans, Illegal> {
        let has_area_leap = self.lanes.iter().any(|lane| lane.shape == LaneShape::Area);
        let can_leap = has_area_leap && degrees.is_finite();
        if self.straight_lane(degrees).is_none() && !can_leap {
            return Err(self.no_bearing(degrees));
        }
        let piece = self.piece.label;
        let bearings = [PieceBearings { piece, bearings: vec![degrees] }];
        let options = AnalysisOptions { pieces: Some(&[piece]), bearings: &bearings };
        let mut distances = Spans::none();
        for span in PlaneAnalysis::of(self.position, options).spans {
            let is_straight = span.arc.is_none() && !span.turn;
            if is_straight && is_same_bearing(degrees, span.bearing) {
                distances = distances.union(&Spans::from(span.interval()), 0.0);
            }
        }
        Ok(distances)
    }

    /// Returns the index of the straight lane along a bearing.
    fn straight_lane(&self, degrees: f64) -> Option<usize> {
        self.lanes.iter().position(|lane| {
            lane.shape == LaneShape::Straight && is_same_bearing(degrees, self.piece.bearing_along(lane))
        })
    }

    /// Returns the index of the arc lane that begins along a bearing and bends to a side. `radius` decides between several.
    fn arc_lane(&self, degrees: f64, sense: Sense, radius: Option<f64>) -> Result<usize, Illegal> {
        let fits = |lane: &Lane| match lane.shape {
            LaneShape::Arc(signed_radius) => {
                Sense::of(signed_radius) == sense
                    && is_same_bearing(degrees, self.piece.bearing_along(lane))
                    && radius.is_none_or(|r| (signed_radius.abs() - r).abs() <= tolerance::TYPED)
            }
            LaneShape::Straight | LaneShape::Turn(_) | LaneShape::Area => false,
        };
        let Some(lane) = self.lanes.iter().position(fits) else {
            return Err(self.no_such(&format!("arc at bearing {}", number_text(degrees))));
        };
        if self.lanes[lane + 1..].iter().any(fits) {
            let message = "it rides several arcs there: give the radius, such as left:2";
            return Err(Illegal::new(Reason::Bearing, message));
        }
        Ok(lane)
    }

    fn no_bearing(&self, degrees: f64) -> Illegal {
        self.no_such(&format!("bearing {}", number_text(degrees)))
    }

    /// Returns the refusal of a lane that the piece lacks. It names the lanes that the piece has.
    fn no_such(&self, missing: &str) -> Illegal {
        let known = self.lanes.iter().map(|lane| match lane.shape {
            LaneShape::Straight => format!("{:.3}", self.piece.bearing_along(lane)),
            LaneShape::Arc(r) => {
                format!("{:.3} {}:{}", self.piece.bearing_along(lane), Sense::of(r).side(), r.abs())
            }
            LaneShape::Turn(sense) => (if sense > 0.0 { "turn +" } else { "turn -" }).to_owned(),
            LaneShape::Area => "> x,y".to_owned(),
        });
        let known = known.collect::<Vec<String>>().join(", ");
        let message = format!("{} has no {missing}: it has {known}", self.piece.label);
        Illegal::new(Reason::Bearing, message)
    }

    /// Returns the move along a lane, straight or an arc, by a distance.
    fn move_along(&self, lane: usize, distance: Distance) -> Result<Move, Illegal> {
        Ok(Move::along(self.id, lane, self.measured(lane, distance)?))
    }

    /// Returns the number that a distance means on a lane: board units, or degrees for a turn.
    fn measured(&self, lane: usize, distance: Distance) -> Result<f64, Illegal> {
        match distance {
            Distance::Exactly(d) => Ok(d),
            Distance::Capture => self.capture_distance(lane),
            Distance::Max => self.greatest_quiet(lane),
        }
    }

    /// Returns the area leap along a bearing by a distance.
    fn area_leap(&self, degrees: f64, distance: Distance) -> Result<Move, Illegal> {
        let lane = self.lanes.iter().position(|lane| lane.shape == LaneShape::Area);
        let lane = lane.ok_or_else(|| self.no_bearing(degrees))?;
        let landings = || Survey::new(self.position).legal_along(self.id, degrees).into_iter();
        let length = match distance {
            Distance::Exactly(d) => d,
            Distance::Capture => {
                let capture = landings().find(|landing| !landing.value.captures.is_empty());
                capture.ok_or_else(|| self.takes_nothing())?.part.middle()
            }
            Distance::Max => {
                let quiet = landings().rfind(|landing| landing.value.captures.is_empty());
                self.greatest_of(quiet.map(|landing| landing.part))?
            }
        };
        Ok(Move::to(self.id, lane, self.piece.at + self.piece.dir_of(degrees) * length))
    }

    /// Returns the move that ends at a place: the shortest that no rule about its path refuses, or else the shortest. On a
    /// board with seams the move may end at any image of the place, and the first lane comes in front of the shortest move.
    /// A place near a contact means the contact.
    fn move_towards(&self, place: Point) -> Result<Move, Illegal> {
        let board = &self.position.rules().board;
        let survey = Survey::new(self.position);
        let (place, _) = board.canonical(place);
        let moves = (0..self.lanes.len()).flat_map(|lane| self.moves_to(place, lane, &survey));
        let preference = |to: &MoveTo| (to.is_refused, if board.has_seams() { to.lane } else { 0 });
        let best = moves.min_by(|a, b| preference(a).cmp(&preference(b)).then(a.length.total_cmp(&b.length)));
        let Some(MoveTo { m, .. }) = best else {
            let place = format!("{},{}", number_text(place.x), number_text(place.y));
            let message = format!("{} does not move towards {place}", self.piece.label);
            return Err(Illegal::new(Reason::Bearing, message));
        };
        Ok(m)
    }

    /// Returns the moves along the lane with an index that end at images of a place.
    fn moves_to(&self, place: Point, index: usize, survey: &Survey<'_>) -> Vec<MoveTo> {
        let (piece, lane, board) = (self.piece, &self.lanes[index], &self.position.rules().board);
        let mut moves = Vec::new();
        let mut add = |m: Move, length: f64| {
            let is_refused = refusal_of_path(self.position, m).is_some();
            moves.push(MoveTo { m, lane: index, length, is_refused });
        };
        match lane.shape {
            LaneShape::Turn(_) => {}
            LaneShape::Area => {
                let reach = lane.range_of(piece.moved) + tolerance::TYPED;
                for image in board.images_about(piece.at, reach) {
                    let at = image.place(place);
                    add(Move::to(self.id, index, at), at.distance(piece.at));
                }
            }
            LaneShape::Straight | LaneShape::Arc(_) => {
                let path = piece.path_along(lane);
                for image in board.images_near(&path, board.room(&path).least(), tolerance::TYPED) {
                    let Some(passed) = distance_along(&path, image.place(place)) else { continue };
                    let stretches = survey.stretches(self.id, index);
                    let mut ends = stretches.iter().flat_map(|s| [s.part.from, s.part.to]);
                    let contact = ends.find(|end| (end - passed).abs() <= tolerance::TYPED);
                    let length = contact.unwrap_or(passed);
                    add(Move::along(self.id, index, length), length);
                }
            }
        }
        moves
    }

    /// Returns the least distance of a capture. If no capture is possible, the error is the refusal of a move to the nearest
    /// enemy ahead, or says that the piece takes nothing.
    fn capture_distance(&self, lane: usize) -> Result<f64, Illegal> {
        let survey = Survey::new(self.position);
        if let Some(capturing) = survey.stretches(self.id, lane).iter().find(|s| !s.captures.is_empty()) {
            return Ok(capturing.part.from.midpoint(capturing.part.to));
        }
        let refusal = survey.first_enemy_contact(self.id, lane).and_then(|distance| {
            refusal_of_path(self.position, self.position.move_by(self.id, lane, distance)?)
        });
        Err(refusal.unwrap_or_else(|| self.takes_nothing()))
    }

    fn takes_nothing(&self) -> Illegal {
        Illegal::new(Reason::MustCapture, format!("{} takes nothing along that bearing", self.piece.label))
    }

    /// Returns the greatest legal distance without a capture.
    fn greatest_quiet(&self, lane: usize) -> Result<f64, Illegal> {
        let spans = Survey::new(self.position).legal_of(self.id);
        let quiet = spans.iter().rfind(|s| s.lane == lane && s.captures.is_empty());
        self.greatest_of(quiet.map(|span| span.part))
    }

    /// Returns the greatest distance of the farthest quiet distances of a lane.
    fn greatest_of(&self, farthest: Option<Interval>) -> Result<f64, Illegal> {
        let message = match farthest {
            Some(part) if !part.open_to => return Ok(part.to),
            Some(Interval { to, .. }) => {
                format!("there is no greatest quiet distance: all below {to} are legal, {to} is not")
            }
            None => format!("{} has no quiet move along that bearing", self.piece.label),
        };
        Err(Illegal::new(Reason::Blocked, message))
    }
}

/// A move that ends at a given place.
struct MoveTo {
    m: Move,
    lane: usize,
    /// The length of the move, board units.
    length: f64,
    /// Whether [`refusal_of_path`] has a refusal of the move.
    is_refused: bool,
}

/// Returns the refusal of a move; `None` if the move is legal, or is refused for its promotion or the safety of the king.
fn refusal_of_path(position: &PlanePosition, m: Move) -> Option<Illegal> {
    let is_of_path =
        |why: &Illegal| !matches!(why.reason, Reason::Promotion | Reason::Check | Reason::KingPath);
    position.judge(m).err().filter(is_of_path)
}

/// Returns the distance at which a path passes a place; `None` if it does not pass the place.
fn distance_along(path: &Path, place: Point) -> Option<f64> {
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
