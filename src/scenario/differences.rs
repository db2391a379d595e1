//! Differences between expected and found values, in words.

use crate::chess::Label;

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
}

/// Returns the texts in rising order.
pub(super) fn sorted(texts: &[String]) -> Vec<String> {
    let mut texts = texts.to_vec();
    texts.sort_unstable();
    texts
}

/// Returns the labels as texts.
pub(super) fn texts(labels: &[Label]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}
