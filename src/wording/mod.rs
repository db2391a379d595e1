//! How faults are told: what is wrong, where, what to do, in words of our own.

mod files;
mod misread;
mod near;
mod place;

pub use files::{Unreadable, of_io, read_text};
pub use misread::{of_serde, read_json, read_toml};
pub use near::{instead, near};
pub use place::{TextFault, line_and_column};
