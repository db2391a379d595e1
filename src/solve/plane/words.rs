//! Stretches of keys and replies in words.

use crate::game::SpanReport;
use crate::geom::Interval;
use crate::notation::number_text;
use std::fmt;

/// ` =Q` where a pawn becomes something.
pub(super) struct PromotionSuffix(pub Option<char>);

impl fmt::Display for PromotionSuffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |letter| write!(f, " ={letter}"))
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
        write!(f, " {}", bracketed(span.interval(), rounded))?;
        if !span.captures.is_empty() {
            f.write_str(" takes")?;
            span.captures.iter().try_for_each(|label| write!(f, " {label}"))?;
        }
        Ok(())
    }
}

/// Returns a stretch as `[0.25, 0.75)`, or a single distance.
pub(super) fn bracketed(part: Interval, number: impl Fn(f64) -> String) -> String {
    let Interval { from, to, open_from, open_to } = part;
    if part.is_point() {
        return number(from);
    }
    let (open, close) = (if open_from { '(' } else { '[' }, if open_to { ')' } else { ']' });
    format!("{open}{}, {}{close}", number(from), number(to))
}

/// Returns a number to the tolerance that ends are known to.
pub(super) fn rounded(d: f64) -> String {
    if d.abs() >= 1e12 {
        return number_text(d);
    }
    let text = format!("{d:.9}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
