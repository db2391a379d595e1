//! Forsyth-Edwards notation on square and cylinder (PGN standard, section 16.1), and EPD, whose operations are
//! ignored. FEN has no labels, frames, homes or series; the position text is the exact form.

use super::san::side_letter;
use crate::board::{Cell, NameError, Sheet};
use crate::chess::{Color, Kind, Label, Role};
use crate::geom::Flips;
use crate::lattice::position::{FaultPlace, LatticePosition, Setup, SetupFault, SetupPiece};
use crate::lattice::tables::{CastlingSide, FenPiece, LatticeRules, PROMOTED, read_fen_board};
use crate::notation::{TextError, whole};
use crate::variant::{Names, Rebirth};
use std::sync::Arc;

/// The castling letters, each with the side of the king on which the rook stands.
const RIGHTS: [(char, Color, CastlingSide); 4] = [
    ('K', Color::White, CastlingSide::Higher),
    ('Q', Color::White, CastlingSide::Lower),
    ('k', Color::Black, CastlingSide::Higher),
    ('q', Color::Black, CastlingSide::Lower),
];

/// The text of a field that is left out.
const NO_FIELD: &str = "";

/// A field of a FEN.
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl LatticePosition {
    /// Returns the position of a FEN: see [`LatticePosition::from_fen_with_notes`].
    ///
    /// # Errors
    /// The first fault with its column; also if the board is neither a square nor a cylinder.
    pub fn from_fen(rules: &Arc<LatticeRules>, fen: &str) -> Result<LatticePosition, TextError> {
        Ok(LatticePosition::from_fen_with_notes(rules, fen)?.0)
    }

    /// Returns the position of a FEN, and the castling rights dropped because king or rook is not at home.
    ///
    /// Without a castling field every right exists whose pieces stand at home; a colour without rights has a moved
    /// king. Castling rights may be files of rooks too. The counters may follow the turn at once. The operations of
    /// an EPD may follow the fields. Pieces on the array's cells get the array's labels, others free labels of their kind.
    ///
    /// # Errors
    /// The first fault with its column; also if the board is neither a square nor a cylinder.
    pub fn from_fen_with_notes(
        rules: &Arc<LatticeRules>,
        fen: &str,
    ) -> Result<(LatticePosition, Vec<TextError>), TextError> {
        let Some(sheet) = rules.grid().sheet().filter(|_| rules.has_fen()) else {
            let message = "FEN is for square and cylinder: use a position text here";
            return Err(TextError::named(1, "no_fen", message));
        };
        let mut fields = without_operations(fen);
        // Variants without castling and en passant may be written without those fields.
        if fields.get(2).is_some_and(|f| f.text.parse::<u32>().is_ok()) {
            let column = fields[2].column;
            fields.splice(2..2, [Field { text: NO_FIELD, column }, Field { text: "-", column }]);
        }
        let Some(board) = fields.first() else {
            return Err(TextError::named(1, "fen_missing", "a FEN is missing"));
        };
        let kinds = |letter| rules.kind_of_letter(letter);
        let found = read_fen_board(rules.grid(), sheet, kinds, board.text, board.column)?;
        let pieces = label(rules, &found);
        let turn = match fields.get(1) {
            Some(Field { text: "w", .. }) | None => Color::White,
            Some(Field { text: "b", .. }) => Color::Black,
            Some(f) => {
                let message = format!("side to move `{}`: use `w` or `b`", f.text);
                return Err(TextError::named(f.column, "turn", message).with("text", f.text));
            }
        };
        let mut setup = Setup::new(pieces, turn);
        let notes = read_rights(rules, &mut setup, fields.get(2).filter(|f| f.text != NO_FIELD))?;
        if let Some(f) = fields.get(3).filter(|f| f.text != "-") {
            let cell = rules.grid().cell(f.text, Names::Orthodox);
            let unknown = |e: NameError| TextError::named(f.column, "fen_cell", e.to_string());
            setup.passed.push(cell.map_err(|e| unknown(e).with("text", f.text))?);
        }
        if let Some(f) = fields.get(4) {
            setup.halfmove = whole("halfmove", f.text, f.column)?;
        }
        if let Some(f) = fields.get(5) {
            setup.fullmove = whole("fullmove", f.text, f.column)?.max(1);
        }
        if let Some(f) = fields.get(6) {
            let message = format!("`{}` after the six fields of a FEN", f.text);
            return Err(TextError::named(f.column, "after_fen", message).with("text", f.text));
        }
        let passed = fields.get(3).map_or(1, |f| f.column);
        let position = LatticePosition::new(rules, &setup).map_err(|faults| {
            // A faulty piece may be the reason for the faults of the whole.
            let (with_place, of_whole): (Vec<_>, Vec<_>) =
                faults.iter().partition(|fault| fault.place != FaultPlace::Whole);
            let reported = if with_place.is_empty() { of_whole } else { with_place };
            TextError::all(reported.iter().map(|fault| placed(rules, &found, fault, passed)).collect())
                .unwrap_or_else(|| TextError::new(1, "this position is not valid"))
        })?;
        Ok((position, notes))
    }

    /// Returns the FEN; `None` on another board, with several passed cells or a piece that has a frame. Labels,
    /// homes, and unmoved pieces outside the castling field are lost. With rebirth, promoted pieces are marked.
    pub fn to_fen(&self) -> Option<String> {
        let setup = self.to_setup();
        let framed = setup.pieces.iter().any(|piece| piece.flips != Flips::NONE);
        let sheet = self.rules().grid().sheet().filter(|_| self.has_fen())?;
        if framed || setup.passed.len() > 1 {
            return None;
        }
        let ranks: Vec<String> =
            (0..sheet.height as usize).rev().map(|row| self.fen_rank(row, sheet)).collect();
        let board = ranks.join("/");
        let rights: String = RIGHTS
            .iter()
            .filter(|&&(_, color, side)| self.may_castle(color, side))
            .map(|&(letter, ..)| letter)
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = setup.passed.first().map_or("-".to_owned(), |&cell| self.rules().name(cell));
        let side = side_letter(setup.turn);
        Some(format!("{board} {side} {rights} {passed} {} {}", setup.halfmove, setup.fullmove))
    }

    fn fen_rank(&self, row: usize, sheet: Sheet) -> String {
        let mut rank = String::new();
        let mut gap = 0;
        for column in 0..sheet.width as usize {
            match self.piece_at(self.rules().grid().place(row, column)) {
                None => gap += 1,
                Some(piece) => {
                    push_gap(&mut rank, &mut gap);
                    let letter = self.rules().letter(piece.kind);
                    rank.push(if piece.color == Color::White { letter } else { letter.to_ascii_lowercase() });
                    if piece.promoted && self.rules().rebirth != Rebirth::None {
                        rank.push(PROMOTED);
                    }
                }
            }
        }
        push_gap(&mut rank, &mut gap);
        rank
    }

    /// Whether the king has the right to castle with the rook on one of its sides.
    fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        let castle = self.rules().castle(color, side);
        castle.is_some_and(|castle| castle.homes() & !self.state().unmoved == 0)
    }
}

