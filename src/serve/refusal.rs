//! What a visitor is told when something is not done.

use super::store::StoreError;
use crate::game::Refused;
use crate::variant::ReadError;
use crate::wording::TextFault;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// A refusal: nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// For programs: a reason code of the rules, or `request`, `unknown`, `side`, `over`, `stale`, `full`,
    /// `often`, `server`.
    pub reason: String,
    /// For people.
    pub message: String,
    /// What is wrong where in a variant file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<TextFault>,
}

impl Refusal {
    /// A refusal.
    pub fn new(reason: &str, message: impl Into<String>) -> Refusal {
        Refusal { reason: reason.to_owned(), message: message.into(), faults: Vec::new() }
    }

    /// The request makes no sense.
    pub fn request(message: impl Into<String>) -> Refusal {
        Refusal::new("request", message)
    }

    fn status(&self) -> StatusCode {
        match self.reason.as_str() {
            "unknown" => StatusCode::NOT_FOUND,
            "side" => StatusCode::FORBIDDEN,
            "often" => StatusCode::TOO_MANY_REQUESTS,
            "full" => StatusCode::SERVICE_UNAVAILABLE,
            "server" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<ReadError> for Refusal {
    fn from(e: ReadError) -> Refusal {
        let refusal = Refusal::new("variant", e.to_string());
        let faults = match e {
            ReadError::Malformed(fault) => vec![fault],
            ReadError::Faults(faults) => faults,
            ReadError::Overrides(_) => Vec::new(),
        };
        Refusal { faults, ..refusal }
    }
}

impl From<StoreError> for Refusal {
    fn from(e: StoreError) -> Refusal {
        Refusal::new("server", e.to_string())
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(e: getrandom::Error) -> Refusal {
        Refusal::new("server", format!("no randomness for a new game's links: {e}"))
    }
}

impl From<Refused> for Refusal {
    fn from(e: Refused) -> Refusal {
        match e {
            Refused::Text(e) => Refusal::new("text", e.to_string()),
            Refused::Illegal(e) => Refusal::new(e.reason.as_str(), e.message),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(serde_json::json!({ "error": self }))).into_response()
    }
}
