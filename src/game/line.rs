//! Reading and answering one line of `analyze`.

use super::analysis::{AnalysisOptions, PieceBearings};
use super::json::{NumberTexts, SpanForm, write_analysis};
use super::position::Position;
use super::prepared::VariantCache;
use crate::chess::Label;
use crate::diagnostics::{TextFault, read_json, read_json_value, suggestion};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The names that other programs, and options of this program, have for `rules`.
const OTHER_NAMES_OF_RULES: [&str; 4] = ["set", "params", "parameters", "options"];

/// The known fields of a line.
const FIELDS: [&str; 7] = ["id", "variant", "rules", "position", "fen", "bearings", "piece"];

/// The variant of a line that does not name a variant.
const USUAL_VARIANT: &str = "continuous";

/// The treatment of an unknown field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownFieldPolicy {
    /// The line is refused.
    Refused,
    /// Such fields are the sender's own, and are ignored.
    Ignored,
}

/// The options for reading and answering lines.
#[derive(Debug, Clone, Copy)]
pub struct LineOptions {
    /// The treatment of unknown fields.
    pub unknown_fields: UnknownFieldPolicy,
    /// The form of spans in the answer.
    pub form: SpanForm,
}

impl Default for LineOptions {
    fn default() -> LineOptions {
        LineOptions { unknown_fields: UnknownFieldPolicy::Refused, form: SpanForm::Named }
    }
}

/// A field of a line, with its value as it is written.
struct Field<'a> {
    name: Cow<'a, str>,
    value: &'a RawValue,
}

/// The fields of a line, in the order of the line.
struct FieldList<'a>(Vec<Field<'a>>);

/// A line and its fields.
struct Fields<'a> {
    /// The line without a byte order mark.
    line: &'a [u8],
    list: Vec<Field<'a>>,
}

/// A text, borrowed from the line if it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A label, or a list of labels.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a label or a list of labels")]
enum Pieces {
    One(String),
    Several(Vec<String>),
}

impl<'de> Deserialize<'de> for FieldList<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FieldList<'de>, D::Error> {
        struct FieldsVisitor;
        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = FieldList<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FieldList<'de>, A::Error> {
                let mut fields = Vec::with_capacity(FIELDS.len());
                while let Some((Text(name), value)) = map.next_entry()? {
                    fields.push(Field { name, value });
                }
                Ok(FieldList(fields))
            }
        }
        deserializer.deserialize_map(FieldsVisitor)
    }
}

impl<'a> Fields<'a> {
    fn read(line: &'a [u8]) -> Result<Fields<'a>, String> {
        // Some editors begin a file with a byte order mark.
        let object = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        if object.trim_ascii_start().first() != Some(&b'{') {
            return Err("each line is one JSON object, such as {\"position\": \"start\"}".to_owned());
        }
        let FieldList(list) = read_json(object).map_err(|fault| in_line(fault.column, &fault.message))?;
        Ok(Fields { line: object, list })
    }

    /// Returns the value of a field as it is written, if the line has the field.
    fn raw(&self, name: &str) -> Option<&'a RawValue> {
        self.list.iter().find(|field| field.name == name).map(|field| field.value)
    }

    /// Returns the string of a field with its escapes resolved; `None` if the field is missing or null.
    fn string(&self, name: &str) -> Result<Option<Cow<'a, str>>, String> {
        Ok(self.parsed(name)?.map(|Text(text)| text))
    }

    /// Returns the value of a field as a type; `None` if the field is missing or null. An error names the column in the line.
    fn parsed<T: Deserialize<'a>>(&self, name: &str) -> Result<Option<T>, String> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        read_json_value(value.get()).map_err(|TextFault { column, message, .. }| {
            // The value is a part of the line, so its address gives its column.
            let offset = value.get().as_ptr() as usize - self.line.as_ptr() as usize;
            let earlier = String::from_utf8_lossy(&self.line[..offset]).chars().count();
            in_line(earlier + column, &message)
        })
    }

    /// Refuses a known field that occurs twice, and an unknown field if unknown fields are refused.
    fn check_names(&self, unknown_fields: UnknownFieldPolicy) -> Result<(), String> {
        for (i, Field { name, .. }) in self.list.iter().enumerate() {
            let is_known = FIELDS.contains(&name.as_ref());
            if !is_known && unknown_fields == UnknownFieldPolicy::Refused {
                return Err(message_on_unknown(name));
            }
            if is_known && self.list[..i].iter().any(|earlier| earlier.name == *name) {
                return Err(format!("`{name}` is written twice"));
            }
        }
        Ok(())
    }
}

/// Returns a message with its column in the line.
fn in_line(column: usize, message: &str) -> String {
    format!("column {column}: {message}")
}

fn message_on_unknown(field: &str) -> String {
    let hint = if OTHER_NAMES_OF_RULES.contains(&field) {
        "did you mean `rules`?".to_owned()
    } else {
        suggestion(field, FIELDS)
    };
    format!("there is no `{field}` here: {hint}")
}

