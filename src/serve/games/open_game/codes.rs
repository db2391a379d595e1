//! Short codes by which a person moves a side to another device. They are short enough to be typed.
//!
//! A code is good once, for some minutes and a few tries. It is kept in memory only.

use super::OpenGame;
use super::sides::{HandedSide, HeldSides};
use crate::answers::{ApiError, ApiReason};
use crate::arbiter::Moment;
use crate::chess::Color;
use crate::serve::games::secret::random_letters;
use crate::serve::games::time::now;
use crate::serve::limits;
use serde::Serialize;

/// A code of a side, as its player gets it.
#[derive(Debug, Serialize)]
pub struct GivenCode {
    side: Color,
    code: String,
    /// The number of minutes for which it is good.
    minutes: u64,
}

/// A code of a side that waits to be typed on another device.
struct SideCode {
    text: String,
    until: Moment,
    /// The number of wrong codes that may still be typed.
    tries: u32,
}

/// The codes of both sides: at most one of each.
#[derive(Default)]
pub(super) struct Codes([Option<SideCode>; 2]);

impl Codes {
    /// Returns a new code of a side. It replaces an earlier one.
    fn give(&mut self, side: Color, now: Moment) -> Result<String, ApiError> {
        let text = random_letters::<{ limits::CODE_LETTERS }>()?;
        let until = now + limits::CODE_LIFE;
        self.0[side.index()] = Some(SideCode { text: text.clone(), until, tries: limits::CODE_TRIES });
        Ok(text)
    }

    /// Returns the side of a typed code. The code is void after that. A wrong code takes a try from each code that waits.
    fn take(&mut self, typed: &str, now: Moment) -> Option<Color> {
        let typed: String =
            typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        for &side in Color::ALL {
            let waiting = &mut self.0[side.index()];
            waiting.take_if(|code| code.until <= now || code.tries == 0);
            if waiting.take_if(|code| code.text == typed).is_some() {
                return Some(side);
            }
        }
        self.0.iter_mut().flatten().for_each(|code| code.tries -= 1);
        None
    }
}

impl OpenGame {
    /// Returns a code of the one side that a visitor plays.
    ///
    /// # Errors
    /// When the visitor plays no side or both, or the system has no randomness.
    pub fn give_code(&self, sides: HeldSides) -> Result<GivenCode, ApiError> {
        let mut inner = self.lock();
        let side = inner.keys.only_side(sides)?;
        let code = inner.codes.give(side, now())?;
        Ok(GivenCode { side, code, minutes: limits::CODE_LIFE / 60_000 })
    }

    /// Returns a new secret of the side whose code was typed. Once this secret is shown, that of the browser that gave the code is
    /// void.
    ///
    /// # Errors
    /// When no such code waits.
    pub fn take_code(&self, typed: &str) -> Result<HandedSide, ApiError> {
        let mut inner = self.lock();
        let side = inner.codes.take(typed, now()).ok_or_else(|| {
            let message = format!(
                "no side of this game waits for this code: a code is good once, for {} minutes; ask for a new one",
                limits::CODE_LIFE / 60_000
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
        assert_eq!(first.len(), limits::CODE_LETTERS);
        let typed = format!(" {}-{} ", first[..3].to_uppercase(), &first[3..]);
        assert_eq!(codes.take(&typed, limits::CODE_LIFE - 1), Some(Color::White));
        assert_eq!(codes.take(&first, 0), None, "once");
        let late = codes.give(Color::Black, 0).expect("random");
        assert_eq!(codes.take(&late, limits::CODE_LIFE), None, "too late");
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
