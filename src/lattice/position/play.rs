//! Carrying out a move that somebody asks for: checked, with a reason when it is refused and the effects
//! when it is not.

use super::labelled::Position;
use crate::board::{Cell, KNIGHT_LEAPS, Step, pawn_ways};
use crate::chess::{Label, Role};
use crate::choice::choice;
use crate::lattice::movegen::{gives_forbidden_check, king_attacked};
use crate::lattice::state::{Move, MoveList, pairs, place};
use crate::lattice::tables::{bit, each, for_board};

/// A move as somebody writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveRequest {
    /// Whence.
    pub from: Cell,
    /// Where to; of castling, where the king goes.
    pub to: Cell,
    /// What the pawn should become.
    pub promotion: Option<Role>,
    /// Pawn pairs to take off first, the pawns of each in either order.
    pub pairs: Vec<(Cell, Cell)>,
}

choice! {
    /// Why a move is refused.
    pub enum Refusal("reason") {
        /// It is the other side's piece.
        Turn = "turn",
        /// No piece stands there.
        Piece = "piece",
        /// The promotion is missing, or the move is none.
        Promotion = "promotion",
        /// The piece does not move so.
        Move = "move",
        /// The king would stand in check, castle out of or through it, or the order of turns forbids the
        /// check that the move gives.
        Check = "check",
        /// A void is in the way or at the end.
        Void = "void",
    }
}

impl std::error::Error for Refusal {}

