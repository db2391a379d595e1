//! The addresses of the server: the page, games and pictures over HTTP, play over WebSocket.
//!
//! This module reads requests and writes answers. `answers` and `games` do the work, on the threads of `net`. Start at `routes`.

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
