//! Closed choices: enums whose members have one text each.

use crate::diagnostics::suggestion;

/// The error for a text that names no member of a closed choice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {noun} `{found}`: {}", suggestion(found, known.iter().copied()))]
pub struct UnknownChoice {
    /// The noun for a member of the choice.
    pub noun: &'static str,
    /// The text that was found.
    pub found: String,
    /// Every text that names a member.
    pub known: Vec<&'static str>,
}

/// Declares an enum with `ALL`, `as_str`, `FromStr`, `Display` and serde by the same text.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident($noun:literal) { $( $(#[$vmeta:meta])* $variant:ident = $text:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "&'static str")]
        pub enum $name { $( $(#[$vmeta])* $variant ),+ }

        impl $name {
            /// Every member, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Returns the text of the member, as it is read and written everywhere.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::choice::UnknownChoice;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|c| c.as_str() == text).ok_or_else(|| {
                    $crate::choice::UnknownChoice {
                        noun: $noun,
                        found: text.to_owned(),
                        known: Self::ALL.iter().map(|c| c.as_str()).collect(),
                    }
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::choice::UnknownChoice;
            fn try_from(text: String) -> Result<Self, Self::Error> { text.parse() }
        }

        impl From<$name> for &'static str {
            fn from(choice: $name) -> Self { choice.as_str() }
        }
    };
}
pub(crate) use choice;
