//! Standard algebraic notation on square and cylinder, matched with the legal moves of a position (FIDE Laws of
//! Chess, appendix C, with English letters).

use crate::board::Cell;
use crate::chess::Kind;
use crate::lattice::position::{LatticePosition, MoveRequest, PieceAt};
use crate::lattice::state::{LatticeMove, MoveKind};
use crate::lattice::tables::{CastlingSide, LatticeRules};
use crate::notation::{Illegal, Reason, TextError};

/// The marks after a move that do not change its meaning.
const MARKS: [char; 4] = ['+', '#', '!', '?'];
/// The file of the orthodox king after castling on the queen's side.
const FILE_C: usize = 2;
/// The file of the orthodox king after castling on the king's side.
const FILE_G: usize = 6;

/// A move in SAN. Files count from 0 and ranks from 1, as in `Grid::file` and `Grid::rank`.
struct San {
    kind: Kind,
    from_file: Option<usize>,
    from_rank: Option<usize>,
    end: SanEnd,
    promotion: Option<Kind>,
}

enum SanEnd {
    Cell(Cell),
    Castling(CastlingSide),
}

/// Returns the request in a SAN text, or an error if the text fits no legal move or several. `None` if the text does not have the form
/// of SAN.
pub(super) fn read(
    position: &LatticePosition,
    text: &str,
    column: usize,
) -> Option<Result<MoveRequest, TextError>> {
    let san = San::parse(position.rules(), text)?;
    let mut fitting = position.legal_moves();
    fitting.retain(|m| san.fits(position, *m));
    let message = match fitting[..] {
        [m] => return Some(Ok(m.into())),
        [] => format!("`{text}` is no legal move here"),
        _ => format!("`{text}` fits several moves: add the file or rank it comes from"),
    };
    Some(Err(TextError::new(column, message)))
}

impl LatticePosition {
    /// Returns the reason why a move in SAN is illegal; `None` if the text does not have the form of SAN, or fits a legal move.
    pub fn why_illegal_san(&self, text: &str) -> Option<Illegal> {
        if !self.has_orthodox_notation() {
            return None;
        }
        let san = San::parse(self.rules(), text.trim())?;
        match san.end {
            SanEnd::Cell(to) => self.why_illegal_to(to, &san),
            SanEnd::Castling(side) => self.why_illegal_castling(side, &san),
        }
    }

    /// Returns the reason why no piece that a text may mean goes to a cell; `None` if one does.
    fn why_illegal_to(&self, to: Cell, san: &San) -> Option<Illegal> {
        let mut refusals = Vec::new();
        for piece in self.pieces_meant(san) {
            refusals.push(self.find_move(&san.request(piece.cell, to)).err()?);
        }
        Some(self.meant_refusal(san, &refusals))
    }

    /// Returns the reason why a castling is illegal; `None` if it is legal.
    fn why_illegal_castling(&self, side: CastlingSide, san: &San) -> Option<Illegal> {
        let mut refusals = Vec::new();
        for king in self.pieces_meant(san) {
            let Some(to) = self.castling_end(side, king.cell) else {
                return Some(Illegal::new(Reason::Move, "the board has no castling on that side"));
            };
            match self.find_move(&san.request(king.cell, to)) {
                Ok(m) if m.kind() == MoveKind::Castle => return None,
                Ok(_) => return Some(Illegal::new(Reason::Move, "this step of the king is no castling")),
                Err(illegal) => refusals.push(illegal),
            }
        }
        Some(self.meant_refusal(san, &refusals))
    }

    /// Returns the pieces of the side to move that a text may mean.
    fn pieces_meant(&self, san: &San) -> impl Iterator<Item = PieceAt> {
        let is_meant = |piece: &PieceAt| piece.color == self.turn() && san.may_mean(self.rules(), piece);
        self.pieces().into_iter().filter(is_meant)
    }

    /// Returns the refusal that tells the player most: of the piece whose move needs the smallest change.
    fn meant_refusal(&self, san: &San, refusals: &[Illegal]) -> Illegal {
        for reason in [Reason::Check, Reason::Promotion] {
            if let Some(illegal) = refusals.iter().find(|illegal| illegal.reason == reason) {
                return illegal.clone();
            }
        }
        let kind_name = self.rules().kind_name(san.kind);
        match refusals {
            [illegal] => illegal.clone(),
            [_, _, ..] => Illegal::new(Reason::Move, format!("no {kind_name} goes there")),
            [] => {
                let file = san.from_file.map(|file| format!(" on file {}", char::from(b'a' + file as u8)));
                let rank = san.from_rank.map(|rank| format!(" on rank {rank}"));
                let (file, rank) = (file.unwrap_or_default(), rank.unwrap_or_default());
                Illegal::new(Reason::Piece, format!("{} has no {kind_name}{file}{rank}", self.turn()))
            }
        }
    }

    /// Returns the cell to which the king on a cell castles. If there is no castling on that side, it is the orthodox file on the
    /// king's rank; `None` if the board is narrower.
    fn castling_end(&self, side: CastlingSide, king: Cell) -> Option<Cell> {
        if let Some(castle) = self.rules().castle(self.turn(), side) {
            return Some(castle.king_to);
        }
        let grid = self.rules().grid();
        let file = if side == CastlingSide::Higher { FILE_G } else { FILE_C };
        grid.at_file_and_rank(file, grid.rank(king))
    }
}

/// Returns a move without `e.p.` or `ep` at its end and the marks after that, which add nothing.
pub(super) fn without_en_passant(text: &str) -> &str {
    let without_marks = text.trim_end_matches(MARKS);
    let core = ["e.p.", "ep"].iter().find_map(|words| without_marks.strip_suffix(words));
    core.map_or(text, str::trim_end)
}

