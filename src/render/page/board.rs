//! A board with its marks, at a place of the page: the whole of it, or what an inset shows.

use super::frame::{edge, window};
use crate::render::canvas::drawing::Drawing;
use crate::render::paint::{self, glued, ground};
use crate::render::scene::{GluedBoard, Ground, Mark, Projection, Scene};
use crate::render::view::bend::Bend;
use crate::render::view::carry::Similarity;
use crate::render::view::images;
use crate::render::view::polar::Polar;
use crate::render::view::solid::{Solid, Surface};
use glam::DVec2;

/// A scene's board at a place of the page.
pub(crate) struct Placed<'a> {
    pub scene: &'a Scene,
    /// From board units to the page.
    pub to_page: &'a Similarity,
    /// Texts stay within these corners.
    pub limits: (DVec2, DVec2),
}

impl Placed<'_> {
    /// Draws the board, its coordinates and its marks.
    pub fn draw(&self, drawing: &mut Drawing) {
        let boxes = match &self.scene.ground {
            plain @ (Ground::Plane { .. } | Ground::Squares { .. } | Ground::Round(_)) => {
                ground::ground(drawing, plain, self.to_page);
                ground::coordinates(drawing, plain, self.to_page)
            }
            Ground::Glued(board) => match (board.projection, Surface::of(board)) {
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
            },
        };
        self.marks(drawing, self.scene.marks.clone(), &boxes);
    }

    /// Draws the board and its marks enlarged: without coordinates, and without the numbers of moves, since the
    /// middle of a way, where its number belongs, need not be within.
    pub fn draw_enlarged(&self, drawing: &mut Drawing) {
        match &self.scene.ground {
            Ground::Glued(board) => self.chart(drawing, board),
            plain @ (Ground::Plane { .. } | Ground::Squares { .. } | Ground::Round(_)) => {
                ground::ground(drawing, plain, self.to_page);
            }
        }
        let mut marks = self.scene.marks.clone();
        for mark in &mut marks {
            match mark {
                Mark::Lane(lane) => lane.number.clear(),
                Mark::Turned(turn) => turn.number.clear(),
                Mark::Piece(_) | Mark::Swath(_) | Mark::Contact(_) | Mark::Span(_) | Mark::Target(_) => {}
                Mark::Region(_) | Mark::Turn(_) | Mark::Area(_) | Mark::Rebirth(_) | Mark::Note(_) => {}
            }
        }
        self.marks(drawing, marks, &[]);
    }

    /// Paints marks, as the way in which the board is seen carries them.
    fn marks(&self, drawing: &mut Drawing, marks: Vec<Mark>, coordinates: &[(DVec2, DVec2)]) {
        let edge = edge(&self.scene.ground, self.to_page);
        let painted = paint::Board { limits: self.limits, edge, coordinates };
        let carried = |marks: &[Mark]| marks.iter().map(|m| self.to_page.mark(m)).collect::<Vec<_>>();
        let Ground::Glued(board) = &self.scene.ground else {
            return paint::marks(drawing, &carried(&marks), painted);
        };
        if board.projection == Projection::Polar {
            let polar = Polar::of(board);
            let map = |p: DVec2| self.to_page.point(polar.point(p));
            let bend = Bend { map: &map, cut: polar.cut() };
            let bent: Vec<Mark> = marks.iter().flat_map(|m| bend.mark(m)).collect();
            return paint::marks(drawing, &bent, painted);
        }
        let (low, high) = window(board);
        // Texts belong to the board, not to what is repeated beyond it.
        let corners = [DVec2::ZERO, DVec2::new(board.width, board.height)].map(|p| self.to_page.point(p));
        let (least, most) = (corners[0].min(corners[1]) + 3.0, corners[0].max(corners[1]) - 3.0);
        let limits = (self.limits.0.max(least), self.limits.1.min(most));
        let painted = paint::Board { limits, ..painted };
        let before = drawing.fills.len();
        paint::marks(drawing, &carried(&images::repeated(&marks, board, (low, high))), painted);
        let ends = [self.to_page.point(low), self.to_page.point(high)];
        let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        // At a wall a piece may reach over the side.
        let over = 0.3 * self.to_page.unit();
        for fill in drawing.fills.split_off(before) {
            drawing.fill(
                fill.outline.clipped(from - wall_room(board, over), to + wall_room(board, over)),
                fill.ink,
            );
        }
        glued::veil(drawing, board, (low, high), self.to_page);
    }

    fn chart(&self, drawing: &mut Drawing, board: &GluedBoard) {
        let (low, high) = window(board);
        let before = drawing.fills.len();
        glued::chart(drawing, board, &images::copies(board), self.to_page);
        let ends = [self.to_page.point(low), self.to_page.point(high)];
        for fill in drawing.fills.split_off(before) {
            drawing.fill(fill.outline.clipped(ends[0].min(ends[1]), ends[0].max(ends[1])), fill.ink);
        }
        glued::sides(drawing, board, self.to_page);
    }

    fn solid(&self, drawing: &mut Drawing, board: &GluedBoard, surface: Surface) {
        let solid = Solid::new(surface);
        let picture = paint::solid::Picture { board, solid: &solid, page: self.to_page };
        let painted = paint::Board { limits: self.limits, edge: None, coordinates: &[] };
        picture.draw(drawing, &self.scene.marks, painted);
    }
}

/// How far marks may reach over the walls of a board, and not over its seams.
fn wall_room(board: &GluedBoard, over: f64) -> DVec2 {
    let room = |seam: crate::board::Seam| if seam == crate::board::Seam::Wall { over } else { 0.0 };
    DVec2::new(room(board.sides), room(board.ends))
}
