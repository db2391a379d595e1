//! The reason why a requested move is illegal: the first rule that it breaks, with the pieces that matter.

use super::labelled::LatticePosition;
use super::play::MoveRequest;
use super::traces::LineBetween;
use crate::board::{Castle, Cell, CellStep, KNIGHT_STEPS, RepeatedStep, pawn_steps};
use crate::chess::{Color, Kind, Role};
use crate::lattice::movegen::{attacks_of, gives_forbidden_check, is_king_attacked};
use crate::lattice::state::{LatticeMove, LatticeState, Made, MoveKind, MoveList, make_on_board};
use crate::lattice::tables::{NOWHERE, bit, each, for_board};
use crate::notation::{Illegal, Reason};
use crate::variant::PawnPairs;

/// A piece that attacks a king.
struct Attacker {
    cell: usize,
    /// The piece in words, such as `qd on d8` or `the rook reborn on a8`.
    text: String,
}

impl LatticePosition {
    /// Returns the reason why no legal move fits a request. If there are several, it is that of the move that needs the smallest
    /// change: a check comes before a promotion, and a promotion before an obstacle.
    pub(super) fn why_illegal(&self, request: &MoveRequest) -> Illegal {
        let (from, to) = (self.rules.name(request.from), self.rules.name(request.to));
        let turn = self.state.turn;
        let label = match self.piece_at(request.from) {
            None => return Illegal::new(Reason::Piece, format!("no piece stands on {from}")),
            Some(piece) if piece.color != turn => {
                let message =
                    format!("{} on {from} is {}'s, and {turn} is to move", piece.label, piece.color);
                return Illegal::new(Reason::Turn, message);
            }
            Some(piece) => piece.label,
        };
        let mut moves = MoveList::new();
        self.rules.pseudo_legal_moves(&self.state, &mut moves);
        if let Some(m) = self.fitting_move(request, &moves) {
            return match self.forbidding_check(m) {
                Some(message) => Illegal::new(Reason::Check, message),
                None if self.state.pieces(!turn, Role::King) & m.to().bit() != 0 => {
                    Illegal::new(Reason::Move, "a king is not captured")
                }
                None => Illegal::new(Reason::Move, "the game is over"),
            };
        }
        moves.retain(|m| m.from() == request.from && m.to() == request.to);
        if let Some(pairs) = self.requested_pairs(request)
            && !moves.is_empty()
        {
            return match moves.iter().find(|m| m.pairs == pairs) {
                Some(m) => Illegal::new(Reason::Promotion, self.wrong_promotion(*m)),
                None => {
                    Illegal::new(Reason::Move, format!("{label} goes to {to} only with other pairs removed"))
                }
            };
        }
        if let Some(refusal) = self.castling_refusal(request) {
            return refusal;
        }
        if self.rules.grid.is_void(request.to) {
            return Illegal::new(Reason::Void, format!("{to} is a void"));
        }
        if self.meets_void(request) {
            return Illegal::new(Reason::Void, format!("a void lies on the way from {from} to {to}"));
        }
        let message =
            self.obstacle(request).unwrap_or_else(|| format!("{label} does not go from {from} to {to}"));
        Illegal::new(Reason::Move, message)
    }

    /// Checks that the requested pairs of pawns may be removed.
    ///
    /// # Errors
    /// The reason why the first pair that may not be removed is refused.
    pub(crate) fn check_pairs(&self, pairs: &[[Cell; 2]]) -> Result<(), Illegal> {
        let texts_of = |pairs: &[[Cell; 2]]| -> Vec<String> {
            pairs.iter().map(|&pair| self.rules.pair_text(pair)).collect()
        };
        let (asked, known) = (texts_of(pairs), texts_of(&self.removable_pairs()));
        for (i, pair) in asked.iter().enumerate() {
            if asked[..i].contains(pair) {
                let message = format!("`xx:{pair}`: this pair is written twice");
                return Err(Illegal::new(Reason::Move, message));
            }
            if !known.contains(pair) {
                let removable = if known.is_empty() { "none now".to_owned() } else { known.join(", ") };
                let pawns = match self.rules.pairs {
                    PawnPairs::None => {
                        let message = format!("`xx:{pair}`: this variant removes no pairs of pawns");
                        return Err(Illegal::new(Reason::Move, message));
                    }
                    PawnPairs::Opponent => "two enemy pawns",
                    PawnPairs::Owner => "two of your own pawns",
                    PawnPairs::Either => "two pawns of one side",
                };
                let message = format!(
                    "`xx:{pair}`: no removable pair stands there: {pawns} that face each other; there is {removable}"
                );
                return Err(Illegal::new(Reason::Move, message));
            }
        }
        Ok(())
    }

    /// Returns the piece on a cell in words, such as `Pa on a2`; of an empty cell, the name.
    fn describe(&self, cell: Cell) -> String {
        let name = self.rules.name(cell);
        self.labels.at(cell).map_or_else(|| name.clone(), |label| format!("{label} on {name}"))
    }

