//! Analyses as JSON, written into a buffer. Most of what `analyze` prints are spans. With serde's writer `analyze` takes 83 to 87 %
//! longer (one core, nine paired runs), so this file writes them; a test compares the result with serde's.

use super::analysis::{AnalysisOptions, LatticeAnalysis, PlaneAnalysis, PlaneLegalSet, SpanReport};
use super::position::Position;
use crate::chess::{Color, Draws, Label, Status};
use crate::dice::GOLDEN;
use serde::Serialize;
use std::io::Write as _;

/// The form in which spans are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanForm {
    /// Objects with named members.
    Named,
    /// Arrays of numbers: piece, bearing, from, to, flags, arc, captures. Pieces are indices into `pieces`.
    Compact,
}

/// `from` does not belong to the span.
const OPEN_FROM: u8 = 1;
/// `to` does not belong to the span.
const OPEN_TO: u8 = 2;
/// The pawn promotes.
const PROMOTES: u8 = 4;
/// The span is a turn in place.
const TURN: u8 = 8;

/// Analyses a position, and writes the members of the JSON object without its braces.
pub(super) fn write_analysis(
    position: &Position,
    options: AnalysisOptions<'_>,
    form: SpanForm,
    number_texts: &mut NumberTexts,
    out: &mut Vec<u8>,
) {
    match (position, form) {
        (Position::Plane(p), SpanForm::Named) => {
            PlaneLegalSet::new(p, options, Draws::Claimed).write_members(number_texts, out);
        }
        (Position::Plane(p), SpanForm::Compact) => {
            PlaneAnalysis::of(p, options).write_compact_members(number_texts, out);
        }
        (Position::Lattice(p), SpanForm::Named | SpanForm::Compact) => {
            LatticeAnalysis::of(p, options.pieces).write_members(out);
        }
    }
}

impl LatticeAnalysis {
    fn write_members(&self, out: &mut Vec<u8>) {
        write_turn_and_status(self.turn, self.status, out);
        out.extend_from_slice(b",\"winner\":");
        write_value(&self.winner.map(Color::as_str), out);
        write_flag(b",\"check\":", self.check, out);
        out.extend_from_slice(b",\"moves\":");
        write_list(&self.moves, out, |text, out| write_text(text.as_bytes(), out));
    }
}

impl PlaneLegalSet<'_> {
    fn write_members(&self, number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
        write_turn_and_status(self.turn(), self.status, out);
        write_flag(b",\"check\":", self.check, out);
        out.extend_from_slice(b",\"spans\":[");
        if self.is_in_order() {
            for spans_of_piece in self.spans_by_piece() {
                self.reports(spans_of_piece).for_each(|span| write_named(&span, number_texts, out));
            }
        } else {
            self.sorted_reports().iter().for_each(|span| write_named(span, number_texts, out));
        }
        // Each span is followed by a comma.
        out.pop_if(|last| *last == b',');
        out.extend_from_slice(b"],\"regions\":");
        write_value(&self.regions, out);
    }
}

impl PlaneAnalysis {
    fn write_compact_members(&self, number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
        write_turn_and_status(self.turn, self.status, out);
        write_flag(b",\"check\":", self.check, out);
        let pieces = self.pieces();
        out.extend_from_slice(b",\"pieces\":");
        write_list(&pieces, out, |label, out| write_text(label.as_bytes(), out));
        out.extend_from_slice(b",\"spans\":");
        write_list(&self.spans, out, |span, out| write_compact(span, &pieces, number_texts, out));
        out.extend_from_slice(b",\"regions\":");
        write_value(&self.regions, out);
    }

    /// Returns the labels that spans name, in order of their first appearance.
    fn pieces(&self) -> Vec<Label> {
        let mut pieces: Vec<Label> = Vec::new();
        let named = self.spans.iter().flat_map(|span| std::iter::once(&span.piece).chain(&span.captures));
        for &label in named {
            if pieces.last() != Some(&label) && !pieces.contains(&label) {
                pieces.push(label);
            }
        }
        pieces
    }
}

fn write_turn_and_status(turn: Color, status: Status, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\"turn\":");
    write_text(turn.as_str().as_bytes(), out);
    out.extend_from_slice(b",\"status\":");
    write_text(status.as_str().as_bytes(), out);
}

