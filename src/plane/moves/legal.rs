//! The legal set: the exact distances that each piece may go (`docs/rules/continuous.md` 3 to 5).

use crate::budget::work;
use crate::geom::{Interval, Ray, Spans, ValuedInterval, contact, decide};
use crate::plane::attack::{KingPathWalk, LaneAttack, Survey};
use crate::plane::discs::{LaneReach, NearbyPieces, StretchSink};
use crate::plane::lanes::{LaneStretch, MoveEffect, Stretches, Travel};
use crate::plane::position::{Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneShape, Pawn};
use crate::variant::{Rebirth, Takes};
use std::cell::OnceCell;

/// An interval of legal distances of one lane, with the same captures and promotion at each.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The mover.
    pub piece: PieceId,
    /// The index of the lane among those of the mover's kind.
    pub lane: usize,
    /// The distances in the lane's measure: board units, or degrees for a turn.
    pub part: Interval,
    /// The captured pieces, in order of id.
    pub captures: PieceIds,
    /// Whether the move promotes.
    pub promotes: bool,
}

/// The initial capacity of a complete legal set. Few legal sets have more spans.
const CAPACITY: usize = 96;

/// The cost of a lane in closed form, in units of [`work`].
const WORK_OF_LANE: usize = 16;

/// The moves that are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// All captures and promotions. Quiet moves of pawns may be among them, and quiet moves of any piece without closed forms.
    Noisy,
}

/// A mover with all data that its lanes have in common.
struct Mover<'s, 'a> {
    wanted: Wanted,
    id: PieceId,
    piece: &'s Piece,
    lanes: &'s [Lane],
    nearby: &'s NearbyPieces<'s>,
    /// The mover as a pawn; `None` for pieces that never promote.
    pawn: Option<Pawn<'s>>,
    /// Whether the mover is the king, or the safety of the king depends on the board after the move.
    needs_full_test: bool,
    /// Whether a line to the own king opens if the mover leaves its place without a capture.
    opens_line_to_king: bool,
    /// The attacks that take the own king if the mover leaves its place without a capture.
    uncovered_attacks: OnceCell<Vec<LaneAttack<'a>>>,
}

impl Mover<'_, '_> {
    /// Whether stretches without a capture may be left out: only noisy moves are wanted, and the mover never promotes.
    #[inline]
    fn skips_quiet(&self) -> bool {
        self.wanted == Wanted::Noisy && self.pawn.is_none()
    }
}

/// Turns the stretches of one lane of a piece other than the king into spans.
struct SpanSink<'t, 'a> {
    survey: &'t Survey<'a>,
    mover: &'t Mover<'t, 'a>,
    lane: usize,
    reach: &'t LaneReach<'t>,
    out: &'t mut Vec<Span>,
}

impl StretchSink for SpanSink<'_, '_> {
    #[inline(always)]
    fn take(&mut self, part: Interval, captures: &[PieceId]) {
        let SpanSink { survey, mover, lane, reach, ref mut out } = *self;
        if captures.is_empty() && mover.skips_quiet() {
            return;
        }
        let opens_line = if captures.is_empty() {
            mover.opens_line_to_king
        } else {
            survey.opens_line_to_king(mover.id, captures)
        };
        if opens_line {
            let stretch = LaneStretch { part, captures: copy_of(captures) };
            survey.push_safe(out, mover, lane, &reach.ray, stretch);
        } else {
            survey.push(out, mover, lane, part, captures);
        }
    }
}

impl<'a> Survey<'a> {
    /// Returns the legal set of the side to move, in order of piece, lane and distance. Area leaps have no spans;
    /// [`regions`](Survey::regions) returns their landings.
    pub fn legal(&self) -> Vec<Span> {
        self.spans(Wanted::All)
    }

    /// Returns the captures and promotions of the legal set of the side to move, in order of piece, lane and distance. Quiet
    /// spans of pawns may be among them, and quiet spans of any piece if the position has no closed forms.
    pub fn noisy(&self) -> Vec<Span> {
        self.spans(Wanted::Noisy)
    }

    fn spans(&self, wanted: Wanted) -> Vec<Span> {
        let mut out = Vec::with_capacity(CAPACITY);
        let mut nearby = NearbyPieces::new(&self.centres);
        for id in self.movers() {
            self.add_spans_of(id, wanted, &mut nearby, &mut out);
        }
        out
    }

