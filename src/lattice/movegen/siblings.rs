//! The number of replies to each of many moves from one position. Most replies are the same after each move.
//!
//! A quiet move empties one cell and fills another. A piece of the other side that sees neither cell, and is pinned neither
//! before nor after, has the same moves as after a null move. These are counted only once.

use super::attack::{CheckInfo, attack_origins, attacks, sliders};
use super::generate::{Generator, Legality};
use super::pawns_beside::PawnsBeside;
use super::sink::Counter;
use super::turn::{make_and_end_turn, with_quiet_move};
use crate::chess::Role;
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, may_be_taken_in_passing, pairs};
use crate::lattice::tables::{LatticeRules, NOWHERE, PerCell, Topology, bit};
use crate::variant::{Rebirth, Turns};
use smallvec::SmallVec;

/// A slider of the side that replies.
struct Slider {
    role: Role,
    cell: usize,
    /// The cells that the slider attacks. While none of them changes, the slider attacks the same cells.
    reach: u128,
    /// The number of the slider's moves.
    count: u64,
}

/// The moves of the other side after a null move.
pub(super) struct SiblingReplies<'a> {
    rules: &'a LatticeRules,
    state: &'a LatticeState,
    /// The state after the null move.
    base: &'a LatticeState,
    king: usize,
    checks: CheckInfo,
    /// The cells from or to which a move is counted by itself, because it moves the other king, captures the last piece, or turns
    /// a pawn that may promote.
    apart: u128,
    /// The pieces of the replying side.
    own: u128,
    /// The occupied cells.
    occupied: u128,
    /// The cells on which a move may end.
    open: u128,
    /// The cells that decide checks and pins.
    in_sight: u128,
    /// For each role of the mover, the cells of `in_sight` from which it attacks the king, past the king's own side.
    attack_origins: [u128; 6],
    /// The cells of `in_sight` that matter for every mover: those on the line of a slider that gives check or pins, and pieces in
    /// front of a slider of their own side.
    on_slider_way: u128,
    /// The cells that decide the king's moves and castling.
    beside_king: u128,
    /// The union of `in_sight` and `beside_king`.
    about_king: u128,
    /// The number of the king's moves and castlings.
    king_moves: u64,
    /// The number of the leapers' moves, which no quiet move changes.
    leaps: u64,
    sliders: SmallVec<[Slider; 16]>,
    /// All cells that the sliders attack.
    in_reach: u128,
    /// The number of the sliders' moves.
    slides: u64,
    pawns: PawnsBeside,
    /// The number of the pawns' moves.
    pawn_moves: u64,
}

