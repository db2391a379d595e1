//! The gain of captures: at once, and after the exchange that follows on the cell (static exchange evaluation).

use super::worth::Worth;
use crate::chess::{Color, Kind, Role};
use crate::lattice::{LatticeMove, LatticeState, MoveKind, Topology, Victim, bit, each, for_board};
use crate::variant::Rebirth;

/// The value of a king in an exchange, hundredths of a pawn: more than that of all other pieces.
const KING: i32 = 20_000;

/// The order in which orthodox pieces capture.
const LEAST_FIRST: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Pieces of the least kind, and the worth of one such piece.
struct LeastPieces {
    cells: u128,
    value: i32,
}

impl Worth<'_> {
    /// Returns the immediate gain of a move, hundredths of a pawn: of a promotion, and of a capture less what is reborn.
    pub fn gain(&self, state: &LatticeState, m: LatticeMove) -> i32 {
        let pawn = self.kinds[Role::Pawn as usize];
        let promoted = m.promotion.map_or(0, |kind| self.of_kind(kind) - pawn);
        if m.kind == MoveKind::EnPassant {
            return promoted + pawn;
        }
        let to = usize::from(m.to);
        if state.colors[(!state.turn).index()] & bit(to) == 0 {
            return promoted;
        }
        let Some(kind) = state.kind_at(to) else { return promoted };
        if state.roles[Role::King as usize] & bit(to) != 0 {
            return KING;
        }
        let taken = self.of_kind(kind);
        if self.rules.rebirth == Rebirth::None {
            return promoted + taken;
        }
        let occupied = state.occupied() & !bit(m.from.into()) | bit(to);
        let landing = Victim::at(state, to).and_then(|victim| victim.reborn(self.rules, occupied));
        promoted + taken - landing.map_or(0, |landing| self.of_kind(landing.kind))
    }

    /// Whether the exchange on a move's cell gains the mover's side at least `least` hundredths of a pawn, if each side captures with its
    /// least piece. With rebirth only the immediate gain counts.
    pub fn gains_at_least(&self, state: &LatticeState, m: LatticeMove, least: i32) -> bool {
        let value = self.gain(state, m);
        if self.rules.rebirth != Rebirth::None || m.kind == MoveKind::Castle {
            return value >= least;
        }
        let is_royal = state.roles[Role::King as usize] & bit(m.from.into()) != 0;
        let mover = m.promotion.or_else(|| state.kind_at(m.from.into())).unwrap_or(Kind::PAWN);
        let mover_value = if is_royal { KING } else { self.of_kind(mover) };
        // The balance if the mover is captured and the exchange ends there.
        let balance = value - mover_value - least;
        if balance >= 0 {
            return true;
        }
        if value < least {
            return false;
        }
        for_board!(self.rules, R => self.exchange::<R>(state, m, balance))
    }

    /// Whether the mover's side has a balance of at least 0 after the exchange. `balance` is its balance if the exchange ends with the
    /// capture of the mover.
    fn exchange<R: Topology>(&self, state: &LatticeState, m: LatticeMove, mut balance: i32) -> bool {
        let to = usize::from(m.to);
        let mut occupied = state.occupied() & !bit(m.from.into()) | bit(to);
        let sliders = state.roles[Role::Queen as usize]
            | state.roles[Role::Rook as usize]
            | state.roles[Role::Bishop as usize]
            | state.custom_pieces;
        let mut attackers_of_both = self.rules.attackers::<R>(state, to, R::within_board(occupied));
        let mut side: Color = !state.turn;
        loop {
            attackers_of_both &= occupied;
            let own_attackers = attackers_of_both & state.colors[side.index()];
            let Some(LeastPieces { cells, value }) = self.least_of(state, own_attackers) else { break };
            // A king cannot capture what is defended.
            if value == KING && attackers_of_both & state.colors[(!side).index()] != 0 {
                break;
            }
            let lowest_cell = cells & cells.wrapping_neg();
            occupied &= !lowest_cell;
            if occupied & sliders != 0 {
                attackers_of_both |=
                    self.rules.attackers::<R>(state, to, R::within_board(occupied)) & sliders;
            }
            side = !side;
            // The 1 makes exactly one of the balances of both sides at least 0.
            balance = -balance - 1 - value;
            if balance >= 0 {
                break;
            }
        }
        // The loser of the exchange is the side that cannot capture, or that gains too little if it does.
        side != state.turn
    }

    /// Returns the pieces of the least kind on some cells; `None` if no piece stands there. Custom pieces are returned one by one.
    fn least_of(&self, state: &LatticeState, cells: u128) -> Option<LeastPieces> {
        let orthodox = cells & !state.custom_pieces;
        let role = LEAST_FIRST.into_iter().find(|&role| orthodox & state.roles[role as usize] != 0);
        let least_orthodox = role.map(|role| LeastPieces {
            cells: orthodox & state.roles[role as usize],
            value: if role == Role::King { KING } else { self.kinds[role as usize] },
        });
        if cells & state.custom_pieces == 0 {
            return least_orthodox;
        }
        let custom = each(cells & state.custom_pieces).map(|cell| {
            let is_royal = state.roles[Role::King as usize] & bit(cell) != 0;
            let value = if is_royal { KING } else { self.of_kind(Kind::Custom(state.custom_index_at(cell))) };
            LeastPieces { cells: bit(cell), value }
        });
        custom.chain(least_orthodox).min_by_key(|pieces| pieces.value)
    }
}