/// Writes a span and a comma after it, straight into the output.
#[inline(always)]
fn write_named(span: &SpanReport, number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"piece\":");
    write_text(span.piece.as_bytes(), out);
    out.extend_from_slice(b",\"bearing\":");
    number_texts.write(span.bearing, out);
    out.extend_from_slice(b",\"from\":");
    number_texts.write(span.from, out);
    out.extend_from_slice(b",\"to\":");
    number_texts.write(span.to, out);
    // Nearly all spans are straight, quiet and closed. The other members of such a span are one constant.
    if span.is_plain() {
        out.extend_from_slice(b",\"open_from\":false,\"open_to\":false,\"captures\":[],\"promotes\":false},");
        return;
    }
    write_flag(b",\"open_from\":", span.open_from, out);
    write_flag(b",\"open_to\":", span.open_to, out);
    out.extend_from_slice(b",\"captures\":");
    write_list(&span.captures, out, |label, out| write_text(label.as_bytes(), out));
    write_flag(b",\"promotes\":", span.promotes, out);
    if let Some(radius) = span.arc {
        out.extend_from_slice(b",\"arc\":");
        number_texts.write(radius, out);
    }
    if span.turn {
        out.extend_from_slice(b",\"turn\":true");
    }
    out.extend_from_slice(b"},");
}

impl SpanReport {
    /// Whether the span is straight, quiet and closed.
    fn is_plain(&self) -> bool {
        let flagged = self.open_from | self.open_to | self.promotes | self.turn;
        !flagged && self.captures.is_empty() && self.arc.is_none()
    }
}

fn write_compact(span: &SpanReport, pieces: &[Label], number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
    let index = |label: &Label| pieces.iter().position(|piece| piece == label).unwrap_or_default();
    let properties =
        [(span.open_from, OPEN_FROM), (span.open_to, OPEN_TO), (span.promotes, PROMOTES), (span.turn, TURN)];
    let flags: u8 = properties.iter().map(|&(is_set, flag)| if is_set { flag } else { 0 }).sum();
    out.push(b'[');
    write_value(&index(&span.piece), out);
    for number in [span.bearing, span.from, span.to] {
        out.push(b',');
        number_texts.write(number, out);
    }
    out.push(b',');
    write_value(&flags, out);
    out.push(b',');
    number_texts.write(span.arc.unwrap_or(0.0), out);
    for label in &span.captures {
        out.push(b',');
        write_value(&index(label), out);
    }
    out.push(b']');
}

fn write_list<T>(items: &[T], out: &mut Vec<u8>, mut write: impl FnMut(&T, &mut Vec<u8>)) {
    out.push(b'[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write(item, out);
    }
    out.push(b']');
}

/// Writes a text that needs no escapes, such as a label.
fn write_text(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

fn write_flag(prefix: &[u8], flag: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(prefix);
    out.extend_from_slice(if flag { b"true" } else { b"false" });
}

fn write_value(value: &impl Serialize, out: &mut Vec<u8>) {
    let begin = out.len();
    // Writing into memory does not fail, and every key of these values is a text.
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(begin);
        let _ = out.write_all(b"null");
    }
}

/// A cache of the texts of numbers. It is kept from position to position, because bearings and least distances recur. Without the
/// cache `analyze` takes 13 to 16 % longer for 32-piece midgames (one core, nine paired runs).
pub struct NumberTexts([CachedText; 1 << SLOT_BITS]);

/// The binary logarithm of the number of slots. Most positions have far fewer different numbers than slots.
const SLOT_BITS: u32 = 8;

/// The length of the longest text of a finite number.
const LONGEST: usize = 24;

/// A number and its text. A reader copies the whole buffer, which takes two or three instructions, and cuts the excess off.
#[derive(Clone, Copy)]
struct CachedText {
    bits: u64,
    /// The length of the text; 0 if the slot is empty.
    len: u8,
    text: [u8; LONGEST],
    /// The bits of the most recent number in this slot whose text is not kept. A text is kept when its number comes a second time,
    /// because most numbers never recur.
    seen_once: u64,
}

