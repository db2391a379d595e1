//! Forsyth-Edwards notation on square and cylinder (PGN standard, section 16.1), and EPD without its operations. FEN has no labels,
//! frames, homes or series. Only the position text contains everything.

use super::not_valid;
use crate::board::{Cell, NameError};
use crate::chess::{Color, Kind, Label, Role};
use crate::geom::Flips;
use crate::lattice::position::{FaultPlace, LatticePosition, Setup, SetupFault, SetupPiece};
use crate::lattice::tables::{CastlingSide, FenField, FenPiece, LatticeRules, PROMOTED};
use crate::notation::{TextError, read_counter, side_to_move};
use crate::variant::{Names, Rebirth};
use std::sync::Arc;

/// A castling right, named by a letter.
struct CastlingRight {
    letter: char,
    color: Color,
    side: CastlingSide,
}

/// The castling rights in the order of a FEN.
const RIGHTS: [CastlingRight; 4] = [
    CastlingRight { letter: 'K', color: Color::White, side: CastlingSide::Higher },
    CastlingRight { letter: 'Q', color: Color::White, side: CastlingSide::Lower },
    CastlingRight { letter: 'k', color: Color::Black, side: CastlingSide::Higher },
    CastlingRight { letter: 'q', color: Color::Black, side: CastlingSide::Lower },
];

/// The start cells of the king and the rook of a castling.
struct CastlingStarts {
    king: Cell,
    rook: Cell,
}

/// The suffix of a label for which the array has no piece: `Q2`.
const SUFFIX_BEYOND_ARRAY: &str = "2";

impl LatticePosition {
    /// Returns the position of a FEN. [`LatticePosition::from_fen_with_notes`] describes what a FEN may contain.
    ///
    /// # Errors
    /// The first fault with its column, or that the board is neither a square nor a cylinder.
    pub fn from_fen(rules: &Arc<LatticeRules>, fen: &str) -> Result<LatticePosition, TextError> {
        Ok(LatticePosition::from_fen_with_notes(rules, fen)?.0)
    }

    /// Returns the position of a FEN, and notes on castling rights that are dropped because king or rook is not at home.
    ///
    /// Without a castling field, every right exists whose pieces stand at home; with one, kings and rooks without rights count as
    /// moved. Castling rights may be files of rooks too. The counters may follow the turn at once. The operations of an EPD may
    /// follow the fields. Pieces on cells of the array get the labels of the array, and other pieces free labels of their kind.
    ///
    /// # Errors
    /// The first fault with its column, or that the board is neither a square nor a cylinder.
    pub fn from_fen_with_notes(
        rules: &Arc<LatticeRules>,
        fen: &str,
    ) -> Result<(LatticePosition, Vec<TextError>), TextError> {
        if !rules.has_orthodox_notation() {
            let message = "FEN is for square and cylinder: use a position text here";
            return Err(TextError::named(1, "no_fen", message));
        }
        let [board, turn, castling, passed, halfmove, fullmove, surplus] = fen_fields(fen);
        let Some(board) = board else {
            return Err(TextError::named(1, "fen_missing", "a FEN is missing"));
        };
        let fen_pieces = board.read_board(rules.grid(), &rules.custom)?;
        let pieces = with_labels(rules, &fen_pieces);
        let turn = turn.map_or(Ok(Color::White), |f| side_to_move(f.text, f.column))?;
        let mut setup = Setup::new(pieces, turn);
        let notes = read_rights(rules, &mut setup, castling)?;
        if let Some(f) = passed.filter(|f| f.text != "-") {
            // A board with a FEN is flat, so its cells have only orthodox names.
            let cell = rules.grid().cell(f.text, Names::Orthodox);
            let unknown = |e: NameError| TextError::named(f.column, "fen_cell", e.to_string());
            setup.passed.push(cell.map_err(|e| unknown(e).with("text", f.text))?);
        }
        if let Some(f) = halfmove {
            setup.halfmove = read_counter("halfmove", f.text, f.column)?;
        }
        if let Some(f) = fullmove {
            setup.fullmove = read_counter("fullmove", f.text, f.column)?.max(1);
        }
        if let Some(f) = surplus {
            let message = format!("`{}` after the six fields of a FEN", f.text);
            return Err(TextError::named(f.column, "after_fen", message).with("text", f.text));
        }
        let passed_column = passed.map_or(1, |field| field.column);
        let position = LatticePosition::new(rules, &setup).map_err(|faults| {
            // A faulty piece may be the reason for the faults of the whole, which are reported only if there are no others.
            let (of_whole, others): (Vec<_>, Vec<_>) =
                faults.iter().partition(|fault| fault.place == FaultPlace::Whole);
            let reported = if others.is_empty() { of_whole } else { others };
            let error = |fault| error_in_fen(rules, &fen_pieces, fault, passed_column);
            not_valid(reported.into_iter().map(error).collect())
        })?;
        Ok((position, notes))
    }

