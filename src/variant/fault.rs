//! What is wrong with a variant.

use std::fmt;

/// One thing wrong with a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The parameter concerned.
    pub parameter: String,
    /// What is wrong and what to do.
    pub message: String,
    /// In which `[[kind]]` of the variant it is, and in which of its moves, both from 0.
    pub kind: Option<(usize, Option<usize>)>,
}

/// All that is wrong with a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantFaults(pub Vec<Fault>);

impl fmt::Display for VariantFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", fault.parameter, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for VariantFaults {}
