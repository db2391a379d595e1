//! Closed choices: enums whose members have one text each.

use crate::diagnostics::suggestion;

/// The error of a text that is not a member of a closed choice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {noun} `{found}`: {}", suggestion(found, known.iter().copied()))]
pub struct UnknownChoice {
    /// The noun of messages for a member, such as `board`.
    pub noun: &'static str,
    /// The text that was found.
    pub found: String,
    /// The texts of all members.
    pub known: Vec<&'static str>,
}

/// Declares an enum with `ALL`, `as_str`, `FromStr`, `Display` and serde, all with the same texts.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $name:ident($noun:literal) { $( $(#[$member_meta:meta])* $member:ident = $text:literal ),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "&'static str")]
        pub enum $name { $( $(#[$member_meta])* $member ),+ }

        impl $name {
            /// Every member, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$member),+];

            /// Returns the text of the member, in which it is read and written.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$member => $text),+ }
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
                Self::ALL.iter().copied().find(|member| member.as_str() == text).ok_or_else(|| {
                    $crate::choice::UnknownChoice {
                        noun: $noun,
                        found: text.to_owned(),
                        known: Self::ALL.iter().map(|member| member.as_str()).collect(),
                    }
                })
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::choice::UnknownChoice;
            fn try_from(text: String) -> Result<Self, Self::Error> { text.parse() }
        }

        impl From<$name> for &'static str {
            fn from(member: $name) -> Self { member.as_str() }
        }
    };
}
pub(crate) use choice;