impl Default for NumberTexts {
    fn default() -> NumberTexts {
        NumberTexts([CachedText { bits: 0, len: 0, text: [0; LONGEST], seen_once: 0 }; 1 << SLOT_BITS])
    }
}

impl NumberTexts {
    fn write(&mut self, number: f64, out: &mut Vec<u8>) {
        // Zero is not written as `-0`.
        let number = number + 0.0;
        let bits = number.to_bits();
        let known = &mut self.0[(bits.wrapping_mul(GOLDEN) >> (u64::BITS - SLOT_BITS)) as usize];
        if known.bits == bits && known.len > 0 {
            let end = out.len() + usize::from(known.len);
            out.extend_from_slice(&known.text);
            return out.truncate(end);
        }
        if !number.is_finite() {
            return write_value(&number, out);
        }
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(number).as_bytes();
        out.extend_from_slice(text);
        if known.seen_once != bits {
            known.seen_once = bits;
        } else if let Some(text_slot) = known.text.get_mut(..text.len()) {
            text_slot.copy_from_slice(text);
            (known.bits, known.len) = (bits, text.len() as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Analysis, Prepared};
    use std::path::Path;

    fn position(variant: &str, position: &str) -> Position {
        let prepared = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect(variant);
        Position::from_text(&prepared, position).expect(position)
    }

    fn written(position: &Position, form: SpanForm, number_texts: &mut NumberTexts) -> Vec<u8> {
        let mut written = b"{".to_vec();
        write_analysis(position, AnalysisOptions::default(), form, number_texts, &mut written);
        written.push(b'}');
        written
    }

    const POSITIONS: [(&str, &str); 7] = [
        ("continuous", include_str!("../../tests/data/midgame.txt")),
        ("continuous", "S1@4,1'^90 Ga@6,4' Pd@2,7.5' pa@4,6' pb@6.4,4' ; w"),
        ("continuous", "Ke@4.5,0.5' ke@0,8' ra@0,7' ; b"),
        ("discrete", "start"),
        ("progressive", "start"),
        ("disc70", "Ke@e1' Bd@d1' ke@e8' ; w"),
        ("byzantine", "start"),
    ];

    #[test]
    fn what_is_written_is_what_serde_writes() {
        let mut number_texts = NumberTexts::default();
        // The second time the texts of all numbers are kept.
        for (variant, text) in POSITIONS.into_iter().chain(POSITIONS) {
            let position = position(variant, text);
            let written = written(&position, SpanForm::Named, &mut number_texts);
            let expected = serde_json::to_string(&Analysis::of(&position)).expect("JSON");
            assert_eq!(String::from_utf8_lossy(&written), expected, "{variant}: {text}");
        }
    }

    #[test]
    fn compact_spans_say_the_same_as_named_ones() {
        let mut number_texts = NumberTexts::default();
        for (variant, text) in POSITIONS {
            let position = position(variant, text);
            let Analysis::Plane(analysis) = Analysis::of(&position) else { continue };
            let written = written(&position, SpanForm::Compact, &mut number_texts);
            let value: serde_json::Value = serde_json::from_slice(&written).expect("JSON");
            let label = |index: &serde_json::Value| {
                let index = index.as_u64().expect("an index") as usize;
                Label::new(value["pieces"][index].as_str().expect("a label")).expect("a label")
            };
            let spans = value["spans"].as_array().expect("spans");
            let read: Vec<SpanReport> = spans
                .iter()
                .map(|span| {
                    let number = |i: usize| span[i].as_f64().expect("a number");
                    let flag = |flag: u8| span[4].as_u64().expect("flags") & u64::from(flag) != 0;
                    SpanReport {
                        piece: label(&span[0]),
                        bearing: number(1),
                        from: number(2),
                        to: number(3),
                        open_from: flag(OPEN_FROM),
                        open_to: flag(OPEN_TO),
                        promotes: flag(PROMOTES),
                        turn: flag(TURN),
                        arc: Some(number(5)).filter(|&radius| radius != 0.0),
                        captures: span.as_array().expect("a list")[6..].iter().map(label).collect(),
                    }
                })
                .collect();
            assert_eq!(read, analysis.spans, "{variant}: {text}");
        }
    }
}
