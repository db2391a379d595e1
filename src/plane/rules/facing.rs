//! Which way is forward for a piece: its player's, reversed by seams that flip, or round the ring.

use crate::chess::Color;
use crate::geom::{Flips, Vec2};
use crate::notation::Sense;

/// The frame in which a piece's bearings are its own (`docs/rules/seams.md` 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facing {
    /// The player's, with some coordinates reversed.
    Player(Flips),
    /// A ring pawn whose forward is +x.
    CounterClockwise,
    /// A ring pawn whose forward is -x.
    Clockwise,
}

impl Facing {
    /// The player's own.
    pub const PLAIN: Facing = Facing::Player(Flips::NONE);

    /// Whether it is the player's own.
    #[inline]
    pub fn is_plain(self) -> bool {
        matches!(self, Facing::PLAIN)
    }

    /// Round the ring.
    pub fn round(sense: Sense) -> Facing {
        match sense {
            Sense::CounterClockwise => Facing::CounterClockwise,
            Sense::Clockwise => Facing::Clockwise,
        }
    }

    /// A direction of the player's frame (that of `color`, on the plane) as it is for this piece.
    pub fn dir(self, dir: Vec2, color: Color) -> Vec2 {
        // The player's right and ahead, undone from the plane.
        let own = || if color == Color::White { dir } else { -dir };
        match self {
            Facing::Player(flips) => flips.vec(dir),
            Facing::CounterClockwise => Vec2::new(own().y, -own().x),
            Facing::Clockwise => Vec2::new(-own().y, own().x),
        }
    }

    /// A bearing of the player's frame, degrees, as it is in the piece's own.
    pub fn bearing(self, degrees: f64, color: Color) -> f64 {
        let half = if color == Color::White { 0.0 } else { 180.0 };
        match self {
            Facing::Player(flips) => flips.heading(degrees),
            Facing::CounterClockwise => degrees + half + 90.0,
            Facing::Clockwise => degrees + half - 90.0,
        }
    }

    /// Whether left and right are exchanged.
    pub fn mirrors(self) -> bool {
        match self {
            Facing::Player(flips) => flips.mirrors(),
            Facing::CounterClockwise | Facing::Clockwise => false,
        }
    }

    /// The same after a seam.
    pub fn across(self, seam: Flips) -> Facing {
        match self {
            Facing::Player(flips) => Facing::Player(flips.then(seam)),
            // The ring's seam flips nothing.
            Facing::CounterClockwise | Facing::Clockwise => self,
        }
    }

    /// What is reversed, where it is not the ring.
    pub fn flips(self) -> Flips {
        match self {
            Facing::Player(flips) => flips,
            Facing::CounterClockwise | Facing::Clockwise => Flips::NONE,
        }
    }
}
