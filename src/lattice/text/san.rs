//! Standard algebraic notation on the 8 x 8 board, read against the legal moves of a position (FIDE
//! Laws of Chess, appendix C, with English letters).

use crate::chess::{Color, Role};
use crate::lattice::position::{MoveRequest, PieceAt, Position};
use crate::lattice::state::{Move, MoveKind};
use crate::notation::{Illegal, Reason, TextError};

/// Marks after a move that do not change its meaning.
const MARKS: [char; 4] = ['+', '#', '!', '?'];

struct San {
    role: Role,
    file: Option<usize>,
    rank: Option<usize>,
    to: (usize, usize),
    promotion: Option<Role>,
}

/// Reads SAN; `None` when the text does not have the form.
pub(super) fn read(position: &Position, text: &str, column: usize) -> Option<Result<MoveRequest, TextError>> {
    let core = text.trim_end_matches(MARKS);
    let moves = position.legal_moves();
    let found: Vec<Move> = match castling_file(core) {
        Some(file) => moves
            .into_iter()
            .filter(|m| {
                m.kind() == MoveKind::Castle && position.rules().grid().file_and_rank(m.to()).0 == file
            })
            .collect(),
        None => {
            let san = parse(core)?;
            moves.into_iter().filter(|&m| fits(position, &san, m)).collect()
        }
    };
    Some(match found[..] {
        [m] => Ok(MoveRequest { from: m.from(), to: m.to(), promotion: m.promotion(), pairs: Vec::new() }),
        [] => Err(TextError::new(column, format!("`{text}` is no legal move here"))),
        _ => Err(TextError::new(
            column,
            format!("`{text}` fits several moves: add the file or rank it comes from"),
        )),
    })
}

impl Position {
    /// Why a well-formed SAN move is not legal here; `None` for a text that is none, or fits a legal move.
    pub fn why_illegal_san(&self, text: &str) -> Option<Illegal> {
        if !self.is_square() {
            return None;
        }
        let core = text.trim().trim_end_matches(MARKS);
        let castling = castling_file(core);
        let san = match castling {
            Some(_) => San { role: Role::King, file: None, rank: None, to: (0, 0), promotion: None },
            None => parse(core)?,
        };
        let grid = self.rules().grid();
        let refusal = |piece: PieceAt| {
            let (file, rank) = grid.file_and_rank(piece.cell);
            let is_meant = piece.color == self.turn()
                && piece.role == san.role
                && san.file.is_none_or(|f| f == file)
                && san.rank.is_none_or(|r| r == rank);
            let to = castling.map_or(san.to, |file| (file, rank));
            let to = grid.places().find(|&cell| is_meant && grid.file_and_rank(cell) == to)?;
            let request = MoveRequest { from: piece.cell, to, promotion: san.promotion, pairs: Vec::new() };
            Some(self.find_move(&request).err())
        };
        let refusals: Vec<Option<Illegal>> = self.pieces().into_iter().filter_map(refusal).collect();
        let known: Vec<Illegal> = refusals.iter().flatten().cloned().collect();
        if castling.is_none() && known.len() < refusals.len() {
            return None;
        }
        // The piece that comes nearest to a legal move is meant; a king's step to where it would castle is none.
        let nearest = [Reason::Check, Reason::Promotion, Reason::Move];
        let of = |reason: Reason| known.iter().filter(move |illegal| illegal.reason == reason);
        let reason = nearest.into_iter().find(|&reason| of(reason).next().is_some());
        Some(match reason {
            Some(reason) if reason != Reason::Move || of(reason).count() == 1 => of(reason).next()?.clone(),
            Some(_) => Illegal::new(Reason::Move, format!("no {} goes there", san.role)),
            None if refusals.is_empty() => {
                let file =
                    san.file.map_or(String::new(), |f| format!(" on file {}", char::from(b'a' + f as u8)));
                let rank = san.rank.map_or(String::new(), |r| format!(" on rank {r}"));
                let message = format!("{} has no {}{file}{rank}", self.turn(), san.role);
                Illegal::new(Reason::Piece, message)
            }
            None => Illegal::new(Reason::Move, "this step of the king is no castling"),
        })
    }
}

/// A move without the words for en passant behind it, which say nothing more.
pub(super) fn without_passing(text: &str) -> &str {
    let marked = text.trim_end_matches(MARKS);
    let core = ["e.p.", "ep"].iter().find_map(|words| marked.strip_suffix(words));
    core.map_or(text, str::trim_end)
}

/// Whether a text has the form of a SAN move.
pub(super) fn has_form(text: &str) -> bool {
    parse(text.trim_end_matches(MARKS)).is_some()
}

