//! The addresses of the server: the page, games and pictures over HTTP, play over WebSocket.
//!
//! Start at `routes`. Requests are read and answers written here; games do the work, on the threads of `net`.

mod file;
mod look;
mod page;
mod picture;
mod puzzles;
mod routes;
mod rules;
mod scenarios;
mod socket;
mod text;
mod variants;

pub use routes::router;
