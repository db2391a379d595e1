//! The filters lose nothing. On random small positions of several variants, every move that ends a problem, or that lets the
//! next move end it, is among the candidates.

use super::helping::Check;
use crate::board::Cell;
use crate::chess::{Color, Role};
use crate::dice::Dice;
use crate::geom::Flips;
use crate::lattice::position::{LatticePosition, PawnWay, Setup, SetupPiece};
use crate::lattice::state::{LatticeMove, LatticeState, MoveList};
use crate::lattice::tables::{LatticeRules, NOWHERE};
use crate::variant::{Board, Variant};
use rayon::prelude::*;
use std::sync::Arc;

/// Returns a random position with few pieces; `None` if the random setup is not valid.
fn random_position(rules: &Arc<LatticeRules>, dice: &mut Dice) -> Option<LatticePosition> {
    const CHOICES: [(Color, &[Role]); 9] = [
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
    // Pieces on the first four rows leave the king fewer flights.
    let board_cells: Vec<Cell> = rules.grid().cells().collect();
    let first_cells: Vec<Cell> = board_cells.iter().copied().filter(|c| rules.grid().row(*c) < 4).collect();
    let mut pieces: Vec<SetupPiece> = Vec::new();
    for (color, roles) in &CHOICES[..5 + dice.below(5)] {
        let role = roles[dice.below(roles.len())];
        let of_role: Vec<_> =
            rules.array().iter().filter(|piece| piece.color == *color && piece.kind == role.into()).collect();
        let initial = of_role[dice.below(of_role.len())];
        let cells = if dice.below(3) > 0 { &first_cells } else { &board_cells };
        let cell = cells[dice.below(cells.len())];
        if pieces.iter().all(|piece| piece.label != initial.label && piece.cell != cell) {
            let has_way = role == Role::Pawn && rules.has_ways();
            let way = has_way.then(|| [PawnWay::First, PawnWay::Second][dice.below(2)]);
            let may_flip = rules.variant().spec().board != Board::Square;
            let flips = Flips { x: may_flip && dice.below(4) == 0, y: may_flip && dice.below(2) == 0 };
            pieces.push(SetupPiece { way, flips, ..SetupPiece::new(initial.label, cell) });
        }
    }
    let turn = [Color::White, Color::Black][dice.below(2)];
    LatticePosition::new(rules, &Setup::new(pieces, turn)).ok()
}

/// Checks the filters in one position, and returns the number of moves that end play or let the other side end it.
fn check_filters(rules: &LatticeRules, state: &LatticeState) -> usize {
    let legal = rules.all_legal_moves(state);
    let ends = |state: &LatticeState, check: Check| {
        let in_check = rules.in_check(state, state.turn());
        // A king that was taken is neither mated nor stalemated.
        let has_kings = !state.kings.contains(&NOWHERE);
        has_kings && rules.all_legal_moves(state).is_empty() && in_check == (check == Check::Given)
    };
    let mut count = 0;
    let mut assert_listed = |m: LatticeMove, effect: &str, append: &dyn Fn(&mut MoveList)| {
        let mut list = MoveList::new();
        append(&mut list);
        assert!(list.contains(&m), "{effect}: {} in {state:?}", rules.move_text(m));
        assert!(list.iter().all(|m| legal.contains(m)), "{effect}: an illegal move is listed");
        count += 1;
    };
    for &m in &legal {
        let next = rules.after(state, m);
        assert_eq!(rules.is_mate(&next), ends(&next, Check::Given), "{next:?}");
        assert_eq!(rules.is_stalemate(&next), ends(&next, Check::NotGiven), "{next:?}");
        if ends(&next, Check::Given) {
            assert_listed(m, "mates", &|list| rules.mating_candidates(state, list));
        }
        if ends(&next, Check::NotGiven) {
            assert_listed(m, "stalemates", &|list| rules.stalemating_candidates(state, list));
        }
        let replies = rules.all_legal_moves(&next);
        if rules.has_quiet_step(&next) {
            let is_check = |reply: &LatticeMove| rules.in_check(&rules.after(&next, *reply), state.turn);
            assert!(!replies.iter().all(is_check), "{next:?} has a quiet step");
        }
        for check in [Check::Given, Check::NotGiven] {
            if replies.iter().any(|&reply| ends(&rules.after(&next, reply), check)) {
                assert_listed(m, "helps", &|list| rules.helping_moves(state, check, list));
            }
        }
    }
    count
}

/// Checks the filters, and the tests by which search avoids generating moves, in random positions of a variant.
fn check_variant(variant: &str, overrides: &str, positions: usize) {
    let overrides: toml::Table = format!("draw_rules = false\n{overrides}").parse().expect("TOML");
    let rules = LatticeRules::new(&Variant::named(variant, &overrides).expect(variant)).expect("a lattice");
    let mut dice = Dice::new(7);
    let (mut checked, mut ending_moves) = (0, 0);
    let mut former_moves = MoveList::new();
    while checked < positions {
        let Some(position) = random_position(&rules, &mut dice) else { continue };
        checked += 1;
        let state = position.state();
        ending_moves += check_filters(&rules, state);
        let legal = rules.all_legal_moves(state);
        for &m in former_moves.iter().chain(&legal) {
            if rules.is_surely_pseudo_legal(state, m) {
                let is_safe = !rules.in_check(&rules.after(state, m), state.turn);
                assert_eq!(legal.contains(&m), is_safe, "{state:?}");
            } else {
                assert!(
                    !m.is_plain() || !legal.contains(&m) || rules.may_remove_pairs() || rules.may_leave_check
                );
            }
        }
        for &m in &legal {
            let by_key = rules.key_after(state, m);
            assert!(by_key.is_none_or(|key| key == rules.after(state, m).key), "{state:?}");
        }
        former_moves = legal;
    }
    assert!(ending_moves * 30 > positions, "{variant}: only {ending_moves} moves end play");
}

/// Variants, parameters that replace theirs, and the number of positions of each.
const CASES: [(&str, &str, usize); 17] = [
    ("orthodox", "", 1500),
    ("circe", "", 2500),
    ("circe", "rebirth = \"own\"", 1000),
    ("reynolds", "", 700),
    ("reynolds", "rebirth = \"circe\"", 700),
    ("ring64", "", 300),
    ("disc70", "", 700),
    ("disc70", "rebirth = \"circe\"", 700),
    ("cylinder64", "", 700),
    ("cylinder64", "rebirth = \"circe\"", 500),
    ("mobius80", "", 700),
    ("torus96", "rebirth = \"own\"", 400),
    ("klein96", "", 700),
    ("spherical64", "", 700),
    ("pillow64", "rebirth = \"own\"", 400),
    ("projective96", "", 700),
    ("shatranj", "bare_king = false", 1500),
];

#[test]
fn the_filters_lose_nothing() {
    CASES
        .par_iter()
        .for_each(|(variant, overrides, positions)| check_variant(variant, overrides, *positions));
}
