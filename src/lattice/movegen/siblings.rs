//! The number of replies to each of many moves from one position. Most replies are the same after each move.
//!
//! A quiet move empties one cell and fills another. A piece of the other side that reaches neither cell, and is pinned neither
//! before the move nor after it, has the same moves as after a null move. The moves of such pieces are counted only once.

use super::attack::{CheckInfo, attack_origins, attacks_of_role, sliders};
use super::generate::{Generator, Legality};
use super::pawns_beside::PawnsBeside;
use super::sink::Counter;
use super::turn::with_raised_halfmove;
use crate::chess::Role;
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, may_be_taken_en_passant, pairs};
use crate::lattice::tables::{LatticeRules, NOWHERE, PerCell, Topology, bit};
use crate::variant::{Rebirth, Turns};
use smallvec::SmallVec;

/// A slider of the side that replies.
struct Slider {
    role: Role,
    cell: usize,
    /// The cells that the slider attacks. They stay the same until a piece leaves one of them or comes to one of them.
    reach: u128,
    /// The number of the slider's moves.
    count: u64,
}

/// The replies to a null move: the numbers of moves of each kind of piece, and the cells on which these numbers depend. "The king"
/// is that of the side that replies.
pub(super) struct SiblingReplies<'a> {
    rules: &'a LatticeRules,
    state: &'a LatticeState,
    /// The state after the null move.
    after_null: &'a LatticeState,
    king: usize,
    checks: CheckInfo,
    /// A move from or to these cells is made to count the replies, because it moves the other king, captures the last piece, or
    /// turns a pawn that may promote.
    counted_apart: u128,
    /// The pieces of the replying side.
    own: u128,
    occupied: u128,
    /// The cells on which a reply may end.
    open: u128,
    /// The cells on which checks and pins depend.
    in_sight: u128,
    /// For each role of the mover, the cells from which it attacks the king past the king's own side.
    attack_origins: [u128; 6],
    /// The cells of `in_sight` that matter for movers of every role: those on the line of a slider that gives check or pins, and the
    /// pieces in front of a slider of their own side.
    on_slider_lines: u128,
    /// The cells on which the king's moves and castlings depend.
    beside_king: u128,
    /// The union of `in_sight` and `beside_king`.
    near_king: u128,
    /// The number of the king's moves and castlings.
    king_move_count: u64,
    /// The number of the leapers' moves. A quiet move changes it only by a pin.
    leap_count: u64,
    sliders: SmallVec<[Slider; 16]>,
    /// All cells that the sliders attack.
    in_reach: u128,
    /// The number of the sliders' moves.
    slide_count: u64,
    pawns: PawnsBeside<'a>,
    /// The number of the pawns' moves.
    pawn_move_count: u64,
}

