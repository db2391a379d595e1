//! The contents of a picture: a board, its marks, and texts.

use super::ground::{Ground, Projection};
use super::mark::BoardMark;
use crate::chess::Color;
use glam::DVec2;

/// The contents of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The board on which the marks are drawn.
    pub ground: Ground,
    /// The marks. Which of two marks covers the other depends on their kinds. Of marks of one kind, the later covers the earlier.
    pub marks: Vec<BoardMark>,
    /// The text above the board, wrapped to the width of the picture; empty for no title.
    pub title: String,
    /// The text below the board, wrapped to the width of the picture; empty for no caption.
    pub caption: String,
    /// The side to move, if the picture names it.
    pub to_move: Option<Color>,
    /// The wording of the legend below the board; `None` for no legend. The legend has one entry for each kind of mark in the
    /// picture. Ordinary pieces need none.
    pub legend: Option<Wording>,
    /// The parts of the board that are drawn again below it, enlarged. A part that would be enlarged too little is left out.
    pub insets: Vec<Inset>,
}

/// A square part of the board that is drawn again, enlarged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inset {
    /// The centre of the square.
    pub centre: DVec2,
    /// Half the side of the square, in board units; positive.
    pub half_side: f64,
}

/// What the legend calls the legal stops of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wording {
    /// Legal stops.
    #[default]
    Legal,
    /// Stops that mate.
    Mates,
    /// Keys of a problem.
    Keys,
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
            legend: Some(Wording::default()),
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

    /// Returns the scene with the side to move, which the picture names.
    #[must_use]
    pub fn moving(mut self, color: Color) -> Scene {
        self.to_move = Some(color);
        self
    }

    /// Returns the scene with one more inset. `half_side` is half the side of its square, in board units.
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
    pub fn enlarging(mut self, centre: DVec2, half_side: f64) -> Scene {
        self.insets.push(Inset { centre, half_side });
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

    /// Returns the scene with a glued board in this projection. Other boards stay the same.
    #[must_use]
    pub fn seen(mut self, projection: Projection) -> Scene {
        if let Ground::Glued(board) = &mut self.ground {
            board.projection = projection;
        }
        self
    }

    /// Whether an inset shows a place and not only at its margin: the place lies within half the distance from centre to sides.
    pub fn has_inset_near(&self, place: DVec2) -> bool {
        let is_near = |inset: &Inset| (inset.centre - place).abs().max_element() < inset.half_side / 2.0;
        self.insets.iter().any(is_near)
    }

    /// Whether the picture shows legal stops.
    pub fn shows_stops(&self) -> bool {
        use BoardMark::{LegalDestination, LegalRegion, LegalSpan, TurnSpan};
        let is_stop = |mark: &BoardMark| {
            matches!(mark, LegalSpan(_) | LegalDestination(_) | LegalRegion(_) | TurnSpan(_))
        };
        self.marks.iter().any(is_stop)
    }

    /// Returns the scene with more marks.
    #[must_use]
    pub fn with<M: Into<BoardMark>>(mut self, marks: impl IntoIterator<Item = M>) -> Scene {
        self.marks.extend(marks.into_iter().map(Into::into));
        self
    }
}
