//! Requested moves: the matching legal move, and its effects.

use super::labelled::LatticePosition;
use crate::board::{Castle, Cell};
use crate::chess::{Kind, Label, Role};
use crate::lattice::state::{CapturedPiece, LatticeMove, MoveKind, RebornPiece, pairs};
use crate::notation::Illegal;

/// A move as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveRequest {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell to which the piece goes; in castling, the king.
    pub to: Cell,
    /// The kind to which the pawn is to promote.
    pub promotion: Option<Kind>,
    /// The pairs of pawns to remove first. The pawns of a pair may stand in either order.
    pub pairs: Vec<[Cell; 2]>,
}

impl From<LatticeMove> for MoveRequest {
    fn from(m: LatticeMove) -> MoveRequest {
        let pairs = m.removed_pairs().collect();
        MoveRequest { from: m.from(), to: m.to(), promotion: m.promotion, pairs }
    }
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
        /// The label after the rebirth. It differs if a promoted piece became a pawn again.
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
    /// The reason why no legal move fits.
    pub fn find_move(&self, request: &MoveRequest) -> Result<LatticeMove, Illegal> {
        self.fitting_move(request, &self.legal_moves()).ok_or_else(|| self.why_illegal(request))
    }

    /// Returns the text of the castling that a request means if it moves the king onto its own rook, as some programs write it.
    pub(crate) fn castling_onto_rook(&self, request: &MoveRequest) -> Option<String> {
        let turn = self.turn();
        let has_own = |cell: Cell, role: Role| {
            let is_own = self.state.colors[turn.index()] & cell.bit() != 0;
            is_own && self.state.kind_at(cell.index()) == Some(Kind::Known(role))
        };
        let is_meant = |castle: &&Castle| castle.king == request.from && castle.rook == request.to;
        let castle = self.rules.castles[turn.index()].iter().find(is_meant)?;
        let has_pieces = has_own(request.from, Role::King) && has_own(request.to, Role::Rook);
        has_pieces.then(|| self.rules.name(request.from) + &self.rules.name(castle.king_to))
    }

    /// Returns that of some moves which fits a request.
    pub(super) fn fitting_move(&self, request: &MoveRequest, moves: &[LatticeMove]) -> Option<LatticeMove> {
        let pairs = self.requested_pairs(request)?;
        let fits = |m: &&LatticeMove| {
            m.from() == request.from
                && m.to() == request.to
                && m.promotion == request.promotion
                && m.pairs == pairs
        };
        moves.iter().find(fits).copied()
    }

    /// Returns the requested removals as in [`LatticeMove`]'s `pairs`. `None` if the variant has no removals, if two cells are not
    /// those of a pair, or if a pair occurs twice.
    pub(super) fn requested_pairs(&self, request: &MoveRequest) -> Option<u64> {
        if !request.pairs.is_empty() && !self.rules.may_remove_pairs() {
            return None;
        }
        let mut set = 0u64;
        for &[a, b] in &request.pairs {
            let counter_clockwise = if pairs::partner(a.index()) == b.index() {
                a
            } else if pairs::partner(b.index()) == a.index() {
                b
            } else {
                return None;
            };
            let pair = 1 << counter_clockwise.index();
            if set & pair != 0 {
                return None;
            }
            set |= pair;
        }
        Some(set)
    }

    /// Makes the legal move that fits a request, and returns its effects. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why no legal move fits.
    pub fn play(&mut self, request: &MoveRequest) -> Result<Vec<LatticeEffect>, Illegal> {
        let m = self.find_move(request)?;
        Ok(self.carry_out(m))
    }

    /// Makes a move if it is legal in this position, and returns its effects. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    pub fn play_move(&mut self, m: LatticeMove) -> Result<Vec<LatticeEffect>, Illegal> {
        if self.legal_moves().contains(&m) {
            return Ok(self.carry_out(m));
        }
        Err(self.why_illegal(&m.into()))
    }

    /// Returns the effects of a move. The move must be one of [`LatticePosition::legal_moves`]; this is not checked.
    pub fn effects_of(&self, m: LatticeMove) -> Vec<LatticeEffect> {
        self.clone().carry_out(m)
    }

    /// Makes a legal move, and returns its effects.
    fn carry_out(&mut self, m: LatticeMove) -> Vec<LatticeEffect> {
        let mut effects = Vec::new();
        for cell in m.removed_pairs().flatten() {
            effects.extend(self.labels.take(cell).map(|label| LatticeEffect::PairRemoved { label, cell }));
        }
        let turn = self.state.turn;
        let made = self.rules.make(&mut self.state, m);
        let captured_label = made.captured.and_then(|captured| self.labels.take(Cell(captured.cell)));
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
        if let Some(captured) = made.captured
            && let Some(label) = captured_label
        {
            effects.push(self.effect_of_capture(captured, label));
        }
        effects
    }

    /// Returns the effect of a capture on the captured piece, and labels the piece again if it is reborn.
    fn effect_of_capture(&mut self, captured: CapturedPiece, label: Label) -> LatticeEffect {
        let cell = Cell(captured.cell);
        let Some(RebornPiece { cell: home, kind, .. }) = captured.reborn else {
            return LatticeEffect::Removed { label, cell };
        };
        let home = Cell(home as u8);
        let is_renamed = kind != captured.kind;
        let renamed = if is_renamed { self.labels.renamed(label, self.rules.letter(kind)) } else { label };
        self.labels.put(home, renamed);
        LatticeEffect::Reborn { label, renamed, kind, from: cell, to: home }
    }

    /// Returns the pairs of pawns that may be removed before the next move.
    pub fn removable_pairs(&self) -> Vec<[Cell; 2]> {
        pairs::cells_of_pairs(pairs::removable(&self.rules, &self.state)).collect()
    }
}
