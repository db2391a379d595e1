//! The four axes of a variant, and the choices on each.

use crate::chess::Color;
use crate::choice::choice;

choice! {
    /// The shape of the board: which of its sides are glued, and how.
    pub enum Board("board") {
        /// All four sides are walls.
        Square = "square",
        /// Left and right are glued.
        Cylinder = "cylinder",
        /// Left and right are glued, with y reversed.
        Mobius = "mobius",
        /// Left and right are glued, and so are bottom and top.
        Torus = "torus",
        /// Left and right are glued, and bottom and top with x reversed.
        Klein = "klein",
        /// Left and right are glued, and each end with itself, shifted by half the width.
        Spherical = "spherical",
        /// Left and right are glued, and each end is folded upon itself.
        Pillow = "pillow",
        /// Left and right are glued with y reversed, and bottom and top with x reversed.
        Projective = "projective",
        /// Four rings of sixteen cells around a hole, which no piece crosses. On the plane a cylinder of 16 x 4.
        Ring = "ring",
        /// Four rings of eighteen cells around a centre, through which pieces pass. On the plane a Moebius strip of 9 x 8 with voids.
        Disc = "disc",
    }
}

choice! {
    /// The gluing of two opposite sides of a board.
    pub enum Seam("gluing") {
        /// No gluing: both sides are walls.
        Wall = "wall",
        /// Each point of one side is identified with the opposite point of the other side.
        Straight = "straight",
        /// Each point of one side is identified with a point of the other side, in reversed order along the side.
        Flipped = "flipped",
        /// Each side is glued to itself: each point is identified with the point that is half the side's length away.
        Shifted = "shifted",
        /// Each side is glued to itself: each point is identified with its mirror image about the middle of the side.
        Folded = "folded",
    }
}

impl Seam {
    /// Whether the sides are glued.
    pub const fn is_glued(self) -> bool {
        !matches!(self, Seam::Wall)
    }

    /// Whether each side is glued to itself.
    pub const fn is_to_itself(self) -> bool {
        matches!(self, Seam::Shifted | Seam::Folded)
    }

    /// Whether a crossing reverses the order of places along the sides: the left and the right side reverse y.
    pub const fn reverses_order(self) -> bool {
        matches!(self, Seam::Flipped | Seam::Folded)
    }

    /// Whether a crossing turns a body into its mirror image.
    pub const fn mirrors(self) -> bool {
        matches!(self, Seam::Flipped | Seam::Shifted)
    }
}

impl Board {
    /// Whether a board of cells has rings and sectors in place of ranks and files.
    pub const fn is_round(self) -> bool {
        matches!(self, Board::Ring | Board::Disc)
    }

    /// Returns the gluing of left and right.
    pub const fn sides(self) -> Seam {
        match self {
            Board::Square => Seam::Wall,
            Board::Cylinder | Board::Ring | Board::Torus | Board::Klein => Seam::Straight,
            Board::Spherical | Board::Pillow => Seam::Straight,
            Board::Mobius | Board::Disc | Board::Projective => Seam::Flipped,
        }
    }

    /// Returns the gluing of bottom and top.
    pub const fn ends(self) -> Seam {
        match self {
            Board::Square | Board::Cylinder | Board::Ring | Board::Mobius | Board::Disc => Seam::Wall,
            Board::Torus => Seam::Straight,
            Board::Klein | Board::Projective => Seam::Flipped,
            Board::Spherical => Seam::Shifted,
            Board::Pillow => Seam::Folded,
        }
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
        matches!(self, Turns::Italian | Turns::Scottish)
    }

    /// Whether a game is drawn because no capture or pawn move was made for long: for a hundred plies (`halfmove`), or in
    /// progressive play for ten completed series in a row (`quiet_series`).
    pub const fn is_drawn_by_counting(self, halfmove: u32, quiet_series: u32) -> bool {
        if self.is_progressive() { quiet_series >= 10 } else { halfmove >= 100 }
    }

    /// The greatest number of moves in a series. A search looks at the moves of a series one within the other, and a game of 2,000
    /// plies has no series of more than 63 moves.
    pub const LONGEST_SERIES: u32 = 200;

    /// Returns the number of moves in a turn, if no earlier turn was cut short. `fullmove` counts White's turns, from 1.
    pub fn usual_length(self, turn: Color, fullmove: u32) -> u32 {
        let twice = fullmove.saturating_mul(2);
        let length = match (self, turn) {
            (Turns::Alternating, _) => 1,
            (Turns::Italian | Turns::Scottish, Color::White) => twice.saturating_sub(1),
            (Turns::Italian | Turns::Scottish, Color::Black) => twice,
        };
        length.min(Turns::LONGEST_SERIES)
    }

    /// Whether a series of some length, of which some moves are made, can go on.
    pub fn can_go_on(length: u32, played: u32) -> bool {
        played < length && length <= Turns::LONGEST_SERIES
    }

    /// Returns the number of moves in the series after one of this length.
    pub fn next_length(length: u32) -> u32 {
        (length + 1).min(Turns::LONGEST_SERIES)
    }
}
