//! Games as the pure state of their arbiter: kept as texts, shown, asked.
//!
//! `kept` is a game as texts. `request` is what a page asks of a game. `questions` answers what changes nothing. `views` has what a
//! page gets. `asked` answers a page that keeps its games itself. The server keeps games open and uses all but `asked`.

pub mod asked;
mod kept;
pub mod questions;
mod request;
mod views;

pub use kept::KeptGame;
pub use request::Request;
pub use views::{Introduction, StateView};
