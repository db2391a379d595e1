//! A kind of piece as written: data that a variant file may hold.

use crate::choice::choice;
use serde::{Deserialize, Serialize};

choice! {
    /// How a move travels.
    pub enum Go("way to go") {
        /// Along the path, stopped by what it meets.
        Ride = "ride",
        /// From here to there; only the landing counts.
        Leap = "leap",
        /// From here to any place within the range.
        Area = "area",
        /// Turning in place.
        Turn = "turn",
    }
}

choice! {
    /// What a move may do to enemies.
    pub enum Takes("way of taking") {
        /// It never captures: whatever stands ahead stops it.
        Never = "never",
        /// It may capture.
        May = "may",
        /// It must capture.
        Must = "must",
    }
}

choice! {
    /// To which side an arc bends, seen by the rider.
    pub enum Bend("bend") {
        /// Counter-clockwise.
        Left = "left",
        /// Clockwise.
        Right = "right",
        /// Either.
        Both = "both",
    }
}

choice! {
    /// What a piece occupies.
    pub enum Shape("shape") {
        /// A disc about the centre.
        Disc = "disc",
        /// An isosceles triangle, the apex ahead, the centre in the middle of its bisecting line.
        Triangle = "triangle",
        /// All points within a radius of a stretch along the heading.
        Capsule = "capsule",
        /// A convex polygon about the centre.
        Polygon = "polygon",
    }
}

/// A length: a number, or an expression in which parameters of the variant may stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number, or an expression in quotation marks")]
pub enum Length {
    /// A whole number of board units.
    Whole(i64),
    /// Board units.
    Real(f64),
    /// `sqrt(5)`, `piece_radius`, `guard_reach`.
    Text(String),
}

/// A piece's extent as written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtentSpec {
    /// Which shape.
    pub shape: Shape,
    /// Of a disc or a capsule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// Of a triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Length>,
    /// Of a triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Length>,
    /// Of a capsule: from the middle of one round end to that of the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Of a polygon: its corners, x ahead, y to the left, the centre at 0, 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<[Length; 2]>>,
}

/// One kind of move as written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveSpec {
    /// How it travels.
    pub go: Go,
    /// The directions as vectors in the player's frame: x to the right, y ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toward: Vec<[f64; 2]>,
    /// The directions in degrees in the player's frame: 0 is the right, 90 ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bearings: Vec<Length>,
    /// The directions in degrees from the piece's own heading, counter-clockwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<Length>,
    /// The greatest distance; without end when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<Length>,
    /// The greatest distance of a piece that has never moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_range: Option<Length>,
    /// What it may do to enemies.
    #[serde(default = "may", skip_serializing_if = "is_may")]
    pub takes: Takes,
    /// Distances are multiples of this, whatever the variant's step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Length>,
    /// The radius of the circle it travels along; straight when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<Length>,
    /// To which side the arc bends; both when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bend: Option<Bend>,
}

fn may() -> Takes {
    Takes::May
}

fn is_may(takes: &Takes) -> bool {
    *takes == Takes::May
}

/// A kind of piece as written. Nothing here is checked:
/// [`Variant::new`](super::Variant::new) does that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindSpec {
    /// For people.
    pub name: String,
    /// The capital letter in labels.
    pub letter: String,
    /// What it is worth in pawns, for players that count.
    #[serde(default)]
    pub value: f64,
    /// Whether it is the one that must not be taken.
    #[serde(default, skip_serializing_if = "is_false")]
    pub royal: bool,
    /// Whether it promotes and its moves reset the count of quiet plies.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pawn: bool,
    /// What it occupies; a disc of `piece_radius` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extent: Option<ExtentSpec>,
    /// What it may do.
    #[serde(default, rename = "move", skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveSpec>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}