    /// Returns the first piece that attacks a side's king in a state. `made` is the move by which the state arose, if any.
    fn attacker(&self, state: &LatticeState, side: Color, made: Option<Made>) -> Option<Attacker> {
        let king = state.kings[side.index()];
        if king == NOWHERE {
            return None;
        }
        let enemies = each(state.colors[(!side).index()]);
        let mut attackers =
            enemies.filter(|&cell| attacks_of(&self.rules, state, cell) & bit(king.into()) != 0);
        let cell = attackers.next()?;
        let reborn = made.and_then(|made| made.captured?.reborn).filter(|reborn| reborn.cell == cell);
        let text = match reborn {
            Some(reborn) => {
                let kind = self.rules.kind_name(reborn.kind);
                format!("the {kind} reborn on {}", self.rules.name(Cell(cell as u8)))
            }
            None => self.describe(Cell(cell as u8)),
        };
        Some(Attacker { cell, text })
    }

    /// Returns a message about the check that forbids a pseudo-legal move; `None` if no check does.
    fn forbidding_check(&self, m: LatticeMove) -> Option<String> {
        let us = self.state.turn;
        let mut after = self.state;
        let made = make_on_board(&self.rules, &mut after, m);
        if !for_board!(self.rules, R => is_king_attacked::<R>(&self.rules, &after, us)) {
            let is_forbidden =
                for_board!(self.rules, R => gives_forbidden_check::<R>(&self.rules, &self.state, m));
            return is_forbidden.then(|| "only the last move of a series may give check".to_owned());
        }
        let Attacker { cell, text: attacker } = self.attacker(&after, us, Some(made))?;
        let (mover, to) = (self.describe(m.from()), self.rules.name(m.to()));
        if self.rules.is_royal(made.mover_kind) {
            return Some(if m.kind == MoveKind::Castle {
                format!("{attacker} attacks the king after castling")
            } else {
                format!("{attacker} attacks {to}")
            });
        }
        let king = usize::from(after.kings[us.index()]);
        if attacks_of(&self.rules, &self.state, cell) & bit(king) != 0 {
            return Some(format!("the {us} king stays in check from {attacker}"));
        }
        // The mover was pinned if a piece on its former cell would block the attack.
        let mut with_blocker = after;
        with_blocker.colors[us.index()] |= bit(m.from().index());
        if attacks_of(&self.rules, &with_blocker, cell) & bit(king) == 0 {
            return Some(format!("{mover} is pinned by {attacker}"));
        }
        Some(format!("the move leaves the {us} king attacked by {attacker}"))
    }

    /// Returns a message about a request that differs from the legal move `m` in the promotion.
    fn wrong_promotion(&self, m: LatticeMove) -> String {
        let (piece, to) = (self.describe(m.from()), self.rules.name(m.to()));
        if m.promotion.is_none() {
            return format!("{piece} does not promote on {to}");
        }
        let kinds = self.rules.promotion_kinds[self.state.turn.index()].iter();
        // A pawn among the kinds means that the pawn may stay one, for which there is no letter.
        let officers = kinds.filter(|kind| **kind != Kind::PAWN);
        let letters: Vec<String> =
            officers.map(|&kind| self.rules.letter(kind).to_ascii_lowercase().into()).collect();
        format!("{piece} promotes on {to}: add {}", letters.join(" or "))
    }

    /// Returns the reason why a requested castling is illegal; `None` if no castling is requested.
    fn castling_refusal(&self, request: &MoveRequest) -> Option<Illegal> {
        let s = &self.state;
        let castle = self.rules.castle_of(s.turn, request.from, request.to)?;
        if s.kind_at(request.from.index()) != Some(Kind::KING) {
            return None;
        }
        if s.pieces(s.turn, Role::Rook) & castle.rook.bit() == 0 {
            let message = format!("no rook to castle with stands on {}", self.rules.name(castle.rook));
            return Some(Illegal::new(Reason::Move, message));
        }
        for (home, piece) in [(castle.king, "king"), (castle.rook, "rook")] {
            if s.first_move_rights & home.bit() == 0 {
                return Some(Illegal::new(Reason::Move, format!("no castling: the {piece} has moved")));
            }
        }
        Some(match each(castle.between & s.occupied()).next() {
            Some(cell) => {
                let blocker = self.describe(Cell(cell as u8));
                Illegal::new(Reason::Move, format!("no castling: {blocker} is in the way"))
            }
            None => Illegal::new(Reason::Check, self.forbidden_castling(castle)),
        })
    }

    /// Returns a message about the attack that forbids a castling: on the king, or on a cell that must be safe.
    fn forbidden_castling(&self, castle: &Castle) -> String {
        let us = self.state.turn;
        if let Some(attacker) = self.attacker(&self.state, us, None) {
            return format!("no castling while {} gives check", attacker.text);
        }
        for cell in each(castle.safe) {
            for enemy in each(self.state.colors[(!us).index()]) {
                if attacks_of(&self.rules, &self.state, enemy) & bit(cell) != 0 {
                    let (enemy, cell) = (self.describe(Cell(enemy as u8)), self.rules.name(Cell(cell as u8)));
                    return format!("no castling while {enemy} attacks {cell}");
                }
            }
        }
        "castling is forbidden by a check".to_owned()
    }

