//! The initial array as text, and the home of each piece in it.

use crate::board::{ArrayPiece, Cell, Grid, Surface, initial_array};
use crate::chess::{Color, Kind, Label};
use crate::geom::{Flips, Point};
use crate::notation::{PieceText, PositionText, Sense, TextError, number};
use crate::variant::{Array, Board, VariantSpec};

/// The kinds of the first rank from White's left. Source: Howe's table of initial positions.
const FIRST_RANK: &str = "RNBQKBNR";

/// The initial place of a piece, to which rebirth puts it back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Home {
    pub label: Label,
    /// The centre.
    pub at: Point,
    /// The heading in degrees, if the text of the array states it.
    pub heading: Option<f64>,
    /// The direction round the ring, if the text of the array states it.
    pub sense: Option<Sense>,
    /// The coordinates that are reversed for the piece.
    pub flips: Flips,
}

/// Returns the position text that `start` stands for: the variant's own, or that of its board.
///
/// # Errors
/// When the array is for a board of another size, or the variant's own text is just `start`.
pub fn array_text(spec: &VariantSpec, board: &Surface) -> Result<String, TextError> {
    match spec.start.trim() {
        "" => {}
        "start" => {
            return Err(TextError::named(1, "start", "`start` stands for an array: write out a position"));
        }
        own => return Ok(own.to_owned()),
    }
    let (needed_width, needed_height) = match spec.board {
        Board::Square | Board::Cylinder | Board::Spherical | Board::Pillow => (8.0, 8.0),
        Board::Mobius => (10.0, 8.0),
        Board::Torus | Board::Klein | Board::Projective => (8.0, 12.0),
        Board::Ring => (16.0, 4.0),
        Board::Disc => (9.0, 8.0),
    };
    let (width, height) = (board.width(), board.height());
    if (width, height) != (needed_width, needed_height) {
        let message = format!(
            "`start` is an array for a board of {needed_width} x {needed_height}, not {width} x {height}: \
             write out the position"
        );
        return Err(TextError::named(1, "no_array", message));
    }
    Ok(match spec.board {
        Board::Square | Board::Cylinder | Board::Disc | Board::Spherical | Board::Pillow => {
            two_ranks(0.0, 0.5, "")
        }
        // A pawn stands at each end of a first rank, which meets the enemy's first rank across the seam.
        Board::Mobius => two_ranks(1.0, 0.5, "Pi@0.5,0.5 Pj@9.5,0.5 pi@0.5,7.5 pj@9.5,7.5 "),
        Board::Torus | Board::Klein => two_ranks(0.0, 1.5, &second_fronts()),
        Board::Ring => {
            let sense_suffix = |piece: &ArrayPiece| match (piece.kind, piece.way) {
                (Kind::PAWN, 0) => "!ccw",
                (Kind::PAWN, _) => "!cw",
                (_, _) => "",
            };
            array_of_cells(&Grid::RING, spec.array, sense_suffix)
        }
        Board::Projective => {
            let frame_suffix = |piece: &ArrayPiece| if piece.flips.y { "/y" } else { "" };
            array_of_cells(&Grid::of(spec), spec.array, frame_suffix)
        }
    })
}

/// Returns the text of the officers and pawns of both sides, followed by `further_pieces`. The first file lies at x = `left` + 0.5.
/// White's officers stand at y = `white_y`, and Black's at 7.5.
fn two_ranks(left: f64, white_y: f64, further_pieces: &str) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for (i, letter) in FIRST_RANK.chars().enumerate() {
            let (x, file) = (left + i as f64 + 0.5, char::from(b'a' + i as u8));
            text.push_str(&match color {
                Color::White => format!("{letter}{file}@{x},{white_y} P{file}@{x},{} ", white_y + 1.0),
                Color::Black => format!("{}{file}@{x},7.5 p{file}@{x},6.5 ", letter.to_ascii_lowercase()),
            });
        }
    }
    text.push_str(further_pieces);
    text.push_str("; w");
    text
}

/// Returns the text of each side's second row of pawns, which stands behind the officers and moves in the opposite direction.
fn second_fronts() -> String {
    let pawns_of_file = |i: u8| {
        let (x, name) = (f64::from(i) + 0.5, char::from(b'i' + i));
        format!("P{name}@{x},0.5/y p{name}@{x},8.5/y ")
    };
    (0..8).map(pawns_of_file).collect()
}

/// Returns the centre of a cell, board units.
fn centre_of(grid: &Grid, cell: Cell) -> Point {
    Point::new(grid.column(cell) as f64 + 0.5, grid.row(cell) as f64 + 0.5)
}

/// Returns the text of an array of cells: each piece stands at the centre of its cell, and `suffix` follows its place.
fn array_of_cells(grid: &Grid, array: Array, suffix: impl Fn(&ArrayPiece) -> &'static str) -> String {
    let mut text = String::new();
    for piece in initial_array(grid, array) {
        text.push_str(&format!("{}@{}{} ", piece.label, centre_of(grid, piece.cell), suffix(&piece)));
    }
    text.push_str("; w");
    text
}

/// Returns the homes of all pieces; none if the variant has no valid array.
pub fn homes(spec: &VariantSpec, board: &Surface) -> Vec<Home> {
    let Ok(text) = array_text(spec, board) else { return Vec::new() };
    let Ok(written) = PositionText::parse(&text) else { return Vec::new() };
    let home_of = |piece: &PieceText<'_>| {
        let PieceText { label, heading, sense, .. } = *piece;
        let (at, _) = board.canonical(place(piece.place)?);
        Some(Home { label, at, heading, sense, flips: piece.flips.unwrap_or_default() })
    };
    written.pieces.iter().filter_map(home_of).collect()
}

/// Returns the direction of a ring pawn that stands exactly on the initial place of a pawn of its colour.
pub fn sense_at_start(array: Array, color: Color, at: Point) -> Option<Sense> {
    let pieces = initial_array(&Grid::RING, array);
    let mut pawns = pieces.iter().filter(|piece| piece.kind == Kind::PAWN && piece.color == color);
    let pawn = pawns.find(|pawn| centre_of(&Grid::RING, pawn.cell) == at)?;
    Some(if pawn.way == 0 { Sense::CounterClockwise } else { Sense::Clockwise })
}

/// Reads a place of the form `x,y`.
pub fn place(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point::new(number(x)?, number(y)?))
}
