//! A drawing: outlines filled with colours, in order, on a page. Every output format is made from a drawing, so all formats agree.

use super::font::{Fonts, Style};
use super::outline::{Cap, Dashes, Outline};
use crate::render::scene::{Rectangle, Track};
use glam::DVec2;

/// A colour and its opacity, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ink {
    pub rgb: (u8, u8, u8),
    pub alpha: f64,
}

impl Ink {
    /// Returns an opaque colour from `0xRRGGBB`.
    pub const fn hex(code: u32) -> Ink {
        Ink { rgb: ((code >> 16) as u8, (code >> 8) as u8, code as u8), alpha: 1.0 }
    }

    #[must_use]
    pub const fn with_alpha(self, alpha: f64) -> Ink {
        Ink { rgb: self.rgb, alpha }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fill {
    pub outline: Outline,
    pub ink: Ink,
}

/// The part of a line of text that lies at a given place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// Filled areas on a page that is [`Drawing::WIDTH`] wide, with y downwards.
pub(crate) struct Drawing<'a> {
    pub height: f64,
    /// The filled outlines. Each covers the earlier ones.
    pub fills: Vec<Fill>,
    pub fonts: Fonts<'a>,
}

impl<'a> Drawing<'a> {
    /// The width of the page in page units. In a picture of this width in pixels a page unit is one pixel.
    pub const WIDTH: f64 = 600.0;

    pub fn new(fonts: Fonts<'a>, height: f64) -> Drawing<'a> {
        Drawing { height, fills: Vec::new(), fonts }
    }

    /// Fills an outline, unless nothing of it would be seen.
    pub fn fill(&mut self, outline: Outline, ink: Ink) {
        if !outline.contours.is_empty() && ink.alpha > 0.0 {
            self.fills.push(Fill { outline, ink });
        }
    }

    /// Clips all fills after the first `count` to a rectangle.
    pub fn clip_all_after(&mut self, count: usize, rectangle: &Rectangle) {
        for fill in self.fills.split_off(count) {
            self.fill(fill.outline.clipped(rectangle), fill.ink);
        }
    }

    /// Draws a polyline with round ends.
    pub fn stroke(&mut self, points: &[DVec2], width: f64, ink: Ink) {
        self.fill(Outline::stroke(points, width, Cap::Round), ink);
    }

    /// Draws a segment with square ends.
    pub fn rule(&mut self, from: DVec2, to: DVec2, width: f64, ink: Ink) {
        self.fill(Outline::stroke(&[from, to], width, Cap::Butt), ink);
    }

    pub fn disc(&mut self, centre: DVec2, radius: f64, ink: Ink) {
        self.fill(Outline::disc(centre, radius), ink);
    }

    /// Draws a circle as a line of this width. `radius` is the radius of the middle of the line.
    pub fn circle(&mut self, centre: DVec2, radius: f64, width: f64, ink: Ink) {
        self.fill(Outline::ring(centre, (radius - width / 2.0).max(0.0), radius + width / 2.0), ink);
    }

    pub fn dashes(&mut self, track: &Track, width: f64, dashes: Dashes, ink: Ink) {
        self.fill(Outline::dashed(track, width, dashes), ink);
    }

    pub fn dashed_circle(&mut self, centre: DVec2, radius: f64, width: f64, ink: Ink) {
        // A dash and its gap are about 7 page units long.
        let count = (std::f64::consts::TAU * radius / 7.0).round().max(6.0);
        let step = std::f64::consts::TAU / count;
        let mut outline = Outline::default();
        for i in 0..count as u32 {
            let from = f64::from(i) * step;
            let dash = Track::arc(centre, radius, from, from + step * 0.6);
            outline.join(Outline::stroke(dash.points(), width, Cap::Butt));
        }
        self.fill(outline, ink);
    }

    /// Draws an arrow head that points in a direction, a unit vector.
    pub fn arrow_head(&mut self, tip: DVec2, direction: DVec2, length: f64, ink: Ink) {
        let (back, half_width) = (tip - direction * length, direction.perp() * length * 0.48);
        let notch = tip - direction * length * 0.72;
        self.fill(Outline::polygon(&[tip, back + half_width, notch, back - half_width]), ink);
    }

    /// Draws a line of text, and returns its width. `at` is the place of the anchor on the baseline.
    pub fn text(&mut self, text: &str, style: Style, at: DVec2, anchor: Anchor, ink: Ink) -> f64 {
        let width = self.fonts.width(text, style);
        let shift = match anchor {
            Anchor::Left => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::Right => width,
        };
        for glyph in self.fonts.line(text, style, at - DVec2::new(shift, 0.0)) {
            self.fill(glyph, ink);
        }
        width
    }

    /// Draws a line of text with a halo, which keeps it legible on any ground. `at` is the middle of the baseline.
    pub fn text_with_halo(&mut self, text: &str, style: Style, at: DVec2, ink: Ink, halo: Ink) {
        let start = at - DVec2::new(self.fonts.width(text, style) / 2.0, 0.0);
        let glyphs = self.fonts.line(text, style, start);
        for glyph in &glyphs {
            self.fill(glyph.heavier(1.3), halo);
        }
        for glyph in glyphs {
            self.fill(glyph, ink);
        }
    }
}
