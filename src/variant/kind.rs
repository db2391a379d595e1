//! A kind of piece that has been checked.

use super::kind_spec::{Go, KindSpec, Takes};
use crate::geom::{Extent, Vec2};
use std::sync::LazyLock;

/// In which frame a direction is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// The player's: 0 is the right, 90 ahead.
    Player,
    /// The piece's own: 0 is its heading.
    Heading,
}

/// A direction: the bearing in degrees from 0 to 360, the unit vector, and the length of the vector as given (1 for
/// degrees). The lattice metric counts by that length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// Degrees counter-clockwise.
    pub bearing: f64,
    /// The unit vector: x to the right or ahead of the heading, y counter-clockwise of it.
    pub dir: Vec2,
    /// The unit of the lattice metric.
    pub length: f64,
}

/// One kind of move: the same in each of several directions.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveRule {
    /// How it travels.
    pub go: Go,
    /// The frame of the directions.
    pub frame: Frame,
    /// The directions; none for an area or a turn.
    pub directions: Vec<Direction>,
    /// The greatest distance, board units.
    pub range: f64,
    /// The greatest distance of a piece that has never moved.
    pub first_range: f64,
    /// What it may do to enemies.
    pub takes: Takes,
    /// Distances are multiples of this, whatever the variant's step.
    pub step: Option<f64>,
    /// Radii of the arcs it rides: above 0 bending left, below 0 right; none for a straight line.
    pub arcs: Vec<f64>,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq)]
pub struct KindRule {
    /// For people.
    pub name: String,
    /// The capital letter in labels.
    pub letter: char,
    /// What it is worth in pawns.
    pub value: f64,
    /// Whether it is the one that must not be taken.
    pub royal: bool,
    /// Whether it promotes and its moves reset the count of quiet plies.
    pub pawn: bool,
    /// What it occupies.
    pub extent: Extent,
    /// What it may do.
    pub moves: Vec<MoveRule>,
}

impl KindRule {
    /// Whether its heading matters: it is elongated, turns, or moves by it.
    pub fn has_heading(&self) -> bool {
        self.extent.as_disc().is_none()
            || self.moves.iter().any(|m| m.go == Go::Turn || m.frame == Frame::Heading)
    }
}

#[derive(serde::Deserialize)]
struct File {
    kind: Vec<KindSpec>,
}

static BUILT_IN: LazyLock<Vec<KindSpec>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
    let file: File = toml::from_str(include_str!("kinds.toml")).expect("kinds.toml reads");
    file.kind
});

/// The kinds that every plane variant knows, as written: the orthodox pieces, Guard, Sword and Flea.
pub fn built_in_kinds() -> &'static [KindSpec] {
    &BUILT_IN
}
