//! Searches for the program's moves and for advice to visitors.

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

/// Returns the options of a search for the program's move, which takes at most `longest`. With a clock the search takes only a share
/// of the time left.
///
/// Searches after equal numbers of plies have equal seeds. So a search that a restart cut short finds the same move again.
///
/// `opponent` is that of the arbiter, which has one because the program has to move.
pub fn options_for_move(arbiter: &Arbiter, opponent: Opponent, now: Moment, longest: Duration) -> Options {
    let seed = arbiter.game().plies().len() as u64;
    let mut options = Options { level: Some(opponent.level), seed, ..options_for(longest) };
    if let Some(clock) = &arbiter.situation().clock {
        let left = Duration::from_millis(clock.left_to(opponent.side, now));
        let increment = Duration::from_secs(clock.control().increment.into());
        options.limits = SearchLimits::by_clock(left, increment, None).within(longest);
    }
    options
}

/// Returns the options of a search for advice with a number of lines, within its bounds.
pub fn options_for_advice(lines: usize) -> Options {
    Options { lines: lines.clamp(1, limits::LINES), ..options_for(limits::ADVICE) }
}

fn options_for(longest: Duration) -> Options {
    let search_limits = SearchLimits { time: Some(longest), ..SearchLimits::default() };
    Options { limits: search_limits, threads: 1, hash_mb: limits::THOUGHT_MB, ..Options::default() }
}

/// Searches the present position of a game, and returns the best lines.
pub fn best_lines(
    game: &Game,
    lines: usize,
    endings: &Endings,
    stop: &StopSignal,
) -> Result<LinesView, ApiError> {
    let options = Options { endings: endings.clone(), ..options_for_advice(lines) };
    let result = engine::best(game, &options, stop);
    worked_out(limits::WORK, || Ok(view::lines(game, &result)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_lines_is_bounded() {
        assert_eq!(options_for_advice(1_000_000).lines, limits::LINES);
        assert_eq!(options_for_advice(0).lines, 1);
    }
}
