//! The reason why a requested move is illegal: the first rule that it breaks, with the pieces that matter.

use super::labelled::LatticePosition;
use super::play::MoveRequest;
use crate::board::{Castle, Cell, CellStep, KNIGHT_LEAPS, pawn_steps};
use crate::chess::{Color, Kind, Role};
use crate::lattice::movegen::{attacks_of, gives_forbidden_check, king_attacked};
use crate::lattice::state::{LatticeMove, LatticeState, Made, MoveKind, MoveList, place};
use crate::lattice::tables::{NOWHERE, bit, each, for_board};
use crate::notation::{Illegal, Reason};
use crate::variant::PawnPairs;

/// A piece that attacks a king.
struct Attacker {
    cell: usize,
    /// The piece in words, such as `qd on d8` or `the rook reborn on a8`.
    name: String,
}

impl LatticePosition {
    /// Returns why no legal move fits the request: of several reasons the one nearest to a legal move.
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
        if let Some(m) = self.fit(request, &moves) {
            return match self.why_check(m) {
                Some(message) => Illegal::new(Reason::Check, message),
                None if self.state.set(!turn, Role::King) & m.to().bit() != 0 => {
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
                Some(m) => Illegal::new(Reason::Promotion, self.why_not_so_promoted(*m)),
                None => {
                    Illegal::new(Reason::Move, format!("{label} goes to {to} only with other pairs removed"))
                }
            };
        }
        if let Some(castle) = self.castle_but_for_checks(request) {
            return Illegal::new(Reason::Check, self.why_no_castling(castle));
        }
        if self.rules.grid.is_void(request.to) {
            return Illegal::new(Reason::Void, format!("{to} is a void"));
        }
        if self.meets_void(request) {
            return Illegal::new(Reason::Void, format!("a void lies on the way from {from} to {to}"));
        }
        let why =
            self.obstacle(request).unwrap_or_else(|| format!("{label} does not go from {from} to {to}"));
        Illegal::new(Reason::Move, why)
    }

    /// Refuses the first pair of pawns that may not be removed.
    pub(crate) fn refuse_pairs(&self, pairs: &[(Cell, Cell)]) -> Result<(), Illegal> {
        let texts_of = |pairs: &[(Cell, Cell)]| -> Vec<String> {
            pairs.iter().map(|&pair| self.rules.pair_text(pair)).collect()
        };
        let (asked, known) = (texts_of(pairs), texts_of(&self.removable_pairs()));
        for (i, pair) in asked.iter().enumerate() {
            if asked[..i].contains(pair) {
                let message = format!("`xx:{pair}`: this pair is written twice");
                return Err(Illegal::new(Reason::Move, message));
            }
            if !known.contains(pair) {
                let there = if known.is_empty() { "none now".to_owned() } else { known.join(", ") };
                let whose = match self.rules.pairs {
                    PawnPairs::None | PawnPairs::Opponent => "two enemy pawns",
                    PawnPairs::Owner => "two of your own pawns",
                    PawnPairs::Either => "two pawns of one side",
                };
                let message = format!(
                    "`xx:{pair}`: no removable pair stands there: {whose} that face each other; there is {there}"
                );
                return Err(Illegal::new(Reason::Move, message));
            }
        }
        Ok(())
    }

    /// Returns a piece with its cell, such as `Pa on a2`.
    fn describe(&self, cell: Cell) -> String {
        let name = self.rules.name(cell);
        self.labels.at(cell).map_or_else(|| name.clone(), |label| format!("{label} on {name}"))
    }

    /// Returns the first piece that attacks a side's king in a state, after a move if one was made.
    fn attacker(&self, state: &LatticeState, side: Color, made: Option<Made>) -> Option<Attacker> {
        let king = state.kings[side.index()];
        if king == NOWHERE {
            return None;
        }
        let enemies = each(state.colors[(!side).index()]);
        let mut attackers =
            enemies.filter(|&cell| attacks_of(&self.rules, state, cell) & bit(king.into()) != 0);
        let cell = attackers.next()?;
        let reborn = made.and_then(|made| made.taken?.reborn).filter(|reborn| reborn.cell == cell);
        let name = match reborn {
            Some(reborn) => {
                let kind = self.rules.kind_name(reborn.kind);
                format!("the {kind} reborn on {}", self.rules.name(Cell(cell as u8)))
            }
            None => self.describe(Cell(cell as u8)),
        };
        Some(Attacker { cell, name })
    }

