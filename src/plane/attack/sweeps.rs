//! The sweeps of all lanes of one side: the places that it attacks, for pictures.

use super::survey::Survey;
use super::threat::Threat;
use crate::geom::{self, Extent, Interval, Path};
use crate::plane::lanes::{LandingCell, Leap, MoveEffect};
use crate::plane::position::PieceId;
use crate::plane::rules::LaneShape;

/// The stops of one capturing lane. The area that the body sweeps up to them is attacked.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep<'a> {
    /// The attacker.
    pub piece: PieceId,
    /// The body of the attacker.
    pub extent: &'a Extent,
    /// The path of the lane.
    pub path: Path,
    /// The distances at which it may stop, in the path's measure.
    pub parts: Vec<Interval>,
    /// The landings of an area leap.
    pub cells: Vec<LandingCell>,
}

impl<'a> Survey<'a> {
    /// Returns the sweeps of the other side's lanes; the safety of its king is not considered.
    pub fn sweeps(&self) -> Vec<Sweep<'a>> {
        let threats = self.enemy_lanes().filter_map(|of| Threat::new(self.position, of, |_| false));
        let mut out = Vec::new();
        for threat in threats {
            let (piece, travel) = (threat.attacker, &threat.travel);
            let mut cells = Vec::new();
            if travel.lane.shape == LaneShape::Area {
                let leap = Leap::new(self.position, piece, travel.lane);
                cells = geom::cells(&leap.curves(), leap.disc(), |m| {
                    Some(MoveEffect { promotes: false, ..leap.land(m).ok()? })
                });
            }
            out.push(Sweep { piece, extent: travel.extent, path: travel.path, parts: threat.stops(), cells });
        }
        out
    }
}
