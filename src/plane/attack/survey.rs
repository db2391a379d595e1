//! The survey of a position for one side: its centres, and the enemy lanes that bear on its king.

use super::lane_attack::LaneAttack;
use super::threat::Threat;
use crate::chess::Color;
use crate::geom::{Point, Ray};
use crate::plane::discs::{Centres, ContactQuery, Coverage};
use crate::plane::position::{LaneOf, Piece, PieceId, PieceIds, PlanePosition};
use crate::plane::rules::{Gait, Lane, LaneShape};
use crate::variant::Takes;
use std::cell::OnceCell;

/// A threat to the king in a position with closed forms: an enemy lane that would take the king if the blockers were gone
/// (chess programming: X-ray attack). The general generator has [`Threat`] instead.
struct AttackLine {
    attacker: PieceId,
    lane: usize,
    /// The pieces between attacker and king; none for a leap.
    blockers: PieceIds,
}

/// An enemy lane and its path.
struct EnemyLane<'l> {
    attacker: PieceId,
    index: usize,
    lane: &'l Lane,
    ray: Ray,
    /// Whether the attacker has moved.
    moved: bool,
}

impl AttackLine {
    /// Whether the line is open without these pieces. A line whose attacker is captured is not open.
    #[inline]
    fn is_open_without(&self, mover: Option<PieceId>, captured: &[PieceId]) -> bool {
        let gone = |id: &PieceId| Some(*id) == mover || captured.contains(id);
        self.blockers.iter().all(gone) && !captured.contains(&self.attacker)
    }
}

/// A position with everything that bears on one side's king, computed once.
pub struct Survey<'a> {
    pub(in crate::plane) position: &'a PlanePosition,
    pub(in crate::plane) centres: Centres,
    pub(in crate::plane) king: Option<PieceId>,
    pub(in crate::plane) side: Color,
    lines: OnceCell<Vec<AttackLine>>,
    near: OnceCell<Vec<LaneAttack<'a>>>,
    /// For the general generator: enemy lanes that would take the king on an empty board.
    pub(super) king_lanes: OnceCell<Vec<LaneOf>>,
    /// The threats of these lanes, and whether each takes the king.
    pub(super) king_threats: OnceCell<Vec<(Threat<'a>, bool)>>,
    /// The threats that may take something within the king's range.
    pub(super) threats_near_king: OnceCell<Vec<Threat<'a>>>,
    /// The survey for the other side.
    opposite: OnceCell<Box<Survey<'a>>>,
}

impl<'a> Survey<'a> {
    /// Surveys a position for the side to move.
    pub fn new(position: &'a PlanePosition) -> Survey<'a> {
        Survey::of_side(position, position.turn())
    }

    /// Surveys a position for either side.
    pub fn of_side(position: &'a PlanePosition, side: Color) -> Survey<'a> {
        Survey {
            position,
            centres: Centres::new(position),
            king: position.king(side),
            side,
            lines: OnceCell::new(),
            near: OnceCell::new(),
            king_lanes: OnceCell::new(),
            king_threats: OnceCell::new(),
            threats_near_king: OnceCell::new(),
            opposite: OnceCell::new(),
        }
    }

    /// Returns the survey for the other side.
    pub(in crate::plane) fn opposite(&self) -> &Survey<'a> {
        self.opposite.get_or_init(|| Box::new(Survey::of_side(self.position, !self.side)))
    }

    /// Returns the position.
    pub fn position(&self) -> &'a PlanePosition {
        self.position
    }

    /// Whether the side's king is attacked.
    pub fn in_check(&self) -> bool {
        if !self.position.has_closed_forms() {
            return !self.general_checkers().is_empty();
        }
        self.coverage_of_king().next().is_some()
    }

