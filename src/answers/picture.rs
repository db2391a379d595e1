//! A position of a game as a picture.

use super::error::ApiError;
use super::limits;
use crate::depict::{Show, depict, under_way};
use crate::game::Game;
use crate::render;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Png,
    Svg,
    /// All moves as an animation, as GIF.
    Gif,
}

/// The time of a frame in which a piece travels, in hundredths of a second.
const TRAVEL_TIME: u16 = 7;
/// The time of a frame in which all pieces rest, in hundredths of a second.
const REST_TIME: u16 = 100;
/// The greatest number of frames that show a piece as it travels.
const TRAVEL_FRAMES: usize = 6;

impl Format {
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
            Format::Gif => "image/gif",
        }
    }
}

/// Returns the width for a picture, in pixels: the requested width, or less if the board would be wider or taller than `most`.
fn bounded_width(game: &Game, requested: u32, most: u32) -> u32 {
    let (width, height) = game.start().variant().spec().board_extent();
    let widest_by_height = (f64::from(most) * width / height) as u32;
    requested.min(most).min(widest_by_height.max(render::MIN_SIZE))
}

/// Returns the picture of the position after `ply` moves, or of the present position. A GIF shows the moves that lead there.
///
/// The size is the width in pixels. A size above the limit is replaced by the limit.
pub fn draw(game: &Game, ply: Option<usize>, size: u32, format: Format) -> Result<Vec<u8>, ApiError> {
    let last_ply = ply.unwrap_or(game.plies().len());
    if format == Format::Gif {
        return draw_film(game, last_ply, bounded_width(game, size, limits::FILM));
    }
    let scene = depict(game, last_ply, Show::LastMove).map_err(ApiError::request)?;
    let width = bounded_width(game, size, limits::PICTURE);
    let is_svg = format == Format::Svg;
    let drawn =
        if is_svg { render::svg(&scene, width).map(String::into_bytes) } else { render::png(&scene, width) };
    drawn.map_err(ApiError::request)
}

/// Returns the animation of the first `last_ply` moves.
fn draw_film(game: &Game, last_ply: usize, width: u32) -> Result<Vec<u8>, ApiError> {
    let frames_of_position = limits::FRAMES / (last_ply + 1);
    // One of these frames shows the position after the move.
    let travel_frames = frames_of_position.saturating_sub(1).min(TRAVEL_FRAMES);
    let (mut scenes, mut times) = (Vec::new(), Vec::new());
    for ply in 0..=last_ply {
        scenes.extend(under_way(game, ply, Show::LastMove, travel_frames).map_err(ApiError::request)?);
        times.resize(scenes.len(), TRAVEL_TIME);
        scenes.push(depict(game, ply, Show::LastMove).map_err(ApiError::request)?);
        times.push(REST_TIME);
    }
    render::gif(&scenes, width, &times).map_err(ApiError::request)
}
