//! The replies to many moves of one position, of which most are the same after each.
//!
//! A quiet move empties one cell and fills another. Whoever sees neither, and is pinned neither before nor after, has the
//! same moves as if the turn had been passed, so those are counted once for all.

use super::attack::CheckInfo;
use super::ending::is_over_by_material_or_counters;
use super::generate::{Generator, Legality};
use super::pawns_beside::PawnsBeside;
use super::sink::Counter;
use super::turn::{counted, make_counted};
use crate::chess::Role;
use crate::lattice::state::{Move, MoveKind, State, pairs};
use crate::lattice::tables::{NOWHERE, PerCell, Rules, Topology, bit, each};
use crate::variant::{Rebirth, Turns};
use smallvec::SmallVec;

/// A slider of the side that replies.
struct Slider {
    role: Role,
    cell: usize,
    /// The cells that it attacks. While none of them changes it attacks the same.
    reach: u128,
    count: u64,
}

/// What the other side could play if the turn were passed.
pub(super) struct Replies<'a> {
    rules: &'a Rules,
    state: &'a State,
    /// The state with the turn passed.
    base: &'a State,
    king: usize,
    checks: CheckInfo,
    /// A move from or to these cells is made and counted by itself: captures, and moves of the other king.
    apart: u128,
    /// The occupied cells.
    occupied: u128,
    /// The cells on which a move may end.
    open: u128,
    /// The cells that decide about checks, pins, the king's moves and castling.
    about_king: u128,
    /// The king's moves and castlings.
    king_moves: u64,
    /// The moves of leapers, which no quiet move changes.
    leaps: u64,
    sliders: SmallVec<[Slider; 16]>,
    /// All cells that the sliders attack, and their moves together.
    in_reach: u128,
    slides: u64,
    /// The pawns, and their moves together.
    pawns: PawnsBeside,
    pawn_moves: u64,
}

/// The state after a null move as perft needs it: without its key.
pub(super) fn null_move(state: &State) -> State {
    State { halfmove: state.halfmove + 1, turn: !state.turn, en_passant: 0, ..*state }
}

impl<'a> Replies<'a> {
    /// What replies share, if the rules let quiet moves change nothing else. `base` is the null move's state.
    pub fn of<R: Topology>(rules: &'a Rules, state: &'a State, base: &'a State) -> Option<Replies<'a>> {
        let plain = rules.rebirth == Rebirth::None && rules.turns == Turns::Alternating && !rules.snaffle;
        let king = base.kings[base.turn.index()];
        let other = base.kings[state.turn.index()];
        if !plain || king == NOWHERE || other == NOWHERE || is_over_by_material_or_counters(rules, base) {
            return None;
        }
        let king = usize::from(king);
        let own = base.colors[base.turn.index()];
        let enemy = base.colors[state.turn.index()];
        let checks = CheckInfo::of::<R>(rules, base, king, own, enemy);
        if checks.check || pairs::removable(rules, base) != 0 {
            return None;
        }
        let mut replies = Replies {
            rules,
            state,
            base,
            king,
            checks,
            apart: own | bit(other.into()),
            occupied: own | enemy,
            open: !(own | bit(other.into())),
            about_king: 0,
            king_moves: 0,
            leaps: 0,
            sliders: SmallVec::new(),
            in_reach: 0,
            slides: 0,
            pawns: PawnsBeside::default(),
            pawn_moves: 0,
        };
        replies.count_all::<R>();
        Some(replies)
    }

    fn generator<R: Topology>(&self) -> Generator<'_> {
        Generator::new::<R>(self.rules, self.base, self.king, &self.checks, Legality::Full)
    }

