//! The initial array of a variant: that of its board, or of its `start`.

use super::custom::CustomKinds;
use crate::board::{ArrayPiece, Cell, Chart, Grid, initial_array, usual_way, way_of};
use crate::chess::{Color, Kind, Label, Role};
use crate::geom::Flips;
use crate::notation::{PieceText, PositionText, Sense, TextError};
use crate::variant::VariantSpec;

/// The mark of a promoted piece in a FEN.
pub(crate) const PROMOTED: char = '~';

/// A piece of a FEN's first field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FenPiece {
    pub color: Color,
    pub kind: Kind,
    pub cell: Cell,
    pub promoted: bool,
    /// The column of the piece's letter in the text.
    pub column: usize,
}

/// A field of a FEN, with its column in the whole text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FenField<'a> {
    pub text: &'a str,
    pub column: usize,
}

/// Whether a text is a FEN: only a FEN has a slash in its first word and no `@`.
pub(crate) fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.contains('/') && !word.contains('@'))
}

/// Returns the pieces of the initial array. Pieces of a `start` that cannot be read are left out; their faults are reported when the
/// `start` is read as a position.
pub(super) fn array_of(spec: &VariantSpec, grid: &Grid, custom: &CustomKinds) -> Vec<ArrayPiece> {
    let text = spec.start.trim();
    if text.is_empty() {
        return usual_array(spec, grid, custom);
    }
    let mut pieces: Vec<ArrayPiece> = Vec::new();
    if is_fen(text) && grid.sheet().is_some() {
        let board = FenField { text: text.split_whitespace().next().unwrap_or_default(), column: 1 };
        for FenPiece { color, kind, cell, .. } in board.read_board(grid, custom).unwrap_or_default() {
            let file = char::from(b'a' + grid.column(cell) as u8).to_string();
            let is_taken = |label| pieces.iter().any(|piece| piece.label == label);
            let label = Label::free(color, custom.letter(kind), &file, is_taken);
            let (flips, way) = (Flips::NONE, way_of(color, Flips::NONE));
            pieces.extend(label.map(|label| ArrayPiece { color, kind, cell, label, flips, way }));
        }
    } else if let Ok(written) = PositionText::parse(text) {
        // `None` for a piece that cannot be read.
        let array_piece = |piece: &PieceText<'_>| {
            let kind = custom.kind_of_letter(piece.label.letter())?;
            let cell = grid.cell(piece.place, spec.names).ok()?;
            let flips = if custom.is_framed(kind) { piece.flips.unwrap_or_default() } else { Flips::NONE };
            let color = piece.label.color();
            let way = if kind == Kind::PAWN { written_way(grid, piece, flips, cell)? } else { 0 };
            Some(ArrayPiece { color, kind, cell, label: piece.label, flips, way })
        };
        pieces = written.pieces.iter().filter_map(array_piece).collect();
    }
    pieces.sort_by_key(|piece| (piece.color, piece.kind == Kind::PAWN, piece.label));
    pieces
}

/// Returns the board's own array. Kinds of the variant take the place of those whose letters they have.
fn usual_array(spec: &VariantSpec, grid: &Grid, custom: &CustomKinds) -> Vec<ArrayPiece> {
    let mut pieces = initial_array(grid, spec.array);
    for piece in &mut pieces {
        if let Some(kind @ Kind::Custom(_)) = custom.kind_of_letter(piece.label.letter()) {
            (piece.kind, piece.way) = (kind, 0);
        }
    }
    pieces
}

/// Returns the way of a pawn of a position text. `None` if the pawn stands on a ring off its usual cells and the text states no
/// way.
fn written_way(grid: &Grid, pawn: &PieceText<'_>, flips: Flips, cell: Cell) -> Option<usize> {
    match (grid.chart(), pawn.sense) {
        (Chart::Disc, _) => Some(usize::from(pawn.crossed)),
        (Chart::Ring, Some(Sense::CounterClockwise)) => Some(0),
        (Chart::Ring, Some(Sense::Clockwise)) => Some(1),
        (Chart::Ring, None) | (Chart::Flat(_), _) => usual_way(grid, pawn.label.color(), flips, cell),
    }
}

