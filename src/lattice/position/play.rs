//! Requested moves: the matching legal move, and its effects.

use super::labelled::LatticePosition;
use crate::board::{Castle, Cell};
use crate::chess::{Kind, Label, Role};
use crate::lattice::state::{LatticeMove, MoveKind, RebornPiece, pairs};
use crate::lattice::tables::each;
use crate::notation::Illegal;

/// A move as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveRequest {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell to which it goes; for castling that of the king.
    pub to: Cell,
    /// The kind to which the pawn is to promote.
    pub promotion: Option<Kind>,
    /// The pawn pairs to remove first, the pawns of each in either order.
    pub pairs: Vec<(Cell, Cell)>,
}

/// An effect of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LatticeEffect {
    /// A pawn of a pair was removed.
    PairRemoved {
        /// The label.
        label: Label,
        /// The cell of the pawn.
        cell: Cell,
    },
    /// A piece moved; the rook of a castling moves after the king.
    Moved {
        /// The label.
        label: Label,
        /// The cell before the move.
        from: Cell,
        /// The cell after the move.
        to: Cell,
    },
    /// A pawn promoted.
    Promoted {
        /// The label as a pawn.
        pawn: Label,
        /// The new label.
        label: Label,
        /// The new kind.
        kind: Kind,
    },
    /// A piece was captured and left the board.
    Removed {
        /// The label.
        label: Label,
        /// The cell of the piece.
        cell: Cell,
    },
    /// A piece was captured and reborn.
    Reborn {
        /// The label before the capture.
        label: Label,
        /// The label after the rebirth: another if a promoted piece became a pawn again.
        renamed: Label,
        /// The kind after the rebirth.
        kind: Kind,
        /// The cell of the capture.
        from: Cell,
        /// The rebirth cell.
        to: Cell,
    },
}

impl LatticeEffect {
    /// Returns the label of a captured piece, reborn or not.
    pub fn captured(&self) -> Option<Label> {
        match *self {
            LatticeEffect::Removed { label, .. } | LatticeEffect::Reborn { label, .. } => Some(label),
            LatticeEffect::PairRemoved { .. }
            | LatticeEffect::Moved { .. }
            | LatticeEffect::Promoted { .. } => None,
        }
    }

    /// Returns the letter of the kind to which a pawn promoted.
    pub fn promoted(&self) -> Option<char> {
        if let LatticeEffect::Promoted { label, .. } = self { Some(label.letter()) } else { None }
    }

    /// Returns the present label of a reborn piece.
    pub fn reborn(&self) -> Option<Label> {
        if let LatticeEffect::Reborn { renamed, .. } = self { Some(*renamed) } else { None }
    }
}

