//! Many games at once for learning: in each an agent plays against a player of the program.

use crate::convert::pool;
use crate::errors::refusal;
use crate::observation::{Observations, Seen, Sight};
use crate::position::Position;
use crate::slots::Slots;
use continuum::chess::{Color, Status};
use continuum::endings::Endings;
use continuum::engine::Dice;
use continuum::engine::players::{Player, PlayerError, PlayerSpec};
use continuum::{Game, Prepared};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The terms that all games of an arena share.
struct Terms {
    start: continuum::Position,
    variant: Prepared,
    opponent: PlayerSpec,
    /// The side of the agent; by chance if `None`.
    side: Option<Color>,
    max_plies: usize,
    sight: Sight,
}

/// One game.
struct Seat {
    game: Game,
    found: Slots,
    player: Box<dyn Player>,
    dice: Dice,
    side: Color,
    outcome: Outcome,
}

/// The outcome of a step.
#[derive(Clone, Copy, Default)]
struct Outcome {
    reward: f64,
    terminated: bool,
    truncated: bool,
    /// Whether the agent lost by an action that was not allowed.
    illegal: bool,
}

impl Terms {
    /// Returns a new game, with the opponent's moves before the agent's first.
    fn seat(&self, mut dice: Dice) -> Result<Seat, PlayerError> {
        let by_chance = if dice.below(2) == 0 { Color::White } else { Color::Black };
        let player = self.opponent.start(&self.variant, dice.next_bits(), &Endings::default())?;
        let game = Game::new(self.start.clone());
        let found = Slots::new(self.start.clone(), true);
        let side = self.side.unwrap_or(by_chance);
        let mut seat = Seat { game, found, player, dice, side, outcome: Outcome::default() };
        seat.answer(self)?;
        Ok(seat)
    }
}

impl Seat {
    fn is_long(&self, terms: &Terms) -> bool {
        self.game.plies().len() >= terms.max_plies
    }

    /// Lets the opponent move while it is its turn, and looks at what the agent may do.
    fn answer(&mut self, terms: &Terms) -> Result<(), PlayerError> {
        while self.game.status() == Status::Ongoing
            && self.game.position().turn() != self.side
            && !self.is_long(terms)
        {
            let chosen = self.player.choose(&self.game)?;
            if self.game.play(chosen).is_err() {
                return Err(PlayerError::NoMove(self.game.position().to_string()));
            }
        }
        self.found = Slots::of_game(&self.game);
        Ok(())
    }

    /// Plays an action and the answer to it; after the end of a game it begins another.
    fn step(&mut self, terms: &Terms, action: Action) -> Result<(), PlayerError> {
        if self.outcome.terminated || self.outcome.truncated {
            *self = terms.seat(self.dice.clone())?;
            return Ok(());
        }
        let slot = usize::try_from(action.slot).unwrap_or(usize::MAX);
        let allowed = slot < self.found.count().min(terms.sight.slots);
        let played = allowed
            && self.found.meant(slot, action.share.clamp(0.0, 1.0)).any(|m| self.game.play(m).is_ok());
        if !played {
            self.outcome = Outcome { reward: -1.0, terminated: true, truncated: false, illegal: true };
            return Ok(());
        }
        self.answer(terms)?;
        let terminated = self.game.status() != Status::Ongoing;
        let reward = match self.game.winner() {
            Some(winner) if winner == self.side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let truncated = !terminated && self.is_long(terms);
        self.outcome = Outcome { reward, terminated, truncated, illegal: false };
        Ok(())
    }

    fn write(&self, terms: &Terms, seen: Seen<'_>) {
        self.found.write(terms.sight, self.game.position().turn() == self.side, seen);
    }
}

/// An action: a slot, and a number from 0 to 1.
#[derive(Clone, Copy)]
struct Action {
    slot: i64,
    share: f64,
}

/// Games against a player of the program, played side by side on all cores or on `jobs` threads.
///
/// `continuum_chess.rl.VectorEnv` is the environment over it. After the end of a game its next step begins another.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Arena {
    terms: Terms,
    games: usize,
    pool: ThreadPool,
    seats: Mutex<Vec<Seat>>,
}

/// Observations and masks.
type Begun<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Observations and masks, rewards, and which games were decided, cut, and lost by an action that was not allowed.
type Stepped<'py> = (Begun<'py>, Bound<'py, PyArray1<f64>>, [Bound<'py, PyArray1<bool>>; 3]);

