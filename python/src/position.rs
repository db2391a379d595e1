//! Positions.

use crate::convert::{label, to_python};
use crate::errors::{illegal, refusal, refused, text_fault};
use crate::legal::{LegalSet, Question};
use crate::picture::{Drawing, png, svg};
use crate::search::{self, Asked, Wanted};
use crate::slots::Slots;
use crate::variant::{Variant, VariantOrName, variant_of};
use continuum::chess::Draws;
use continuum::game::{MoveMade, PieceBearings};
use continuum::{Prepared, lattice, plane};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The fields of `continuum_chess.values.Piece`.
type PieceFields<'p> = (&'p str, &'static str, &'p str, f64, f64, Option<String>, Option<bool>, Option<f64>);

/// The class of pieces.
static PIECE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A position: the pieces and the side to move. Positions do not change; `play` returns the next one.
///
/// `text` is the one line described in docs/reference.md, or `start` for the initial array.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Position(pub continuum::Position);

/// A label, or several.
#[derive(FromPyObject)]
enum Labels {
    One(String),
    Many(Vec<String>),
}

/// A class and the arguments that restore a position.
type Pickled<'py> = (Bound<'py, PyAny>, (String, Bound<'py, Variant>));

fn piece_of_plane<'p>(p: &'p plane::PlanePosition, piece: &'p plane::Piece) -> PieceFields<'p> {
    let kind = p.rules().kind(piece.kind).rule.name.as_str();
    let (label, color) = (piece.label.as_str(), piece.color().as_str());
    (label, color, kind, piece.at.x, piece.at.y, None, Some(piece.moved), piece.heading)
}

fn piece_of_lattice<'p>(p: &'p lattice::LatticePosition, piece: &'p lattice::PieceAt) -> PieceFields<'p> {
    let at = p.rules().grid().point(piece.cell);
    let kind = p.rules().kind_name(piece.kind);
    let cell = Some(p.rules().name(piece.cell));
    (piece.label.as_str(), piece.color.as_str(), kind, at.x, at.y, cell, None, None)
}

impl Position {
    /// Returns the variant of the position, with its tables.
    pub fn prepared(&self) -> Prepared {
        match &self.0 {
            continuum::Position::Plane(p) => Prepared::Plane(Arc::clone(p.rules())),
            continuum::Position::Lattice(p) => Prepared::Lattice(Arc::clone(p.rules())),
        }
    }

    fn game(&self) -> continuum::Game {
        continuum::Game::new(self.0.clone()).with_draws(Draws::Unclaimed)
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (text = "start", variant = None))]
    fn new(py: Python<'_>, text: &str, variant: Option<VariantOrName<'_>>) -> PyResult<Position> {
        let variant = variant_of(variant)?;
        let position = continuum::Position::from_text(&variant, text);
        Ok(Position(position.map_err(|e| text_fault(py, &e))?))
    }

    /// Returns the position of a FEN, for a square or cylinder of cells.
    #[staticmethod]
    #[pyo3(signature = (fen, variant = VariantOrName::Name("orthodox".to_owned())))]
    fn from_fen(py: Python<'_>, fen: &str, variant: VariantOrName<'_>) -> PyResult<Position> {
        let position = continuum::Position::from_fen(&variant.prepared()?, fen);
        Ok(Position(position.map_err(|e| text_fault(py, &e))?))
    }

    /// The variant of the position.
    #[getter]
    fn variant(&self) -> Variant {
        Variant(self.prepared())
    }

    /// The position text, which reads back as an equal position.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Returns the FEN, for a square or cylinder of cells.
    fn fen(&self) -> PyResult<String> {
        self.0
            .to_fen()
            .ok_or_else(|| refusal("FEN is for a square or cylinder of cells: use the position's text"))
    }

    /// The SAN of a move given as any move text; elsewhere than on a square or cylinder of cells its ordinary text.
    fn san(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let ply = self.game().play(text).cloned().map_err(|e| refused(py, &e))?;
        Ok(match (&self.0, ply.made) {
            (continuum::Position::Lattice(p), MoveMade::Lattice(done)) => p.undrawn().san(done.chosen),
            _ => ply.text,
        })
    }

    /// `white` or `black`: the side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().as_str()
    }

    /// `ongoing`, `checkmate`, `stalemate`, `draw`, `bare_king` or `king_taken`. Only a `Game` knows repetition.
    #[getter]
    fn status(&self, py: Python<'_>) -> &'static str {
        py.detach(|| self.0.status()).as_str()
    }

    /// `white`, `black` or `None`: the winner.
    #[getter]
    fn winner(&self, py: Python<'_>) -> Option<&'static str> {
        py.detach(|| self.0.winner()).map(|side| side.as_str())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn check(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.in_check())
    }

    /// In progressive play the number of the next move of the series, and the length of the series; else `None`.
    #[getter]
    fn series(&self) -> Option<(u32, u32)> {
        self.0.series().map(|series| (series.played + 1, series.length))
    }

    /// The pieces.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = PIECE.import(py, "continuum_chess.values", "Piece")?;
        match &self.0 {
            continuum::Position::Plane(p) => {
                p.pieces().iter().map(|piece| class.call1(piece_of_plane(p, piece))).collect()
            }
            continuum::Position::Lattice(p) => {
                p.pieces().iter().map(|piece| class.call1(piece_of_lattice(p, piece))).collect()
            }
        }
    }

    /// The exact legal set; with `pieces`, a label or a list of labels, only theirs. `bearings` names bearings along which
    /// the landings of area leaps are wanted as spans: `{"Ga": [0, 30]}`. A piece that is not there or not to move is an
    /// error, and so is a bearing that it does not have.
    #[pyo3(signature = (pieces = None, bearings = None))]
    fn legal_set(
        &self,
        py: Python<'_>,
        pieces: Option<Labels>,
        bearings: Option<BTreeMap<String, Vec<f64>>>,
    ) -> PyResult<LegalSet> {
        let asked = |name: &String| {
            let label = label(name)?;
            self.0.expect_piece(label).map_err(refusal)?;
            let turn = self.0.turn();
            if label.color() == turn {
                Ok(label)
            } else {
                Err(refusal(format!("{label} may not move: it is {turn}'s turn")))
            }
        };
        let mut question = Question::default();
        for (name, degrees) in bearings.unwrap_or_default() {
            let label = asked(&name)?;
            for bearing in &degrees {
                self.0.distances(label, *bearing).map_err(|e| illegal(py, &e))?;
            }
            question.bearings.push(PieceBearings { piece: label, bearings: degrees });
        }
        let names = pieces.map(|pieces| match pieces {
            Labels::One(name) => vec![name],
            Labels::Many(names) => names,
        });
        question.pieces = names.map(|names| names.iter().map(asked).collect::<PyResult<_>>()).transpose()?;
        Ok(py.detach(|| LegalSet::of_position(&self.0, question)))
    }

    /// The legal moves as numbered slots, with a number from 0 to 1 in each, for learning.
    fn slots(&self, py: Python<'_>) -> Slots {
        py.detach(|| Slots::new(self.0.clone(), false))
    }

    /// The position after a move.
    fn play(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        let played = py.detach(|| {
            let mut game = self.game();
            game.play(text)?;
            Ok(game.position().clone())
        });
        played.map(Position).map_err(|e| refused(py, &e))
    }

    /// The best moves: see `Game.best`.
    #[pyo3(signature = (*, seconds = None, nodes = None, depth = None, level = None, lines = 1, threads = None, hash_mb = 64, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python method")]
    fn best<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        level: Option<u8>,
        lines: usize,
        threads: Option<usize>,
        hash_mb: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = Asked { seconds, nodes, depth, level, lines, threads, hash_mb, seed };
        to_python(py, &search::answer(py, &self.game(), &asked)?)
    }

    /// The text of the best move, or `None` when the game is over. The limits are those of `best`.
    #[pyo3(signature = (*, seconds = None, nodes = None, depth = None, level = None, threads = None, hash_mb = 64, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python method")]
    fn best_move(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        level: Option<u8>,
        threads: Option<usize>,
        hash_mb: usize,
        seed: u64,
    ) -> PyResult<Option<String>> {
        let asked = Asked { seconds, nodes, depth, level, lines: 1, threads, hash_mb, seed };
        let answer = search::answer(py, &self.game(), &asked)?;
        Ok(answer.best_move().map(str::to_owned))
    }

    /// The number of move sequences of `depth` plies, on all cores. If `draws` is `claimed`, a draw by bare kings or
    /// a move count ends a sequence.
    #[pyo3(signature = (depth, draws = "unclaimed"))]
    fn perft(&self, py: Python<'_>, depth: u32, draws: &str) -> PyResult<u64> {
        Ok(search::perft(py, &self.0, depth, draws)?.nodes)
    }

    /// The number of move sequences after each first move, by its text.
    #[pyo3(signature = (depth, draws = "unclaimed"))]
    fn perft_divide(&self, py: Python<'_>, depth: u32, draws: &str) -> PyResult<BTreeMap<String, u64>> {
        Ok(search::perft(py, &self.0, depth, draws)?.divide.into_iter().collect())
    }

    /// Solves a problem, such as `#2`, `h#3` or `ser-#5`; on the plane `#1`, `#2`, help and series play. The answer is a dict with the
    /// members of docs/json.md. `seconds` ends the search in time, `brief` leaves out variations and set play, and
    /// `hash_mb` bounds the known positions of a lattice; on the plane none are kept.
    #[pyo3(signature = (stipulation, *, max_solutions = None, seconds = None, hash_mb = 256, brief = false))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        stipulation: &str,
        max_solutions: Option<usize>,
        seconds: Option<f64>,
        hash_mb: usize,
        brief: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let wanted = Wanted::new(stipulation, max_solutions, seconds, hash_mb, brief)?;
        search::solve(py, &self.0, &wanted)
    }

    /// The picture as an SVG document. It shows the legal set of a piece (`legal`), the attacks of a side (`attacks`)
    /// or every move that mates at once (`mates`).
    #[pyo3(signature = (*, size = 480, legal = None, attacks = None, mates = false, title = None))]
    fn svg(
        &self,
        py: Python<'_>,
        size: u32,
        legal: Option<&str>,
        attacks: Option<&str>,
        mates: bool,
        title: Option<&str>,
    ) -> PyResult<String> {
        svg(py, &self.game(), None, &Drawing { size, legal, attacks, mates, paths: false, title })
    }

    /// The picture as the bytes of a PNG, `size` pixels wide: see `svg`.
    #[pyo3(signature = (*, size = 480, legal = None, attacks = None, mates = false, title = None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        legal: Option<&str>,
        attacks: Option<&str>,
        mates: bool,
        title: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        png(py, &self.game(), None, &Drawing { size, legal, attacks, mates, paths: false, title })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        svg(py, &self.game(), None, &Drawing::default())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Position {} {}>", self.0.variant().name(), self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> PyResult<Pickled<'py>> {
        let position = slf.get();
        Ok((slf.get_type().into_any(), (position.text(), Bound::new(slf.py(), position.variant())?)))
    }
}
