//! Everything that one side may take, by every lane.

use super::survey::Survey;
use super::threat::Threat;
use crate::geom::{self, Extent, Interval, Path};
use crate::plane::lanes::{LandingCell, Leap};
use crate::plane::position::PieceId;
use crate::plane::rules::LaneShape;

/// Where a piece may take something by one of its lanes.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep<'a> {
    /// Whose lane it is.
    pub piece: PieceId,
    /// What moves.
    pub extent: &'a Extent,
    /// The path of the lane.
    pub path: Path,
    /// Where it may stop along it.
    pub parts: Vec<Interval>,
    /// Where it may land, for a leap to any place.
    pub cells: Vec<LandingCell>,
}

impl<'a> Survey<'a> {
    /// Everything that the other side's lanes may take, its own king's safety apart.
    pub fn sweeps(&self) -> Vec<Sweep<'a>> {
        let threats =
            self.enemy_lanes().filter_map(|(id, lane)| Threat::new(self.position, id, lane, |_| false));
        let mut out = Vec::new();
        for threat in threats {
            let (piece, travel) = (threat.attacker, threat.travel());
            let mut cells = Vec::new();
            if travel.lane().shape == LaneShape::Area {
                let leap = Leap::new(self.position, piece, travel.lane());
                let (centre, reach) = leap.disc();
                cells = geom::cells(&leap.curves(), centre, reach, |m| Some((leap.land(m).ok()?, false)));
            }
            out.push(Sweep {
                piece,
                extent: travel.extent(),
                path: *travel.path(),
                parts: threat.stops(),
                cells,
            });
        }
        out
    }
}
