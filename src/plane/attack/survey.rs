//! The survey of a position for one side: the centres of all pieces, and the enemy lanes that may take the side's king.

use super::lane_attack::LaneAttack;
use super::threats::{KingThreat, Threats};
use crate::chess::Color;
use crate::geom::{Disc, Point};
use crate::plane::discs::{
    AttackerLane, Centres, ContactQuery, Coverage, CoverageQuery, FirstContactBound, NearbyPieces, is_within,
};
use crate::plane::position::{Piece, PieceId, PieceIds, PieceLane, PlanePosition};
use crate::plane::rules::{Gait, LaneShape};
use crate::variant::Takes;
use std::cell::OnceCell;

/// A threat to the king in a position with closed forms: an enemy lane that would take the king if the blockers were gone
/// (chess programming: X-ray attack). The general generator has [`KingThreat`] instead.
pub(super) struct AttackLine {
    pub lane: PieceLane,
    /// The pieces between attacker and king; none for a leap.
    blockers: PieceIds,
}

impl AttackLine {
    /// Whether the line is open with the mover and the captured pieces off the board. A line whose attacker is captured is not
    /// open.
    #[inline]
    fn is_open_without(&self, mover: Option<PieceId>, captured: &[PieceId]) -> bool {
        let is_gone = |id: &PieceId| Some(*id) == mover || captured.contains(id);
        self.blockers.iter().all(is_gone) && !captured.contains(&self.lane.piece)
    }
}

/// The generator that computes legal sets and checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Generator {
    /// Closed forms where the position has them.
    Fast,
    /// The general generator alone.
    General,
}

