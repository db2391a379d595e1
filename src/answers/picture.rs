//! A position of a game as a picture.

use super::error::ApiError;
use super::limits;
use crate::depict::{Show, depict, under_way};
use crate::game::Game;
use crate::render;
use serde::Deserialize;

/// The file format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Pixels, as PNG.
    Png,
    /// A document, as SVG.
    Svg,
    /// All moves as an animation, as GIF.
    Gif,
}

/// The time of a frame while a piece travels and while it rests, in hundredths of a second.
const FRAME: u16 = 7;
const REST: u16 = 100;

/// The number of frames that show a move under way.
const TRAVEL: usize = 6;

impl Format {
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
            Format::Gif => "image/gif",
        }
    }
}

/// Returns the width of a picture whose board is at most `most` wide and tall.
fn bounded(game: &Game, size: u32, most: u32) -> u32 {
    let (width, height) = game.start().variant().spec().board_extent();
    let by_height = (f64::from(most) * width / height) as u32;
    size.min(most).min(by_height.max(render::MIN_SIZE))
}

/// Returns the picture of the position after `ply` moves, or of the present one. A GIF shows the moves that lead there. A size out
/// of bounds is replaced by the nearest bound.
///
/// # Errors
/// When fewer moves were made, or the size is too small.
pub fn draw(game: &Game, ply: Option<usize>, size: u32, format: Format) -> Result<Vec<u8>, ApiError> {
    let ply = ply.unwrap_or(game.plies().len());
    let scene = |ply| depict(game, ply, Show::LastMove).map_err(|e| ApiError::request(e.to_string()));
    let size = |most| bounded(game, size, most);
    let drawn = match format {
        Format::Png => render::png(&scene(ply)?, size(limits::PICTURE)),
        Format::Svg => render::svg(&scene(ply)?, size(limits::PICTURE)).map(String::into_bytes),
        Format::Gif => {
            let (mut scenes, mut times) = (Vec::new(), Vec::new());
            // The longer the game, the fewer pictures of each move.
            let travel = (limits::FRAMES / (ply + 1)).saturating_sub(1).min(TRAVEL);
            for ply in 0..=ply {
                let way = under_way(game, ply, Show::LastMove, travel);
                scenes.extend(way.map_err(|e| ApiError::request(e.to_string()))?);
                times.resize(scenes.len(), FRAME);
                scenes.push(scene(ply)?);
                times.push(REST);
            }
            render::gif(&scenes, size(limits::FILM), &times)
        }
    };
    drawn.map_err(|e| ApiError::request(e.to_string()))
}
