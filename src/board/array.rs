//! The initial arrays, and the labels that pieces have in them.

use super::chart::Chart;
use super::grid::{Cell, Grid};
use crate::chess::{Color, Label, Role};
use crate::variant::Array;

/// A piece of the initial array and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Post {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub role: Role,
    /// Where it begins.
    pub cell: Cell,
    /// Kind letter and the letter of the file it begins on.
    pub label: Label,
}

const BACK_ROW: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// The orthodox array under the board's file and rank names; on the ring [`Array::Rotated`] exchanges
/// Black's king and queen. The side cells of a disc stay empty.
pub fn initial_array(grid: &Grid, array: Array) -> Vec<Post> {
    let rotated = grid.chart() == Chart::Ring && array == Array::Rotated;
    let mut posts = Vec::with_capacity(32);
    for (color, rank, pawn_rank) in [(Color::White, 1, 2), (Color::Black, 8, 7)] {
        for (file, &role) in BACK_ROW.iter().enumerate() {
            let role = match role {
                Role::Queen if rotated && color == Color::Black => Role::King,
                Role::King if rotated && color == Color::Black => Role::Queen,
                role => role,
            };
            posts.extend(post(grid, color, role, file, rank));
            posts.extend(post(grid, color, Role::Pawn, file, pawn_rank));
        }
    }
    posts.sort_by_key(|post| (post.color, post.role == Role::Pawn, post.label));
    posts
}

fn post(grid: &Grid, color: Color, role: Role, file: usize, rank: usize) -> Option<Post> {
    let letter = match color {
        Color::White => role.letter(),
        Color::Black => role.letter().to_ascii_lowercase(),
    };
    let label = Label::new(&format!("{letter}{}", char::from(b'a' + file as u8))).ok()?;
    Some(Post { color, role, cell: grid.at_file_and_rank(file, rank)?, label })
}
