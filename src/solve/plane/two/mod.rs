//! Mate in two on the plane: keys as stretches, with an answer to every reply; tries and set play.
//!
//! Belongs here: the search. The checker of certificates uses nothing of it. Start at `stretch`, which finds the stretches of keys. It
//! tests the distances that `tested` lists, and finds the ends by `bisection`. For one distance, `refute` searches for a reply
//! without an answer, and `cover` finds answers to all replies, each to a whole stretch of replies. `tries` finds the first moves
//! that few replies refute, and `unanswered` finds the stretches of these replies.

mod bisection;
mod cover;
mod refute;
mod stretch;
mod tested;
mod tries;
mod unanswered;

#[cfg(any(feature = "answers", feature = "cli"))]
pub(crate) use refute::first_distances;
pub use stretch::{KeysInTwo, keys_in_two, proof_of};
pub use tries::{TryReport, set_play_in_two, tries_in_two};
