//! Moves that the problem solver need not try.
//!
//! Comes in here: filters that drop only moves which surely do not end a problem or prepare its end.

mod candidates;
mod checks;
mod cover;
mod empty_board;
mod flights;
mod free;
mod helping;
#[cfg(test)]
mod laws;
mod preparing;

pub(crate) use cover::Check;
