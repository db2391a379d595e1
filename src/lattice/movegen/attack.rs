//! Attacks on single cells, checks and pins.

use crate::chess::{Color, Kind, Role};
use crate::lattice::state::LatticeState;
use crate::lattice::tables::{BoardTables, CustomReach, LatticeRules, NOWHERE, Targets, Topology, bit, each};

/// The pieces that matter for an attack; they may differ from those of a state, as during a move.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The occupied cells.
    pub occupied: u128,
    /// The pieces whose attacks count.
    pub attackers: u128,
}

/// Whether an attacker attacks a cell.
#[inline(always)]
pub(crate) fn attacked<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    cell: usize,
    view: View,
) -> bool {
    let t = &*rules.tables;
    let (occupied, attackers) = (R::trim(view.occupied), R::trim(view.attackers));
    let of = |role: Role| state.roles[role as usize] & attackers;
    if short_attackers(rules, state, cell) & attackers != 0 {
        return true;
    }
    if rules.has_custom_kinds && custom_attackers(rules, state, cell, occupied) & attackers != 0 {
        return true;
    }
    let (queens, rooks, bishops) = (of(Role::Queen), of(Role::Rook), of(Role::Bishop));
    if rules.leapers {
        if (t.counsellor[cell] & queens) | (t.elephant[cell] & bishops) != 0 {
            return true;
        }
        return t.rook_span[cell] & rooks != 0 && t.rook::<R>(cell, occupied) & rooks != 0;
    }
    let (straight, diagonal) = (rooks | queens, bishops | queens);
    (t.rook_span[cell] & straight != 0 && t.rook::<R>(cell, occupied) & straight != 0)
        || (t.bishop_span[cell] & diagonal != 0 && t.bishop::<R>(cell, occupied) & diagonal != 0)
}

/// Returns the pieces of both sides that attack a cell, with the `occupied` cells as blockers.
#[inline(always)]
pub(crate) fn attackers<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    cell: usize,
    occupied: u128,
) -> u128 {
    let t = &*rules.tables;
    let of = |role: Role| R::trim(state.roles[role as usize]);
    let mut leaps = R::trim(short_attackers(rules, state, cell));
    if rules.has_custom_kinds {
        leaps |= custom_attackers(rules, state, cell, occupied);
    }
    let (queens, rooks, bishops) = (of(Role::Queen), of(Role::Rook), of(Role::Bishop));
    if rules.leapers {
        let near = (t.counsellor[cell] & queens) | (t.elephant[cell] & bishops);
        return leaps | near | (t.rook::<R>(cell, occupied) & rooks);
    }
    let straight = t.rook::<R>(cell, occupied) & (rooks | queens);
    leaps | straight | (t.bishop::<R>(cell, occupied) & (bishops | queens))
}

/// Returns the knights, kings and pawns of both sides that attack a cell.
#[inline(always)]
fn short_attackers(rules: &LatticeRules, state: &LatticeState, cell: usize) -> u128 {
    let t = &*rules.tables;
    let of = |role: Role| state.roles[role as usize];
    let taking = (t.taken_from[0][cell] & !state.turned) | (t.taken_from[1][cell] & state.turned);
    (t.knight_from[cell] & of(Role::Knight))
        | (t.king[cell] & of(Role::King) & !state.custom_kinds)
        | (taking & of(Role::Pawn))
}

/// Returns the pieces of custom kinds of both sides that attack a cell, with the `occupied` cells as blockers.
pub(crate) fn custom_attackers(
    rules: &LatticeRules,
    state: &LatticeState,
    cell: usize,
    occupied: u128,
) -> u128 {
    let attacks = |&from: &usize| custom_targets(rules, state, from, occupied).attacked & bit(cell) != 0;
    each(state.custom_kinds & rules.custom.seen_from[cell])
        .filter(attacks)
        .fold(0, |set, from| set | bit(from))
}

