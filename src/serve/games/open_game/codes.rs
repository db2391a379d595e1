//! Codes by which a person moves a side to another device. A code is short enough to be typed.
//!
//! A code is valid once, for some minutes and a few tries. It is kept in memory only.

use super::OpenGame;
use super::sides::{HandedSide, HeldSides};
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::Moment;
use crate::chess::Color;
use crate::serve::games::secret::random_characters;
use crate::serve::games::time::now;
use crate::serve::limits;
use serde::Serialize;

/// A code of a side, as its player gets it.
#[derive(Debug, Serialize)]
pub struct GivenCode {
    side: Color,
    code: String,
    /// The number of minutes for which the code is valid.
    minutes: u64,
}

/// A code of a side that nobody has typed yet.
struct SideCode {
    text: String,
    valid_until: Moment,
    /// The number of wrong codes after which the code is void.
    tries_left: u32,
}

#[derive(Default)]
pub(super) struct Codes([Option<SideCode>; 2]);

impl Codes {
    /// Returns a new code of a side, which replaces an earlier code.
    fn give(&mut self, side: Color, now: Moment) -> Result<String, ApiError> {
        let text = random_characters::<{ limits::CODE_CHARACTERS }>()?;
        let valid_until = now + limits::CODE_LIFE_MS;
        let code = SideCode { text: text.clone(), valid_until, tries_left: limits::CODE_TRIES };
        self.0[side.index()] = Some(code);
        Ok(text)
    }

    /// Makes the code of a side void.
    pub fn void(&mut self, side: Color) {
        self.0[side.index()] = None;
    }

    /// Returns the side of a typed code, which is void afterwards. A wrong code takes one try from the code of each side.
    fn take(&mut self, typed: &str, now: Moment) -> Option<Color> {
        let typed: String =
            typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        for &side in Color::ALL {
            let code = &mut self.0[side.index()];
            code.take_if(|code| code.valid_until <= now || code.tries_left == 0);
            if code.take_if(|code| code.text == typed).is_some() {
                return Some(side);
            }
        }
        for code in self.0.iter_mut().flatten() {
            code.tries_left -= 1;
        }
        None
    }
}

impl OpenGame {
    /// Returns a new code of the only side that a visitor plays.
    pub fn give_code(&self, sides: HeldSides) -> Result<GivenCode, ApiError> {
        let mut inner = self.lock();
        let side = inner.keys.only_side(sides)?;
        let code = inner.codes.give(side, now())?;
        Ok(GivenCode { side, code, minutes: limits::CODE_LIFE_MS / 60_000 })
    }

    /// Returns a new secret of the side whose code was typed. Once somebody shows it, the secret of the other device is void.
    pub fn take_code(&self, typed: &str) -> Result<HandedSide, ApiError> {
        let mut inner = self.lock();
        let side = inner.codes.take(typed, now()).ok_or_else(|| {
            let message = format!(
                "no side of this game waits for this code: a code is good once, for {} minutes; ask for a new one",
                limits::CODE_LIFE_MS / 60_000
            );
            ApiError::new(ApiReason::Code, message)
        })?;
        inner.keys.renewed_side(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_good_once_for_some_minutes_and_a_few_tries() {
        let mut codes = Codes::default();
        let first = codes.give(Color::White, 0).expect("random");
        assert_eq!(first.len(), limits::CODE_CHARACTERS);
        let typed = format!(" {}-{} ", first[..3].to_uppercase(), &first[3..]);
        assert_eq!(codes.take(&typed, limits::CODE_LIFE_MS - 1), Some(Color::White));
        assert_eq!(codes.take(&first, 0), None, "once");
        let late = codes.give(Color::Black, 0).expect("random");
        assert_eq!(codes.take(&late, limits::CODE_LIFE_MS), None, "too late");
        let old = codes.give(Color::Black, 0).expect("random");
        let new = codes.give(Color::Black, 0).expect("random");
        assert_eq!(codes.take(&old, 0), None, "one a side");
        assert_eq!(codes.take(&new, 0), Some(Color::Black));
        let guessed = codes.give(Color::White, 0).expect("random");
        for _ in 0..limits::CODE_TRIES {
            assert_eq!(codes.take("aaaaaa", 0), None);
        }
        assert_eq!(codes.take(&guessed, 0), None, "after too many tries");
    }
}
