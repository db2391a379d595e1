//! The Universal Chess Interface (UCI), for graphical programs and match tools.
//!
//! Belongs here: the protocol; the rest of `engine` searches. Start at [`Session`], which answers lines. `command` reads lines,
//! `settings` has the options, `info` reports lines of play, `token` writes a move as one word, and `fault` has the refusals.

mod command;
mod fault;
mod info;
mod session;
mod settings;
mod token;

pub use session::{AfterLine, Session};
pub use token::{from_token, to_token};
