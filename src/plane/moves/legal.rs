//! The legal set: the exact distances that each piece may go (`docs/rules/continuous.md` 3 to 5).

use crate::budget::work;
use crate::geom::{Interval, Path, Ray, Spans, ValuedInterval, contact, valued_intervals};
use crate::plane::attack::{Attack, KingPathWalk, Survey};
use crate::plane::discs::{DiscLane, LaneReach, NearbyPieces, StretchSink};
use crate::plane::lanes::{LaneStretch, Stretches, Travel};
use crate::plane::position::{Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneShape, Pawn};
use crate::variant::Takes;
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
    may_uncover_king: bool,
    /// The attacks that take the own king if the mover leaves its place without a capture.
    uncovered_attacks: OnceCell<Vec<Attack<'a>>>,
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
            mover.may_uncover_king
        } else {
            survey.opens_line_to_king(mover.id, captures)
        };
        if opens_line {
            let stretch = LaneStretch { part, captures: copy_of(captures) };
            survey.add_safe_parts(out, mover, lane, reach.lane.ray.into(), stretch);
        } else {
            survey.add_span(out, mover, lane, part, captures);
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
    pub fn legal_of(&self, piece: PieceId) -> Vec<Span> {
        let mut out = Vec::new();
        self.add_spans_of(piece, Wanted::All, &mut NearbyPieces::new(&self.centres), &mut out);
        out
    }

    /// Returns the legal set of one lane of a piece of the side to move, in order of distance.
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
        for id in self.movers() {
            self.add_spans_of(id, Wanted::All, &mut nearby, &mut out);
            if !out.is_empty() {
                return true;
            }
        }
        self.movers().any(|id| self.regions_of(id).iter().any(|region| !region.cells.is_empty()))
    }

    /// Returns the distances that a piece may go along one of its lanes, before the safety of its own king.
    pub fn stretches(&self, piece: PieceId, index: usize) -> Stretches {
        let (mover, rules) = (self.position.piece(piece), self.position.rules());
        let lane = &self.position.lanes(piece)[index];
        if lane.shape == LaneShape::Area {
            return Stretches::new();
        }
        if !self.uses_closed_forms() {
            let mut stretches = Stretches::new();
            for ValuedInterval { part, value } in
                Travel::on_full_board(self.position, piece, lane).stretches()
            {
                stretches.push(LaneStretch { part, captures: value.captures });
            }
            return stretches;
        }
        let mut nearby = NearbyPieces::new(&self.centres);
        nearby.gather(piece, lane.range_of(mover.moved) + rules.epsilon, &[]);
        let lane = DiscLane::at(mover, piece, index, lane);
        LaneReach::new(self.position, &self.centres, &nearby, lane).stretches()
    }

    /// Returns the distance of a ride's first contact with an enemy, board units. Friends count as off the board, and the lane has
    /// no end. `None` if there is no such enemy, for a leap, and if not all pieces are plain discs
    /// ([`PlanePosition::has_plain_discs`]).
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
        let (mover, rules) = (self.position.piece(piece), self.position.rules());
        let lane = &self.position.lanes(piece)[lane];
        if !self.position.has_plain_discs() || lane.gait == Gait::Leap {
            return None;
        }
        let ray = Ray::new(mover.at, lane.dir);
        let contact_with = |id| contact(&ray, rules.radius, self.centres.at(id), rules.epsilon);
        self.position.side(!mover.color()).filter_map(contact_with).reduce(f64::min)
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
            needs_full_test: self.king == Some(id) || rules.has_rebirth(),
            may_uncover_king: self.opens_line_to_king(id, &[]),
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
        let disc_lane = DiscLane::at(mover.piece, id, index, lane);
        let range = lane.range_of(mover.piece.moved) + self.position.rules().epsilon;
        let wants_captures_only = mover.wanted == Wanted::Noisy
            && self.promoting_pawn(mover, index, Interval::closed(0.0, range)).is_none();
        if wants_captures_only && lane.takes == Takes::Never {
            return;
        }
        let needs_enemy = wants_captures_only || lane.takes == Takes::Must;
        if needs_enemy && mover.nearby.is_free_of_enemies(disc_lane.ray.dir, range) {
            return;
        }
        let reach = LaneReach::new(self.position, &self.centres, mover.nearby, disc_lane);
        if mover.needs_full_test {
            return self.add_fully_tested_spans(mover, index, &reach, out);
        }
        reach.stretches_into(&mut SpanSink { survey: self, mover, lane: index, reach: &reach, out });
    }

    /// Adds the safe parts of a stretch whose moves may open a line to the own king. Few stretches have such moves, so this
    /// function is not inlined.
    #[inline(never)]
    fn add_safe_parts(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane: usize,
        path: Path,
        stretch: LaneStretch,
    ) {
        for &part in self.safe_for_king(mover, &path, &stretch).parts() {
            self.add_span(out, mover, lane, part, &stretch.captures);
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
            let blocking = || self.safe_for_king(mover, &path, stretch);
            let LaneStretch { part, captures, .. } = stretch;
            let safe = self.safe_distances_on(id, &path, walk.as_ref(), *part, captures, blocking);
            for &part in safe.parts() {
                self.add_span(out, mover, index, part, &stretch.captures);
            }
        }
    }

    /// Returns the part of a stretch that leaves the own king, which does not move, out of check.
    fn safe_for_king(&self, mover: &Mover<'_, 'a>, path: &Path, stretch: &LaneStretch) -> Spans {
        let attacks_after_capture;
        let attacks = if stretch.captures.is_empty() {
            mover.uncovered_attacks.get_or_init(|| self.attacks_on_king(Some(mover.id), &[]))
        } else {
            attacks_after_capture = self.attacks_on_king(Some(mover.id), &stretch.captures);
            &attacks_after_capture
        };
        self.part_that_blocks(attacks, path, stretch.part)
    }

    /// Adds a span, or several spans if promotion begins or ends on it.
    #[inline(always)]
    fn add_span(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane: usize,
        part: Interval,
        captures: &[PieceId],
    ) {
        match self.promoting_pawn(mover, lane, part) {
            Some(pawn) => self.add_parts_at_promotion_line(out, mover, lane, part, captures, pawn),
            None => {
                out.push(Span { piece: mover.id, lane, part, captures: copy_of(captures), promotes: false });
            }
        }
    }

    /// Returns the mover as a pawn if it may promote at some distance of a part of its lane: a conservative filter. In a plain
    /// position most pawns stay before the promotion line.
    #[inline(always)]
    fn promoting_pawn<'m>(
        &self,
        mover: &'m Mover<'_, 'a>,
        lane: usize,
        part: Interval,
    ) -> Option<&'m Pawn<'m>> {
        mover.pawn.as_ref().filter(|pawn| {
            let ray = mover.piece.ray_along(&mover.lanes[lane]);
            !self.position.has_plain_discs()
                || pawn.is_past(ray.at(part.from))
                || pawn.is_past(ray.at(part.to))
        })
    }

    /// Adds the parts of a span on which the pawn may promote: on each it promotes everywhere or nowhere.
    #[inline(never)]
    fn add_parts_at_promotion_line(
        &self,
        out: &mut Vec<Span>,
        mover: &Mover<'_, 'a>,
        lane: usize,
        part: Interval,
        captures: &[PieceId],
        pawn: &Pawn<'_>,
    ) {
        let path = mover.piece.path_along(&mover.lanes[lane]);
        let lines = pawn.promotion_lines(&path, part.to);
        let cuts = lines.iter().flat_map(|line| path.trace().crossings(line, part.from, part.to));
        let promotes = |d: f64| Some(pawn.promotes(&path, d));
        for ValuedInterval { part, value: promotes } in
            valued_intervals(part, cuts, self.position.rules().epsilon, promotes)
        {
            out.push(Span { piece: mover.id, lane, part, captures: copy_of(captures), promotes });
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
