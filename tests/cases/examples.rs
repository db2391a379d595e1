//! The programs of `examples/`: each asserts what it shows.

use libtest_mimic::{Failed, Trial};
use std::error::Error;

#[path = "../../examples/edge_cases.rs"]
mod edge_cases;
#[path = "../../examples/game.rs"]
mod game;
#[path = "../../examples/helpmate.rs"]
mod helpmate;
#[cfg(feature = "render")]
#[path = "../../examples/legal_set.rs"]
mod legal_set;
#[path = "../../examples/own_piece.rs"]
mod own_piece;
#[path = "../../examples/perft_of_a_disc.rs"]
mod perft_of_a_disc;
#[path = "../../examples/random_playout.rs"]
mod random_playout;

type Example = fn() -> Result<(), Box<dyn Error>>;

const EXAMPLES: &[(&str, Example)] = &[
    ("edge_cases", edge_cases::main),
    ("game", game::main),
    ("helpmate", helpmate::main),
    #[cfg(feature = "render")]
    ("legal_set", legal_set::main),
    ("own_piece", own_piece::main),
    ("perft_of_a_disc", perft_of_a_disc::main),
    ("random_playout", random_playout::main),
];

pub fn trials() -> Vec<Trial> {
    let trial = |&(name, example): &(&str, Example)| {
        Trial::test(format!("examples::{name}"), move || example().map_err(|e| Failed::from(e.to_string())))
    };
    EXAMPLES.iter().map(trial).collect()
}
