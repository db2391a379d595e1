//! Positions.

use crate::convert::{label, to_python};
use crate::errors::{refusal, refused, text_fault};
use crate::game::{Drawing, picture};
use crate::legal::LegalSet;
use crate::search::{self, Asked, Wanted};
use crate::slots::Slots;
use crate::variant::{Variant, VariantOrName, variant_of};
use continuum::chess::Draws;
use continuum::chess::Label;
use continuum::game::MoveMade;
use continuum::{Analysis, Prepared, lattice, plane};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One piece of a position.
#[pyclass(frozen, get_all, module = "continuum_chess")]
pub struct Piece {
    /// The label; capital for White.
    label: String,
    /// `white` or `black`.
    color: &'static str,
    /// The name of the kind, such as `queen`.
    kind: String,
    /// The x of the centre, to White's right; on a lattice that of the drawn cell.
    x: f64,
    /// The y of the centre, away from White.
    y: f64,
    /// The cell on a lattice, else `None`.
    cell: Option<String>,
    /// On the plane, whether the piece has ever moved; on a lattice `None`: rights to castle are part of the text.
    moved: Option<bool>,
    /// The heading in degrees of the plane, for kinds that have one; else `None`.
    heading: Option<f64>,
}

#[pymethods]
impl Piece {
    fn __repr__(&self) -> String {
        match &self.cell {
            Some(cell) => format!("<Piece {}@{cell}>", self.label),
            None => format!("<Piece {}@{},{}>", self.label, self.x, self.y),
        }
    }
}

/// A position: the pieces and the side to move. Positions do not change; `play` returns the next one.
///
/// `text` is the one line described in docs/reference.md, or `start` for the initial array.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Position(pub continuum::Position);

/// A class and the arguments that restore a position.
type Pickled<'py> = (Bound<'py, PyAny>, (String, Bound<'py, Variant>));

/// Returns the variant of a position, with its tables.
fn prepared(position: &continuum::Position) -> Prepared {
    match position {
        continuum::Position::Plane(p) => Prepared::Plane(Arc::clone(p.rules())),
        continuum::Position::Lattice(p) => Prepared::Lattice(Arc::clone(p.rules())),
    }
}

fn pieces_of_plane(p: &plane::Position) -> Vec<Piece> {
    let piece = |piece: &plane::Piece| Piece {
        label: piece.label.as_str().to_owned(),
        color: piece.color().as_str(),
        kind: p.rules().kind(piece.kind).rule.name.clone(),
        x: piece.at.x,
        y: piece.at.y,
        cell: None,
        moved: Some(piece.moved),
        heading: piece.heading,
    };
    p.pieces().iter().map(piece).collect()
}

fn pieces_of_lattice(p: &lattice::Position) -> Vec<Piece> {
    let grid = p.rules().grid();
    let piece = |piece: lattice::PieceAt| {
        let at = grid.point(piece.cell);
        Piece {
            label: piece.label.as_str().to_owned(),
            color: piece.color.as_str(),
            kind: p.rules().kind_name(piece.kind).to_owned(),
            x: at.x,
            y: at.y,
            cell: Some(p.rules().name(piece.cell)),
            moved: None,
            heading: None,
        }
    };
    p.pieces().into_iter().map(piece).collect()
}

impl Position {
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

    /// Returns the position of a FEN, for the 8 x 8 lattice.
    #[staticmethod]
    #[pyo3(signature = (fen, variant = VariantOrName::Name("orthodox".to_owned())))]
    fn from_fen(py: Python<'_>, fen: &str, variant: VariantOrName<'_>) -> PyResult<Position> {
        let position = continuum::Position::from_fen(&variant.prepared()?, fen);
        Ok(Position(position.map_err(|e| text_fault(py, &e))?))
    }

    /// The variant of the position.
    #[getter]
    fn variant(&self) -> Variant {
        Variant(prepared(&self.0))
    }

    /// The position text, which reads back as an equal position.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Returns the FEN, for the 8 x 8 lattice.
    fn fen(&self) -> PyResult<String> {
        self.0.to_fen().ok_or_else(|| refusal("FEN is for the 8 x 8 lattice: use the position's text"))
    }

    /// The SAN of a move given as any move text; on boards other than the 8 x 8 lattice its ordinary text.
    fn san(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let ply = self.game().play(text).cloned().map_err(|e| refused(py, &e))?;
        Ok(match (&self.0, ply.done) {
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
        self.0.series().map(|[next, length]| (next, length))
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> Vec<Piece> {
        match &self.0 {
            continuum::Position::Plane(p) => pieces_of_plane(p),
            continuum::Position::Lattice(p) => pieces_of_lattice(p),
        }
    }

    /// The exact legal set; with `pieces` only theirs. `bearings` names bearings along which the landings of area
    /// leaps are wanted as spans: `{"Ga": [0, 30]}`.
    #[pyo3(signature = (pieces = None, bearings = None))]
    fn legal_set(
        &self,
        py: Python<'_>,
        pieces: Option<Vec<String>>,
        bearings: Option<BTreeMap<String, Vec<f64>>>,
    ) -> PyResult<LegalSet> {
        let asked = |name: &String| {
            let label = label(name)?;
            self.0.expect_piece(label).map_err(refusal)?;
            Ok(label)
        };
        let along = bearings.unwrap_or_default();
        let along = along.into_iter().map(|(name, degrees)| Ok((asked(&name)?, degrees)));
        let along = along.collect::<PyResult<Vec<(Label, Vec<f64>)>>>()?;
        let only =
            pieces.map(|names| names.iter().map(asked).collect::<PyResult<Vec<Label>>>()).transpose()?;
        Ok(LegalSet(py.detach(|| match only {
            Some(only) => Analysis::of_pieces(&self.0, &only, &along),
            None => Analysis::along(&self.0, &along),
        })))
    }

    /// The legal moves as numbered slots, with a number from 0 to 1 in each, for learning.
    fn slots(&self, py: Python<'_>) -> Slots {
        py.detach(|| Slots::new(self.0.clone()))
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
        picture(py, &self.game(), 0, &Drawing { size, legal, attacks, mates, paths: false, title })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        picture(py, &self.game(), 0, &Drawing::default())
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
