//! Lines of help and series play, for people and for programs.

use super::keys::KeyStretch;
use super::play::{FoundLines, PlayLine, VariedMove};
use super::report::PlaneReport;
use crate::game::{SpanReport, SpanText};
use crate::solve::stipulation::Stipulation;
use serde::Serialize;
use std::fmt;

/// A line of play, which is listed in place of all lines whose distances lie in its stretches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineReport {
    /// The moves in order.
    pub line: Vec<MoveReport>,
    #[serde(skip)]
    stipulation: Stipulation,
}

/// A move of a line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveReport {
    /// The text of the move, which reads back as the same move.
    #[serde(rename = "move")]
    pub text: String,
    /// The distance, board units.
    pub distance: f64,
    /// The distances over which the move may vary while the others stay fixed.
    pub stretch: SpanReport,
    /// The letter of the kind to which a pawn promotes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Whether the stretch could not be decided, so that it contains the distance alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
}

impl PlaneReport<LineReport> {
    /// Returns the report of lines of help or series play.
    pub fn of_lines(stipulation: Stipulation, found: FoundLines) -> PlaneReport<LineReport> {
        let report = |line: &PlayLine| LineReport {
            line: line.moves.iter().map(MoveReport::new).collect(),
            stipulation,
        };
        PlaneReport {
            solutions: found.lines.iter().map(report).collect(),
            nodes: found.nodes,
            complete: found.complete,
            undecided: found.undecided,
            set_play: None,
            tries: None,
        }
    }
}

impl MoveReport {
    fn new(varied: &VariedMove) -> MoveReport {
        let VariedMove { line_move, stretch, is_decided } = varied;
        let varying = KeyStretch { part: *stretch, ..line_move.key.clone() };
        MoveReport {
            text: line_move.text(),
            distance: line_move.distance(),
            stretch: varying.report(&line_move.before),
            promotion: varying.letter(&line_move.before),
            undecided: !is_decided,
        }
    }
}

impl fmt::Display for LineReport {
    /// Writes `1.ka 0 0.5 in [0.25, 0.75) Rb 270 2.825 in (2.75, 2.9) #`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbering = self.stipulation.numbering();
        for (ply, line_move) in self.line.iter().enumerate() {
            write!(f, "{}{line_move} ", numbering.before(ply))?;
        }
        write!(f, "{}", self.stipulation.goal.sign())
    }
}

impl fmt::Display for MoveReport {
    /// Writes `Rb 270 2.825 in (2.75, 2.9)`, or `in ?` for an undecided stretch. A stretch of one distance is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.distance, self.distance);
        let chosen = SpanReport { from, to, open_from: false, open_to: false, ..self.stretch.clone() };
        SpanText { span: &chosen, promotion: self.promotion }.fmt(f)?;
        let stretch = self.stretch.interval();
        if self.undecided {
            f.write_str(" in ?")
        } else if stretch.is_point() {
            Ok(())
        } else {
            write!(f, " in {stretch}")
        }
    }
}
