//! Faults of variants.

/// The place of a fault in one of the variant's own kinds. All numbers count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindPlace {
    /// The number of the `[[kind]]`.
    pub kind: usize,
    /// The number of the move, if the fault is in a move of the kind.
    pub in_move: Option<usize>,
}

/// One fault of a variant.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{parameter}: {message}")]
pub struct VariantFault {
    /// The parameter with the fault.
    pub parameter: String,
    /// What is wrong and what to do.
    pub message: String,
    /// The place of the fault, if it is in one of the variant's own kinds.
    pub place: Option<KindPlace>,
}

impl VariantFault {
    /// Returns a fault of a parameter that belongs to no kind.
    pub fn new(parameter: &str, message: impl Into<String>) -> VariantFault {
        VariantFault { parameter: parameter.to_owned(), message: message.into(), place: None }
    }

    /// Returns the key of the parameter in a variant file: `kind` for a fault in a kind, whose parameter is like `kind 2 ..`.
    pub(crate) fn key(&self) -> &str {
        self.parameter.split(' ').next().unwrap_or_default()
    }

    /// Returns the key of the faulty field, in a kind such as `extent` for "kind 1 `Gold`, move 2, extent.radius".
    pub(super) fn field_key(&self) -> &str {
        let field = self.parameter.rsplit(", ").next().unwrap_or_default();
        field.split('.').next().unwrap_or_default()
    }
}

/// All faults of a variant.
#[derive(Debug, Clone, PartialEq, Default, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct VariantFaults(pub Vec<VariantFault>);

impl VariantFaults {
    /// Adds a fault of a parameter that belongs to no kind. A fault of both sides of a board is added once.
    pub(super) fn add(&mut self, parameter: &str, message: impl Into<String>) {
        let fault = VariantFault::new(parameter, message);
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }
}

impl From<VariantFault> for VariantFaults {
    fn from(fault: VariantFault) -> VariantFaults {
        VariantFaults(vec![fault])
    }
}
