//! The initial array as text, and where each of its pieces begins.

use crate::board::Surface;
use crate::chess::Label;
use crate::geom::Point;
use crate::notation::{PositionText, TextError};

/// The kinds of the first rank from White's left. Source: Howe's table of initial positions.
const FIRST_RANK: &str = "RNBQKBNR";

/// The source's array needs this board.
const ARRAY_SIZE: f64 = 8.0;

/// Where a piece begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Post {
    /// Who.
    pub label: Label,
    /// Where.
    pub at: Point,
    /// Which way it faces, if that is told.
    pub heading: Option<f64>,
}

/// The position text that `start` stands for: the variant's own, or the source's array.
///
/// # Errors
/// When it is the source's and the board is not 8 x 8.
pub fn array_text(start: &str, board: &Surface) -> Result<String, TextError> {
    if !start.is_empty() {
        return Ok(start.trim().to_owned());
    }
    let (width, height) = (board.width(), board.height());
    if width != ARRAY_SIZE || height != ARRAY_SIZE {
        let message = format!(
            "`start` is an array for a board of 8 x 8, not {width} x {height}: write out the position"
        );
        return Err(TextError::new(1, message));
    }
    let mut text = String::new();
    for (first, pawns, case) in
        [(0.5, 1.5, str::to_ascii_uppercase as fn(&str) -> String), (7.5, 6.5, str::to_ascii_lowercase)]
    {
        for (i, letter) in FIRST_RANK.chars().enumerate() {
            let (x, file) = (i as f64 + 0.5, char::from(b'a' + i as u8));
            let (officer, pawn) = (case(&letter.to_string()), case("P"));
            text.push_str(&format!("{officer}{file}@{x},{first} {pawn}{file}@{x},{pawns} "));
        }
    }
    text.push_str("; w");
    Ok(text)
}

/// The pieces of an array by label; none if there is no array or it is no position.
pub fn posts(start: &str, board: &Surface) -> Vec<Post> {
    let Ok(text) = array_text(start, board) else { return Vec::new() };
    let Ok(written) = PositionText::parse(&text) else { return Vec::new() };
    let post = |piece: &crate::notation::PieceText<'_>| {
        Some(Post { label: piece.label, at: place(piece.place)?, heading: piece.heading })
    };
    written.pieces.iter().filter_map(post).collect()
}

/// Reads `x,y`.
pub fn place(text: &str) -> Option<Point> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite());
    let (x, y) = text.split_once(',')?;
    Some(Point::new(number(x)?, number(y)?))
}
