//! Spans in words.

use super::analysis::SpanReport;
use crate::geom::rounded;
use crate::notation::Sense;
use std::fmt;

/// A span in words: `Rb 270 (2.75, 2.9) takes pa`, `Pa 90 1.5 =Q`. Ends have at most nine decimals.
pub struct SpanText<'a> {
    /// The span.
    pub span: &'a SpanReport,
    /// The letter of the kind to which a pawn promotes, if it is to be written.
    pub promotion: Option<char>,
}

impl<'a> SpanText<'a> {
    /// Returns the text of a span, without a promotion.
    pub fn of(span: &'a SpanReport) -> SpanText<'a> {
        SpanText { span, promotion: None }
    }
}

impl fmt::Display for SpanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.span;
        let direction = if span.turn { "turn".to_owned() } else { rounded(span.bearing, 3) };
        write!(f, "{} {direction}", span.piece)?;
        if let Some(radius) = span.arc {
            write!(f, " {}:{}", Sense::of(radius).side(), radius.abs())?;
        }
        write!(f, " {}", span.interval())?;
        if !span.captures.is_empty() {
            f.write_str(" takes")?;
            for label in &span.captures {
                write!(f, " {label}")?;
            }
        }
        self.promotion.map_or(Ok(()), |letter| write!(f, " ={letter}"))
    }
}

impl fmt::Display for SpanReport {
    /// Writes the span in words, such as `Qd 90 [0.1, 3.75)` or `Pa 0 1.5 takes pb promotes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", SpanText::of(self), if self.promotes { " promotes" } else { "" })
    }
}
