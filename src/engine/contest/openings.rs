//! Openings: the first positions of the games of a match.

use crate::chess::Status;
use crate::dice::Dice;
use crate::engine::players::{Manner, Player as _, Simple};
use crate::game::{Game, Position, Prepared};
use std::fmt;
use std::str::FromStr;

/// The default number of random plies of an opening.
const PLIES: u32 = 6;

/// The number of random games that are tried for an opening.
const TRIES: u64 = 200;

/// The first positions of a match, one for each pair of games.
///
/// ```
/// use continuum::Prepared;
/// use continuum::engine::contest::Openings;
/// let prepared = Prepared::preset("orthodox")?;
/// let openings: Openings = "random:4".parse()?;
/// assert_eq!(openings.position(&prepared, 0)?, openings.position(&prepared, 0)?);
/// assert_ne!(openings.position(&prepared, 0)?, openings.position(&prepared, 1)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Openings {
    /// Positions after random plies from the initial array. They are undecided and without check.
    Random {
        /// The number of plies.
        plies: u32,
        /// The seed of the random moves.
        seed: u64,
    },
    /// The positions of a list in turn. After the last one the list begins anew.
    Listed(Vec<Position>),
}

/// The reason why an opening is missing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The text does not ask for random openings.
    #[error("`{0}`: write random:PLIES or random:PLIES:SEED, or the name of a file of position texts")]
    Form(String),
    /// There is no initial array, or it is decided.
    #[error("the initial array of `{0}` cannot be played from: give a file of openings")]
    NoArray(String),
    /// This number of random plies does not lead to a position in which a game can begin.
    #[error("no position after {0} random plies is undecided and without check: ask for another number")]
    NotFound(u32),
}

impl Default for Openings {
    fn default() -> Openings {
        Openings::Random { plies: PLIES, seed: 0 }
    }
}

impl FromStr for Openings {
    type Err = OpeningsError;

    /// Reads `random`, `random:PLIES` or `random:PLIES:SEED`.
    fn from_str(text: &str) -> Result<Openings, OpeningsError> {
        let form = || OpeningsError::Form(text.to_owned());
        let mut parts = text.split(':');
        if parts.next() != Some("random") {
            return Err(form());
        }
        let plies = parts.next().map_or(Ok(PLIES), |plies| plies.parse().map_err(|_| form()))?;
        let seed = parts.next().map_or(Ok(0), |seed| seed.parse().map_err(|_| form()))?;
        if parts.next().is_some() { Err(form()) } else { Ok(Openings::Random { plies, seed }) }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Random { plies, seed } => write!(f, "random:{plies}:{seed}"),
            Openings::Listed(positions) => write!(f, "{} positions", positions.len()),
        }
    }
}

impl Openings {
    /// Returns the first position of both games of a pair; pairs count from 0.
    ///
    /// # Errors
    /// When there is no listed position and no initial array, or when random play finds no opening.
    pub fn position(&self, prepared: &Prepared, pair: u32) -> Result<Position, OpeningsError> {
        let no_array = || OpeningsError::NoArray(prepared.variant().name().to_owned());
        match self {
            Openings::Listed(positions) => {
                let count = positions.len().max(1);
                positions.get(pair as usize % count).cloned().ok_or_else(no_array)
            }
            Openings::Random { plies, seed } => {
                let start = Position::from_text(prepared, "start").map_err(|_| no_array())?;
                if start.status() != Status::Ongoing {
                    return Err(no_array());
                }
                let mut seeds = Dice::new(seed.wrapping_add(u64::from(pair) << 32));
                let found = (0..TRIES).find_map(|_| random_opening(&start, *plies, seeds.next_bits()));
                found.ok_or(OpeningsError::NotFound(*plies))
            }
        }
    }
}

/// Returns the position after random plies, if a game can begin there.
fn random_opening(start: &Position, plies: u32, seed: u64) -> Option<Position> {
    let mut player = Simple::new(Manner::Random, seed, None);
    let mut game = Game::new(start.clone());
    for _ in 0..plies {
        game.play(player.choose(&game).ok()?).ok()?;
    }
    let position = game.position().clone();
    (game.status() == Status::Ongoing && !position.in_check()).then_some(position)
}
