//! Mate in two on the plane: keys as stretches, and an answer to every reply; tries and set play.
//!
//! Belongs here: the search. The checker of certificates uses nothing of it. Start at `stretch`, which finds how far a key goes on
//! the distances that `tested` lists; `bisection` finds the ends. `refute` searches for a reply without an answer, and `cover` finds
//! answers to all replies of one distance, each for a whole stretch of replies. `tries` finds the first moves that few replies
//! refute, and `unanswered` how far those replies go.

mod bisection;
mod cover;
mod refute;
mod reply;
mod round;
mod stretch;
mod tested;
mod tries;
mod unanswered;

pub use reply::ReplyStretch;
pub use stretch::{KeysInTwo, keys_in_two, proof_of};
pub use tries::{TryReport, set_play_in_two, tries_in_two};
