//! Forsyth-Edwards notation on the 8 x 8 board (PGN standard, section 16.1), and EPD, whose operations are passed over. It
//! knows no labels, homes or series; the position text is the exact form.

use super::move_text::foreign_letter;
use super::san::side_letter;
use crate::board::{Cell, Grid};
use crate::chess::{Color, Label, Role};
use crate::lattice::position::{FaultPlace, Position, Setup, SetupFault, SetupPiece};
use crate::lattice::tables::Rules;
use crate::notation::{SeriesText, TextError, whole};
use crate::variant::{Names, Rebirth};
use std::sync::Arc;

/// Castling letters, each with the file of its rook.
const RIGHTS: [(char, Color, usize); 4] =
    [('K', Color::White, 7), ('Q', Color::White, 0), ('k', Color::Black, 7), ('q', Color::Black, 0)];

/// Behind a promoted piece.
const PROMOTED: char = '~';

/// What stands for a field that is left out.
const NO_FIELD: &str = "";

struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl Position {
    /// Reads a FEN: see [`Position::from_fen_with_notes`].
    ///
    /// # Errors
    /// The first fault with its column; also when the board is not the 8 x 8 one.
    pub fn from_fen(rules: &Arc<Rules>, fen: &str) -> Result<Position, TextError> {
        Ok(Position::from_fen_with_notes(rules, fen)?.0)
    }

    /// Reads a FEN, and says which castling rights it drops because king or rook is not at home. Without a castling field
    /// every right exists whose pieces stand at home; a colour without rights has a moved king. Castling rights may be
    /// files of rooks too. The counters may follow the turn at once, and the operations of an EPD the fields. Pieces on the
    /// array's cells get the array's labels, others free labels of their kind.
    ///
    /// # Errors
    /// The first fault with its column; also when the board is not the 8 x 8 one.
    pub fn from_fen_with_notes(
        rules: &Arc<Rules>,
        fen: &str,
    ) -> Result<(Position, Vec<TextError>), TextError> {
        if *rules.grid() != Grid::SQUARE {
            return Err(TextError::new(1, "FEN is for the 8 x 8 board: use a position text here"));
        }
        let mut fields = fields(fen);
        fields.truncate(fields.len() - operations(&fields));
        // Variants without castling and en passant may be written without their fields.
        if fields.get(2).is_some_and(|f| f.text.parse::<u32>().is_ok()) {
            let column = fields[2].column;
            fields.splice(2..2, [Field { text: NO_FIELD, column }, Field { text: "-", column }]);
        }
        let Some(board) = fields.first() else {
            return Err(TextError::new(1, "a FEN is missing"));
        };
        let pieces = read_board(rules, board)?;
        let turn = match fields.get(1) {
            Some(Field { text: "w", .. }) | None => Color::White,
            Some(Field { text: "b", .. }) => Color::Black,
            Some(f) => {
                return Err(TextError::new(f.column, format!("side to move `{}`: use `w` or `b`", f.text)));
            }
        };
        let (passed, series) = (Vec::new(), SeriesText::default());
        let mut setup = Setup { pieces, turn, halfmove: 0, fullmove: 1, passed, series };
        let notes = read_rights(&mut setup, fields.get(2).filter(|f| f.text != NO_FIELD))?;
        if let Some(f) = fields.get(3).filter(|f| f.text != "-") {
            let cell = Grid::SQUARE.cell(f.text, Names::Orthodox);
            setup.passed.push(cell.map_err(|e| TextError::new(f.column, e.to_string()))?);
        }
        let counters = [("halfmove", &mut setup.halfmove), ("fullmove", &mut setup.fullmove)];
        for (i, (what, counter)) in counters.into_iter().enumerate() {
            if let Some(f) = fields.get(4 + i) {
                *counter = whole(what, f.text, f.column)?;
            }
        }
        setup.fullmove = setup.fullmove.max(1);
        if let Some(f) = fields.get(6) {
            return Err(TextError::new(f.column, format!("`{}` after the six fields of a FEN", f.text)));
        }
        let passed = fields.get(3).map_or(1, |f| f.column);
        let position =
            Position::new(rules, &setup).map_err(|faults| first_fault(rules, &setup, &faults, passed))?;
        Ok((position, notes))
    }

    /// The FEN; `None` on another board or with several passed cells. Labels, homes, and unmoved pieces
    /// outside the castling field are lost. Where pieces are reborn, promoted ones are marked.
    pub fn to_fen(&self) -> Option<String> {
        let setup = self.to_setup();
        if !self.is_square() || setup.passed.len() > 1 {
            return None;
        }
        let grid = self.rules().grid();
        let ranks = (0..8).rev().map(|row| {
            let mut rank = String::new();
            let mut gap = 0;
            for column in 0..8 {
                match self.piece_at(grid.place(row, column)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut rank, &mut gap);
                        let letter = piece.role.letter();
                        rank.push(if piece.color == Color::White {
                            letter
                        } else {
                            letter.to_ascii_lowercase()
                        });
                        if piece.promoted && self.rules().rebirth != Rebirth::None {
                            rank.push(PROMOTED);
                        }
                    }
                }
            }
            push_gap(&mut rank, &mut gap);
            rank
        });
        let board = ranks.collect::<Vec<_>>().join("/");
        let rights: String = RIGHTS
            .iter()
            .filter(|&&(_, color, file)| self.may_castle(color, file))
            .map(|&(letter, ..)| letter)
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let passed = setup.passed.first().map_or("-".to_owned(), |&cell| self.rules().name(cell));
        let side = side_letter(setup.turn);
        Some(format!("{board} {side} {rights} {passed} {} {}", setup.halfmove, setup.fullmove))
    }
}

