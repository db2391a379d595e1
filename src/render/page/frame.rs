//! The room that a board takes on the page, and the map of the board to the page.

use crate::board::Sheet;
use crate::render::canvas::drawing::Drawing;
use crate::render::paint::glued::COORDINATE_DISTANCE;
use crate::render::scene::{GluedBoard, Graph, Ground, Projection, Rectangle};
use crate::render::view::board_map::Similarity;
use crate::render::view::polar::Polar;
use crate::render::view::solid::{Solid, SurfaceInSpace};
use crate::variant::Seam;
use glam::DVec2;

/// Returns the rectangle of the page to which attacked areas are clipped, or `None` if they need no clipping.
pub(crate) fn edge(ground: &Ground, to_page: &Similarity) -> Option<Rectangle> {
    let board = match ground {
        Ground::Plane { width, height } => Rectangle::to(DVec2::new(*width, *height)),
        Ground::Glued(board) if board.projection == Projection::Chart => window(board),
        // Areas of these boards are bent or consist of cells. A graph has no areas.
        Ground::Glued(_) | Ground::Squares { .. } | Ground::Round(_) | Ground::Graph(_) => return None,
    };
    Some(to_page.rectangle(&board))
}

/// The greatest width of the strip that is repeated beyond a seam, in board units.
const GREATEST_STRIP: f64 = 1.2;

/// Returns the drawn part of an unrolled board: the chart, and a strip beyond each seam.
pub(crate) fn window(board: &GluedBoard) -> Rectangle {
    let Sheet { width, height, sides, ends } = board.sheet;
    let strip =
        |seam: Seam, length: f64| if seam.is_glued() { GREATEST_STRIP.min(length / 2.0) } else { 0.0 };
    board.rectangle().grown(DVec2::new(strip(sides, width), strip(ends, height)))
}

/// The drawn part of a board, and the room about it on the page.
pub(crate) struct BoardLayout {
    /// The drawn part of the board, in board units.
    board: Rectangle,
    /// The distance by which a piece may reach beyond the board on each side, in board units.
    overhang: f64,
    /// The room for coordinates at each side beyond the overhang, in page units.
    beside: f64,
    /// The room below the overhang, in page units.
    below: f64,
    /// The room above the overhang, in page units.
    above: f64,
}

impl BoardLayout {
    /// Returns the rectangle in which marks may be drawn, in board units.
    pub fn limits(&self) -> Rectangle {
        self.board.grown(DVec2::splat(self.overhang))
    }

    /// Returns the length of a board unit on the page.
    pub fn unit(&self) -> f64 {
        (Drawing::WIDTH - 2.0 * self.beside) / (self.board.size().x + 2.0 * self.overhang)
    }

    /// Returns the height of the board with its coordinates, in page units.
    pub fn page_height(&self) -> f64 {
        self.unit() * (self.board.size().y + 2.0 * self.overhang) + self.above + self.below
    }

    /// Returns the map from the board to the page. The upper side of the layout is at `top`.
    pub fn to_page(&self, top: f64) -> Similarity {
        let unit = self.unit();
        let origin = DVec2::new(
            self.beside + (self.overhang - self.board.low.x) * unit,
            top + self.above + (self.overhang + self.board.high.y) * unit,
        );
        Similarity::to_page(origin, unit)
    }
}

pub(crate) fn board_layout(ground: &Ground) -> BoardLayout {
    let square_about_origin = |half_side: f64| Rectangle::about(DVec2::ZERO, DVec2::splat(half_side));
    match ground {
        Ground::Plane { width, height } => {
            let board = Rectangle::to(DVec2::new(*width, *height));
            BoardLayout { board, overhang: 0.25, beside: 26.0, below: 22.0, above: 22.0 }
        }
        Ground::Graph(_) => {
            let board = Rectangle::to(Graph::FIELD);
            BoardLayout { board, overhang: 0.0, beside: 60.0, below: 36.0, above: 36.0 }
        }
        Ground::Squares { files, ranks } => {
            let board = Rectangle::to(DVec2::new(f64::from(*files), f64::from(*ranks)));
            BoardLayout { board, overhang: 0.0, beside: 30.0, below: 26.0, above: 4.0 }
        }
        Ground::Round(board) => {
            let rims = board.cells.iter().map(|cell| cell.sector.outer);
            let names = board.names.iter().map(|name| name.at.abs().max_element());
            let board = square_about_origin(rims.chain(names).fold(0.1, f64::max));
            BoardLayout { board, overhang: 0.0, beside: 20.0, below: 14.0, above: 14.0 }
        }
        Ground::Glued(board) => match board.projection {
            Projection::Chart => {
                let board = window(board);
                BoardLayout { board, overhang: 0.25, beside: 30.0, below: 26.0, above: 8.0 }
            }
            Projection::Polar => {
                let board = square_about_origin(Polar::of(board).outer_radius() + COORDINATE_DISTANCE);
                BoardLayout { board, overhang: 0.0, beside: 20.0, below: 16.0, above: 16.0 }
            }
            Projection::Solid => {
                let picture = SurfaceInSpace::of(board).map(|surface| Solid::new(surface).bounds);
                let board = picture.unwrap_or_else(|| window(board));
                BoardLayout { board, overhang: 0.0, beside: 60.0, below: 20.0, above: 20.0 }
            }
        },
    }
}
