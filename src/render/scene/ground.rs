//! The boards of pictures, without marks.

use super::mark::Note;
use super::rectangle::Rectangle;
use super::shape::Sector;
use crate::board::Sheet;
use crate::choice::choice;
use glam::DVec2;

/// The board of a picture, or a graph in its place.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// The rectangle of the plane from (0, 0) to (width, height), with unit grid lines and coordinates, and without cells.
    Plane {
        /// The length of the rectangle in x, in board units.
        width: f64,
        /// The length of the rectangle in y, in board units.
        height: f64,
    },
    /// A lattice of unit squares. The square from (0, 0) to (1, 1) is a1 and is dark.
    Squares {
        /// The number of files, which are named a, b, and so on.
        files: u32,
        /// The number of ranks, numbered from 1.
        ranks: u32,
    },
    /// A ring or disc of cells about (0, 0).
    Round(RoundBoard),
    /// A rectangle whose opposite sides are walls or glued.
    Glued(GluedBoard),
    /// A graph of two quantities in place of a board.
    Graph(Graph),
}

/// A graph of two quantities. The first grows to the right, the second upwards.
///
/// Marks lie on a field of the size [`Graph::FIELD`]. [`Graph::place`] converts values of the quantities to places on the field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graph {
    /// The least value of each quantity.
    pub low: DVec2,
    /// The greatest value of each quantity, which is greater than the least.
    pub high: DVec2,
}

impl Graph {
    /// The width and height of the field, in board units.
    pub const FIELD: DVec2 = DVec2::new(8.0, 6.0);

    /// Returns the place on the field of a value of each quantity.
    pub fn place(&self, values: DVec2) -> DVec2 {
        (values - self.low) / (self.high - self.low) * Graph::FIELD
    }
}

/// A rectangle whose opposite sides may be glued.
///
/// Marks lie on the unrolled board: a path through a seam continues beyond the side, where the chart ends.
#[derive(Debug, Clone, PartialEq)]
pub struct GluedBoard {
    /// The rectangle and its gluing.
    pub sheet: Sheet,
    /// The rectangles that do not belong to the board.
    pub voids: Vec<Rectangle>,
    /// Whether the board consists of unit cells. The cell from (0, 0) to (1, 1) is a1 and is dark.
    pub has_cells: bool,
    /// The projection in which the board is drawn.
    pub projection: Projection,
}

impl GluedBoard {
    /// Returns the chart of the board, whose lowest corner is the origin.
    pub fn rectangle(&self) -> Rectangle {
        Rectangle::to(DVec2::new(self.sheet.width, self.sheet.height))
    }
}

choice! {
    /// The projection of a glued board.
    pub enum Projection("view") {
        /// The flat chart with marked seams. The part of the board near a seam is repeated faintly beyond it.
        Chart = "chart",
        /// A ring or, if left and right are glued with a flip, a disc. Bottom and top are walls.
        Polar = "polar",
        /// A surface in space: a cylinder, a Moebius strip, a torus, a Klein bottle, a globe or a pillow.
        Solid = "solid",
    }
}

/// A round board about (0, 0).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RoundBoard {
    /// The cells, voids included.
    pub cells: Vec<RoundCell>,
    /// The names of cells beside the outer and the inner rim. Each is written upright, and centred on its place.
    pub names: Vec<Note>,
    /// The radius in board units of the circle at the centre, which pieces cross but do not occupy; 0 for no circle.
    pub centre_circle: f64,
}

/// A cell of a round board.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundCell {
    /// The area of the cell, about the middle of the board.
    pub sector: Sector,
    /// The colour of the cell.
    pub tint: Tint,
    /// The name in the outer corner of the cell, in small letters; empty for no name.
    pub name: String,
}

/// The colour of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// A light cell.
    Light,
    /// A dark cell.
    Dark,
    /// A void, which no piece may occupy or cross.
    Void,
}
