//! Kinds of pieces as written in a variant file.

use crate::choice::choice;
use serde::{Deserialize, Serialize};
use std::fmt;

choice! {
    /// The way in which a piece travels.
    pub enum TravelMode("way to go") {
        /// Along a path, up to the first contact.
        Ride = "ride",
        /// To a landing, over the pieces between.
        Leap = "leap",
        /// To any place within the range.
        Area = "area",
        /// Turning in place.
        Turn = "turn",
    }
}

impl TravelMode {
    /// Whether a move of this mode has directions.
    pub(super) const fn has_directions(self) -> bool {
        matches!(self, TravelMode::Ride | TravelMode::Leap)
    }
}

choice! {
    /// The permission to capture.
    pub enum Takes("way of taking") {
        /// The move never captures: pieces ahead stop it.
        Never = "never",
        /// The move may capture.
        May = "may",
        /// The move must capture.
        Must = "must",
    }
}

choice! {
    /// The side to which an arc bends, as seen by the rider.
    pub enum ArcSide("bend") {
        /// Counter-clockwise.
        Left = "left",
        /// Clockwise.
        Right = "right",
        /// Both, as two lanes.
        Both = "both",
    }
}

choice! {
    /// The shape of a piece's extent.
    pub enum ExtentShape("shape") {
        /// A disc about the centre.
        Disc = "disc",
        /// An isosceles triangle. Its apex is ahead, and its centre halfway between apex and base.
        Triangle = "triangle",
        /// All points within a radius of a segment along the heading.
        Capsule = "capsule",
        /// A convex polygon about the centre.
        Polygon = "polygon",
    }
}

/// A number of a kind, which is a length in board units or an angle in degrees: written out, or an expression with parameters of the variant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, or an expression in quotation marks")]
pub enum NumberSpec {
    /// A whole number.
    Whole(i64),
    /// A number with decimals.
    Real(f64),
    /// An expression: `sqrt(5)`, `piece_radius`, `guard_reach`.
    Text(String),
}

impl fmt::Display for NumberSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberSpec::Whole(n) => n.fmt(f),
            NumberSpec::Real(x) => x.fmt(f),
            NumberSpec::Text(text) => text.fmt(f),
        }
    }
}

/// A piece's extent as written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtentSpec {
    /// The shape.
    pub shape: ExtentShape,
    /// The radius of a disc or a capsule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<NumberSpec>,
    /// The base of a triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<NumberSpec>,
    /// The height of a triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<NumberSpec>,
    /// The length of a capsule: from the middle of one round end to that of the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<NumberSpec>,
    /// The corners of a polygon: x ahead, y to the left, with the centre at 0, 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[NumberSpec; 2]>>,
}

/// A move of a kind as written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveSpec {
    /// The way of travelling.
    pub go: TravelMode,
    /// The directions as vectors in the player's frame: x to the right, y ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toward: Vec<[f64; 2]>,
    /// The directions in degrees in the player's frame: 0 is the right, 90 ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bearings: Vec<NumberSpec>,
    /// The directions in degrees from the piece's own heading, counter-clockwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<NumberSpec>,
    /// The greatest distance; unlimited if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<NumberSpec>,
    /// The greatest distance of a piece that has never moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_range: Option<NumberSpec>,
    /// The permission to capture.
    #[serde(default = "usual_takes", skip_serializing_if = "is_may")]
    pub takes: Takes,
    /// The step, in place of the variant's: every distance is a multiple of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<NumberSpec>,
    /// The radius of the circular path; the path is straight if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<NumberSpec>,
    /// The side to which the arc bends; both if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bend: Option<ArcSide>,
}

impl MoveSpec {
    /// Whether the move states any directions.
    pub(super) fn gives_directions(&self) -> bool {
        !(self.toward.is_empty() && self.bearings.is_empty() && self.headings.is_empty())
    }
}

fn usual_takes() -> Takes {
    Takes::May
}

fn is_may(takes: &Takes) -> bool {
    *takes == Takes::May
}

/// A kind of piece as written. [`Variant::new`](super::Variant::new) checks it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindSpec {
    /// The name, for people.
    pub name: String,
    /// The capital letter in labels.
    pub letter: String,
    /// The value in pawns, for players that count.
    #[serde(default)]
    pub value: f64,
    /// Whether the piece is royal: it must not be taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub royal: bool,
    /// Whether the piece promotes and its moves reset the count of quiet plies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pawn: bool,
    /// The extent; a disc of `piece_radius` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extent: Option<ExtentSpec>,
    /// The moves.
    #[serde(default, rename = "move", skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveSpec>,
}