    fn count_all<R: Topology>(&mut self) {
        let (t, base) = (self.rules.tables, self.base);
        let generator = self.generator::<R>();
        let (own, occupied) = (generator.own, generator.occupied);
        let mut about_king = seen_from::<R>(self.rules, self.king, generator.enemy);
        let beside = R::trim(t.king[self.king] & generator.open);
        for cell in R::each(beside) {
            about_king |= bit(cell) | seen_from::<R>(self.rules, cell, occupied ^ bit(self.king));
        }
        for castle in &self.rules.castles[base.turn.index()] {
            let rights = bit(castle.king.into()) | bit(castle.rook.into());
            if base.unmoved & rights == rights && castle.between & own == 0 {
                about_king |= castle.between;
                for cell in R::each(castle.safe) {
                    about_king |= seen_from::<R>(self.rules, cell, occupied);
                }
            }
        }
        let king_moves = king_moves::<R>(&generator);
        let pawns = PawnsBeside::of::<R>(&generator);
        let mut pawn_moves = Counter::<R>::new();
        generator.pawns::<R, _>(&mut pawn_moves);
        let leaps = self.leaps::<R>(&self.checks, !0);
        let sliding: &[Role] =
            if self.rules.leapers { &[Role::Rook] } else { &[Role::Bishop, Role::Queen, Role::Rook] };
        let (mut sliders, mut in_reach, mut slides) = (SmallVec::new(), 0, 0);
        for &role in sliding {
            for cell in R::each(base.roles[role as usize] & own) {
                let reach = slide::<R>(self.rules, role, cell, occupied);
                let count = self.targets::<R>(&self.checks, cell, reach);
                in_reach |= reach;
                slides += count;
                sliders.push(Slider { role, cell, reach, count });
            }
        }
        self.about_king = about_king;
        self.king_moves = king_moves;
        self.leaps = leaps;
        self.sliders = sliders;
        self.in_reach = in_reach;
        self.slides = slides;
        self.pawns = pawns;
        self.pawn_moves = pawn_moves.count;
    }

    /// The number of replies to a move; `None` if it changes more than they share.
    #[inline(always)]
    pub fn after<R: Topology>(&self, m: Move) -> Option<u64> {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::trim(bit(from) | bit(to));
        if changed & self.apart != 0 || m.pairs != 0 {
            return None;
        }
        match m.kind {
            MoveKind::Plain => {}
            MoveKind::Double if !self.may_be_taken_in_passing(from) => {}
            MoveKind::Double | MoveKind::EnPassant | MoveKind::Castle => return None,
        }
        if self.rules.pairs && self.may_pair(from, to) {
            return None;
        }
        if changed & self.about_king != 0 {
            return Some(self.after_near_king::<R>(m));
        }
        Some(self.king_moves + self.leaps + self.others::<R>(m, &self.checks, 0))
    }

    /// The replies to a move that may give checks or pins, or end them, or change the king's moves.
    fn after_near_king<R: Topology>(&self, m: Move) -> u64 {
        let mut next = counted(self.state, m);
        make_counted::<R>(self.rules, &mut next, m);
        let [own, enemy] = [next.turn, !next.turn].map(|side| next.colors[side.index()]);
        let checks = CheckInfo::of::<R>(self.rules, &next, self.king, own, enemy);
        let generator = Generator::new::<R>(self.rules, &next, self.king, &checks, Legality::Full);
        if checks.check {
            let mut counter = Counter::<R>::new();
            generator.all::<R, _>(&mut counter);
            return counter.count;
        }
        let pinned = checks.pinned | self.checks.pinned;
        let mut leaps = self.leaps;
        if pinned != 0 {
            leaps = leaps - self.leaps::<R>(&self.checks, pinned) + self.leaps::<R>(&checks, pinned);
        }
        king_moves::<R>(&generator) + leaps + self.others::<R>(m, &checks, pinned)
    }

    /// The moves of sliders and pawns after a move, under these checks. Those of pinned ones are counted again.
    #[inline(always)]
    fn others<R: Topology>(&self, m: Move, checks: &CheckInfo, pinned: u128) -> u64 {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let changed = R::trim(bit(from) | bit(to));
        let mut slides = self.slides;
        if changed & self.in_reach | pinned != 0 {
            for slider in &self.sliders {
                if slider.reach & changed | bit(slider.cell) & pinned != 0 {
                    let reach = slide::<R>(self.rules, slider.role, slider.cell, self.occupied ^ changed);
                    slides = slides - slider.count + self.targets::<R>(checks, slider.cell, reach);
                }
            }
        }
        let mut pawn_moves = self.pawn_moves;
        if changed & self.pawns.before | pinned != 0 {
            let bound = (pinned | self.checks.pinned) & self.base.roles[Role::Pawn as usize];
            if bound != 0 {
                let base = self.generator::<R>();
                let (occupied, enemy) = (base.occupied ^ changed, base.enemy ^ changed);
                let capturable = base.capturable ^ changed;
                pawn_moves -= pawn_moves_of::<R>(&base, bound);
                pawn_moves +=
                    pawn_moves_of::<R>(&Generator { occupied, enemy, capturable, checks, ..base }, bound);
            }
            let (side, empty) = (self.base.turn.index(), !self.occupied);
            let gain = |cell: usize, empty: u128| {
                if bit(cell) & self.pawns.before == 0 {
                    return 0;
                }
                self.pawns.gain::<R>(self.rules, side, !bound, cell, empty)
            };
            pawn_moves = pawn_moves.wrapping_add_signed(gain(from, empty) - gain(to, empty | bit(from)));
        }
        slides + pawn_moves
    }

