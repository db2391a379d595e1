//! Marks: everything on a board, by meaning and not by appearance.

use super::shape::DrawnShape;
use super::track::Track;
use crate::chess::{Color, Role};
use glam::DVec2;

/// A mark on the board.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardMark {
    /// A piece.
    Piece(DrawnPiece),
    /// The path of a move.
    MovePath(MovePath),
    /// The stop of a mover that touches its captures.
    Contact(TouchingStop),
    /// A stretch of legal stops.
    Span(LegalSpan),
    /// A single legal destination on cells.
    Target(LegalDestination),
    /// Legal stops that fill an area.
    Region(LegalRegion),
    /// Legal turns in place.
    Turn(TurnSpan),
    /// The area that a side attacks, or that a move swept, unless that is a corridor.
    Area(Area),
    /// The return of a captured piece to its home.
    Rebirth(RebirthArrow),
    /// A turn in place that was made.
    Turned(Turned),
    /// A short text beside a place.
    Note(Note),
    /// A lane with its distances.
    Ruler(Ruler),
}

macro_rules! into_mark {
    ($($kind:ident => $variant:ident),+ $(,)?) => {
        $(impl From<$kind> for BoardMark {
            fn from(mark: $kind) -> BoardMark { BoardMark::$variant(mark) }
        })+
    };
}
into_mark! {
    DrawnPiece => Piece, MovePath => MovePath, TouchingStop => Contact, LegalSpan => Span, LegalDestination => Target,
    LegalRegion => Region, TurnSpan => Turn, Area => Area, RebirthArrow => Rebirth, Turned => Turned, Note => Note,
    Ruler => Ruler,
}

/// The drawing within a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// A chess figure.
    Role(Role),
    /// A letter, for kinds that have no figure.
    Letter(char),
}

/// The state of a piece in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PieceState {
    /// The piece is on the board.
    #[default]
    Present,
    /// On the board, and the subject of the picture. Its legal stops begin inside it, so they are
    /// drawn over its body and under its figure.
    Subject,
    /// A king in check: ringed.
    InCheck,
    /// On the board, and a legal stop in the picture takes it: its outline is dashed, and legal stops are drawn over it.
    Capturable,
    /// Captured by a move in the picture: hollow and crossed out.
    Captured,
    /// The place that a piece has left: a hollow dashed outline without figure.
    Departed,
}

/// A piece, its extent to scale.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPiece {
    /// The centre, where the figure is.
    pub at: DVec2,
    /// The area that the piece covers.
    pub extent: DrawnShape,
    /// The areas that the piece covers beyond seams, in a picture that cuts the board open there.
    pub apart: Vec<DrawnShape>,
    /// The side of the piece.
    pub color: Color,
    /// The drawing within.
    pub symbol: Symbol,
    /// A small text beside it; empty for none.
    pub label: String,
    /// The state in the picture.
    pub state: PieceState,
    /// The heading, radians, for kinds that have one.
    pub heading: Option<f64>,
    /// The direction of forward, radians, where the pieces of a side have different ones.
    pub forward: Option<f64>,
}

impl DrawnPiece {
    /// Returns a disc with a chess figure.
    pub fn disc(at: DVec2, radius: f64, color: Color, role: Role) -> DrawnPiece {
        DrawnPiece {
            at,
            extent: DrawnShape::Disc { centre: at, radius },
            apart: Vec::new(),
            color,
            symbol: Symbol::Role(role),
            label: String::new(),
            state: PieceState::Present,
            heading: None,
            forward: None,
        }
    }

    /// Returns the piece in another state.
    #[must_use]
    pub fn in_state(mut self, state: PieceState) -> DrawnPiece {
        self.state = state;
        self
    }

    /// Returns the piece with a label.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> DrawnPiece {
        self.label = label.into();
        self
    }
}

/// The manner in which a move crossed the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// The move swept every point within the radius of its track: the corridor is drawn.
    Swept,
    /// The move passed from cell to cell on a lattice: only the line is drawn.
    Passed,
    /// The move leapt: only the line and the landing count.
    Leap,
}

/// The path of a move that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct MovePath {
    /// The path of the centre, in the direction of travel.
    pub track: Track,
    /// The half width of the sweep, board units.
    pub radius: f64,
    /// The side that moved.
    pub color: Color,
    /// The manner in which the mover crossed the board.
    pub passage: Passage,
    /// A number put beside it where there is room; empty for none.
    pub number: String,
}

/// The stop of a mover: its outline dashed, with a dot on each point that it touches.
#[derive(Debug, Clone, PartialEq)]
pub struct TouchingStop {
    /// The area that the mover covers at the stop.
    pub extent: DrawnShape,
    /// The centres it touches or overlaps.
    pub touched: Vec<DVec2>,
}

/// The effect of a move that stops at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopEffect {
    /// The move is quiet.
    Quiet,
    /// The move captures.
    Capture,
    /// The move promotes.
    Promotion,
    /// The move captures and promotes.
    CapturePromotion,
}

impl StopEffect {
    /// Returns the effect of a move, by whether it captures and whether it promotes.
    pub const fn of(captures: bool, promotes: bool) -> StopEffect {
        match (captures, promotes) {
            (false, false) => StopEffect::Quiet,
            (true, false) => StopEffect::Capture,
            (false, true) => StopEffect::Promotion,
            (true, true) => StopEffect::CapturePromotion,
        }
    }

    /// Whether the move captures.
    pub const fn captures(self) -> bool {
        matches!(self, StopEffect::Capture | StopEffect::CapturePromotion)
    }

    /// Whether the move promotes.
    pub const fn promotes(self) -> bool {
        matches!(self, StopEffect::Promotion | StopEffect::CapturePromotion)
    }
}

