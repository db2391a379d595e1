//! Games and players.

use crate::convert::{to_python, tuple_of};
use crate::errors::{refusal, refused};
use crate::legal::LegalSet;
use crate::picture::{Drawing, WIDTH, gif, png, svg};
use crate::position::Position;
use crate::search::{self, Asked};
use crate::slots::Slots;
use crate::variant::{VariantOrName, variant_of};
use continuum::chess::Draws;
use continuum::endings::Endings;
use continuum::engine::players::{self, PlayerSpec};
use continuum::game::{Pgn, PgnFault};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The class of plies.
static PLY: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Returns a ply as `continuum_chess.values.Ply`.
fn ply<'py>(py: Python<'py>, ply: &continuum::game::Ply) -> PyResult<Bound<'py, PyAny>> {
    let made = &ply.made;
    let (captures, reborn) = (tuple_of(py, &made.captures())?, tuple_of(py, &made.reborn())?);
    let (to, cell, status) = (made.to(), made.cell(), ply.status.as_str());
    let fields = (&ply.text, captures, reborn, made.promoted(), (to.x, to.y), cell, status);
    PLY.import(py, "continuum_chess.values", "Ply")?.call1(fields)
}

/// The function that restores a game, with its first position, the meaning of draws, the moves, and the number taken back.
type Pickled<'py> = (Bound<'py, PyAny>, (Position, String, Vec<String>, usize));

/// A game: its first position and the moves made. A refused move leaves it unchanged. A draw ends the game only if
/// `draws` is `claimed`; otherwise the status says `draw`, and moves may follow.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Game(Mutex<continuum::Game>);

