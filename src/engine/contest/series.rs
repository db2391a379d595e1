//! The games of a match: their play, their records, and their order.

use super::openings::{Openings, OpeningsError};
use super::tally::{MatchTally, Sprt};
use crate::budget::StopSignal;
use crate::chess::{Color, Draws, Status};
use crate::dice::Dice;
use crate::endings::Endings;
use crate::engine::players::{PlayerError, PlayerSpec};
use crate::game::{Game, GameResult, Prepared, Record, RecordError};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use toml::Table;

/// A match: players, variant, openings and limits.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The variant's name or file, as the records give it.
    pub variant: String,
    /// The parameters that replace those of the variant.
    pub rules: Table,
    /// The compiled variant.
    pub prepared: Prepared,
    /// The first player: White in the odd games.
    pub a: PlayerSpec,
    /// The second player.
    pub b: PlayerSpec,
    /// The number of games, which is even.
    pub games: u32,
    /// The openings.
    pub openings: Openings,
    /// The number of plies after which the match ends a game as a draw.
    pub max_plies: usize,
    /// The sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The tables of endings, which this engine uses.
    pub endings: Endings,
}

/// The reason for which a match cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// There is no opening.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A player does not answer.
    #[error("game {game}: {player}: {why}")]
    Player {
        /// The number of the game.
        game: u32,
        /// The player.
        player: String,
        /// The reason.
        why: PlayerError,
    },
    /// A record does not belong to this match.
    #[error("this game is of another match: {0}")]
    Foreign(String),
    /// A record cannot be replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The recorded reason of a game that reached the greatest number of plies.
const TOO_LONG: &str = "max-plies";
/// The recorded reason of a game that was lost by an illegal move.
const ILLEGAL_MOVE: &str = "illegal move";

impl Contest {
    /// Returns the colour of the first player in a game; games count from 1.
    pub fn first_plays(game: u32) -> Color {
        if game % 2 == 1 { Color::White } else { Color::Black }
    }

    /// Plays one game, in which a refused move loses. Without limits of time the game depends on the match and its number alone.
    ///
    /// # Errors
    /// When there is no opening, or a player does not answer.
    pub fn play(&self, number: u32) -> Result<Record, ContestError> {
        Ok(self.finished_game(number)?.record)
    }

    /// Plays one game to its end.
    fn finished_game(&self, number: u32) -> Result<FinishedGame, ContestError> {
        let start = self.openings.position(&self.prepared, (number - 1) / 2)?;
        let specs = self.specs(number);
        let failed = |side: Color, why| {
            let player = specs[side.index()].to_string();
            ContestError::Player { game: number, player, why }
        };
        let mut seeds = Dice::new(u64::from(number));
        let mut begin = |side: Color| {
            let [spec, enemy] = [side, !side].map(|side| specs[side.index()]);
            let player = spec.start_within(&self.prepared, seeds.next_bits(), &self.endings, enemy.time());
            player.map_err(|why| failed(side, why))
        };
        let mut players = [begin(Color::White)?, begin(Color::Black)?];
        let mut game = Game::new(start);
        let mut forfeit = None;
        while game.status() == Status::Ongoing && game.plies().len() < self.max_plies {
            let side = game.position().turn();
            let chosen = players[side.index()].choose(&game).map_err(|why| failed(side, why))?;
            if game.play(chosen).is_err() {
                forfeit = Some(side);
                break;
            }
        }
        Ok(FinishedGame { record: self.record(number, &game, forfeit), game })
    }

    /// Returns the record of a game. `forfeit` is the side that lost by an illegal move.
    fn record(&self, number: u32, game: &Game, forfeit: Option<Color>) -> Record {
        let status = game.status();
        let (result, reason) = match forfeit {
            Some(side) => (GameResult::of_winner(Some(!side)), ILLEGAL_MOVE),
            None if status == Status::Ongoing => (GameResult::Draw, TOO_LONG),
            None => (GameResult::of_winner(game.winner()), status.as_str()),
        };
        let [white, black] = self.specs(number).map(PlayerSpec::to_string);
        Record {
            game: number,
            variant: self.variant.clone(),
            rules: self.rules.clone(),
            start: game.start().to_string(),
            white,
            black,
            moves: game.plies().iter().map(|ply| ply.text.clone()).collect(),
            result,
            reason: reason.to_owned(),
        }
    }

