//! The error that a visitor gets, as an answer of HTTP.

use crate::answers::ApiError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

impl ApiError {
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

impl From<getrandom::Error> for ApiError {
    fn from(e: getrandom::Error) -> ApiError {
        ApiError::new("server", format!("no randomness for a new game's links: {e}"))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(serde_json::json!({ "error": self }))).into_response()
    }
}
