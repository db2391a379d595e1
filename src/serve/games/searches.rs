//! How long and how widely the server searches: for the program's moves, and for advice.

use crate::arbiter::Opponent;
use crate::engine::{Limits, Options};
use crate::serve::limits;
use std::time::Duration;

/// Returns the options of a search for the program's move.
///
/// Equal games at equal moves get equal seeds, so a search that a restart cut short has the same result. With a
/// clock (time left, increment) the search uses only its share. The more others wait, the shorter it is.
pub fn for_move(
    opponent: Opponent,
    seed: u64,
    clock: Option<(Duration, Duration)>,
    waiting: usize,
) -> Options {
    let time = limits::THOUGHT / (1 + waiting / limits::THINKERS).try_into().unwrap_or(u32::MAX);
    let time = time.max(limits::SHORTEST_THOUGHT);
    let mut options = Options { level: Some(opponent.level), seed, ..options(time) };
    if let Some((left, increment)) = clock {
        let share = Limits::by_clock(left, increment, None);
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
    let bounds = Limits { time: Some(time), ..Limits::default() };
    Options { limits: bounds, threads: 1, hash_mb: limits::THOUGHT_MB, ..Options::default() }
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
