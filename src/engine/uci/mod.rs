//! The Universal Chess Interface, so that graphical programs and match tools can drive the engine.
//!
//! `token` writes a move as one word, `command` reads lines, `settings` holds the options, `info` tells what was found,
//! `session` answers, and `fault` says why not.

mod command;
mod fault;
mod info;
mod session;
mod settings;
mod token;

pub use fault::Fault;
pub use session::{Session, Then};
pub use token::{from_token, to_token};
