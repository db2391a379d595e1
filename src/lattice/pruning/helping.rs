//! The defender's move before the last: only moves after which some last move may succeed (claims 4 and 5 of
//! [`super`]).

use super::cover::{Attacker, Check, Task, attackers_of};
use super::free::{may_castle, movers_that_allow_stalemate};
use crate::chess::{Kind, Role};
use crate::lattice::movegen::{Legality, Lister, Sink, generate};
use crate::lattice::state::{Move, MoveKind, MoveList, State, Victim, homes};
use crate::lattice::tables::{NOWHERE, Rules, Topology, bit, each, for_board};
use smallvec::SmallVec;

/// The moves of the side to move after which the other side may end the play. Its sets are found when first
/// asked for.
pub(super) struct HelpingFilter<'a> {
    rules: &'a Rules,
    state: &'a State,
    /// The other side's pieces.
    attackers: SmallVec<[Attacker; 16]>,
    /// What the last move must do if the king stays where it is.
    task: Task,
    /// What the other side attacks once the king is off its cell.
    attacked: u128,
    /// The cells on which pieces of the king's side may be reborn.
    rebirth_cells: u128,
    /// Flights that one piece of the king's side blocks alone, and these blockers.
    blocked_flights: [u128; 2],
    /// The pieces that may make a quiet move, the king left out.
    movers: u128,
    /// The pieces that may go anywhere, and the cells to which every piece may go.
    quiet: Option<[u128; 2]>,
    /// The empty cells to which the king may go.
    steps: Option<u128>,
    /// Pieces that another piece than the king may capture, and those already examined.
    takes: [u128; 2],
}

impl<'a> HelpingFilter<'a> {
    #[inline(always)]
    fn new<R: Topology>(rules: &'a Rules, state: &'a State, check: Check, king: usize) -> HelpingFilter<'a> {
        let (us, them) = (state.turn, !state.turn);
        let attackers: SmallVec<[Attacker; 16]> = attackers_of::<R>(rules, state, them).collect();
        let attacked = attackers.iter().fold(0, |set, piece| set | piece.attacks(rules));
        let movers = match check {
            Check::Given => !0,
            Check::NotGiven => movers_that_allow_stalemate(rules, state).unwrap_or(0),
        };
        let flights = rules.tables.king[king] & !state.occupied() & !attacked;
        HelpingFilter {
            rules,
            state,
            attackers,
            task: Task { king, check, flights },
            attacked,
            rebirth_cells: homes(rules, state, us),
            blocked_flights: blocked_flights(rules, state, flights, king, rules.sliders(state, them)),
            movers,
            quiet: None,
            steps: None,
            takes: [0; 2],
        }
    }

    /// Whether the filter admits a legal move.
    pub fn admits(&mut self, m: Move) -> bool {
        let (from, to) = (m.from.into(), m.to.into());
        match m.kind {
            MoveKind::Plain => self.among(from, bit(to)) != 0,
            MoveKind::Double => self.admits_double(from, to),
            MoveKind::EnPassant | MoveKind::Castle => true,
        }
    }

    /// The plain moves of a piece that the filter admits. It admits all captures by the king.
    fn among(&mut self, from: usize, targets: u128) -> u128 {
        let enemy = self.state.colors[(!self.state.turn).index()];
        let (capturable, free) = (targets & enemy, targets & !enemy);
        if from == self.task.king {
            return capturable | if free == 0 { 0 } else { free & self.steps() };
        }
        let mut helping = 0;
        if free != 0 && self.movers & bit(from) != 0 {
            let [pieces, cells] = self.quiet();
            helping = if pieces & bit(from) != 0 { free } else { free & cells };
        }
        if capturable != 0 {
            helping |= capturable & self.takes(capturable);
        }
        helping
    }

    /// Whether the filter admits a double step. It is a quiet move unless a pawn may capture it en passant.
    fn admits_double(&mut self, from: usize, to: usize) -> bool {
        let t = &*self.rules.tables;
        let pawns = self.state.set(!self.state.turn, Role::Pawn);
        let mut passed = each(t.push[self.state.way_at(from)][from]);
        passed.any(|cell| (t.taken_from[0][cell] | t.taken_from[1][cell]) & pawns != 0)
            || self.among(from, bit(to)) != 0
    }

    /// The empty cells to which the king may go. The other pieces stand where they stood.
    fn steps(&mut self) -> u128 {
        let HelpingFilter { rules, state, ref attackers, task, attacked, rebirth_cells, .. } = *self;
        *self.steps.get_or_insert_with(|| {
            let theirs = state.colors[(!state.turn).index()];
            let ours = state.colors[state.turn.index()];
            let beside =
                |cell: usize| rules.tables.king[cell] & !attacked & (!state.occupied() | bit(task.king));
            let serves = |&to: &usize| {
                let task = Task { king: to, flights: beside(to), ..task };
                let ends = !theirs & !bit(to);
                attackers
                    .iter()
                    .any(|piece| piece.may_cover(rules, task, piece.near & ends, ours, rebirth_cells))
            };
            each(task.flights).filter(serves).fold(0, |set, to| set | bit(to))
        })
    }

    /// The pieces, perhaps with others, that another piece than the king may capture.
    fn takes(&mut self, capturable: u128) -> u128 {
        let [found, asked] = self.takes;
        if capturable & !asked != 0 {
            let serves = |&to: &usize| for_board!(self.rules, R => self.serves_by_taking::<R>(to));
            let more = each(capturable & !asked).filter(serves).fold(0, |set, to| set | bit(to));
            self.takes = [found | more, asked | capturable];
        }
        self.takes[0]
    }

    /// Whether the last move may succeed after the capture of a piece by another one than the king (claim 4,
    /// case 3).
    fn serves_by_taking<R: Topology>(&self, taken: usize) -> bool {
        let (rules, state, them) = (self.rules, self.state, !self.state.turn);
        let theirs = state.colors[them.index()];
        let mut task = self.task;
        task.flights &= !self.blocked_flights[0];
        let landing = Victim::at(state, taken).and_then(|victim| victim.landing(rules, them, 0));
        if landing.is_some_and(|landing| landing.kind == Kind::Known(Role::Rook))
            && state.set(them, Role::King) & state.unmoved != 0
        {
            // A reborn rook may castle.
            return true;
        }
        let reborn = landing.and_then(|landing| {
            let seen = rules.empty_attacks(landing.kind.role()?, landing.way, landing.cell);
            task.flights &= !(seen | bit(landing.cell));
            if seen & bit(task.king) != 0 {
                // Whichever piece leaves the reborn piece's line may give check.
                task.check = Check::NotGiven;
            }
            Attacker::new::<R>(rules, state, them, landing)
        });
        let left = self.attackers.iter().filter(|piece| usize::from(piece.from) != taken);
        let ends = (!theirs | bit(taken)) & !bit(task.king);
        let capturable = state.colors[state.turn.index()] | bit(taken);
        left.chain(&reborn)
            .any(|piece| piece.may_cover(rules, task, piece.far & ends, capturable, self.rebirth_cells))
    }

    /// The pieces that may go anywhere, and the cells to which every piece other than the king may go (claim
    /// 4, case 1).
    fn quiet(&mut self) -> [u128; 2] {
        let HelpingFilter {
            rules,
            state,
            ref attackers,
            task: Task { king, check, flights },
            blocked_flights,
            rebirth_cells,
            ..
        } = *self;
        *self.quiet.get_or_insert_with(|| {
            if flights == 0 && check == Check::NotGiven {
                return [!0; 2];
            }
            let theirs = state.colors[(!state.turn).index()];
            let ours = state.colors[state.turn.index()];
            let [blocked_flights, blockers] = blocked_flights;
            let [mut found_pieces, mut cells] = [0; 2];
            for piece in attackers {
                for to in each(piece.far & !theirs & !bit(king)) {
                    let seen = piece.seen(rules, to);
                    if check == Check::Given && seen & bit(king) == 0 {
                        continue;
                    }
                    let open = flights & !seen & !bit(to);
                    // The quiet move and a reborn piece fill one flight each. The rest can only be attacked
                    // through a vacated cell.
                    let rebirth_cells = open & rebirth_cells;
                    let most = 1 + u32::from(rebirth_cells != 0);
                    if open & blocked_flights != 0 && (open & !blocked_flights).count_ones() <= most {
                        found_pieces |= blockers;
                    }
                    let takes = ours & bit(to) != 0;
                    match open.count_ones() {
                        0 => return [!0; 2],
                        1 if rebirth_cells != 0 && takes => return [!0; 2],
                        // The piece that is captured and reborn may have gone there just before.
                        1 if rebirth_cells != 0 => cells |= open | bit(to),
                        1 => cells |= open,
                        2 if rebirth_cells != 0 && takes => cells |= open,
                        _ => {}
                    }
                }
            }
            [found_pieces, cells]
        })
    }
}