fn castling_file(text: &str) -> Option<usize> {
    match text {
        "O-O" | "0-0" => Some(6),
        "O-O-O" | "0-0-0" => Some(2),
        _ => None,
    }
}

fn parse(text: &str) -> Option<San> {
    let mut chars: Vec<char> = text.chars().filter(|c| !matches!(c, 'x' | '-')).collect();
    let role = match chars.first()? {
        c @ ('K' | 'Q' | 'R' | 'B' | 'N') => {
            let role = Role::from_letter(*c)?;
            chars.remove(0);
            role
        }
        _ => Role::Pawn,
    };
    let mut promotion = None;
    if let Some(letter @ ('Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n')) = chars.last().copied() {
        promotion = Role::from_letter(letter);
        chars.pop();
        if chars.last() == Some(&'=') {
            chars.pop();
        }
    }
    let rank = rank_of(chars.pop()?)?;
    let file = file_of(chars.pop()?)?;
    let (from_file, from_rank) = match chars[..] {
        [] => (None, None),
        [c] => match file_of(c) {
            Some(file) => (Some(file), None),
            None => (None, Some(rank_of(c)?)),
        },
        [f, r] => (Some(file_of(f)?), Some(rank_of(r)?)),
        _ => return None,
    };
    Some(San { role, file: from_file, rank: from_rank, to: (file, rank), promotion })
}

fn file_of(c: char) -> Option<usize> {
    ('a'..='h').contains(&c).then(|| usize::from(c as u8 - b'a'))
}

fn rank_of(c: char) -> Option<usize> {
    ('1'..='8').contains(&c).then(|| usize::from(c as u8 - b'0'))
}

fn fits(position: &Position, san: &San, m: Move) -> bool {
    let grid = position.rules().grid();
    let (file, rank) = grid.file_and_rank(m.from());
    // A king goes two cells in castling only, so `Kg1` can mean nothing else.
    position.piece_at(m.from()).is_some_and(|piece| piece.role == san.role)
        && grid.file_and_rank(m.to()) == san.to
        && san.file.is_none_or(|f| f == file)
        && san.rank.is_none_or(|r| r == rank)
        && m.promotion() == san.promotion
}

impl Position {
    /// A legal move in SAN, on the 8 x 8 board; elsewhere its ordinary text.
    pub fn san(&self, m: Move) -> String {
        let Some(piece) = self.piece_at(m.from()).filter(|_| self.is_square()) else {
            return self.rules().move_text(m);
        };
        let grid = self.rules().grid();
        let mut text = if m.kind() == MoveKind::Castle {
            if grid.column(m.to()) > grid.column(m.from()) { "O-O".to_owned() } else { "O-O-O".to_owned() }
        } else {
            self.plain_san(m, piece.role)
        };
        let mut after = self.clone();
        if after.play_move(m).is_ok() && after.is_attacked(!piece.color) {
            let mated = after.turn() == !piece.color && after.winner() == Some(piece.color);
            text.push(if mated { '#' } else { '+' });
        }
        text
    }

    fn plain_san(&self, m: Move, role: Role) -> String {
        let grid = self.rules().grid();
        let takes = m.kind() == MoveKind::EnPassant || self.piece_at(m.to()).is_some();
        let from = self.rules().name(m.from());
        let mut text = String::new();
        if role == Role::Pawn {
            if takes {
                text.push_str(&from[..1]);
            }
        } else {
            text.push(role.letter());
            let rivals: Vec<Move> = self
                .legal_moves()
                .into_iter()
                .filter(|r| r.to() == m.to() && r.from() != m.from() && r.kind() != MoveKind::Castle)
                .filter(|r| self.piece_at(r.from()).is_some_and(|piece| piece.role == role))
                .collect();
            let same = |of: fn(&crate::board::Grid, crate::board::Cell) -> usize| {
                rivals.iter().any(|r| of(grid, r.from()) == of(grid, m.from()))
            };
            if !rivals.is_empty() {
                let (file, rank) = (same(|g, c| g.column(c)), same(|g, c| g.row(c)));
                match (file, rank) {
                    (false, _) => text.push_str(&from[..1]),
                    (true, false) => text.push_str(&from[1..]),
                    (true, true) => text.push_str(&from),
                }
            }
        }
        if takes {
            text.push('x');
        }
        text.push_str(&self.rules().name(m.to()));
        if let Some(role) = m.promotion() {
            text.push('=');
            text.push(role.letter());
        }
        text
    }
}

/// The FEN letter of a side.
pub(super) fn side_letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}
