//! The attacks that may take the king on one of its paths.

use super::forms::Attack;
use super::general::{GeneralAttack, lane_may_reach};
use super::king_lines::GeneralAttacks;
use super::survey::Survey;
use super::window::AttackWindow;
use crate::geom::{Disc, Path};
use crate::plane::discs::{DiscAttack, DiscLane, FirstContactBound, NearbyPieces, is_within};
use crate::plane::position::{PieceId, PieceIds, PieceLane};
use crate::plane::rules::{Gait, LaneShape, Rules};
use crate::variant::Takes;
use std::borrow::Cow;
use std::rc::Rc;

/// Whether a lane on a board with seams surely ends before it takes anything in a disc. The first contact ends most lanes.
#[inline]
fn ends_before(rules: &Rules, enemy: &DiscLane<'_>, near: Disc, first: &FirstContactBound) -> bool {
    let longest = enemy.limit_bound(rules);
    let end = first.distance().map_or(longest, |contact| longest.min(contact));
    // A path that winds round the board passes near every place, so its images need no test.
    let is_winding = end > 2.0 * rules.board.least_side();
    let clear = rules.radius + rules.epsilon + near.radius;
    !is_winding && enemy.images_near(&rules.board, near.centre, end, clear).is_empty()
}

impl<'a> Survey<'a> {
    /// Returns the attacks that may take the king on a path of this `length`, with king and `captured` off the board, in order of
    /// attacker and lane.
    pub(super) fn attacks_near_path(
        &self,
        path: &Path,
        length: f64,
        captured: &[PieceId],
    ) -> Cow<'_, [Attack<'a>]> {
        if !self.uses_closed_forms() {
            let window = AttackWindow::along(&self.position.rules().board, path, length);
            let attacks = self.general_attacks_near(length, &window, captured);
            return attacks.into_iter().map(Attack::General).collect();
        }
        if captured.is_empty() {
            return self.attacks_near_king.get_or_init(|| self.attacks_near_king_without(&[])).into();
        }
        self.attacks_near_king_without(captured).into()
    }

    /// Returns the attacks of all enemy lanes that pass near the king, with king and `captured` off the board, in a position with
    /// closed forms.
    fn attacks_near_king_without(&self, captured: &[PieceId]) -> Vec<Attack<'a>> {
        let Some(king) = self.king else { return Vec::new() };
        let skip: PieceIds = captured.iter().copied().chain([king]).collect();
        let (rules, mut attacks) = (self.position.rules(), Vec::new());
        let near = Disc { centre: self.centres.at(king), radius: self.king_range(king) };
        let (has_seams, mut nearby) = (rules.board.has_seams(), NearbyPieces::new(&self.centres));
        for id in self.position.side(!self.side) {
            if captured.contains(&id) || self.is_surely_far(id, near) {
                continue;
            }
            if has_seams {
                let piece = self.position.piece(id);
                nearby.gather(id, rules.kind(piece.kind).longest(piece.moved), &skip);
            }
            self.for_each_lane_near(id, near, |enemy| {
                if enemy.rule.shape == LaneShape::Area {
                    let lane = PieceLane { piece: id, lane: enemy.index };
                    attacks.push(Attack::general(self.position, lane, &skip));
                    return;
                }
                let mut first = FirstContactBound::UNKNOWN;
                if has_seams {
                    if enemy.rule.gait == Gait::Ride {
                        first = nearby.first_contact_bound(enemy.ray.dir);
                    }
                    if ends_before(rules, enemy, near, &first) {
                        return;
                    }
                }
                let add = |attack| attacks.push(Attack::Discs(attack));
                DiscAttack::for_each_near(rules, &self.centres, enemy, near, &first, &skip, add);
            });
        }
        attacks
    }

    /// Returns, in general form, the attacks that may take the king on a path, with king and `captured` off the board. The path
    /// lies in the window, and within `length` of the king.
    pub(in crate::plane) fn general_attacks_near(
        &self,
        length: f64,
        window: &AttackWindow,
        captured: &[PieceId],
    ) -> GeneralAttacks<'a> {
        let mut attacks = GeneralAttacks::new();
        let Some(king) = self.king else { return attacks };
        let centre = self.position.piece(king).at;
        let has_seams = self.position.rules().board.has_seams();
        let is_near = |attack: &GeneralAttack<'_>| {
            if has_seams {
                attack.comes_to(window)
            } else {
                attack.may_reach(Disc { centre, radius: length })
            }
        };
        let known = self.general_near_king.get_or_init(|| {
            let near = Disc { centre, radius: self.king_range(king) };
            let lanes = self.position.capturing_lanes(!self.side);
            let lanes = lanes.filter(|lane| lane_may_reach(self.position, *lane, near));
            lanes.map(|lane| Rc::new(GeneralAttack::new(self.position, lane, |id| id == king))).collect()
        });
        for attack in known.iter().filter(|attack| !captured.contains(&attack.attacker())) {
            let attack = attack.changed_without(king, captured).map_or_else(|| attack.clone(), Rc::new);
            if is_near(&attack) {
                attacks.push(attack);
            }
        }
        attacks
    }

    /// Returns the length of the king's longest lane on this board, whether it has moved or not.
    fn king_range(&self, king: PieceId) -> f64 {
        let rules = self.position.rules();
        let end = if rules.board.has_seams() { rules.board.longest() } else { rules.board.diagonal() };
        rules.kind(self.position.piece(king).kind).longest_ever().min(end)
    }

    /// Whether a piece surely takes nothing in a disc.
    #[inline]
    pub(super) fn is_surely_far(&self, id: PieceId, near: Disc) -> bool {
        let (rules, piece) = (self.position.rules(), self.position.piece(id));
        let around = rules.radius + near.radius + rules.epsilon;
        rules.board.surely_apart(piece.at, near.centre, rules.kind(piece.kind).longest_ever() + around)
    }

    /// Visits the lanes of a piece that may capture, in order of bearing. An area leap, or any lane on a board without seams, is
    /// left out if it takes nothing in a disc.
    #[inline]
    pub(super) fn for_each_lane_near(&self, id: PieceId, near: Disc, mut visit: impl FnMut(&DiscLane<'a>)) {
        let (rules, piece) = (self.position.rules(), self.position.piece(id));
        let around = rules.radius + near.radius + rules.epsilon;
        for (index, lane) in self.position.lanes(id).iter().enumerate() {
            if lane.takes == Takes::Never {
                continue;
            }
            let (enemy, longest) = (DiscLane::at(piece, id, index, lane), lane.range.max(lane.first_range));
            let may_come_near = if lane.shape == LaneShape::Area {
                !rules.board.images_of(near.centre, piece.at, longest + around).is_empty()
            } else {
                rules.board.has_seams() || is_within(&enemy.ray, longest, near.centre, around)
            };
            if may_come_near {
                visit(&enemy);
            }
        }
    }
}
