//! A board with left and right glued, bent to a round one: x runs round it, y along its radii.

use crate::board::Sheet;
use crate::render::scene::GluedBoard;
use crate::variant::Seam;
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// The bending of a board. A straight gluing makes a ring. A flipped gluing makes a disc, on which y runs in along one radius
/// and out along the opposite one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Polar {
    width: f64,
    height: f64,
    /// Whether the board becomes a disc, else a ring.
    pub is_disc: bool,
}

impl Polar {
    /// Returns the bending of a board with left and right glued.
    pub fn of(board: &GluedBoard) -> Polar {
        let Sheet { width, height, sides, .. } = board.sheet;
        Polar { width, height, is_disc: sides == Seam::Flipped }
    }

    /// Returns the radius of the hole of a ring, or of the circle about the centre of a disc, in board units.
    pub fn hole(&self) -> f64 {
        if self.is_disc { 1.0 } else { 2.0 }
    }

    /// Returns the radius of the round board.
    pub fn reach(&self) -> f64 {
        self.hole() + if self.is_disc { self.height / 2.0 } else { self.height }
    }

    /// Returns the angle of a column of the board. White's side is below.
    pub fn angle(&self, x: f64) -> f64 {
        let (start, whole) = if self.is_disc { (-170.0 * PI / 180.0, PI) } else { (-PI / 2.0, TAU) };
        start + whole * x / self.width
    }

    /// Returns the height at which the map jumps across the centre, on a disc.
    pub fn cut(&self) -> Option<f64> {
        self.is_disc.then_some(self.height / 2.0)
    }

    /// Returns the place of a point of the board, about the centre of the picture.
    pub fn point(&self, p: DVec2) -> DVec2 {
        let rho = if self.is_disc {
            let signed = self.height / 2.0 - p.y;
            signed + if signed >= 0.0 { self.hole() } else { -self.hole() }
        } else {
            self.hole() + p.y
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
        GluedBoard { sheet, voids: Vec::new(), cells: false, projection: Projection::Polar }
    }

    #[test]
    fn a_round_board_is_glued_as_its_chart_is() {
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
    fn a_body_across_the_centre_of_a_disc_is_seen_on_both_sides() {
        let polar = Polar::of(&board(9.0, 8.0, Seam::Flipped));
        let map = |p: DVec2| polar.point(p);
        let bend = BentMap { map: &map, cut: polar.cut() };
        for (y, parts) in [(4.1, 1), (3.7, 0)] {
            let piece = DrawnPiece::disc(DVec2::new(2.0, y), 0.25, Color::Black, Role::Pawn);
            let marks = bend.mark(&piece.into());
            let Some(BoardMark::Piece(bent)) = marks.first() else { panic!("a piece stays a piece") };
            assert_eq!(bent.apart.len(), parts, "{y}");
        }
    }
}