fn push_gap(rank: &mut String, gap: &mut u8) {
    if *gap > 0 {
        rank.push_str(&gap.to_string());
        *gap = 0;
    }
}

fn fields(fen: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut column = 1;
    for text in fen.split(char::is_whitespace) {
        if !text.is_empty() {
            fields.push(Field { text, column });
        }
        column += text.chars().count() + 1;
    }
    fields
}

/// Returns the fields of a FEN without the operations of an EPD, such as `bm Nf3; id "one";`. Operations follow at least four fields.
/// They begin with a letter or follow a semicolon.
fn without_operations(fen: &str) -> Vec<Field<'_>> {
    let Some((before, _)) = fen.split_once(';') else { return fields(fen) };
    let mut kept = fields(before);
    if kept.len() < 4 {
        return fields(fen);
    }
    let is_operation = |f: &Field<'_>| f.text.starts_with(|c: char| c.is_ascii_alphabetic());
    let operations = kept.iter().skip(4).position(is_operation);
    kept.truncate(operations.map_or(kept.len(), |index| 4 + index));
    kept
}

/// Returns the error of a fault of a FEN; `passed` is the column of the field of the passed cell.
fn placed(rules: &LatticeRules, found: &[FenPiece], fault: &SetupFault, passed: usize) -> TextError {
    let SetupFault { place, kind } = fault;
    match *place {
        FaultPlace::Passed(_) => kind.error(passed),
        FaultPlace::Piece(i) => {
            let FenPiece { cell, column, .. } = found[i];
            let at = rules.name(cell);
            let error = TextError::named(column, kind.name(), format!("{at}: {kind}")).with("label", at);
            kind.values(error)
        }
        FaultPlace::Series | FaultPlace::Whole => kind.error(1),
    }
}