    /// Returns the legal set of one piece of the side to move, in order of bearing and distance.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Pe@4,6.5' ; w")?;
    /// let pawn = position.find("Pe".parse()?).expect("a pawn");
    /// // The promotion line, at 7.25, cuts the lane in two.
    /// let spans = Survey::new(&position).legal_of(pawn);
    /// assert_eq!(spans.iter().map(|span| (span.part.to, span.promotes)).collect::<Vec<_>>(), [(0.75, false), (1.0, true)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the position has no piece with this id.
    pub fn legal_of(&self, piece: PieceId) -> Vec<Span> {
        let mut out = Vec::new();
        self.add_spans_of(piece, Wanted::All, &mut NearbyPieces::new(&self.centres), &mut out);
        out
    }

    /// Returns the legal set of one lane of a piece of the side to move, in order of distance.
    ///
    /// # Panics
    /// If the position has no piece with this id.
    pub fn legal_on(&self, piece: PieceId, lane: usize) -> Vec<Span> {
        let mut out = Vec::new();
        if self.uses_closed_forms() {
            let mut nearby = NearbyPieces::new(&self.centres);
            let mover = self.mover(piece, Wanted::All, &mut nearby);
            self.add_spans_on(&mover, lane, &mut out);
        } else {
            self.add_general_spans_on(piece, lane, &mut out);
        }
        out
    }