/// Something that a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// A pawn of a pair came off.
    PairRemoved {
        /// Its name.
        label: Label,
        /// Where it stood.
        cell: Cell,
    },
    /// A piece moved; the rook of a castling moves after the king.
    Moved {
        /// Its name.
        label: Label,
        /// Whence.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A pawn became something else.
    Promoted {
        /// Its name as a pawn.
        pawn: Label,
        /// Its new name.
        label: Label,
        /// What it became.
        role: Role,
    },
    /// A piece was taken and is gone.
    Removed {
        /// Its name.
        label: Label,
        /// Where it stood.
        cell: Cell,
    },
    /// A piece was taken and put back.
    Reborn {
        /// Its name before.
        label: Label,
        /// Its name now: another if a promoted piece became a pawn again.
        renamed: Label,
        /// What it is now.
        role: Role,
        /// Where it was taken.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
}

impl Effect {
    /// The name of a piece that was taken, put back or not.
    pub fn captured(&self) -> Option<Label> {
        match *self {
            Effect::Removed { label, .. } | Effect::Reborn { label, .. } => Some(label),
            Effect::PairRemoved { .. } | Effect::Moved { .. } | Effect::Promoted { .. } => None,
        }
    }

    /// The name that a piece has which was put back.
    pub fn reborn(&self) -> Option<Label> {
        match *self {
            Effect::Reborn { renamed, .. } => Some(renamed),
            Effect::Removed { .. }
            | Effect::PairRemoved { .. }
            | Effect::Moved { .. }
            | Effect::Promoted { .. } => None,
        }
    }
}

impl Position {
    /// The legal move that fits a request.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn find_move(&self, request: &MoveRequest) -> Result<Move, Refusal> {
        self.fit(request, &self.legal_moves()).ok_or_else(|| self.reason_against(request))
    }

    fn fit(&self, request: &MoveRequest, moves: &[Move]) -> Option<Move> {
        let pairs = self.wished_pairs(request)?;
        let fits = |m: &&Move| {
            m.from() == request.from
                && m.to() == request.to
                && m.promotion == request.promotion
                && m.pairs == pairs
        };
        moves.iter().find(fits).copied()
    }

    /// The wished removals as a set of counter-clockwise pawns, if each is a pair of the board.
    fn wished_pairs(&self, request: &MoveRequest) -> Option<u64> {
        let mut set = 0u64;
        for &(a, b) in &request.pairs {
            let first = [(a, b), (b, a)]
                .into_iter()
                .find(|(x, y)| self.rules.pairs && pairs::partner(x.index()) == y.index())?
                .0;
            if set & (1 << first.index()) != 0 {
                return None;
            }
            set |= 1 << first.index();
        }
        Some(set)
    }

    /// Carries out the legal move that fits a request. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn play(&mut self, request: &MoveRequest) -> Result<Vec<Effect>, Refusal> {
        let m = self.find_move(request)?;
        Ok(self.carry_out(m))
    }

    /// Carries out a move if it is legal here. After an error nothing has changed.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn play_move(&mut self, m: Move) -> Result<Vec<Effect>, Refusal> {
        if self.legal_moves().contains(&m) {
            return Ok(self.carry_out(m));
        }
        let pairs = m.removed_pairs().collect();
        Err(self.reason_against(&MoveRequest { from: m.from(), to: m.to(), promotion: m.promotion, pairs }))
    }

    /// The effects of a move. It must be one of [`Position::legal_moves`]: it is not checked again.
    pub(crate) fn effects_of(&self, m: Move) -> Vec<Effect> {
        self.clone().carry_out(m)
    }

    fn carry_out(&mut self, m: Move) -> Vec<Effect> {
        let mut effects = Vec::new();
        for cell in m.removed_pairs().flat_map(|(a, b)| [a, b]) {
            effects.extend(self.labels.take(cell).map(|label| Effect::PairRemoved { label, cell }));
        }
        let placed = self.rules.make_and_report(&mut self.state, m);
        let taken = placed.taken.and_then(|t| Some((t, self.labels.take(Cell(t.cell))?)));
        let Some(mut label) = self.labels.take(m.from()) else { return effects };
        effects.push(Effect::Moved { label, from: m.from(), to: m.to() });
        if let Some(role) = m.promotion {
            let pawn = label;
            label = self.labels.renamed(pawn, role);
            effects.push(Effect::Promoted { pawn, label, role });
        }
        self.labels.put(m.to(), label);
        if let Some((from, to)) = placed.rook
            && let Some(label) = self.labels.take(Cell(from))
        {
            self.labels.put(Cell(to), label);
            effects.push(Effect::Moved { label, from: Cell(from), to: Cell(to) });
        }
        if let Some((taken, label)) = taken {
            let cell = Cell(taken.cell);
            match taken.reborn {
                None => effects.push(Effect::Removed { label, cell }),
                Some((to, role)) => {
                    let renamed = if role == taken.role { label } else { self.labels.renamed(label, role) };
                    self.labels.put(Cell(to), renamed);
                    effects.push(Effect::Reborn { label, renamed, role, from: cell, to: Cell(to) });
                }
            }
        }
        effects
    }

    /// Why no legal move fits the request: nearest cause first.
    fn reason_against(&self, request: &MoveRequest) -> Refusal {
        let from = request.from.index();
        match self.state.color_at(from) {
            None => return Refusal::Piece,
            Some(color) if color != self.state.turn => return Refusal::Turn,
            Some(_) => {}
        }
        let mut moves = MoveList::new();
        self.rules.pseudo_legal_moves(&self.state, &mut moves);
        let otherwise = |m: &Move| m.from() == request.from && m.to() == request.to;
        if let Some(m) = self.fit(request, &moves) {
            return if self.is_unsafe(m) { Refusal::Check } else { Refusal::Move };
        }
        if self.wished_pairs(request).is_some() && moves.iter().any(otherwise) {
            let pairs = self.wished_pairs(request).unwrap_or(0);
            return if moves.iter().any(|m| otherwise(m) && m.pairs == pairs) {
                Refusal::Promotion
            } else {
                Refusal::Move
            };
        }
        if self.castles_but_for_checks(request) {
            return Refusal::Check;
        }
        if self.meets_void(request) { Refusal::Void } else { Refusal::Move }
    }

    fn is_unsafe(&self, m: Move) -> bool {
        let mut after = self.state;
        for_board!(self.rules, R => {
            place(&self.rules, &mut after, m);
            king_attacked::<R>(&self.rules, &after, self.state.turn)
                || gives_forbidden_check::<R>(&self.rules, &self.state, m)
        })
    }

    fn castles_but_for_checks(&self, request: &MoveRequest) -> bool {
        let s = &self.state;
        self.rules.castles[s.turn.index()].iter().any(|c| {
            c.king == request.from.0
                && c.king_to == request.to.0
                && s.unmoved & request.from.bit() != 0
                && s.unmoved & bit(c.rook.into()) != 0
                && c.between & s.occupied() == 0
        })
    }

    /// Whether the piece would get there if it could stand on voids and pass them.
    fn meets_void(&self, request: &MoveRequest) -> bool {
        let grid = &self.rules.grid;
        if grid.is_void(request.to) {
            return true;
        }
        let from = request.from;
        let slides = |steps: &[Step]| {
            steps.iter().any(|&step| {
                let way = grid.walk_over_voids(from, step);
                let end = way.iter().position(|&cell| cell == request.to);
                end.is_some_and(|end| {
                    way[..end].iter().any(|&c| grid.is_void(c))
                        && way[..end].iter().all(|c| self.state.occupied() & c.bit() == 0)
                })
            })
        };
        let leaps = |legs: &[(Step, u8)]| {
            let mut at = grid.coord(from);
            let mut met = false;
            for &(step, times) in legs {
                for _ in 0..times {
                    at = grid.chart().stepped(at, step, 1.0);
                    met |= grid.place_at(at).is_some_and(|c| grid.is_void(c));
                }
            }
            met && grid.place_at(at) == Some(request.to)
        };
        let own = self.state.colors[self.state.turn.index()];
        if own & request.to.bit() != 0 {
            return false;
        }
        let (straight, slant): (Vec<Step>, Vec<Step>) = Step::KING.iter().partition(|s| !s.is_diagonal());
        match self.state.role_at(from.index()) {
            Some(Role::Knight) => KNIGHT_LEAPS.iter().any(|&(l, s)| leaps(&[(l, 2), (s, 1)])),
            Some(Role::Rook) => slides(&straight),
            Some(Role::Bishop) if self.rules.leapers => slant.iter().any(|&s| leaps(&[(s, 2)])),
            Some(Role::Bishop) => slides(&slant),
            Some(Role::Queen) if !self.rules.leapers => slides(&straight) || slides(&slant),
            Some(Role::Queen | Role::King) | None => false,
            Some(Role::Pawn) => {
                let way = pawn_ways(grid.chart())[self.state.way_at(from.index())];
                leaps(&[(way.push, 2)])
            }
        }
    }

    /// The pairs of enemy pawns that may come off before the next move.
    pub fn removable_pairs(&self) -> Vec<(Cell, Cell)> {
        let pairs = pairs::removable(&self.rules, &self.state);
        each(pairs.into()).map(|n| (Cell(n as u8), Cell(pairs::partner(n) as u8))).collect()
    }
}
