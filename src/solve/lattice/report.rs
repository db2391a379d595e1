//! The report of a solved problem, for people and for programs.

use serde::Serialize;

/// The solved problem.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Every solution.
    pub solutions: Solutions,
    /// The play if the other side began, or in help play without the first move.
    pub set_play: SetPlay,
    /// The number of positions searched.
    pub nodes: u64,
    /// Whether everything was searched: neither the time nor the wanted number of solutions ended the search.
    pub complete: bool,
}

/// The solutions, by kind of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Solutions {
    /// Direct and self play: one entry for each first move.
    Keys(Vec<Key>),
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
    /// Direct and self play: moves of the other side that already have an answer.
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

/// A first move that solves, with what follows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Key {
    /// The move, numbered: `1.Nb3-a5`.
    pub key: String,
    /// The move as a move text: `b3a5`.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The greatest number of moves that the solution takes.
    pub length: u32,
    /// The play after the move.
    #[serde(flatten)]
    pub play: Play,
}

/// The play after a move of the forcing side.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Play {
    /// Whether the move neither threatens nor checks, so the other side is mated only because it must move.
    pub zugzwang: bool,
    /// The threats: continuations that would succeed if the other side passed.
    pub threats: Vec<Continuation>,
    /// The replies that parry all threats (all replies if there are none), each with its answers.
    pub variations: Vec<Variation>,
}

/// A reply with all shortest answers to it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variation {
    /// The reply, numbered: `1...Bf2xg3 [+wQd1]`.
    pub reply: String,
    /// The reply as a move text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether more than one answer succeeds.
    pub dual: bool,
    /// The answers; none when the reply itself ends the play.
    pub continuations: Vec<Continuation>,
}

impl Variation {
    pub(super) fn new(reply: String, chosen: String, continuations: Vec<Continuation>) -> Variation {
        Variation { reply, chosen, dual: continuations.len() > 1, continuations }
    }
}

/// A move of the forcing side that succeeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Continuation {
    /// The move, numbered: `2.Qd1xe2 [+bPe7] #`.
    pub text: String,
    /// The move as a move text.
    #[serde(rename = "move")]
    pub chosen: String,
    /// The play after the move.
    #[serde(flatten)]
    pub play: Play,
}
