//! Questions about a legal set, which may be restricted to a piece, a bearing and a kind of path.

use super::number::Number;
use crate::chess::Label;
use crate::game::SpanReport;
use crate::geom::{is_same_bearing, tolerance};
use crate::notation::{Sense, number};
use crate::plane::{Lane, LaneShape, Piece, PlanePosition};
use serde::Deserialize;

/// A question about the legal set. A restriction that is left out restricts nothing.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LegalQuestion {
    /// The piece whose moves are requested. If its side is not to move, the question is answered as if it were.
    pub piece: Option<Label>,
    /// The bearing of the requested moves, in degrees. Turns in place do not have a bearing.
    pub bearing: Option<Number>,
    /// The kind of path of the requested moves.
    pub way: Option<PathAsked>,
}

/// A kind of path, as a question names it.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "String")]
pub enum PathAsked {
    /// `straight`: a line.
    Straight,
    /// `left`, `right`, `left:2`: an arc.
    Arc {
        /// The sense of the arc. An arc to the left is counter-clockwise.
        sense: Sense,
        /// The radius in board units, if the question states one.
        radius: Option<f64>,
    },
    /// `turn`: a turn in place.
    Turn,
}

/// The error of a text that does not name a path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown way `{0}`: use straight, left, right, left:RADIUS, right:RADIUS or turn")]
pub struct UnknownPath(String);

impl TryFrom<String> for PathAsked {
    type Error = UnknownPath;

    fn try_from(text: String) -> Result<PathAsked, UnknownPath> {
        let unknown = || UnknownPath(text.clone());
        let (word, radius) = match text.split_once(':') {
            Some((word, radius)) => (word, Some(radius)),
            None => (text.as_str(), None),
        };
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

impl LegalQuestion {
    /// Whether the question restricts the bearing or the kind of path.
    pub(super) fn restricts_paths(&self) -> bool {
        self.bearing.is_some() || self.way.is_some()
    }

    /// Whether a span belongs to the requested part of the legal set.
    pub(super) fn includes(&self, span: &SpanReport) -> bool {
        let has_bearing = |bearing: f64| !span.turn && is_same_bearing(bearing, span.bearing);
        let fits_piece = self.piece.is_none_or(|label| span.piece == label);
        let fits_bearing = self.bearing.is_none_or(|Number(bearing)| has_bearing(bearing));
        let fits_way = self.way.is_none_or(|way| way.fits(span.turn, span.arc));
        fits_piece && fits_bearing && fits_way
    }

    /// Whether a requested piece of the position has a requested path, which may be blocked. An area leap has every bearing.
    pub(super) fn has_path(&self, position: &PlanePosition) -> bool {
        let is_requested = |piece: &&Piece| match self.piece {
            Some(label) => piece.label == label,
            None => piece.color() == position.turn(),
        };
        position.pieces().iter().filter(is_requested).any(|piece| {
            let lanes = position.rules().kind(piece.kind).lanes(piece.color());
            lanes.iter().any(|lane| self.includes_lane(piece, lane))
        })
    }

    fn includes_lane(&self, piece: &Piece, lane: &Lane) -> bool {
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
    /// Whether a path is of this kind. The path is a turn in place, an arc with a signed radius, or a line.
    fn fits(self, is_turn: bool, arc: Option<f64>) -> bool {
        match (self, arc) {
            (PathAsked::Turn, _) => is_turn,
            (PathAsked::Straight, None) => !is_turn,
            (PathAsked::Arc { sense, radius }, Some(arc)) => {
                let has_radius = |radius: f64| (arc.abs() - radius).abs() <= tolerance::TYPED;
                Sense::of(arc) == sense && radius.is_none_or(has_radius)
            }
            (PathAsked::Straight, Some(_)) | (PathAsked::Arc { .. }, None) => false,
        }
    }
}