    /// The number of moves of a piece that attacks some cells. A quiet move leaves alone on which of them a move may end.
    #[inline(always)]
    fn targets<R: Topology>(&self, checks: &CheckInfo, cell: usize, reach: u128) -> u64 {
        R::count(reach & self.open & checks.limit(self.rules.tables, cell))
    }

    /// The moves of the leapers on some cells, under these checks.
    #[inline(always)]
    fn leaps<R: Topology>(&self, checks: &CheckInfo, cells: u128) -> u64 {
        let (t, own) = (self.rules.tables, self.base.colors[self.base.turn.index()] & cells);
        let count = |role: Role, reach: &PerCell<u128>| -> u64 {
            let standing = R::trim(self.base.roles[role as usize] & own);
            R::each(standing).map(|cell| self.targets::<R>(checks, cell, reach[cell])).sum()
        };
        let mut leaps = count(Role::Knight, &t.knight);
        if self.rules.leapers {
            leaps += count(Role::Bishop, &t.elephant) + count(Role::Queen, &t.counsellor);
        }
        leaps
    }

    /// Whether a pawn that makes a double step may pass over a cell that an enemy pawn attacks.
    fn may_be_taken_in_passing(&self, from: usize) -> bool {
        let (t, base) = (self.rules.tables, self.base);
        let pawns = base.set(base.turn, Role::Pawn);
        each(t.push[base.way_at(from)][from])
            .any(|passed| (t.taken_from[0][passed] | t.taken_from[1][passed]) & pawns != 0)
    }

    /// Whether the mover may become one of a pair: it is a pawn that then stands before another.
    fn may_pair(&self, from: usize, to: usize) -> bool {
        let pawns = self.base.roles[Role::Pawn as usize];
        pawns & bit(from) != 0 && self.rules.tables.push[self.base.way_at(from)][to] & pawns != 0
    }
}

fn king_moves<R: Topology>(generator: &Generator<'_>) -> u64 {
    let mut counter = Counter::<R>::new();
    generator.king::<R, _>(&mut counter);
    generator.castling::<R, _>(&mut counter);
    counter.count
}

/// The cells on which an attacker of a cell may stand, up to the first of some pieces.
fn seen_from<R: Topology>(rules: &Rules, cell: usize, blockers: u128) -> u128 {
    let t = rules.tables;
    let leaps = t.knight_from[cell] | t.king[cell] | t.taken_from[0][cell] | t.taken_from[1][cell];
    if rules.leapers {
        return leaps | t.counsellor[cell] | t.elephant[cell] | R::rook(t, cell, blockers);
    }
    leaps | R::rook(t, cell, blockers) | R::bishop(t, cell, blockers)
}

/// The cells that a bishop, queen or rook attacks.
#[inline(always)]
fn slide<R: Topology>(rules: &Rules, role: Role, cell: usize, occupied: u128) -> u128 {
    super::attack::attacks::<R>(rules, role, 0, cell, occupied)
}

/// The moves of the pawns on some cells.
fn pawn_moves_of<R: Topology>(generator: &Generator<'_>, cells: u128) -> u64 {
    let mut counter = Counter::<R>::new();
    for way in 0..2 {
        for cell in R::each(generator.going(way) & cells) {
            generator.pawn::<R, _>(way, cell, generator.doubles(way), &mut counter);
        }
    }
    counter.count
}
