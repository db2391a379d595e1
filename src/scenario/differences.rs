//! Differences between expected and found values.

use crate::chess::Label;

/// The differences, one sentence each.
#[derive(Default)]
pub(super) struct Differences(pub(super) Vec<String>);

impl Differences {
    /// Notes a difference unless both values are equal.
    pub(super) fn compare<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, expected: T, found: T) {
        if expected != found {
            self.0.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
}

/// Returns the texts, sorted.
pub(super) fn sorted(labels: &[String]) -> Vec<String> {
    let mut labels = labels.to_vec();
    labels.sort_unstable();
    labels
}

/// Returns the labels as texts.
pub(super) fn texts(labels: &[Label]) -> Vec<String> {
    labels.iter().map(ToString::to_string).collect()
}
