//! A board with its marks at a place of the page: the whole board, or the part in an inset.

use super::frame::{edge, window};
use crate::render::canvas::drawing::Drawing;
use crate::render::paint::{self, glued, ground};
use crate::render::scene::{BoardMark, GluedBoard, Ground, MovePath, Projection, Scene, Turned};
use crate::render::view::bend::BentMap;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::images;
use crate::render::view::polar::Polar;
use crate::render::view::solid::{Solid, SurfaceInSpace};
use crate::variant::Seam;
use glam::DVec2;

/// A scene's board at a place of the page.
pub(crate) struct Placed<'a> {
    pub scene: &'a Scene,
    /// The map from board units to the page.
    pub to_page: &'a Similarity,
    /// The corners within which texts stay.
    pub limits: (DVec2, DVec2),
}

impl Placed<'_> {
    /// Draws the board, its coordinates and its marks.
    pub fn draw(&self, drawing: &mut Drawing) {
        let boxes = if let Ground::Glued(board) = &self.scene.ground {
            match (board.projection, SurfaceInSpace::of(board)) {
                (Projection::Polar, _) => {
                    let polar = Polar::of(board);
                    glued::polar(drawing, board, &polar, self.to_page);
                    glued::polar_coordinates(drawing, board, &polar, self.to_page)
                }
                (Projection::Solid, Some(surface)) => return self.solid(drawing, board, surface),
                (Projection::Chart | Projection::Solid, _) => {
                    self.chart(drawing, board);
                    glued::coordinates(drawing, board, window(board), self.to_page)
                }
            }
        } else {
            ground::ground(drawing, &self.scene.ground, self.to_page);
            ground::coordinates(drawing, &self.scene.ground, self.to_page)
        };
        self.marks(drawing, self.scene.marks.clone(), &boxes);
    }

    /// Draws the board and its marks enlarged, without coordinates and without the numbers of moves: the middle of a
    /// path, where its number belongs, may lie outside.
    pub fn draw_enlarged(&self, drawing: &mut Drawing) {
        if let Ground::Glued(board) = &self.scene.ground {
            self.chart(drawing, board);
        } else {
            ground::ground(drawing, &self.scene.ground, self.to_page);
        }
        let mut marks = self.scene.marks.clone();
        for mark in &mut marks {
            if let BoardMark::MovePath(MovePath { number, .. }) | BoardMark::Turned(Turned { number, .. }) =
                mark
            {
                number.clear();
            }
        }
        self.marks(drawing, marks, &[]);
    }

    /// Draws marks in the projection of the board.
    fn marks(&self, drawing: &mut Drawing, marks: Vec<BoardMark>, coordinates: &[(DVec2, DVec2)]) {
        let edge = edge(&self.scene.ground, self.to_page);
        let painted = paint::BoardFrame { limits: self.limits, edge, coordinates };
        let carried =
            |marks: &[BoardMark]| marks.iter().flat_map(|m| self.to_page.mark(m)).collect::<Vec<_>>();
        let Ground::Glued(board) = &self.scene.ground else {
            return paint::marks(drawing, &carried(&marks), painted);
        };
        if board.projection == Projection::Polar {
            let polar = Polar::of(board);
            let map = |p: DVec2| self.to_page.point(polar.point(p));
            let bend = BentMap { map: &map, cut: polar.cut() };
            let bent: Vec<BoardMark> = marks.iter().flat_map(|m| bend.mark(m)).collect();
            return paint::marks(drawing, &bent, painted);
        }
        let (low, high) = window(board);
        // Texts stay on the board, away from its repetitions.
        let (least, most) = self.to_page.corners(DVec2::ZERO, board.size());
        let limits = (self.limits.0.max(least + 3.0), self.limits.1.min(most - 3.0));
        let painted = paint::BoardFrame { limits, ..painted };
        let before = drawing.fills.len();
        paint::marks(drawing, &carried(&images::repeated(&marks, board, (low, high))), painted);
        let (from, to) = self.to_page.corners(low, high);
        // At a wall a piece may reach beyond the side.
        let over = wall_room(board, 0.3 * self.to_page.unit());
        drawing.clip(before, from - over, to + over);
        glued::veil(drawing, board, (low, high), self.to_page);
    }

    fn chart(&self, drawing: &mut Drawing, board: &GluedBoard) {
        let (low, high) = window(board);
        let before = drawing.fills.len();
        glued::chart(drawing, board, &images::copies(board), self.to_page);
        let (from, to) = self.to_page.corners(low, high);
        drawing.clip(before, from, to);
        glued::sides(drawing, board, self.to_page);
    }

    fn solid(&self, drawing: &mut Drawing, board: &GluedBoard, surface: SurfaceInSpace) {
        let solid = Solid::new(surface);
        let picture = paint::solid::Picture { board, solid: &solid, page: self.to_page };
        let painted = paint::BoardFrame { limits: self.limits, edge: None, coordinates: &[] };
        picture.draw(drawing, &self.scene.marks, painted);
    }
}

/// Returns how far marks may reach beyond the walls of a board; nothing reaches beyond a seam.
fn wall_room(board: &GluedBoard, over: f64) -> DVec2 {
    let room = |seam: Seam| if seam.is_glued() { 0.0 } else { over };
    DVec2::new(room(board.sheet.sides), room(board.sheet.ends))
}
