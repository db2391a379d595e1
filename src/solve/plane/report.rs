//! What solves on the plane, for people and for programs.

use super::keys::{Key, Keys};
use crate::game::SpanReport;
use crate::plane::Position;
use crate::solve::stipulation::Goal;
use serde::Serialize;
use std::fmt;

/// The answer to a problem on the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlaneReport {
    /// Every stretch that solves, longest possible.
    pub solutions: Vec<Solution>,
    /// Stretches of the legal set that were looked at.
    pub nodes: u64,
    /// Whether every distance was decided and told.
    pub complete: bool,
    /// Stretches that were not decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<SpanReport>,
}

/// A stretch that solves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solution {
    /// Every distance of it solves.
    pub key: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Each reply with its answers: none where the key itself reaches the goal.
    pub variations: Vec<String>,
    /// The sign of the goal.
    #[serde(skip)]
    goal: Goal,
}

impl PlaneReport {
    /// The report of what solves in one move.
    pub fn in_one(position: &Position, goal: Goal, keys: &Keys) -> PlaneReport {
        let span = |key: &Key| SpanReport::new(position, &key.span());
        let solution = |key: &Key| Solution {
            key: span(key),
            promotion: key.promotion.map(|kind| position.rules().kind(kind).rule.letter),
            variations: Vec::new(),
            goal,
        };
        PlaneReport {
            solutions: keys.keys.iter().map(solution).collect(),
            nodes: keys.nodes,
            complete: keys.undecided.is_empty(),
            undecided: keys.undecided.iter().map(span).collect(),
        }
    }

    /// Leaves no more solutions than are wanted.
    pub fn keep(&mut self, most: usize) {
        self.complete &= self.solutions.len() <= most;
        self.solutions.truncate(most);
    }
}

impl fmt::Display for Solution {
    /// `1.Qd 90 (2.3137, 2.75] takes pa =Q #`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", Stretch(&self.key))?;
        if let Some(letter) = self.promotion {
            write!(f, " ={letter}")?;
        }
        write!(f, " {}", self.goal.sign())
    }
}

/// A stretch in words, its ends to nine decimals.
pub struct Stretch<'a>(pub &'a SpanReport);

impl fmt::Display for Stretch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.0;
        let way = if span.turn { "turn".to_owned() } else { rounded((span.bearing * 1e3).round() / 1e3) };
        write!(f, "{} {way}", span.piece)?;
        match span.arc {
            Some(radius) if radius > 0.0 => write!(f, " left:{radius}")?,
            Some(radius) => write!(f, " right:{}", -radius)?,
            None => {}
        }
        if span.from == span.to {
            write!(f, " {}", rounded(span.from))?;
        } else {
            let (open, close) =
                (if span.open_from { '(' } else { '[' }, if span.open_to { ')' } else { ']' });
            write!(f, " {open}{}, {}{close}", rounded(span.from), rounded(span.to))?;
        }
        if !span.captures.is_empty() {
            f.write_str(" takes")?;
            span.captures.iter().try_for_each(|label| write!(f, " {label}"))?;
        }
        Ok(())
    }
}

/// A number to the tolerance that ends are known to.
pub(super) fn rounded(d: f64) -> String {
    let text = format!("{d:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