impl Arena {
    fn lock(&self) -> MutexGuard<'_, Vec<Seat>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (games, start, opponent = "random", side = "either", pieces = 32, slots = 512, shares = 1, max_plies = 300, jobs = None))]
    #[expect(clippy::too_many_arguments, reason = "arguments by name of a Python class")]
    fn new(
        games: usize,
        start: &Bound<'_, Position>,
        opponent: &str,
        side: &str,
        pieces: usize,
        slots: usize,
        shares: usize,
        max_plies: usize,
        jobs: Option<usize>,
    ) -> PyResult<Arena> {
        let side = match side {
            "either" => None,
            side => Some(side.parse().map_err(refusal)?),
        };
        let start = start.get();
        let terms = Terms {
            start: start.0.clone(),
            variant: start.prepared(),
            opponent: opponent.parse().map_err(refusal)?,
            side,
            max_plies,
            sight: Sight { pieces, slots, shares: shares.max(1) },
        };
        // An opponent that does not play the variant is found now.
        terms.opponent.start(&terms.variant, 0, &Endings::default()).map_err(refusal)?;
        let pool = pool(jobs)?;
        Ok(Arena { terms, games, pool, seats: Mutex::new(Vec::new()) })
    }

    /// Begins all games anew, each with its own seed, and returns observations and masks.
    fn reset<'py>(&self, py: Python<'py>, seeds: Vec<u64>) -> PyResult<Begun<'py>> {
        if seeds.len() != self.games {
            return Err(refusal(format!("there are {} seeds for {} games", seeds.len(), self.games)));
        }
        let (terms, pool) = (&self.terms, &self.pool);
        let mut seen = Observations::new(terms.sight, seeds.len())?;
        let seen = py.detach(|| {
            let seats = seeds.into_par_iter().zip(seen.each()).map(|(seed, seen)| {
                let seat = terms.seat(Dice::new(seed))?;
                seat.write(terms, seen);
                Ok(seat)
            });
            let seats: Result<Vec<Seat>, PlayerError> = pool.install(|| seats.collect());
            seats.map(|seats| {
                *self.lock() = seats;
                seen
            })
        });
        seen.map_err(refusal)?.into_numpy(py, &[self.games])
    }

    /// Plays one action in each game, with the opponent's answer.
    fn step<'py>(
        &self,
        py: Python<'py>,
        slots: PyReadonlyArray1<'py, i64>,
        shares: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Stepped<'py>> {
        let (slots, shares) = (slots.as_array(), shares.as_array());
        let actions: Vec<Action> =
            slots.iter().zip(shares).map(|(&slot, &share)| Action { slot, share }).collect();
        let (terms, pool) = (&self.terms, &self.pool);
        let mut seen = Observations::new(terms.sight, self.games)?;
        let stepped = py.detach(|| {
            let mut seats = self.lock();
            if seats.len() != self.games || actions.len() != self.games {
                let (given, games) = (actions.len(), self.games);
                return Err(format!("{given} actions for {games} games, which begin with `reset`"));
            }
            let each = seats.par_iter_mut().zip(actions).zip(seen.each()).map(|((seat, action), seen)| {
                seat.step(terms, action)?;
                seat.write(terms, seen);
                Ok(seat.outcome)
            });
            let outcomes: Result<Vec<Outcome>, PlayerError> = pool.install(|| each.collect());
            Ok((seen, outcomes.map_err(|e| e.to_string())?))
        });
        let (seen, outcomes) = stepped.map_err(refusal)?;
        let rewards = PyArray1::from_iter(py, outcomes.iter().map(|outcome| outcome.reward));
        let flags = |of: fn(&Outcome) -> bool| PyArray1::from_iter(py, outcomes.iter().map(of));
        let flags = [flags(|o| o.terminated), flags(|o| o.truncated), flags(|o| o.illegal)];
        Ok((seen.into_numpy(py, &[self.games])?, rewards, flags))
    }

    /// The agent's side in each game.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        self.lock().iter().map(|seat| seat.side.as_str()).collect()
    }

    /// The current position of a game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let seats = self.lock();
        let seat = seats.get(game).ok_or_else(|| refusal(format!("there is no game {game}")))?;
        Ok(Position(seat.game.position().clone()))
    }
}
