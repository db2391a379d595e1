//! The report of a solved problem, whose fields are those of the JSON output.

use serde::Serialize;

/// The report of a solved problem.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProblemReport {
    /// Every solution.
    pub solutions: Solutions,
    /// The play that would follow if the other side began; in help play the play without the first ply.
    pub set_play: SetPlay,
    /// The tries; `None` if they are not asked for, or if the solutions are lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<TryMove>>,
    /// In reflex play: a move with which the side to move has to reach the goal itself, so that there is no solution:
    /// `1.Bg7-f8 #`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spoiled_by: Option<String>,
    /// The number of positions searched.
    pub nodes: u64,
    /// Whether the search was completed: neither its budget nor the wanted number of solutions ended it.
    pub complete: bool,
}

/// The solutions, by kind of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Solutions {
    /// Direct, self and reflex play: one entry for each first move.
    Keys(Vec<KeyMove>),
    /// Help and series play: one entry for each line.
    Lines(Vec<SolutionLine>),
}

impl Solutions {
    /// Returns the number of solutions.
    pub fn len(&self) -> usize {
        match self {
            Solutions::Keys(keys) => keys.len(),
            Solutions::Lines(lines) => lines.len(),
        }
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The set play, by kind of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SetPlay {
    /// Direct, self and reflex play: the moves of the other side that have an answer.
    Variations(Vec<Variation>),
    /// Help and series play.
    Lines(Vec<SolutionLine>),
}

/// A line of help or series play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SolutionLine {
    /// The whole line, numbered: `1.Ke4-d5 Nf3-d2 2.Ra1xa8 [+bRh8] #`.
    pub line: String,
    /// Each move as a move text: `e4d5`.
    pub moves: Vec<String>,
}

/// A first move that solves, with the play after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeyMove {
    /// The move, numbered: `1.Nb3-a5`.
    pub key: String,
    /// The move as a move text: `b3a5`.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The number of moves that the solution takes against the longest defence, the key included.
    pub length: u32,
    /// The play after the move.
    #[serde(flatten)]
    pub play: Play,
}

/// A first move that only a few replies refute.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TryMove {
    /// The move, numbered: `1.Nb3-a5`.
    #[serde(rename = "try")]
    pub first: String,
    /// The move as a move text: `b3a5`.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The play after the move, without the replies that refute it.
    #[serde(flatten)]
    pub play: Play,
    /// The replies after which the goal cannot be reached in time.
    pub refutations: Vec<Refutation>,
}

/// A reply that refutes a try.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refutation {
    /// The reply, numbered: `1...e4-e3`.
    pub reply: String,
    /// The reply as a move text.
    #[serde(rename = "move")]
    pub chosen: String,
}

/// The play after a move of the forcing side.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Play {
    /// Whether the move neither threatens nor gives check, so that the other side loses only because it must move.
    pub zugzwang: bool,
    /// The threats: continuations that would succeed if the other side passed.
    pub threats: Vec<Continuation>,
    /// The replies that parry all threats, each with its answers. If there is no threat, these are all replies.
    pub variations: Vec<Variation>,
}

/// A reply with its answers: all moves that succeed soonest after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variation {
    /// The reply, numbered: `1...Bf2xg3 [+wQd1]`.
    pub reply: String,
    /// The reply as a move text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether more than one answer succeeds.
    pub dual: bool,
    /// Whether the play ends sooner after this reply than the stipulation allows.
    pub short: bool,
    /// The answers; empty if the reply itself ends the play.
    pub continuations: Vec<Continuation>,
}

/// A move of the forcing side that succeeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Continuation {
    /// The move, numbered: `2.Qd1xe2 [+bPe7] #`.
    pub text: String,
    /// The move as a move text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether the move also ends the play after a variation that comes before this one.
    pub repeated: bool,
    /// The play after the move.
    #[serde(flatten)]
    pub play: Play,
}

impl ProblemReport {
    /// Returns the report with only the first answer to each reply.
    #[must_use]
    pub fn without_duals(mut self) -> ProblemReport {
        if let Solutions::Keys(keys) = &mut self.solutions {
            keys.iter_mut().for_each(|key| key.play.drop_duals());
        }
        if let SetPlay::Variations(variations) = &mut self.set_play {
            variations.iter_mut().for_each(Variation::drop_duals);
        }
        self.tries.iter_mut().flatten().for_each(|attempt| attempt.play.drop_duals());
        self
    }
}

impl Play {
    fn drop_duals(&mut self) {
        self.threats.iter_mut().for_each(|threat| threat.play.drop_duals());
        self.variations.iter_mut().for_each(Variation::drop_duals);
    }
}

impl Variation {
    fn drop_duals(&mut self) {
        self.continuations.truncate(1);
        self.continuations.iter_mut().for_each(|answer| answer.play.drop_duals());
    }
}
