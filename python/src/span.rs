//! Spans: stretches of legal distances.

use crate::convert::{label, texts, tuple_of};
use crate::errors::ContinuumError;
use continuum::game::SpanReport;
use continuum::notation::{Course, Distance, PlaneMoveText, Sense};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A stretch of legal distances of one piece with one set of captures. `from_` and `to` are its ends; equal for a
/// single distance.
#[pyclass(frozen, module = "continuum_chess")]
#[derive(Clone)]
pub struct Span(pub SpanReport);

impl Span {
    /// Returns the arguments that restore the span.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let s = &self.0;
        let ends = (s.from, s.to, s.open_from, s.open_to);
        let (from, to, open_from, open_to) = ends;
        let captures = tuple_of(py, &s.captures)?;
        let (piece, promotes) = (s.piece.as_str(), s.promotes);
        (piece, s.bearing, from, to, open_from, open_to, captures, promotes, s.arc, s.turn).into_pyobject(py)
    }
}

#[pymethods]
impl Span {
    #[new]
    #[pyo3(signature = (piece, bearing, from_, to, open_from = false, open_to = false, captures = Vec::new(), promotes = false, arc = None, turn = false))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python class")]
    fn new(
        piece: &str,
        bearing: f64,
        from_: f64,
        to: f64,
        open_from: bool,
        open_to: bool,
        captures: Vec<String>,
        promotes: bool,
        arc: Option<f64>,
        turn: bool,
    ) -> PyResult<Span> {
        let piece = label(piece)?;
        let captures = captures.iter().map(|name| label(name)).collect::<PyResult<_>>()?;
        Ok(Span(SpanReport {
            piece,
            bearing,
            from: from_,
            to,
            open_from,
            open_to,
            captures,
            promotes,
            arc,
            turn,
        }))
    }

    /// The label of the piece.
    #[getter]
    fn piece(&self) -> &str {
        self.0.piece.as_str()
    }

    /// The bearing in degrees, in the mover's own frame.
    #[getter]
    fn bearing(&self) -> f64 {
        self.0.bearing
    }

    /// The least distance; for a turn in degrees.
    #[getter]
    fn from_(&self) -> f64 {
        self.0.from
    }

    /// The greatest distance; for a turn in degrees.
    #[getter]
    fn to(&self) -> f64 {
        self.0.to
    }

    /// Whether `from_` itself is not legal.
    #[getter]
    fn open_from(&self) -> bool {
        self.0.open_from
    }

    /// Whether `to` itself is not legal.
    #[getter]
    fn open_to(&self) -> bool {
        self.0.open_to
    }

    /// The labels of the captured pieces, sorted.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple_of(py, &self.0.captures)
    }

    /// Whether the pawn promotes.
    #[getter]
    fn promotes(&self) -> bool {
        self.0.promotes
    }

    /// The radius of an arc, positive if it bends left; else `None`.
    #[getter]
    fn arc(&self) -> Option<f64> {
        self.0.arc
    }

    /// Whether the move is a turn in place.
    #[getter]
    fn turn(&self) -> bool {
        self.0.turn
    }

    /// The length of the stretch.
    #[getter]
    fn length(&self) -> f64 {
        self.0.to - self.0.from
    }

    fn __contains__(&self, distance: f64) -> bool {
        self.0.interval().contains(distance)
    }

    /// The text of the move of a distance. `promotion` is the letter of the kind to which a pawn promotes.
    #[pyo3(signature = (distance, promotion = None))]
    fn at(&self, distance: f64, promotion: Option<char>) -> PyResult<String> {
        let span = &self.0;
        if !span.interval().contains(distance) {
            return Err(ContinuumError::new_err(format!("{distance} is not in {}", self.__repr__())));
        }
        let exactly = |d: f64| Distance::Exactly(d);
        let course = match (span.turn, span.arc) {
            (true, _) => Course::Turn { sense: Sense::of(distance), angle: exactly(distance.abs()) },
            (false, Some(radius)) => Course::Arc {
                degrees: span.bearing,
                sense: Sense::of(radius),
                radius: Some(radius.abs()),
                distance: exactly(distance),
            },
            (false, None) => Course::Bearing { degrees: span.bearing, distance: exactly(distance) },
        };
        Ok(PlaneMoveText { label: span.piece, course, promotion }.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Span>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.fields(py)?.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Span>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), slf.get().fields(slf.py())?))
    }

    fn __repr__(&self) -> String {
        let span = &self.0;
        let (open, close) = (if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' });
        let way = if span.turn { "turn".to_owned() } else { format!("{}°", span.bearing) };
        let takes = if span.captures.is_empty() { "" } else { " takes " };
        let taken = texts(&span.captures).join(" ");
        format!("<Span {} {way} {open}{}, {}{close}{takes}{taken}>", span.piece, span.from, span.to)
    }
}
