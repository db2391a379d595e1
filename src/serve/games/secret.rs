//! Secrets of sides and names of games, both random.

use crate::choice::choice;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// The secret in a side's link: 128 random bits as 32 hexadecimal digits. The server sends it once and keeps a [`SideKey`].
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Returns a new secret.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn random() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Returns the digits. Only the person who may play the side gets them.
    pub fn reveal(self) -> String {
        self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// Returns the SHA-256 hash of some bytes, as hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

choice! {
    /// The person who has a side's secret.
    pub enum Holder("holder") {
        /// The maker of the game, who also has the secret of the other side.
        Maker = "maker",
        /// A visitor who has shown this secret alone. Visitors who show both secrets do not play this side.
        Taken = "taken",
        /// The visitor who took the side. The secret was renewed for this visitor.
        Own = "own",
    }
}

/// The server's record of a side's secret: its hash, from which the secret cannot be found, and its holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideKey {
    hash: String,
    /// The person who has the secret.
    pub holder: Holder,
}

impl SideKey {
    /// Returns the record of a secret.
    pub fn of(secret: &str, holder: Holder) -> SideKey {
        SideKey { hash: digest(secret.as_bytes()), holder }
    }

    /// Whether a visitor's text is the secret. The time does not depend on which digit differs.
    pub fn admits(&self, text: &str) -> bool {
        let shown = digest(text.as_bytes());
        self.hash.bytes().zip(shown.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
    }
}

/// Writes the stored form, such as `maker` and the hash.
impl fmt::Display for SideKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.holder, self.hash)
    }
}

impl FromStr for SideKey {
    type Err = ();
    fn from_str(text: &str) -> Result<SideKey, ()> {
        let (holder, hash) = text.split_once(' ').filter(|(_, hash)| hash.len() == 64).ok_or(())?;
        Ok(SideKey { hash: hash.to_owned(), holder: holder.parse().map_err(|_| ())? })
    }
}

/// Returns a new public name for a game.
///
/// # Errors
/// When the system has no randomness.
pub fn random_game_id() -> Result<String, getrandom::Error> {
    random_letters::<10>()
}

/// Returns random letters and digits. Letters and digits that are easily misread are left out.
///
/// # Errors
/// When the system has no randomness.
pub fn random_letters<const N: usize>() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect())
}

/// Whether a text has the form of a game's name.
pub fn is_game_id(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_admits_its_secret_only_and_does_not_hold_it() {
        let (a, b) = (Secret::random().expect("random"), Secret::random().expect("random"));
        assert_eq!(format!("{a:?}"), "Secret(..)");
        let (a, b) = (a.reveal(), b.reveal());
        let key = SideKey::of(&a, Holder::Taken);
        assert!(key.admits(&a) && !key.admits(&b) && !key.admits("") && !key.admits(&a[..31]));
        let stored = key.to_string();
        assert!(!stored.contains(&a) && stored.parse() == Ok(key));
    }

    #[test]
    fn game_names_have_their_form() {
        assert!(is_game_id(&random_game_id().expect("random")));
        assert!(!is_game_id("../../etc") && !is_game_id("abc") && !is_game_id("ABCDEFGHIJ"));
    }
}
