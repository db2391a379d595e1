//! Mate in two on the plane: keys as stretches, and an answer to every reply.
//!
//! `refute` looks for a reply without an answer. `cover` finds answers to all replies of one distance of a key, each
//! good for a whole stretch of replies. `stretch` says how far a key goes.

mod cover;
mod refute;
mod stretch;

pub use stretch::{KeysInTwo, keys_in_two, proof_of};
