//! Games between players of the program, as Arrow columns.

use crate::columns::{count, length};
use crate::convert::pool;
use crate::errors::refusal;
use crate::interrupt::with_signals;
use crate::variant::VariantOrName;
use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use continuum::chess::Status;
use continuum::endings::Endings;
use continuum::engine::Dice;
use continuum::engine::players::{Player, PlayerError, PlayerSpec};
use continuum::game::GameResult;
use continuum::{Analysis, Game, Position, Prepared};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatch;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason of a game that was cut before the board decided it.
const LONG: &str = "max-plies";

/// The position before a move, and the captures of the move.
struct Moment {
    /// The number of stretches, moves or landings.
    count: usize,
    /// The length of all stretches together; none on a lattice.
    length: Option<f64>,
    check: bool,
    captures: usize,
}

/// A game that has been played.
struct Played {
    number: i64,
    moves: Vec<String>,
    moments: Vec<Moment>,
    result: GameResult,
    reason: &'static str,
}

/// The options of the games.
struct Series {
    variant: Prepared,
    start: Position,
    players: [PlayerSpec; 2],
    max_plies: usize,
    seed: u64,
    /// Whether legal sets are measured before each move.
    measured: bool,
}

impl Series {
    /// Returns one game. It depends only on the series and its number, if its players do not depend on the clock.
    fn play(&self, number: i64) -> Result<Played, PlayerError> {
        let mut seeds = Dice::new(self.seed.wrapping_add((number as u64) << 32));
        let mut begin = |spec: &PlayerSpec| spec.start(&self.variant, seeds.next_bits(), &Endings::default());
        let mut players: [Box<dyn Player>; 2] = [begin(&self.players[0])?, begin(&self.players[1])?];
        let mut game = Game::new(self.start.clone());
        let mut moments = Vec::new();
        while game.status() == Status::Ongoing && game.plies().len() < self.max_plies {
            let mut moment = Moment { count: 0, length: None, check: false, captures: 0 };
            if self.measured {
                let analysis = Analysis::of(game.position());
                moment.check = analysis.check();
                (moment.count, moment.length) = (count(&analysis), length(&analysis));
            }
            let chosen = players[game.position().turn().index()].choose(&game)?;
            moment.captures = match game.play(chosen) {
                Ok(ply) => ply.made.captures().len(),
                Err(_) => return Err(PlayerError::NoMove(game.position().to_string())),
            };
            moments.push(moment);
        }
        let status = game.status();
        let (result, reason) = match status {
            Status::Ongoing => (GameResult::Draw, LONG),
            _ => (GameResult::of_winner(game.winner()), status.as_str()),
        };
        let moves = game.plies().iter().map(|ply| ply.text.clone()).collect();
        Ok(Played { number, moves, moments, result, reason })
    }
}

/// Returns the games as a batch: one row for each game.
fn games(played: &[Played]) -> Result<RecordBatch, ArrowError> {
    let (mut game, mut result, mut reason) =
        (Int64Builder::new(), StringBuilder::new(), StringBuilder::new());
    let (mut plies, mut moves) = (Int32Builder::new(), ListBuilder::new(StringBuilder::new()));
    for one in played {
        game.append_value(one.number);
        result.append_value(one.result.as_str());
        reason.append_value(one.reason);
        plies.append_value(one.moves.len() as i32);
        one.moves.iter().for_each(|text| moves.values().append_value(text));
        moves.append(true);
    }
    let columns: [(&str, ArrayRef); 5] = [
        ("game", Arc::new(game.finish())),
        ("result", Arc::new(result.finish())),
        ("reason", Arc::new(reason.finish())),
        ("plies", Arc::new(plies.finish())),
        ("moves", Arc::new(moves.finish())),
    ];
    RecordBatch::try_from_iter(columns)
}

/// Returns the moves as a batch: one row for each ply, counted from 1, with measures of the legal set before it.
fn plies(played: &[Played], measured: bool) -> Result<RecordBatch, ArrowError> {
    let (mut game, mut ply, mut captures) = (Int64Builder::new(), Int32Builder::new(), Int32Builder::new());
    let (mut count, mut length, mut check) =
        (Int32Builder::new(), Float64Builder::new(), BooleanBuilder::new());
    for one in played {
        for (index, moment) in one.moments.iter().enumerate() {
            game.append_value(one.number);
            ply.append_value(index as i32 + 1);
            captures.append_value(moment.captures as i32);
            count.append_option(measured.then_some(moment.count as i32));
            length.append_option(moment.length);
            check.append_option(measured.then_some(moment.check));
        }
    }
    let columns: [(&str, ArrayRef, bool); 6] = [
        ("game", Arc::new(game.finish()), false),
        ("ply", Arc::new(ply.finish()), false),
        ("captures", Arc::new(captures.finish()), false),
        ("count", Arc::new(count.finish()), true),
        ("length", Arc::new(length.finish()), true),
        ("check", Arc::new(check.finish()), true),
    ];
    RecordBatch::try_from_iter_with_nullable(columns)
}

/// Games between two players, as two Arrow record batches. See `continuum_chess.play_games`.
#[pyfunction]
#[pyo3(signature = (games, variant, white, black, start, first, seed, max_plies, measured, jobs))]
#[expect(clippy::too_many_arguments, reason = "arguments of a Python function, which has them by name")]
pub fn play_games(
    py: Python<'_>,
    games: usize,
    variant: VariantOrName<'_>,
    white: &str,
    black: &str,
    start: &str,
    first: i64,
    seed: u64,
    max_plies: usize,
    measured: bool,
    jobs: Option<usize>,
) -> PyResult<(PyRecordBatch, PyRecordBatch)> {
    let variant = variant.prepared()?;
    let position = Position::from_text(&variant, start).map_err(|e| crate::errors::text_fault(py, &e))?;
    let players = [white.parse().map_err(refusal)?, black.parse().map_err(refusal)?];
    let series = Series { variant, start: position, players, max_plies, seed, measured };
    let pool = pool(jobs)?;
    let stopped = AtomicBool::new(false);
    let work = || {
        let numbers = (0..games).into_par_iter().with_max_len(1);
        let play =
            |index: usize| (!stopped.load(Ordering::Relaxed)).then(|| series.play(first + index as i64));
        let all: Result<Vec<Played>, PlayerError> = numbers.filter_map(play).collect();
        all
    };
    let played = with_signals(py, || stopped.store(true, Ordering::Relaxed), || pool.install(work))?;
    let played = played.map_err(refusal)?;
    let batches = py.detach(|| Ok::<_, ArrowError>((self::games(&played)?, plies(&played, measured)?)));
    let (games, plies) = batches.map_err(refusal)?;
    Ok((PyRecordBatch::new(games), PyRecordBatch::new(plies)))
}
