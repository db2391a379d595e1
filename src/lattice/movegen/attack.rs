//! Attacks on cells, checks and pins.

use crate::chess::{Color, Kind, Role};
use crate::lattice::state::LatticeState;
use crate::lattice::tables::{
    BoardTables, CustomReach, LatticeRules, NOWHERE, Sliders, Targets, Topology, bit, each,
};

/// The pieces by which an attack is decided. While a move is tested, they differ from those of the state.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub occupied: u128,
    /// The pieces that may attack.
    pub attackers: u128,
}

impl LatticeRules {
    /// Whether one of the attackers of a view attacks a cell.
    #[inline(always)]
    pub(crate) fn is_attacked<R: Topology>(&self, state: &LatticeState, cell: usize, view: View) -> bool {
        let t = &*self.tables;
        let (occupied, attackers) = (R::within_board(view.occupied), R::within_board(view.attackers));
        if (leaping_attackers(self, state, cell) | kings_beside(self, state, cell)) & attackers != 0 {
            return true;
        }
        if self.has_custom_kinds && custom_attackers(self, state, cell, occupied) & attackers != 0 {
            return true;
        }
        let Sliders { straight, diagonal } = sliders(self, state, attackers);
        if t.rook_span[cell] & straight != 0 && t.rook::<R>(cell, occupied) & straight != 0 {
            return true;
        }
        t.bishop_span[cell] & diagonal != 0 && t.bishop::<R>(cell, occupied) & diagonal != 0
    }

    /// Returns the pieces of both sides that attack a cell, with the `occupied` cells as blockers.
    #[inline(always)]
    pub(crate) fn attackers<R: Topology>(&self, state: &LatticeState, cell: usize, occupied: u128) -> u128 {
        let t = &*self.tables;
        let near = leaping_attackers(self, state, cell) | kings_beside(self, state, cell);
        let mut attackers = R::within_board(near);
        if self.has_custom_kinds {
            attackers |= custom_attackers(self, state, cell, occupied);
        }
        let Sliders { straight, diagonal } = sliders(self, state, R::ALL_CELLS);
        attackers | (t.rook::<R>(cell, occupied) & straight) | (t.bishop::<R>(cell, occupied) & diagonal)
    }
}

#[inline(always)]
pub(crate) fn sliders(rules: &LatticeRules, state: &LatticeState, pieces: u128) -> Sliders {
    let of_role = |role: Role| state.roles[role as usize] & pieces;
    if rules.is_shatranj {
        return Sliders { straight: of_role(Role::Rook), diagonal: 0 };
    }
    let queens = of_role(Role::Queen);
    Sliders { straight: of_role(Role::Rook) | queens, diagonal: of_role(Role::Bishop) | queens }
}

/// Returns the pawns, knights and other leapers of both sides that attack a cell; neither kings nor custom kinds.
#[inline(always)]
fn leaping_attackers(rules: &LatticeRules, state: &LatticeState, cell: usize) -> u128 {
    let t = &*rules.tables;
    let of_role = |role: Role| state.roles[role as usize];
    let pawn_origins = (t.taken_from[0][cell] & state.of_way(0)) | (t.taken_from[1][cell] & state.of_way(1));
    let attackers = (t.knight_from[cell] & of_role(Role::Knight)) | (pawn_origins & of_role(Role::Pawn));
    if !rules.is_shatranj {
        return attackers;
    }
    attackers | (t.counsellor[cell] & of_role(Role::Queen)) | (t.elephant[cell] & of_role(Role::Bishop))
}

/// Returns the kings of both sides that attack a cell, except those of custom kinds.
#[inline(always)]
fn kings_beside(rules: &LatticeRules, state: &LatticeState, cell: usize) -> u128 {
    rules.tables.king[cell] & state.roles[Role::King as usize] & !state.custom_pieces
}