    /// Returns the check that forbids a pseudo-legal move; `None` if there is none.
    fn why_check(&self, m: LatticeMove) -> Option<String> {
        let us = self.state.turn;
        let mut after = self.state;
        let made = place(&self.rules, &mut after, m);
        if !for_board!(self.rules, R => king_attacked::<R>(&self.rules, &after, us)) {
            let forbidden =
                for_board!(self.rules, R => gives_forbidden_check::<R>(&self.rules, &self.state, m));
            return forbidden.then(|| "only the last move of a series may give check".to_owned());
        }
        let Attacker { cell, name: attacker } = self.attacker(&after, us, Some(made))?;
        let (mover, to) = (self.describe(m.from()), self.rules.name(m.to()));
        if self.rules.is_royal(made.kind) {
            return Some(if m.kind == MoveKind::Castle {
                format!("{attacker} attacks the king after castling")
            } else {
                format!("{attacker} attacks {to}")
            });
        }
        if self.rules.in_check(&self.state, us) {
            return Some(format!("the {us} king stays in check from {attacker}"));
        }
        let mut returned = after;
        returned.colors[us.index()] |= bit(m.from().index());
        let king = usize::from(after.kings[us.index()]);
        if attacks_of(&self.rules, &returned, cell) & bit(king) == 0 {
            return Some(format!("{mover} is pinned by {attacker}"));
        }
        Some(format!("the move leaves the {us} king attacked by {attacker}"))
    }

    /// Returns why a move to the right cell has the wrong promotion.
    fn why_not_so_promoted(&self, m: LatticeMove) -> String {
        let (piece, to) = (self.describe(m.from()), self.rules.name(m.to()));
        if m.promotion.is_none() {
            return format!("{piece} does not promote on {to}");
        }
        let kinds = self.rules.promotion_kinds[self.state.turn.index()].iter();
        let others = kinds.filter(|kind| **kind != Kind::PAWN);
        let letters: Vec<String> =
            others.map(|&kind| self.rules.letter(kind).to_ascii_lowercase().into()).collect();
        format!("{piece} promotes on {to}: add {}", letters.join(" or "))
    }

    /// Returns a castling with its rights and empty cells, which only attacks can forbid.
    fn castle_but_for_checks(&self, request: &MoveRequest) -> Option<Castle> {
        let s = &self.state;
        let castle = self.rules.castle_of(s.turn, request.from, request.to)?;
        let is_ready = castle.homes() & !s.unmoved == 0 && castle.between & s.occupied() == 0;
        is_ready.then_some(*castle)
    }

    /// Returns the attack that forbids a castling: on the king, or on a cell that must be safe.
    fn why_no_castling(&self, castle: Castle) -> String {
        let us = self.state.turn;
        if let Some(attacker) = self.attacker(&self.state, us, None) {
            return format!("no castling while {} gives check", attacker.name);
        }
        for cell in each(castle.safe) {
            let mut there = self.state;
            there.colors[us.index()] |= bit(cell);
            let mut enemies = each(self.state.colors[(!us).index()]);
            if let Some(attacker) =
                enemies.find(|&enemy| attacks_of(&self.rules, &there, enemy) & bit(cell) != 0)
            {
                let cell = self.rules.name(Cell(cell as u8));
                return format!("no castling while {} attacks {cell}", self.describe(Cell(attacker as u8)));
            }
        }
        "castling is forbidden by a check".to_owned()
    }

