//! Spans in words.

use super::analysis::SpanReport;
use crate::geom::rounded;
use std::fmt;

/// A span in words: `Rb 270 (2.75, 2.9) takes pa`, `Pa 90 1.5 =Q`. Ends have at most nine decimals.
pub struct SpanText<'a> {
    /// The span.
    pub span: &'a SpanReport,
    /// The letter of the kind to which a pawn promotes, if it is to be written.
    pub promotion: Option<char>,
}

impl<'a> SpanText<'a> {
    /// Returns the words for a span, without a promotion.
    pub fn of(span: &'a SpanReport) -> SpanText<'a> {
        SpanText { span, promotion: None }
    }
}

impl fmt::Display for SpanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.span;
        let way = if span.turn { "turn".to_owned() } else { rounded(span.bearing, 3) };
        write!(f, "{} {way}", span.piece)?;
        match span.arc {
            Some(radius) if radius > 0.0 => write!(f, " left:{radius}")?,
            Some(radius) => write!(f, " right:{}", -radius)?,
            None => {}
        }
        write!(f, " {}", span.interval())?;
        if !span.captures.is_empty() {
            f.write_str(" takes")?;
            span.captures.iter().try_for_each(|label| write!(f, " {label}"))?;
        }
        self.promotion.map_or(Ok(()), |letter| write!(f, " ={letter}"))
    }
}

impl fmt::Display for SpanReport {
    /// `Qd 90 [0.1, 3.75)`, `Pa 0 1.5 takes pb promotes`.
    ///
    /// ```
    /// use continuum::{Analysis, Position, Prepared};
    /// let prepared = Prepared::preset("continuous")?;
    /// let position = Position::from_text(&prepared, "Ke@1,1' Ra@4,1' ke@7,7' pa@4,5' ; w")?;
    /// let Analysis::Plane(analysis) = Analysis::of(&position) else { unreachable!() };
    /// let of_rook = |bearing: f64| analysis.spans.iter().filter(move |s| s.piece.as_str() == "Ra" && s.bearing == bearing);
    /// let north: Vec<_> = of_rook(90.0).map(ToString::to_string).collect();
    /// assert_eq!(north, ["Ra 90 [0.1, 3.75)", "Ra 90 3.75 takes pa"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", SpanText::of(self), if self.promotes { " promotes" } else { "" })
    }
}