fn push_gap(rank: &mut String, gap: &mut u8) {
    if *gap > 0 {
        rank.push(char::from(b'0' + *gap));
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

/// How many of the last fields are operations of an EPD, such as `bm Nf3; id "one";`.
fn operations(fields: &[Field<'_>]) -> usize {
    let is_ended = fields.last().is_some_and(|f| f.text.ends_with(';'));
    let begin = fields.iter().skip(4).position(|f| f.text.starts_with(|c: char| c.is_ascii_alphabetic()));
    begin.filter(|_| is_ended).map_or(0, |begin| fields.len() - 4 - begin)
}

fn first_fault(rules: &Rules, setup: &Setup, faults: &[SetupFault], passed: usize) -> TextError {
    let Some(fault) = faults.first() else { return TextError::new(1, "this position is not valid") };
    match fault.place {
        FaultPlace::Passed(_) => TextError::new(passed, fault.kind.to_string()),
        FaultPlace::Piece(i) => {
            let cell = setup.pieces.get(i).map(|piece| rules.name(piece.cell)).unwrap_or_default();
            TextError::new(1, format!("{cell}: {}", fault.kind))
        }
        FaultPlace::Series | FaultPlace::Whole => TextError::new(1, fault.kind.to_string()),
    }
}

/// A piece of the board field.
struct Found {
    color: Color,
    role: Role,
    cell: Cell,
    promoted: bool,
}

fn read_board(rules: &Rules, field: &Field<'_>) -> Result<Vec<SetupPiece>, TextError> {
    let mut found: Vec<Found> = Vec::new();
    let mut column = field.column;
    let ranks: Vec<&str> = field.text.split('/').collect();
    if ranks.len() != 8 {
        return Err(TextError::new(field.column, format!("{} ranks: a FEN has eight", ranks.len())));
    }
    for (i, rank) in ranks.iter().enumerate() {
        let mut file = 0;
        let mut before = None;
        for c in rank.chars() {
            if let Some(gap @ 1..=8) = c.to_digit(10) {
                file += gap as usize;
            } else if let Some(role) = Role::from_letter(c) {
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                if file < 8 {
                    found.push(Found { color, role, cell: Grid::SQUARE.place(7 - i, file), promoted: false });
                }
                file += 1;
            } else if let (PROMOTED, Some(true), Some(piece)) =
                (c, before.map(char::is_alphabetic), found.last_mut())
            {
                piece.promoted = true;
            } else {
                let meant = foreign_letter(c.to_ascii_uppercase()).map(|role| {
                    let letter = role.letter();
                    let letter = if c.is_ascii_uppercase() { letter } else { letter.to_ascii_lowercase() };
                    format!(": a {role} is `{letter}`")
                });
                let message =
                    format!("`{c}` is neither a piece nor a gap of 1 to 8{}", meant.unwrap_or_default());
                return Err(TextError::new(column, message));
            }
            before = Some(c);
            column += 1;
        }
        if file != 8 {
            return Err(TextError::new(column, format!("rank {} has {file} cells: it needs eight", 8 - i)));
        }
        column += 1;
    }
    Ok(label(rules, &found))
}

/// Labels for the pieces: first for those that stand where they began. Others get a free label of their kind,
/// pawns from the nearest file, bishops from the cell of the same colour; last, and where promoted, a number.
fn label(rules: &Rules, found: &[Found]) -> Vec<SetupPiece> {
    let grid = rules.grid();
    let mut labels: Vec<Option<Label>> = found
        .iter()
        .map(|&Found { color, role, cell, promoted }| {
            let post = rules.array().iter().find(|p| (p.color, p.role, p.cell) == (color, role, cell));
            post.filter(|_| !promoted).map(|p| p.label)
        })
        .collect();
    for i in 0..found.len() {
        let Found { color, role, cell, promoted } = found[i];
        if labels[i].is_some() {
            continue;
        }
        let free = |label: Label| !labels.contains(&Some(label));
        let posts = rules.array().iter().filter(|p| (p.color, p.role) == (color, role) && free(p.label));
        let fit = posts.min_by_key(|p| {
            let color_differs = role == Role::Bishop && grid.is_light(p.cell) != grid.is_light(cell);
            (color_differs, grid.column(p.cell).abs_diff(grid.column(cell)))
        });
        let fit = fit.filter(|_| !promoted);
        labels[i] = fit.map(|p| p.label).or_else(|| Label::free(color, role.letter(), "2", |l| !free(l)));
    }
    let pieces = found.iter().zip(labels);
    let piece = |(&Found { cell, promoted, .. }, label): (&Found, Option<Label>)| {
        Some(SetupPiece { promoted, ..SetupPiece::new(label?, cell) })
    };
    pieces.filter_map(piece).collect()
}

/// Reads the castling field, if there is one, and says which of its rights are dropped.
fn read_rights(setup: &mut Setup, field: Option<&Field<'_>>) -> Result<Vec<TextError>, TextError> {
    let Some(field) = field else { return Ok(Vec::new()) };
    let mut notes = Vec::new();
    let mut rights: Vec<(Color, usize)> = Vec::new();
    for (i, c) in field.text.chars().enumerate().filter(|_| field.text != "-") {
        let named = RIGHTS.iter().find(|(letter, ..)| *letter == c).map(|&(_, color, file)| (color, file));
        let (color, file) = named.or_else(|| rook_file(c)).ok_or_else(|| {
            let message = format!("castling right `{c}`: use K, Q, k, q, the file of a rook or -");
            TextError::new(field.column + i, message)
        })?;
        let row = if color == Color::White { 0 } else { 7 };
        let stands = |role: Role, column: usize| {
            let cell = Grid::SQUARE.place(row, column);
            setup
                .pieces
                .iter()
                .any(|m| m.cell == cell && m.label.color() == color && m.label.letter() == role.letter())
        };
        if stands(Role::King, 4) && matches!(file, 0 | 7) && stands(Role::Rook, file) {
            rights.push((color, file));
        } else {
            let message = format!("castling right `{c}` without king and rook at home is passed over");
            notes.push(TextError::new(field.column + i, message));
        }
    }
    for piece in &mut setup.pieces {
        let color = piece.label.color();
        let column = Grid::SQUARE.column(piece.cell);
        piece.moved = match Role::from_letter(piece.label.letter()) {
            Some(Role::King) => rights.iter().all(|&(c, _)| c != color),
            Some(Role::Rook) => !rights.contains(&(color, column)),
            _ => false,
        };
    }
    Ok(notes)
}

/// The right that Shredder's FEN names by the file of the rook: `H` is White's on file h.
fn rook_file(letter: char) -> Option<(Color, usize)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let file = "abcdefgh".find(letter.to_ascii_lowercase())?;
    Some((color, file))
}
