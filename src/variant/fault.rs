//! Faults of variants.

use std::fmt;

/// One fault of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantFault {
    /// The parameter with the fault.
    pub parameter: String,
    /// What is wrong and what to do.
    pub message: String,
    /// The `[[kind]]` of the variant with the fault, and its move, both from 0.
    pub kind: Option<(usize, Option<usize>)>,
}

impl VariantFault {
    /// Returns a fault of a parameter that belongs to no kind.
    pub fn new(parameter: &str, message: impl Into<String>) -> VariantFault {
        VariantFault { parameter: parameter.to_owned(), message: message.into(), kind: None }
    }
}

/// All faults of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantFaults(pub Vec<VariantFault>);

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

impl From<VariantFault> for VariantFaults {
    fn from(fault: VariantFault) -> VariantFaults {
        VariantFaults(vec![fault])
    }
}
