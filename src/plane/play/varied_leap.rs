//! How far the landing of a leap to any place may vary while a reply to it stays legal: the curves at which that changes.

use super::make::After;
use super::reply::{Answer, Mover, Reply};
use super::uncharted::{Trust, has_uncharted_checks};
use crate::chess::{Color, Label};
use crate::geom::{self, Bound, Curve, Point};
use crate::plane::attack::{Survey, Window};
use crate::plane::lanes::Leap;
use crate::plane::moves::{Move, Span};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::{KindId, Way};
use crate::plane::series::ChecksGiven;
use crate::variant::Rebirth;
use smallvec::SmallVec;
use std::f64::consts::SQRT_2;

/// Board units: more than two attacks overlap.
const WIDE: f64 = 100.0;

/// The leaps to any place of one piece by one lane, what becomes of a pawn given.
#[derive(Clone, Copy)]
pub struct VariedLeap<'a> {
    position: &'a Position,
    piece: PieceId,
    lane: usize,
    promotion: Option<KindId>,
}

/// What a legal leap comes to.
pub struct Arrival {
    /// Where it ends.
    pub at: Point,
    /// What it takes.
    pub captures: Few,
    /// The position after it.
    pub after: Position,
    /// The mover by its id there.
    mover: PieceId,
    /// Two of the leaps end no farther apart than this.
    spread: f64,
}

impl Arrival {
    /// Whether two leaps take the same, and the same is put back.
    pub fn is_like(&self, other: &Arrival) -> bool {
        self.captures == other.captures && self.labels() == other.labels()
    }

    /// The pieces on the board by then.
    fn labels(&self) -> Vec<Label> {
        self.after.ids().map(|id| self.after.piece(id).label).collect()
    }

    /// A reply by a move of a span of the legal set of the position after it.
    pub fn reply(&self, span: &Span) -> Option<Reply> {
        Reply::of_span(&self.after, self.moved(), span)
    }

    /// Whether a reply to a leap that is like this one is legal here too.
    pub fn allows(&self, reply: &Reply) -> bool {
        reply.is_legal(&self.after)
    }

    /// Whether it is so for a reason that lasts between the curves at which it may cease to be.
    pub fn allows_alike(&self, reply: &Reply) -> bool {
        reply.is_legal_alike(&self.after, self.mover)
    }

    /// How far that reason lasts there at least.
    pub fn room(&self, reply: &Reply, trust: &Trust) -> f64 {
        reply.room(&self.after, self.moved(), trust)
    }

    fn moved(&self) -> Mover {
        Mover { id: self.mover, by_leap: true, spread: self.spread }
    }
}

impl<'a> VariedLeap<'a> {
    /// The leaps of a piece by a lane that goes to any place.
    pub fn new(
        position: &'a Position,
        (piece, lane): (PieceId, usize),
        promotion: Option<KindId>,
    ) -> VariedLeap<'a> {
        VariedLeap { position, piece, lane, promotion }
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Whether a leap may give check, by a first look which errs on the side of yes: others bear on the king, or the piece may
    /// come near enough.
    pub fn may_give_check(&self) -> bool {
        let (position, piece) = (self.position, self.position.piece(self.piece));
        let (rules, theirs) = (position.rules(), Survey::of_side(position, !position.turn()));
        let Some(king) = theirs.king.map(|id| position.piece(id).at) else { return false };
        let kind = rules.kind(piece.kind);
        let leaps_only = position.lanes(self.piece).iter().all(|lane| lane.way == Way::Area);
        let reach = 2.0 * kind.longest_ever() + kind.rule.extent.reach() + 2.0 * rules.epsilon;
        self.promotion.is_some()
            || !leaps_only
            || !rules.board.surely_apart(piece.at, king, reach)
            || theirs.candidates().iter().any(|(attacker, _)| *attacker != self.piece)
    }

    /// The disc that no leap leaves: its centre and radius.
    pub fn disc(&self) -> (Point, f64) {
        self.leap().disc()
    }

    /// The leap to a place.
    pub fn to(&self, at: Point) -> Move {
        Move { promotion: self.promotion, ..Move::to(self.piece, self.lane, at) }
    }

    /// What the leap to a place comes to, if it is legal.
    pub fn arrival(&self, at: Point) -> Option<Arrival> {
        let m = self.to(at);
        let verdict = self.position.judge(m).ok()?;
        let After { position: after, arrived, .. } = self.position.after(m, &verdict);
        let mover = after.find(arrived.label)?;
        Some(Arrival { at, captures: verdict.captures, after, mover, spread: 2.0 * self.range() })
    }

