//! The sweeps of all lanes of one side, which show in pictures what the side attacks.

use super::general::GeneralAttack;
use super::survey::Survey;
use crate::geom::{self, Extent, Interval, Path};
use crate::plane::lanes::{LandingCell, Leap, MoveEffect};
use crate::plane::position::PieceId;
use crate::plane::rules::LaneShape;

/// The stops of one lane that may capture. The attacker attacks the area that its body sweeps on the way to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep<'a> {
    /// The attacker.
    pub piece: PieceId,
    /// The body of the attacker.
    pub extent: &'a Extent,
    /// The path of the lane.
    pub path: Path,
    /// The distances at which the attacker may stop, in the path's measure; empty for an area leap.
    pub parts: Vec<Interval>,
    /// The landings of an area leap; empty for any other lane.
    pub cells: Vec<LandingCell>,
}

impl<'a> Survey<'a> {
    /// Returns the sweeps of the other side's lanes; the safety of its king is not considered.
    pub fn sweeps(&self) -> Vec<Sweep<'a>> {
        let mut out = Vec::new();
        for lane in self.position.capturing_lanes(!self.side) {
            let attack = GeneralAttack::new(self.position, lane, |_| false);
            let (piece, travel) = (attack.attacker(), &attack.travel);
            let mut cells = Vec::new();
            if travel.lane.shape == LaneShape::Area {
                let leap = Leap::new(self.position, piece, travel.lane);
                cells = geom::cells(&leap.curves(), leap.disc(), |place| {
                    Some(MoveEffect { promotes: false, ..leap.land(place).ok()? })
                });
            }
            out.push(Sweep { piece, extent: travel.extent, path: travel.path, parts: attack.stops(), cells });
        }
        out
    }
}
