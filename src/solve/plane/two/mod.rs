//! Mate in two on the plane: keys as stretches, and an answer to every reply.
//!
//! `refute` looks for a reply without an answer. `cover` finds answers to all replies of one distance of a key, each
//! good for a whole stretch of replies. `stretch` says how far a key goes, `report` writes it down. `clock` ends a search in time.

mod clock;
mod cover;
mod refute;
mod report;
mod stretch;

pub use clock::Clock;
pub use report::{TwoJson, TwoReport};
pub use stretch::{KeysInTwo, keys_in_two, proof_of};
