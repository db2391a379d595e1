//! Computations with a limit of work, and results as JSON.

use super::error::ApiError;
use crate::budget::Budget;
use serde_json::Value;

/// Runs a computation, and returns its result. The limit is in units of work.
///
/// # Errors
/// When the computation fails, or its work would exceed the limit.
pub fn worked_out<T>(
    work_limit: u64,
    computation: impl FnOnce() -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    measured(work_limit, computation)?.result
}

/// The result of a computation, and the units of work that it took.
pub struct Measured<T> {
    pub result: T,
    pub work: u64,
}

/// Runs a computation, and returns its result and its work. The limit is in units of work.
///
/// # Errors
/// When the work would exceed the limit.
pub fn measured<T>(work_limit: u64, computation: impl FnOnce() -> T) -> Result<Measured<T>, ApiError> {
    let budget = Budget::of_work(work_limit);
    let result = budget.run(computation).map_err(|_| ApiError::heavy())?;
    Ok(Measured { result, work: budget.work() })
}

pub fn as_value(value: &impl serde::Serialize) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(ApiError::server)
}
