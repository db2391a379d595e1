//! The error of a question that is not answered, and of a request that is not carried out.

use super::limits;
use crate::arbiter::ArbiterRefusal;
use crate::diagnostics::TextFault;
use crate::game::{NoMoves, Refused};
use crate::notation::{FaultName, Reason, TextError};
use crate::variant::ReadError;
use serde::Serialize;

/// The reason for an error, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ApiReason {
    /// The request is malformed, or does not fit the situation.
    Request,
    /// The text of a move cannot be read.
    Text,
    /// The position cannot be read, or is not playable.
    Position,
    /// The variant cannot be read, or is not playable.
    Variant,
    /// The scenario or game cannot be read.
    Scenario,
    /// There is nothing of this name.
    Unknown,
    /// The visitor does not play the side.
    Side,
    /// The code of a side is wrong or used up.
    Code,
    /// The game is over.
    Over,
    /// The game has changed since the visitor saw it.
    Stale,
    /// Another visitor was quicker to take the game.
    Taken,
    /// The work would take too long.
    Heavy,
    /// A limit of moves, games or connections is reached.
    Full,
    /// The visitor asks too often.
    Often,
    /// The request names another host.
    Host,
    /// The disk did not store the change.
    Disk,
    /// The stored data of the game are damaged.
    Damaged,
    /// The server failed.
    Server,
    /// The first rule that a refused move breaks.
    #[serde(untagged)]
    Rule(Reason),
}

/// The error of a question or request. The request has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ApiError {
    /// The reason, for programs.
    pub reason: ApiReason,
    /// The reason in words, for people.
    pub message: String,
    /// The faults of a variant file, a scenario or a position, with their places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<ApiFault>,
}

/// A fault of a text with its place. A fault of a position also has a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ApiFault {
    /// The fault in words, with its place.
    #[serde(flatten)]
    pub fault: TextFault,
    /// The name of a fault of a position, with its values.
    #[serde(flatten)]
    pub named: Option<FaultName>,
}

impl ApiFault {
    /// Returns a fault of a position text, which is one line.
    pub fn of_position(e: &TextError) -> ApiFault {
        let fault = TextFault { line: 1, column: e.column, message: e.message.clone() };
        ApiFault { fault, named: e.named.as_deref().cloned() }
    }
}

impl ApiError {
    /// Returns an error without faults.
    pub fn new(reason: ApiReason, message: impl Into<String>) -> ApiError {
        ApiError { reason, message: message.into(), faults: Vec::new() }
    }

    /// Returns the error of a malformed request.
    pub fn request(fault: impl std::fmt::Display) -> ApiError {
        ApiError::new(ApiReason::Request, fault.to_string())
    }

    /// Returns the error of a failure of the server.
    pub fn server(cause: impl std::fmt::Display) -> ApiError {
        ApiError::new(ApiReason::Server, cause.to_string())
    }

    /// Returns the error of a computation that would exceed its limit of work.
    pub fn heavy() -> ApiError {
        let message =
            "this takes too long to work out here: use fewer pieces, fewer or shorter lanes, or larger steps";
        ApiError::new(ApiReason::Heavy, message)
    }

    /// Returns the error as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns the error of a text with faults. Faults beyond `limits::FAULTS` are only counted.
    pub fn of_faults(reason: ApiReason, mut faults: Vec<TextFault>) -> ApiError {
        let omitted = faults.len().saturating_sub(limits::FAULTS);
        faults.truncate(limits::FAULTS);
        let mut message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        if omitted > 0 {
            message += &format!("; and {omitted} more faults");
        }
        let faults = faults.into_iter().map(|fault| ApiFault { fault, named: None }).collect();
        ApiError { faults, ..ApiError::new(reason, message) }
    }
}

impl From<ReadError> for ApiError {
    fn from(e: ReadError) -> ApiError {
        match e {
            ReadError::Faults(faults) => ApiError::of_faults(ApiReason::Variant, faults),
            ReadError::Overrides(_) => ApiError::new(ApiReason::Variant, e.to_string()),
        }
    }
}

impl From<Refused> for ApiError {
    fn from(e: Refused) -> ApiError {
        match e {
            Refused::Text(e) => ApiError::new(ApiReason::Text, e.to_string()),
            Refused::Illegal(e) => ApiError::new(ApiReason::Rule(e.reason), e.message),
        }
    }
}

impl From<NoMoves> for ApiError {
    fn from(e: NoMoves) -> ApiError {
        ApiError::request(e)
    }
}

impl From<ArbiterRefusal> for ApiError {
    fn from(e: ArbiterRefusal) -> ApiError {
        let reason = match e {
            ArbiterRefusal::Move(refused) => return refused.into(),
            ArbiterRefusal::LooksOn { .. } | ArbiterRefusal::Turn { .. } => ApiReason::Side,
            ArbiterRefusal::Over(_) => ApiReason::Over,
            ArbiterRefusal::Stale { .. } => ApiReason::Stale,
            ArbiterRefusal::Request(_) => ApiReason::Request,
        };
        ApiError::new(reason, e.to_string())
    }
}
