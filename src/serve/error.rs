//! Errors as answers of HTTP.

use crate::answers::{ApiError, ApiReason};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

impl ApiError {
    /// Returns the HTTP status of the reason.
    pub fn status(&self) -> StatusCode {
        match self.reason {
            ApiReason::Unknown => StatusCode::NOT_FOUND,
            ApiReason::Side => StatusCode::FORBIDDEN,
            ApiReason::Host => StatusCode::MISDIRECTED_REQUEST,
            ApiReason::Taken => StatusCode::CONFLICT,
            ApiReason::Often => StatusCode::TOO_MANY_REQUESTS,
            ApiReason::Full => StatusCode::SERVICE_UNAVAILABLE,
            ApiReason::Disk => StatusCode::INSUFFICIENT_STORAGE,
            ApiReason::Server | ApiReason::Damaged => StatusCode::INTERNAL_SERVER_ERROR,
            ApiReason::Request
            | ApiReason::Text
            | ApiReason::Position
            | ApiReason::Variant
            | ApiReason::Scenario
            | ApiReason::Code
            | ApiReason::Over
            | ApiReason::Stale
            | ApiReason::Heavy
            | ApiReason::Rule(_) => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(e: getrandom::Error) -> ApiError {
        ApiError::server(format!("no randomness for a new game's links: {e}"))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(serde_json::json!({ "error": self }))).into_response()
    }
}
