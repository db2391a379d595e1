//! The clock of a game: the time left to each side, and the moment at which a flag falls.
//!
//! Every function gets the present time as an argument. [`Clock::reopened`] treats a restart of the program.

use crate::chess::Color;
use serde::{Deserialize, Serialize};

/// The time for a game: seconds at the beginning, and seconds gained by each turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds at the beginning.
    pub base: u32,
    /// Seconds gained by each turn.
    #[serde(default)]
    pub increment: u32,
}

/// A moment, in milliseconds since 1970. Callers pass moments that never decrease within one process.
pub type Moment = u64;

/// The clock of a game. It runs for the side to move, once each side has completed its first turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    /// The milliseconds left, White's first. For the side whose clock runs they are those at `since`.
    left: [u64; 2],
    /// Whether each side has completed a turn, White first. The stored form calls it `begun`.
    #[serde(rename = "begun")]
    has_completed_turn: [bool; 2],
    /// The moment since which the clock runs for the side to move, if it runs.
    since: Option<Moment>,
}

/// A clock in the form that the page gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockView {
    base: u32,
    increment: u32,
    /// The milliseconds left at `at`, White's first.
    left: [u64; 2],
    /// The side whose clock runs.
    running: Option<Color>,
    at: Moment,
}

impl Clock {
    /// Returns a clock that stands until each side has completed its first turn.
    pub fn new(control: TimeControl) -> Clock {
        let left = [u64::from(control.base) * 1000; 2];
        Clock { control, left, has_completed_turn: [false; 2], since: None }
    }

    /// Returns the clock of a game that is read from disk at the moment `now`.
    ///
    /// The clock of a turn that began under an earlier process begins anew, so nobody is charged for the time in which the server
    /// was down. The clock of a turn that begins in the future begins anew too, because the system's clock was set back.
    pub fn reopened(mut self, process_begun: Moment, now: Moment) -> Clock {
        self.since = self.since.map(|since| if since < process_begun || since > now { now } else { since });
        self
    }

    /// Returns the time at the beginning and the increment.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the milliseconds left to the side to move.
    pub fn left_to(&self, turn: Color, now: Moment) -> u64 {
        let used = self.since.map_or(0, |since| now.saturating_sub(since));
        self.left[turn.index()].saturating_sub(used)
    }

    /// Returns the moment at which the flag of the side to move falls, if its clock runs.
    pub fn flag_at(&self, turn: Color) -> Option<Moment> {
        self.since.map(|since| since.saturating_add(self.left[turn.index()]))
    }

    /// Returns the clock after a move of `mover`, when `turn` is to move and the game goes on. A side gains the increment at the end
    /// of a turn for which its clock ran; a series of moves is one turn.
    pub fn after_move(&self, mover: Color, turn: Color, now: Moment) -> Clock {
        let mut next = self.stopped(mover, now);
        if mover != turn {
            if self.since.is_some() {
                next.left[mover.index()] += u64::from(self.control.increment) * 1000;
            }
            next.has_completed_turn[mover.index()] = true;
        }
        next.restarted(now)
    }

    /// Returns the clock after moves were taken back, or made again after that. The side that was to move is charged for its time.
    pub fn after_undo_or_redo(&self, turn: Color, now: Moment) -> Clock {
        self.stopped(turn, now).restarted(now)
    }

    /// Returns the clock stopped, as at the end of the game.
    pub fn stopped(&self, turn: Color, now: Moment) -> Clock {
        let mut next = self.clone();
        next.left[turn.index()] = self.left_to(turn, now);
        next.since = None;
        next
    }

    /// Returns the clock that runs from a moment on, or stands until each side has completed a turn.
    fn restarted(mut self, now: Moment) -> Clock {
        self.since = (self.has_completed_turn == [true, true]).then_some(now);
        self
    }

    /// Returns the form that the page gets.
    pub fn view(&self, turn: Color, now: Moment) -> ClockView {
        let mut left = self.left;
        left[turn.index()] = self.left_to(turn, now);
        let running = self.since.map(|_| turn);
        ClockView { base: self.control.base, increment: self.control.increment, left, running, at: now }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    /// Returns the clock after the first turn of each side, of which Black's ends at the moment 5,000.
    fn after_first_turns() -> Clock {
        let clock = Clock::new(TimeControl { base: 60, increment: 2 });
        clock.after_move(White, Black, 1_000).after_move(Black, White, 5_000)
    }

    #[test]
    fn nobody_is_charged_for_a_stop_of_the_server() {
        let again = after_first_turns().reopened(900_000, 1_000_000);
        assert_eq!(again.left_to(White, 1_010_000), 50_000);
        let set_back = after_first_turns().reopened(1_000, 2_000);
        assert_eq!((set_back.left_to(White, 3_000), set_back.flag_at(White)), (59_000, Some(62_000)));
        // Read again within one process, the turn goes on.
        assert_eq!(after_first_turns().reopened(0, 10_000).left_to(White, 15_000), 50_000);
    }
}
