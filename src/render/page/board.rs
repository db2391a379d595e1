//! A board with its marks at a place of the page: the whole board, or the part of it in an inset.

use super::frame::{edge, window};
use crate::render::canvas::drawing::Drawing;
use crate::render::paint::solid::SolidPicture;
use crate::render::paint::{self, BoardFrame, glued, ground};
use crate::render::scene::{BoardMark, GluedBoard, Ground, Projection, Rectangle, Scene};
use crate::render::view::bend::BentMap;
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::images;
use crate::render::view::polar::Polar;
use crate::render::view::solid::{Solid, SurfaceInSpace};
use crate::variant::Seam;
use glam::DVec2;

/// A scene whose board has a place on the page.
pub(crate) struct PlacedScene<'a> {
    pub scene: &'a Scene,
    /// The map from board units to the page.
    pub to_page: &'a Similarity,
    /// The rectangle within which texts stay.
    pub limits: Rectangle,
}

impl PlacedScene<'_> {
    pub fn draw(&self, drawing: &mut Drawing) {
        let ground = &self.scene.ground;
        if let Ground::Glued(board) = ground {
            return self.draw_glued(drawing, board);
        }
        ground::draw_ground(drawing, ground, self.to_page);
        let boxes = ground::draw_coordinates(drawing, ground, self.to_page);
        paint::draw_marks(drawing, &self.to_page.marks(&self.scene.marks), self.frame(&boxes));
    }

    fn draw_glued(&self, drawing: &mut Drawing, board: &GluedBoard) {
        match (board.projection, SurfaceInSpace::of(board)) {
            (Projection::Polar, _) => self.draw_polar(drawing, board),
            (Projection::Solid, Some(surface)) => self.draw_solid(drawing, board, surface),
            (Projection::Chart | Projection::Solid, _) => {
                self.draw_chart(drawing, board);
                let boxes = glued::draw_coordinates(drawing, board, window(board).low, self.to_page);
                self.draw_repeated_marks(drawing, board, &self.scene.marks, &boxes);
            }
        }
    }

    /// Draws the board and its marks in an inset, without coordinates.
    ///
    /// Numbers of moves are left out, because the path beside the number may lie outside of the inset.
    pub fn draw_enlarged(&self, drawing: &mut Drawing) {
        let mut marks = self.scene.marks.clone();
        marks.iter_mut().for_each(images::clear_number);
        if let Ground::Glued(board) = &self.scene.ground {
            self.draw_chart(drawing, board);
            self.draw_repeated_marks(drawing, board, &marks, &[]);
        } else {
            ground::draw_ground(drawing, &self.scene.ground, self.to_page);
            paint::draw_marks(drawing, &self.to_page.marks(&marks), self.frame(&[]));
        }
    }

    /// Returns the frame for the marks. `coordinates` are the boxes of the coordinates.
    fn frame<'a>(&self, coordinates: &'a [Rectangle]) -> BoardFrame<'a> {
        BoardFrame { limits: self.limits, edge: edge(&self.scene.ground, self.to_page), coordinates }
    }

    fn draw_polar(&self, drawing: &mut Drawing, board: &GluedBoard) {
        let polar = Polar::of(board);
        glued::draw_polar(drawing, board, &polar, self.to_page);
        let boxes = glued::draw_polar_coordinates(drawing, board, &polar, self.to_page);
        let map = |p: DVec2| self.to_page.point(polar.point(p));
        let bend = BentMap { map: &map, cut: polar.cut() };
        paint::draw_marks(drawing, &bend.marks(&self.scene.marks), self.frame(&boxes));
    }

    fn draw_solid(&self, drawing: &mut Drawing, board: &GluedBoard, surface: SurfaceInSpace) {
        let solid = Solid::new(surface);
        let picture = SolidPicture { board, solid: &solid, to_page: self.to_page };
        picture.draw(drawing, &self.scene.marks, self.frame(&[]));
    }

    /// Draws a glued board flat, without marks.
    fn draw_chart(&self, drawing: &mut Drawing, board: &GluedBoard) {
        let earlier_fills = drawing.fills.len();
        glued::draw_charts(drawing, board, &images::copies(&board.sheet, 1, 1), self.to_page);
        drawing.clip_all_after(earlier_fills, &self.to_page.rectangle(&window(board)));
        glued::draw_sides(drawing, board, self.to_page);
    }

    /// Draws the marks of a glued board that is drawn flat, with their repetitions beyond the seams.
    fn draw_repeated_marks(
        &self,
        drawing: &mut Drawing,
        board: &GluedBoard,
        marks: &[BoardMark],
        coordinates: &[Rectangle],
    ) {
        let window = window(board);
        // Texts stay on the board, away from its repetitions.
        let inner = self.to_page.rectangle(&board.rectangle()).grown(DVec2::splat(-3.0));
        let limits =
            Rectangle { low: self.limits.low.max(inner.low), high: self.limits.high.min(inner.high) };
        let frame = BoardFrame { limits, ..self.frame(coordinates) };
        let earlier_fills = drawing.fills.len();
        let repeated = images::repeated(marks, board, &window);
        paint::draw_marks(drawing, &self.to_page.marks(&repeated), frame);
        // A piece may reach beyond a wall, but not beyond the window at a seam.
        let overhang = |seam: Seam| if seam.is_glued() { 0.0 } else { 0.3 * self.to_page.unit() };
        let overhangs = DVec2::new(overhang(board.sheet.sides), overhang(board.sheet.ends));
        drawing.clip_all_after(earlier_fills, &self.to_page.rectangle(&window).grown(overhangs));
        glued::draw_veil(drawing, board, &window, self.to_page);
    }
}
