//! The Universal Chess Interface, so that graphical programs and match tools can drive the engine.
//!
//! `token` writes a move as one word, `command` reads lines, `settings` holds the options, `session` answers.

mod command;
mod session;
mod settings;
mod token;

pub use session::{Session, Then};
pub use token::{from_token, to_token};
