//! The colours of pictures. A test compares the colours of the browser's boards with these.
//!
//! Most are from the palette of Okabe and Ito, whose colours people with any colour vision distinguish. Every meaning has a further
//! sign besides its hue: the sides differ in brightness, open ends are hollow, captures are crosses, promotions are striped, and the
//! hatches of the two sides run in different directions.

use super::drawing::Ink;
use crate::chess::Color;
use crate::render::scene::StopEffect;

pub(crate) const PAPER: Ink = Ink::hex(0xFFFFFF);
/// A board of the plane.
pub(crate) const GROUND: Ink = Ink::hex(0xF7F3EA);
/// The unit lines of the plane.
pub(crate) const GRID: Ink = Ink::hex(0xDDD5C4);
pub(crate) const BORDER: Ink = Ink::hex(0x4A443A);
pub(crate) const LIGHT: Ink = Ink::hex(0xFAF5EA);
pub(crate) const DARK: Ink = Ink::hex(0xD3C5AB);
pub(crate) const VOID: Ink = Ink::hex(0xE4E4E4);
pub(crate) const VOID_HATCH: Ink = Ink::hex(0xA9A9A9);
/// Titles and chess figures.
pub(crate) const TEXT: Ink = Ink::hex(0x1E1E1E);
/// Captions and coordinates.
pub(crate) const MUTED: Ink = Ink::hex(0x5C564C);
/// Legal stops without a capture.
pub(crate) const LEGAL: Ink = Ink::hex(0x009E73);
/// Legal stops that capture, and the signs of captures.
pub(crate) const CAPTURE: Ink = Ink::hex(0xD55E00);
pub(crate) const CHECK: Ink = Ink::hex(0xC2185B);
/// A glued side and its arrows.
pub(crate) const SEAM: Ink = Ink::hex(0x5B4BA8);
/// Unit lines on a surface in space.
pub(crate) const GRID_ON_SOLID: Ink = Ink::hex(0xBFB49C);
pub(crate) const REBIRTH: Ink = Ink::hex(0x8E4585);

pub(crate) const fn body(color: Color) -> Ink {
    match color {
        Color::White => Ink::hex(0xFFFFFF),
        Color::Black => Ink::hex(0x2E2E30),
    }
}

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

pub(crate) const fn effect(effect: StopEffect) -> Ink {
    match effect {
        StopEffect::Quiet | StopEffect::Promotion => LEGAL,
        StopEffect::Capture | StopEffect::CapturePromotion => CAPTURE,
    }
}
