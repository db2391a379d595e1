//! Secrets of sides and ids of games, both random.

use crate::choice::choice;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// The secret in the link of a side: 128 random bits as 32 hexadecimal digits. The server sends it once, and keeps a [`SideKey`].
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    pub fn random() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Returns the digits, which only the person who may play the side gets.
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
    /// Who has a side's secret.
    pub enum Holder("holder") {
        /// The maker of the game alone: nobody has taken the side.
        Maker = "maker",
        /// The maker and the first visitor who showed this secret alone, and so took the side.
        FirstToShow = "taken",
        /// Only the visitor who has taken the side, for whom this secret was made.
        NewOwner = "own",
    }
}

/// The server's record of a side's secret: the hash of the secret, from which the secret cannot be found, and the holder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideKey {
    hash: String,
    pub holder: Holder,
}

impl SideKey {
    pub fn of(secret: &str, holder: Holder) -> SideKey {
        SideKey { hash: digest(secret.as_bytes()), holder }
    }

    /// Whether a visitor's text is the secret. The time that this takes does not depend on the number of equal digits.
    pub fn admits(&self, text: &str) -> bool {
        let mut difference = 0;
        for (kept, shown) in self.hash.bytes().zip(digest(text.as_bytes()).bytes()) {
            difference |= kept ^ shown;
        }
        difference == 0
    }
}

/// Writes the stored form: the holder and the hash, such as `maker 5f0c..`.
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

/// The number of characters in the id of a game, which is its public name and a part of its address.
const GAME_ID_LENGTH: usize = 10;

pub fn random_game_id() -> Result<String, getrandom::Error> {
    random_characters::<GAME_ID_LENGTH>()
}

/// Returns a text of N random letters and digits. Those that are easily misread do not occur.
pub fn random_characters<const N: usize>() -> Result<String, getrandom::Error> {
    const CHARACTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| char::from(CHARACTERS[usize::from(b % 32)])).collect())
}

/// Whether a text has the form of a game's id.
pub fn is_game_id(text: &str) -> bool {
    text.len() == GAME_ID_LENGTH && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_admits_its_secret_only_and_does_not_hold_it() {
        let secret = Secret::random().expect("random");
        assert_eq!(format!("{secret:?}"), "Secret(..)");
        let (secret, other) = (secret.reveal(), Secret::random().expect("random").reveal());
        let key = SideKey::of(&secret, Holder::FirstToShow);
        assert!(key.admits(&secret));
        assert!(!key.admits(&other) && !key.admits("") && !key.admits(&secret[..31]));
        let stored = key.to_string();
        assert!(!stored.contains(&secret) && stored.parse() == Ok(key));
    }

    #[test]
    fn game_ids_have_their_form() {
        assert!(is_game_id(&random_game_id().expect("random")));
        assert!(!is_game_id("../../etc") && !is_game_id("abc") && !is_game_id("ABCDEFGHIJ"));
    }
}