    /// Returns a message about what keeps a piece from a cell to which its kind moves; `None` if its kind does not move there.
    fn obstacle(&self, request: &MoveRequest) -> Option<String> {
        let (s, to) = (&self.state, request.to);
        // A move of a piece to its own cell is not obstructed by the piece.
        let is_own = s.colors[s.turn.index()] & to.bit() != 0 && request.from != to;
        let own_piece = || is_own.then(|| format!("{}, of its own side, stands there", self.describe(to)));
        match s.kind_at(request.from.index())? {
            Kind::Custom(_) => own_piece(),
            Kind::PAWN => self.pawn_obstacle(request),
            Kind::Known(role) => own_piece().or_else(|| self.slider_obstacle(role, request)),
        }
    }

    /// Returns a message about what keeps a pawn from a cell ahead of it, or from a capture.
    fn pawn_obstacle(&self, request: &MoveRequest) -> Option<String> {
        let (s, grid, t) = (&self.state, &self.rules.grid, &*self.rules.tables);
        let (from, to) = (request.from, request.to);
        let way = s.way_at(from.index());
        let is_occupied = |cell: Cell| s.occupied() & cell.bit() != 0;
        if t.takes[way][from.index()] & to.bit() != 0 && !is_occupied(to) {
            return Some(format!("there is nothing on {} to capture", self.rules.name(to)));
        }
        let one_ahead = grid.neighbour(from, pawn_steps(grid.chart())[way].push)?;
        let is_two_ahead = t.push_twice[way][from.index()] & to.bit() != 0;
        if one_ahead != to && !is_two_ahead {
            return None;
        }
        if let Some(blocker) = [one_ahead, to].into_iter().find(|&cell| is_occupied(cell)) {
            return Some(format!("{} is in the way", self.describe(blocker)));
        }
        is_two_ahead.then(|| format!("{} may not go two steps", self.describe(from)))
    }

    /// Returns a message about the piece that blocks the shortest line of a slider to a cell; `None` if the role does not slide
    /// there.
    fn slider_obstacle(&self, role: Role, request: &MoveRequest) -> Option<String> {
        let blocker_on = |line: &LineBetween| self.first_occupied(&line.between);
        let lines = self.lines_between(request.from, request.to, role);
        let blocked_lines = lines.filter(|line| blocker_on(line).is_some());
        let blocker = blocker_on(&blocked_lines.min_by_key(|line| line.between.len())?)?;
        Some(format!("{} is in the way", self.describe(blocker)))
    }

    /// Whether only a void keeps the piece from the cell: it could go there if it could pass voids.
    fn meets_void(&self, request: &MoveRequest) -> bool {
        let own = self.state.colors[self.state.turn.index()];
        if own & request.to.bit() != 0 {
            return false;
        }
        match self.state.role_at(request.from.index()) {
            Some(Role::Knight) => KNIGHT_STEPS.iter().any(|steps| self.leaps_over_void(request, steps)),
            Some(Role::Bishop) if self.rules.is_shatranj => {
                let mut diagonals = CellStep::KING.into_iter().filter(|step| step.is_diagonal());
                diagonals.any(|step| self.leaps_over_void(request, &[step.repeated(2)]))
            }
            Some(Role::Pawn) => {
                let steps = pawn_steps(self.rules.grid.chart())[self.state.way_at(request.from.index())];
                self.leaps_over_void(request, &[steps.push.repeated(2)])
            }
            Some(role @ (Role::King | Role::Queen | Role::Rook | Role::Bishop)) => {
                let mut steps = CellStep::KING.into_iter().filter(|&step| self.rules.rides_along(role, step));
                steps.any(|step| self.slides_over_void(request, step))
            }
            None => false,
        }
    }

    /// Whether a line of equal steps leads to the requested cell, over a void and past no piece.
    fn slides_over_void(&self, request: &MoveRequest, step: CellStep) -> bool {
        let grid = &self.rules.grid;
        let cells = grid.walk_over_voids(request.from, step);
        let Some(end) = cells.iter().position(|&cell| cell == request.to) else { return false };
        let meets_void = cells[..end].iter().any(|&cell| grid.is_void(cell));
        meets_void && self.first_occupied(&cells[..end]).is_none()
    }

    /// Whether some steps lead to the requested cell over a void.
    fn leaps_over_void(&self, request: &MoveRequest, steps: &[RepeatedStep]) -> bool {
        let grid = &self.rules.grid;
        let mut coord = grid.coord(request.from);
        let mut meets_void = false;
        for &RepeatedStep { step, times } in steps {
            for _ in 0..times {
                coord = grid.chart().stepped(coord, step, 1.0);
                meets_void |= grid.place_at(coord).is_some_and(|cell| grid.is_void(cell));
            }
        }
        meets_void && grid.place_at(coord) == Some(request.to)
    }
}