/// A position with all threats to one side's king, each computed once and when it is needed.
pub struct Survey<'a> {
    pub(in crate::plane) position: &'a PlanePosition,
    pub(in crate::plane) centres: Centres,
    pub(in crate::plane) king: Option<PieceId>,
    pub(in crate::plane) side: Color,
    generator: Generator,
    /// The enemy lanes that may take the king if their blockers are gone. Only closed forms need these lines and attacks.
    lines: OnceCell<Vec<AttackLine>>,
    /// The attacks that may take something within the king's range, with the king off the board.
    attacks_near_king: OnceCell<Vec<LaneAttack<'a>>>,
    /// The enemy lanes that may take the king on an otherwise empty board. The general generator needs these lanes and threats.
    pub(super) king_lanes: OnceCell<Vec<PieceLane>>,
    /// The threats of these lanes.
    pub(super) king_threats: OnceCell<Vec<KingThreat<'a>>>,
    /// The threats that may take something within the king's range, with the king off the board.
    pub(super) threats_near_king: OnceCell<Threats<'a>>,
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
        Survey::with_generator(position, side, Generator::Fast)
    }

    /// Surveys a position for the side to move by the general generator alone, which gives the same answers more slowly. Tests
    /// compare the closed forms with it.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ke@1,1' Qd@4,4' ke@7,7' pa@5.1,5' ; w")?;
    /// assert_eq!(Survey::new(&position).legal().len(), Survey::general(&position).legal().len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn general(position: &'a PlanePosition) -> Survey<'a> {
        Survey::with_generator(position, position.turn(), Generator::General)
    }

    /// Surveys the board after a move for the same side, by the same generator.
    pub(in crate::plane) fn after<'b>(&self, position: &'b PlanePosition) -> Survey<'b> {
        Survey::with_generator(position, self.side, self.generator)
    }

    fn with_generator(position: &'a PlanePosition, side: Color, generator: Generator) -> Survey<'a> {
        Survey {
            position,
            centres: Centres::new(position),
            king: position.king(side),
            side,
            generator,
            lines: OnceCell::new(),
            attacks_near_king: OnceCell::new(),
            king_lanes: OnceCell::new(),
            king_threats: OnceCell::new(),
            threats_near_king: OnceCell::new(),
            opposite: OnceCell::new(),
        }
    }

    /// Returns the survey for the other side.
    pub(in crate::plane) fn opposite(&self) -> &Survey<'a> {
        self.opposite
            .get_or_init(|| Box::new(Survey::with_generator(self.position, !self.side, self.generator)))
    }

    /// Returns the position.
    pub fn position(&self) -> &'a PlanePosition {
        self.position
    }

    /// Whether legal sets and checks are computed in closed forms.
    pub(in crate::plane) fn uses_closed_forms(&self) -> bool {
        self.generator == Generator::Fast && self.position.has_closed_forms()
    }

    /// Whether the side's king is attacked.
    pub fn in_check(&self) -> bool {
        if !self.uses_closed_forms() {
            return !self.general_checkers().is_empty();
        }
        self.attacks_on_king(None, &[]).next().is_some()
    }

    /// Returns the enemy pieces that attack the side's king, in order of id.
    ///
    /// ```
    /// use continuum::plane::{PlanePosition, Rules, Survey};
    /// let rules = Rules::preset("continuous")?;
    /// let position = PlanePosition::from_text(rules, "Ke@4,1' ke@7,7' ra@4,6' nb@5.6,3' ; w")?;
    /// let survey = Survey::new(&position);
    /// assert!(survey.in_check());
    /// let labels = survey.checkers().iter().map(|id| position.piece(*id).label.to_string()).collect::<Vec<_>>();
    /// assert_eq!(labels, ["ra"], "no bearing of the knight leads to the king");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkers(&self) -> PieceIds {
        if !self.uses_closed_forms() {
            return self.general_checkers();
        }
        let mut found: PieceIds = self.attacks_on_king(None, &[]).map(|attack| attack.attacker()).collect();
        found.dedup();
        found
    }

    /// Whether an enemy lane to the king is open with `mover` and `captured` off the board. The moves of most pieces open no
    /// lane, and need no further test for check.
    #[inline]
    pub(in crate::plane) fn opens_line_to_king(&self, mover: PieceId, captured: &[PieceId]) -> bool {
        self.lines().iter().any(|line| line.is_open_without(Some(mover), captured))
    }

    /// Yields the attacks that take the king with `mover` and `captured` off the board. The mover may block them from its new
    /// place.
    pub(in crate::plane) fn attacks_on_king<'s>(
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
            let lane = AttackerLane::of(self.position, line.lane);
            let attack = LaneAttack::new(self.position, &self.centres, &lane, &skip)?;
            attack.covers(self.centres.at(king)).then_some(attack)
        })
    }

    /// Whether an enemy piece of a plain kind attacks the king after a quiet move of that enemy. `arrived` is the enemy as it
    /// stands after the move. Only for positions with closed forms.
    pub(in crate::plane) fn is_king_taken_by(&self, enemy: PieceId, arrived: &Piece) -> bool {
        let Some(king) = self.king else { return false };
        let (rules, at) = (self.position.rules(), self.centres.at(king));
        let skip = [enemy, king];
        for (index, lane) in rules.kind(arrived.kind).lanes(arrived.color()).iter().enumerate() {
            if lane.takes == Takes::Never {
                continue;
            }
            let ray = arrived.ray_along(lane);
            if !rules.board.has_seams() && ray.offset(at).abs() >= rules.radius {
                continue;
            }
            let piece_lane = PieceLane { piece: enemy, lane: index };
            let attacker_lane = AttackerLane { piece_lane, lane, ray, moved: arrived.moved };
            let is_open = |line: AttackLine| line.blockers.is_empty();
            if !self.line(&attacker_lane, king, &skip).is_some_and(is_open) {
                continue;
            }
            let coverage = Coverage::new(self.position, &self.centres, &attacker_lane, &skip);
            if coverage.is_some_and(|coverage| coverage.covers(at)) {
                return true;
            }
        }
        false
    }

    /// Returns the enemy lanes that may take the king if their blockers are gone. Only for positions with closed forms.
    pub(super) fn lines(&self) -> &[AttackLine] {
        self.lines.get_or_init(|| {
            let Some(king) = self.king else {
                return Vec::new();
            };
            let (rules, at) = (self.position.rules(), self.centres.at(king));
            let mut lines = Vec::new();
            for id in self.attackers_near(at, 0.0) {
                self.for_each_lane_near(id, at, 0.0, |enemy| {
                    // Only leaps are tested here. For a ride, `line` finds the contact with the king among the same images.
                    if enemy.lane.gait == Gait::Leap && enemy.lane.shape != LaneShape::Area {
                        let most = rules.limit_bound(&enemy.ray, enemy.lane, enemy.moved);
                        let clear = rules.radius + rules.epsilon;
                        if enemy.images_near(&rules.board, at, most, clear).is_empty() {
                            return;
                        }
                    }
                    lines.extend(self.line(enemy, king, &[king]));
                });
            }
            lines
        })
    }

    /// Returns the attack line of an enemy lane to the king, if the king is in range. Pieces in `skip` do not block.
    fn line(&self, enemy: &AttackerLane<'_>, king: PieceId, skip: &[PieceId]) -> Option<AttackLine> {
        let rules = self.position.rules();
        let AttackerLane { piece_lane, lane, ray, moved } = *enemy;
        let blockers = match lane.gait {
            Gait::Ride => {
                // A bound of the lane's length limits the search for the contact, and the exact length decides.
                let most = rules.limit_bound(&ray, lane, moved) + rules.epsilon;
                let contact = self.centres.contact_with(&ray, king, most)?;
                if contact > rules.limit_within(&ray, lane, moved, contact) + rules.epsilon {
                    return None;
                }
                // All contacts before the king are wanted, not only those near the first one, so the slack is infinite.
                let limit = contact - rules.epsilon;
                let query = ContactQuery { free: 0.0, limit, slack: f64::INFINITY };
                let contacts = self.centres.contacts(&ray, query, skip);
                // The query includes a contact at the limit itself, which does not block.
                contacts.iter().filter(|c| c.distance < limit).map(|c| c.piece).collect()
            }
            Gait::Leap => PieceIds::new(),
        };
        Some(AttackLine { lane: piece_lane, blockers })
    }

    /// Returns the attacks of all enemy lanes that pass near the king, with the king off the board.
    pub(super) fn attacks_near_king(&self) -> &[LaneAttack<'a>] {
        self.attacks_near_king.get_or_init(|| self.attacks_near_king_without(&[]))
    }

    /// Returns the attacks of all enemy lanes that pass near the king, with king and `captured` off the board.
    pub(super) fn attacks_near_king_without(&self, captured: &[PieceId]) -> Vec<LaneAttack<'a>> {
        let Some(king) = self.king else {
            return Vec::new();
        };
        let mut skip: PieceIds = captured.iter().copied().collect();
        skip.push(king);
        let (rules, mut attacks) = (self.position.rules(), Vec::new());
        let (at, range) = (self.centres.at(king), self.king_range(king));
        let clear = rules.radius + rules.epsilon + range;
        let (has_seams, mut nearby) = (rules.board.has_seams(), NearbyPieces::new(&self.centres));
        for id in self.attackers_near(at, range).filter(|id| !captured.contains(id)) {
            if has_seams {
                let piece = self.position.piece(id);
                nearby.gather(id, rules.kind(piece.kind).longest(piece.moved), &skip);
            }
            self.for_each_lane_near(id, at, range, |enemy| {
                let mut first = FirstContactBound::UNKNOWN;
                if has_seams && enemy.lane.shape != LaneShape::Area {
                    if enemy.lane.gait == Gait::Ride {
                        first = nearby.first_contact_bound(enemy.ray.dir);
                    }
                    let longest = rules.limit_bound(&enemy.ray, enemy.lane, enemy.moved);
                    // The first contact ends most lanes before they come near the king.
                    let end = first.distance().map_or(longest, |contact| longest.min(contact));
                    // A path that winds round the board passes near every place, so its images need no test.
                    let is_winding = end > 2.0 * rules.board.least_side();
                    if !is_winding && enemy.images_near(&rules.board, at, end, clear).is_empty() {
                        return;
                    }
                }
                let query = CoverageQuery { near: Disc { centre: at, radius: range }, first, skip: &skip };
                LaneAttack::add_near(self.position, &self.centres, enemy, &query, &mut attacks);
            });
        }
        attacks
    }

    /// Returns the length of the king's longest lane on this board, whether it has moved or not.
    pub(super) fn king_range(&self, king: PieceId) -> f64 {
        let rules = self.position.rules();
        let end = if rules.board.has_seams() { rules.board.longest() } else { rules.board.diagonal() };
        rules.kind(self.position.piece(king).kind).longest_ever().min(end)
    }

    /// Yields the pieces of the other side that may take something within `reach` of a place, and perhaps others.
    fn attackers_near(&self, at: Point, reach: f64) -> impl Iterator<Item = PieceId> + '_ {
        let rules = self.position.rules();
        let around = rules.radius + reach + rules.epsilon;
        self.position.side(!self.side).filter(move |id| {
            let piece = self.position.piece(*id);
            !rules.board.surely_apart(piece.at, at, rules.kind(piece.kind).longest_ever() + around)
        })
    }

    /// Visits the lanes of a piece that may capture, in order of bearing. An area leap, or any lane on a board without seams, is
    /// left out if it takes nothing within `reach` of a place.
    #[inline]
    fn for_each_lane_near(
        &self,
        id: PieceId,
        at: Point,
        reach: f64,
        mut visit: impl FnMut(&AttackerLane<'a>),
    ) {
        let (rules, piece) = (self.position.rules(), self.position.piece(id));
        let around = rules.radius + reach + rules.epsilon;
        for (index, lane) in self.position.lanes(id).iter().enumerate() {
            if lane.takes == Takes::Never {
                continue;
            }
            let (ray, longest) = (piece.ray_along(lane), lane.range.max(lane.first_range));
            let comes_near = if lane.shape == LaneShape::Area {
                !rules.board.images_of(at, piece.at, longest + around).is_empty()
            } else {
                rules.board.has_seams() || is_within(&ray, longest, at, around)
            };
            if comes_near {
                let piece_lane = PieceLane { piece: id, lane: index };
                visit(&AttackerLane { piece_lane, lane, ray, moved: piece.moved });
            }
        }
    }
}
