//! The addresses of the server: the page, games and pictures over HTTP, play over WebSocket.
//!
//! Start at `routes`. Requests are read and answers written here; `answers` and `games` do the work, on the threads of `net`.

mod bundle;
#[cfg(test)]
mod colours;
mod file;
mod folder;
mod page;
mod routes;
mod rules;
mod scenarios;
mod show;
mod socket;
mod text;

pub use folder::{Libraries, SiteFile, site_files};
pub use routes::router;
