//! Secrets of sides and names of games, both random.

use std::fmt;

/// The secret in a side's link: 128 random bits as 32 hexadecimal digits.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new secret.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn random() -> Result<Secret, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Secret(bytes.iter().map(|b| format!("{b:02x}")).collect()))
    }

    /// A secret that was stored.
    pub fn stored(text: String) -> Secret {
        Secret(text)
    }

    /// Whether a visitor's text is this secret. The time does not depend on which digit differs.
    pub fn admits(&self, text: &str) -> bool {
        let differs = self.0.bytes().zip(text.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        text.len() == self.0.len() && differs == 0
    }

    /// The digits, for the one who may have them.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A new public name for a game: ten letters and digits, without those that are easily misread.
///
/// # Errors
/// When the system has no randomness to give.
pub fn random_game_id() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0u8; 10];
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
    fn a_secret_admits_itself_only() {
        let (a, b) = (Secret::random().expect("random"), Secret::random().expect("random"));
        assert!(a.admits(a.reveal()));
        assert!(!a.admits(b.reveal()) && !a.admits("") && !a.admits(&a.reveal()[..31]));
        assert_eq!(format!("{a:?}"), "Secret(..)");
    }

    #[test]
    fn game_names_have_their_form() {
        assert!(is_game_id(&random_game_id().expect("random")));
        assert!(!is_game_id("../../etc") && !is_game_id("abc") && !is_game_id("ABCDEFGHIJ"));
    }
}
