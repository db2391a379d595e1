//! Errors as Python exceptions, with the words of the engine.

use continuum::Refused;
use continuum::notation::{Illegal, TextError};
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;

pyo3::create_exception!(
    continuum_chess,
    ContinuumError,
    PyValueError,
    "What the engine refuses. All exceptions of this package derive from it, and it from `ValueError`."
);
pyo3::create_exception!(
    continuum_chess,
    VariantError,
    ContinuumError,
    "A variant that does not exist, or whose parameters are wrong."
);
pyo3::create_exception!(
    continuum_chess,
    TextFault,
    ContinuumError,
    "A text that is no position or no move. `column` says where, from 1."
);
pyo3::create_exception!(
    continuum_chess,
    IllegalMove,
    ContinuumError,
    "A move that breaks a rule. `reason` is the rule's code, such as `range` or `blocked`."
);

/// Adds the exceptions to the module.
pub fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    m.add("ContinuumError", py.get_type::<ContinuumError>())?;
    m.add("VariantError", py.get_type::<VariantError>())?;
    m.add("TextFault", py.get_type::<TextFault>())?;
    m.add("IllegalMove", py.get_type::<IllegalMove>())
}

/// Returns the exception for a refusal of the engine, in its words.
pub fn refusal(e: impl Display) -> PyErr {
    ContinuumError::new_err(e.to_string())
}

/// Returns the exception for a variant that does not exist.
pub fn no_variant(e: impl Display) -> PyErr {
    VariantError::new_err(e.to_string())
}

/// Returns the exception for a text that is no position or move, with its column.
pub fn text_fault(py: Python<'_>, e: &TextError) -> PyErr {
    let error = TextFault::new_err(e.to_string());
    with_attribute(py, error, "column", e.column)
}

/// Returns the exception for a move that was not made.
pub fn refused(py: Python<'_>, e: &Refused) -> PyErr {
    match e {
        Refused::Text(e) => text_fault(py, e),
        Refused::Illegal(e) => illegal(py, e),
    }
}

/// A move that breaks a rule.
pub fn illegal(py: Python<'_>, e: &Illegal) -> PyErr {
    with_attribute(py, IllegalMove::new_err(e.to_string()), "reason", e.reason.as_str())
}

/// What needs a package that is not installed, with the extra that brings it.
pub fn no_package(py: Python<'_>, what: &str, package: &str, extra: &str) -> PyErr {
    let message =
        format!("{what} needs {package}: pip install {package}, or this package with its extra [{extra}]");
    let error = PyImportError::new_err(message);
    with_attribute(py, error, "name", package)
}

fn with_attribute<'py>(py: Python<'py>, error: PyErr, name: &str, value: impl IntoPyObject<'py>) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}
