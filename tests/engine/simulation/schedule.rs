//! Schedules: what happens in a run, in order. The numbers of an event mean something in every state, so that a part of a schedule
//! is a schedule.

use crate::common::Dice;

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A visitor without a connection gets one.
    Join,
    /// A visitor sends a request.
    Ask,
    /// A visitor's last request is on its way a second time.
    Repeat,
    /// A request reaches the server.
    Reach,
    /// A message reaches a visitor.
    Read,
    /// A connection is lost, with all that is on its way.
    Lose,
    /// A page is hidden, or comes into sight.
    Turn,
    /// All leave a game, which is closed, to be read from the disk again.
    Close,
    /// Time passes.
    Wait,
    /// The program has chosen its move or its answer.
    Choose,
    /// A request reaches the server, which is killed before its change is written, or in the middle: a torn write is undone.
    DieUnwritten,
    /// A request reaches the server, which is killed when its change is written and nobody has heard of it.
    DieWritten,
    /// From here on the disk takes nothing.
    FillDisk,
    /// From here on the disk takes everything.
    FreeDisk,
}

/// How often each event happens.
const WEIGHTS: [(Kind, usize); 14] = [
    (Kind::Join, 12),
    (Kind::Ask, 30),
    (Kind::Repeat, 3),
    (Kind::Reach, 30),
    (Kind::Read, 24),
    (Kind::Lose, 3),
    (Kind::Turn, 2),
    (Kind::Close, 1),
    (Kind::Wait, 12),
    (Kind::Choose, 8),
    (Kind::DieUnwritten, 1),
    (Kind::DieWritten, 1),
    (Kind::FillDisk, 1),
    (Kind::FreeDisk, 4),
];

/// One event; `who` and `what` choose among what there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub kind: Kind,
    pub who: usize,
    pub what: usize,
}

/// The events of a run.
const EVENTS: usize = 400;

/// The visitors of one game. Most events of a schedule are about those of one game, so that they come far.
pub const VISITORS: usize = 4;

/// The schedule of a seed.
pub fn of_seed(seed: u64) -> Vec<Event> {
    let mut dice = Dice((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let sum: usize = WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let busy = dice.below(VISITORS) * VISITORS;
    let event = |_| {
        let mut at = dice.below(sum);
        let chosen = WEIGHTS.iter().find(|(_, weight)| {
            let is_here = at < *weight;
            at = at.saturating_sub(*weight);
            is_here
        });
        let (kind, _) = chosen.expect("below the sum");
        let who = if dice.below(4) > 0 { busy + dice.below(VISITORS) } else { dice.below(1 << 16) };
        Event { kind: *kind, who, what: dice.below(1 << 16) }
    };
    (0..EVENTS).map(event).collect()
}

/// The shortest part of a schedule that still fails, as far as leaving out ever smaller parts finds it.
pub fn shortest(schedule: &[Event], fails: impl Fn(&[Event]) -> bool) -> Vec<Event> {
    let mut kept = schedule.to_vec();
    let mut size = kept.len().div_ceil(2);
    loop {
        let before = kept.len();
        let mut from = 0;
        while from < kept.len() {
            let mut rest = kept.clone();
            rest.drain(from..(from + size).min(kept.len()));
            if fails(&rest) {
                kept = rest;
            } else {
                from += size;
            }
        }
        if size == 1 && kept.len() == before {
            return kept;
        }
        size = size.div_ceil(2);
    }
}
