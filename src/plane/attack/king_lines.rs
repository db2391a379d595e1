//! The enemy lines to the king: check, pins and discovered checks.

use super::forms::{Attack, blocked_along};
use super::general::{GeneralAttack, lane_may_reach};
use super::survey::Survey;
use crate::geom::{Disc, Interval, Path, Point, Spans};
use crate::plane::discs::{ContactQuery, DiscAttack, DiscLane};
use crate::plane::position::{Piece, PieceId, PieceIds, PieceLane, PlanePosition};
use crate::plane::rules::{Gait, LaneShape};
use crate::variant::Takes;
use std::cell::OnceCell;
use std::rc::Rc;

/// Attacks in general form, in order of attacker and lane. Most are shared with the survey, because such an attack is expensive to
/// compute and few depend on the pieces that have left the board.
pub(in crate::plane) type GeneralAttacks<'a> = Vec<Rc<GeneralAttack<'a>>>;

/// An enemy lane that takes the king, or would if the pieces between were gone (chess programming: X-ray attack).
pub(super) struct KingLine<'a> {
    lane: PieceLane,
    /// The pieces between attacker and king; none for a leap, and without closed forms.
    blockers: PieceIds,
    /// The attack in general form, with the king off the board.
    general: OnceCell<Rc<GeneralAttack<'a>>>,
    /// Whether that attack takes the king where it stands.
    takes_king: OnceCell<bool>,
}

impl<'a> KingLine<'a> {
    fn new(lane: PieceLane, blockers: PieceIds) -> KingLine<'a> {
        KingLine { lane, blockers, general: OnceCell::new(), takes_king: OnceCell::new() }
    }

    /// Whether the line is open with the mover and the captured pieces off the board, in a position with closed forms. A line
    /// whose attacker is captured is not open.
    #[inline]
    fn is_open_without(&self, mover: Option<PieceId>, captured: &[PieceId]) -> bool {
        let is_gone = |id: &PieceId| Some(*id) == mover || captured.contains(id);
        self.blockers.iter().all(is_gone) && !captured.contains(&self.lane.piece)
    }

    /// Returns the attack in general form, with the king off the board.
    fn general(&self, position: &'a PlanePosition, king: PieceId) -> &Rc<GeneralAttack<'a>> {
        self.general.get_or_init(|| Rc::new(GeneralAttack::new(position, self.lane, |id| id == king)))
    }
}

impl<'a> Survey<'a> {
    /// Returns the lines to the king, in order of attacker and lane.
    fn king_lines(&self) -> &[KingLine<'a>] {
        self.king_lines.get_or_init(|| {
            let Some(king) = self.king else { return Vec::new() };
            let at = self.position.piece(king).at;
            let near = Disc { centre: at, radius: 0.0 };
            if self.uses_closed_forms() {
                let mut lines = Vec::new();
                for id in self.position.side(!self.side).filter(|&id| !self.is_surely_far(id, near)) {
                    self.for_each_lane_near(id, near, |enemy| {
                        lines.extend(self.line_of_disc(enemy, king, &[king]));
                    });
                }
                return lines;
            }
            let takes_king = |lane: &PieceLane| {
                lane_may_reach(self.position, *lane, near)
                    && GeneralAttack::new(self.position, *lane, |_| true).takes(at, None)
            };
            let lanes = self.position.capturing_lanes(!self.side).filter(takes_king);
            lanes.map(|lane| KingLine::new(lane, PieceIds::new())).collect()
        })
    }