/// Whether a text has the form of a SAN move.
pub(super) fn has_form(rules: &LatticeRules, text: &str) -> bool {
    San::parse(rules, text).is_some()
}

impl San {
    /// Reads a move in SAN, with or without marks.
    fn parse(rules: &LatticeRules, text: &str) -> Option<San> {
        let core = text.trim_end_matches(MARKS);
        let castling = |side: CastlingSide| San {
            kind: Kind::KING,
            from_file: None,
            from_rank: None,
            end: SanEnd::Castling(side),
            promotion: None,
        };
        match core {
            "O-O" | "0-0" => return Some(castling(CastlingSide::Higher)),
            "O-O-O" | "0-0-0" => return Some(castling(CastlingSide::Lower)),
            _ => {}
        }
        let mut chars: Vec<char> = core.chars().filter(|c| !matches!(c, 'x' | '-')).collect();
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
            let may_become = |kind: &Kind| !rules.is_royal(*kind) && !rules.is_pawn(*kind);
            promotion = Some(rules.kind_of_letter(letter).filter(may_become)?);
            chars.pop();
            if chars.last() == Some(&'=') {
                chars.pop();
            }
        }
        let rank = pop_rank(&mut chars)?;
        let file = file_of(chars.pop()?)?;
        let has_from_rank = chars.last().is_some_and(char::is_ascii_digit);
        let from_rank = if has_from_rank { Some(pop_rank(&mut chars)?) } else { None };
        let from_file = match chars.pop() {
            Some(c) => Some(file_of(c)?),
            None => None,
        };
        let end = SanEnd::Cell(rules.grid().at_file_and_rank(file, rank)?);
        chars.is_empty().then_some(San { kind, from_file, from_rank, end, promotion })
    }

    /// Returns the request for the move of a piece from a cell to a cell.
    fn request(&self, from: Cell, to: Cell) -> MoveRequest {
        MoveRequest { from, to, promotion: self.promotion, pairs: Vec::new() }
    }

    /// Whether the kind, file and rank in the text fit a piece.
    fn may_mean(&self, rules: &LatticeRules, piece: &PieceAt) -> bool {
        let (grid, cell) = (rules.grid(), piece.cell);
        let fits_file = self.from_file.is_none_or(|file| file == grid.file(cell));
        let fits_rank = self.from_rank.is_none_or(|rank| rank == grid.rank(cell));
        piece.kind == self.kind && fits_file && fits_rank
    }

    /// Whether the text fits a legal move. A castling fits too if the text names the cell to which the king goes.
    fn fits(&self, position: &LatticePosition, m: LatticeMove) -> bool {
        let rules = position.rules();
        let fits_end = match self.end {
            SanEnd::Cell(to) => m.to() == to,
            SanEnd::Castling(side) => {
                let castle = rules.castle(position.turn(), side);
                m.kind() == MoveKind::Castle && castle.is_some_and(|castle| castle.king_to == m.to())
            }
        };
        let fits_piece = position.piece_at(m.from()).is_some_and(|piece| self.may_mean(rules, &piece));
        fits_piece && fits_end && m.promotion() == self.promotion
    }
}

fn file_of(c: char) -> Option<usize> {
    ('a'..='p').contains(&c).then(|| usize::from(c as u8 - b'a'))
}

/// Removes the number of a rank from the end of a text, and returns it.
fn pop_rank(chars: &mut Vec<char>) -> Option<usize> {
    let digits = chars.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let number: String = chars.split_off(chars.len() - digits).into_iter().collect();
    number.parse().ok().filter(|rank| (1..=16).contains(rank) && !number.starts_with('0'))
}

impl LatticePosition {
    /// Returns a legal move in SAN on square and cylinder; on other boards, its move text.
    pub fn san(&self, m: LatticeMove) -> String {
        let Some(piece) = self.piece_at(m.from()).filter(|_| self.has_orthodox_notation()) else {
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
            let is_mate = after.turn() == !piece.color && after.winner() == Some(piece.color);
            text.push(if is_mate { '#' } else { '+' });
        }
        text
    }

    /// Returns a legal move of a kind in SAN without the mark of a check. The move is not a castling.
    fn plain_san(&self, m: LatticeMove, kind: Kind) -> String {
        let grid = self.rules().grid();
        let is_capture = m.kind() == MoveKind::EnPassant || self.piece_at(m.to()).is_some();
        let from = self.rules().name(m.from());
        let mut text = String::new();
        if kind != Kind::PAWN {
            text.push(self.rules().letter(kind));
        }
        // Other pieces of the kind that may go to the same cell. For a pawn's step ahead there are such pieces only where frames
        // differ.
        let mut rivals = self.legal_moves();
        rivals.retain(|rival| {
            let is_other = rival.from() != m.from() && rival.kind() != MoveKind::Castle;
            let has_kind =
                |rival: &LatticeMove| self.piece_at(rival.from()).is_some_and(|at| at.kind == kind);
            rival.to() == m.to() && is_other && has_kind(rival)
        });
        let shares_file = rivals.iter().any(|rival| grid.column(rival.from()) == grid.column(m.from()));
        let shares_rank = rivals.iter().any(|rival| grid.row(rival.from()) == grid.row(m.from()));
        let is_pawn_capture = is_capture && kind == Kind::PAWN;
        text.push_str(if rivals.is_empty() && !is_pawn_capture {
            ""
        } else if !shares_file {
            &from[..1]
        } else if shares_rank || is_pawn_capture {
            &from
        } else {
            &from[1..]
        });
        if is_capture {
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