impl<'a> SiblingReplies<'a> {
    /// Returns the moves after a null move, or `None` if a quiet move may change more of them under these rules. `base` is the state
    /// after the null move.
    pub fn of<R: Topology>(
        rules: &'a LatticeRules,
        state: &'a LatticeState,
        base: &'a LatticeState,
    ) -> Option<SiblingReplies<'a>> {
        let plain = rules.rebirth == Rebirth::None
            && rules.turns == Turns::Alternating
            && !rules.snaffle
            && !rules.doubles_promote
            && !rules.has_custom_kinds;
        let king = base.kings[base.turn.index()];
        let other = base.kings[state.turn.index()];
        if !plain || king == NOWHERE || other == NOWHERE || rules.is_over(base) {
            return None;
        }
        let king = usize::from(king);
        let own = base.colors[base.turn.index()];
        let enemy = base.colors[state.turn.index()];
        let checks = CheckInfo::of::<R>(rules, base, king);
        if checks.check || pairs::removable(rules, base) != 0 {
            return None;
        }
        let generator = Generator::new::<R>(rules, base, king, &checks, Legality::Full);
        let in_sight = seen_from::<R>(rules, king, enemy);
        let beside_king = cells_beside_king::<R>(&generator);
        let mut pawn_moves = Counter::<R>::new();
        generator.pawns::<R, _>(&mut pawn_moves);
        let (king_moves, pawns) = (count_king_moves::<R>(&generator), PawnsBeside::of::<R>(&generator));
        let on_slider_way = cells_on_slider_way::<R>(&generator);
        let pieces = own & !bit(king);
        let last_piece = if pieces & pieces.wrapping_sub(1) == 0 { pieces } else { 0 };
        let mut replies = SiblingReplies {
            rules,
            state,
            base,
            king,
            checks,
            apart: last_piece | bit(other.into()) | rules.promotes_turned,
            own,
            occupied: own | enemy,
            open: !(own | bit(other.into())),
            in_sight,
            attack_origins: attack_origins::<R>(rules, king, enemy),
            on_slider_way,
            beside_king,
            about_king: in_sight | beside_king,
            king_moves,
            leaps: 0,
            sliders: SmallVec::new(),
            in_reach: 0,
            slides: 0,
            pawns,
            pawn_moves: pawn_moves.count,
        };
        replies.count_pieces::<R>();
        Some(replies)
    }

    /// Counts the moves of leapers and sliders.
    fn count_pieces<R: Topology>(&mut self) {
        self.leaps = self.leaps::<R>(&self.checks, !0, 0);
        let sliding: &[Role] =
            if self.rules.leapers { &[Role::Rook] } else { &[Role::Bishop, Role::Queen, Role::Rook] };
        for &role in sliding {
            let standing = R::trim(self.base.roles[role as usize] & self.own);
            for cell in R::each(standing) {
                let reach = attacks::<R>(self.rules, role, 0, cell, self.occupied);
                let count = self.targets::<R>(&self.checks, cell, reach, 0);
                self.in_reach |= reach;
                self.slides += count;
                self.sliders.push(Slider { role, cell, reach, count });
            }
        }
    }

    /// Whether a move may give a check or a pin, or end a pin.
    #[inline(always)]
    fn may_change_checks<R: Topology>(&self, m: LatticeMove, changed: u128) -> bool {
        if changed & self.in_sight == 0 {
            return false;
        }
        // A pawn that promotes may attack along the line on which it stood.
        let Some(role) = self.state.role_at(m.from.into()).filter(|_| m.promotion.is_none()) else {
            return true;
        };
        changed & self.on_slider_way | R::bit(m.to.into()) & self.attack_origins[role as usize] != 0
    }

    /// Returns the number of replies to a move; `None` if the move may change the moves of other pieces too.
    #[inline(always)]
    pub fn after<R: Topology>(&self, m: LatticeMove) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::trim(R::bit(from) | R::bit(to));
        if changed & self.apart != 0 || m.pairs != 0 {
            return None;
        }
        let changes_two_cells = match m.kind {
            MoveKind::Plain => true,
            MoveKind::Double => !may_be_taken_in_passing(self.rules, self.state, from),
            MoveKind::EnPassant | MoveKind::Castle => false,
        };
        if !changes_two_cells || self.rules.has_pairs() && self.may_pair(from, to) {
            return None;
        }
        if changed & self.about_king != 0 {
            return Some(self.after_near_king::<R>(m, changed));
        }
        Some(self.after_elsewhere::<R>(m))
    }

    /// Returns the number of replies to a move that changes neither checks and pins nor the king's moves.
    #[inline(always)]
    fn after_elsewhere<R: Topology>(&self, m: LatticeMove) -> u64 {
        if self.own & R::bit(m.to.into()) != 0 {
            return self.after_capture::<R>(m);
        }
        self.king_moves + self.leaps + self.slides_and_pawn_moves::<R>(m, 0, &self.checks, 0)
    }

    /// Returns the number of replies to a capture far from the king. Pieces that attack its cell may take back.
    #[inline(never)]
    fn after_capture<R: Topology>(&self, m: LatticeMove) -> u64 {
        let taken = R::bit(m.to.into());
        let leaps = self.leaps::<R>(&self.checks, !taken, taken);
        self.king_moves + leaps + self.slides_and_pawn_moves::<R>(m, taken, &self.checks, 0)
    }

    /// Returns the number of replies to a move that may give or end checks or pins, or change the king's moves.
    fn after_near_king<R: Topology>(&self, m: LatticeMove, changed: u128) -> u64 {
        let changes_checks = self.may_change_checks::<R>(m, changed);
        if !changes_checks && changed & self.beside_king == 0 {
            return self.after_elsewhere::<R>(m);
        }
        let mut next = with_quiet_move(self.state, m);
        make_and_end_turn::<R>(self.rules, &mut next, m);
        let seen;
        let (checks, pinned) = if !changes_checks {
            (&self.checks, 0)
        } else {
            seen = CheckInfo::of::<R>(self.rules, &next, self.king);
            (&seen, seen.pinned | self.checks.pinned)
        };
        let generator = || Generator::new::<R>(self.rules, &next, self.king, checks, Legality::Full);
        if checks.check {
            let mut counter = Counter::<R>::new();
            generator().every_move::<R, _>(&mut counter);
            return counter.count;
        }
        let taken = changed & self.own;
        let mut leaps = self.leaps;
        if pinned & !self.base.roles[Role::Pawn as usize] | taken != 0 {
            leaps = self.leaps::<R>(checks, !taken, taken);
        }
        let king_moves = if changed & self.beside_king == 0 {
            self.king_moves
        } else {
            count_king_moves::<R>(&generator())
        };
        king_moves + leaps + self.slides_and_pawn_moves::<R>(m, taken, checks, pinned)
    }

    /// Returns the number of moves of sliders and pawns after a move, which may be a capture, under these checks.
    /// The moves of pinned pieces are counted again.
    #[inline(always)]
    fn slides_and_pawn_moves<R: Topology>(
        &self,
        m: LatticeMove,
        taken: u128,
        checks: &CheckInfo,
        pinned: u128,
    ) -> u64 {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::trim(R::bit(from) | R::bit(to));
        let pawns = self.base.roles[Role::Pawn as usize];
        let occupied = self.occupied ^ changed | taken;
        let pieces = pinned & !pawns | taken;
        let mut slides = self.slides;
        if changed & self.in_reach | pieces != 0 {
            for slider in &self.sliders {
                if slider.reach & changed | R::bit(slider.cell) & pieces != 0 {
                    slides -= slider.count;
                    if R::bit(slider.cell) & taken == 0 {
                        let reach = attacks::<R>(self.rules, slider.role, 0, slider.cell, occupied);
                        slides += self.targets::<R>(checks, slider.cell, reach, taken);
                    }
                }
            }
        }
        let mut pawn_moves = self.pawn_moves;
        if changed & self.pawns.before | pinned | taken != 0 {
            let bound = (pinned | self.checks.pinned | taken) & pawns;
            if bound != 0 {
                pawn_moves =
                    pawn_moves.wrapping_add_signed(self.bound_pawns::<R>(bound, changed, taken, checks));
            }
            let (side, empty) = (self.base.turn.index(), !self.occupied);
            let gained = self.pawns.gain::<R>(self.rules, side, !bound, from, empty);
            let at_end = if taken == 0 {
                -self.pawns.gain::<R>(self.rules, side, !bound, to, empty | R::bit(from))
            } else {
                self.pawns.takers::<R>(self.rules, side, !bound, to)
            };
            pawn_moves = pawn_moves.wrapping_add_signed(gained + at_end);
        }
        slides + pawn_moves
    }

    /// Returns by how much a move changes the number of moves of some pawns. The move captures them, or they are pinned before or
    /// after it.
    fn bound_pawns<R: Topology>(&self, bound: u128, changed: u128, taken: u128, checks: &CheckInfo) -> i64 {
        let base = Generator::new::<R>(self.rules, self.base, self.king, &self.checks, Legality::Full);
        let (occupied, enemy) = (base.occupied ^ changed | taken, base.enemy ^ changed);
        let next = Generator { occupied, enemy, capturable: base.capturable ^ changed, checks, ..base };
        let (mut before, mut after) = (Counter::<R>::new(), Counter::<R>::new());
        for cell in R::each(bound) {
            let way = self.base.way_at(cell);
            let doubles = base.doubles(way);
            base.pawn::<R, _>(way, cell, doubles, &mut before);
            if R::bit(cell) & taken == 0 {
                next.pawn::<R, _>(way, cell, doubles, &mut after);
            }
        }
        after.count as i64 - before.count as i64
    }

    /// Returns the number of moves of a piece that attacks some cells. Only a capture changes the cells on which a
    /// move may end.
    #[inline(always)]
    fn targets<R: Topology>(&self, checks: &CheckInfo, cell: usize, reach: u128, taken: u128) -> u64 {
        R::count(reach & (self.open | taken) & checks.limit(&self.rules.tables, cell))
    }

    /// Returns the number of moves of the leapers on some cells, under these checks, after a capture.
    #[inline(always)]
    fn leaps<R: Topology>(&self, checks: &CheckInfo, cells: u128, taken: u128) -> u64 {
        let (t, own) = (&*self.rules.tables, self.base.colors[self.base.turn.index()] & cells);
        let count_role = |role: Role, reach: &PerCell<u128>| -> u64 {
            let standing = R::trim(self.base.roles[role as usize] & own);
            R::each(standing).map(|cell| self.targets::<R>(checks, cell, reach[cell], taken)).sum()
        };
        let mut leaps = count_role(Role::Knight, &t.knight);
        if self.rules.leapers {
            leaps += count_role(Role::Bishop, &t.elephant) + count_role(Role::Queen, &t.counsellor);
        }
        leaps
    }

    /// Whether the mover may become one of a pair: a pawn that faces another after the move.
    fn may_pair(&self, from: usize, to: usize) -> bool {
        let pawns = self.base.roles[Role::Pawn as usize];
        pawns & bit(from) != 0 && self.rules.tables.push[self.base.way_at(from)][to] & pawns != 0
    }
}

