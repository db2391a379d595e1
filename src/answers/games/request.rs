//! The requests of a page about a game, in their JSON form.

use crate::arbiter::Attention;
use crate::chess::Color;
use serde::Deserialize;

/// A request about a game.
#[cfg_attr(
    not(feature = "serve"),
    expect(dead_code, reason = "only a server has secrets, codes and several visitors")
)]
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Shows the secrets of the sides to play. The answer is the game's introduction.
    Join { keys: Vec<String> },
    /// Says whether the page is in sight.
    Attention { is: Attention },
    /// Makes a move.
    Move { text: String, ply: usize },
    /// Takes a move back, or asks the other side to agree to that.
    Undo,
    /// Repeats a move that was taken back.
    Redo,
    /// Offers a draw, or accepts the one that is offered.
    Draw,
    /// Asks for another game with colours exchanged, or accepts the other side's request.
    Rematch,
    /// Declines the request of the other side.
    Decline,
    /// Resigns.
    Resign,
    /// Asks for a new secret of the visitor's side, by which another person or browser takes the side over.
    HandOver,
    /// Asks for a code by which the visitor moves the side to another browser.
    GiveCode,
    /// Takes the side of a code.
    TakeCode { code: String },
    /// Asks for an earlier position.
    View { ply: usize },
    /// Asks for the best lines of a position.
    Best { ply: usize, lines: usize },
    /// Asks for the lanes of a piece of either side.
    Lanes { ply: usize, piece: String },
    /// Asks where a piece of either side would stand attacked or defended.
    Safety { ply: usize, piece: String },
    /// Asks what could be captured after a move.
    After { ply: usize, text: String },
    /// Asks why a move is illegal.
    Why { ply: usize, text: String },
    /// Asks what a side attacks.
    Attacks { ply: usize, by: Color },
}
