//! A game's position as the engine's renderer draws it.

use super::refusal::Refusal;
use crate::depict::{Show, depict};
use crate::game::Game;
use crate::render::{self, Scene};

/// As a PNG.
///
/// # Errors
/// When there are not so many moves, or the size is out of range.
pub fn png(game: &Game, ply: Option<usize>, size: u32) -> Result<Vec<u8>, Refusal> {
    render::png(&scene(game, ply)?, size).map_err(|e| Refusal::request(e.to_string()))
}

/// As an SVG document.
///
/// # Errors
/// When there are not so many moves, or the size is out of range.
pub fn svg(game: &Game, ply: Option<usize>, size: u32) -> Result<String, Refusal> {
    render::svg(&scene(game, ply)?, size).map_err(|e| Refusal::request(e.to_string()))
}

fn scene(game: &Game, ply: Option<usize>) -> Result<Scene, Refusal> {
    let ply = ply.unwrap_or(game.plies().len());
    depict(game, ply, Show::LastMove).map_err(|e| Refusal::request(e.to_string()))
}
