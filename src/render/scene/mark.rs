//! Marks: everything that can be put on a board, by what it says and not by how it looks.

use super::shape::Shape;
use super::track::Track;
use crate::chess::{Color, Role};
use glam::DVec2;

/// One thing on the board.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A piece.
    Piece(Piece),
    /// The way a move went.
    Lane(Lane),
    /// Where a mover stopped, touching what it took.
    Contact(Contact),
    /// A stretch of legal stops.
    Span(LegalSpan),
    /// A single place that may be reached, as on a lattice.
    Target(Target),
    /// Legal stops that fill an area.
    Region(Region),
    /// Legal turns in place.
    Turn(TurnSpan),
    /// What a side attacks, or a move swept where that is no corridor about its way.
    Area(Area),
    /// The way of a captured piece back to its home.
    Rebirth(Rebirth),
    /// A turn in place that was made.
    Turned(Turned),
    /// A short text beside a place.
    Note(Note),
}

macro_rules! into_mark {
    ($($kind:ident => $variant:ident),+ $(,)?) => {
        $(impl From<$kind> for Mark {
            fn from(mark: $kind) -> Mark { Mark::$variant(mark) }
        })+
    };
}
into_mark! {
    Piece => Piece, Lane => Lane, Contact => Contact, LegalSpan => Span, Target => Target, Region => Region,
    TurnSpan => Turn, Area => Area, Rebirth => Rebirth, Turned => Turned, Note => Note,
}

/// What is drawn within a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// A chess figure.
    Role(Role),
    /// A letter, for kinds that have no figure.
    Letter(char),
}

/// How a piece stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standing {
    /// On the board.
    #[default]
    Present,
    /// On the board, and what the picture is about: its legal stops begin inside it, so they are
    /// drawn over its body and under its figure.
    Subject,
    /// A king in check: ringed.
    InCheck,
    /// On the board, and a legal stop in the picture takes it: its outline is dashed, and legal stops are
    /// drawn over it.
    Capturable,
    /// Taken here: hollow and crossed out.
    Captured,
    /// Stood here before: a hollow dashed outline without figure.
    Departed,
}

/// A piece, its extent to scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Its centre, where the figure is.
    pub at: DVec2,
    /// What it covers.
    pub extent: Shape,
    /// What it covers elsewhere, on a picture that tears the board.
    pub apart: Vec<Shape>,
    /// Its side.
    pub color: Color,
    /// What is drawn within.
    pub figure: Figure,
    /// A small text beside it; empty for none.
    pub label: String,
    /// How it stands there.
    pub standing: Standing,
    /// Which way it points, in radians, for kinds that have a heading.
    pub heading: Option<f64>,
}

impl Piece {
    /// A disc with a chess figure.
    pub fn disc(at: DVec2, radius: f64, color: Color, role: Role) -> Piece {
        Piece {
            at,
            extent: Shape::Disc { centre: at, radius },
            apart: Vec::new(),
            color,
            figure: Figure::Role(role),
            label: String::new(),
            standing: Standing::Present,
            heading: None,
        }
    }

    /// The same piece, standing otherwise.
    #[must_use]
    pub fn standing(mut self, standing: Standing) -> Piece {
        self.standing = standing;
        self
    }

    /// The same piece with a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Piece {
        self.label = label.into();
        self
    }
}

/// How a move crossed the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// It swept every point within the radius of its track: the corridor is drawn.
    Swept,
    /// It passed from cell to cell, as on a lattice: only the line is drawn.
    Passed,
    /// It leapt: only the line and the landing count.
    Leap,
}

/// The way a move went.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The way of the centre, in the direction of travel.
    pub track: Track,
    /// How far the mover reached to each side.
    pub radius: f64,
    /// Who moved.
    pub color: Color,
    /// How it crossed the board.
    pub passage: Passage,
    /// A number put beside it where there is room; empty for none.
    pub number: String,
}

/// Where a mover stopped: its outline dashed, with a dot on each point it touches.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// What the mover covers at the stop.
    pub extent: Shape,
    /// The centres it touches or overlaps.
    pub touched: Vec<DVec2>,
}

/// What stopping at a place does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing further.
    Quiet,
    /// Takes something.
    Capture,
    /// Promotes.
    Promotion,
    /// Takes and promotes.
    CapturePromotion,
}