/// Lists the moves that the filter admits.
struct HelpingSink<'a, 'b> {
    helping: &'b mut HelpingFilter<'a>,
    list: Lister<'b>,
}

impl Sink for HelpingSink<'_, '_> {
    #[inline(always)]
    fn many(&mut self, from: usize, targets: u128) {
        let targets = self.helping.among(from, targets);
        self.list.many(from, targets);
    }

    fn promotions(&mut self, from: usize, targets: u128, kinds: &[Kind]) {
        let targets = self.helping.among(from, targets);
        self.list.promotions(from, targets, kinds);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        if kind != MoveKind::Double || self.helping.admits_double(from, to) {
            self.list.special(from, to, kind);
        }
    }
}

impl Rules {
    /// The filter of moves after which the other side may mate or stalemate; `None` where it would admit
    /// everything.
    #[inline(always)]
    pub(super) fn helping_filter<'a>(&'a self, state: &'a State, check: Check) -> Option<HelpingFilter<'a>> {
        let king = state.kings[state.turn.index()];
        let ruled_out = !self.pairs && self.flights_matter() && king != NOWHERE;
        (ruled_out && !may_castle(self, state, !state.turn))
            .then(|| for_board!(self, R => HelpingFilter::new::<R>(self, state, check, king.into())))
    }

    /// Appends the legal moves that the filter admits.
    pub(crate) fn helping_moves(&self, state: &State, check: Check, list: &mut MoveList) {
        match self.helping_filter(state, check) {
            None => self.legal_moves(state, list),
            Some(mut helping) => {
                let mut chosen = HelpingSink { helping: &mut helping, list: Lister { list, pairs: 0 } };
                for_board!(self, R => generate::<R, _>(self, state, Legality::Full, &mut chosen));
            }
        }
    }
}

/// The flights that a slider of the other side would attack if one blocker of the king's side were gone, and
/// these blockers.
fn blocked_flights(
    rules: &Rules,
    state: &State,
    flights: u128,
    king: usize,
    sliders: [u128; 2],
) -> [u128; 2] {
    let occupied = state.occupied() & !bit(king);
    let ours = state.colors[state.turn.index()];
    let (mut cells, mut blockers) = (0, 0);
    for flight in each(flights) {
        let found = rules.tables.sole_blockers(flight, ours, occupied, sliders);
        if found != 0 {
            cells |= bit(flight);
            blockers |= found;
        }
    }
    [cells, blockers]
}