    /// Returns what keeps a piece from a cell to which its kind moves; `None` if its kind does not move there.
    fn obstacle(&self, request: &MoveRequest) -> Option<String> {
        let (s, grid) = (&self.state, &self.rules.grid);
        let (from, to) = (request.from, request.to);
        let kind = s.kind_at(from.index())?;
        let in_the_way = |cell: Cell| format!("{} is in the way", self.describe(cell));
        let is_occupied = |cell: Cell| s.occupied() & cell.bit() != 0;
        let is_own = s.colors[s.turn.index()] & to.bit() != 0 && from != to;
        let own_side = || Some(format!("{}, of its own side, stands there", self.describe(to)));
        let Kind::Known(role) = kind else { return if is_own { own_side() } else { None } };
        if role == Role::Pawn {
            let t = &*self.rules.tables;
            let way = s.way_at(from.index());
            if t.takes[way][from.index()] & to.bit() != 0 && !is_occupied(to) {
                return Some(format!("there is nothing on {} to capture", self.rules.name(to)));
            }
            let one = grid.neighbour(from, pawn_steps(grid.chart())[way].push)?;
            let two = each(t.push_twice[way][from.index()]).next().map(|n| Cell(n as u8));
            if one != to && two != Some(to) {
                return None;
            }
            let blocker = [one, to].into_iter().find(|&cell| is_occupied(cell)).map(in_the_way);
            let message = || format!("{} may not go two steps", self.describe(from));
            return blocker.or_else(|| (two == Some(to)).then(message));
        }
        if let Some(message) = self.castling_obstacle(request) {
            return Some(message);
        }
        if is_own {
            return own_side();
        }
        let slides: fn(&CellStep) -> bool = match role {
            Role::Rook => |step| !step.is_diagonal(),
            Role::Bishop if !self.rules.leapers => |step| step.is_diagonal(),
            Role::Queen if !self.rules.leapers => |_| true,
            Role::King | Role::Queen | Role::Bishop | Role::Knight | Role::Pawn => return None,
        };
        let ways = CellStep::KING.iter().filter(|step| slides(step)).filter_map(|&step| {
            let way = grid.walk(from, step);
            let end = way.iter().position(|&cell| cell == to)?;
            let blocker = way[..end].iter().copied().find(|&cell| is_occupied(cell))?;
            Some((end, blocker))
        });
        ways.min_by_key(|&(end, _)| end).map(|(_, blocker)| in_the_way(blocker))
    }

    /// Returns why a king may not castle to a cell: a lost right, or a piece between.
    fn castling_obstacle(&self, request: &MoveRequest) -> Option<String> {
        let s = &self.state;
        let castle = self.rules.castle_of(s.turn, request.from, request.to)?;
        if s.role_at(request.from.index()) != Some(Role::King) {
            return None;
        }
        if s.set(s.turn, Role::Rook) & castle.rook.bit() == 0 {
            return Some(format!("no rook to castle with stands on {}", self.rules.name(castle.rook)));
        }
        for (home, piece) in [(castle.king, "king"), (castle.rook, "rook")] {
            if s.unmoved & home.bit() == 0 {
                return Some(format!("no castling: the {piece} has moved"));
            }
        }
        let between = each(castle.between & s.occupied()).next()?;
        Some(format!("no castling: {} is in the way", self.describe(Cell(between as u8))))
    }

    /// Whether the piece could go there if it could stand on voids and pass them.
    fn meets_void(&self, request: &MoveRequest) -> bool {
        let grid = &self.rules.grid;
        let from = request.from;
        let slides = |steps: &[CellStep]| {
            steps.iter().any(|&step| {
                let way = grid.walk_over_voids(from, step);
                let end = way.iter().position(|&cell| cell == request.to);
                end.is_some_and(|end| {
                    way[..end].iter().any(|&c| grid.is_void(c))
                        && way[..end].iter().all(|c| self.state.occupied() & c.bit() == 0)
                })
            })
        };
        let leaps = |legs: &[(CellStep, u8)]| {
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
        let (straight, slant): (Vec<CellStep>, Vec<CellStep>) =
            CellStep::KING.iter().partition(|s| !s.is_diagonal());
        match self.state.role_at(from.index()) {
            Some(Role::Knight) => KNIGHT_LEAPS.iter().any(|&(l, s)| leaps(&[(l, 2), (s, 1)])),
            Some(Role::Rook) => slides(&straight),
            Some(Role::Bishop) if self.rules.leapers => slant.iter().any(|&s| leaps(&[(s, 2)])),
            Some(Role::Bishop) => slides(&slant),
            Some(Role::Queen) if !self.rules.leapers => slides(&straight) || slides(&slant),
            Some(Role::Queen | Role::King) | None => false,
            Some(Role::Pawn) => {
                let way = pawn_steps(grid.chart())[self.state.way_at(from.index())];
                leaps(&[(way.push, 2)])
            }
        }
    }
}
