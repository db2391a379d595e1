//! The last move but one, by the side that is to be mated or stalemated: it serves only if the other side's next
//! move may cover every flight that it leaves (`besiege.rs`; the words stand in `flight.rs`), and, to
//! stalemate, stop every piece. Captures by the king, castling and captures in passing are never ruled out.
//!
//! Lines and reaches are taken as on an empty board, so what is ruled out here is ruled out for certain.

use super::cover::{Attacker, Check, Task, attackers_of};
use super::free::{may_castle, movers_that_allow_stalemate};
use crate::chess::Role;
use crate::lattice::movegen::{Legality, Lister, Sink, generate};
use crate::lattice::state::{Move, MoveKind, MoveList, State, Victim, homes};
use crate::lattice::tables::{NOWHERE, Rules, Topology, bit, each, for_board};
use smallvec::SmallVec;

/// Which moves may serve: all others of the side to move are ruled out. Found as it is asked.
pub(super) struct HelpingFilter<'a> {
    rules: &'a Rules,
    state: &'a State,
    /// The other side's pieces.
    attackers: SmallVec<[Attacker; 16]>,
    /// What they must do as long as the king stands where it does.
    task: Task,
    /// What they attack once the king is off its cell.
    attacked: u128,
    /// Cells on which pieces of the king's side may be reborn.
    rebirth_cells: u128,
    /// Flights that one piece of the king's side blockers, and those pieces.
    blocked_flights: [u128; 2],
    /// Pieces to which quiet moves, the king's apart, are confined.
    movers: u128,
    /// Pieces that may serve wherever they go, and cells on which any piece may serve.
    quiet: Option<[u128; 2]>,
    /// Empty cells on which the king may serve.
    steps: Option<u128>,
    /// Enemies by whose capture a piece other than the king may serve, and those asked about.
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

    /// Whether a legal move may serve.
    pub fn admits(&mut self, m: Move) -> bool {
        let (from, to) = (m.from.into(), m.to.into());
        match m.kind {
            MoveKind::Plain => self.among(from, bit(to)) != 0,
            MoveKind::Double => self.admits_double(from, to),
            MoveKind::EnPassant | MoveKind::Castle => true,
        }
    }

    /// Of a piece's plain moves those that may serve. The king's captures always may.
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

    /// A double step is a quiet move unless a pawn may take in passing.
    fn admits_double(&mut self, from: usize, to: usize) -> bool {
        let t = self.rules.tables;
        let pawns = self.state.set(!self.state.turn, Role::Pawn);
        let mut passed = each(t.push[self.state.way_at(from)][from]);
        passed.any(|cell| (t.taken_from[0][cell] | t.taken_from[1][cell]) & pawns != 0)
            || self.among(from, bit(to)) != 0
    }

    /// The empty cells on which the king may serve: the other pieces stand where they stand.
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

    /// Those of some enemies by whose capture a piece other than the king may serve, and perhaps others.
    fn takes(&mut self, capturable: u128) -> u128 {
        let [found, asked] = self.takes;
        if capturable & !asked != 0 {
            let serves = |&to: &usize| for_board!(self.rules, R => self.serves_by_taking::<R>(to));
            let more = each(capturable & !asked).filter(serves).fold(0, |set, to| set | bit(to));
            self.takes = [found | more, asked | capturable];
        }
        self.takes[0]
    }

    /// Whether, when a piece other than the king has taken one, the other side may still do its task: with a piece
    /// that is left, or with the one that was taken, if that is reborn. Cells that this may see from its home
    /// are counted as covered already, and so are those that some piece blocked_flights, for it may be the taker.
    fn serves_by_taking<R: Topology>(&self, taken: usize) -> bool {
        let (rules, state, them) = (self.rules, self.state, !self.state.turn);
        let theirs = state.colors[them.index()];
        let mut task = self.task;
        task.flights &= !self.blocked_flights[0];
        let landing = Victim::at(state, taken).and_then(|victim| victim.landing(rules, them, 0));
        if landing.is_some_and(|landing| landing.role == Role::Rook)
            && state.set(them, Role::King) & state.unmoved != 0
        {
            // A rook reborn may castle.
            return true;
        }
        let reborn = landing.map(|landing| {
            let seen = rules.empty_attacks(landing.role, landing.way, landing.cell);
            task.flights &= !(seen | bit(landing.cell));
            if seen & bit(task.king) != 0 {
                // Whoever leaves its line may check.
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

    /// The pieces that may serve wherever they go, and the cells on which any piece other than the king may. Every
    /// flight must be filled by the quiet move, or lose the shade of the piece that leaves, or be covered by the other
    /// side's move. So all moves of the other side are looked at, with the flights that each leaves open; they
    /// go past the pieces of the side to move, for one of these may be out of the way by then.
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
                    // What one piece and one reborn piece can fill; more can only be attacked through a cell left.
                    let rebirth_cells = open & rebirth_cells;
                    let most = 1 + u32::from(rebirth_cells != 0);
                    if open & blocked_flights != 0 && (open & !blocked_flights).count_ones() <= most {
                        found_pieces |= blockers;
                    }
                    let takes = ours & bit(to) != 0;
                    match open.count_ones() {
                        0 => return [!0; 2],
                        1 if rebirth_cells != 0 && takes => return [!0; 2],
                        // The piece that is taken and reborn may have gone there just before.
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

/// Lists what may serve.
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

    fn promotions(&mut self, from: usize, targets: u128, roles: &[Role]) {
        let targets = self.helping.among(from, targets);
        self.list.promotions(from, targets, roles);
    }

    fn special(&mut self, from: usize, to: usize, kind: MoveKind) {
        if kind != MoveKind::Double || self.helping.admits_double(from, to) {
            self.list.special(from, to, kind);
        }
    }
}

impl Rules {
    /// Which moves of the side to move may let the other side mate it, or stalemate it, with its next move:
    /// all but moves that surely leave the king a flight which the next move cannot close, or pieces
    /// that the next move cannot stop. `None` where nothing is ruled out.
    #[inline(always)]
    pub(super) fn helping_filter<'a>(&'a self, state: &'a State, check: Check) -> Option<HelpingFilter<'a>> {
        let king = state.kings[state.turn.index()];
        let ruled_out = !self.pairs && self.flights_matter() && king != NOWHERE;
        (ruled_out && !may_castle(self, state, !state.turn))
            .then(|| for_board!(self, R => HelpingFilter::new::<R>(self, state, check, king.into())))
    }

    /// Appends the legal moves that serve.
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

/// The flights that a slider of the other side would attack if one piece of the king's side were gone, and
/// those pieces.
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
