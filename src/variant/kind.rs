//! Kinds of pieces that have been checked.

use super::kind_spec::{KindSpec, Takes, TravelMode};
use crate::diagnostics::read_toml;
use crate::geom::{Extent, Vec2};
use std::sync::LazyLock;

/// The frame in which a direction is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The player's frame: 0 is the right, 90 ahead.
    Player,
    /// The piece's own frame: 0 is its heading.
    Heading,
}

/// A direction of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// The bearing in degrees counter-clockwise, from 0 to 360.
    pub bearing: f64,
    /// The unit vector. Its x axis has the bearing 0, and its y axis the bearing 90.
    pub dir: Vec2,
    /// The unit of the lattice metric: the length of the vector as given, 1 for a bearing in degrees.
    pub lattice_unit: f64,
}

/// A move of a kind, in each of several directions.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveRule {
    /// The way of travelling.
    pub go: TravelMode,
    /// The frame of the directions.
    pub frame: Frame,
    /// The directions; none for an area leap or a turn.
    pub directions: Vec<Direction>,
    /// The greatest distance, in board units.
    pub range: f64,
    /// The greatest distance of a piece that has never moved, in board units.
    pub first_range: f64,
    /// The permission to capture.
    pub takes: Takes,
    /// The step, in place of the variant's: every distance is a multiple of it.
    pub step: Option<f64>,
    /// The radii of the arcs of a ride: positive to the left, negative to the right. Straight lines have none.
    pub arcs: Vec<f64>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq)]
pub struct KindRule {
    /// The name, for people.
    pub name: String,
    /// The capital letter in labels.
    pub letter: char,
    /// The value in pawns.
    pub value: f64,
    /// Whether the piece is royal: it must not be taken.
    pub royal: bool,
    /// Whether the piece promotes and its moves reset the count of quiet plies.
    pub pawn: bool,
    /// The extent.
    pub extent: Extent,
    /// The moves.
    pub moves: Vec<MoveRule>,
}

impl KindRule {
    /// Whether the heading matters: the extent is no disc, or the piece turns or moves by its heading.
    pub fn has_heading(&self) -> bool {
        self.extent.as_disc().is_none()
            || self.moves.iter().any(|m| m.go == TravelMode::Turn || m.frame == Frame::Heading)
    }
}

#[derive(serde::Deserialize)]
struct KindsFile {
    kind: Vec<KindSpec>,
}

static BUILT_IN: LazyLock<Vec<KindSpec>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
    let file: KindsFile = read_toml(include_str!("kinds.toml")).expect("kinds.toml reads");
    file.kind
});

/// Returns the kinds that every variant of the plane has, as written: the orthodox pieces, Guard, Sword and Flea.
pub fn built_in_kinds() -> &'static [KindSpec] {
    &BUILT_IN
}
