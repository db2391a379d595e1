//! Lines of help and series play, for people and for programs.

use super::play::{FoundLines, PlayLine, UndecidedMove};
use super::report::{PlaneReport, UndecidedSpan};
use crate::game::{SpanReport, SpanText};
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
            undecided: together(&lines.undecided, numbering),
            set_play: None,
            tries: None,
        }
    }
}

/// Returns undecided moves; equal ones are one, after several lines.
fn together(undecided: &[UndecidedMove], numbering: Numbering) -> Vec<UndecidedSpan> {
    let mut found: Vec<UndecidedSpan> = Vec::new();
    for UndecidedMove { before, position, key } in undecided {
        let span = SpanReport::new(position, &key.span());
        match found.iter_mut().find(|known| known.span == span) {
            Some(known) => known.after.push(before.clone()),
            None => {
                found.push(UndecidedSpan { span, after: vec![before.clone()], waits_for: None, numbering });
            }
        }
    }
    found
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
        SpanText { span: &here, promotion: self.promotion }.fmt(f)?;
        match self.undecided {
            true => f.write_str(" in ?"),
            false if span.from < span.to => write!(f, " in {}", span.interval()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, Prepared};

    #[test]
    fn equal_undecided_stretches_are_one_line_that_says_after_which_moves() {
        let prepared = Prepared::preset("continuous").expect("a preset");
        let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w";
        let Ok(Position::Plane(position)) = Position::from_text(&prepared, text) else {
            panic!("on the plane")
        };
        let keys = super::super::keys::mates_in_one(&position).expect("discs").keys;
        let undecided = |first: &str| UndecidedMove {
            before: vec![first.to_owned(), "Rb 0 1".to_owned(), "ka 90 1".to_owned()],
            position: position.clone(),
            key: keys[0].clone(),
        };
        let told = |lines: &[&str]| {
            let all: Vec<UndecidedMove> = lines.iter().map(|first| undecided(first)).collect();
            together(&all, Numbering::Pairs).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let one = "Rb 270 (2.75, 2.9) after 1.ka 0 1 Rb 0 1 2.ka 90 1";
        assert_eq!(told(&["ka 0 1"]), [one]);
        assert_eq!(told(&["ka 0 1", "ka 180 1"]), [format!("{one} or 1.ka 180 1 Rb 0 1 2.ka 90 1")]);
        let many = told(&["ka 0 1"; 5]);
        assert!(many.len() == 1 && many[0].ends_with(" or 2 other lines"), "{many:?}");
    }
}
