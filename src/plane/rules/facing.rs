//! The frame of a piece: its player's frame, perhaps reversed by seams, or a direction round the ring.

use crate::chess::Color;
use crate::geom::{Flips, Vec2};
use crate::notation::Sense;

/// The frame in which a piece's bearings are measured (`docs/rules/seams.md` 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Facing {
    /// The player's frame, with some coordinates reversed.
    Player(Flips),
    /// The frame of a ring pawn that goes this way round: counter-clockwise is +x, clockwise is -x.
    Ring(Sense),
}

impl Facing {
    /// The player's own frame.
    pub const OWN: Facing = Facing::Player(Flips::NONE);

    /// Whether this is the player's own frame.
    #[inline]
    pub fn is_own_frame(self) -> bool {
        matches!(self, Facing::OWN)
    }

    /// Returns a direction of the plane in this frame, given the direction in the player's own frame.
    pub fn dir(self, dir: Vec2, color: Color) -> Vec2 {
        // The direction with x to the player's right and y ahead.
        let relative = if color == Color::White { dir } else { -dir };
        match self {
            Facing::Player(flips) => flips.vec(dir),
            Facing::Ring(sense) => sense.sign() * Vec2::new(relative.y, -relative.x),
        }
    }

    /// Returns a bearing in this frame, degrees, given the bearing in the player's own frame.
    pub fn bearing(self, degrees: f64, color: Color) -> f64 {
        let half_turn = if color == Color::White { 0.0 } else { 180.0 };
        match self {
            Facing::Player(flips) => flips.heading(degrees),
            Facing::Ring(sense) => degrees + half_turn + sense.sign() * 90.0,
        }
    }

    /// Whether the frame exchanges left and right.
    pub fn mirrors(self) -> bool {
        self.flips().mirrors()
    }

    /// Returns the frame of a piece after it crosses a seam that reverses these coordinates.
    pub fn across(self, seam: Flips) -> Facing {
        match self {
            Facing::Player(flips) => Facing::Player(flips.then(seam)),
            // The seam of the ring reverses no coordinate.
            Facing::Ring(_) => self,
        }
    }

    /// Returns the coordinates that the frame reverses; none for a ring pawn.
    pub fn flips(self) -> Flips {
        match self {
            Facing::Player(flips) => flips,
            Facing::Ring(_) => Flips::NONE,
        }
    }
}
