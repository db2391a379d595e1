//! One line of input read in one pass, and answered.

use super::lines::{LONGEST_LINE, Line};
use crate::chess::Label;
use crate::diagnostics::{read_json, suggestion};
use crate::game::{Analysis, Bearings, KnownTexts, Position, SpanForm, VariantCache};
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// What other programs and our own options call `rules`.
const RULES: [&str; 4] = ["set", "params", "parameters", "options"];

/// What a line may say.
const FIELDS: [&str; 7] = ["id", "variant", "rules", "position", "fen", "bearings", "piece"];

/// The variant of a line that names none.
const USUAL_VARIANT: &str = "continuous";

/// What becomes of a field that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown {
    /// The line is bad.
    Refused,
    /// It is its sender's own.
    PassedOver,
}

/// How lines are read and answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options {
    pub(super) unknown: Unknown,
    pub(super) form: SpanForm,
}

/// A line as it is written.
#[derive(Default)]
struct Request<'a> {
    /// Whatever its sender calls the line, as written.
    id: Option<&'a RawValue>,
    variant: Option<Cow<'a, str>>,
    rules: toml::Table,
    position: Option<Cow<'a, str>>,
    fen: Option<Cow<'a, str>>,
    /// Directions in which the legal distances of pieces that leap to any place are asked for.
    bearings: BTreeMap<String, Vec<f64>>,
    /// The pieces whose legal sets are asked for; all of the side to move when left out.
    piece: Option<Pieces>,
    /// The first field that is not known.
    unknown: Option<String>,
}

/// A label, or a list of them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a label or a list of labels")]
enum Pieces {
    One(String),
    Several(Vec<String>),
}

impl Pieces {
    fn labels(&self) -> Result<Vec<Label>, String> {
        let texts = match self {
            Pieces::One(text) => std::slice::from_ref(text),
            Pieces::Several(texts) => texts,
        };
        texts.iter().map(|text| Label::new(text).map_err(|e| format!("piece: {e}"))).collect()
    }
}

/// A text borrowed from the line where it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de> Deserialize<'de> for Request<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Request<'de>, D::Error> {
        struct OfMap;
        impl<'de> Visitor<'de> for OfMap {
            type Value = Request<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<'de>, A::Error> {
                let mut request = Request::default();
                let mut seen: [bool; FIELDS.len()] = [false; FIELDS.len()];
                while let Some(Text(field)) = map.next_key()? {
                    let index = FIELDS.iter().position(|known| *known == field);
                    if let Some(index) = index
                        && std::mem::replace(&mut seen[index], true)
                    {
                        return Err(serde::de::Error::duplicate_field(FIELDS[index]));
                    }
                    let text = |text: Option<Text<'de>>| text.map(|Text(text)| text);
                    match index.map(|index| FIELDS[index]) {
                        Some("id") => request.id = map.next_value()?,
                        Some("variant") => request.variant = Some(map.next_value::<Text<'de>>()?.0),
                        Some("rules") => request.rules = map.next_value()?,
                        Some("position") => request.position = text(map.next_value()?),
                        Some("fen") => request.fen = text(map.next_value()?),
                        Some("bearings") => request.bearings = map.next_value()?,
                        Some("piece") => request.piece = map.next_value()?,
                        Some(_) | None => {
                            map.next_value::<IgnoredAny>()?;
                            request.unknown.get_or_insert_with(|| field.into_owned());
                        }
                    }
                }
                Ok(request)
            }
        }
        from.deserialize_map(OfMap)
    }
}

/// Writes the answer to a line, without the end of the line.
///
/// # Errors
/// The message that the answer to a bad line holds.
pub(super) fn answer(
    line: &Line<'_>,
    cache: &VariantCache,
    options: Options,
    known: &mut KnownTexts,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let (id, asked) = match line.bytes {
        None => (None, Err(format!("the line is longer than {} MiB", LONGEST_LINE >> 20))),
        Some(bytes) => match read(line.number, bytes, options.unknown) {
            Ok(request) => (request.id, Asked::of(&request, cache)),
            Err(message) => (id_of(bytes), Err(message)),
        },
    };
    out.extend_from_slice(b"{\"id\":");
    out.extend_from_slice(id.map_or("null", RawValue::get).as_bytes());
    out.push(b',');
    let result = match asked {
        Ok(Asked { position, labels, bearings }) => {
            Analysis::write(&position, labels.as_deref(), &bearings, options.form, known, out);
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

fn read(number: u64, bytes: &[u8], unknown: Unknown) -> Result<Request<'_>, String> {
    // Some editors begin a file with a byte order mark.
    let mark = if number == 1 { "\u{feff}".as_bytes() } else { b"" };
    let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err("each line is one JSON object, such as {\"position\": \"start\"}".to_owned());
    }
    let request: Request<'_> = read_json(bytes)?;
    match &request.unknown {
        Some(field) if unknown == Unknown::Refused => Err(not_known(field)),
        Some(_) | None => Ok(request),
    }
}

/// The message about a field that is not known.
fn not_known(field: &str) -> String {
    let meant = match RULES.contains(&field) {
        true => "did you mean `rules`?".to_owned(),
        false => suggestion(field, FIELDS),
    };
    format!("there is no `{field}` here: {meant}")
}

/// The id of a line that is JSON but no request.
fn id_of(bytes: &[u8]) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    // Serde takes a list for the fields in their order.
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    serde_json::from_slice::<Named<'_>>(bytes).ok().filter(|_| is_object).and_then(|named| named.id)
}

/// What a line asks for.
struct Asked {
    position: Position,
    /// Only what these pieces may do.
    labels: Option<Vec<Label>>,
    bearings: Vec<Bearings>,
}

impl Asked {
    fn of(request: &Request<'_>, cache: &VariantCache) -> Result<Asked, String> {
        let name = request.variant.as_deref().unwrap_or(USUAL_VARIANT);
        let variant = cache.get(name, &request.rules)?;
        let position = match (&request.position, &request.fen) {
            (Some(text), None) => Position::from_text(&variant, text),
            (None, Some(fen)) => Position::from_fen(&variant, fen),
            (None, None) | (Some(_), Some(_)) => return Err("give either `position` or `fen`".to_owned()),
        };
        let position = position.map_err(|e| e.to_string())?;
        let mut bearings = Vec::with_capacity(request.bearings.len());
        for (label, degrees) in &request.bearings {
            let label = Label::new(label).map_err(|e| format!("bearings: {e}"))?;
            position.expect_piece(label).map_err(|e| format!("bearings: {e}"))?;
            bearings.push((label, degrees.clone()));
        }
        match &request.piece {
            None => Ok(Asked { position, labels: None, bearings }),
            Some(pieces) => {
                let labels = pieces.labels()?;
                let position = for_pieces(position, &labels)?;
                Ok(Asked { position, labels: Some(labels), bearings })
            }
        }
    }
}

/// The position in which some pieces of one side are to move: those of the side not to move as if it had the turn.
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
    let given = match position.for_piece(*first).map_err(|e| format!("piece: {e}"))? {
        Cow::Owned(given) => Some(given),
        Cow::Borrowed(_) => None,
    };
    Ok(given.unwrap_or(position))
}
