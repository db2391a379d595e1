//! Games, players and pictures.

use crate::convert::{label, texts, to_python};
use crate::errors::{refusal, refused};
use crate::legal::LegalSet;
use crate::position::Position;
use crate::search::{self, Asked};
use crate::slots::Slots;
use crate::variant::{VariantOrName, variant_of};
use continuum::chess::Draws;
use continuum::depict::{Show, depict};
use continuum::endings::Endings;
use continuum::engine::players::{self, PlayerSpec};
use continuum::game::{Pgn, PgnFault};
use continuum::render;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The subject and the size of a picture.
pub struct Drawing<'a> {
    pub size: u32,
    pub legal: Option<&'a str>,
    pub attacks: Option<&'a str>,
    pub mates: bool,
    pub paths: bool,
    pub title: Option<&'a str>,
}

/// The default width of a picture, in pixels.
const WIDTH: u32 = 480;

impl Default for Drawing<'_> {
    fn default() -> Self {
        Drawing { size: WIDTH, legal: None, attacks: None, mates: false, paths: false, title: None }
    }
}

/// Returns the picture of a game after `ply` plies as an SVG document.
pub fn picture(
    py: Python<'_>,
    game: &continuum::Game,
    ply: usize,
    drawing: &Drawing<'_>,
) -> PyResult<String> {
    let mut shows = Vec::new();
    if let Some(piece) = drawing.legal {
        shows.push(Show::Legal(label(piece)?));
    }
    if let Some(side) = drawing.attacks {
        shows.push(Show::Attacks(side.parse().map_err(refusal)?));
    }
    if drawing.mates {
        shows.push(Show::Mates);
    }
    if drawing.paths {
        shows.push(Show::Paths);
    }
    let show = match shows[..] {
        [] => Show::LastMove,
        [show] => show,
        _ => return Err(refusal("a picture shows one of legal, attacks, mates and paths: give one of them")),
    };
    py.detach(|| {
        let mut scene = depict(game, ply, show).map_err(refusal)?;
        if let Some(title) = drawing.title {
            scene = scene.titled(title);
        }
        render::svg(&scene, drawing.size).map_err(refusal)
    })
}

/// A move that was made.
#[pyclass(frozen, get_all, module = "continuum_chess")]
pub struct Ply {
    /// The move as given.
    text: String,
    /// The labels of the captured pieces, sorted.
    captures: Vec<String>,
    /// The labels of the pieces that were put back, sorted.
    reborn: Vec<String>,
    /// The letter of the kind to which a pawn promoted, or `None`.
    promoted: Option<char>,
    /// The place of the mover after the move.
    at: (f64, f64),
    /// The cell of the mover after the move, on a lattice; else `None`.
    cell: Option<String>,
    /// The status after the move, with repetition.
    status: &'static str,
}

#[pymethods]
impl Ply {
    fn __repr__(&self) -> String {
        let takes = if self.captures.is_empty() { "" } else { " takes " };
        format!("<Ply {}{takes}{}>", self.text, self.captures.join(" "))
    }
}

impl From<&continuum::game::Ply> for Ply {
    fn from(ply: &continuum::game::Ply) -> Ply {
        let owned =
            |labels: &[continuum::chess::Label]| texts(labels).into_iter().map(str::to_owned).collect();
        let to = ply.done.to();
        Ply {
            text: ply.text.clone(),
            captures: owned(&ply.done.captures()),
            reborn: owned(&ply.done.reborn()),
            promoted: ply.done.promoted(),
            at: (to.x, to.y),
            cell: ply.done.cell().map(str::to_owned),
            status: ply.status.as_str(),
        }
    }
}

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

    /// Returns the games of a PGN text. A tag `Variant` names a preset; without one it is orthodox chess.
    #[staticmethod]
    fn read_pgn(text: &str) -> PyResult<Vec<Game>> {
        let at_line = |(line, e): PgnFault| refusal(format!("line {line}: {e}"));
        let games = Pgn::read_all(text).map_err(at_line)?;
        games.iter().map(|game| Ok(Game(Mutex::new(game.play().map_err(at_line)?)))).collect()
    }

    /// Returns the game as PGN, on the 8 x 8 lattice.
    #[pyo3(signature = (white = "?", black = "?"))]
    fn pgn(&self, white: &str, black: &str) -> PyResult<String> {
        let written = self.lock().to_pgn([white, black]);
        written.ok_or_else(|| refusal("PGN is for games on the 8 x 8 lattice, without pairs of pawns"))
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
    fn plies(&self) -> Vec<Ply> {
        self.lock().plies().iter().map(Ply::from).collect()
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
    fn play(&self, py: Python<'_>, text: &str) -> PyResult<Ply> {
        py.detach(|| self.lock().play(text).map(Ply::from)).map_err(|e| refused(py, &e))
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
        LegalSet(py.detach(|| self.copy().analysis()))
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
        let game = self.copy();
        let ply = ply.unwrap_or(game.plies().len());
        picture(py, &game, ply, &Drawing { size, legal, attacks, mates, paths, title })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.copy();
        picture(py, &game, game.plies().len(), &Drawing::default())
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
        chosen.map_err(refusal)
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name)
    }
}
