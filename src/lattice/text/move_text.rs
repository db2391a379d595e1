//! Move texts of lattice variants: `e2e4`, `e7e8q`, `xx:b4b5,h4h5 e1f1`. On square and cylinder SAN is read too.

use super::san;
use crate::board::Cell;
use crate::lattice::position::{LatticePosition, MoveRequest};
use crate::lattice::state::LatticeMove;
use crate::lattice::tables::{LatticeRules, foreign_letter};
use crate::notation::TextError;

/// The prefix of removals of pawn pairs.
const PAIRS: &str = "xx:";

impl LatticeRules {
    /// Returns a move as text. Removals come first; the pairs, and the cells of each pair, are in alphabetical order.
    pub fn move_text(&self, m: LatticeMove) -> String {
        let pairs = self.pair_texts(m);
        let removals = if pairs.is_empty() { String::new() } else { format!("{PAIRS}{} ", pairs.join(",")) };
        let letter = m.promotion().map(|kind| self.letter(kind).to_ascii_lowercase());
        let promotion = letter.map_or(String::new(), String::from);
        format!("{removals}{}{}{promotion}", self.name(m.from()), self.name(m.to()))
    }

    /// Returns the texts of the pairs that a move removes, in alphabetical order.
    pub(crate) fn pair_texts(&self, m: LatticeMove) -> Vec<String> {
        let mut pairs: Vec<String> = m.removed_pairs().map(|pair| self.pair_text(pair)).collect();
        pairs.sort();
        pairs
    }

    /// Returns the text of a pair of pawns: its two cells, in alphabetical order.
    pub(in crate::lattice) fn pair_text(&self, pair: [Cell; 2]) -> String {
        let mut names = pair.map(|cell| self.name(cell));
        names.sort();
        names.concat()
    }
}

impl LatticePosition {
    /// Returns every legal move with its text, sorted by the text.
    pub fn moves_by_text(&self) -> Vec<(String, LatticeMove)> {
        let mut moves: Vec<(String, LatticeMove)> =
            self.legal_moves().into_iter().map(|m| (self.rules().move_text(m), m)).collect();
        moves.sort();
        moves
    }

    /// Returns the request in a move text. On square and cylinder SAN is read too, if it names one legal move.
    ///
    /// # Errors
    /// When the text is not a move, or contains several moves.
    pub fn read_move(&self, text: &str) -> Result<MoveRequest, TextError> {
        let mut move_text = text.trim();
        let mut column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let mut pairs = Vec::new();
        if let Some(after_prefix) = move_text.strip_prefix(PAIRS) {
            let end = after_prefix.find(char::is_whitespace).unwrap_or(after_prefix.len());
            let (removals, after_removals) = after_prefix.split_at(end);
            let mut pair_column = column + PAIRS.len();
            move_text = after_removals.trim_start();
            column = pair_column + after_prefix.chars().count() - move_text.chars().count();
            for pair in removals.split(',') {
                let TwoCells { from, to, .. } = two_cells(self.rules(), pair, pair_column)?;
                pairs.push([from, to]);
                pair_column += pair.chars().count() + 1;
            }
        }
        if self.has_orthodox_notation() {
            move_text = san::without_en_passant(move_text);
        }
        let mut words = move_text.split_whitespace();
        let Some(first) = words.next() else {
            return Err(TextError::new(column, "a move is missing: write two cells, such as e2e4"));
        };
        if let Some(second) = words.next() {
            let message = format!("`{second}` after `{first}`: one move at a time");
            return Err(TextError::new(column + first.chars().count() + 1, message));
        }
        let request = match self.read_cells(move_text, column) {
            Ok(request) => Ok(MoveRequest { pairs, ..request }),
            Err(e) if self.has_orthodox_notation() => san::read(self, move_text, column).unwrap_or(Err(e)),
            Err(e) => Err(e),
        };
        request.map_err(|e| self.hint(move_text, column).unwrap_or(e))
    }

    /// Returns the request in a text of two cells, with or without the letter of a promotion.
    fn read_cells(&self, text: &str, column: usize) -> Result<MoveRequest, TextError> {
        let TwoCells { from, to, after } = two_cells(self.rules(), text, column)?;
        let mut letters = after.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(c), None) if c.is_ascii_lowercase() => {
                Some(self.rules().kind_of_letter(c).ok_or_else(|| not_a_move(text, column))?)
            }
            _ => return Err(not_a_move(text, column)),
        };
        Ok(MoveRequest { from, to, promotion, pairs: Vec::new() })
    }

    /// Checks the form of a move text. A move of good form may be illegal in the position.
    ///
    /// # Errors
    /// Those of [`LatticePosition::read_move`].
    pub fn check_form(&self, text: &str) -> Result<(), TextError> {
        if self.has_orthodox_notation() && san::has_form(self.rules(), san::without_en_passant(text.trim())) {
            return Ok(());
        }
        self.read_move(text).map(drop)
    }

    /// Returns an error with a correction of a text that has a move number, or a piece letter of German.
    fn hint(&self, text: &str, column: usize) -> Option<TextError> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let after_number = text[digits..].trim_start_matches('.');
        let has_dot = text[digits..].starts_with('.');
        if digits > 0 && has_dot && !after_number.is_empty() {
            let number = &text[..text.len() - after_number.len()];
            let message = format!("leave the move number `{number}` out: write `{after_number}`");
            return Some(TextError::new(column, message));
        }
        let letter = text.chars().next().filter(|_| self.has_orthodox_notation())?;
        let role = foreign_letter(letter)?;
        let corrected = format!("{}{}", role.letter(), &text[letter.len_utf8()..]);
        let message =
            format!("`{letter}` is no piece letter: a {role} is `{}`, as in `{corrected}`", role.letter());
        san::has_form(self.rules(), &corrected).then(|| TextError::new(column, message))
    }
}

fn not_a_move(text: &str, column: usize) -> TextError {
    TextError::new(
        column,
        format!("`{text}` is not one move: write two cells and perhaps q, r, b or n, such as e7e8q"),
    )
}

/// The two cells at the beginning of a text, and the text after them.
struct TwoCells<'a> {
    from: Cell,
    to: Cell,
    after: &'a str,
}

/// Reads two cells at the beginning of a text. A hyphen or `x` may stand between them.
fn two_cells<'a>(rules: &LatticeRules, text: &'a str, column: usize) -> Result<TwoCells<'a>, TextError> {
    let Some(first_end) = cell_length(text) else { return Err(not_a_move(text, column)) };
    let second_start = first_end + usize::from(text[first_end..].starts_with(['-', 'x']));
    let Some(second_length) = cell_length(&text[second_start..]) else {
        return Err(not_a_move(text, column));
    };
    let second_end = second_start + second_length;
    let names = rules.variant().spec().names;
    let cell = |name: &str, at: usize| {
        // A text may name voids, because the rules refuse a move to a void with a better reason.
        let grid = rules.grid();
        let void = grid.places().find(|&place| grid.is_void(place) && grid.name(place, names) == name);
        void.map_or_else(|| grid.cell(name, names), Ok).map_err(|e| TextError::new(at, e.to_string()))
    };
    let from = cell(&text[..first_end], column)?;
    let to = cell(&text[second_start..second_end], column + second_start)?;
    Ok(TwoCells { from, to, after: &text[second_end..] })
}

/// Returns the length in bytes of the cell at the beginning of a text: a character and some digits.
fn cell_length(text: &str) -> Option<usize> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(1 + digits)
}
