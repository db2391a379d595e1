//! Computations held to an amount of work, and their results as JSON.

use super::error::ApiError;
use crate::budget::Budget;
use serde_json::Value;

/// Runs a computation, and returns its result.
///
/// # Errors
/// When the work would exceed `most`.
pub fn worked_out<T>(most: u64, computation: impl FnOnce() -> T) -> Result<T, ApiError> {
    Ok(measured(most, computation)?.0)
}

/// Runs a computation, and returns its result and its work.
///
/// # Errors
/// When the work would exceed `most`.
pub fn measured<T>(most: u64, computation: impl FnOnce() -> T) -> Result<(T, u64), ApiError> {
    let budget = Budget::of_work(most);
    let done = budget.run(computation).map_err(|_| ApiError::heavy())?;
    Ok((done, budget.work()))
}

/// Returns an answer as JSON.
///
/// # Errors
/// When it cannot be written.
pub fn as_value(value: &impl serde::Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(ApiError::server)
}
