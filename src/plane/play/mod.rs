//! Playing: positions to begin from, the position after a move, whose turn it then is, and how it stands.
//!
//! Comes in: what needs to know whether a move is legal or a king in check.

mod make;
mod reply;
mod setup;
mod status;
mod turn;
mod uncharted;
mod varied;
mod varied_leap;
mod walk;

pub use make::{Played, Reborn};
pub use reply::Reply;
pub use uncharted::Trust;
pub use varied::Varied;
pub use varied_leap::{Arrival, VariedLeap};