impl Effect {
    /// Whether something is taken.
    pub const fn captures(self) -> bool {
        matches!(self, Effect::Capture | Effect::CapturePromotion)
    }

    /// Whether the mover is promoted.
    pub const fn promotes(self) -> bool {
        matches!(self, Effect::Promotion | Effect::CapturePromotion)
    }
}

/// An end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Belongs to it.
    Closed,
    /// Does not.
    Open,
}

/// A stretch of a track; a move may stop at every point of it.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalSpan {
    /// The way of the centre; distances are measured from its start.
    pub track: Track,
    /// The least distance.
    pub from: f64,
    /// The greatest; equal to `from` for a single legal point.
    pub to: f64,
    /// Whether `from` itself is legal.
    pub start: End,
    /// Whether `to` itself is legal.
    pub end: End,
    /// What stopping there does.
    pub effect: Effect,
}

impl LegalSpan {
    /// A single legal point.
    pub fn single(at: DVec2, effect: Effect) -> LegalSpan {
        LegalSpan::whole(Track::line(at, at), effect)
    }

    /// A whole track, its ends legal too.
    pub fn whole(track: Track, effect: Effect) -> LegalSpan {
        let to = track.length();
        LegalSpan { track, from: 0.0, to, start: End::Closed, end: End::Closed, effect }
    }
}

/// A single place that may be reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The place.
    pub at: DVec2,
    /// How far a ring about it must reach to go round what stands there.
    pub radius: f64,
    /// What going there does.
    pub effect: Effect,
}

/// Legal stops that fill an area.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The corners of its outlines, curves flattened (see [`Track`]); one inside another is a hole.
    pub outlines: Vec<Vec<DVec2>>,
    /// The parts of the outlines of which it is known whether they are legal.
    pub rims: Vec<Border>,
    /// What stopping there does.
    pub effect: Effect,
}

/// A line on the outline of a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// Its points in order; the first repeated where it goes round.
    pub points: Vec<DVec2>,
    /// Whether the border itself is legal: a whole line, or dashed.
    pub end: End,
}

impl Region {
    /// A region whose outlines are each legal as a whole, or not.
    pub fn bounded(outlines: impl IntoIterator<Item = (Vec<DVec2>, End)>, effect: Effect) -> Region {
        let mut region = Region { outlines: Vec::new(), rims: Vec::new(), effect };
        for (outline, end) in outlines {
            region
                .rims
                .push(Border { points: outline.iter().chain(outline.first()).copied().collect(), end });
            region.outlines.push(outline);
        }
        region
    }
}

/// Legal turns in place: angles through which a piece may turn.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnSpan {
    /// What it turns about.
    pub at: DVec2,
    /// How far the drawn sector reaches.
    pub radius: f64,
    /// The bearing at which the stretch begins, radians.
    pub from: f64,
    /// The bearing at which it ends, counter-clockwise from `from`.
    pub to: f64,
    /// Whether `from` itself is legal.
    pub start: End,
    /// Whether `to` itself is legal.
    pub end: End,
    /// What stopping there does.
    pub effect: Effect,
}

/// A union of shapes, evenly tinted however often they overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// Who attacks or moved.
    pub color: Color,
    /// What is united.
    pub shapes: Vec<Shape>,
    /// What it says.
    pub cover: Cover,
}

/// What an area says of the places that it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// Its side attacks them.
    Attacked,
    /// A move passed over them.
    Swept,
}

/// The way of a captured piece back to its home.
#[derive(Debug, Clone, PartialEq)]
pub struct Rebirth {
    /// From the capture to the home.
    pub track: Track,
    /// The radius of the reborn piece, where the arrow ends; 0 to end it at the centre.
    pub radius: f64,
}

/// A turn in place that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Turned {
    /// What it turned about.
    pub at: DVec2,
    /// How far the drawn sector reaches.
    pub radius: f64,
    /// The bearing at which the turn began, radians.
    pub from: f64,
    /// The bearing at which it ended: counter-clockwise from `from` if it is greater, else clockwise.
    pub to: f64,
    /// Who turned.
    pub color: Color,
    /// A number put beside it where there is room; empty for none.
    pub number: String,
}

/// A short text beside a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The place it speaks of.
    pub at: DVec2,
    /// What it says: a word or a number.
    pub text: String,
}
