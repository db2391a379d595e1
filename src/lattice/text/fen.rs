//! Forsyth-Edwards notation on the 8 x 8 board (PGN standard, section 16.1). It knows no labels, homes
//! or series; the position text is the exact form.

use super::move_text::foreign_letter;
use super::san::side_letter;
use crate::board::{Cell, Grid};
use crate::chess::{Color, Label, Role};
use crate::lattice::position::{FaultPlace, Position, Setup, SetupPiece};
use crate::lattice::tables::Rules;
use crate::notation::{SeriesText, TextError, whole};
use crate::variant::Names;
use std::sync::Arc;

/// Castling letters, each with the file of its rook.
const RIGHTS: [(char, Color, usize); 4] =
    [('K', Color::White, 7), ('Q', Color::White, 0), ('k', Color::Black, 7), ('q', Color::Black, 0)];

struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl Position {
    /// Reads a FEN. Without a castling field every right exists whose pieces stand at home; a colour without
    /// rights has a moved king. Pieces on the array's cells get the array's labels, others free labels of
    /// their kind.
    ///
    /// # Errors
    /// The first fault with its column; also when the board is not the 8 x 8 one.
    pub fn from_fen(rules: &Arc<Rules>, fen: &str) -> Result<Position, TextError> {
        if *rules.grid() != Grid::SQUARE {
            return Err(TextError::new(1, "FEN is for the 8 x 8 board: use a position text here"));
        }
        let fields = fields(fen);
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
        let mut setup = Setup {
            pieces,
            turn,
            halfmove: 0,
            fullmove: 1,
            passed: Vec::new(),
            series: SeriesText::default(),
        };
        read_rights(&mut setup, fields.get(2))?;
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
        Position::new(rules, &setup).map_err(|faults| match faults.first() {
            Some(fault) => {
                let column = match fault.place {
                    FaultPlace::Passed(_) => fields.get(3).map_or(1, |f| f.column),
                    FaultPlace::Piece(_) | FaultPlace::Series | FaultPlace::Whole => 1,
                };
                let who = match fault.place {
                    FaultPlace::Piece(i) => setup.pieces.get(i).map(|m| format!("{}: ", rules.name(m.cell))),
                    FaultPlace::Passed(_) | FaultPlace::Series | FaultPlace::Whole => None,
                };
                TextError::new(column, format!("{}{}", who.unwrap_or_default(), fault.kind))
            }
            None => TextError::new(1, "this position is not valid"),
        })
    }

    /// The FEN; `None` on another board or with several passed cells. Labels, homes, and unmoved pieces
    /// outside the castling field are lost.
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
    for text in fen.split(' ') {
        if !text.is_empty() {
            fields.push(Field { text, column });
        }
        column += text.chars().count() + 1;
    }
    fields
}

fn read_board(rules: &Rules, field: &Field<'_>) -> Result<Vec<SetupPiece>, TextError> {
    let mut found: Vec<(Color, Role, Cell)> = Vec::new();
    let mut column = field.column;
    let ranks: Vec<&str> = field.text.split('/').collect();
    if ranks.len() != 8 {
        return Err(TextError::new(field.column, format!("{} ranks: a FEN has eight", ranks.len())));
    }
    for (i, rank) in ranks.iter().enumerate() {
        let mut file = 0;
        for c in rank.chars() {
            if let Some(gap @ 1..=8) = c.to_digit(10) {
                file += gap as usize;
            } else if let Some(role) = Role::from_letter(c) {
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                if file < 8 {
                    found.push((color, role, Grid::SQUARE.place(7 - i, file)));
                }
                file += 1;
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
/// pawns from the nearest file, bishops from the cell of the same colour; last a number.
fn label(rules: &Rules, found: &[(Color, Role, Cell)]) -> Vec<SetupPiece> {
    let grid = rules.grid();
    let mut labels: Vec<Option<Label>> = found
        .iter()
        .map(|&(color, role, cell)| {
            let post = rules.array().iter().find(|p| (p.color, p.role, p.cell) == (color, role, cell));
            post.map(|p| p.label)
        })
        .collect();
    for i in 0..found.len() {
        let (color, role, cell) = found[i];
        if labels[i].is_some() {
            continue;
        }
        let free = |label: Label| !labels.contains(&Some(label));
        let posts = rules.array().iter().filter(|p| (p.color, p.role) == (color, role) && free(p.label));
        let fit = posts.min_by_key(|p| {
            let color_differs = role == Role::Bishop && grid.is_light(p.cell) != grid.is_light(cell);
            (color_differs, grid.column(p.cell).abs_diff(grid.column(cell)))
        });
        labels[i] = fit.map(|p| p.label).or_else(|| Label::free(color, role.letter(), "2", |l| !free(l)));
    }
    let pieces = found.iter().zip(labels);
    pieces.filter_map(|(&(_, _, cell), label)| Some(SetupPiece::new(label?, cell))).collect()
}

fn read_rights(setup: &mut Setup, field: Option<&Field<'_>>) -> Result<(), TextError> {
    let Some(field) = field else { return Ok(()) };
    let mut rights: Vec<(Color, usize)> = Vec::new();
    for (i, c) in field.text.chars().enumerate().filter(|_| field.text != "-") {
        let right = RIGHTS.iter().find(|(letter, ..)| *letter == c);
        let &(_, color, file) = right.ok_or_else(|| {
            TextError::new(field.column + i, format!("castling right `{c}`: use K, Q, k, q or -"))
        })?;
        let row = if color == Color::White { 0 } else { 7 };
        let stands = |role: Role, column: usize| {
            let cell = Grid::SQUARE.place(row, column);
            setup
                .pieces
                .iter()
                .any(|m| m.cell == cell && m.label.color() == color && m.label.letter() == role.letter())
        };
        if !stands(Role::King, 4) || !stands(Role::Rook, file) {
            let message = format!("castling right `{c}` without king and rook at home");
            return Err(TextError::new(field.column + i, message));
        }
        rights.push((color, file));
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
    Ok(())
}
