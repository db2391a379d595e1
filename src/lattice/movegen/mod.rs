//! Attacks, pins and checks; legal moves, listed, counted or only tested for; turns; status; perft.
//!
//! Belongs here: everything that follows from a state and the rules. Labels and texts belong to `position` and `text`. Start at
//! `legal`, which calls the generator in `generate`.

mod attack;
mod ending;
mod generate;
mod legal;
mod pawns_beside;
mod perft;
mod siblings;
mod sink;
mod turn;

pub(crate) use attack::{View, attack_origins, attacks_of_kind, attacks_of_role, is_king_attacked, sliders};
pub use ending::Standing;
pub(crate) use ending::{by_material, standing};
pub(crate) use generate::{Legality, generate};
pub(crate) use legal::{attacks_of, list_moves, retain};
pub(crate) use sink::{Lister, Sink};
pub(crate) use turn::{forbids_check, gives_forbidden_check};
