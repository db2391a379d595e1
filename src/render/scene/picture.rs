//! The contents of one picture: a board, the marks on it, and its texts.

use super::ground::{Ground, Projection};
use super::mark::BoardMark;
use crate::chess::Color;
use glam::DVec2;

/// The contents of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The board below the marks.
    pub ground: Ground,
    /// The marks. The kinds of two marks determine which covers the other; of one kind the later covers the earlier.
    pub marks: Vec<BoardMark>,
    /// The text above the board, wrapped to the picture; empty for none.
    pub title: String,
    /// The text below the board, wrapped to the picture; empty for none.
    pub caption: String,
    /// The side to move, if the picture shows it.
    pub to_move: Option<Color>,
    /// The key below the board.
    pub key: Legend,
    /// The parts of the board that are shown again below it, enlarged. A part that would be enlarged too little is left out.
    pub insets: Vec<Inset>,
}

/// A square of the board that is shown again, enlarged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inset {
    /// The centre.
    pub centre: DVec2,
    /// Half the side of the square, board units, positive.
    pub reach: f64,
}

impl Inset {
    /// Whether a place lies in the inner quarter of the square.
    pub fn is_about(&self, place: DVec2) -> bool {
        (self.centre - place).abs().max_element() < self.reach / 2.0
    }
}

/// The key below the board, which explains the marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Legend {
    /// One entry for each kind of mark that occurs, except pieces.
    #[default]
    Shown,
    /// As `Shown`, but legal stops are called stops that mate.
    Mates,
    /// As `Shown`, but legal stops are called keys.
    Solutions,
    /// No key.
    Hidden,
}

impl Scene {
    /// Returns an empty board without texts.
    pub fn new(ground: Ground) -> Scene {
        Scene {
            ground,
            marks: Vec::new(),
            title: String::new(),
            caption: String::new(),
            to_move: None,
            key: Legend::default(),
            insets: Vec::new(),
        }
    }

    /// Returns the scene with a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Scene {
        self.title = title.into();
        self
    }

    /// Returns the scene with a caption.
    #[must_use]
    pub fn captioned(mut self, caption: impl Into<String>) -> Scene {
        self.caption = caption.into();
        self
    }

    /// Returns the scene with the side to move shown.
    #[must_use]
    pub fn moving(mut self, color: Color) -> Scene {
        self.to_move = Some(color);
        self
    }

    /// Returns the scene with a square about `centre` enlarged; `reach` is half its side, board units.
    ///
    /// ```
    /// use continuum::render::{self, Ground, Scene};
    /// use glam::DVec2;
    /// let scene = Scene::new(Ground::Plane { width: 8.0, height: 8.0 }).titled("A corner, enlarged");
    /// let enlarged = scene.clone().enlarging(DVec2::new(7.5, 7.5), 0.5);
    /// assert_ne!(render::svg(&scene, 300)?, render::svg(&enlarged, 300)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn enlarging(mut self, centre: DVec2, reach: f64) -> Scene {
        self.insets.push(Inset { centre, reach });
        self
    }

    /// Returns the scene without the names inside the cells of a round board. The names at the rim stay.
    #[must_use]
    pub fn without_cell_names(mut self) -> Scene {
        if let Ground::Round(board) = &mut self.ground {
            board.cells.iter_mut().for_each(|cell| cell.name.clear());
        }
        self
    }

    /// Returns the scene with another projection of a glued board. Other boards stay the same.
    #[must_use]
    pub fn seen(mut self, projection: Projection) -> Scene {
        if let Ground::Glued(board) = &mut self.ground {
            board.projection = projection;
        }
        self
    }

    /// Whether any mark shows legal stops.
    pub fn shows_stops(&self) -> bool {
        use BoardMark::{Region, Span, Target, Turn};
        self.marks.iter().any(|mark| matches!(mark, Span(_) | Target(_) | Region(_) | Turn(_)))
    }

    /// Returns the scene with more marks.
    #[must_use]
    pub fn with<M: Into<BoardMark>>(mut self, marks: impl IntoIterator<Item = M>) -> Scene {
        self.marks.extend(marks.into_iter().map(Into::into));
        self
    }
}
