//! The error that a visitor gets when a request is not carried out.

use crate::arbiter::Refusal;
use crate::diagnostics::TextFault;
use crate::game::Refused;
use crate::serve::limits;
use crate::variant::ReadError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
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

    /// Returns the error of a text with faults; beyond [`limits::FAULTS`] faults are only counted.
    pub fn of_faults(reason: &str, mut faults: Vec<TextFault>) -> ApiError {
        let more = faults.len().saturating_sub(limits::FAULTS);
        faults.truncate(limits::FAULTS);
        let mut message = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        if more > 0 {
            message += &format!("; and {more} more faults");
        }
        ApiError { faults, ..ApiError::new(reason, message) }
    }

    /// Returns the HTTP status of the reason.
    pub fn status(&self) -> StatusCode {
        match self.reason.as_str() {
            "unknown" => StatusCode::NOT_FOUND,
            "side" => StatusCode::FORBIDDEN,
            "host" => StatusCode::MISDIRECTED_REQUEST,
            "taken" => StatusCode::CONFLICT,
            "often" => StatusCode::TOO_MANY_REQUESTS,
            "full" => StatusCode::SERVICE_UNAVAILABLE,
            "disk" => StatusCode::INSUFFICIENT_STORAGE,
            "server" | "damaged" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        }
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

impl From<getrandom::Error> for ApiError {
    fn from(e: getrandom::Error) -> ApiError {
        ApiError::new("server", format!("no randomness for a new game's links: {e}"))
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

impl From<Refusal> for ApiError {
    fn from(e: Refusal) -> ApiError {
        let reason = match e {
            Refusal::Move(refused) => return refused.into(),
            Refusal::LooksOn { .. } | Refusal::Turn { .. } => "side",
            Refusal::Over(_) => "over",
            Refusal::Stale { .. } => "stale",
            Refusal::Request(_) => "request",
        };
        ApiError::new(reason, e.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(serde_json::json!({ "error": self }))).into_response()
    }
}
