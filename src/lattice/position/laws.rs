//! The generator of large boards is right on every board. The library for browsers has no other generator.

use super::LatticePosition;
use crate::dice::Dice;
use crate::lattice::movegen::standing;
use crate::lattice::tables::{BoardTables, LatticeRules, LineTopology};
use crate::variant::{Variant, preset_names};
use std::sync::Arc;
use toml::Table;

/// Returns the same rules, for which the generator of large boards is run.
fn with_large_generator(rules: &LatticeRules) -> LatticeRules {
    let mut tables = BoardTables::compile(rules.grid(), rules.variant().spec().knight_voids);
    tables.sliders.topology = LineTopology::Wide;
    LatticeRules { tables: Arc::new(tables), ..rules.clone() }
}

#[test]
fn the_generator_of_large_boards_is_right_on_every_board() {
    let mut dice = Dice::new(1);
    for name in preset_names() {
        let Ok(rules) = LatticeRules::new(&Variant::named(name, &Table::new()).expect(name)) else {
            continue;
        };
        let large = with_large_generator(&rules);
        for _ in 0..5 {
            let mut state = *LatticePosition::initial(&rules).expect(name).state();
            for _ in 0..80 {
                let list = rules.all_legal_moves(&state);
                assert_eq!(list, large.all_legal_moves(&state), "{name}: {state:?}");
                assert_eq!(standing(&rules, &state), standing(&large, &state), "{name}: {state:?}");
                let Some(&m) = list.get(dice.below(list.len())) else { break };
                let next = rules.after(&state, m);
                assert_eq!(next, large.after(&state, m), "{name}: {state:?}");
                state = next;
            }
        }
    }
}
