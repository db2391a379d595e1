//! Games: their texts, the requests of a page about them, and the answers.
//!
//! `kept` has a game as texts. `request` has the requests of a page. `questions` answers requests that change nothing. `views` has
//! the data for a page. `asked` answers a page that keeps its games itself. The server uses all of these but `asked`.

pub mod asked;
mod kept;
pub mod questions;
mod request;
mod views;

pub use kept::KeptGame;
pub use request::Request;
pub use views::{Introduction, KeeperFacts, StateView};
