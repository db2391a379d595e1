//! Scenes: a board and the marks on it, in board units, y upwards. A scene knows no rules.

use super::mark::Mark;
use crate::chess::Color;
use glam::DVec2;

/// What one picture shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The board below the marks.
    pub ground: Ground,
    /// What is on it. Which mark covers which follows from its kind, not from the order here; within
    /// a kind the later covers the earlier.
    pub marks: Vec<Mark>,
    /// One line or more above the board; empty for none.
    pub title: String,
    /// Text below the board, wrapped to the picture; empty for none.
    pub caption: String,
    /// Whose turn it is, when that is to be shown.
    pub to_move: Option<Color>,
    /// Whether the marks are explained below the board.
    pub key: Key,
    /// Places shown again below the board, enlarged.
    pub details: Vec<Detail>,
}

/// A square of the board that is shown again, enlarged: contacts of small discs are hard to see on
/// the whole board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detail {
    /// Its middle.
    pub centre: DVec2,
    /// How far it reaches from there in x and in y, positive.
    pub reach: f64,
}

/// Whether the marks are explained below the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Key {
    /// One entry for each kind of mark that occurs, except pieces.
    #[default]
    Shown,
    /// None.
    Hidden,
}

impl Scene {
    /// An empty board without texts.
    pub fn new(ground: Ground) -> Scene {
        Scene {
            ground,
            marks: Vec::new(),
            title: String::new(),
            caption: String::new(),
            to_move: None,
            key: Key::default(),
            details: Vec::new(),
        }
    }

    /// The same scene with a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Scene {
        self.title = title.into();
        self
    }

    /// The same scene with a caption.
    #[must_use]
    pub fn captioned(mut self, caption: impl Into<String>) -> Scene {
        self.caption = caption.into();
        self
    }

    /// The same scene with the side to move shown.
    #[must_use]
    pub fn moving(mut self, color: Color) -> Scene {
        self.to_move = Some(color);
        self
    }

    /// The same scene with a square about `centre` enlarged.
    #[must_use]
    pub fn detailed(mut self, centre: DVec2, reach: f64) -> Scene {
        self.details.push(Detail { centre, reach });
        self
    }

    /// The same scene with more marks.
    #[must_use]
    pub fn with<M: Into<Mark>>(mut self, marks: impl IntoIterator<Item = M>) -> Scene {
        self.marks.extend(marks.into_iter().map(Into::into));
        self
    }
}

/// A board to draw on.
#[derive(Debug, Clone, PartialEq)]
pub enum Ground {
    /// The real rectangle from (0, 0) to (width, height): unit grid lines and coordinates, no squares,
    /// since no place of it differs from another.
    Plane {
        /// Its extent in x.
        width: f64,
        /// Its extent in y.
        height: f64,
    },
    /// A lattice of unit squares, a1 from (0, 0) to (1, 1) and dark; cell centres at halves.
    Squares {
        /// How many files, named a, b, ... at the rim.
        files: u32,
        /// How many ranks, numbered from 1.
        ranks: u32,
    },
    /// A ring or disc of cells about (0, 0).
    Round(RoundBoard),
}

/// A round board: cells and names, wherever its geometry puts them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RoundBoard {
    /// The cells, voids included.
    pub cells: Vec<Cell>,
    /// Names at the rim, outside or inside the cells.
    pub names: Vec<RimName>,
    /// The circle at the centre that is passed through and never occupied: its radius, 0 for none.
    pub centre_circle: f64,
}

/// One cell: an annular sector.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Inner radius.
    pub inner: f64,
    /// Outer radius.
    pub outer: f64,
    /// Angle at which it begins, radians counter-clockwise from east.
    pub from: f64,
    /// Angle at which it ends, larger than `from`.
    pub to: f64,
    /// How it is filled.
    pub tint: Tint,
    /// A small name in its outer corner; empty for none.
    pub name: String,
}

impl Cell {
    /// The middle of the cell in polar terms.
    pub fn centre(&self) -> DVec2 {
        (self.inner + self.outer) / 2.0 * DVec2::from_angle((self.from + self.to) / 2.0)
    }
}

/// How a cell is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// A light cell.
    Light,
    /// A dark cell.
    Dark,
    /// No cell: nothing stands on it or passes it.
    Void,
}

/// A name beside the cells of a round board, upright, centred on a point.
#[derive(Debug, Clone, PartialEq)]
pub struct RimName {
    /// What it says: short.
    pub text: String,
    /// The middle of the text.
    pub at: DVec2,
}