    /// Returns the players of a game: White's and Black's.
    fn specs(&self, number: u32) -> [&PlayerSpec; 2] {
        match Contest::first_plays(number) {
            Color::White => [&self.a, &self.b],
            Color::Black => [&self.b, &self.a],
        }
    }

    /// Returns the replayed game of a record, if the record is that of a game of this match.
    ///
    /// # Errors
    /// The first difference from the match, or a move that cannot be played.
    pub fn check(&self, number: u32, record: &Record) -> Result<Game, ContestError> {
        let [white, black] = self.specs(number);
        let start = self.openings.position(&self.prepared, (number - 1) / 2)?.to_string();
        expect_member("game", record.game, number)?;
        expect_member("variant", &record.variant, &self.variant)?;
        expect_member("rules", &record.rules, &self.rules)?;
        expect_member("white", &record.white, white)?;
        expect_member("black", &record.black, black)?;
        expect_member("start", &record.start, start)?;
        let game = record.replay(&self.prepared, Draws::Claimed)?;
        let is_forfeit = record.reason == ILLEGAL_MOVE && !game.is_over();
        if !is_forfeit && !game.is_over() && game.plies().len() < self.max_plies {
            return Err(ContestError::Foreign("`moves` end before the game is over".to_owned()));
        }
        let played = self.record(number, &game, is_forfeit.then(|| game.position().turn()));
        expect_member("result", record.result, played.result)?;
        expect_member("reason", &record.reason, &played.reason)?;
        Ok(game)
    }

    /// Whether the match ends with the counted games.
    pub fn is_over(&self, tally: &MatchTally) -> bool {
        let verdict = self.sprt.and_then(|test| tally.llr(test)).and_then(Sprt::verdict);
        let is_pair_complete = tally.games().is_multiple_of(2);
        tally.games() >= self.games || (is_pair_complete && verdict.is_some())
    }

    /// Plays the games after those already counted, `jobs` at once, until the match is over or a stop is requested. Games are handed
    /// over in the order of their numbers.
    ///
    /// # Errors
    /// The first error of a game or of `hand_over`. The games before it have been handed over.
    pub fn run<E: From<ContestError> + Send>(
        &self,
        tally: &mut MatchTally,
        jobs: usize,
        stop: &StopSignal,
        hand_over: impl FnMut(&Record, &Game, &MatchTally) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let next_number = AtomicU32::new(tally.games() + 1);
        let is_ended = AtomicBool::new(self.is_over(tally));
        let finished =
            Mutex::new(FinishedGames { waiting: BTreeMap::new(), tally, hand_over, failure: None });
        let work = || {
            while !stop.is_stopped() && !is_ended.load(Ordering::Relaxed) {
                let number = next_number.fetch_add(1, Ordering::Relaxed);
                if number > self.games {
                    break;
                }
                let played = self.finished_game(number);
                let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                finished.waiting.insert(number, played);
                if !finished.hand_over_ready(self) {
                    is_ended.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
        finished.failure.map_or(Ok(()), Err)
    }
}

/// Refuses a record whose member differs from that of the match.
fn expect_member(name: &str, found: impl Display, expected: impl Display) -> Result<(), ContestError> {
    let (found, expected) = (found.to_string(), expected.to_string());
    if found == expected {
        return Ok(());
    }
    Err(ContestError::Foreign(format!("`{name}` is `{found}`, here it would be `{expected}`")))
}

/// A game that was played to its end, with its record.
struct FinishedGame {
    record: Record,
    game: Game,
}

/// The hand-over of finished games in the order of their numbers.
struct FinishedGames<'t, F, E> {
    /// The games by number that wait for an earlier one.
    waiting: BTreeMap<u32, Result<FinishedGame, ContestError>>,
    tally: &'t mut MatchTally,
    hand_over: F,
    failure: Option<E>,
}

impl<F, E> FinishedGames<'_, F, E>
where
    F: FnMut(&Record, &Game, &MatchTally) -> Result<(), E>,
    E: From<ContestError>,
{
    /// Hands over the games that follow those already handed over, and returns whether the match goes on.
    fn hand_over_ready(&mut self, contest: &Contest) -> bool {
        while self.failure.is_none() && !contest.is_over(self.tally) {
            let number = self.tally.games() + 1;
            let Some(played) = self.waiting.remove(&number) else { return true };
            let outcome = played.map_err(E::from).and_then(|FinishedGame { record, game }| {
                self.tally.add(record.result, Contest::first_plays(number));
                (self.hand_over)(&record, &game, self.tally)
            });
            self.failure = outcome.err();
        }
        false
    }
}