    /// Whether the side to move has any legal move.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let mated = PlanePosition::from_text(rules, "Ka@7,7' Ra@0,0.6' Rb@6,0.2' ka@4,0' ; b")?;
    /// let survey = Survey::new(&mated);
    /// assert!(survey.in_check() && !survey.has_legal_move());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_legal_move(&self) -> bool {
        let (mut out, mut nearby) = (Vec::new(), NearbyPieces::new(&self.centres));
        let has_span = self.movers().any(|id| {
            self.add_spans_of(id, Wanted::All, &mut nearby, &mut out);
            !out.is_empty()
        });
        has_span || self.movers().any(|id| self.regions_of(id).iter().any(|region| !region.cells.is_empty()))
    }

    /// Returns the distances that a piece may go along one of its lanes, before the safety of its own king.
    pub fn stretches(&self, piece: PieceId, lane: usize) -> Stretches {
        let (mover, rules) = (self.position.piece(piece), self.position.rules());
        let lane = &self.position.lanes(piece)[lane];
        if lane.shape == LaneShape::Area {
            return Stretches::new();
        }
        if !self.uses_closed_forms() {
            let stretches = Travel::on_full_board(self.position, piece, lane).stretches();
            let without_promotion = |stretch: ValuedInterval<MoveEffect>| LaneStretch {
                part: stretch.part,
                captures: stretch.value.captures,
            };
            return stretches.into_iter().map(without_promotion).collect();
        }
        let mut nearby = NearbyPieces::new(&self.centres);
        nearby.gather(piece, lane.range_of(mover.moved) + rules.epsilon, &[]);
        let ray = mover.ray_along(lane);
        LaneReach::new(self.position, &self.centres, &nearby, piece, lane, ray).stretches()
    }

    /// Returns the distance of a ride's first contact with an enemy. Friends count as off the board, and the lane has no end.
    ///
    /// `None` if there is no such enemy, for a leap, and if the position is not plain.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ra@1,1' Pb@1,2' pa@5,1' ; w")?;
    /// let (rook, survey) = (position.find("Ra".parse()?).expect("a rook"), Survey::new(&position));
    /// assert_eq!(survey.first_enemy_contact(rook, 0), Some(3.75));
    /// assert_eq!(survey.first_enemy_contact(rook, 1), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_enemy_contact(&self, piece: PieceId, lane: usize) -> Option<f64> {
        let rules = self.position.rules();
        let mover = self.position.piece(piece);
        let lane = &self.position.lanes(piece)[lane];
        if !self.position.is_plain() || lane.gait == Gait::Leap {
            return None;
        }
        let ray = Ray::new(mover.at, lane.dir);
        let enemies = self.position.side(!mover.color());
        let contacts =
            enemies.filter_map(|id| contact(&ray, rules.radius, self.centres.at(id), rules.epsilon));
        contacts.reduce(f64::min)
    }

    fn movers(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.position.side(self.position.turn())
    }

    fn add_spans_of(&self, id: PieceId, wanted: Wanted, nearby: &mut NearbyPieces<'_>, out: &mut Vec<Span>) {
        if !self.uses_closed_forms() {
            for lane in 0..self.position.lanes(id).len() {
                self.add_general_spans_on(id, lane, out);
            }
            return;
        }
        let mover = self.mover(id, wanted, nearby);
        for lane in 0..mover.lanes.len() {
            self.add_spans_on(&mover, lane, out);
        }
    }

    /// Prepares what all lanes of a piece have in common.
    fn mover<'s>(&'s self, id: PieceId, wanted: Wanted, nearby: &'s mut NearbyPieces<'_>) -> Mover<'s, 'a> {
        let (piece, rules) = (self.position.piece(id), self.position.rules());
        let kind = rules.kind(piece.kind);
        nearby.gather(id, kind.longest(piece.moved) + rules.epsilon, &[]);
        Mover {
            wanted,
            id,
            piece,
            lanes: kind.lanes(piece.color()),
            nearby,
            pawn: self.position.pawn(piece),
            needs_full_test: self.king == Some(id) || rules.rebirth != Rebirth::None,
            opens_line_to_king: self.opens_line_to_king(id, &[]),
            uncovered_attacks: OnceCell::new(),
        }
    }

    /// Adds the spans of one lane of a mover, in closed form.
    fn add_spans_on(&self, mover: &Mover<'_, 'a>, index: usize, out: &mut Vec<Span>) {
        let (id, lane) = (mover.id, &mover.lanes[index]);
        if lane.shape == LaneShape::Area {
            return;
        }
        work(WORK_OF_LANE);
        let ray = mover.piece.ray_along(lane);
        let range = lane.range_of(mover.piece.moved) + self.position.rules().epsilon;
        let wants_captures_only = mover.wanted == Wanted::Noisy && !self.may_promote(mover, &ray, range);
        if wants_captures_only && lane.takes == Takes::Never {
            return;
        }
        let needs_enemy = wants_captures_only || lane.takes == Takes::Must;
        if needs_enemy && mover.nearby.is_free_of_enemies(ray.dir, range) {
            return;
        }
        let reach = LaneReach::new(self.position, &self.centres, mover.nearby, id, lane, ray);
        if mover.needs_full_test {
            return self.add_fully_tested_spans(mover, index, &reach, out);
        }
        reach.stretches_into(&mut SpanSink { survey: self, mover, lane: index, reach: &reach, out });
    }

    /// Whether the mover may promote along a ride of this length: a conservative filter that errs towards yes.
    fn may_promote(&self, mover: &Mover<'_, 'a>, ray: &Ray, length: f64) -> bool {
        mover.pawn.as_ref().is_some_and(|pawn| {
            pawn.is_past(ray.origin) || pawn.is_past(ray.at(length)) || !self.position.is_plain()
        })
    }

    /// Adds the safe parts of a stretch whose moves may open a line to the own king. Few stretches have such moves, so this
    /// function is not inlined.
    #[inline(never)]
    fn push_safe(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane: usize,
        ray: &Ray,
        stretch: LaneStretch,
    ) {
        for &part in self.safe_for_king(mover, ray, &stretch).parts() {
            self.push(out, mover, lane, part, &stretch.captures);
        }
    }

    /// Adds the legal spans of a king's lane, or of a lane whose moves depend on the board after them.
    fn add_fully_tested_spans(
        &self,
        mover: &Mover<'_, 'a>,
        index: usize,
        reach: &LaneReach<'_>,
        out: &mut Vec<Span>,
    ) {
        let (id, lane) = (mover.id, &mover.lanes[index]);
        let mut stretches = reach.stretches();
        if mover.skips_quiet() {
            stretches.retain(|stretch| !stretch.captures.is_empty());
        }
        if stretches.is_empty() {
            return;
        }
        let length = stretches.last().map_or(0.0, |stretch| stretch.part.to);
        let path = mover.piece.path_along(lane);
        let walk = (self.king == Some(id)).then(|| KingPathWalk::new(self, path, length, lane.gait));
        for stretch in &stretches {
            let captures = &stretch.captures;
            let safe = self.safe_part(id, &path, walk.as_ref(), stretch.part, captures);
            let safe = safe.unwrap_or_else(|| self.safe_for_king(mover, &reach.ray, stretch));
            for &part in safe.parts() {
                self.push(out, mover, index, part, captures);
            }
        }
    }

    /// Returns the part of a stretch that leaves the own king, which does not move, out of check.
    fn safe_for_king(&self, mover: &Mover<'_, 'a>, ray: &Ray, stretch: &LaneStretch) -> Spans {
        let mut safe = Spans::from(stretch.part);
        let Some(king) = self.king else { return safe };
        let king_at = self.centres.at(king);
        let attacks_without = |captures| self.attacks_on_king(Some(mover.id), captures).collect::<Vec<_>>();
        let attacks_after_capture;
        let attacks = if stretch.captures.is_empty() {
            mover.uncovered_attacks.get_or_init(|| attacks_without(&[]))
        } else {
            attacks_after_capture = attacks_without(&stretch.captures);
            &attacks_after_capture
        };
        let epsilon = self.position.rules().epsilon;
        if stretch.part.is_point() {
            let at = ray.at(stretch.part.from);
            let is_safe = attacks.iter().all(|attack| attack.is_blocked_by(king_at, at));
            return if is_safe { safe } else { Spans::none() };
        }
        for attack in attacks {
            safe = safe.intersection(&attack.blocked_along(king_at, ray, stretch.part.to), epsilon);
            if safe.is_empty() {
                break;
            }
        }
        safe
    }

    /// Adds a span, or several spans if promotion begins or ends on it.
    #[inline(always)]
    fn push(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane: usize,
        part: Interval,
        captures: &[PieceId],
    ) {
        match &mover.pawn {
            Some(pawn) if !self.is_before_line(mover, pawn, lane, part) => {
                self.push_at_promotion_line(out, mover, lane, part, captures, pawn);
            }
            Some(_) | None => {
                out.push(Span { piece: mover.id, lane, part, captures: copy_of(captures), promotes: false });
            }
        }
    }

    /// Whether a pawn of a plain position stays before the promotion line at every distance of a part, as most pawns do.
    #[inline(always)]
    fn is_before_line(&self, mover: &Mover<'_, 'a>, pawn: &Pawn<'_>, lane: usize, part: Interval) -> bool {
        let ray = mover.piece.ray_along(&mover.lanes[lane]);
        self.position.is_plain() && !pawn.is_past(ray.at(part.from)) && !pawn.is_past(ray.at(part.to))
    }

    /// Adds the spans of a pawn's stretch on which the pawn may promote.
    #[inline(never)]
    fn push_at_promotion_line(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane_index: usize,
        part: Interval,
        captures: &[PieceId],
        pawn: &Pawn<'_>,
    ) {
        let (rules, lane) = (self.position.rules(), &mover.lanes[lane_index]);
        let mut add = |part: Interval, promotes: bool| {
            let captures = copy_of(captures);
            out.push(Span { piece: mover.id, lane: lane_index, part, captures, promotes });
        };
        if !self.position.is_plain() {
            let path = mover.piece.path_along(lane);
            let lines = pawn.curves(&path, part.to);
            if lines.is_empty() {
                return add(part, pawn.promotes(&path, part.to));
            }
            let cuts = lines.iter().flat_map(|line| path.trace().crossings(line, part.from, part.to));
            let promotes = |d: f64| Some(pawn.promotes(&path, d));
            for ValuedInterval { part, value: promotes } in decide(part, cuts, rules.epsilon, promotes) {
                add(part, promotes);
            }
            return;
        }
        // In a plain position pawns promote before a wall.
        let ray = mover.piece.ray_along(lane);
        match (pawn.is_past(ray.at(part.from)), pawn.is_past(ray.at(part.to))) {
            (false, true) => {
                let to_line = (rules.promotion_line(mover.piece.color()) - mover.piece.at.y) / lane.dir.y;
                if to_line > part.from {
                    add(Interval { to: to_line, open_to: false, ..part }, false);
                } else if !part.open_from {
                    add(Interval::point(part.from), false);
                }
                add(Interval { from: to_line.max(part.from), open_from: true, ..part }, true);
            }
            (_, promotes) => add(part, promotes),
        }
    }
}

/// Returns a copy of a list of pieces, which is empty most often.
#[inline]
fn copy_of(pieces: &[PieceId]) -> PieceIds {
    if pieces.is_empty() { PieceIds::new() } else { PieceIds::from_slice(pieces) }
}

impl PlanePosition {
    /// Returns the complete legal set of the side to move, whether or not the game is over.
    pub fn legal(&self) -> Vec<Span> {
        Survey::new(self).legal()
    }
}
