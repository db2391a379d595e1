//! The server as a process: its HTTP and WebSocket answers, hostile visitors, sudden death.

mod api;
mod challenges;
mod clocks;
mod durability;
mod flood;
mod hostile;
mod opponent;
mod puzzles;
mod soak;
mod states;
