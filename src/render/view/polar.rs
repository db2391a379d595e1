//! A board with left and right glued, bent to a ring or a disc. There x runs round the centre, and y along the radii.

use crate::board::{Chart, Sheet};
use crate::render::scene::GluedBoard;
use crate::variant::Seam;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// The map of a board to a ring or a disc about the origin.
///
/// A straight gluing makes a ring. A flipped gluing makes a disc, on which y runs inwards along one radius and outwards along the
/// opposite radius.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Polar {
    width: f64,
    height: f64,
    /// Whether the board becomes a disc and not a ring.
    pub is_disc: bool,
}

impl Polar {
    pub fn of(board: &GluedBoard) -> Polar {
        let Sheet { width, height, sides, .. } = board.sheet;
        Polar { width, height, is_disc: sides == Seam::Flipped }
    }

    /// Returns the radius in board units of the hole of a ring, or of the empty circle about the centre of a disc.
    pub fn inner_radius(&self) -> f64 {
        if self.is_disc { 1.0 } else { Chart::RING_HOLE }
    }

    /// Returns the radius of the ring or disc, in board units.
    pub fn outer_radius(&self) -> f64 {
        self.inner_radius() + if self.is_disc { self.height / 2.0 } else { self.height }
    }

    /// Returns the angle in radians of the radius that is the image of a column, with White's side below.
    pub fn angle(&self, x: f64) -> f64 {
        let (start, range) = if self.is_disc { (-170.0 * PI / 180.0, PI) } else { (-PI / 2.0, TAU) };
        start + range * x / self.width
    }

    /// Returns the y at which the map to a disc jumps across the centre.
    pub fn cut(&self) -> Option<f64> {
        self.is_disc.then_some(self.height / 2.0)
    }

    pub fn point(&self, p: DVec2) -> DVec2 {
        let rho = if self.is_disc {
            // Beyond the centre rho is negative, which leads to the opposite radius.
            let before_centre = self.height / 2.0 - p.y;
            before_centre + if before_centre >= 0.0 { self.inner_radius() } else { -self.inner_radius() }
        } else {
            self.inner_radius() + p.y
        };
        rho * DVec2::from_angle(self.angle(p.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Color, Role};
    use crate::render::scene::{BoardMark, DrawnPiece, Projection};
    use crate::render::view::bend::BentMap;
    use crate::render::view::board_map::{BoardMap, Similarity};

    fn board(width: f64, height: f64, sides: Seam) -> GluedBoard {
        let sheet = Sheet { width, height, sides, ends: Seam::Wall };
        GluedBoard { sheet, voids: Vec::new(), has_cells: false, projection: Projection::Polar }
    }

    #[test]
    fn points_that_a_seam_identifies_have_the_same_image() {
        let (ring, disc) = (board(16.0, 4.0, Seam::Straight), board(9.0, 8.0, Seam::Flipped));
        for board in [&ring, &disc] {
            let (polar, image) = (Polar::of(board), Similarity::from(board.sheet.image(1.0, 0.0)));
            for p in [(0.0, 0.5), (3.7, 1.2), (8.9, 3.3)].map(DVec2::from) {
                assert!(polar.point(p).distance(polar.point(image.point(p))) < 1e-9);
            }
        }
        // At the middle of a ring of radii 2 to 6 a cell is a sixteenth of the circle wide.
        let [a, b] = [(0.0, 2.0), (1.0, 2.0)].map(|p| Polar::of(&ring).point(DVec2::from(p)));
        assert!((a.distance(b) - 8.0 * (TAU / 32.0).sin()).abs() < 1e-9);
    }

    #[test]
    fn a_piece_across_the_centre_of_a_disc_is_drawn_on_both_sides() {
        let polar = Polar::of(&board(9.0, 8.0, Seam::Flipped));
        let map = |p: DVec2| polar.point(p);
        let bend = BentMap { map: &map, cut: polar.cut() };
        for (y, parts) in [(4.1, 1), (3.7, 0)] {
            let piece = DrawnPiece::disc(DVec2::new(2.0, y), 0.25, Color::Black, Role::Pawn);
            let marks = bend.mark(&piece.into());
            let Some(BoardMark::DrawnPiece(bent)) = marks.first() else { panic!("a piece stays a piece") };
            assert_eq!(bent.elsewhere.len(), parts, "{y}");
        }
    }
}