impl Game {
    fn lock(&self) -> MutexGuard<'_, continuum::Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy of the game, so long calls do not block others.
    pub fn copy(&self) -> continuum::Game {
        self.lock().clone()
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (start = None, variant = None, *, draws = "unclaimed"))]
    fn new(
        py: Python<'_>,
        start: Option<&Bound<'_, Position>>,
        variant: Option<VariantOrName<'_>>,
        draws: &str,
    ) -> PyResult<Game> {
        let draws: Draws = draws.parse().map_err(refusal)?;
        let start = match (start, variant) {
            (Some(_), Some(_)) => return Err(refusal("a position has its variant: give one of the two")),
            (Some(start), None) => start.get().0.clone(),
            (None, variant) => continuum::Position::from_text(&variant_of(variant)?, "start")
                .map_err(|e| crate::errors::text_fault(py, &e))?,
        };
        Ok(Game(Mutex::new(continuum::Game::new(start).with_draws(draws))))
    }

    /// Returns the games of a PGN text, without comments and variations. A tag `Variant` names a preset; without one it is
    /// orthodox chess.
    #[staticmethod]
    fn read_pgn(text: &str) -> PyResult<Vec<Game>> {
        let refused = |fault: PgnFault| refusal(fault.to_string());
        let games = Pgn::read_all(text).map_err(refused)?;
        games.iter().map(|game| Ok(Game(Mutex::new(game.play().map_err(refused)?)))).collect()
    }

    /// Returns the game as PGN.
    #[pyo3(signature = (white = "?", black = "?"))]
    fn pgn(&self, white: &str, black: &str) -> PyResult<String> {
        let written = self.lock().to_pgn([white, black]);
        written.ok_or_else(|| refusal("a move of this game cannot be played again"))
    }

    /// The present position.
    #[getter]
    fn position(&self) -> Position {
        Position(self.lock().position().clone())
    }

    /// The first position.
    #[getter]
    fn start(&self) -> Position {
        Position(self.lock().start().clone())
    }

    /// The moves made.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.lock().plies().iter().map(|made| ply(py, made)).collect()
    }

    fn __len__(&self) -> usize {
        self.lock().plies().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// `white` or `black`: the side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.lock().position().turn().as_str()
    }

    /// The status of the game, with repetition.
    #[getter]
    fn status(&self) -> &'static str {
        self.lock().status().as_str()
    }

    /// `white`, `black` or `None`: the winner.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.lock().winner().map(|side| side.as_str())
    }

    /// Makes the move of a text.
    fn play<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let made = py.detach(|| self.lock().play(text).cloned()).map_err(|e| refused(py, &e))?;
        ply(py, &made)
    }

    /// Takes the last move back; returns whether there was one.
    fn undo(&self) -> bool {
        self.lock().undo()
    }

    /// Repeats the move that was taken back last; returns whether there was one.
    fn redo(&self) -> bool {
        self.lock().redo()
    }

    /// The legal set; empty when the game is over, except after a draw that nobody claims.
    fn legal_set(&self, py: Python<'_>) -> LegalSet {
        py.detach(|| LegalSet::of_game(&self.lock()))
    }

    /// The legal moves as numbered slots: see `Position.slots`. There are none when the game is over.
    fn slots(&self, py: Python<'_>) -> Slots {
        py.detach(|| Slots::of_game(&self.lock()))
    }

    /// The best moves, as a dict: `status`, `lines` (each with `score`, `depth`, `pv`), `nodes`, `seconds`. The first
    /// limit reached ends the search; without any the limit is one second. `level` goes from 1 to 8.
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
        to_python(py, &search::answer(py, &self.copy(), &asked)?)
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
        let answer = search::answer(py, &self.copy(), &asked)?;
        Ok(answer.best_move().map(str::to_owned))
    }

    /// The picture after `ply` plies, by default after the last, as an SVG document. It shows the last move, the path
    /// of every move (`paths`), or what `Position.svg` shows.
    #[pyo3(signature = (ply = None, *, size = WIDTH, legal = None, attacks = None, mates = false, paths = false, title = None))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python method")]
    fn svg(
        &self,
        py: Python<'_>,
        ply: Option<usize>,
        size: u32,
        legal: Option<&str>,
        attacks: Option<&str>,
        mates: bool,
        paths: bool,
        title: Option<&str>,
    ) -> PyResult<String> {
        svg(py, &self.copy(), ply, &Drawing { size, legal, attacks, mates, paths, title })
    }

    /// The picture as the bytes of a PNG, `size` pixels wide: see `svg`.
    #[pyo3(signature = (ply = None, *, size = WIDTH, legal = None, attacks = None, mates = false, paths = false, title = None))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python method")]
    fn png<'py>(
        &self,
        py: Python<'py>,
        ply: Option<usize>,
        size: u32,
        legal: Option<&str>,
        attacks: Option<&str>,
        mates: bool,
        paths: bool,
        title: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        png(py, &self.copy(), ply, &Drawing { size, legal, attacks, mates, paths, title })
    }

    /// The whole game as the bytes of an animated GIF, one picture for each ply, each shown for some seconds.
    #[pyo3(signature = (*, size = WIDTH, seconds = 1.2, paths = false, title = None))]
    fn gif<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        seconds: f64,
        paths: bool,
        title: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        gif(py, &self.copy(), seconds, &Drawing { size, paths, title, ..Drawing::default() })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        svg(py, &self.copy(), None, &Drawing::default())
    }

    fn __copy__(&self) -> Game {
        Game(Mutex::new(self.copy()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<Pickled<'py>> {
        let mut game = slf.get().copy();
        let played = game.plies().len();
        while game.redo() {}
        let moves: Vec<String> = game.plies().iter().map(|ply| ply.text.clone()).collect();
        let (start, taken_back) = (Position(game.start().clone()), moves.len() - played);
        let made = slf.get_type().getattr("_unpickled")?;
        Ok((made, (start, game.draws().as_str().to_owned(), moves, taken_back)))
    }

    #[staticmethod]
    fn _unpickled(
        py: Python<'_>,
        start: &Bound<'_, Position>,
        draws: &str,
        moves: Vec<String>,
        taken_back: usize,
    ) -> PyResult<Game> {
        let draws: Draws = draws.parse().map_err(refusal)?;
        let mut game = continuum::Game::new(start.get().0.clone()).with_draws(draws);
        for text in &moves {
            game.play(text).map_err(|e| refused(py, &e))?;
        }
        (0..taken_back).for_each(|_| {
            game.undo();
        });
        Ok(Game(Mutex::new(game)))
    }

    fn __repr__(&self) -> String {
        let game = self.lock();
        let name = game.start().variant().name();
        format!("<Game {name}, {} plies, {}>", game.plies().len(), game.status())
    }
}

/// A player of the program, as `continuum match` names it: `random`, `greedy`, `sampled2`, `level=3`, `nodes=500`,
/// `movetime=100`.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Player {
    name: PlayerSpec,
    player: Mutex<Box<dyn players::Player>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name = "random", variant = None, seed = 0))]
    fn new(name: &str, variant: Option<VariantOrName<'_>>, seed: u64) -> PyResult<Player> {
        let name: PlayerSpec = name.parse().map_err(refusal)?;
        let player = name.start(&variant_of(variant)?, seed, &Endings::default()).map_err(refusal)?;
        Ok(Player { name, player: Mutex::new(player) })
    }

    /// The text of the move to play in a game that is not over.
    fn choose(&self, py: Python<'_>, game: &Bound<'_, Game>) -> PyResult<String> {
        let game = game.get().copy();
        let chosen = py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.choose(&game)
        });
        let text = game.position().text_of(&chosen.map_err(refusal)?);
        text.ok_or_else(|| refusal("the player chose a move of another kind of board"))
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}
