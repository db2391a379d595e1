//! Colours of pictures, and of the boards of the page, whose styles are compared with these.
//!
//! They are after the set of Okabe and Ito, which readers with any colour vision distinguish. No meaning rests on hue alone: the
//! sides differ in brightness, open ends are hollow, captures are crosses, promotions are striped, and the hatches of the two
//! sides run in different directions.

use super::drawing::Ink;
use crate::chess::Color;
use crate::render::scene::StopEffect;

/// The ground of the page.
pub(crate) const PAPER: Ink = Ink::hex(0xFFFFFF);
pub(crate) const GROUND: Ink = Ink::hex(0xF7F3EA);
/// The unit lines of the plane.
pub(crate) const GRID: Ink = Ink::hex(0xDDD5C4);
/// The board's border.
pub(crate) const BORDER: Ink = Ink::hex(0x4A443A);
/// Light cells.
pub(crate) const LIGHT: Ink = Ink::hex(0xFAF5EA);
/// Dark cells.
pub(crate) const DARK: Ink = Ink::hex(0xD3C5AB);
/// Voids.
pub(crate) const VOID: Ink = Ink::hex(0xE4E4E4);
/// The hatch on voids.
pub(crate) const VOID_HATCH: Ink = Ink::hex(0xA9A9A9);
/// Titles and chess figures.
pub(crate) const TEXT: Ink = Ink::hex(0x1E1E1E);
/// Captions and coordinates.
pub(crate) const QUIET: Ink = Ink::hex(0x5C564C);
/// Legal stops.
pub(crate) const LEGAL: Ink = Ink::hex(0x009E73);
/// Captures.
pub(crate) const CAPTURE: Ink = Ink::hex(0xD55E00);
/// A king in check.
pub(crate) const CHECK: Ink = Ink::hex(0xC2185B);
/// A glued side and its arrows.
pub(crate) const SEAM: Ink = Ink::hex(0x5B4BA8);
/// Unit lines on a surface in space.
pub(crate) const GRID_ON_SOLID: Ink = Ink::hex(0xBFB49C);
/// The line of a rebirth.
pub(crate) const REBIRTH: Ink = Ink::hex(0x8E4585);

/// Returns the colour of a piece's body.
pub(crate) const fn body(color: Color) -> Ink {
    match color {
        Color::White => Ink::hex(0xFFFFFF),
        Color::Black => Ink::hex(0x2E2E30),
    }
}

/// Returns the colour of the figure on a piece.
pub(crate) const fn figure(color: Color) -> Ink {
    match color {
        Color::White => Ink::hex(0x1E1E1E),
        Color::Black => Ink::hex(0xFBF8F0),
    }
}

/// Returns the colour of a side's moves and attacked areas.
pub(crate) const fn side(color: Color) -> Ink {
    match color {
        Color::White => Ink::hex(0xE69F00),
        Color::Black => Ink::hex(0x0072B2),
    }
}

/// Returns the colour of legal stops with an effect.
pub(crate) const fn effect(effect: StopEffect) -> Ink {
    match effect {
        StopEffect::Quiet | StopEffect::Promotion => LEGAL,
        StopEffect::Capture | StopEffect::CapturePromotion => CAPTURE,
    }
}
