//! The filters lose nothing. On random small positions of several variants, every move that ends a problem, or that lets the
//! next move end it, is among the candidates.

use super::helping::Check;
use crate::board::Cell;
use crate::chess::{Color, Role};
use crate::dice::Dice;
use crate::geom::Flips;
use crate::lattice::position::{LatticePosition, PawnDirection, Setup, SetupPiece};
use crate::lattice::state::{LatticeMove, LatticeState, MoveKind, MoveList};
use crate::lattice::tables::{LatticeRules, NOWHERE};
use crate::variant::{Board, Variant};
use std::sync::Arc;

fn position(rules: &Arc<LatticeRules>, dice: &mut Dice) -> Option<LatticePosition> {
    const SETS: [(Color, &[Role]); 9] = [
        (Color::White, &[Role::King]),
        (Color::Black, &[Role::King]),
        (Color::White, &[Role::Queen, Role::Rook]),
        (Color::White, &[Role::Queen, Role::Rook, Role::Knight, Role::Bishop, Role::Pawn]),
        (Color::White, &[Role::Knight, Role::Bishop, Role::Pawn]),
        (Color::Black, &[Role::Pawn, Role::Queen, Role::Rook]),
        (Color::Black, &[Role::Pawn, Role::Knight, Role::Bishop]),
        (Color::Black, &[Role::Pawn, Role::Knight, Role::Bishop]),
        (Color::Black, &[Role::Pawn]),
    ];
    // Pieces near the corner of the first cells leave the king fewer flights.
    let all: Vec<Cell> = rules.grid().cells().collect();
    let near: Vec<Cell> = all.iter().copied().filter(|c| rules.grid().row(*c) < 4).collect();
    let mut pieces: Vec<SetupPiece> = Vec::new();
    for (color, roles) in &SETS[..5 + dice.below(5)] {
        let role = roles[dice.below(roles.len())];
        let fit: Vec<_> =
            rules.array().iter().filter(|p| p.color == *color && p.kind == role.into()).collect();
        let initial = fit[dice.below(fit.len())];
        let cells = if dice.below(3) > 0 { &near } else { &all };
        let cell = cells[dice.below(cells.len())];
        if pieces.iter().all(|m| m.label != initial.label && m.cell != cell) {
            let round = role == Role::Pawn && rules.has_ways();
            let way = round.then(|| [PawnDirection::First, PawnDirection::Second][dice.below(2)]);
            let framed = rules.variant().spec().board != Board::Square;
            let flips = Flips { x: framed && dice.below(4) == 0, y: framed && dice.below(2) == 0 };
            pieces.push(SetupPiece { way, flips, ..SetupPiece::new(initial.label, cell) });
        }
    }
    let turn = [Color::White, Color::Black][dice.below(2)];
    LatticePosition::new(rules, &Setup::new(pieces, turn)).ok()
}

fn moves(rules: &LatticeRules, state: &LatticeState) -> MoveList {
    let mut list = MoveList::new();
    rules.legal_moves(state, &mut list);
    list
}

/// Checks one position, and returns how many moves end it or let the other side end it.
fn holds(rules: &LatticeRules, state: &LatticeState) -> usize {
    let legal = moves(rules, state);
    let ends = |state: &LatticeState, check: Check| {
        let in_check = rules.in_check(state, state.turn());
        // A king that was taken is neither mated nor stalemated.
        let has_kings = !state.kings.contains(&NOWHERE);
        has_kings && moves(rules, state).is_empty() && in_check == (check == Check::Given)
    };
    let mut count = 0;
    let mut offered = |m: LatticeMove, what: &str, offer: &dyn Fn(&mut MoveList)| {
        let mut list = MoveList::new();
        offer(&mut list);
        assert!(list.contains(&m), "{what}: {} in {state:?}", rules.move_text(m));
        assert!(list.iter().all(|m| legal.contains(m)), "{what} offers what is not legal");
        count += 1;
    };
    for &m in &legal {
        let next = rules.after(state, m);
        assert_eq!(rules.is_mate(&next), ends(&next, Check::Given), "{next:?}");
        assert_eq!(rules.is_stalemate(&next), ends(&next, Check::NotGiven), "{next:?}");
        if ends(&next, Check::Given) {
            offered(m, "mates", &|list| rules.mating_candidates(state, list));
        }
        if ends(&next, Check::NotGiven) {
            offered(m, "stalemates", &|list| rules.stalemating_candidates(state, list));
        }
        let replies = moves(rules, &next);
        if rules.has_quiet_step(&next) {
            let is_check = |reply: &LatticeMove| rules.in_check(&rules.after(&next, *reply), state.turn);
            assert!(!replies.iter().all(is_check), "{next:?} has a quiet step");
        }
        for check in [Check::Given, Check::NotGiven] {
            if replies.iter().any(|&reply| ends(&rules.after(&next, reply), check)) {
                offered(m, "helps", &|list| rules.helping_moves(state, check, list));
            }
        }
    }
    count
}

fn hold(variant: &str, overrides: &str, positions: usize) {
    let overrides: toml::Table = format!("draw_rules = false\n{overrides}").parse().expect("TOML");
    let rules = LatticeRules::new(&Variant::named(variant, &overrides).expect(variant)).expect("a lattice");
    let mut dice = Dice::new(7);
    let (mut seen, mut count) = (0, 0);
    let mut former: Option<MoveList> = None;
    while seen < positions {
        let Some(position) = position(&rules, &mut dice) else { continue };
        seen += 1;
        let state = position.state();
        count += holds(&rules, state);
        let legal = moves(&rules, state);
        for &m in former.iter().flatten().chain(&legal) {
            let plain = m.kind() == MoveKind::Plain && m.pairs == 0;
            if rules.is_surely_pseudo_legal(state, m) {
                let safe = !rules.in_check(&rules.after(state, m), state.turn);
                assert_eq!(legal.contains(&m), safe, "{state:?}");
            } else {
                assert!(!plain || !legal.contains(&m) || rules.may_remove_pairs() || rules.snaffle);
            }
        }
        for &m in &legal {
            let by_key = rules.key_after(state, m);
            assert!(by_key.is_none_or(|key| key == rules.after(state, m).key), "{state:?}");
        }
        former = Some(legal);
    }
    assert!(count * 30 > positions, "{variant}: only {count} moves end anything");
}

#[test]
fn on_the_orthodox_board() {
    hold("orthodox", "", 1500);
}

#[test]
fn with_rebirth() {
    hold("circe", "", 2500);
    hold("circe", "rebirth = \"own\"", 1000);
}

#[test]
fn on_rings() {
    hold("reynolds", "", 700);
    hold("reynolds", "rebirth = \"circe\"", 700);
    hold("ring64", "", 300);
}

#[test]
fn on_a_disc() {
    hold("disc70", "", 700);
    hold("disc70", "rebirth = \"circe\"", 700);
}

#[test]
fn on_boards_with_seams() {
    hold("cylinder64", "", 700);
    hold("cylinder64", "rebirth = \"circe\"", 500);
    hold("mobius80", "", 700);
    hold("torus96", "rebirth = \"own\"", 400);
    hold("klein96", "", 700);
}

#[test]
fn on_boards_that_close_upon_themselves() {
    hold("spherical64", "", 700);
    hold("pillow64", "rebirth = \"own\"", 400);
    hold("projective96", "", 700);
}

#[test]
fn with_leapers() {
    hold("shatranj", "bare_king = false", 1500);
}