    /// The curves that bound its legal landings and the homes that it may cover, and at each landing that takes
    /// others, or has others put back, what the leap comes to.
    pub fn cells(&self) -> (Vec<Bound>, Vec<Arrival>) {
        let survey = Survey::new(self.position);
        let leap = self.leap();
        let cells = survey.cells_of(&leap);
        let outlines = cells.iter().flat_map(|cell| cell.outlines.iter().flatten());
        let mut curves: Vec<Bound> = outlines.map(|side| side.curve).collect();
        curves.extend(leap.ways_round().map(Bound::from));
        let mut samples: Vec<Point> = cells.iter().map(|cell| cell.sample).collect();
        if self.position.rules().rebirth != Rebirth::None {
            curves.extend(survey.home_curves(&leap).into_iter().map(Bound::from));
            let (centre, reach) = leap.disc();
            let key = |at| self.arrival(at).map(|arrival| (arrival.labels(), arrival.captures));
            samples = geom::cells(&curves, centre, reach, key).iter().map(|cell| cell.sample).collect();
        }
        let mut arrivals: Vec<Arrival> = Vec::new();
        for arrival in samples.into_iter().filter_map(|at| self.arrival(at)) {
            if !arrivals.iter().any(|known| known.is_like(&arrival)) {
                arrivals.push(arrival);
            }
        }
        (curves, arrivals)
    }

    /// The curves at which leaps that are like this one begin or cease to give check.
    pub fn curves_of_checks(&self, arrival: &Arrival) -> Vec<Bound> {
        let mut stage = arrival.after.clone();
        stage.pieces[arrival.mover.index()] = *self.position.piece(self.piece);
        let ours = Survey::of_side(&stage, self.position.turn());
        let checks = ChecksGiven::new(&ours, arrival.mover, self.position.piece(self.piece).kind);
        geom::distinct(checks.curves(self.disc()), self.disc())
    }

    /// The curves at which a reply to a leap may cease to be legal for leaps that are like it.
    pub fn curves_of_reply(&self, arrival: &Arrival, reply: &Reply) -> Vec<Bound> {
        let position = self.position;
        let (centre, reach) = self.disc();
        let Arrival { after, mover, .. } = arrival;
        let answer = Answer { before: position, piece: self.piece, after, mover: *mover, reply };
        let window = Window::about(&position.rules().board, centre, reach);
        let mut curves = answer.curves_of_way(&window);
        if answer.puts_back() {
            let stage = answer.with_mover_at_start(after, *mover);
            let victims = reply.captures.iter().copied();
            curves.extend(Survey::new(&stage).home_curves_of(*mover, (centre, reach), victims));
        }
        let mut bounds = answer.curves_of_attacks((centre, reach), &window);
        bounds.extend(curves.into_iter().map(Bound::from));
        geom::distinct(bounds, (centre, reach))
    }

    /// Whether no closed form gives all curves at which a check begins or ceases.
    pub fn has_uncharted_checks(&self, trust: &Trust) -> bool {
        has_uncharted_checks(self.position, self.piece, true, trust)
    }

    /// What the curves nearly are, in a square about `middle` with half the side `half`, at which a reply that is legal for one of the
    /// leaps ceases to be so for a reason that no closed form gives: two attacks on the way of a replying king come apart.
    pub fn curves_by_numbers(
        &self,
        one: &Arrival,
        reply: &Reply,
        (middle, half): (Point, f64),
    ) -> SmallVec<[Curve; 2]> {
        let is_charted = reply.charted_within(&one.after, one.moved()) > 2.0 * SQRT_2 * half;
        let value = |at: Point| {
            let other = self.arrival(at).filter(|other| other.is_like(one))?;
            // Where one part has come apart in two there may have been no overlap before.
            let slack = reply.slack_after(&other.after, other.mover).unwrap_or(WIDE);
            Some(if is_charted || other.allows(reply) == (slack > 0.0) { slack } else { -slack })
        };
        geom::curves_in(&value, middle, half)
    }

    /// The same for the curves at which leaps that are like one begin or cease to give check.
    pub fn check_curves_by_numbers(
        &self,
        one: &Arrival,
        (middle, half): (Point, f64),
    ) -> SmallVec<[Curve; 2]> {
        let value = |at: Point| {
            let other = self.arrival(at).filter(|other| other.is_like(one))?;
            Some(if Survey::new(&other.after).in_check() { WIDE } else { -WIDE })
        };
        geom::curves_in(&value, middle, half)
    }

    fn range(&self) -> f64 {
        self.position.lanes(self.piece)[self.lane].range_of(self.position.piece(self.piece).moved)
    }

    fn leap(&self) -> Leap<'a> {
        Leap::new(self.position, self.piece, &self.position.lanes(self.piece)[self.lane])
    }
}
