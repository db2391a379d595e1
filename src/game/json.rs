//! Analyses as JSON, written into a buffer. Most of the output of `analyze` is spans. With serde's writer of spans `analyze`
//! takes 83 to 87 % longer (one core, nine paired runs), so this file has its own. A test compares its output with serde's.

use super::analysis::{AnalysisOptions, LatticeAnalysis, PlaneAnalysis, PlaneLegalSet, SpanReport};
use super::position::Position;
use crate::chess::{Color, Draws, Label, Status};
use crate::dice::GOLDEN;
use serde::Serialize;

/// The form in which spans are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanForm {
    /// Objects with named members.
    Named,
    /// Arrays of numbers: piece, bearing, from, to, flags, arc, captures. Pieces are indices into `pieces`.
    Compact,
}

/// The flag of a span to which `from` does not belong.
const OPEN_FROM: u8 = 1;
/// The flag of a span to which `to` does not belong.
const OPEN_TO: u8 = 2;
/// The flag of a span at which the pawn promotes.
const PROMOTES: u8 = 4;
/// The flag of a turn in place.
const TURN: u8 = 8;

/// Analyses a position, and writes the members of the analysis as a JSON object, without the braces of the object.
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
                self.for_each_report(spans_of_piece, |span| write_named(&span, number_texts, out));
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
        for span in &self.spans {
            for &label in std::iter::once(&span.piece).chain(&span.captures) {
                // Most spans are of the same piece as the span in front of them.
                let is_known = pieces.last() == Some(&label) || pieces.contains(&label);
                if !is_known {
                    pieces.push(label);
                }
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

/// Writes a span as an object, and a comma after it.
#[inline(always)]
fn write_named(span: &SpanReport, number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"piece\":\"");
    out.extend_from_slice(span.piece.as_bytes());
    out.extend_from_slice(b"\",\"bearing\":");
    number_texts.write(span.bearing, out);
    out.extend_from_slice(b",\"from\":");
    number_texts.write(span.from, out);
    out.extend_from_slice(b",\"to\":");
    number_texts.write(span.to, out);
    // Nearly all spans are plain. The other members of a plain span are always the same.
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
    /// Whether the span is straight and closed, without capture and promotion.
    fn is_plain(&self) -> bool {
        let has_flag = self.open_from | self.open_to | self.promotes | self.turn;
        !has_flag && self.captures.is_empty() && self.arc.is_none()
    }
}

/// Writes a span as an array, with the indices of labels in `pieces`.
fn write_compact(span: &SpanReport, pieces: &[Label], number_texts: &mut NumberTexts, out: &mut Vec<u8>) {
    let index_of = |label: &Label| pieces.iter().position(|piece| piece == label).unwrap_or_default();
    let properties =
        [(span.open_from, OPEN_FROM), (span.open_to, OPEN_TO), (span.promotes, PROMOTES), (span.turn, TURN)];
    let flags: u8 = properties.iter().map(|&(is_set, flag)| if is_set { flag } else { 0 }).sum();
    out.push(b'[');
    write_value(&index_of(&span.piece), out);
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
        write_value(&index_of(label), out);
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
#[inline]
fn write_text(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.push(b'"');
}

/// Writes a truth value after `prefix`, which has the name of the member.
#[inline]
fn write_flag(prefix: &[u8], flag: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(prefix);
    out.extend_from_slice(if flag { b"true" } else { b"false" });
}

/// Writes a value by serde.
fn write_value(value: &impl Serialize, out: &mut Vec<u8>) {
    // An error cannot occur: writing into memory does not fail, and every key of these values is a text.
    let _ = serde_json::to_writer(out, value);
}

/// A cache of the texts of numbers. It serves many positions, because bearings and least distances recur. Without the cache
/// `analyze` takes 13 to 16 % longer for 32-piece midgames (one core, nine paired runs).
pub struct NumberTexts([CachedText; 1 << SLOT_BITS]);

/// The binary logarithm of the number of slots. Most positions have far fewer different numbers than slots.
const SLOT_BITS: u32 = 8;

/// The length of the longest text of a finite number, bytes.
const MAX_TEXT: usize = 24;

/// A number and its text. [`NumberTexts::write`] copies the whole array, which takes two or three instructions, and cuts off the
/// bytes after the text.
#[derive(Clone, Copy)]
struct CachedText {
    bits: u64,
    /// The length of the text; 0 if the slot is empty.
    len: u8,
    text: [u8; MAX_TEXT],
    /// The bits of the last number of this slot whose text was not stored. A text is stored when its number is written a second
    /// time in a row, because most numbers never recur.
    seen_once: u64,
}

impl Default for NumberTexts {
    fn default() -> NumberTexts {
        NumberTexts([CachedText { bits: 0, len: 0, text: [0; MAX_TEXT], seen_once: 0 }; 1 << SLOT_BITS])
    }
}

impl NumberTexts {
    /// Writes a number, by the cache if it has the text.
    #[inline(always)]
    fn write(&mut self, number: f64, out: &mut Vec<u8>) {
        // Zero is not written as `-0`.
        let number = number + 0.0;
        let bits = number.to_bits();
        let slot_index = bits.wrapping_mul(GOLDEN) >> (u64::BITS - SLOT_BITS);
        let slot = &mut self.0[slot_index as usize];
        if slot.bits == bits && slot.len > 0 {
            let end = out.len() + usize::from(slot.len);
            out.extend_from_slice(&slot.text);
            return out.truncate(end);
        }
        if !number.is_finite() {
            return write_value(&number, out);
        }
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(number).as_bytes();
        out.extend_from_slice(text);
        if slot.seen_once != bits {
            slot.seen_once = bits;
        } else if let Some(stored) = slot.text.get_mut(..text.len()) {
            stored.copy_from_slice(text);
            (slot.bits, slot.len) = (bits, text.len() as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Analysis, Prepared};
    use std::path::Path;

    fn position_of(variant: &str, text: &str) -> Position {
        let prepared = Prepared::load(variant, Path::new(""), &toml::Table::new()).expect(variant);
        Position::from_text(&prepared, text).expect(text)
    }

    fn json_of(position: &Position, form: SpanForm, number_texts: &mut NumberTexts) -> Vec<u8> {
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
        // In the second round many texts of numbers come from the cache.
        for (variant, text) in POSITIONS.into_iter().chain(POSITIONS) {
            let position = position_of(variant, text);
            let written = json_of(&position, SpanForm::Named, &mut number_texts);
            let expected = serde_json::to_string(&Analysis::of(&position)).expect("JSON");
            assert_eq!(String::from_utf8_lossy(&written), expected, "{variant}: {text}");
        }
    }

    #[test]
    fn compact_spans_say_the_same_as_named_ones() {
        let mut number_texts = NumberTexts::default();
        for (variant, text) in POSITIONS {
            let position = position_of(variant, text);
            let Analysis::Plane(analysis) = Analysis::of(&position) else { continue };
            let written = json_of(&position, SpanForm::Compact, &mut number_texts);
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