/// An end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntervalEnd {
    /// The end belongs to the interval.
    Closed,
    /// The end does not belong to the interval.
    Open,
}

impl IntervalEnd {
    /// Returns the end of an interval that leaves it out if it is open.
    pub const fn of(is_open: bool) -> IntervalEnd {
        if is_open { IntervalEnd::Open } else { IntervalEnd::Closed }
    }
}

/// A stretch of a track; a move may stop at every point of it.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalSpan {
    /// The path of the centre; distances are measured from its start.
    pub track: Track,
    /// The least distance.
    pub from: f64,
    /// The greatest; equal to `from` for a single legal point.
    pub to: f64,
    /// Whether `from` itself is legal.
    pub start: IntervalEnd,
    /// Whether `to` itself is legal.
    pub end: IntervalEnd,
    /// The effect of a move that stops there.
    pub effect: StopEffect,
}

impl LegalSpan {
    /// Returns a single legal point.
    pub fn single(at: DVec2, effect: StopEffect) -> LegalSpan {
        LegalSpan::whole(Track::line(at, at), effect)
    }

    /// Returns a whole track with legal ends.
    pub fn whole(track: Track, effect: StopEffect) -> LegalSpan {
        let to = track.length();
        LegalSpan { track, from: 0.0, to, start: IntervalEnd::Closed, end: IntervalEnd::Closed, effect }
    }
}

/// A single legal destination.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalDestination {
    /// The place.
    pub at: DVec2,
    /// The radius of a ring about a piece that stands there, board units.
    pub radius: f64,
    /// The effect of the move.
    pub effect: StopEffect,
}

/// Legal stops that fill an area.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalRegion {
    /// The corners of its outlines, curves flattened (see [`Track`]); one inside another is a hole.
    pub outlines: Vec<Vec<DVec2>>,
    /// Those parts of the outlines for which it is known whether a stop on them is legal.
    pub rims: Vec<Border>,
    /// The effect of a move that stops there.
    pub effect: StopEffect,
}

/// A line on the outline of a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// The points in order; a closed line repeats the first.
    pub points: Vec<DVec2>,
    /// Whether a stop on the border itself is legal: then it is drawn solid, else dashed.
    pub end: IntervalEnd,
}

impl LegalRegion {
    /// Returns a region of which every outline is legal either everywhere or nowhere, as its [`IntervalEnd`] says.
    pub fn bounded(
        outlines: impl IntoIterator<Item = (Vec<DVec2>, IntervalEnd)>,
        effect: StopEffect,
    ) -> LegalRegion {
        let mut region = LegalRegion { outlines: Vec::new(), rims: Vec::new(), effect };
        for (outline, end) in outlines {
            region
                .rims
                .push(Border { points: outline.iter().chain(outline.first()).copied().collect(), end });
            region.outlines.push(outline);
        }
        region
    }
}

/// Legal turns in place, as a sector of angles.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnSpan {
    /// The centre of the piece.
    pub at: DVec2,
    /// The radius of the drawn sector, board units.
    pub radius: f64,
    /// The bearing at which the stretch begins, radians.
    pub from: f64,
    /// The bearing at which it ends, counter-clockwise from `from`.
    pub to: f64,
    /// Whether `from` itself is legal.
    pub start: IntervalEnd,
    /// Whether `to` itself is legal.
    pub end: IntervalEnd,
    /// The effect of a move that stops there.
    pub effect: StopEffect,
}

/// A union of shapes, evenly tinted however often they overlap.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// The side that attacks or moved.
    pub color: Color,
    /// The shapes of the union.
    pub shapes: Vec<DrawnShape>,
    /// The meaning of the area.
    pub cover: Cover,
}

/// The meaning of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// The side attacks these places.
    Attacked,
    /// A move passed over these places.
    Swept,
}

/// The line along which a captured piece is put back to its home.
#[derive(Debug, Clone, PartialEq)]
pub struct RebirthArrow {
    /// The line from the capture to the home.
    pub track: Track,
    /// The radius of the reborn piece, where the arrow ends; 0 to end it at the centre.
    pub radius: f64,
}

/// A turn in place that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Turned {
    /// The centre of the turn.
    pub at: DVec2,
    /// The radius of the drawn sector, board units.
    pub radius: f64,
    /// The bearing at which the turn began, radians.
    pub from: f64,
    /// The bearing at which it ended: counter-clockwise from `from` if it is greater, else clockwise.
    pub to: f64,
    /// The side that turned.
    pub color: Color,
    /// A number put beside it where there is room; empty for none.
    pub number: String,
}

/// A lane with ticks at distances.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruler {
    /// The path of the centre.
    pub lane: Track,
    /// The short lines across it.
    pub ticks: Vec<Track>,
}

impl Ruler {
    /// Half the length of a tick in board units: of one at a tenth, and of one at a unit.
    const HALF: [f64; 2] = [0.04, 0.09];

    /// Returns a lane with a tick at each tenth of a unit, a longer one at each unit.
    pub fn of_tenths(lane: Track) -> Ruler {
        let tick = |tenth: u32| {
            let (at, half) = (f64::from(tenth) / 10.0, Ruler::HALF[usize::from(tenth.is_multiple_of(10))]);
            let across = lane.direction(at).perp() * half;
            Track::line(lane.at(at) - across, lane.at(at) + across)
        };
        let ticks = (1..=(lane.length() * 10.0) as u32).map(tick).collect();
        Ruler { lane, ticks }
    }
}

/// A short text beside a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The place of the note.
    pub at: DVec2,
    /// The text: a word or a number.
    pub text: String,
}
