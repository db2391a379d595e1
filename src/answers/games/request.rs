//! The requests of a page about a game, in their JSON form.

use crate::arbiter::Attention;
use crate::chess::Color;
use serde::Deserialize;

/// A request about a game. `ply` is the number of moves that lead to the position in question.
#[cfg_attr(
    not(feature = "serve"),
    expect(dead_code, reason = "only a server has secrets, codes and several visitors")
)]
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// Joins the game with the secrets of the sides to play. The result is the game's introduction.
    Join {
        #[serde(rename = "keys")]
        secrets: Vec<String>,
    },
    /// States whether the page is in sight.
    Attention {
        #[serde(rename = "is")]
        attention: Attention,
    },
    /// Makes a move in the latest position that the visitor has seen.
    Move {
        text: String,
        ply: usize,
    },
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
    Resign,
    /// Asks for a new secret of the visitor's side, for another person. Once somebody shows it, the visitor's own secret is void.
    HandOver,
    /// Asks for a code with which the visitor moves the side to another browser. It is short enough to be typed, and valid once and
    /// for some minutes.
    GiveCode,
    /// Takes over the side of a code. The result is a new secret of the side.
    TakeCode {
        code: String,
    },
    #[serde(rename = "view")]
    Position {
        ply: usize,
    },
    #[serde(rename = "best")]
    BestLines {
        ply: usize,
        lines: usize,
    },
    /// Asks for the legal set of a piece of either side.
    #[serde(rename = "lanes")]
    LegalSet {
        ply: usize,
        piece: String,
    },
    /// Asks for the safety of a piece of either side after its moves.
    Safety {
        ply: usize,
        piece: String,
    },
    /// Asks which pieces could be captured after a move.
    #[serde(rename = "after")]
    CapturableAfter {
        ply: usize,
        text: String,
    },
    Why {
        ply: usize,
        text: String,
    },
    Attacks {
        ply: usize,
        by: Color,
    },
}
