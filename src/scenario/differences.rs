//! Differences between expected and found values, in words.

use super::expect::Expect;
use crate::chess::{Color, Label, Status};

/// Differences between expected and found values.
#[derive(Default)]
pub(super) struct Differences {
    /// The differences in words.
    pub(super) sentences: Vec<String>,
}

impl Differences {
    /// Adds a difference unless both values are equal.
    pub(super) fn compare<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, expected: T, found: T) {
        if expected != found {
            self.sentences.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }

    /// Compares the state of a game or position with the expectations.
    pub(super) fn compare_state(
        &mut self,
        expect: &Expect,
        status: Status,
        winner: Option<Color>,
        is_check: bool,
    ) {
        if let Some(expected) = expect.status {
            self.compare("status", expected.as_str(), status.as_str());
        }
        if let Some(expected) = expect.winner {
            self.compare("winner", expected.as_str(), winner.map_or("none", Color::as_str));
        }
        if let Some(expected) = expect.check {
            self.compare("check", expected, is_check);
        }
    }
}

/// Returns texts in alphabetical order.
pub(super) fn sorted(texts: &[String]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.sort_unstable();
    texts
}

/// Returns the texts of labels.
pub(super) fn texts(labels: &[Label]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}