/// Returns the pieces with labels. A piece on a cell where a piece of its kind begins gets the label of that one. Other pieces get a
/// free label of their kind from the array: pawns that of the nearest file, bishops that of a cell of the same colour. Promoted
/// pieces, and pieces for which no label is left, get a number.
fn label(rules: &LatticeRules, found: &[FenPiece]) -> Vec<SetupPiece> {
    let grid = rules.grid();
    let of_array = |&FenPiece { color, kind, cell, promoted, .. }: &FenPiece| {
        let initial = rules.array().iter().find(|p| (p.color, p.kind, p.cell) == (color, kind, cell));
        initial.filter(|_| !promoted).map(|p| p.label)
    };
    let mut labels: Vec<Option<Label>> = found.iter().map(of_array).collect();
    for i in 0..found.len() {
        let FenPiece { color, kind, cell, promoted, .. } = found[i];
        if labels[i].is_some() {
            continue;
        }
        let is_taken = |label: Label| labels.contains(&Some(label));
        let free = rules.array().iter().filter(|p| (p.color, p.kind) == (color, kind) && !is_taken(p.label));
        let nearest = free.min_by_key(|p| {
            let color_differs =
                kind == Kind::Known(Role::Bishop) && grid.is_light(p.cell) != grid.is_light(cell);
            (color_differs, grid.column(p.cell).abs_diff(grid.column(cell)))
        });
        let nearest = nearest.filter(|_| !promoted).map(|p| p.label);
        labels[i] = nearest.or_else(|| Label::free(color, rules.letter(kind), "2", is_taken));
    }
    let mut pieces = Vec::new();
    for (&FenPiece { cell, promoted, .. }, label) in found.iter().zip(labels) {
        pieces.extend(label.map(|label| SetupPiece { promoted, ..SetupPiece::new(label, cell) }));
    }
    pieces
}

/// Reads the castling field, if there is one, and returns notes on the rights that are dropped.
fn read_rights(
    rules: &LatticeRules,
    setup: &mut Setup,
    field: Option<&Field<'_>>,
) -> Result<Vec<TextError>, TextError> {
    let Some(field) = field else { return Ok(Vec::new()) };
    let mut notes = Vec::new();
    let mut rights: Vec<(Color, Cell)> = Vec::new();
    for (i, c) in field.text.chars().enumerate().filter(|_| field.text != "-") {
        let named = RIGHTS.iter().find(|(letter, ..)| *letter == c);
        let homes = match named {
            Some(&(_, color, side)) => Some((color, castling_homes(rules, color, side))),
            None => rook_file(rules, c),
        };
        let (color, homes) = homes.ok_or_else(|| {
            let message = format!("castling right `{c}`: use K, Q, k, q, the file of a rook or -");
            TextError::named(field.column + i, "castling", message).with("text", c)
        })?;
        let stands = |role: Role, cell: Cell| {
            let mut pieces = setup.pieces.iter();
            pieces.any(|m| m.cell == cell && m.label.color() == color && m.label.letter() == role.letter())
        };
        match homes {
            Some([king, rook]) if stands(Role::King, king) && stands(Role::Rook, rook) => {
                rights.push((color, rook));
            }
            _ => {
                let message = format!("castling right `{c}` without king and rook at home is passed over");
                notes.push(TextError::new(field.column + i, message));
            }
        }
    }
    for piece in &mut setup.pieces {
        let color = piece.label.color();
        piece.moved = match Role::from_letter(piece.label.letter()) {
            Some(Role::King) => rights.iter().all(|&(c, _)| c != color),
            Some(Role::Rook) => !rights.contains(&(color, piece.cell)),
            _ => false,
        };
    }
    Ok(notes)
}

/// Returns the homes of king and rook of a castling; those of orthodox chess in a variant without castling.
fn castling_homes(rules: &LatticeRules, color: Color, side: CastlingSide) -> Option<[Cell; 2]> {
    if let Some(castle) = rules.castle(color, side) {
        return Some([castle.king, castle.rook]);
    }
    let sheet = rules.grid().sheet().filter(|sheet| (sheet.width, sheet.height) == (8.0, 8.0))?;
    let row = if color == Color::White { 0 } else { sheet.height as usize - 1 };
    let file = if side == CastlingSide::Higher { 7 } else { 0 };
    Some([rules.grid().place(row, 4), rules.grid().place(row, file)])
}

/// Returns the right that Shredder's FEN names by the file of the rook: `H` is White's on file h.
fn rook_file(rules: &LatticeRules, letter: char) -> Option<(Color, Option<[Cell; 2]>)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let sheet = rules.grid().sheet()?;
    let file = ('a'..='p').position(|file| file == letter.to_ascii_lowercase())?;
    let on_file = |homes: &[Cell; 2]| rules.grid().column(homes[1]) == file;
    let mut sides = [CastlingSide::Higher, CastlingSide::Lower]
        .into_iter()
        .filter_map(|side| castling_homes(rules, color, side));
    (file < sheet.width as usize).then(|| (color, sides.find(on_file)))
}
