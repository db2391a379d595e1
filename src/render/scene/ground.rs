//! Boards to draw on.

use crate::board::Seam;
use crate::choice::choice;
use glam::DVec2;

/// A board to draw on.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// The real rectangle from (0, 0) to (width, height): unit grid lines and coordinates, no squares,
    /// since no place of it differs from another.
    Plane {
        /// Its extent in x.
        width: f64,
        /// Its extent in y.
        height: f64,
    },
    /// A lattice of unit squares, a1 from (0, 0) to (1, 1) and dark; cell centres at halves.
    Squares {
        /// How many files, named a, b, ... at the rim.
        files: u32,
        /// How many ranks, numbered from 1.
        ranks: u32,
    },
    /// A ring or disc of cells about (0, 0).
    Round(RoundBoard),
    /// A real rectangle whose opposite sides are walls or glued.
    Glued(GluedBoard),
    /// No board but two quantities, one across and one upwards.
    Graph(Graph),
}

/// A field for two quantities. Marks on it are given in units of the field: [`Graph::place`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graph {
    /// The least value of each quantity.
    pub low: DVec2,
    /// The greatest of each, greater than the least.
    pub high: DVec2,
}

impl Graph {
    /// The extent of the field.
    pub const FIELD: DVec2 = DVec2::new(8.0, 6.0);

    /// Where a pair of values lies on the field.
    pub fn place(&self, values: DVec2) -> DVec2 {
        (values - self.low) / (self.high - self.low) * Graph::FIELD
    }
}

/// The rectangle from (0, 0) to (width, height); opposite sides may be glued. Marks on it are given on the plane over
/// it: a way through a seam goes straight on beyond the side.
#[derive(Debug, Clone, PartialEq)]
pub struct GluedBoard {
    /// Its extent in x.
    pub width: f64,
    /// Its extent in y.
    pub height: f64,
    /// How left and right meet.
    pub sides: Seam,
    /// How bottom and top meet.
    pub ends: Seam,
    /// Rectangles that nothing enters, the low and the high corner of each.
    pub voids: Vec<(DVec2, DVec2)>,
    /// Whether it is made of unit cells, of which a1 from (0, 0) is dark.
    pub cells: bool,
    /// How it is seen.
    pub projection: Projection,
}

choice! {
    /// How a glued board is seen.
    pub enum Projection("view") {
        /// Flat, its seams marked, what lies near them repeated faintly beyond.
        Chart = "chart",
        /// Bent to a ring, or to a disc where left and right are glued with a flip; bottom and top are walls.
        Polar = "polar",
        /// As a surface in space: a cylinder, a Moebius strip, a torus or a Klein bottle.
        Solid = "solid",
    }
}

/// A round board: cells and names, wherever its geometry puts them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RoundBoard {
    /// The cells, voids included.
    pub cells: Vec<Cell>,
    /// Names at the rim, outside or inside the cells.
    pub names: Vec<RimName>,
    /// The circle at the centre that is passed through and never occupied: its radius, 0 for none.
    pub centre_circle: f64,
}

/// One cell: an annular sector.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Inner radius.
    pub inner: f64,
    /// Outer radius.
    pub outer: f64,
    /// Angle at which it begins, radians counter-clockwise from east.
    pub from: f64,
    /// Angle at which it ends, larger than `from`.
    pub to: f64,
    /// How it is filled.
    pub tint: Tint,
    /// A small name in its outer corner; empty for none.
    pub name: String,
}

/// How a cell is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// A light cell.
    Light,
    /// A dark cell.
    Dark,
    /// No cell: nothing stands on it or passes it.
    Void,
}

/// A name beside the cells of a round board, upright, centred on a point.
#[derive(Debug, Clone, PartialEq)]
pub struct RimName {
    /// What it says: short.
    pub text: String,
    /// The middle of the text.
    pub at: DVec2,
}