    /// Returns the enemy pieces that attack the side's king, in order of id.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// use continuum::variant::Variant;
    /// use std::sync::Arc;
    /// let rules = Arc::new(Rules::new(Arc::new(Variant::named("continuous", &"".parse()?)?))?);
    /// let position = PlanePosition::from_text(rules, "Ke@4,1' ke@7,7' ra@4,6' nb@5.6,3' ; w")?;
    /// let survey = Survey::new(&position);
    /// assert!(survey.in_check());
    /// let labels = survey.checkers().iter().map(|id| position.piece(*id).label.to_string()).collect::<Vec<_>>();
    /// assert_eq!(labels, ["ra"], "the knight is off its bearings");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkers(&self) -> PieceIds {
        if !self.position.has_closed_forms() {
            return self.general_checkers();
        }
        let mut found: PieceIds = self.coverage_of_king().map(|attack| attack.attacker()).collect();
        found.dedup();
        found
    }

    fn coverage_of_king(&self) -> impl Iterator<Item = LaneAttack<'a>> + '_ {
        self.live_lines(None, &[])
    }

    /// Yields the coverages that take the king with `mover` and `captured` off the board. `mover` may still block them from
    /// its new place.
    pub(in crate::plane) fn coverage_of_king_without<'s>(
        &'s self,
        mover: PieceId,
        captured: &'s [PieceId],
    ) -> impl Iterator<Item = LaneAttack<'a>> + 's {
        self.live_lines(Some(mover), captured)
    }

    /// Whether an enemy lane to the king opens with `mover` and `captured` off the board. For most pieces no lane opens, and
    /// their lanes need no further test.
    #[inline]
    pub(in crate::plane) fn shields_king(&self, mover: PieceId, captured: &[PieceId]) -> bool {
        self.lines().iter().any(|line| line.is_open_without(Some(mover), captured))
    }

    fn live_lines<'s>(
        &'s self,
        mover: Option<PieceId>,
        captured: &'s [PieceId],
    ) -> impl Iterator<Item = LaneAttack<'a>> + 's {
        self.lines().iter().filter_map(move |line| {
            if !line.is_open_without(mover, captured) {
                return None;
            }
            let king = self.king?;
            let mut skip: PieceIds = captured.iter().copied().chain(mover).collect();
            skip.push(king);
            let lane = (line.attacker, line.lane);
            let attack = LaneAttack::new(self.position, &self.centres, lane, &skip)?;
            attack.covers(self.centres.at(king)).then_some(attack)
        })
    }

    /// Returns the lanes of a piece.
    pub(super) fn lanes_of(&self, id: PieceId) -> &'a [Lane] {
        let piece = self.position.piece(id);
        self.position.rules().kind(piece.kind).lanes(piece.color())
    }

    /// Whether a piece takes the king, in a position with closed forms.
    pub(super) fn takes_in_closed_form(&self, attacker: PieceId, king: PieceId) -> bool {
        self.takes_from_in_closed_form(self.position.piece(attacker), attacker, king, &[])
    }

    /// Whether the attacker takes the king from another place, where it stands as `piece`, of a plain kind. The pieces `gone`, the
    /// attacker itself at its old place and its captures, are off the board.
    pub(super) fn takes_from_in_closed_form(
        &self,
        piece: &Piece,
        attacker: PieceId,
        king: PieceId,
        gone: &[PieceId],
    ) -> bool {
        let (rules, at) = (self.position.rules(), self.centres.at(king));
        let skip: PieceIds = gone.iter().copied().chain([king]).collect();
        let lanes = rules.kind(piece.kind).lanes(piece.color()).iter().enumerate();
        lanes.filter(|(_, lane)| lane.takes != Takes::Never).any(|(index, lane)| {
            let ray = piece.ray_along(lane);
            if !rules.board.has_seams() && ray.offset(at).abs() >= rules.radius {
                return false;
            }
            let line = self.line(&EnemyLane { attacker, index, lane, ray, moved: piece.moved }, king, &skip);
            line.is_some_and(|line| line.blockers.is_empty())
                && Coverage::along(self.position, &self.centres, attacker, lane, (ray, piece.moved), &skip)
                    .is_some_and(|coverage| coverage.covers(at))
        })
    }

    /// Yields the enemy lanes that may take the king if their blockers are gone. Only for positions with closed forms.
    pub(super) fn lanes_to_king(&self) -> impl Iterator<Item = LaneOf> + '_ {
        self.lines().iter().map(|line| (line.attacker, line.lane))
    }

    fn lines(&self) -> &[AttackLine] {
        self.lines.get_or_init(|| {
            let Some(king) = self.king else {
                return Vec::new();
            };
            let at = self.centres.at(king);
            let mut lines = Vec::new();
            self.for_each_lane_near(at, 0.0, |enemy| lines.extend(self.line(enemy, king, &[king])));
            lines
        })
    }

    /// Returns the attack line of an enemy lane to the king, if the king is in range. Pieces in `skip` are no blockers.
    fn line(&self, enemy: &EnemyLane<'_>, king: PieceId, skip: &[PieceId]) -> Option<AttackLine> {
        let rules = self.position.rules();
        let EnemyLane { attacker, index, lane, ray, moved } = *enemy;
        let blockers = match lane.gait {
            Gait::Ride => {
                let most = rules.most(&ray, lane, moved) + rules.epsilon;
                let t = self.centres.contact_with(king, &ray, rules.radius, rules.epsilon, most)?;
                if t > rules.limit_within(&ray, lane, moved, t) + rules.epsilon {
                    return None;
                }
                if lane.step > 0.0 {
                    // Pieces between may be captured together with the king. The coverage decides that.
                    PieceIds::new()
                } else {
                    // Every contact before the king, however far behind the first.
                    let query = ContactQuery { limit: t - rules.epsilon, slack: f64::INFINITY };
                    let met = self.centres.contacts(&ray, rules.radius, rules.epsilon, query, skip);
                    met.iter().filter(|c| c.distance < t - rules.epsilon).map(|c| c.piece).collect()
                }
            }
            Gait::Leap => PieceIds::new(),
        };
        Some(AttackLine { attacker, lane: index, blockers })
    }

    /// Returns the coverages of all enemy lanes that pass near the king, with the king off the board.
    pub(in crate::plane) fn coverage_near_king(&self) -> &[LaneAttack<'a>] {
        self.near.get_or_init(|| self.coverage_near(&[]))
    }

    /// Returns the coverages of all enemy lanes that pass near the king, with king and `captured` off the board.
    pub(in crate::plane) fn coverage_near_king_without(&self, captured: &[PieceId]) -> Vec<LaneAttack<'a>> {
        self.coverage_near(captured)
    }

    fn coverage_near(&self, captured: &[PieceId]) -> Vec<LaneAttack<'a>> {
        let Some(king) = self.king else {
            return Vec::new();
        };
        let mut skip: PieceIds = captured.iter().copied().collect();
        skip.push(king);
        let mut attacks = Vec::new();
        let (at, range) = (self.centres.at(king), self.king_range(king));
        self.for_each_lane_near(at, range, |&EnemyLane { attacker, index, .. }| {
            if !captured.contains(&attacker) {
                let attack = LaneAttack::new(self.position, &self.centres, (attacker, index), &skip);
                // Blockers may end the lane before it comes near the king.
                if let Some(attack) = attack
                    && attack.comes_near(at, range)
                {
                    attacks.push(attack);
                }
            }
        });
        attacks
    }

    pub(super) fn king_range(&self, king: PieceId) -> f64 {
        let piece = self.position.piece(king);
        let lanes = self.position.rules().kind(piece.kind).lanes(piece.color());
        let ranges = lanes.iter().map(|lane| lane.range.max(lane.first_range));
        ranges.fold(0.0, f64::max).min(self.position.rules().board.diagonal())
    }

    /// Visits every capturing lane of the other side that may take something within `reach` of `at`, in order of attacker
    /// and bearing. It may visit other lanes too.
    fn for_each_lane_near(&self, at: Point, reach: f64, mut visit: impl FnMut(&EnemyLane<'_>)) {
        let rules = self.position.rules();
        let (has_seams, around) = (rules.board.has_seams(), rules.radius + reach + rules.epsilon);
        for id in self.position.side(!self.side) {
            let piece = self.position.piece(id);
            if rules.board.surely_apart(piece.at, at, rules.kind(piece.kind).longest_ever() + around) {
                continue;
            }
            for (index, lane) in rules.kind(piece.kind).lanes(piece.color()).iter().enumerate() {
                if lane.takes == Takes::Never {
                    continue;
                }
                let ray = piece.ray_along(lane);
                let comes_near = |at: Point| {
                    // Most lanes miss the place.
                    if ray.offset(at).abs() >= around {
                        return false;
                    }
                    let along = ray.along(at);
                    along > -around && along < lane.range.max(lane.first_range) + around
                };
                if lane.shape == LaneShape::Area {
                    let reach = lane.range.max(lane.first_range) + around;
                    let images = rules.board.images_about(piece.at, reach);
                    if images.iter().any(|image| image.place(at).distance(piece.at) < reach) {
                        visit(&EnemyLane { attacker: id, index, lane, ray, moved: piece.moved });
                    }
                    continue;
                }
                if !has_seams && !comes_near(at) {
                    continue;
                }
                let most = rules.most(&ray, lane, piece.moved);
                // The filter does not pay in two cases: for a ride to the very place, its contact decides, which is found
                // from the same images; and a path so long that it winds round the board passes near everything.
                let contact_decides = reach == 0.0 && lane.gait == Gait::Ride;
                let near = || {
                    let images = rules.board.images_along(&ray, most, around);
                    images.iter().any(|image| comes_near(image.place(at)))
                };
                if !has_seams || contact_decides || most > 2.0 * rules.board.shortest_round() || near() {
                    visit(&EnemyLane { attacker: id, index, lane, ray, moved: piece.moved });
                }
            }
        }
    }
}