    /// Returns the FEN; `None` on a board that is neither a square nor a cylinder, and for a position with several passed cells or
    /// with a reversed frame. Labels, homes, and unmoved pieces outside the castling field are lost. With rebirth, promoted pieces
    /// are marked.
    pub fn to_fen(&self) -> Option<String> {
        let setup = self.to_setup();
        let has_reversed_frame = setup.pieces.iter().any(|piece| piece.flips != Flips::NONE);
        if !self.has_orthodox_notation() || has_reversed_frame || setup.passed.len() > 1 {
            return None;
        }
        let rows = (0..self.rules().grid().chart().rows()).rev();
        let board = rows.map(|row| self.fen_row(row)).collect::<Vec<_>>().join("/");
        let rights = RIGHTS.iter().filter(|right| self.may_castle(right.color, right.side));
        let letters: String = rights.map(|right| right.letter).collect();
        let castling = if letters.is_empty() { "-" } else { &letters };
        let passed = setup.passed.first().map_or("-".to_owned(), |&cell| self.rules().name(cell));
        let turn = setup.turn.letter();
        Some(format!("{board} {turn} {castling} {passed} {} {}", setup.halfmove, setup.fullmove))
    }

    /// Returns the text of a row, with gaps as numbers.
    fn fen_row(&self, row: usize) -> String {
        let grid = self.rules().grid();
        let mut text = String::new();
        let mut gap = 0;
        for column in 0..grid.chart().columns() {
            match self.piece_at(grid.place(row, column)) {
                None => gap += 1,
                Some(piece) => {
                    push_gap(&mut text, &mut gap);
                    text.push(piece.color.cased(self.rules().letter(piece.kind)));
                    if piece.promoted && self.rules().rebirth != Rebirth::None {
                        text.push(PROMOTED);
                    }
                }
            }
        }
        push_gap(&mut text, &mut gap);
        text
    }

    /// Whether the king has the right to castle with the rook on one of its sides.
    fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        let castle = self.rules().castle(color, side);
        let unmoved = self.state().first_move_rights;
        castle.is_some_and(|castle| castle.starts() & unmoved == castle.starts())
    }
}

/// Appends a gap if it has cells, and sets it to 0.
fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push_str(&gap.to_string());
        *gap = 0;
    }
}

/// Returns the six fields of a FEN, each `None` if it is left out, and the word after them.
fn fen_fields(fen: &str) -> [Option<FenField<'_>>; 7] {
    let mut fields: Vec<_> = without_operations(fen).into_iter().map(Some).collect();
    let is_counter = |field: &FenField<'_>| field.text.parse::<u32>().is_ok();
    // Variants without castling and en passant may be written without those fields.
    if fields.get(2).is_some_and(|field| field.as_ref().is_some_and(is_counter)) {
        fields.splice(2..2, [None, None]);
    }
    std::array::from_fn(|i| fields.get(i).copied().flatten())
}

/// Returns the words of a text with their columns.
fn words_with_columns(fen: &str) -> Vec<FenField<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for text in fen.split(char::is_whitespace) {
        if !text.is_empty() {
            words.push(FenField { text, column });
        }
        column += text.chars().count() + 1;
    }
    words
}

/// Returns the words of a FEN, or those of an EPD without its operations, such as `bm Nf3; id "one";`. An EPD has at least
/// four fields and then a semicolon. Its operations begin at the first later word with a letter, or at the semicolon.
fn without_operations(fen: &str) -> Vec<FenField<'_>> {
    let Some((before_semicolon, _)) = fen.split_once(';') else { return words_with_columns(fen) };
    let mut kept = words_with_columns(before_semicolon);
    if kept.len() < 4 {
        return words_with_columns(fen);
    }
    let is_operation = |field: &FenField<'_>| field.text.starts_with(|c: char| c.is_ascii_alphabetic());
    let first_operation = (4..kept.len()).find(|&i| is_operation(&kept[i]));
    kept.truncate(first_operation.unwrap_or(kept.len()));
    kept
}

/// Returns an error about a fault at its place in the FEN.
fn error_in_fen(
    rules: &LatticeRules,
    pieces: &[FenPiece],
    fault: &SetupFault,
    passed_column: usize,
) -> TextError {
    let SetupFault { place, kind } = fault;
    match *place {
        FaultPlace::Passed(_) => kind.error(passed_column),
        FaultPlace::Piece(i) => {
            let FenPiece { cell, column, .. } = pieces[i];
            let name = rules.name(cell);
            let error = TextError::named(column, kind.name(), format!("{name}: {kind}")).with("label", name);
            kind.add_values_to(error)
        }
        FaultPlace::Series | FaultPlace::Whole => kind.error(1),
    }
}