/// Returns, by role, the cells from which a piece of the role would attack a cell, with the `occupied` cells as blockers.
///
/// Pawns are counted with both ways. The entry of the king is empty.
#[inline(always)]
pub(crate) fn attack_origins<R: Topology>(rules: &LatticeRules, cell: usize, occupied: u128) -> [u128; 6] {
    let t = &*rules.tables;
    let (straight, diagonal) = (t.rook::<R>(cell, occupied), t.bishop::<R>(cell, occupied));
    let (queen, bishop) = if rules.is_shatranj {
        (t.counsellor[cell], t.elephant[cell])
    } else {
        (straight | diagonal, diagonal)
    };
    let pawn_of_any_way = t.taken_from[0][cell] | t.taken_from[1][cell];
    let mut origins = [0; 6];
    origins[Role::Queen as usize] = queen;
    origins[Role::Rook as usize] = straight;
    origins[Role::Bishop as usize] = bishop;
    origins[Role::Knight as usize] = t.knight_from[cell];
    origins[Role::Pawn as usize] = pawn_of_any_way;
    origins
}

/// Returns the pieces of custom kinds of both sides that attack a cell, with the `occupied` cells as blockers.
fn custom_attackers(rules: &LatticeRules, state: &LatticeState, cell: usize, occupied: u128) -> u128 {
    let mut attackers = 0;
    for from in each(state.custom_pieces & rules.custom.sight[cell]) {
        if custom_targets(rules, state, from, occupied).attacked & bit(cell) != 0 {
            attackers |= bit(from);
        }
    }
    attackers
}

/// Returns the cells to which a piece of a custom kind may go, and those that it attacks, with the `occupied` cells as blockers.
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
    rules.custom.kind(state.custom_index_at(from)).reach(state.stance_at(color, from), from)
}

/// Returns the cells that the piece of this kind on a cell attacks, with the `occupied` cells as blockers.
#[inline(always)]
pub(crate) fn attacks_of_kind<R: Topology>(
    rules: &LatticeRules,
    state: &LatticeState,
    kind: Kind,
    from: usize,
    occupied: u128,
) -> u128 {
    match kind {
        Kind::Known(role) => attacks_of_role::<R>(rules, role, state.way_at(from), from, occupied),
        Kind::Custom(_) => custom_targets(rules, state, from, occupied).attacked,
    }
}

/// Returns the cells that a piece of a role attacks from a cell, with the `occupied` cells as blockers. `way` is that of a pawn;
/// it has no effect on other roles.
#[inline(always)]
pub(crate) fn attacks_of_role<R: Topology>(
    rules: &LatticeRules,
    role: Role,
    way: usize,
    from: usize,
    occupied: u128,
) -> u128 {
    let t = &*rules.tables;
    match role {
        Role::King => R::within_board(t.king[from]),
        Role::Knight => R::within_board(t.knight[from]),
        Role::Pawn => R::within_board(t.takes[way][from]),
        Role::Queen if rules.is_shatranj => R::within_board(t.counsellor[from]),
        Role::Bishop if rules.is_shatranj => R::within_board(t.elephant[from]),
        Role::Queen => t.rook::<R>(from, occupied) | t.bishop::<R>(from, occupied),
        Role::Rook => t.rook::<R>(from, occupied),
        Role::Bishop => t.bishop::<R>(from, occupied),
    }
}

/// What the checks and pins of a king allow its pieces.
pub(crate) struct CheckInfo {
    /// The cells on which a piece other than the king has to arrive to end every check. Without check, all cells.
    pub evasions: u128,
    /// Whether the king is attacked.
    pub is_check: bool,
    /// The own pieces that are pinned.
    pub pinned: u128,
    /// Whether there is neither check nor pin, so that no move is limited. This holds in most positions.
    pub is_calm: bool,
    king: usize,
    occupied: u128,
    /// The common cells of the lines of all pins. If only one piece is pinned, it may go to these cells.
    common_pin_cells: u128,
    /// The enemy sliders that would attack the king if its own side were gone. No other slider checks or pins.
    snipers: Sliders,
    /// The pins by custom kinds of the enemy.
    custom_pins: Vec<CustomPin>,
}

struct CustomPin {
    /// The cell of the pinned piece, as a set.
    pinned_cell: u128,
    /// The cells to which the pinned piece may go: those between the king and the pinning piece, and the cell of the latter.
    limit: u128,
}

impl CheckInfo {
    /// No checks and no pins, which limit no move.
    pub const NONE: CheckInfo = CheckInfo {
        evasions: !0,
        is_check: false,
        pinned: 0,
        is_calm: true,
        king: 0,
        occupied: 0,
        common_pin_cells: !0,
        snipers: Sliders { straight: 0, diagonal: 0 },
        custom_pins: Vec::new(),
    };

