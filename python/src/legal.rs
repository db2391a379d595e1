//! Legal sets.

use crate::columns::{self, Spans};
use crate::convert::{label, texts, to_python};
use crate::errors::{ContinuumError, refusal};
use continuum::Analysis;
use continuum::game::SpanReport;
use continuum::notation::{Course, Distance, PlaneMoveText, Sense};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pyo3_arrow::PyRecordBatch;

/// A stretch of legal distances of one piece with one set of captures. `from_` and `to` are its ends; equal for a
/// single distance.
#[pyclass(frozen, module = "continuum_chess")]
#[derive(Clone)]
pub struct Span(pub SpanReport);

#[pymethods]
impl Span {
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
    fn captures(&self) -> Vec<&str> {
        texts(&self.0.captures)
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

    fn __repr__(&self) -> String {
        let span = &self.0;
        let (open, close) = (if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' });
        let way = if span.turn { "turn".to_owned() } else { format!("{}°", span.bearing) };
        let takes = if span.captures.is_empty() { "" } else { " takes " };
        let taken = texts(&span.captures).join(" ");
        format!("<Span {} {way} {open}{}, {}{close}{takes}{taken}>", span.piece, span.from, span.to)
    }
}

/// The legal set of a position, and its status.
///
/// On the plane `spans` has every stretch of legal distances and `regions` the areas of pieces that leap to any
/// place. On a lattice `moves` lists the moves. A decided position has neither.
#[pyclass(frozen, module = "continuum_chess")]
pub struct LegalSet(pub Analysis);

impl LegalSet {
    fn reports(&self) -> &[SpanReport] {
        match &self.0 {
            Analysis::Plane(analysis) => &analysis.spans,
            Analysis::Lattice(_) => &[],
        }
    }
}

#[pymethods]
impl LegalSet {
    /// `white` or `black`: the side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().as_str()
    }

    /// `ongoing`, `checkmate`, `stalemate`, `draw`, `bare_king` or `king_taken`.
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status().as_str()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn check(&self) -> bool {
        self.0.check()
    }

    /// The stretches of legal distances, by piece, bearing and distance; empty on a lattice.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        self.reports().iter().cloned().map(Span).collect()
    }

    /// The areas of pieces that leap to any place, as docs/json.md describes them.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Analysis::Plane(analysis) => to_python(py, &analysis.regions),
            Analysis::Lattice(_) => Ok(PyList::empty(py).into_any()),
        }
    }

    /// The legal moves of a lattice, sorted; empty on the plane.
    #[getter]
    fn moves(&self) -> Vec<String> {
        match &self.0 {
            Analysis::Plane(_) => Vec::new(),
            Analysis::Lattice(analysis) => analysis.moves.clone(),
        }
    }

    /// The length of all stretches together, without turns, board units; 0 on a lattice.
    #[getter]
    fn length(&self) -> f64 {
        columns::length(&self.0).unwrap_or_default()
    }

    /// The legal distances of a piece straight along a bearing, as `(from, to, open_from, open_to)`.
    fn distances(&self, piece: &str, bearing: f64) -> PyResult<Vec<(f64, f64, bool, bool)>> {
        let spans = self.0.distances(label(piece)?, bearing);
        Ok(spans.parts().iter().map(|part| (part.from, part.to, part.open_from, part.open_to)).collect())
    }

    /// The number of stretches, landings in regions, and moves: the rows of `to_arrow`.
    fn __len__(&self) -> usize {
        columns::count(&self.0)
    }

    /// The spans as numpy arrays, one entry a span: `piece` (an index into `labels`), `bearing`, `from`, `to`, `open_from`,
    /// `open_to`, `promotes`, `arc` (0 when straight), `turn`. `captures` is a matrix of truth values: span by label.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let spans = self.reports();
        let mut labels = Vec::new();
        for named in spans.iter().flat_map(|span| std::iter::once(&span.piece).chain(&span.captures)) {
            if !labels.contains(named) {
                labels.push(*named);
            }
        }
        let index =
            |span: &SpanReport| labels.iter().position(|label| *label == span.piece).unwrap_or_default();
        let numbers = |of: fn(&SpanReport) -> f64| PyArray1::from_iter(py, spans.iter().map(of));
        let flags = |of: fn(&SpanReport) -> bool| PyArray1::from_iter(py, spans.iter().map(of));
        let taken = spans.iter().flat_map(|span| labels.iter().map(|label| span.captures.contains(label)));
        let taken = PyArray1::from_iter(py, taken).call_method1("reshape", ((spans.len(), labels.len()),))?;
        let out = PyDict::new(py);
        out.set_item("labels", texts(&labels))?;
        out.set_item("piece", PyArray1::from_iter(py, spans.iter().map(|span| index(span) as i32)))?;
        out.set_item("bearing", numbers(|span| span.bearing))?;
        out.set_item("from", numbers(|span| span.from))?;
        out.set_item("to", numbers(|span| span.to))?;
        out.set_item("open_from", flags(|span| span.open_from))?;
        out.set_item("open_to", flags(|span| span.open_to))?;
        out.set_item("promotes", flags(|span| span.promotes))?;
        out.set_item("arc", numbers(|span| span.arc.unwrap_or(0.0)))?;
        out.set_item("turn", flags(|span| span.turn))?;
        out.set_item("captures", taken)?;
        Ok(out)
    }

    /// The legal set as a `pyarrow.RecordBatch`, with the columns of `analyze_table`; `row` is 0.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut spans = Spans::default();
        spans.add(0, &self.0);
        PyRecordBatch::new(spans.finish().map_err(refusal)?).into_pyarrow(py)
    }

    fn __repr__(&self) -> String {
        let what = match &self.0 {
            Analysis::Plane(_) => "spans and landings",
            Analysis::Lattice(_) => "moves",
        };
        format!("<LegalSet {} to move, {}, {} {what}>", self.turn(), self.status(), self.__len__())
    }
}
