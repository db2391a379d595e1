//! Computations whose work is bounded, and their results as JSON.

use super::error::ApiError;
use crate::budget::Budget;
use serde_json::Value;

/// Runs a computation, and returns its result.
///
/// # Errors
/// When the work would exceed `most`.
pub fn worked_out<T>(most: u64, computation: impl FnOnce() -> T) -> Result<T, ApiError> {
    Ok(measured(most, computation)?.result)
}

/// The result of a computation with the work that it took.
pub struct Measured<T> {
    pub result: T,
    pub work: u64,
}

/// Runs a computation, and returns its result and its work.
///
/// # Errors
/// When the work would exceed `most`.
pub fn measured<T>(most: u64, computation: impl FnOnce() -> T) -> Result<Measured<T>, ApiError> {
    let budget = Budget::of_work(most);
    let result = budget.run(computation).map_err(|_| ApiError::heavy())?;
    Ok(Measured { result, work: budget.work() })
}

/// Returns an answer as JSON.
///
/// # Errors
/// When it cannot be written.
pub fn as_value(value: &impl serde::Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(ApiError::server)
}
