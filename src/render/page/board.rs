//! A board with its marks at a place of the page: the whole board, or the part in an inset.

use super::frame::{edge, window};
use crate::render::canvas::drawing::Drawing;
use crate::render::paint::{self, glued, ground};
use crate::render::scene::{BoardMark, GluedBoard, Ground, Projection, Rectangle, Scene};
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
    /// The rectangle within which texts stay.
    pub limits: Rectangle,
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
                    glued::coordinates(drawing, board, window(board).low, self.to_page)
                }
            }
        } else {
            ground::ground(drawing, &self.scene.ground, self.to_page);
            ground::coordinates(drawing, &self.scene.ground, self.to_page)
        };
        self.marks(drawing, self.scene.marks.clone(), &boxes);
    }

    /// Draws the board and its marks without coordinates and without the numbers of moves. A number belongs to the middle of a path,
    /// which may lie outside of an inset.
    pub fn draw_enlarged(&self, drawing: &mut Drawing) {
        if let Ground::Glued(board) = &self.scene.ground {
            self.chart(drawing, board);
        } else {
            ground::ground(drawing, &self.scene.ground, self.to_page);
        }
        let mut marks = self.scene.marks.clone();
        marks.iter_mut().for_each(images::clear_number);
        self.marks(drawing, marks, &[]);
    }

    /// Draws marks in the projection of the board.
    fn marks(&self, drawing: &mut Drawing, marks: Vec<BoardMark>, coordinates: &[Rectangle]) {
        let edge = edge(&self.scene.ground, self.to_page);
        let frame = paint::BoardFrame { limits: self.limits, edge, coordinates };
        let Ground::Glued(board) = &self.scene.ground else {
            return paint::marks(drawing, &self.to_page.marks(&marks), frame);
        };
        if board.projection == Projection::Polar {
            let polar = Polar::of(board);
            let map = |p: DVec2| self.to_page.point(polar.point(p));
            let bend = BentMap { map: &map, cut: polar.cut() };
            return paint::marks(drawing, &bend.marks(&marks), frame);
        }
        let window = window(board);
        // Texts stay on the board, away from its repetitions.
        let inner = self.to_page.rectangle(&board.rectangle()).grown(DVec2::splat(-3.0));
        let limits =
            Rectangle { low: self.limits.low.max(inner.low), high: self.limits.high.min(inner.high) };
        let before = drawing.fills.len();
        let repeated = images::repeated(&marks, board, &window);
        paint::marks(drawing, &self.to_page.marks(&repeated), paint::BoardFrame { limits, ..frame });
        // At a wall a piece may reach beyond the side.
        let over = wall_room(board, 0.3 * self.to_page.unit());
        drawing.clip_all_after(before, &self.to_page.rectangle(&window).grown(over));
        glued::veil(drawing, board, &window, self.to_page);
    }

    /// Draws the ground of a flat glued board.
    fn chart(&self, drawing: &mut Drawing, board: &GluedBoard) {
        let before = drawing.fills.len();
        glued::chart(drawing, board, &images::copies(board), self.to_page);
        drawing.clip_all_after(before, &self.to_page.rectangle(&window(board)));
        glued::sides(drawing, board, self.to_page);
    }

    /// Draws a glued board in space with its marks.
    fn solid(&self, drawing: &mut Drawing, board: &GluedBoard, surface: SurfaceInSpace) {
        let solid = Solid::new(surface);
        let picture = paint::solid::Picture { board, solid: &solid, page: self.to_page };
        let frame = paint::BoardFrame { limits: self.limits, edge: None, coordinates: &[] };
        picture.draw(drawing, &self.scene.marks, frame);
    }
}

/// Returns the distance by which marks may reach beyond the sides of a board: `over` at walls, and nothing at seams.
fn wall_room(board: &GluedBoard, over: f64) -> DVec2 {
    let room = |seam: Seam| if seam.is_glued() { 0.0 } else { over };
    DVec2::new(room(board.sheet.sides), room(board.sheet.ends))
}
