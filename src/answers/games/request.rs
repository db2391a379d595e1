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
    /// Joins the game with the secrets of the sides to play. The result is the game's introduction.
    Join { keys: Vec<String> },
    /// States whether the page is in sight.
    Attention { is: Attention },
    /// Makes a move. The visitor has seen `ply` moves.
    Move { text: String, ply: usize },
    /// Takes a move back, or asks the other side for its consent.
    Undo,
    /// Makes a move again that was taken back.
    Redo,
    /// Offers a draw, or accepts an offered draw.
    Draw,
    /// Asks for another game with colours exchanged, or accepts the other side's request.
    Rematch,
    /// Declines the request of the other side.
    Decline,
    /// Resigns.
    Resign,
    /// Asks for a new secret of the visitor's side, with which another person or browser takes over the side.
    HandOver,
    /// Asks for a code with which the visitor moves the side to another browser.
    GiveCode,
    /// Takes over the side of a code.
    TakeCode { code: String },
    /// Asks for the position after `ply` moves. In the requests below `ply` has the same meaning.
    View { ply: usize },
    /// Asks for the best lines of a position.
    Best { ply: usize, lines: usize },
    /// Asks for the legal set of a piece of either side.
    Lanes { ply: usize, piece: String },
    /// Asks for the safety of a piece of either side after its moves.
    Safety { ply: usize, piece: String },
    /// Asks which pieces could be captured after a move.
    After { ply: usize, text: String },
    /// Asks why a move is illegal.
    Why { ply: usize, text: String },
    /// Asks for the area that a side attacks.
    Attacks { ply: usize, by: Color },
}
