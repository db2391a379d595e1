//! The room that a board takes on the page, and its place there.

use crate::board::Sheet;
use crate::render::canvas::drawing::Drawing;
use crate::render::scene::{GluedBoard, Graph, Ground, Projection};
use crate::render::view::board_map::Similarity;
use crate::render::view::polar::Polar;
use crate::render::view::solid::{Solid, SurfaceInSpace};
use crate::variant::Seam;
use glam::DVec2;

/// Returns the corners at which areas are cut off, if the board is a rectangle seen flat.
pub(crate) fn edge(ground: &Ground, to_page: &Similarity) -> Option<(DVec2, DVec2)> {
    match ground {
        Ground::Plane { width, height } => Some(to_page.corners(DVec2::ZERO, DVec2::new(*width, *height))),
        // Areas on these are cells, or there are none.
        Ground::Squares { .. } | Ground::Round(_) | Ground::Graph(_) => None,
        Ground::Glued(board) => match board.projection {
            Projection::Chart => {
                let (low, high) = window(board);
                Some(to_page.corners(low, high))
            }
            // Areas on these are bent.
            Projection::Polar | Projection::Solid => None,
        },
    }
}

/// The width to which a chart is repeated beyond a seam, in board units.
const REPEATED: f64 = 1.2;

/// Returns the visible part of the plane over a glued board: the board, and what lies near beyond its seams.
pub(crate) fn window(board: &GluedBoard) -> (DVec2, DVec2) {
    let Sheet { width, height, sides, ends } = board.sheet;
    let beyond = |seam: Seam, length: f64| if seam.is_glued() { REPEATED.min(length / 2.0) } else { 0.0 };
    let beyond = DVec2::new(beyond(sides, width), beyond(ends, height));
    (-beyond, board.size() + beyond)
}

/// A board's box in board units, and the room about it on the page.
pub(crate) struct BoardLayout {
    low: DVec2,
    high: DVec2,
    /// The free room about the box, in board units: a piece on an edge reaches beyond it.
    overhang: f64,
    /// The free room beyond that for coordinates, in page units: at each side, and below.
    rim: DVec2,
    /// The free room above the board, in page units.
    above: f64,
}

impl BoardLayout {
    /// Returns the least and the greatest corner of what may be drawn on, in board units.
    pub fn limits(&self) -> (DVec2, DVec2) {
        (self.low - self.overhang, self.high + self.overhang)
    }

    /// Returns the length of a board unit on the page.
    pub fn unit(&self) -> f64 {
        (Drawing::WIDTH - 2.0 * self.rim.x) / (self.high.x - self.low.x + 2.0 * self.overhang)
    }

    /// Returns the height of the board on the page, with its coordinates.
    pub fn page_height(&self) -> f64 {
        self.unit() * (self.high.y - self.low.y + 2.0 * self.overhang) + self.above + self.rim.y
    }

    /// Returns the map from the board to the page, its upper side at `top`.
    pub fn to_page(&self, top: f64) -> Similarity {
        let unit = self.unit();
        let origin = DVec2::new(
            self.rim.x + (self.overhang - self.low.x) * unit,
            top + self.above + (self.overhang + self.high.y) * unit,
        );
        Similarity::to_page(origin, unit)
    }
}

/// Returns the room that a board takes.
pub(crate) fn board_layout(ground: &Ground) -> BoardLayout {
    match ground {
        Ground::Plane { width, height } => BoardLayout {
            low: DVec2::ZERO,
            high: DVec2::new(*width, *height),
            overhang: 0.25,
            rim: DVec2::new(26.0, 22.0),
            above: 22.0,
        },
        Ground::Glued(board) => glued_layout(board),
        Ground::Graph(_) => BoardLayout {
            low: DVec2::ZERO,
            high: Graph::FIELD,
            overhang: 0.0,
            rim: DVec2::new(60.0, 36.0),
            above: 36.0,
        },
        Ground::Squares { files, ranks } => BoardLayout {
            low: DVec2::ZERO,
            high: DVec2::new(f64::from(*files), f64::from(*ranks)),
            overhang: 0.0,
            rim: DVec2::new(30.0, 26.0),
            above: 4.0,
        },
        Ground::Round(board) => {
            let cells = board.cells.iter().map(|c| c.outer);
            let names = board.names.iter().map(|n| n.at.abs().max_element());
            let reach = cells.chain(names).fold(0.1, f64::max);
            BoardLayout {
                low: DVec2::splat(-reach),
                high: DVec2::splat(reach),
                overhang: 0.0,
                rim: DVec2::new(20.0, 14.0),
                above: 14.0,
            }
        }
    }
}

fn glued_layout(board: &GluedBoard) -> BoardLayout {
    let (low, high) = match board.projection {
        Projection::Chart => window(board),
        Projection::Polar => {
            let reach = Polar::of(board).reach() + 0.35;
            (DVec2::splat(-reach), DVec2::splat(reach))
        }
        Projection::Solid => match SurfaceInSpace::of(board) {
            Some(surface) => Solid::new(surface).bounds(),
            None => window(board),
        },
    };
    let (overhang, rim, above) = match board.projection {
        Projection::Chart => (0.25, DVec2::new(30.0, 26.0), 8.0),
        Projection::Polar => (0.0, DVec2::new(20.0, 16.0), 16.0),
        Projection::Solid => (0.0, DVec2::new(60.0, 20.0), 20.0),
    };
    BoardLayout { low, high, overhang, rim, above }
}