impl LatticePosition {
    /// Returns the legal move that fits a request.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn find_move(&self, request: &MoveRequest) -> Result<LatticeMove, Illegal> {
        self.fit(request, &self.legal_moves()).ok_or_else(|| self.why_illegal(request))
    }

    /// Returns the text of the castling that some programs write as a king's move onto its own rook.
    pub(crate) fn castling_onto_rook(&self, request: &MoveRequest) -> Option<String> {
        let turn = self.turn();
        let is_own = |cell: Cell, role: Role| {
            self.piece_at(cell).is_some_and(|piece| (piece.color, piece.kind) == (turn, Kind::Known(role)))
        };
        let is_meant = |c: &&Castle| c.king == request.from && c.rook == request.to;
        let castle = self.rules.castles[turn.index()].iter().find(is_meant)?;
        let stands = is_own(request.from, Role::King) && is_own(request.to, Role::Rook);
        stands.then(|| self.rules.name(request.from) + &self.rules.name(castle.king_to))
    }

    /// Returns the move among some that fits a request.
    pub(super) fn fit(&self, request: &MoveRequest, moves: &[LatticeMove]) -> Option<LatticeMove> {
        let pairs = self.requested_pairs(request)?;
        let fits = |m: &&LatticeMove| {
            m.from() == request.from
                && m.to() == request.to
                && m.promotion == request.promotion
                && m.pairs == pairs
        };
        moves.iter().find(fits).copied()
    }

    /// Returns the requested removals as a set of counter-clockwise pawns, if each is a pair of the board.
    pub(super) fn requested_pairs(&self, request: &MoveRequest) -> Option<u64> {
        let mut set = 0u64;
        for &(a, b) in &request.pairs {
            let is_pair = |first: Cell, second: Cell| pairs::partner(first.index()) == second.index();
            let first = if is_pair(a, b) { a } else { b };
            let is_known = self.rules.has_pairs() && (is_pair(a, b) || is_pair(b, a));
            if !is_known || set & (1 << first.index()) != 0 {
                return None;
            }
            set |= 1 << first.index();
        }
        Some(set)
    }

    /// Makes the legal move that fits a request. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn play(&mut self, request: &MoveRequest) -> Result<Vec<LatticeEffect>, Illegal> {
        let m = self.find_move(request)?;
        Ok(self.carry_out(m))
    }

    /// Makes a move if it is legal here. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn play_move(&mut self, m: LatticeMove) -> Result<Vec<LatticeEffect>, Illegal> {
        if self.legal_moves().contains(&m) {
            return Ok(self.carry_out(m));
        }
        let pairs = m.removed_pairs().collect();
        Err(self.why_illegal(&MoveRequest { from: m.from(), to: m.to(), promotion: m.promotion, pairs }))
    }

    /// Returns the effects of a move. The move must be one of [`LatticePosition::legal_moves`]; this is not checked.
    pub fn effects_of(&self, m: LatticeMove) -> Vec<LatticeEffect> {
        self.clone().carry_out(m)
    }

    fn carry_out(&mut self, m: LatticeMove) -> Vec<LatticeEffect> {
        let mut effects = Vec::new();
        for cell in m.removed_pairs().flat_map(|(a, b)| [a, b]) {
            effects.extend(self.labels.take(cell).map(|label| LatticeEffect::PairRemoved { label, cell }));
        }
        let turn = self.state.turn;
        let (after, made) = self.rules.after_and_made(&self.state, m);
        self.state = after;
        let taken_label = made.taken.and_then(|taken| self.labels.take(Cell(taken.cell)));
        let Some(mut label) = self.labels.take(m.from()) else { return effects };
        effects.push(LatticeEffect::Moved { label, from: m.from(), to: m.to() });
        if let Some(kind) = m.promotion {
            let pawn = label;
            label = self.labels.renamed(pawn, self.rules.letter(kind));
            effects.push(LatticeEffect::Promoted { pawn, label, kind });
        }
        self.labels.put(m.to(), label);
        if m.kind == MoveKind::Castle
            && let Some(castle) = self.rules.castle_of(turn, m.from(), m.to())
            && let Some(label) = self.labels.take(castle.rook)
        {
            self.labels.put(castle.rook_to, label);
            effects.push(LatticeEffect::Moved { label, from: castle.rook, to: castle.rook_to });
        }
        if let Some(taken) = made.taken
            && let Some(label) = taken_label
        {
            let cell = Cell(taken.cell);
            match taken.reborn {
                None => effects.push(LatticeEffect::Removed { label, cell }),
                Some(RebornPiece { cell: home, kind, .. }) => {
                    let (letter, to) = (self.rules.letter(kind), Cell(home as u8));
                    let renamed = if kind == taken.kind { label } else { self.labels.renamed(label, letter) };
                    self.labels.put(to, renamed);
                    effects.push(LatticeEffect::Reborn { label, renamed, kind, from: cell, to });
                }
            }
        }
        effects
    }

    /// Returns the pairs of pawns that may be removed before the next move.
    pub fn removable_pairs(&self) -> Vec<(Cell, Cell)> {
        let pairs = pairs::removable(&self.rules, &self.state);
        each(pairs.into()).map(|n| (Cell(n as u8), Cell(pairs::partner(n) as u8))).collect()
    }
}
