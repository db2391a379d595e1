//! A game's position as the engine's renderer draws it.

use super::refusal::Refusal;
use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render;

/// As what a picture is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Pixels.
    Png,
    /// A document.
    Svg,
}

impl Format {
    /// How such a file's name ends.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
        }
    }

    /// What browsers call it.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
        }
    }
}

/// The position after some moves, or the present one.
///
/// # Errors
/// When there are not so many moves, or the size is out of range.
pub fn draw(game: &Game, ply: Option<usize>, size: u32, format: Format) -> Result<Vec<u8>, Refusal> {
    let ply = ply.unwrap_or(game.plies().len());
    let scene = depict(game, ply, Show::LastMove).map_err(|e| Refusal::request(e.to_string()))?;
    let drawn = match format {
        Format::Png => render::png(&scene, size),
        Format::Svg => render::svg(&scene, size).map(String::into_bytes),
    };
    drawn.map_err(|e| Refusal::request(e.to_string()))
}
