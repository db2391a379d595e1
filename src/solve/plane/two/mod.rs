//! Mate in two on the plane: keys as stretches, and an answer to every reply.
//!
//! `refute` looks for a reply without an answer. `cover` finds answers to all replies of one distance of a key, each
//! good for a whole stretch of replies. `stretch` says how far a key goes, `report` writes it down.

mod cover;
mod refute;
mod report;
mod stretch;

pub use report::{TwoJson, TwoReport};
pub use stretch::{KeysInTwo, keys_in_two, proof_of};
