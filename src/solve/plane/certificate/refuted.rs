//! The fault of a certificate that does not hold.

use std::fmt::Display;

/// The first fault of a certificate as a text, which begins with the place of the fault.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refuted(String);

impl Refuted {
    /// Returns a fault without a place.
    pub(super) fn new(fault: impl ToString) -> Refuted {
        Refuted(fault.to_string())
    }

    /// Returns the fault with its place in the certificate.
    pub(super) fn at(self, place: impl Display) -> Refuted {
        Refuted(format!("{place}: {self}"))
    }
}
