//! Standard algebraic notation on square and cylinder, matched with the legal moves of a position (FIDE Laws of
//! Chess, appendix C, with English letters).

use crate::chess::{Color, Kind};
use crate::lattice::position::{LatticePosition, MoveRequest, PieceAt};
use crate::lattice::state::{LatticeMove, MoveKind};
use crate::lattice::tables::{CastlingSide, LatticeRules};
use crate::notation::{Illegal, Reason, TextError};

/// The marks after a move that do not change its meaning.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

struct San {
    kind: Kind,
    file: Option<usize>,
    rank: Option<usize>,
    to: (usize, usize),
    promotion: Option<Kind>,
}

/// Returns the request in a SAN text; `None` if the text does not have the form.
pub(super) fn read(
    position: &LatticePosition,
    text: &str,
    column: usize,
) -> Option<Result<MoveRequest, TextError>> {
    let core = text.trim_end_matches(MARKS);
    let moves = position.legal_moves();
    let found: Vec<LatticeMove> = match castling_side(core) {
        Some(side) => {
            let castle = position.rules().castle(position.turn(), side);
            let is_meant = |m: &LatticeMove| {
                m.kind() == MoveKind::Castle && castle.is_some_and(|castle| castle.king_to == m.to())
            };
            moves.into_iter().filter(is_meant).collect()
        }
        None => {
            let san = parse(position.rules(), core)?;
            position.rules().grid().at_file_and_rank(san.to.0, san.to.1)?;
            moves.into_iter().filter(|&m| fits(position, &san, m)).collect()
        }
    };
    let message = match found[..] {
        [m] => {
            let (from, to, promotion) = (m.from(), m.to(), m.promotion());
            return Some(Ok(MoveRequest { from, to, promotion, pairs: Vec::new() }));
        }
        [] => format!("`{text}` is no legal move here"),
        _ => format!("`{text}` fits several moves: add the file or rank it comes from"),
    };
    Some(Err(TextError::new(column, message)))
}

impl LatticePosition {
    /// Returns why a well-formed SAN move is not legal here; `None` for a text of another form, or one that fits a
    /// legal move.
    pub fn why_illegal_san(&self, text: &str) -> Option<Illegal> {
        if !self.has_fen() {
            return None;
        }
        let core = text.trim().trim_end_matches(MARKS);
        let castling = castling_side(core);
        let san = match castling {
            Some(_) => San { kind: Kind::KING, file: None, rank: None, to: (0, 0), promotion: None },
            None => parse(self.rules(), core)?,
        };
        let grid = self.rules().grid();
        let refusal = |piece: PieceAt| {
            let (file, rank) = grid.file_and_rank(piece.cell);
            let is_meant = piece.color == self.turn()
                && piece.kind == san.kind
                && san.file.is_none_or(|f| f == file)
                && san.rank.is_none_or(|r| r == rank);
            let to = match castling {
                Some(side) => match self.rules().castle(self.turn(), side) {
                    Some(castle) => castle.king_to,
                    None => grid.at_file_and_rank(if side == CastlingSide::Higher { 6 } else { 2 }, rank)?,
                },
                None => grid.at_file_and_rank(san.to.0, san.to.1)?,
            };
            if !is_meant {
                return None;
            }
            let request = MoveRequest { from: piece.cell, to, promotion: san.promotion, pairs: Vec::new() };
            Some(self.find_move(&request).err())
        };
        // For each piece that may be meant: the refusal, or `None` for a legal move.
        let refusals: Vec<Option<Illegal>> = self.pieces().into_iter().filter_map(refusal).collect();
        let known: Vec<&Illegal> = refusals.iter().flatten().collect();
        if castling.is_none() && known.len() < refusals.len() {
            return None;
        }
        // The piece nearest to a legal move is meant, but never a king that would go where it would castle.
        let nearest = [Reason::Check, Reason::Promotion, Reason::Move];
        let with = |reason: Reason| known.iter().filter(move |illegal| illegal.reason == reason);
        let reason = nearest.into_iter().find(|&reason| with(reason).next().is_some());
        Some(match reason {
            Some(reason) if reason != Reason::Move || with(reason).count() == 1 => {
                Illegal::clone(with(reason).next()?)
            }
            Some(_) => {
                Illegal::new(Reason::Move, format!("no {} goes there", self.rules().kind_name(san.kind)))
            }
            None if refusals.is_empty() => {
                let file =
                    san.file.map_or(String::new(), |f| format!(" on file {}", char::from(b'a' + f as u8)));
                let rank = san.rank.map_or(String::new(), |r| format!(" on rank {r}"));
                let name = self.rules().kind_name(san.kind);
                let message = format!("{} has no {name}{file}{rank}", self.turn());
                Illegal::new(Reason::Piece, message)
            }
            None => Illegal::new(Reason::Move, "this step of the king is no castling"),
        })
    }
}

/// Returns a move without words for en passant behind it, which add nothing.
pub(super) fn without_passing(text: &str) -> &str {
    let marked = text.trim_end_matches(MARKS);
    let core = ["e.p.", "ep"].iter().find_map(|words| marked.strip_suffix(words));
    core.map_or(text, str::trim_end)
}

