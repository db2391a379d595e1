//! One distance, decided straight from the rules: the predicate that the legal set must agree with, and
//! the reason when the answer is no.

use crate::geom::{Interval, Point, Ray, contact};
use crate::notation::{Illegal, Reason};
use crate::plane::attack::{DiscKingPath, Survey};
use crate::plane::lanes::Stretch;
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::{Gait, Lane};
use crate::variant::Takes;

/// A move on the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// Who moves.
    pub piece: PieceId,
    /// Along which of its kind's lanes.
    pub lane: usize,
    /// How far, in the lane's measure: board units, for a turn degrees.
    pub distance: f64,
    /// Where a leap to any place lands; `None` for all other moves.
    pub to: Option<Point>,
    /// What a pawn becomes.
    pub promotion: Option<crate::plane::rules::KindId>,
}

/// What a legal move does.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Where it ends.
    pub to: Point,
    /// How far it really goes.
    pub distance: f64,
    /// Which way the piece then faces, if it faces any.
    pub heading: Option<f64>,
    /// What it takes, in order of id.
    pub captures: Few,
    /// Whether it promotes.
    pub promotes: bool,
}

impl Position {
    /// Decides one move.
    ///
    /// # Errors
    /// The first rule that it breaks, in the order: turn, range, edge, Zeno's half, step, what is in
    /// the way, capture, least distance, promotion, check, king's path.
    pub fn judge(&self, m: Move) -> Result<Verdict, Illegal> {
        let piece = self.piece(m.piece);
        let rules = self.rules();
        if piece.color() != self.turn {
            return Err(Illegal::new(
                Reason::Turn,
                format!("{} may not move: it is {}'s turn", piece.label, self.turn),
            ));
        }
        let lane = &rules.kind(piece.kind).lanes(piece.color())[m.lane];
        let verdict = if self.plain { self.judge_plain(m, lane)? } else { self.judge_course(m, lane)? };
        self.judge_promotion(m, verdict.promotes)?;
        self.judge_safety(m, lane, &verdict)?;
        Ok(verdict)
    }

    /// Limits, what is in the way, and captures, where all are equal discs.
    fn judge_plain(&self, m: Move, lane: &Lane) -> Result<Verdict, Illegal> {
        let (rules, piece) = (self.rules(), self.piece(m.piece));
        let ray = Ray::new(piece.at, lane.dir);
        self.judge_limits(lane, &ray, piece.moved, m.distance)?;
        let (d, captures) = match lane.gait {
            Gait::Ride => self.judge_ride(lane, &ray, m.distance)?,
            Gait::Leap => (m.distance, self.judge_landing(m.piece, ray.at(m.distance))?),
        };
        if captures.is_empty() && lane.takes == Takes::Must {
            return Err(Illegal::new(
                Reason::MustCapture,
                format!("{} must capture along {}", piece.label, lane.bearing),
            ));
        }
        let least = if captures.is_empty() { rules.min_move } else { rules.min_capture };
        if d < least - rules.epsilon {
            return Err(Illegal::new(
                Reason::MinMove,
                format!("{d} is shorter than the least distance {least}"),
            ));
        }
        let to = rules.board.clamp(ray.at(d));
        let promotes = rules.kind(piece.kind).rule.pawn && rules.promotes_at(piece.color(), to);
        Ok(Verdict { to, distance: d, heading: None, captures, promotes })
    }

    fn judge_limits(&self, lane: &Lane, ray: &Ray, moved: bool, d: f64) -> Result<(), Illegal> {
        let rules = self.rules();
        let epsilon = rules.epsilon;
        let range = if moved { lane.range } else { lane.first_range };
        let edge = rules.board.distance_to_wall(ray);
        let half = edge * rules.edge_share;
        let beyond = |limit: f64| d > limit + epsilon;
        if beyond(range) {
            return Err(Illegal::new(Reason::Range, format!("{d} is farther than the range {range}")));
        }
        if beyond(edge) {
            return Err(Illegal::new(
                Reason::Edge,
                format!("{d} leads off the board, whose edge is {edge} away"),
            ));
        }
        if beyond(half) {
            return Err(Illegal::new(
                Reason::Zeno,
                format!("{d} is more than {half}, half the way to the edge"),
            ));
        }
        if lane.step > 0.0 {
            let k = (d / lane.step).round();
            if k < 1.0 || (d - k * lane.step).abs() > epsilon {
                return Err(Illegal::new(
                    Reason::Step,
                    format!("{d} is not a multiple of the step {}", lane.step),
                ));
            }
        }
        Ok(())
    }

