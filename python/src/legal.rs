//! Legal sets.

use crate::columns::{self, Spans};
use crate::convert::{label, texts, to_python};
use crate::errors::{illegal, no_package, refusal, refused};
use crate::position::Position;
use crate::span::Span;
use arrow_array::{RecordBatch, RecordBatchIterator};
use continuum::chess::{Draws, Label, Status};
use continuum::game::{AnalysisOptions, PieceBearings, SpanReport};
use continuum::notation::{PlaneMoveText, Reason};
use continuum::{Analysis, Game, Refused};
use numpy::PyArray1;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyString};
use pyo3_arrow::{PyRecordBatch, PyRecordBatchReader};
use std::collections::BTreeMap;

/// The scope of a legal set: pieces and bearings.
#[derive(Clone, Default)]
pub struct Question {
    /// The requested pieces, if not all.
    pub pieces: Option<Vec<Label>>,
    /// The bearings along which the landings of area leaps are wanted as spans.
    pub bearings: Vec<PieceBearings>,
}

/// The legal set of a position as a sequence, and the status of the position.
///
/// On the plane its items are the spans and then the landings of pieces that leap to any place, on a lattice the texts of
/// the moves. A decided position has none. The legal set is also an Arrow table with a row for each item, which pandas,
/// polars, DuckDB and pyarrow take. `"Qd 90 2" in legal` says whether a move is legal, and raises for a text that names no
/// piece or bearing of the side to move.
#[pyclass(frozen, module = "continuum_chess")]
pub struct LegalSet {
    position: continuum::Position,
    question: Question,
    /// The status of the game and whether it is over; `None` for a position by itself.
    standing: Option<(Status, bool)>,
    analysis: Analysis,
    items: PyOnceLock<Py<PyList>>,
}

/// The function that restores a legal set, with its arguments.
type Made<'py> =
    (Bound<'py, PyAny>, (Position, Option<Vec<String>>, BTreeMap<String, Vec<f64>>, Option<(String, bool)>));

impl LegalSet {
    /// Returns the legal set of a position.
    pub fn of_position(position: &continuum::Position, question: Question) -> LegalSet {
        let options = AnalysisOptions { pieces: question.pieces.as_deref(), bearings: &question.bearings };
        let analysis = Analysis::with(position, options);
        let position = position.clone();
        LegalSet { position, question, standing: None, analysis, items: PyOnceLock::new() }
    }

    /// Returns the legal set of the current position of a game.
    pub fn of_game(game: &Game) -> LegalSet {
        LegalSet::in_game(game.position(), game.status(), game.is_over())
    }

    fn in_game(position: &continuum::Position, status: Status, is_over: bool) -> LegalSet {
        let analysis = Analysis::in_game(position, status, is_over, AnalysisOptions::default());
        let (position, standing) = (position.clone(), Some((status, is_over)));
        LegalSet { position, question: Question::default(), standing, analysis, items: PyOnceLock::new() }
    }

    fn reports(&self) -> &[SpanReport] {
        match &self.analysis {
            Analysis::Plane(analysis) => &analysis.spans,
            Analysis::Lattice(_) => &[],
        }
    }

    /// Returns the items as Python values.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyList>> {
        let list = self.items.get_or_try_init(py, || {
            let list = PyList::empty(py);
            match &self.analysis {
                Analysis::Plane(analysis) => {
                    analysis.spans.iter().try_for_each(|span| list.append(Span(span.clone())))?;
                    for region in &analysis.regions {
                        for cell in &region.cells {
                            let landing = to_python(py, cell)?;
                            landing.set_item("piece", region.piece.as_str())?;
                            list.append(landing)?;
                        }
                    }
                }
                Analysis::Lattice(analysis) => {
                    analysis.moves.iter().try_for_each(|text| list.append(text))?;
                }
            }
            Ok::<_, PyErr>(list.unbind())
        })?;
        Ok(list.bind(py))
    }

    fn check_asked(&self, piece: Label) -> PyResult<()> {
        match &self.question.pieces {
            Some(asked) if !asked.contains(&piece) => Err(refusal(format!(
                "{piece} was not asked about: this is the legal set of {}",
                texts(asked).join(", ")
            ))),
            _ => Ok(()),
        }
    }

    /// Whether a text is a legal move.
    fn has_move(&self, py: Python<'_>, text: &str) -> PyResult<bool> {
        if self.analysis.status() != Status::Ongoing && self.__len__() == 0 {
            return Ok(false);
        }
        let mut game = Game::new(self.position.clone()).with_draws(Draws::Unclaimed);
        let played = game.play(text);
        match (played, &self.analysis) {
            (Ok(_), _) if self.question.pieces.is_none() => Ok(self.__len__() > 0),
            (Ok(_), Analysis::Plane(_)) => {
                let written: PlaneMoveText = text.parse().map_err(|e| crate::errors::text_fault(py, &e))?;
                self.check_asked(written.label)?;
                Ok(true)
            }
            (Ok(ply), Analysis::Lattice(analysis)) => {
                let chosen = match &ply.made {
                    continuum::game::MoveMade::Lattice(made) => made.chosen,
                    continuum::game::MoveMade::Plane(_) => return Ok(false),
                };
                let continuum::Position::Lattice(p) = &self.position else { return Ok(false) };
                Ok(analysis.moves.contains(&p.rules().move_text(chosen)))
            }
            (Err(Refused::Illegal(why)), _)
                if !matches!(why.reason, Reason::Piece | Reason::Bearing | Reason::Turn) =>
            {
                Ok(false)
            }
            (Err(why), _) => Err(refused(py, &why)),
        }
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        let mut spans = Spans::default();
        spans.add(0, &self.analysis);
        spans.finish().map_err(refusal)
    }
}

