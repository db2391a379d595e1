//! The addresses that the server answers: the page, games and pictures over HTTP, play over WebSocket.
//!
//! Requests are read and answers written here. Games do the work, on the threads of `net`.

mod page;
mod picture;
mod routes;
mod socket;
mod variants;

pub use routes::router;