/// Returns the cells that a piece of a custom kind reaches, with the `occupied` cells as blockers.
pub(crate) fn custom_targets(
    rules: &LatticeRules,
    state: &LatticeState,
    from: usize,
    occupied: u128,
) -> Targets {
    custom_reach(rules, state, from).targets(occupied)
}

fn custom_reach<'a>(rules: &'a LatticeRules, state: &LatticeState, from: usize) -> &'a CustomReach {
    let color = if state.colors[Color::White.index()] & bit(from) != 0 { Color::White } else { Color::Black };
    rules.custom.kind(state.number_at(from)).reach(state.stance_at(color, from), from)
}

/// Returns the cells that the piece on a cell attacks, with the `occupied` cells as blockers.
#[inline(always)]
pub(crate) fn attacks_from<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    kind: Kind,
    from: usize,
    occupied: u128,
) -> u128 {
    match kind {
        Kind::Known(role) => attacks::<R>(rules, role, state.way_at(from), from, occupied),
        Kind::Custom(_) => custom_targets(rules, state, from, occupied).attacked,
    }
}

/// Returns the cells that a kind attacks from a cell, with the `occupied` cells as blockers. A pawn attacks in its direction.
#[inline(always)]
pub(crate) fn attacks<R: Topology>(
    rules: &LatticeRules,
    role: Role,
    way: usize,
    from: usize,
    occupied: u128,
) -> u128 {
    let t = &*rules.tables;
    match role {
        Role::King => R::trim(t.king[from]),
        Role::Knight => R::trim(t.knight[from]),
        Role::Pawn => R::trim(t.takes[way][from]),
        Role::Queen if rules.leapers => R::trim(t.counsellor[from]),
        Role::Bishop if rules.leapers => R::trim(t.elephant[from]),
        Role::Queen => t.rook::<R>(from, occupied) | t.bishop::<R>(from, occupied),
        Role::Rook => t.rook::<R>(from, occupied),
        Role::Bishop => t.bishop::<R>(from, occupied),
    }
}

/// Checks and pins of a king: the cells on which a move must end to leave it safe.
pub(crate) struct CheckInfo {
    /// The cells on which a piece ends every check; all cells without check.
    pub evasions: u128,
    /// Whether the king is attacked.
    pub check: bool,
    /// The own pieces that are pinned.
    pub pinned: u128,
    /// Whether there is neither check nor pin, as in most positions, so no move is limited.
    pub calm: bool,
    king: usize,
    occupied: u128,
    /// The cells on the lines of all pins together: with one pinned piece, those of its pin.
    pin: u128,
    /// The enemy sliders, straight and diagonal, that would see the king if its own side were gone; no other slider checks or pins.
    snipers: [u128; 2],
    /// The pieces pinned by custom kinds of the enemy, each with the cells of the pin.
    bound: Vec<(u128, u128)>,
}

impl CheckInfo {
    /// The checks and pins of a state without limits.
    pub const NONE: CheckInfo = CheckInfo {
        evasions: !0,
        check: false,
        pinned: 0,
        calm: true,
        king: 0,
        occupied: 0,
        pin: !0,
        snipers: [0; 2],
        bound: Vec::new(),
    };

    /// Returns the cells to which checks and pins limit the piece on a cell.
    #[inline(always)]
    pub fn limit(&self, tables: &BoardTables, cell: usize) -> u128 {
        if self.calm {
            !0
        } else if self.pinned & bit(cell) == 0 {
            self.evasions
        } else {
            self.evasions & self.lines_of_pins(tables, bit(cell))
        }
    }

