//! Lines of help and series play, for people and for programs.

use super::play::{FoundLines, PlayLine};
use super::report::PlaneReport;
use super::words::PromotionSuffix;
use crate::game::{SpanReport, Stretch};
use crate::solve::stipulation::{Goal, Numbering, Stipulation};
use serde::Serialize;
use std::fmt;

/// A line of play, which stands for all lines whose distances lie in its stretches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineReport {
    /// The moves in order.
    pub line: Vec<MoveReport>,
    #[serde(skip)]
    numbering: Numbering,
    #[serde(skip)]
    goal: Goal,
}

/// A move of a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveReport {
    /// The text of the move, which reads back as the same move.
    #[serde(rename = "move")]
    pub text: String,
    /// The distance.
    pub distance: f64,
    /// The distances over which the move may vary while the others stay fixed.
    pub stretch: SpanReport,
    /// The letter of what a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Whether the stretch could not be decided, and so holds the distance alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
}

impl PlaneReport<LineReport> {
    /// Returns the report of lines of help or series play.
    pub fn of_lines(stipulation: Stipulation, lines: &FoundLines) -> PlaneReport<LineReport> {
        let (numbering, goal) = (stipulation.numbering(), stipulation.goal);
        let line = |line: &PlayLine| LineReport { line: moves_of(line), numbering, goal };
        PlaneReport {
            solutions: lines.lines.iter().map(line).collect(),
            nodes: lines.nodes,
            complete: lines.complete,
            undecided: lines.undecided.iter().map(|(p, key)| SpanReport::new(p, &key.span())).collect(),
        }
    }
}

fn moves_of(line: &PlayLine) -> Vec<MoveReport> {
    let of_ply = |ply: usize| {
        let (position, step) = (&line.positions[ply], &line.steps[ply]);
        MoveReport {
            text: position.text_of(step.m).to_string(),
            distance: step.distance(),
            stretch: SpanReport::new(position, &line.key(ply).span()),
            promotion: line.key(ply).letter(position),
            undecided: !line.decided[ply],
        }
    };
    (0..line.steps.len()).map(of_ply).collect()
}

impl fmt::Display for LineReport {
    /// Writes `1.ka 0 0.5 in [0.25, 0.75) Rb 270 2.825 in (2.75, 2.9) #`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (ply, made) in self.line.iter().enumerate() {
            write!(f, "{}{made} ", self.numbering.before(ply))?;
        }
        write!(f, "{}", self.goal.sign())
    }
}

impl fmt::Display for MoveReport {
    /// Writes `Rb 270 2.825 in (2.75, 2.9)`; a single distance by itself; `in ?` where the stretch could not be decided.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = &self.stretch;
        let here = SpanReport {
            from: self.distance,
            to: self.distance,
            open_from: false,
            open_to: false,
            ..span.clone()
        };
        write!(f, "{}{}", Stretch(&here), PromotionSuffix(self.promotion))?;
        match self.undecided {
            true => f.write_str(" in ?"),
            false if span.from < span.to => write!(f, " in {}", span.interval()),
            false => Ok(()),
        }
    }
}
