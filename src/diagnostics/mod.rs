//! Faults for people: what is wrong, where, and what to do.
//!
//! This module reads TOML, JSON and other files, and words their faults. It does not depend on the texts of a library's messages.
//! Start at [`TextFault`].

mod files;
#[cfg(any(feature = "answers", feature = "cli"))]
mod json;
mod keys;
mod object;
mod place;
mod suggest;
mod toml;
mod toml_value;

pub use self::toml::{ValueAndList, faults_of_entries, read_toml, read_toml_and_list};
pub use files::{Unreadable, io_message, read_text};
#[cfg(any(feature = "answers", feature = "cli"))]
pub use json::{read_json, read_json_value};
pub use keys::KeyFault;
#[cfg(feature = "answers")]
pub use object::optional_object;
pub use object::{object, objects};
#[cfg(feature = "cli")]
pub use place::with_caret;
pub use place::{FileFaults, TextFault, TextPlace};
pub use suggest::{nearest_word, suggestion};
