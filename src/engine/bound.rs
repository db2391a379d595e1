//! The bounds that a table of known positions gives for values.

/// The relation of the true value to a stored one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueBound {
    /// The true value is at most the stored one.
    Upper,
    /// The true value is at least the stored one.
    Lower,
    /// The true value is the stored one.
    Exact,
}
