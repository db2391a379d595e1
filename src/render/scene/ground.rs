//! Boards to draw on.

use crate::board::Sheet;
use crate::choice::choice;
use glam::DVec2;

/// A board to draw on.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// The real rectangle from (0, 0) to (width, height), with unit grid lines and coordinates, and no squares, since
    /// its places are all alike.
    Plane {
        /// The extent in x.
        width: f64,
        /// The extent in y.
        height: f64,
    },
    /// A lattice of unit squares: a1, dark, is the square from (0, 0) to (1, 1).
    Squares {
        /// The number of files, named a, b, ... at the rim.
        files: u32,
        /// The number of ranks, numbered from 1.
        ranks: u32,
    },
    /// A ring or disc of cells about (0, 0).
    Round(RoundBoard),
    /// A real rectangle whose opposite sides are walls or glued.
    Glued(GluedBoard),
    /// A field for two quantities, one across and one upwards, in place of a board.
    Graph(Graph),
}

/// A field for two quantities. [`Graph::place`] converts values to its units, in which marks are given.
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
    /// Rectangles that nothing enters, each by its lowest and highest corner.
    pub voids: Vec<(DVec2, DVec2)>,
    /// Whether the board is made of unit cells; a1, from (0, 0) to (1, 1), is dark.
    pub cells: bool,
    /// The projection of the picture.
    pub projection: Projection,
}

impl GluedBoard {
    /// Returns the width and height.
    pub fn size(&self) -> DVec2 {
        DVec2::new(self.sheet.width, self.sheet.height)
    }
}

choice! {
    /// The projection of a glued board.
    pub enum Projection("view") {
        /// Flat, with its seams marked and what lies near them repeated faintly beyond.
        Chart = "chart",
        /// Bent to a ring, or to a disc where left and right are glued with a flip; bottom and top are walls.
        Polar = "polar",
        /// As a surface in space: a cylinder, a Moebius strip, a torus, a Klein bottle, a globe or a pillow.
        Solid = "solid",
    }
}

/// A round board, as cells and names at their places.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RoundBoard {
    /// The cells, voids included.
    pub cells: Vec<RoundCell>,
    /// Names at the rim, outside or inside the cells.
    pub names: Vec<RimName>,
    /// The radius of the circle at the centre that pieces pass and none occupies, 0 for none.
    pub centre_circle: f64,
}

/// One cell: an annular sector.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundCell {
    /// Inner radius.
    pub inner: f64,
    /// Outer radius.
    pub outer: f64,
    /// The angle at which the cell begins, in radians counter-clockwise from east.
    pub from: f64,
    /// The angle at which the cell ends, larger than `from`.
    pub to: f64,
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
    /// A void: nothing stands on it or passes it.
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