impl FenField<'_> {
    /// Returns the pieces of the first field.
    ///
    /// # Errors
    /// The first text that is neither a piece nor a gap, or a rank of another length than the board's.
    pub fn read_board(self, grid: &Grid, custom: &CustomKinds) -> Result<Vec<FenPiece>, TextError> {
        let ranks: Vec<&str> = self.text.split('/').collect();
        let rank_count = grid.chart().rows();
        if ranks.len() != rank_count {
            let message = format!("{} ranks: a FEN has {} here", ranks.len(), in_words(rank_count));
            let fault = TextError::named(self.column, "ranks", message);
            return Err(fault.with("found", ranks.len()).with("count", rank_count));
        }
        let mut pieces = Vec::new();
        let mut column = self.column;
        for (text, row) in ranks.into_iter().zip((0..rank_count).rev()) {
            pieces.extend(FenField { text, column }.read_rank(grid, custom, row)?);
            // A slash follows the rank.
            column += text.chars().count() + 1;
        }
        Ok(pieces)
    }

    /// Returns the pieces of a rank, which is a part of the first field.
    fn read_rank(self, grid: &Grid, custom: &CustomKinds, row: usize) -> Result<Vec<FenPiece>, TextError> {
        let mut pieces: Vec<FenPiece> = Vec::new();
        let file_count = grid.chart().columns();
        let (mut file, mut column) = (0, self.column);
        let mut previous: Option<char> = None;
        let mut chars = self.text.chars().peekable();
        while let Some(c) = chars.next() {
            let mut gap = c.to_digit(10).map(|digit| digit as usize);
            // Only a board of ten files or more has gaps of two digits.
            if file_count > 9
                && let Some(tens) = gap
                && let Some(ones) = chars.peek().and_then(|c| c.to_digit(10))
            {
                gap = Some(10 * tens + ones as usize);
                chars.next();
                column += 1;
            }
            if let Some(gap) = gap.filter(|gap| (1..=file_count).contains(gap)) {
                file += gap;
            } else if let Some(kind) = custom.kind_of_letter(c) {
                if file < file_count {
                    let (color, cell) = (Color::of_case(c), grid.place(row, file));
                    pieces.push(FenPiece { color, kind, cell, promoted: false, column });
                }
                file += 1;
            } else if c == PROMOTED
                && previous.is_some_and(char::is_alphabetic)
                && let Some(piece) = pieces.last_mut()
            {
                piece.promoted = true;
            } else {
                let note = foreign_letter_note(c);
                let message = format!("`{c}` is neither a piece nor a gap of 1 to {file_count}{note}");
                let fault = TextError::named(column, "fen_piece", message);
                return Err(fault.with("text", c).with("files", file_count));
            }
            previous = Some(c);
            column += 1;
        }
        if file == file_count {
            return Ok(pieces);
        }
        let rank = row + 1;
        let message = format!("rank {rank} has {file} cells: it needs {}", in_words(file_count));
        let fault = TextError::named(column, "rank_cells", message);
        Err(fault.with("rank", rank).with("found", file).with("count", file_count))
    }
}

/// Returns the end of a message: the meaning of a letter that names a piece in German only. Empty for other letters.
fn foreign_letter_note(c: char) -> String {
    let Some(role) = foreign_letter(c.to_ascii_uppercase()) else { return String::new() };
    format!(": a {role} is `{}`", Color::of_case(c).cased(role.letter()))
}

/// Returns the role of a capital letter that names a piece in German but not in English, such as `S` for a knight in
/// problems.
pub(crate) fn foreign_letter(letter: char) -> Option<Role> {
    match letter {
        'D' => Some(Role::Queen),
        'T' => Some(Role::Rook),
        'L' => Some(Role::Bishop),
        'S' => Some(Role::Knight),
        _ => None,
    }
}

/// Returns a number of ranks or files in words.
fn in_words(number: usize) -> String {
    if number == 8 { "eight".to_owned() } else { number.to_string() }
}
