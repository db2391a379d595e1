//! How faults are told: what is wrong, where, what to do, in words of our own.

mod files;
#[cfg(feature = "cli")]
mod json;
mod misread;
mod near;
mod place;

#[cfg(any(feature = "cli", feature = "serve"))]
pub use files::of_io;
pub use files::{Unreadable, read_text};
#[cfg(feature = "cli")]
pub use json::read_json;
pub use misread::{Partial, of_serde, read_toml, read_toml_past_faults};
pub use near::{instead, near};
pub use place::{TextFault, line_and_column};
