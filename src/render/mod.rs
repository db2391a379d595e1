//! Pictures: a [`Scene`] of neutral marks becomes PNG, SVG or GIF.
//!
//! Three layers, each knowing only the one below: marks say what there is, in board units and without
//! chess rules; painters say what it looks like, as outlines in colours on a page 600 units wide; the
//! outputs fill outlines, through plotters' bitmap and SVG backends. Everything, text and figures
//! included, is an outline filled by nonzero winding, so the outputs agree and no font is needed.
//! The same scene always gives the same bytes.
//!
//! ```
//! use continuum::chess::{Color, Role};
//! use continuum::render::{self, Effect, End, Ground, LegalSpan, Piece, Scene, Track};
//! use glam::DVec2;
//!
//! let at = DVec2::new(4.5, 0.5);
//! let up = Track::line(at, DVec2::new(4.5, 8.0));
//! let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 })
//!     .titled("A rook on an empty board")
//!     .moving(Color::White)
//!     .with([Piece::disc(at, 0.25, Color::White, Role::Rook).labelled("Ra")])
//!     .with([LegalSpan {
//!         track: up,
//!         from: 0.1,
//!         to: 7.5,
//!         start: End::Closed,
//!         end: End::Closed,
//!         effect: Effect::Quiet,
//!     }]);
//! assert!(render::png(&scene, 300)?.starts_with(b"\x89PNG"));
//! assert!(render::svg(&scene, 300)?.contains("<title>A rook on an empty board</title>"));
//! # Ok::<(), render::RenderError>(())
//! ```

mod bitmap;
mod detail;
mod drawing;
mod error;
mod font;
mod gif;
mod key;
mod mark;
mod outline;
mod page;
mod paint;
mod palette;
mod png;
mod quantize;
mod scan;
mod scene;
mod shape;
mod sound;
mod svg;
#[cfg(test)]
mod tests;
mod to_page;
mod track;

pub use error::RenderError;
pub use mark::{
    Area, Border, Contact, Effect, End, Figure, Lane, LegalSpan, Mark, Note, Passage, Piece, Rebirth, Region,
    Standing, Target, TurnSpan,
};
pub use scene::{Cell, Detail, Ground, Key, RimName, RoundBoard, Scene, Tint};
pub use shape::Shape;
pub use track::Track;

use font::Fonts;
use page::Page;

/// The least width of a picture in pixels.
pub const MIN_SIZE: u32 = 64;
/// The greatest width of a picture in pixels.
pub const MAX_SIZE: u32 = 8192;

/// A scene as a PNG, `size` pixels wide and as tall as its texts need.
///
/// # Errors
/// When `size` is out of range or a mark holds a number that is not finite.
pub fn png(scene: &Scene, size: u32) -> Result<Vec<u8>, RenderError> {
    png::encode(&rasterise(scene, size)?)
}

/// A scene as an SVG document, `size` pixels wide unless scaled; text and figures are outlines.
///
/// # Errors
/// When `size` is out of range or a mark holds a number that is not finite.
pub fn svg(scene: &Scene, size: u32) -> Result<String, RenderError> {
    check(std::slice::from_ref(scene), size)?;
    let page = Page::holding(std::slice::from_ref(scene), &Fonts::load()?);
    svg::write(&page::draw(scene, &page)?, &scene.title, size)
}

/// Scenes one after another as an animated GIF that repeats for ever, each shown for its time in
/// hundredths of a second. The board keeps its place; the page is as tall as the tallest needs.
///
/// # Errors
/// When `size` is out of range, a mark holds a number that is not finite, or there is not exactly one
/// time a scene.
pub fn gif(scenes: &[Scene], size: u32, times: &[u16]) -> Result<Vec<u8>, RenderError> {
    if scenes.is_empty() || scenes.len() != times.len() {
        return Err(RenderError::Frames { frames: scenes.len(), times: times.len() });
    }
    check(scenes, size)?;
    let page = Page::holding(scenes, &Fonts::load()?);
    let draw = |scene| bitmap::draw(&page::draw(scene, &page)?, size);
    let frames = scenes.iter().map(draw).collect::<Result<Vec<_>, _>>()?;
    gif::encode(&frames, times)
}

fn rasterise(scene: &Scene, size: u32) -> Result<bitmap::Bitmap, RenderError> {
    check(std::slice::from_ref(scene), size)?;
    let page = Page::holding(std::slice::from_ref(scene), &Fonts::load()?);
    bitmap::draw(&page::draw(scene, &page)?, size)
}

fn check(scenes: &[Scene], size: u32) -> Result<(), RenderError> {
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(RenderError::Size(size));
    }
    scenes.iter().try_for_each(sound::check)
}