    /// Returns the line of an enemy lane to the king in a position with closed forms, if the king is in range. Pieces in `skip` do
    /// not block.
    fn line_of_disc(&self, enemy: &DiscLane<'_>, king: PieceId, skip: &[PieceId]) -> Option<KingLine<'a>> {
        let rules = self.position.rules();
        let blockers = match enemy.rule.gait {
            Gait::Ride => {
                // A bound of the lane's length limits the search for the contact, and the exact length decides.
                let most = enemy.limit_bound(rules) + rules.epsilon;
                let contact = self.centres.contact_with(&enemy.ray, king, most)?;
                if contact > enemy.limit_within(rules, contact) + rules.epsilon {
                    return None;
                }
                // All contacts before the king are wanted, not only those near the first one, so the slack is infinite.
                let limit = contact - rules.epsilon;
                let query = ContactQuery { free: 0.0, limit, slack: f64::INFINITY };
                let mut contacts = self.centres.contacts(&enemy.ray, query, skip);
                // The query includes a contact at the limit itself, which does not block.
                contacts.retain(|contact| contact.distance < limit);
                contacts.iter().map(|contact| contact.piece).collect()
            }
            Gait::Leap if enemy.rule.shape == LaneShape::Area => PieceIds::new(),
            Gait::Leap => {
                let (most, clear) = (enemy.limit_bound(rules), rules.radius + rules.epsilon);
                if enemy.images_near(&rules.board, self.centres.at(king), most, clear).is_empty() {
                    return None;
                }
                PieceIds::new()
            }
        };
        Some(KingLine::new(PieceLane { piece: enemy.piece, lane: enemy.index }, blockers))
    }

    /// Returns the place of the king if there is a line to it.
    pub(in crate::plane) fn king_on_a_line(&self) -> Option<Point> {
        let king = self.king.filter(|_| !self.king_lines().is_empty())?;
        Some(self.position.piece(king).at)
    }

    /// Whether a line to the king is open with `mover` and `captured` off the board, in a position with closed forms. The moves of
    /// most pieces open no line, and need no further test for check.
    #[inline]
    pub(in crate::plane) fn opens_line_to_king(&self, mover: PieceId, captured: &[PieceId]) -> bool {
        self.king_lines().iter().any(|line| line.is_open_without(Some(mover), captured))
    }

    /// Returns the attacks that take the king where it stands with `mover` and `captured` off the board. The mover may block them
    /// from its new place.
    pub(in crate::plane) fn attacks_on_king(
        &self,
        mover: Option<PieceId>,
        captured: &[PieceId],
    ) -> Vec<Attack<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        if !self.uses_closed_forms() {
            return self.general_attacks_on_king(mover, captured).into_iter().map(Attack::General).collect();
        }
        let mut attacks = Vec::new();
        for line in self.king_lines().iter().filter(|line| line.is_open_without(mover, captured)) {
            let skip: PieceIds = captured.iter().copied().chain(mover).chain([king]).collect();
            let attack = Attack::among_discs(self.position, &self.centres, line.lane, &skip);
            if attack.takes(self.centres.at(king)) {
                attacks.push(attack);
            }
        }
        attacks
    }

    /// Returns the attacks of [`Survey::attacks_on_king`] in general form.
    pub(in crate::plane) fn general_attacks_on_king(
        &self,
        mover: Option<PieceId>,
        captured: &[PieceId],
    ) -> GeneralAttacks<'a> {
        let mut attacks = GeneralAttacks::new();
        let Some(king) = self.king else { return attacks };
        // Most often there are none, which closed forms find sooner.
        if self.uses_closed_forms() && self.attacks_on_king(mover, captured).is_empty() {
            return attacks;
        }
        let at = self.position.piece(king).at;
        let gone: PieceIds = captured.iter().copied().chain(mover).collect();
        for line in self.king_lines().iter().filter(|line| !captured.contains(&line.lane.piece)) {
            let attack = line.general(self.position, king);
            if let Some(changed) = attack.changed_without(king, &gone) {
                attacks.extend(changed.takes(at, None).then(|| Rc::new(changed)));
            } else if *line.takes_king.get_or_init(|| attack.takes(at, None)) {
                attacks.push(attack.clone());
            }
        }
        attacks
    }

    /// Whether no enemy takes the king where it stands with `mover` and `captured` off the board.
    pub(in crate::plane) fn is_king_safe_without(&self, mover: PieceId, captured: &[PieceId]) -> bool {
        self.attacks_on_king(Some(mover), captured).is_empty()
    }

    /// Returns the part of a stretch at whose places the mover blocks all of these attacks on its own king.
    pub(in crate::plane) fn part_that_blocks(
        &self,
        attacks: &[Attack<'_>],
        path: &Path,
        part: Interval,
    ) -> Spans {
        let Some(king) = self.king else { return part.into() };
        blocked_along(attacks, self.position.rules(), self.position.piece(king).at, path, part)
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
            let lane = DiscLane::at(arrived, enemy, index, lane);
            if !rules.board.has_seams() && lane.ray.offset(at).abs() >= rules.radius {
                continue;
            }
            let Some(line) = self.line_of_disc(&lane, king, &skip) else { continue };
            if line.blockers.is_empty() && DiscAttack::new(rules, &self.centres, &lane, &skip).takes(at) {
                return true;
            }
        }
        false
    }
}