/// Returns the pieces with labels.
///
/// 1. A piece on a cell where a piece of its kind begins gets the label of that piece.
/// 2. Other pieces get a free label of their kind from the array, namely of the piece that begins on the nearest file. A bishop
///    prefers the labels of bishops that begin on cells of its colour.
/// 3. Promoted pieces, and pieces for which the array has no free label, get a numbered label.
fn with_labels(rules: &LatticeRules, fen_pieces: &[FenPiece]) -> Vec<SetupPiece> {
    let grid = rules.grid();
    let peers_in_array = |piece: &FenPiece| {
        let FenPiece { color, kind, promoted, .. } = *piece;
        rules.array().iter().filter(move |peer| !promoted && peer.color == color && peer.kind == kind)
    };
    let label_at_start =
        |piece: &FenPiece| peers_in_array(piece).find(|peer| peer.cell == piece.cell).map(|peer| peer.label);
    let mut labels: Vec<Option<Label>> = fen_pieces.iter().map(label_at_start).collect();
    for (i, piece) in fen_pieces.iter().enumerate() {
        let FenPiece { color, kind, cell, .. } = *piece;
        if labels[i].is_some() {
            continue;
        }
        let is_taken = |label: Label| labels.contains(&Some(label));
        let free = peers_in_array(piece).filter(|peer| !is_taken(peer.label));
        let nearest = free.min_by_key(|peer| {
            let color_differs =
                kind == Kind::Known(Role::Bishop) && grid.is_light(peer.cell) != grid.is_light(cell);
            (color_differs, grid.column(peer.cell).abs_diff(grid.column(cell)))
        });
        let label = nearest.map(|peer| peer.label);
        labels[i] = label.or_else(|| Label::free(color, rules.letter(kind), SUFFIX_BEYOND_ARRAY, is_taken));
    }
    // There are more numbered labels than cells, so every piece has one.
    let mut pieces = Vec::new();
    for (&FenPiece { cell, promoted, .. }, label) in fen_pieces.iter().zip(labels) {
        pieces.extend(label.map(|label| SetupPiece { promoted, ..SetupPiece::new(label, cell) }));
    }
    pieces
}

/// Marks the kings and rooks without castling rights as moved, if there is a castling field. Returns notes on rights that are dropped.
fn read_rights(
    rules: &LatticeRules,
    setup: &mut Setup,
    field: Option<FenField<'_>>,
) -> Result<Vec<TextError>, TextError> {
    let Some(field) = field else { return Ok(Vec::new()) };
    let mut notes = Vec::new();
    let mut cells_with_rights: Vec<Cell> = Vec::new();
    for (i, c) in field.text.chars().enumerate().filter(|_| field.text != "-") {
        let color = Color::of_case(c);
        let starts = if let Some(right) = RIGHTS.iter().find(|right| right.letter == c) {
            castling_starts(rules, color, right.side)
        } else if let Some(file) = file_of_rook(rules, c) {
            starts_with_rook_on(rules, color, file)
        } else {
            let message = format!("castling right `{c}`: use K, Q, k, q, the file of a rook or -");
            return Err(TextError::named(field.column + i, "castling", message).with("text", c));
        };
        let stands = |role: Role, cell: Cell| {
            let is_role = |label: Label| label.color() == color && label.letter() == role.letter();
            setup.pieces.iter().any(|piece| piece.cell == cell && is_role(piece.label))
        };
        match starts {
            Some(starts) if stands(Role::King, starts.king) && stands(Role::Rook, starts.rook) => {
                cells_with_rights.extend([starts.king, starts.rook]);
            }
            _ => {
                let message = format!("castling right `{c}` without king and rook at home is passed over");
                notes.push(TextError::new(field.column + i, message));
            }
        }
    }
    for piece in &mut setup.pieces {
        let role = Role::from_letter(piece.label.letter());
        piece.moved =
            matches!(role, Some(Role::King | Role::Rook)) && !cells_with_rights.contains(&piece.cell);
    }
    Ok(notes)
}

/// Returns the start cells of king and rook of a castling. A variant without castling has those of orthodox chess, if its board is
/// 8 x 8.
fn castling_starts(rules: &LatticeRules, color: Color, side: CastlingSide) -> Option<CastlingStarts> {
    if let Some(castle) = rules.castle(color, side) {
        return Some(CastlingStarts { king: castle.king, rook: castle.rook });
    }
    let (grid, chart) = (rules.grid(), rules.grid().chart());
    if (chart.columns(), chart.rows()) != (8, 8) {
        return None;
    }
    let row = if color == Color::White { 0 } else { 7 };
    let rook_file = if side == CastlingSide::Higher { 7 } else { 0 };
    Some(CastlingStarts { king: grid.place(row, 4), rook: grid.place(row, rook_file) })
}

/// Returns the file that a letter names in Shredder's FEN, where `H` is White's right to castle with the rook on file h.
fn file_of_rook(rules: &LatticeRules, letter: char) -> Option<usize> {
    let file = ('a'..='p').position(|file| file == letter.to_ascii_lowercase())?;
    (file < rules.grid().chart().columns()).then_some(file)
}

/// Returns the start cells of the castling whose rook begins on a file.
fn starts_with_rook_on(rules: &LatticeRules, color: Color, file: usize) -> Option<CastlingStarts> {
    let sides = [CastlingSide::Higher, CastlingSide::Lower];
    let mut starts = sides.into_iter().filter_map(|side| castling_starts(rules, color, side));
    starts.find(|starts| rules.grid().column(starts.rook) == file)
}
