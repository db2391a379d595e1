//! Questions about a legal set: of which piece, along which bearing, on which path.

use super::number::Number;
use crate::chess::Label;
use crate::game::SpanReport;
use crate::geom::{is_same_bearing, tolerance};
use crate::notation::number;
use crate::plane::{self, Lane, LaneShape};
use serde::{Deserialize, Deserializer};
use std::str::FromStr;

/// The requested part of the legal set; all of it if nothing is named.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegalQuestion {
    /// Only moves of this piece. A piece of the side not to move is treated as if its side had the turn.
    pub piece: Option<Label>,
    /// Only moves along this bearing, degrees. Turns in place do not have one.
    pub bearing: Option<Number>,
    /// Only moves on this path.
    pub way: Option<PathAsked>,
}

/// The kind of a path, as a question names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PathAsked {
    /// `straight`: a line.
    Straight,
    /// `left`, `right`, `left:2`: the side to which the arc bends (1 left, -1 right), and its radius if given.
    Arc(f64, Option<f64>),
    /// `turn`: a turn in place.
    Turn,
}

/// The error of a text that does not name a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown way `{0}`: use straight, left, right, left:RADIUS, right:RADIUS or turn")]
pub struct UnknownPath(String);

impl FromStr for PathAsked {
    type Err = UnknownPath;

    fn from_str(text: &str) -> Result<PathAsked, UnknownPath> {
        let unknown = || UnknownPath(text.to_owned());
        let (word, radius) = text.split_once(':').map_or((text, None), |(word, radius)| (word, Some(radius)));
        let side = match (word, radius) {
            ("straight", None) => return Ok(PathAsked::Straight),
            ("turn", None) => return Ok(PathAsked::Turn),
            ("left", _) => 1.0,
            ("right", _) => -1.0,
            _ => return Err(unknown()),
        };
        let radius = radius.map(|radius| number(radius).filter(|&r| r > 0.0).ok_or_else(unknown));
        Ok(PathAsked::Arc(side, radius.transpose()?))
    }
}

impl<'de> Deserialize<'de> for PathAsked {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PathAsked, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl LegalQuestion {
    /// Whether the question restricts the paths.
    pub(super) fn restricts_paths(&self) -> bool {
        self.bearing.is_some() || self.way.is_some()
    }

    /// Whether the question selects a span.
    pub(super) fn picks(&self, span: &SpanReport) -> bool {
        self.piece.is_none_or(|label| span.piece == label)
            && self.bearing.is_none_or(|Number(b)| !span.turn && is_same_bearing(b, span.bearing))
            && self.way.is_none_or(|way| way.fits(span.turn, span.arc))
    }

    /// Whether the question asks for a turn in place along a bearing, which turns do not have.
    pub(super) fn is_turn_along_bearing(&self) -> bool {
        self.bearing.is_some() && self.way == Some(PathAsked::Turn)
    }

    /// Whether a piece of the position has such a path, blocked or not. A leap to any place has every bearing.
    pub(super) fn is_known(&self, position: &plane::PlanePosition) -> bool {
        let asked = |piece: &&plane::Piece| match self.piece {
            Some(label) => piece.label == label,
            None => piece.color() == position.turn(),
        };
        let known = |piece: &plane::Piece, lane: &Lane| {
            let along = |Number(bearing): Number| match lane.shape {
                LaneShape::Area => true,
                LaneShape::Turn(_) => false,
                LaneShape::Straight | LaneShape::Arc(_) => {
                    is_same_bearing(bearing, piece.bearing_along(lane))
                }
            };
            let arc = match lane.shape {
                LaneShape::Arc(radius) => Some(radius),
                LaneShape::Straight | LaneShape::Turn(_) | LaneShape::Area => None,
            };
            let turn = matches!(lane.shape, LaneShape::Turn(_));
            self.bearing.is_none_or(along) && self.way.is_none_or(|way| way.fits(turn, arc))
        };
        position.pieces().iter().filter(asked).any(|piece| {
            position.rules().kind(piece.kind).lanes(piece.color()).iter().any(|lane| known(piece, lane))
        })
    }
}

impl PathAsked {
    fn fits(self, turn: bool, arc: Option<f64>) -> bool {
        match (self, arc) {
            (PathAsked::Turn, _) => turn,
            (PathAsked::Straight, None) => !turn,
            (PathAsked::Arc(side, radius), Some(arc)) => {
                arc.signum() == side && radius.is_none_or(|r| (arc.abs() - r).abs() <= tolerance::TYPED)
            }
            (PathAsked::Straight, Some(_)) | (PathAsked::Arc(..), None) => false,
        }
    }
}