    /// Returns the cells to which checks and pins limit the piece on a cell.
    #[inline(always)]
    pub fn limit(&self, tables: &BoardTables, cell: usize) -> u128 {
        if self.is_calm {
            !0
        } else if self.pinned & bit(cell) == 0 {
            self.evasions
        } else {
            self.evasions & self.lines_of_pins(tables, bit(cell))
        }
    }

    /// Returns the cells to which the pins of a pinned piece limit it. Positions with several pinned pieces are rare, so finding
    /// the lines of sliders again costs less than keeping a list in every position. Custom pins are kept, because their routes take
    /// long to find.
    #[cold]
    fn lines_of_pins(&self, tables: &BoardTables, pinned_cell: u128) -> u128 {
        if self.pinned == pinned_cell {
            return self.common_pin_cells;
        }
        let pins = self.custom_pins.iter().filter(|pin| pin.pinned_cell == pinned_cell);
        let mut cells = pins.fold(!0, |cells, pin| cells & pin.limit);
        tables.each_slider_ray(self.king, self.snipers, |ray, sliders| {
            let behind = ray.first(self.occupied ^ pinned_cell);
            if ray.first(self.occupied) == pinned_cell && behind & sliders != 0 {
                cells &= ray.up_to(behind);
            }
        });
        cells
    }

    /// Returns the checks and pins of the side to move, whose king stands on a cell. One slider may have two lines to the king: both
    /// ways round a ring, or along the ring and through the centre. Each line gives its own check or pin.
    #[inline(always)]
    pub fn of<R: Topology>(rules: &LatticeRules, state: &LatticeState, king: usize) -> CheckInfo {
        let t = &*rules.tables;
        let own = R::within_board(state.colors[state.turn.index()]);
        let enemy = R::within_board(state.colors[(!state.turn).index()]);
        let leaping = leaping_attackers(rules, state, king) & enemy;
        let Sliders { mut straight, mut diagonal } = sliders(rules, state, enemy);
        // In most positions no slider would attack the king even past its own side, so no single ray has to be followed.
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
        let (occupied, snipers) = (own | enemy, Sliders { straight, diagonal });
        // Local variables, stored together at the end: reading a struct right after writing parts of it stalls the processor.
        let (mut evasions, mut is_check) = (!0, leaping != 0);
        let (mut pinned, mut common_pin_cells) = (0, !0);
        if leaping | straight | diagonal != 0 {
            for checker in R::each(leaping) {
                evasions &= bit(checker);
            }
            t.each_slider_ray(king, snipers, |ray, sliders| {
                let first = ray.first(occupied);
                if first & sliders != 0 {
                    is_check = true;
                    evasions &= ray.up_to(first);
                } else if first & own != 0 {
                    let behind = ray.first(occupied ^ first);
                    if behind & sliders != 0 {
                        pinned |= first;
                        common_pin_cells &= ray.up_to(behind);
                    }
                }
            });
        }
        let mut custom_pins = Vec::new();
        if rules.has_custom_kinds {
            for from in each(state.custom_pieces & enemy & rules.custom.sight[king]) {
                custom_reach(rules, state, from).each_route_to(king, |between| {
                    let (blockers, limit) = (between & occupied, between | bit(from));
                    let is_at_most_one = blockers & blockers.wrapping_sub(1) == 0;
                    if blockers == 0 {
                        is_check = true;
                        evasions &= limit;
                    } else if is_at_most_one && blockers & own != 0 {
                        pinned |= blockers;
                        common_pin_cells &= limit;
                        custom_pins.push(CustomPin { pinned_cell: blockers, limit });
                    }
                });
            }
        }
        let is_calm = !is_check && pinned == 0;
        CheckInfo {
            evasions,
            is_check,
            pinned,
            is_calm,
            king,
            occupied,
            common_pin_cells,
            snipers,
            custom_pins,
        }
    }
}

/// Whether a side's king is attacked; false if the king is gone.
pub(crate) fn is_king_attacked<R: Topology>(rules: &LatticeRules, state: &LatticeState, side: Color) -> bool {
    let king = state.kings[side.index()];
    if king == NOWHERE {
        return false;
    }
    let view = View { occupied: state.occupied(), attackers: state.colors[(!side).index()] };
    rules.is_attacked::<R>(state, king.into(), view)
}
