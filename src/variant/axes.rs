//! The four axes of a variant, and the choices on each.

use crate::chess::Color;
use crate::choice::choice;

choice! {
    /// The shape of the board: which paths start where, and where the edge is.
    pub enum Board("board") {
        /// The closed square, or on a lattice its 64 cells.
        Square = "square",
        /// Left and right are glued.
        Cylinder = "cylinder",
        /// Left and right are glued, with y reversed.
        Mobius = "mobius",
        /// Left and right are glued, and so are bottom and top.
        Torus = "torus",
        /// Left and right are glued, and bottom and top with x reversed.
        Klein = "klein",
        /// Four rings of sixteen cells; nothing crosses the hole. On the plane a cylinder of 16 x 4.
        Ring = "ring",
        /// Four rings of eighteen cells; pieces pass through the centre. On the plane a Moebius strip of 9 x 8 with voids.
        Disc = "disc",
    }
}

choice! {
    /// The permitted stops: anywhere (subject to `zeno` and `step`), or on cells only.
    pub enum Motion("motion") {
        /// Real distances; `zeno` and `step` give the Zeno and Discrete sub-variants.
        Plane = "plane",
        /// Cell by cell.
        Lattice = "lattice",
    }
}

choice! {
    /// The fate of a captured piece.
    pub enum Rebirth("rebirth") {
        /// The piece leaves the board.
        None = "none",
        /// The piece is put back on the home cell that the cell of capture names.
        Circe = "circe",
        /// The piece is put back where it began.
        Own = "own",
    }
}

choice! {
    /// The order of moves, and which checks are allowed.
    pub enum Turns("turn order") {
        /// The sides move alternately.
        Alternating = "alternating",
        /// Series of 1, 2, 3 ... moves; only the last move may give check.
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

    /// Whether play without capture or pawn move has been long enough for a draw: a hundred single moves, or ten
    /// completed series in a row.
    pub const fn is_drawn_by_counting(self, halfmove: u32, quiet_series: u32) -> bool {
        if self.is_progressive() { quiet_series >= 10 } else { halfmove >= 100 }
    }

    /// Returns the length of a turn, if every earlier one had its full length; `fullmove` counts White's.
    pub const fn usual_length(self, turn: Color, fullmove: u32) -> u32 {
        let twice = fullmove.saturating_mul(2);
        match (self, turn) {
            (Turns::Alternating, _) => 1,
            (Turns::Italian | Turns::Scottish, Color::White) => twice.saturating_sub(1),
            (Turns::Italian | Turns::Scottish, Color::Black) => twice,
        }
    }
}