/// Whether a text has the form of a SAN move.
pub(super) fn has_form(rules: &LatticeRules, text: &str) -> bool {
    let core = text.trim_end_matches(MARKS);
    castling_side(core).is_some() || parse(rules, core).is_some()
}

fn castling_side(text: &str) -> Option<CastlingSide> {
    match text {
        "O-O" | "0-0" => Some(CastlingSide::Higher),
        "O-O-O" | "0-0-0" => Some(CastlingSide::Lower),
        _ => None,
    }
}

fn parse(rules: &LatticeRules, text: &str) -> Option<San> {
    let mut chars: Vec<char> = text.chars().filter(|c| !matches!(c, 'x' | '-')).collect();
    let first = *chars.first()?;
    let kind = if first.is_ascii_uppercase() { rules.kind_of_letter(first)? } else { Kind::PAWN };
    if first.is_ascii_uppercase() {
        if kind == Kind::PAWN {
            return None;
        }
        chars.remove(0);
    }
    let mut promotion = None;
    if let Some(letter) = chars.last().copied().filter(char::is_ascii_alphabetic) {
        promotion = Some(
            rules.kind_of_letter(letter).filter(|kind| !rules.is_royal(*kind) && !rules.is_pawn(*kind))?,
        );
        chars.pop();
        if chars.last() == Some(&'=') {
            chars.pop();
        }
    }
    let rank = last_rank(&mut chars)?;
    let file = file_of(chars.pop()?)?;
    let is_rank = chars.last().is_some_and(char::is_ascii_digit);
    let from_rank = if is_rank { Some(last_rank(&mut chars)?) } else { None };
    let from_file = match chars.pop() {
        Some(c) => Some(file_of(c)?),
        None => None,
    };
    chars.is_empty().then_some(San { kind, file: from_file, rank: from_rank, to: (file, rank), promotion })
}

fn file_of(c: char) -> Option<usize> {
    ('a'..='p').contains(&c).then(|| usize::from(c as u8 - b'a'))
}

/// Removes the number of a rank from the end of a text, and returns it.
fn last_rank(chars: &mut Vec<char>) -> Option<usize> {
    let digits = chars.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let number: String = chars.split_off(chars.len() - digits).into_iter().collect();
    number.parse().ok().filter(|rank| (1..=16).contains(rank) && !number.starts_with('0'))
}

fn fits(position: &LatticePosition, san: &San, m: LatticeMove) -> bool {
    let grid = position.rules().grid();
    let (file, rank) = grid.file_and_rank(m.from());
    // A king goes two cells only in castling, so `Kg1` is unambiguous.
    position.piece_at(m.from()).is_some_and(|piece| piece.kind == san.kind)
        && grid.file_and_rank(m.to()) == san.to
        && san.file.is_none_or(|f| f == file)
        && san.rank.is_none_or(|r| r == rank)
        && m.promotion() == san.promotion
}

impl LatticePosition {
    /// Returns a legal move in SAN on square and cylinder, elsewhere its ordinary text.
    pub fn san(&self, m: LatticeMove) -> String {
        let Some(piece) = self.piece_at(m.from()).filter(|_| self.has_fen()) else {
            return self.rules().move_text(m);
        };
        let grid = self.rules().grid();
        let mut text = if m.kind() == MoveKind::Castle {
            if grid.column(m.to()) > grid.column(m.from()) { "O-O".to_owned() } else { "O-O-O".to_owned() }
        } else {
            self.plain_san(m, piece.kind)
        };
        let mut after = self.clone();
        if after.play_move(m).is_ok() && after.is_attacked(!piece.color) {
            let mated = after.turn() == !piece.color && after.winner() == Some(piece.color);
            text.push(if mated { '#' } else { '+' });
        }
        text
    }

    fn plain_san(&self, m: LatticeMove, kind: Kind) -> String {
        let grid = self.rules().grid();
        let takes = m.kind() == MoveKind::EnPassant || self.piece_at(m.to()).is_some();
        let from = self.rules().name(m.from());
        let mut text = String::new();
        if kind != Kind::PAWN {
            text.push(self.rules().letter(kind));
        }
        // Pawns have rivals without taking only where their frames differ.
        let rivals: Vec<LatticeMove> = self
            .legal_moves()
            .into_iter()
            .filter(|r| r.to() == m.to() && r.from() != m.from() && r.kind() != MoveKind::Castle)
            .filter(|r| self.piece_at(r.from()).is_some_and(|piece| piece.kind == kind))
            .collect();
        let shares_file = rivals.iter().any(|r| grid.column(r.from()) == grid.column(m.from()));
        let shares_rank = rivals.iter().any(|r| grid.row(r.from()) == grid.row(m.from()));
        let is_pawn_capture = takes && kind == Kind::PAWN;
        text.push_str(if rivals.is_empty() && !is_pawn_capture {
            ""
        } else if !shares_file {
            &from[..1]
        } else if shares_rank || is_pawn_capture {
            &from
        } else {
            &from[1..]
        });
        if takes {
            text.push('x');
        }
        text.push_str(&self.rules().name(m.to()));
        if let Some(kind) = m.promotion() {
            text.push('=');
            text.push(self.rules().letter(kind));
        }
        text
    }
}

/// Returns the FEN letter of a side.
pub(super) fn side_letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}