impl<'a> SiblingReplies<'a> {
    /// Returns the replies to a null move, after which the state is `after_null`. `None` if a quiet move may change more replies than
    /// are tracked, because of the rules or of a check.
    pub fn of<R: Topology>(
        rules: &'a LatticeRules,
        state: &'a LatticeState,
        after_null: &'a LatticeState,
    ) -> Option<SiblingReplies<'a>> {
        let has_plain_rules = rules.rebirth == Rebirth::None
            && rules.turns == Turns::Alternating
            && !rules.may_leave_check
            && !rules.doubles_promote
            && !rules.has_custom_kinds;
        let king = after_null.kings[after_null.turn.index()];
        let other_king = after_null.kings[state.turn.index()];
        if !has_plain_rules || king == NOWHERE || other_king == NOWHERE || rules.is_over(after_null) {
            return None;
        }
        let king = usize::from(king);
        let own = after_null.colors[after_null.turn.index()];
        let enemy = after_null.colors[state.turn.index()];
        let checks = CheckInfo::of::<R>(rules, after_null, king);
        if checks.is_check || pairs::removable(rules, after_null) != 0 {
            return None;
        }
        let generator = Generator::new::<R>(rules, after_null, king, &checks, Legality::Full);
        let in_sight = seen_from::<R>(rules, king, enemy);
        let beside_king = cells_deciding_king_moves::<R>(&generator);
        let mut pawn_moves = Counter::<R>::new();
        generator.send_pawn_moves::<R, _>(&mut pawn_moves);
        let king_move_count = count_king_moves::<R>(&generator);
        let pawns = PawnsBeside::of::<R>(rules, &generator);
        let on_slider_lines = cells_on_slider_lines::<R>(&generator);
        let pieces = own & !bit(king);
        let last_piece = if pieces & pieces.wrapping_sub(1) == 0 { pieces } else { 0 };
        let mut replies = SiblingReplies {
            rules,
            state,
            after_null,
            king,
            checks,
            counted_apart: last_piece | bit(other_king.into()) | rules.promotes_on_way_change,
            own,
            occupied: own | enemy,
            open: !(own | bit(other_king.into())),
            in_sight,
            attack_origins: attack_origins::<R>(rules, king, enemy),
            on_slider_lines,
            beside_king,
            near_king: in_sight | beside_king,
            king_move_count,
            leap_count: 0,
            sliders: SmallVec::new(),
            in_reach: 0,
            slide_count: 0,
            pawns,
            pawn_move_count: pawn_moves.count,
        };
        replies.count_leaps_and_slides::<R>();
        Some(replies)
    }

    /// Counts the moves of leapers and sliders after the null move.
    fn count_leaps_and_slides<R: Topology>(&mut self) {
        self.leap_count = self.count_leaps::<R>(&self.checks, !0, 0);
        let sliding_roles: &[Role] =
            if self.rules.is_shatranj { &[Role::Rook] } else { &[Role::Bishop, Role::Queen, Role::Rook] };
        for &role in sliding_roles {
            let sliders = R::within_board(self.after_null.roles[role as usize] & self.own);
            for cell in R::each(sliders) {
                let reach = attacks_of_role::<R>(self.rules, role, 0, cell, self.occupied);
                let count = self.count_ends::<R>(&self.checks, cell, reach, 0);
                self.in_reach |= reach;
                self.slide_count += count;
                self.sliders.push(Slider { role, cell, reach, count });
            }
        }
    }

    /// Whether a move that changes these cells may give a check, give a pin or end a pin.
    #[inline(always)]
    fn may_change_checks<R: Topology>(&self, m: LatticeMove, changed: u128) -> bool {
        if changed & self.in_sight == 0 {
            return false;
        }
        // A pawn that promotes may attack along the line on which it stood.
        let Some(role) = self.state.role_at(m.from.into()).filter(|_| m.promotion.is_none()) else {
            return true;
        };
        let attacks_king = R::bit(m.to.into()) & self.attack_origins[role as usize] != 0;
        attacks_king || changed & self.on_slider_lines != 0
    }

    /// Returns the number of replies to a move. `None` if the move may change more than the replies that this count tracks.
    #[inline(always)]
    pub fn count_after<R: Topology>(&self, m: LatticeMove) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::within_board(R::bit(from) | R::bit(to));
        if changed & self.counted_apart != 0 || m.pairs != 0 {
            return None;
        }
        let changes_two_cells = match m.kind {
            MoveKind::Plain => true,
            MoveKind::Double => !may_be_taken_en_passant(self.rules, self.state, from),
            MoveKind::EnPassant | MoveKind::Castle => false,
        };
        if !changes_two_cells || self.rules.may_remove_pairs() && self.may_form_pair(from, to) {
            return None;
        }
        if changed & self.near_king != 0 {
            return Some(self.count_after_move_near_king::<R>(m, changed));
        }
        Some(self.count_after_move_elsewhere::<R>(m))
    }

    /// Returns the number of replies to a move that changes neither checks and pins nor the king's moves.
    #[inline(always)]
    fn count_after_move_elsewhere<R: Topology>(&self, m: LatticeMove) -> u64 {
        if self.own & R::bit(m.to.into()) != 0 {
            return self.count_after_capture_elsewhere::<R>(m);
        }
        self.king_move_count + self.leap_count + self.count_slides_and_pawn_moves::<R>(m, 0, &self.checks, 0)
    }

    /// Returns the number of replies to a capture away from the king. Pieces that attack the cell of the capture may take back.
    #[inline(never)]
    fn count_after_capture_elsewhere<R: Topology>(&self, m: LatticeMove) -> u64 {
        let taken = R::bit(m.to.into());
        let leap_count = self.count_leaps::<R>(&self.checks, !taken, taken);
        self.king_move_count + leap_count + self.count_slides_and_pawn_moves::<R>(m, taken, &self.checks, 0)
    }

    /// Returns the number of replies to a move that may give or end checks or pins, or change the king's moves.
    fn count_after_move_near_king<R: Topology>(&self, m: LatticeMove, changed: u128) -> u64 {
        let changes_checks = self.may_change_checks::<R>(m, changed);
        if !changes_checks && changed & self.beside_king == 0 {
            return self.count_after_move_elsewhere::<R>(m);
        }
        let mut next = with_raised_halfmove(self.state, m);
        self.rules.make_and_end_turn::<R>(&mut next, m);
        let checks_after;
        // The pieces that are pinned before or after the move count only if the checks change.
        let (checks, pinned) = if !changes_checks {
            (&self.checks, 0)
        } else {
            checks_after = CheckInfo::of::<R>(self.rules, &next, self.king);
            (&checks_after, checks_after.pinned | self.checks.pinned)
        };
        let generator = || Generator::new::<R>(self.rules, &next, self.king, checks, Legality::Full);
        if checks.is_check {
            let mut counter = Counter::<R>::new();
            generator().send_every_move::<R, _>(&mut counter);
            return counter.count;
        }
        let taken = changed & self.own;
        let mut leap_count = self.leap_count;
        if pinned & !self.after_null.roles[Role::Pawn as usize] | taken != 0 {
            leap_count = self.count_leaps::<R>(checks, !taken, taken);
        }
        let king_move_count = if changed & self.beside_king == 0 {
            self.king_move_count
        } else {
            count_king_moves::<R>(&generator())
        };
        king_move_count + leap_count + self.count_slides_and_pawn_moves::<R>(m, taken, checks, pinned)
    }

    /// Returns the number of moves of sliders and pawns after a move under these checks. `taken` is the cell of a capture, as a set.
    /// The moves of the `pinned` pieces are counted again.
    #[inline(always)]
    fn count_slides_and_pawn_moves<R: Topology>(
        &self,
        m: LatticeMove,
        taken: u128,
        checks: &CheckInfo,
        pinned: u128,
    ) -> u64 {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::within_board(R::bit(from) | R::bit(to));
        let pawns = self.after_null.roles[Role::Pawn as usize];
        let occupied = self.occupied ^ changed | taken;
        let recounted_pieces = pinned & !pawns | taken;
        let mut slide_count = self.slide_count;
        if changed & self.in_reach | recounted_pieces != 0 {
            for slider in &self.sliders {
                if slider.reach & changed | R::bit(slider.cell) & recounted_pieces != 0 {
                    slide_count -= slider.count;
                    if R::bit(slider.cell) & taken == 0 {
                        let reach = attacks_of_role::<R>(self.rules, slider.role, 0, slider.cell, occupied);
                        slide_count += self.count_ends::<R>(checks, slider.cell, reach, taken);
                    }
                }
            }
        }
        let mut pawn_move_count = self.pawn_move_count;
        if changed & self.pawns.reach | pinned | taken != 0 {
            let recounted = (pinned | self.checks.pinned | taken) & pawns;
            if recounted != 0 {
                let change = self.change_by_recount::<R>(recounted, changed, taken, checks);
                pawn_move_count = pawn_move_count.wrapping_add_signed(change);
            }
            let empty = !self.occupied;
            let change_at_start = self.pawns.gain::<R>(!recounted, from, empty);
            let change_at_end = if taken == 0 {
                -self.pawns.gain::<R>(!recounted, to, empty | R::bit(from))
            } else {
                self.pawns.captures::<R>(!recounted, to)
            };
            pawn_move_count = pawn_move_count.wrapping_add_signed(change_at_start + change_at_end);
        }
        slide_count + pawn_move_count
    }

    /// Returns by how much a move changes the number of moves of the `recounted` pawns, which are captured by the move or are pinned
    /// before or after it.
    fn change_by_recount<R: Topology>(
        &self,
        recounted: u128,
        changed: u128,
        taken: u128,
        checks: &CheckInfo,
    ) -> i64 {
        let old = Generator::new::<R>(self.rules, self.after_null, self.king, &self.checks, Legality::Full);
        let (occupied, enemy) = (old.occupied ^ changed | taken, old.enemy ^ changed);
        let new = Generator { occupied, enemy, capturable: old.capturable ^ changed, checks, ..old };
        let (mut old_moves, mut new_moves) = (Counter::<R>::new(), Counter::<R>::new());
        for cell in R::each(recounted) {
            let way = self.after_null.way_at(cell);
            let double_step_starts = old.double_step_starts(way);
            old.send_moves_of_pawn::<R, _>(way, cell, double_step_starts, &mut old_moves);
            if R::bit(cell) & taken == 0 {
                new.send_moves_of_pawn::<R, _>(way, cell, double_step_starts, &mut new_moves);
            }
        }
        new_moves.count as i64 - old_moves.count as i64
    }

    /// Returns the number of moves of the piece on `cell`, which attacks the cells `reach`. On the cell of a capture, `taken`, a move
    /// may end too.
    #[inline(always)]
    fn count_ends<R: Topology>(&self, checks: &CheckInfo, cell: usize, reach: u128, taken: u128) -> u64 {
        R::count(reach & (self.open | taken) & checks.limit(&self.rules.tables, cell))
    }

    /// Returns the number of moves of the leapers on some cells, under these checks, after a capture on the cell `taken`.
    #[inline(always)]
    fn count_leaps<R: Topology>(&self, checks: &CheckInfo, cells: u128, taken: u128) -> u64 {
        let (t, own) = (&*self.rules.tables, self.own & cells);
        let count_role = |role: Role, reach: &PerCell<u128>| -> u64 {
            let leapers = R::within_board(self.after_null.roles[role as usize] & own);
            R::each(leapers).map(|cell| self.count_ends::<R>(checks, cell, reach[cell], taken)).sum()
        };
        let mut count = count_role(Role::Knight, &t.knight);
        if self.rules.is_shatranj {
            count += count_role(Role::Bishop, &t.elephant) + count_role(Role::Queen, &t.counsellor);
        }
        count
    }

    /// Whether a move of a pawn may form a pair: after the move the pawn faces another pawn.
    fn may_form_pair(&self, from: usize, to: usize) -> bool {
        let pawns = self.after_null.roles[Role::Pawn as usize];
        pawns & bit(from) != 0 && self.rules.tables.push[self.after_null.way_at(from)][to] & pawns != 0
    }
}

