//! Stretches that could not be decided, for people and for programs.

use super::keys::KeyStretch;
use super::reply::ReplyStretch;
use crate::game::{SpanReport, SpanText};
use crate::plane::PlanePosition;
use crate::solve::stipulation::Numbering;
use serde::Serialize;
use std::fmt;

/// A stretch that was not decided.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct UndecidedSpan {
    /// The stretch.
    #[serde(flatten)]
    pub span: SpanReport,
    /// The moves before the stretch, for each line in which it occurs; none for a first move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Vec<String>>,
    /// Replies that could not be decided, if they are known. The stretch is undecided because of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<ReplyStretch>,
    /// The numbering of the moves before the stretch.
    #[serde(skip)]
    numbering: Numbering,
}

impl UndecidedSpan {
    /// Returns an undecided stretch of first moves.
    pub(super) fn of_first_move(
        position: &PlanePosition,
        key: &KeyStretch,
        waits_for: Option<ReplyStretch>,
    ) -> UndecidedSpan {
        let span = key.report(position);
        UndecidedSpan { span, after: Vec::new(), waits_for, numbering: Numbering::Pairs }
    }
}

/// Adds an undecided stretch of moves after other moves. If the stretch is known already, only the moves before it are added.
pub(super) fn add_undecided(
    known: &mut Vec<UndecidedSpan>,
    span: SpanReport,
    moves_before: Vec<String>,
    numbering: Numbering,
) {
    match known.iter_mut().find(|other| other.span == span) {
        Some(other) => other.after.push(moves_before),
        None => {
            known.push(UndecidedSpan { span, after: vec![moves_before], waits_for: None, numbering });
        }
    }
}

/// The greatest number of lines that are written for one undecided stretch.
const MOST_WRITTEN: usize = 3;

impl fmt::Display for UndecidedSpan {
    /// Writes `Rb 270 [0.1, 3] after 1.ka 0 0.5 or 1.ka 0 0.55 or 7 other lines`, or `Rb 270 (1, 1.1) waits for ka 0 (0.2, 0.4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SpanText::of(&self.span).fmt(f)?;
        let mut lines = Vec::new();
        for moves in self.after.iter().take(MOST_WRITTEN) {
            let numbered = |(ply, text): (usize, &String)| format!("{}{text}", self.numbering.before(ply));
            let words: Vec<String> = moves.iter().enumerate().map(numbered).collect();
            lines.push(words.join(" "));
        }
        match self.after.len().saturating_sub(MOST_WRITTEN) {
            0 => {}
            1 => lines.push("1 other line".to_owned()),
            others => lines.push(format!("{others} other lines")),
        }
        if !lines.is_empty() {
            write!(f, " after {}", lines.join(" or "))?;
        }
        self.waits_for.as_ref().map_or(Ok(()), |replies| write!(f, " waits for {replies}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_undecided_stretches_are_one_line_that_says_after_which_moves() {
        let json = r#"{"piece": "Rb", "bearing": 270, "from": 2.75, "to": 2.9, "open_from": true, "open_to": true,
            "captures": [], "promotes": false}"#;
        let span: SpanReport = serde_json::from_str(json).expect("a span");
        let written = |lines: &[&str]| {
            let mut known = Vec::new();
            for first in lines {
                let moves_before = [first, "Rb 0 1", "ka 90 1"].map(|text| text.to_owned()).to_vec();
                add_undecided(&mut known, span.clone(), moves_before, Numbering::Pairs);
            }
            known.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let one = "Rb 270 (2.75, 2.9) after 1.ka 0 1 Rb 0 1 2.ka 90 1";
        assert_eq!(written(&["ka 0 1"]), [one]);
        assert_eq!(written(&["ka 0 1", "ka 180 1"]), [format!("{one} or 1.ka 180 1 Rb 0 1 2.ka 90 1")]);
        let many = written(&["ka 0 1"; 5]);
        assert!(many.len() == 1 && many[0].ends_with(" or 2 other lines"), "{many:?}");
    }
}