/// Writes the answer to a line, without a line end. If the line could not be read, `line` is the message about it, and the answer
/// has this message.
///
/// # Errors
/// When the line could not be read, or its request is faulty. The error is the message that the answer has.
pub fn answer_line(
    line: Result<&[u8], String>,
    cache: &VariantCache,
    options: LineOptions,
    numbers: &mut NumberTexts,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let fields = line.and_then(Fields::read);
    let id = fields.as_ref().ok().and_then(|fields| fields.raw("id"));
    out.extend_from_slice(b"{\"id\":");
    out.extend_from_slice(id.map_or("null", RawValue::get).as_bytes());
    out.push(b',');
    let request = match fields {
        Ok(fields) => AnalysisRequest::of(&fields, cache, options.unknown_fields),
        Err(message) => Err(message),
    };
    let result = match request {
        Ok(AnalysisRequest { position, labels, bearings }) => {
            let analysis_options = AnalysisOptions { pieces: labels.as_deref(), bearings: &bearings };
            write_analysis(&position, analysis_options, options.form, numbers, out);
            Ok(())
        }
        Err(message) => {
            out.extend_from_slice(b"\"error\":");
            out.extend_from_slice(serde_json::Value::from(message.as_str()).to_string().as_bytes());
            Err(message)
        }
    };
    out.push(b'}');
    result
}

/// The analysis that a line requests.
struct AnalysisRequest {
    position: Position,
    /// The pieces whose moves are requested; `None` for all pieces of the side to move.
    labels: Option<Vec<Label>>,
    /// The bearings along which area leaps are reported as spans too.
    bearings: Vec<PieceBearings>,
}

impl AnalysisRequest {
    fn of(
        fields: &Fields<'_>,
        cache: &VariantCache,
        unknown_fields: UnknownFieldPolicy,
    ) -> Result<AnalysisRequest, String> {
        fields.check_names(unknown_fields)?;
        let mut position = read_position(fields, cache)?;
        let bearings = read_bearings(fields, &position)?;
        let labels = read_labels(fields)?;
        if let Some(labels) = &labels {
            position = for_pieces(position, labels)?;
        }
        Ok(AnalysisRequest { position, labels, bearings })
    }
}

/// Reads the position of a request, in its variant.
fn read_position(fields: &Fields<'_>, cache: &VariantCache) -> Result<Position, String> {
    let rules = fields.parsed("rules")?.unwrap_or_default();
    let name = fields.string("variant")?.unwrap_or(USUAL_VARIANT.into());
    let prepared = cache.get(&name, &rules).map_err(|e| e.to_string())?;
    let position = match (fields.string("position")?, fields.string("fen")?) {
        (Some(text), None) => Position::from_text(&prepared, &text),
        (None, Some(fen)) => Position::from_fen(&prepared, &fen),
        (None, None) | (Some(_), Some(_)) => return Err("give either `position` or `fen`".to_owned()),
    };
    position.map_err(|e| e.to_string())
}

/// Reads the bearings of a request. Their pieces must be in the position.
fn read_bearings(fields: &Fields<'_>, position: &Position) -> Result<Vec<PieceBearings>, String> {
    let mut bearings = Vec::new();
    let degrees_by_label: BTreeMap<String, Vec<f64>> = fields.parsed("bearings")?.unwrap_or_default();
    for (label, degrees) in degrees_by_label {
        let piece = Label::new(&label).map_err(|e| format!("bearings: {e}"))?;
        position.expect_piece(piece).map_err(|e| format!("bearings: {e}"))?;
        bearings.push(PieceBearings { piece, bearings: degrees });
    }
    Ok(bearings)
}

/// Reads the labels of the requested pieces; `None` if the request names none.
fn read_labels(fields: &Fields<'_>) -> Result<Option<Vec<Label>>, String> {
    let texts = match fields.parsed("piece")? {
        None => return Ok(None),
        Some(Pieces::One(text)) => vec![text],
        Some(Pieces::Several(texts)) => texts,
    };
    let labels = texts.iter().map(|text| Label::new(text).map_err(|e| format!("piece: {e}")));
    labels.collect::<Result<Vec<Label>, String>>().map(Some)
}

/// Returns the position in which the side of some pieces is to move. The pieces must be of one side.
fn for_pieces(position: Position, labels: &[Label]) -> Result<Position, String> {
    let Some(first) = labels.first() else {
        return Err("piece: the list is empty: name a piece, or leave it out".to_owned());
    };
    for &label in labels {
        position.expect_piece(label).map_err(|e| format!("piece: {e}"))?;
    }
    if labels.iter().any(|label| label.color() != first.color()) {
        return Err("piece: the labels are of both sides: ask for one side a line".to_owned());
    }
    let position = position.for_piece(*first).map_err(|e| format!("piece: {e}"))?;
    Ok(position.into_owned())
}
