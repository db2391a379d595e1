//! Searches for the program's moves and for advice, with their bounds.

use super::error::ApiError;
use super::limits;
use super::view::{self, LinesView};
use super::work::worked_out;
use crate::arbiter::{Arbiter, Moment, Opponent};
use crate::budget::StopSignal;
use crate::endings::Endings;
use crate::engine::{self, Options, SearchLimits};
use crate::game::Game;
use std::time::Duration;

/// Returns the options of a search for the program's move that takes the time `most` at most. With a clock the search uses only its
/// share of the time left.
///
/// Equal games at equal moves get equal seeds, so a search that a restart cut short has the same result.
pub fn for_move(arbiter: &Arbiter, opponent: Opponent, now: Moment, most: Duration) -> Options {
    let seed = arbiter.game().plies().len() as u64;
    let mut options = Options { level: Some(opponent.level), seed, ..options(most) };
    if let Some(clock) = &arbiter.situation().clock {
        let left = Duration::from_millis(clock.left(opponent.side, now));
        let increment = Duration::from_secs(clock.control().increment.into());
        let share = SearchLimits::by_clock(left, increment, None);
        options.limits.time = share.time.min(options.limits.time);
        options.limits.begin_until = share.begin_until;
    }
    options
}

/// Returns the options of a search for advice.
pub fn for_advice(lines: usize) -> Options {
    Options { lines: lines.clamp(1, limits::LINES), ..options(limits::ADVICE) }
}

fn options(time: Duration) -> Options {
    let bounds = SearchLimits { time: Some(time), ..SearchLimits::default() };
    Options { limits: bounds, threads: 1, hash_mb: limits::THOUGHT_MB, ..Options::default() }
}

/// Returns the best lines of the present position of a game. The time begins with this call.
///
/// # Errors
/// When the lines take too long to write down.
pub fn best_lines(
    game: &Game,
    lines: usize,
    endings: &Endings,
    stop: &StopSignal,
) -> Result<LinesView, ApiError> {
    let options = Options { endings: endings.clone(), ..for_advice(lines) };
    let answer = engine::best(game, &options, stop);
    worked_out(limits::WORK, || view::lines(game, &answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_lines_than_the_bound_are_cut() {
        assert_eq!(for_advice(1_000_000).lines, limits::LINES);
        assert_eq!(for_advice(0).lines, 1);
    }
}
