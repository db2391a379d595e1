//! How long the program may think about a move while other searches wait.

use crate::answers::limits::THOUGHT;
use crate::serve::limits;
use std::time::Duration;

/// Returns the longest time for a move of the program. The more others wait, the shorter it is.
pub fn thought(waiting: usize) -> Duration {
    let time = THOUGHT / (1 + waiting / limits::THINKERS).try_into().unwrap_or(u32::MAX);
    time.max(limits::SHORTEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_others_wait_the_less_time_there_is() {
        assert_eq!(thought(0), THOUGHT);
        assert_eq!(thought(limits::THINKERS), THOUGHT / 2);
        assert_eq!(thought(1_000_000), limits::SHORTEST_THOUGHT);
    }
}
