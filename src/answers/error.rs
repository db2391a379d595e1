//! The error of a question that is not answered, or of a request that is not carried out.

use super::limits;
use crate::arbiter::ArbiterRefusal;
use crate::diagnostics::TextFault;
use crate::game::Refused;
use crate::variant::ReadError;
use serde::Serialize;

/// The reason why a request was not carried out. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ApiError {
    /// The reason for programs: a reason code of the rules, or `request`, `unknown`, `side`, `over`, `stale`, `full`,
    /// `often`, `heavy`, `host`, `disk`, `damaged`, `server`.
    pub reason: String,
    /// The reason for people.
    pub message: String,
    /// The faults of a variant file or scenario, with their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<TextFault>,
}

impl ApiError {
    /// Returns an error with its reason code.
    pub fn new(reason: &str, message: impl Into<String>) -> ApiError {
        ApiError { reason: reason.to_owned(), message: message.into(), faults: Vec::new() }
    }

    /// Returns the error of a malformed request.
    pub fn request(message: impl Into<String>) -> ApiError {
        ApiError::new("request", message)
    }

    /// Returns the error of a computation that would exceed its work.
    pub fn heavy() -> ApiError {
        let message =
            "this takes too long to work out here: use fewer pieces, fewer or shorter lanes, or larger steps";
        ApiError::new("heavy", message)
    }

    /// Returns the error as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns the error of a text with faults; beyond fifty faults are only counted.
    pub fn of_faults(reason: &str, mut faults: Vec<TextFault>) -> ApiError {
        let more = faults.len().saturating_sub(limits::FAULTS);
        faults.truncate(limits::FAULTS);
        let mut message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        if more > 0 {
            message += &format!("; and {more} more faults");
        }
        ApiError { faults, ..ApiError::new(reason, message) }
    }
}

impl From<ReadError> for ApiError {
    fn from(e: ReadError) -> ApiError {
        match e {
            ReadError::Faults(faults) => ApiError::of_faults("variant", faults),
            ReadError::Overrides(_) => ApiError::new("variant", e.to_string()),
        }
    }
}

impl From<Refused> for ApiError {
    fn from(e: Refused) -> ApiError {
        match e {
            Refused::Text(e) => ApiError::new("text", e.to_string()),
            Refused::Illegal(e) => ApiError::new(e.reason.as_str(), e.message),
        }
    }
}

impl From<ArbiterRefusal> for ApiError {
    fn from(e: ArbiterRefusal) -> ApiError {
        let reason = match e {
            ArbiterRefusal::Move(refused) => return refused.into(),
            ArbiterRefusal::LooksOn { .. } | ArbiterRefusal::Turn { .. } => "side",
            ArbiterRefusal::Over(_) => "over",
            ArbiterRefusal::Stale { .. } => "stale",
            ArbiterRefusal::Request(_) => "request",
        };
        ApiError::new(reason, e.to_string())
    }
}
