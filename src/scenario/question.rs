//! Questions about a legal set: of which piece, along which bearing, on which path.

use super::number::Number;
use crate::chess::Label;
use crate::game::SpanReport;
use crate::geom::{is_same_bearing, tolerance};
use crate::notation::{Sense, number};
use crate::plane::{Lane, LaneShape, Piece, PlanePosition};
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
    /// `left`, `right`, `left:2`: an arc.
    Arc {
        /// The sense of the arc: counter-clockwise to the left, clockwise to the right.
        sense: Sense,
        /// The radius, if the question gives it.
        radius: Option<f64>,
    },
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
        let sense = match (word, radius) {
            ("straight", None) => return Ok(PathAsked::Straight),
            ("turn", None) => return Ok(PathAsked::Turn),
            ("left", _) => Sense::CounterClockwise,
            ("right", _) => Sense::Clockwise,
            _ => return Err(unknown()),
        };
        let radius = radius.map(|radius| number(radius).filter(|&r| r > 0.0).ok_or_else(unknown));
        Ok(PathAsked::Arc { sense, radius: radius.transpose()? })
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

    /// Whether the question asks for a span.
    pub(super) fn picks(&self, span: &SpanReport) -> bool {
        self.piece.is_none_or(|label| span.piece == label)
            && self.bearing.is_none_or(|Number(bearing)| !span.turn && is_same_bearing(bearing, span.bearing))
            && self.way.is_none_or(|way| way.fits(span.turn, span.arc))
    }

    /// Whether a piece of the position has such a path, blocked or not. A leap to any place has every bearing.
    pub(super) fn is_known(&self, position: &PlanePosition) -> bool {
        let is_asked = |piece: &&Piece| match self.piece {
            Some(label) => piece.label == label,
            None => piece.color() == position.turn(),
        };
        position.pieces().iter().filter(is_asked).any(|piece| {
            let lanes = position.rules().kind(piece.kind).lanes(piece.color());
            lanes.iter().any(|lane| self.fits_lane(piece, lane))
        })
    }

    fn fits_lane(&self, piece: &Piece, lane: &Lane) -> bool {
        let fits_bearing = self.bearing.is_none_or(|Number(bearing)| match lane.shape {
            LaneShape::Area => true,
            LaneShape::Turn(_) => false,
            LaneShape::Straight | LaneShape::Arc(_) => is_same_bearing(bearing, piece.bearing_along(lane)),
        });
        let fits_way = self.way.is_none_or(|way| match lane.shape {
            LaneShape::Arc(radius) => way.fits(false, Some(radius)),
            LaneShape::Turn(_) => way.fits(true, None),
            LaneShape::Straight | LaneShape::Area => way.fits(false, None),
        });
        fits_bearing && fits_way
    }
}

impl PathAsked {
    /// Whether a path is of this kind: a turn in place, an arc of a signed radius, or else a line.
    fn fits(self, is_turn: bool, arc: Option<f64>) -> bool {
        match (self, arc) {
            (PathAsked::Turn, _) => is_turn,
            (PathAsked::Straight, None) => !is_turn,
            (PathAsked::Arc { sense, radius }, Some(arc)) => {
                let fits_radius = |r: f64| (arc.abs() - r).abs() <= tolerance::TYPED;
                Sense::of(arc) == sense && radius.is_none_or(fits_radius)
            }
            (PathAsked::Straight, Some(_)) | (PathAsked::Arc { .. }, None) => false,
        }
    }
}
