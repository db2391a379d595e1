//! Labels of pieces in reports.

use crate::chess::Label;
use crate::plane;
use serde::Deserialize as _;
use serde::de::Error as _;

/// Returns the labels of pieces, sorted.
#[inline]
pub(super) fn labels(position: &plane::PlanePosition, ids: &[plane::PieceId]) -> Vec<Label> {
    if ids.is_empty() {
        return Vec::new();
    }
    let mut labels: Vec<Label> = ids.iter().map(|&id| position.piece(id).label).collect();
    labels.sort_unstable();
    labels
}

pub(super) fn as_text<S: serde::Serializer>(label: &Label, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(label.as_str())
}

pub(super) fn as_texts<S: serde::Serializer>(labels: &[Label], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(labels.iter().map(Label::as_str))
}

/// Reads a label.
pub(super) fn from_text<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Label, D::Error> {
    let text = String::deserialize(from)?;
    Label::new(&text).map_err(D::Error::custom)
}

/// Reads a list of labels.
pub(super) fn from_texts<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Label>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| Label::new(text).map_err(D::Error::custom)).collect()
}