    /// A ride of distance `d`: the distance at which it really stops, and what it takes.
    fn judge_ride(&self, lane: &Lane, ray: &Ray, d: f64) -> Result<(f64, Few), Illegal> {
        let rules = self.rules();
        let epsilon = rules.epsilon;
        let met: Vec<(PieceId, f64)> = self
            .ids()
            .filter_map(|id| Some((id, contact(ray, rules.radius, self.piece(id).at, epsilon)?)))
            .collect();
        let enemy = |id: PieceId| self.piece(id).color() != self.turn;
        let blocked = |id: PieceId, t: f64| {
            let label = self.piece(id).label;
            Illegal::new(Reason::Blocked, format!("{d} is too far: {label} is in contact at {t}"))
        };
        if lane.step > 0.0 {
            let mut captures = Few::new();
            for &(id, t) in &met {
                let passed = t < d - epsilon;
                let along = t > d - lane.step + epsilon
                    && ray.at(d).distance(self.piece(id).at) < rules.radius - epsilon;
                if passed && !(enemy(id) && along && lane.takes != Takes::Never) {
                    return Err(blocked(id, t));
                }
                if (passed || (t - d).abs() <= epsilon) && enemy(id) && lane.takes != Takes::Never {
                    captures.push(id);
                }
            }
            return Ok((d, captures));
        }
        let Some(&(first, least)) = met.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else {
            return Ok((d, Few::new()));
        };
        let same = |t: f64| t <= least + epsilon;
        let stop = met.iter().filter(|&&(id, t)| same(t) && enemy(id)).map(|m| m.1).reduce(f64::min);
        match stop.filter(|_| lane.takes != Takes::Never) {
            Some(stop) if d > stop + epsilon => Err(blocked(first, least)),
            Some(stop) if d >= stop - epsilon => {
                let taken = met.iter().filter(|&&(id, t)| same(t) && enemy(id)).map(|m| m.0);
                Ok((stop, taken.collect()))
            }
            None if d > least + epsilon => Err(blocked(first, least)),
            Some(_) | None => Ok((d, Few::new())),
        }
    }

    /// A leap's landing: what it takes there.
    fn judge_landing(&self, mover: PieceId, landing: Point) -> Result<Few, Illegal> {
        let rules = self.rules();
        let overlaps = |id: &PieceId| {
            *id != mover && self.piece(*id).at.distance(landing) < rules.radius - rules.epsilon
        };
        let captures: Few = self.ids().filter(overlaps).collect();
        match captures.iter().find(|&&id| self.piece(id).color() == self.turn) {
            Some(&friend) => {
                Err(Illegal::new(Reason::Friend, format!("it would overlap {}", self.piece(friend).label)))
            }
            None => Ok(captures),
        }
    }

    fn judge_promotion(&self, m: Move, promotes: bool) -> Result<(), Illegal> {
        let refuse = |message: &str| Err(Illegal::new(Reason::Promotion, message));
        match (promotes, m.promotion) {
            (true, None) => refuse("the pawn promotes here: add =Q, =R, =B or =N"),
            (false, Some(_)) => refuse("nothing promotes by this move: leave the `=` out"),
            (true, Some(kind)) if !self.rules().promotions().any(|p| p == kind) => {
                refuse("a pawn becomes a queen, rook, bishop or knight")
            }
            _ => Ok(()),
        }
    }

    fn judge_safety(&self, m: Move, lane: &Lane, verdict: &Verdict) -> Result<(), Illegal> {
        let arrived = self.arrived(m.piece, verdict.to, verdict.heading, m.promotion);
        let back = self.put_back(m.piece, &arrived, &verdict.captures);
        let after = self.settled(m.piece, arrived, &verdict.captures, &back);
        let label = self.piece(m.piece).label;
        if let Some(checker) = Survey::of_side(&after, self.turn).checkers().first() {
            let checker = after.piece(*checker).label;
            return Err(Illegal::new(Reason::Check, format!("{label} may not: {checker} would give check")));
        }
        if self.forbids_check() && Survey::of_side(&after, !self.turn).in_check() {
            let message = format!("{label} may not: only the last move of the series may give check");
            return Err(Illegal::new(Reason::Check, message));
        }
        let survey = Survey::new(self);
        if survey.king == Some(m.piece) && !self.may_pass(&survey, m, lane, verdict) {
            return Err(Illegal::new(Reason::KingPath, format!("{label} would pass through check")));
        }
        Ok(())
    }

    fn may_pass(&self, survey: &Survey<'_>, m: Move, lane: &Lane, verdict: &Verdict) -> bool {
        let d = verdict.distance;
        let part = Interval::point(d);
        let rides = lane.gait == Gait::Ride;
        if !self.plain {
            return survey.royal_may_pass(self.piece(m.piece).path_along(lane), d, rides, &verdict.captures);
        }
        let walk = DiscKingPath::new(survey, Ray::new(self.piece(m.piece).at, lane.dir), d, rides);
        !walk.passed(&Stretch { part, captures: verdict.captures.clone() }).is_empty()
    }
}
