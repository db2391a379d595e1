//! Faults for people: what is wrong, where, and what to do. Reads TOML, JSON and files with such faults.

mod files;
#[cfg(feature = "cli")]
mod json;
mod place;
mod serde_message;
mod suggest;
mod toml;

pub use self::toml::{Partial, read_toml, read_toml_past_faults};
#[cfg(any(feature = "cli", feature = "serve"))]
pub use files::io_message;
pub use files::{Unreadable, read_text};
#[cfg(feature = "cli")]
pub use json::{read_json, read_json_file};
pub use place::{TextFault, line_and_column};
pub use serde_message::serde_message;
pub use suggest::{nearest_word, suggestion};
