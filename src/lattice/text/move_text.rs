//! Move texts of lattice variants: `e2e4`, `e7e8q`, `xx:b4b5,h4h5 e1f1`; on square and cylinder also SAN.

use super::san;
use crate::board::Cell;
use crate::lattice::position::{LatticePosition, MoveRequest};
use crate::lattice::state::LatticeMove;
use crate::lattice::tables::{LatticeRules, foreign_letter};
use crate::notation::TextError;

/// The prefix of removals of pawn pairs.
const PAIRS: &str = "xx:";

impl LatticeRules {
    /// Returns a move as text: removals first, cells of a pair and pairs in alphabetical order.
    pub fn move_text(&self, m: LatticeMove) -> String {
        let mut pairs: Vec<String> = m.removed_pairs().map(|pair| self.pair_text(pair)).collect();
        pairs.sort();
        let removals = if pairs.is_empty() { String::new() } else { format!("{PAIRS}{} ", pairs.join(",")) };
        let promotion = m.promotion().map(|kind| self.letter(kind).to_ascii_lowercase());
        format!(
            "{removals}{}{}{}",
            self.name(m.from()),
            self.name(m.to()),
            promotion.map_or(String::new(), String::from)
        )
    }

    /// Returns the two cells of a pair of pawns, in alphabetical order.
    pub(in crate::lattice) fn pair_text(&self, (a, b): (Cell, Cell)) -> String {
        let (a, b) = (self.name(a), self.name(b));
        if a < b { a + &b } else { b + &a }
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

    /// Returns the request in a move text. On square and cylinder SAN is understood if it names one legal move.
    ///
    /// # Errors
    /// When the text is not a move, or holds more than one.
    pub fn read_move(&self, text: &str) -> Result<MoveRequest, TextError> {
        let mut rest = text.trim();
        let mut column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        let mut pairs = Vec::new();
        if let Some(removals) = rest.strip_prefix(PAIRS) {
            let (cells, after) =
                removals.split_at(removals.find(char::is_whitespace).unwrap_or(removals.len()));
            let begin = column + PAIRS.len();
            rest = after.trim_start();
            column = begin + removals.chars().count() - rest.chars().count();
            let mut pair_column = begin;
            for pair in cells.split(',') {
                let TwoCells { from, to, .. } = two_cells(self.rules(), pair, pair_column)?;
                pairs.push((from, to));
                pair_column += pair.chars().count() + 1;
            }
        }
        if self.has_fen() {
            rest = san::without_passing(rest);
        }
        if rest.is_empty() {
            return Err(TextError::new(column, "a move is missing: write two cells, such as e2e4"));
        }
        if let Some(second) = rest.split_whitespace().nth(1) {
            let message = format!("`{second}` after `{}`: one move at a time", first_word(rest));
            return Err(TextError::new(column + first_word(rest).chars().count() + 1, message));
        }
        let request = match self.read_cells(rest, column) {
            Ok(request) => Ok(MoveRequest { pairs, ..request }),
            Err(e) if self.has_fen() => san::read(self, rest, column).unwrap_or(Err(e)),
            Err(e) => Err(e),
        };
        request.map_err(|e| self.hint(rest, column).unwrap_or(e))
    }

    /// Returns the request in a text of two cells and perhaps the letter of a promotion.
    fn read_cells(&self, text: &str, column: usize) -> Result<MoveRequest, TextError> {
        let TwoCells { from, to, rest } = two_cells(self.rules(), text, column)?;
        let mut letters = rest.chars();
        let promotion = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(c), None) if c.is_ascii_lowercase() => {
                Some(self.rules().kind_of_letter(c).ok_or_else(|| not_a_move(text, column))?)
            }
            _ => return Err(not_a_move(text, column)),
        };
        Ok(MoveRequest { from, to, promotion, pairs: Vec::new() })
    }

    /// Checks the form of a move text. The position does not matter, so a move of good form may be illegal.
    ///
    /// # Errors
    /// Those of [`LatticePosition::read_move`].
    pub fn check_form(&self, text: &str) -> Result<(), TextError> {
        if self.has_fen() && san::has_form(self.rules(), san::without_passing(text.trim())) {
            return Ok(());
        }
        self.read_move(text).map(drop)
    }

    /// Returns an error that corrects a text with a move number, or with a piece letter of another language.
    fn hint(&self, text: &str, column: usize) -> Option<TextError> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = text[digits..].trim_start_matches('.');
        if digits > 0 && rest.len() < text.len() - digits && !rest.is_empty() {
            let number = &text[..text.len() - rest.len()];
            return Some(TextError::new(
                column,
                format!("leave the move number `{number}` out: write `{rest}`"),
            ));
        }
        let letter = text.chars().next().filter(|_| self.has_fen())?;
        let role = foreign_letter(letter)?;
        let meant = format!("{}{}", role.letter(), &text[letter.len_utf8()..]);
        let message =
            format!("`{letter}` is no piece letter: a {role} is `{}`, as in `{meant}`", role.letter());
        san::has_form(self.rules(), &meant).then(|| TextError::new(column, message))
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
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
    rest: &'a str,
}

/// Reads two cells at the beginning of a text. A hyphen or `x` may stand between them.
fn two_cells<'a>(rules: &LatticeRules, text: &'a str, column: usize) -> Result<TwoCells<'a>, TextError> {
    let end_of_cell = |from: usize| {
        let rest = text.get(from..)?;
        let digits = rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then_some(from + 1 + digits)
    };
    let ends = end_of_cell(0).and_then(|first| {
        let second = first + usize::from(text[first..].starts_with(['-', 'x']));
        Some((first, second, end_of_cell(second)?))
    });
    let Some((first, second, end)) = ends else { return Err(not_a_move(text, column)) };
    let names = rules.variant().spec().names;
    let cell = |name: &str, at: usize| {
        // A text may name voids, because the rules refuse a move to a void with a better reason.
        let grid = rules.grid();
        let void = grid.places().find(|&c| grid.is_void(c) && grid.name(c, names) == name);
        void.map_or_else(|| grid.cell(name, names), Ok).map_err(|e| TextError::new(at, e.to_string()))
    };
    let from = cell(&text[..first], column)?;
    let to = cell(&text[second..end], column + second)?;
    Ok(TwoCells { from, to, rest: &text[end..] })
}