#[pymethods]
impl LegalSet {
    #[staticmethod]
    fn _unpickled(
        position: &Bound<'_, Position>,
        pieces: Option<Vec<String>>,
        bearings: BTreeMap<String, Vec<f64>>,
        standing: Option<(String, bool)>,
    ) -> PyResult<LegalSet> {
        let position = &position.get().0;
        if let Some((status, is_over)) = standing {
            return Ok(LegalSet::in_game(position, status.parse().map_err(refusal)?, is_over));
        }
        let labels = |names: Vec<String>| names.iter().map(|name| label(name)).collect::<PyResult<_>>();
        let bearings = bearings
            .into_iter()
            .map(|(name, degrees)| Ok(PieceBearings { piece: label(&name)?, bearings: degrees }));
        let question = Question {
            pieces: pieces.map(labels).transpose()?,
            bearings: bearings.collect::<PyResult<_>>()?,
        };
        Ok(LegalSet::of_position(position, question))
    }

    fn __reduce__<'py>(slf: &Bound<'py, LegalSet>) -> PyResult<Made<'py>> {
        let set = slf.get();
        let owned = |labels: &Vec<Label>| texts(labels).into_iter().map(str::to_owned).collect();
        let bearings = set.question.bearings.iter();
        let bearings =
            bearings.map(|asked| (asked.piece.as_str().to_owned(), asked.bearings.clone())).collect();
        let standing = set.standing.map(|(status, is_over)| (status.as_str().to_owned(), is_over));
        let position = Position(set.position.clone());
        let arguments = (position, set.question.pieces.as_ref().map(owned), bearings, standing);
        Ok((slf.get_type().getattr("_unpickled")?, arguments))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &LegalSet| other.position == self.position && other.analysis == self.analysis;
        other.cast::<LegalSet>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.position.to_string(), self.status(), self.__len__()).into_pyobject(py)?.hash()
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.items(key.py())?.as_any().get_item(key)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.items(py)?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.items(py)?.call_method0("__reversed__")
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        match item.cast::<PyString>() {
            Ok(text) => self.has_move(item.py(), &text.to_cow()?),
            Err(_) => self.items(item.py())?.contains(item),
        }
    }

    /// Returns the first index of an item.
    fn index(&self, item: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.items(item.py())?.call_method1("index", (item,))?.extract()
    }

    /// Returns how often an item occurs.
    fn count(&self, item: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.items(item.py())?.call_method1("count", (item,))?.extract()
    }

    /// `white` or `black`: the side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.analysis.turn().as_str()
    }

    /// `ongoing`, `checkmate`, `stalemate`, `draw`, `bare_king` or `king_taken`.
    #[getter]
    fn status(&self) -> &'static str {
        self.analysis.status().as_str()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn check(&self) -> bool {
        self.analysis.check()
    }

    /// The stretches of legal distances, by piece, bearing and distance; empty on a lattice.
    #[getter]
    fn spans(&self) -> Vec<Span> {
        self.reports().iter().cloned().map(Span).collect()
    }

    /// The areas of pieces that leap to any place, as docs/json.md describes them.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.analysis {
            Analysis::Plane(analysis) => to_python(py, &analysis.regions),
            Analysis::Lattice(_) => Ok(PyList::empty(py).into_any()),
        }
    }

    /// The legal moves of a lattice, sorted; empty on the plane.
    #[getter]
    fn moves(&self) -> Vec<String> {
        match &self.analysis {
            Analysis::Plane(_) => Vec::new(),
            Analysis::Lattice(analysis) => analysis.moves.clone(),
        }
    }

    /// The length of all stretches together, without turns, board units; 0 on a lattice.
    #[getter]
    fn length(&self) -> f64 {
        columns::length(&self.analysis).unwrap_or_default()
    }

    /// The legal distances of a piece straight along a bearing, as `(from, to, open_from, open_to)`. A piece that is not
    /// there or not to move is an error, and so is a bearing that it does not have.
    fn distances(&self, py: Python<'_>, piece: &str, bearing: f64) -> PyResult<Vec<(f64, f64, bool, bool)>> {
        let piece = label(piece)?;
        let mut spans = self.position.distances(piece, bearing).map_err(|e| illegal(py, &e))?;
        self.check_asked(piece)?;
        if self.analysis.status() != Status::Ongoing {
            // The position is drawn, and the game goes on.
            let along = |span: &&SpanReport| {
                span.piece == piece && span.bearing == bearing && span.arc.is_none() && !span.turn
            };
            let parts = self.reports().iter().filter(along).map(|span| span.interval().into());
            spans = parts.fold(continuum::Spans::none(), |all, part| all.union(&part, 0.0));
        }
        Ok(spans.parts().iter().map(|part| (part.from, part.to, part.open_from, part.open_to)).collect())
    }

    /// The number of stretches, landings in regions, and moves: the rows of `to_arrow`.
    fn __len__(&self) -> usize {
        columns::count(&self.analysis)
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
        PyRecordBatch::new(self.batch()?).into_pyarrow(py).map_err(|e| {
            if e.is_instance_of::<PyImportError>(py) {
                no_package(py, "to_arrow", "pyarrow", "arrow")
            } else {
                e
            }
        })
    }

    /// Returns the batch of `to_arrow` by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = PyRecordBatch::new(self.batch()?).into_pyobject(py)?;
        batch.call_method1("__arrow_c_array__", (requested_schema,))
    }

    /// Returns the batch as a stream, for libraries that take streams only.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = self.batch()?;
        let schema = batch.schema();
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        let reader = PyRecordBatchReader::new(Box::new(reader)).into_pyobject(py)?;
        reader.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    fn __repr__(&self) -> String {
        let what = match &self.analysis {
            Analysis::Plane(_) => "spans and landings",
            Analysis::Lattice(_) => "moves",
        };
        format!("<LegalSet {} to move, {}, {} {what}>", self.turn(), self.status(), self.__len__())
    }
}
