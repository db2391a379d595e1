//! The four axes of a variant, and the choices on each.

use crate::chess::Color;
use crate::choice::choice;

choice! {
    /// Which paths start where, and where the edge is.
    pub enum Board("board") {
        /// The closed square, or on a lattice its 64 cells.
        Square = "square",
        /// Left and right are one line.
        Cylinder = "cylinder",
        /// The same with y reversed across it.
        Mobius = "mobius",
        /// Left and right are one line, bottom and top another.
        Torus = "torus",
        /// The same with x reversed across the second.
        Klein = "klein",
        /// Four rings of sixteen cells that nothing crosses; on the plane a cylinder of 16 x 4.
        Ring = "ring",
        /// Four rings of eighteen cells whose centre is passed through; on the plane a Moebius strip of 9 x 8 with voids.
        Disc = "disc",
    }
}

choice! {
    /// Where a piece may stop: anywhere (subject to `zeno` and `step`), or on cells only.
    pub enum Motion("motion") {
        /// Real distances. With `zeno` or `step` set, the Zeno and Discrete sub-variants.
        Plane = "plane",
        /// Cell by cell.
        Lattice = "lattice",
    }
}

choice! {
    /// What follows from taking a piece.
    pub enum Rebirth("rebirth") {
        /// It leaves the board.
        None = "none",
        /// It is put back on the home square that the capture square names.
        Circe = "circe",
        /// It is put back on the square where it itself began.
        Own = "own",
    }
}

choice! {
    /// Who moves next, and which checks are allowed.
    pub enum Turns("turn order") {
        /// One move each.
        Alternating = "alternating",
        /// Series of 1, 2, 3 ... moves; only the last may give check.
        Italian = "italian",
        /// Series of 1, 2, 3 ... moves; a check ends the series.
        Scottish = "scottish",
    }
}

impl Turns {
    /// Whether a turn is a series of several moves.
    pub const fn is_progressive(self) -> bool {
        match self {
            Turns::Alternating => false,
            Turns::Italian | Turns::Scottish => true,
        }
    }

    /// Whether play without capture or pawn move has gone on so long that it is a draw: a hundred single moves, or ten
    /// completed series in a row.
    pub const fn is_drawn_by_counting(self, halfmove: u32, quiet_series: u32) -> bool {
        if self.is_progressive() { quiet_series >= 10 } else { halfmove >= 100 }
    }

    /// The length that a turn has when every one before had its full length; `fullmove` counts White's.
    pub const fn usual_length(self, turn: Color, fullmove: u32) -> u32 {
        let twice = fullmove.saturating_mul(2);
        match (self, turn) {
            (Turns::Alternating, _) => 1,
            (Turns::Italian | Turns::Scottish, Color::White) => twice.saturating_sub(1),
            (Turns::Italian | Turns::Scottish, Color::Black) => twice,
        }
    }
}
