//! Boards to draw on.

use super::rectangle::Rectangle;
use super::shape::Sector;
use crate::board::Sheet;
use crate::choice::choice;
use glam::DVec2;

/// A board to draw on.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// The real rectangle from (0, 0) to (width, height), with unit grid lines and coordinates, and without squares.
    Plane {
        /// The extent in x.
        width: f64,
        /// The extent in y.
        height: f64,
    },
    /// A lattice of unit squares. The square from (0, 0) to (1, 1) is a1, and dark.
    Squares {
        /// The number of files, named a, b, ... at the rim.
        files: u32,
        /// The number of ranks, numbered from 1.
        ranks: u32,
    },
    /// A ring or disc of cells about (0, 0).
    Round(RoundBoard),
    /// A rectangle whose opposite sides are walls or glued.
    Glued(GluedBoard),
    /// A diagram of two quantities, one across and one upwards, in place of a board.
    Graph(Graph),
}

/// A diagram of two quantities. Marks have places on its field; [`Graph::place`] converts values to places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graph {
    /// The least value of each quantity.
    pub low: DVec2,
    /// The greatest value of each quantity, greater than the least.
    pub high: DVec2,
}

impl Graph {
    /// The extent of the field.
    pub const FIELD: DVec2 = DVec2::new(8.0, 6.0);

    /// Returns the place of a pair of values on the field.
    pub fn place(&self, values: DVec2) -> DVec2 {
        (values - self.low) / (self.high - self.low) * Graph::FIELD
    }
}

/// A rectangle whose opposite sides may be glued.
///
/// Marks are given on the plane over the board: a path through a seam goes straight on beyond the side.
#[derive(Debug, Clone, PartialEq)]
pub struct GluedBoard {
    /// The rectangle and its gluing.
    pub sheet: Sheet,
    /// Rectangles that nothing enters.
    pub voids: Vec<Rectangle>,
    /// Whether the board consists of unit cells. The cell from (0, 0) to (1, 1) is a1, and dark.
    pub cells: bool,
    /// The projection of the picture.
    pub projection: Projection,
}

impl GluedBoard {
    /// Returns the board as a rectangle from the origin.
    pub fn rectangle(&self) -> Rectangle {
        Rectangle::to(DVec2::new(self.sheet.width, self.sheet.height))
    }
}

choice! {
    /// The projection of a glued board.
    pub enum Projection("view") {
        /// Flat, with marked seams; the part of the board near a seam is repeated faintly beyond it.
        Chart = "chart",
        /// Bent to a ring or, if left and right are glued with a flip, to a disc; bottom and top are walls.
        Polar = "polar",
        /// As a surface in space: a cylinder, a Moebius strip, a torus, a Klein bottle, a globe or a pillow.
        Solid = "solid",
    }
}

/// A round board about (0, 0).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RoundBoard {
    /// The cells, voids included.
    pub cells: Vec<RoundCell>,
    /// The names at the outer and inner rim.
    pub names: Vec<RimName>,
    /// The radius of the circle at the centre, which pieces pass but do not occupy; 0 for none.
    pub centre_circle: f64,
}

/// A cell of a round board.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundCell {
    /// The area.
    pub sector: Sector,
    /// The fill.
    pub tint: Tint,
    /// A small name in its outer corner; empty for none.
    pub name: String,
}

/// The fill of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// A light cell.
    Light,
    /// A dark cell.
    Dark,
    /// A void, on which no piece may stand and which none passes.
    Void,
}

/// A name beside the cells of a round board, upright, centred on a point.
#[derive(Debug, Clone, PartialEq)]
pub struct RimName {
    /// A short text.
    pub text: String,
    /// The middle of the text.
    pub at: DVec2,
}