/// Returns the cells that decide the king's moves and castling.
fn cells_beside_king<R: Topology>(generator: &Generator<'_>) -> u128 {
    let Generator { rules, state, king, own, occupied, .. } = *generator;
    // A piece beside the king may be taken, and the king may take back.
    let near = rules.tables.king[king];
    let mut deciding = near & own;
    let reached = R::trim(near & generator.open);
    for cell in R::each(reached) {
        deciding |= R::bit(cell) | seen_from::<R>(rules, cell, occupied ^ R::bit(king));
    }
    for castle in &rules.castles[state.turn.index()] {
        let rights = castle.homes();
        if state.unmoved & rights == rights && castle.between & own == 0 {
            deciding |= castle.between | rights;
            for cell in R::each(castle.safe) {
                deciding |= seen_from::<R>(rules, cell, occupied);
            }
            if rules.castling_opens {
                // The cell that the rook leaves may open a line to the king.
                deciding |= seen_from::<R>(rules, castle.king_to.index(), occupied ^ rights);
            }
        }
    }
    deciding
}

/// Returns the cells that matter for checks and pins with every mover.
fn cells_on_slider_way<R: Topology>(generator: &Generator<'_>) -> u128 {
    let Generator { rules, state, king, enemy, .. } = *generator;
    let mut on_slider_way = 0;
    rules.tables.each_slider_ray(king, sliders(rules, state, enemy), |ray, sliders| {
        let first = ray.first(enemy);
        if first & sliders != 0 {
            on_slider_way |= ray.up_to(first);
        } else if ray.first(enemy ^ first) & sliders != 0 {
            on_slider_way |= first;
        }
    });
    on_slider_way
}

/// Returns the number of the king's moves and castlings.
fn count_king_moves<R: Topology>(generator: &Generator<'_>) -> u64 {
    let mut counter = Counter::<R>::new();
    generator.king::<R, _>(&mut counter);
    generator.castling::<R, _>(&mut counter);
    counter.count
}

/// Returns the cells from which a piece may attack a cell, up to the first blockers.
fn seen_from<R: Topology>(rules: &LatticeRules, cell: usize, blockers: u128) -> u128 {
    let origins = attack_origins::<R>(rules, cell, blockers);
    origins.into_iter().fold(rules.tables.king[cell], |seen, origins| seen | origins)
}
