//! Conversions between values of Python and of the engine.

use crate::errors::{VariantError, refusal};
use continuum::chess::Label;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use toml::{Table, Value};

/// Returns the keyword parameters of a call as a variant takes them.
pub fn rules_of(rules: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    rules.map_or_else(|| Ok(Table::new()), |rules| table_of(rules, MAX_DEPTH))
}

/// The greatest depth of lists and dicts within each other. A list may even contain itself.
const MAX_DEPTH: usize = 16;

fn table_of(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Table> {
    let entry = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key: String = key.extract()?;
        let value = value_of(&key, &value, depth)?;
        Ok((key, value))
    };
    dict.iter().map(entry).collect()
}

fn value_of(name: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let inside = || {
        let message = format!("{name}: more than {MAX_DEPTH} lists and dicts within each other");
        depth.checked_sub(1).ok_or_else(|| VariantError::new_err(message))
    };
    // A bool is a number to Python too, so it is tested first.
    if let Ok(flag) = value.cast::<PyBool>() {
        Ok(Value::Boolean(flag.is_true()))
    } else if value.is_instance_of::<PyInt>() {
        Ok(Value::Integer(value.extract()?))
    } else if value.is_instance_of::<PyFloat>() {
        Ok(Value::Float(value.extract()?))
    } else if value.is_instance_of::<PyString>() {
        Ok(Value::String(value.extract()?))
    } else if let Ok(dict) = value.cast::<PyDict>() {
        Ok(Value::Table(table_of(dict, inside()?)?))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let depth = inside()?;
        let items = value.try_iter()?.map(|item| value_of(name, &item?, depth));
        Ok(Value::Array(items.collect::<PyResult<_>>()?))
    } else {
        let kind = value.get_type().name()?;
        Err(VariantError::new_err(format!(
            "{name}: a parameter is a number, a text, a truth value, a list or a dict, not {kind}"
        )))
    }
}

/// Returns a value as Python dicts, lists, numbers and texts, by way of serde.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(refusal)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// The greatest number of threads of one call, as on the command line.
const MOST_THREADS: usize = 1024;

/// Returns a number of threads within its bound.
pub fn threads(wanted: usize) -> PyResult<usize> {
    if wanted <= MOST_THREADS {
        return Ok(wanted);
    }
    Err(refusal(format!("{wanted} is not a number of threads from 1 to {MOST_THREADS}")))
}

/// Returns a pool of so many threads; by default of one for each core.
pub fn pool(jobs: Option<usize>) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads(jobs.unwrap_or(0))?).build().map_err(refusal)
}

/// Returns the label in a text.
pub fn label(text: &str) -> PyResult<Label> {
    Label::new(text).map_err(refusal)
}

/// Returns labels as a tuple of texts.
pub fn tuple_of<'py>(py: Python<'py>, labels: &[Label]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, texts(labels))
}

/// Returns labels as texts.
pub fn texts(labels: &[Label]) -> Vec<&str> {
    labels.iter().map(Label::as_str).collect()
}
