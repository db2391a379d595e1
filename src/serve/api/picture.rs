//! A position of a game as a picture.

use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render;
use crate::serve::error::ApiError;
use crate::serve::limits;

/// The file format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Pixels, as PNG.
    Png,
    /// A document, as SVG.
    Svg,
}

impl Format {
    /// Returns the ending of a file name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
        }
    }
}

/// Returns the width of a picture whose board is no wider and no taller than [`limits::PICTURE`].
fn bounded(game: &Game, size: u32) -> u32 {
    let (width, height) = game.start().variant().spec().board_extent();
    let by_height = (f64::from(limits::PICTURE) * width / height) as u32;
    size.min(limits::PICTURE).min(by_height.max(render::MIN_SIZE))
}

/// Returns the position after `ply` moves, or the present one, as a picture. A size out of bounds is replaced by the nearest bound.
///
/// # Errors
/// When fewer moves were made, or the size is too small.
pub fn draw(game: &Game, ply: Option<usize>, size: u32, format: Format) -> Result<Vec<u8>, ApiError> {
    let size = bounded(game, size);
    let ply = ply.unwrap_or(game.plies().len());
    let scene = depict(game, ply, Show::LastMove).map_err(|e| ApiError::request(e.to_string()))?;
    let drawn = match format {
        Format::Png => render::png(&scene, size),
        Format::Svg => render::svg(&scene, size).map(String::into_bytes),
    };
    drawn.map_err(|e| ApiError::request(e.to_string()))
}
