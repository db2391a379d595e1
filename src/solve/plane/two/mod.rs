//! Mate in two on the plane: keys as stretches, and an answer to every reply.
//!
//! Belongs here: the search; the checker of certificates uses nothing of it. Start at `stretch`, which finds how far a key goes.
//! `refute` searches for a reply without an answer, and `cover` finds answers to all replies of one distance, each for a whole
//! stretch of replies.

mod cover;
mod refute;
mod stretch;

pub use stretch::{KeysInTwo, keys_in_two, proof_of};