/// Returns the cells on which the king's moves and castlings depend.
fn cells_deciding_king_moves<R: Topology>(generator: &Generator<'_>) -> u128 {
    let Generator { rules, state, king, own, occupied, .. } = *generator;
    // A piece beside the king may be taken, and the king may take back.
    let near = rules.tables.king[king];
    let mut deciding = near & own;
    let reached = R::within_board(near & generator.open);
    for cell in R::each(reached) {
        deciding |= R::bit(cell) | seen_from::<R>(rules, cell, occupied ^ R::bit(king));
    }
    for castle in &rules.castles[state.turn.index()] {
        let starts = castle.starts();
        if state.first_move_rights & starts == starts && castle.between & own == 0 {
            deciding |= castle.between | starts;
            for cell in R::each(castle.safe) {
                deciding |= seen_from::<R>(rules, cell, occupied);
            }
            if rules.castling_opens {
                // The cell that the rook leaves may open a line to the king.
                deciding |= seen_from::<R>(rules, castle.king_to.index(), occupied ^ starts);
            }
        }
    }
    deciding
}

/// Returns the cells of [`SiblingReplies::on_slider_lines`].
fn cells_on_slider_lines<R: Topology>(generator: &Generator<'_>) -> u128 {
    let Generator { rules, state, king, enemy, .. } = *generator;
    let mut on_slider_lines = 0;
    rules.tables.each_slider_ray(king, sliders(rules, state, enemy), |ray, sliders| {
        let first = ray.first(enemy);
        if first & sliders != 0 {
            on_slider_lines |= ray.up_to(first);
        } else if ray.first(enemy ^ first) & sliders != 0 {
            on_slider_lines |= first;
        }
    });
    on_slider_lines
}

/// Returns the number of the king's moves and castlings.
fn count_king_moves<R: Topology>(generator: &Generator<'_>) -> u64 {
    let mut counter = Counter::<R>::new();
    generator.send_king_moves::<R, _>(&mut counter);
    generator.send_castlings::<R, _>(&mut counter);
    counter.count
}

/// Returns the cells from which a piece may attack a cell, up to the first blockers.
fn seen_from<R: Topology>(rules: &LatticeRules, cell: usize, blockers: u128) -> u128 {
    let origins = attack_origins::<R>(rules, cell, blockers);
    origins.into_iter().fold(rules.tables.king[cell], |seen, cells| seen | cells)
}
