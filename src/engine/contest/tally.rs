//! Wins, draws and losses, and estimates of strength from them.
//!
//! The two games of a pair begin in one position with colours changed, so their results are correlated. The unit of counting
//! is therefore the pair: the variance of its score gives the error of the mean. The sequential test is the generalized
//! sequential probability ratio test (GSPRT) in its normal approximation, LLR = N (s1 - s0) (2 m - s0 - s1) / (2 v) for N
//! pairs of mean m and variance v (M. Van den Bergh, "A practical introduction to the GSPRT").

use crate::chess::Color;
use crate::game::GameResult;
use serde::Serialize;
use std::str::FromStr;

/// The probability of each kind of wrong verdict of a sequential test.
const RISK: f64 = 0.05;

/// The number of standard deviations that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Results of a match, from the view of the first player.
///
/// ```
/// use continuum::chess::Color;
/// use continuum::engine::contest::MatchTally;
/// use continuum::game::GameResult;
/// let mut tally = MatchTally::default();
/// // A pair of games with colours changed: the first player wins one and draws one.
/// tally.add(GameResult::WhiteWins, Color::White);
/// tally.add(GameResult::Draw, Color::Black);
/// assert_eq!((tally.wins(), tally.draws(), tally.score()), (1, 1, Some(0.75)));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchTally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// The number of pairs that scored 0, 1/2, 1, 3/2 and 2.
    pairs: [u32; 5],
    /// The half points of a game whose pair is not complete.
    unpaired: Option<u32>,
}

/// The distribution of the scores of pairs, each from 0 to 1.
struct PairScores {
    mean: f64,
    variance: f64,
    /// The number of pairs.
    pairs: f64,
}

/// The two hypotheses of a sequential test, in Elo.
///
/// ```
/// use continuum::engine::contest::{Sprt, SprtVerdict};
/// assert!("0,30".parse::<Sprt>().is_ok() && "30,0".parse::<Sprt>().is_err());
/// assert_eq!(Sprt::verdict(Sprt::bound() + 0.1), Some(SprtVerdict::Higher));
/// assert_eq!(Sprt::verdict(0.5), None, "the games go on");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The error for a text that is not a pair of strengths.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}`: write two numbers of Elo, the smaller first, such as 0,30")]
pub struct SprtError(String);

/// The verdict of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is not stronger by more than the smaller number.
    Lower,
    /// The first player is stronger by the greater number.
    Higher,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (a, b) = text.split_once(',').unwrap_or_default();
        match (a.trim().parse::<f64>(), b.trim().parse::<f64>()) {
            (Ok(elo0), Ok(elo1)) if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
                Ok(Sprt { elo0, elo1 })
            }
            _ => Err(SprtError(text.to_owned())),
        }
    }
}

impl Sprt {
    /// Returns the absolute value of the log likelihood ratio at which the test ends.
    pub fn bound() -> f64 {
        ((1.0 - RISK) / RISK).ln()
    }

    /// Returns the verdict of a log likelihood ratio; `None` if the test goes on.
    pub fn verdict(llr: f64) -> Option<SprtVerdict> {
        if llr >= Sprt::bound() {
            Some(SprtVerdict::Higher)
        } else {
            (llr <= -Sprt::bound()).then_some(SprtVerdict::Lower)
        }
    }
}

impl MatchTally {
    /// Counts the next game, in which the first player had the colour `first`. Two games in a row are a pair.
    pub fn add(&mut self, result: GameResult, first: Color) {
        let (count, half_points) = match result.winner() {
            Some(winner) if winner == first => (&mut self.wins, 2),
            Some(_) => (&mut self.losses, 0),
            None => (&mut self.draws, 1),
        };
        *count += 1;
        match self.unpaired.take() {
            None => self.unpaired = Some(half_points),
            Some(earlier) => self.pairs[(earlier + half_points) as usize] += 1,
        }
    }

    /// Returns the number of games that the first player has won.
    pub fn wins(&self) -> u32 {
        self.wins
    }

    /// Returns the number of drawn games.
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// Returns the number of games that the first player has lost.
    pub fn losses(&self) -> u32 {
        self.losses
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the first player's share of points, from 0 to 1; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        let games = f64::from(self.games());
        (games > 0.0).then(|| (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games)
    }

    /// Returns the difference of strength that the score gives, in Elo; `None` if the first player has all points or none.
    pub fn elo(&self) -> Option<f64> {
        self.score().and_then(elo_of)
    }

    /// Returns half the width of the 95 % interval of the strength, in Elo; `None` if it is unbounded, and before two pairs differ.
    pub fn elo_error(&self) -> Option<f64> {
        let PairScores { mean, variance, pairs } = self.pair_scores()?;
        let margin = NORMAL_95 * (variance / pairs).sqrt();
        Some((elo_of(mean + margin)? - elo_of(mean - margin)?) / 2.0)
    }

    /// Returns the log likelihood ratio of a test; `None` before two pairs differ.
    pub fn llr(&self, test: Sprt) -> Option<f64> {
        let PairScores { mean, variance, pairs } = self.pair_scores()?;
        let (s0, s1) = (score_of(test.elo0), score_of(test.elo1));
        Some(pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance))
    }

    /// Returns the distribution of the scores of pairs; `None` before two pairs differ.
    fn pair_scores(&self) -> Option<PairScores> {
        let pairs: f64 = self.pairs.iter().map(|n| f64::from(*n)).sum();
        if pairs == 0.0 {
            return None;
        }
        // The score of a pair is a number of half points out of four.
        let counts = || (0..5).map(|halves| f64::from(halves) / 4.0).zip(self.pairs.map(f64::from));
        let mean = counts().map(|(score, count)| score * count).sum::<f64>() / pairs;
        let variance = counts().map(|(score, count)| (score - mean).powi(2) * count).sum::<f64>() / pairs;
        (variance > 0.0).then_some(PairScores { mean, variance, pairs })
    }
}

/// Returns the difference of strength that gives a score (logistic model).
fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// Returns the score that a difference of strength gives.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
