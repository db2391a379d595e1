//! The initial array of a variant: that of its board, or of its `start`.

use super::custom::CustomKinds;
use crate::board::{ArrayPiece, Cell, Chart, Grid, Sheet, initial_array, usual_way, way_of};
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

/// Whether a text is a FEN: only a FEN has a slash in its first word and no `@`.
pub(crate) fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| word.contains('/') && !word.contains('@'))
}

/// Returns the pieces of the initial array. Pieces of a `start` that cannot be read are left out; their faults are reported when the
/// `start` is read as a position.
pub(super) fn array_of(spec: &VariantSpec, grid: &Grid, custom: &CustomKinds) -> Vec<ArrayPiece> {
    let text = spec.start.trim();
    if text.is_empty() {
        return initial_array(grid, spec.array);
    }
    let mut pieces: Vec<ArrayPiece> = Vec::new();
    if let Some(sheet) = grid.sheet().filter(|_| is_fen(text)) {
        let board = text.split_whitespace().next().unwrap_or_default();
        let kind_of_letter = |letter| custom.kind_of_letter(letter);
        let fen_pieces = read_fen_board(grid, sheet, kind_of_letter, board, 1).unwrap_or_default();
        for FenPiece { color, kind, cell, .. } in fen_pieces {
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

/// Returns the way of a pawn of a position text. `None` if the pawn stands on a ring off its usual cells and the text states no
/// direction.
fn written_way(grid: &Grid, pawn: &PieceText<'_>, flips: Flips, cell: Cell) -> Option<usize> {
    match (grid.chart(), pawn.sense) {
        (Chart::Disc, _) => Some(usize::from(pawn.crossed)),
        (Chart::Ring, Some(Sense::CounterClockwise)) => Some(0),
        (Chart::Ring, Some(Sense::Clockwise)) => Some(1),
        (Chart::Ring, None) | (Chart::Flat(_), _) => usual_way(grid, pawn.label.color(), flips, cell),
    }
}

/// Returns the pieces of a FEN's first field, which begins at `column` of the whole text.
///
/// # Errors
/// The first text that is neither a piece nor a gap, or a rank of another length than the board's.
pub(crate) fn read_fen_board(
    grid: &Grid,
    sheet: Sheet,
    kind_of_letter: impl Fn(char) -> Option<Kind>,
    text: &str,
    mut column: usize,
) -> Result<Vec<FenPiece>, TextError> {
    let mut found: Vec<FenPiece> = Vec::new();
    let (file_count, rank_count) = (sheet.width as usize, sheet.height as usize);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != rank_count {
        let message = format!("{} ranks: a FEN has {} here", ranks.len(), in_words(rank_count));
        let fault = TextError::named(column, "ranks", message);
        return Err(fault.with("found", ranks.len()).with("count", rank_count));
    }
    for (i, rank) in ranks.iter().enumerate() {
        let mut file = 0;
        let mut previous: Option<char> = None;
        let mut chars = rank.chars().peekable();
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
            } else if let Some(kind) = kind_of_letter(c) {
                let color = Color::of_case(c);
                if file < file_count {
                    let cell = grid.place(rank_count - 1 - i, file);
                    found.push(FenPiece { color, kind, cell, promoted: false, column });
                }
                file += 1;
            } else if c == PROMOTED
                && previous.is_some_and(char::is_alphabetic)
                && let Some(piece) = found.last_mut()
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
        if file != file_count {
            let rank = rank_count - i;
            let message = format!("rank {rank} has {file} cells: it needs {}", in_words(file_count));
            let fault = TextError::named(column, "rank_cells", message);
            return Err(fault.with("rank", rank).with("found", file).with("count", file_count));
        }
        // The slash after the rank.
        column += 1;
    }
    Ok(found)
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