    /// Returns the lines of a piece's pins. Several pinned pieces are rare, so finding their lines again costs less
    /// than a list in every position.
    #[cold]
    fn lines_of_pins(&self, tables: &BoardTables, piece: u128) -> u128 {
        if self.pinned == piece {
            return self.pin;
        }
        let bound = self.bound.iter().filter(|(bound, _)| *bound == piece);
        let mut cells = bound.fold(!0, |cells, (_, way)| cells & way);
        tables.each_slider_ray(self.king, self.snipers, |ray, sliders| {
            if ray.first(self.occupied) == piece {
                let second = ray.first(self.occupied ^ piece);
                if second & sliders != 0 {
                    cells &= ray.up_to(second);
                }
            }
        });
        cells
    }

    /// Returns the checks and pins of a king. A slider may have two lines to it, both ways round a ring or also
    /// through the centre; each line is a check or a pin of its own.
    #[inline(always)]
    pub fn of<R: Topology>(
        rules: &LatticeRules,
        state: &LatticeState,
        king: usize,
        own: u128,
        enemy: u128,
    ) -> CheckInfo {
        let t = &*rules.tables;
        let (own, enemy) = (R::trim(own), R::trim(enemy));
        let of = |role: Role| state.roles[role as usize] & enemy;
        let pawns = of(Role::Pawn);
        let mut leaping = (t.knight_from[king] & of(Role::Knight))
            | (t.taken_from[0][king] & pawns & !state.turned)
            | (t.taken_from[1][king] & pawns & state.turned);
        let (mut straight, mut diagonal) = (of(Role::Rook), 0);
        if rules.leapers {
            leaping |= (t.counsellor[king] & of(Role::Queen)) | (t.elephant[king] & of(Role::Bishop));
        } else {
            straight |= of(Role::Queen);
            diagonal = of(Role::Bishop) | of(Role::Queen);
        }
        // Two tests that see through the own side spare most positions the walk along single rays.
        if t.rook_span[king] & straight != 0 {
            straight &= t.rook::<R>(king, enemy);
        } else {
            straight = 0;
        }
        if t.bishop_span[king] & diagonal != 0 {
            diagonal &= t.bishop::<R>(king, enemy);
        } else {
            diagonal = 0;
        }
        let (occupied, snipers) = (own | enemy, [straight, diagonal]);
        // Local variables, stored together at the end: reading a struct right after writing parts of it stalls the processor.
        let (mut evasions, mut check, mut pinned, mut pin) = (!0, leaping != 0, 0, !0);
        if leaping | straight | diagonal != 0 {
            for giver in R::each(leaping) {
                evasions &= bit(giver);
            }
            t.each_slider_ray(king, snipers, |ray, sliders| {
                let first = ray.first(occupied);
                if first & sliders != 0 {
                    check = true;
                    evasions &= ray.up_to(first);
                } else if first & own != 0 {
                    let second = ray.first(occupied ^ first);
                    if second & sliders != 0 {
                        pinned |= first;
                        pin &= ray.up_to(second);
                    }
                }
            });
        }
        let mut bound = Vec::new();
        if rules.has_custom_kinds {
            for from in each(state.custom_kinds & enemy & rules.custom.seen_from[king]) {
                custom_reach(rules, state, from).each_way_to(king, |between| {
                    let (blockers, way) = (between & occupied, between | bit(from));
                    if blockers == 0 {
                        check = true;
                        evasions &= way;
                    } else if blockers & blockers.wrapping_sub(1) == 0 && blockers & own != 0 {
                        pinned |= blockers;
                        pin &= way;
                        bound.push((blockers, way));
                    }
                });
            }
        }
        let calm = !check && pinned == 0;
        CheckInfo { evasions, check, pinned, calm, king, occupied, pin, snipers, bound }
    }
}

/// Whether a side's king is attacked; false if the king is gone.
pub(crate) fn king_attacked<R: Topology>(rules: &LatticeRules, state: &LatticeState, side: Color) -> bool {
    let king = state.kings[side.index()];
    if king == NOWHERE {
        return false;
    }
    let view = View { occupied: state.occupied(), attackers: state.colors[(!side).index()] };
    attacked::<R>(rules, state, king.into(), view)
}
