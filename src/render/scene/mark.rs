//! Marks: everything on a board, by its meaning. `paint` decides what each looks like.

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
    /// A stop of a mover, with the centres that it touches.
    Contact(TouchingStop),
    /// A stretch of legal stops.
    Span(LegalSpan),
    /// A legal destination on cells.
    Target(LegalDestination),
    /// Legal stops that fill an area.
    Region(LegalRegion),
    /// Legal turns in place.
    Turn(TurnSpan),
    /// The area that a side attacks or that a move swept. A swept corridor is part of its [`MovePath`].
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
    /// The piece is the subject of the picture. Its legal stops begin inside it, so they are drawn over its body and under
    /// its figure.
    Subject,
    /// The piece is a king in check: ringed.
    InCheck,
    /// A legal stop in the picture takes the piece: its outline is dashed, and legal stops are drawn over it.
    Capturable,
    /// A move in the picture captured the piece: hollow and crossed out.
    Captured,
    /// The piece has left this place: a hollow dashed outline without figure.
    Departed,
}

impl PieceState {
    /// Whether the piece stands at its place no more: captured pieces and departed ones.
    pub const fn is_gone(self) -> bool {
        matches!(self, PieceState::Captured | PieceState::Departed)
    }
}

/// A piece, its extent to scale.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPiece {
    /// The centre, where the figure is.
    pub at: DVec2,
    /// The area that the piece covers.
    pub extent: DrawnShape,
    /// The parts of its area that lie elsewhere in the picture, beyond a seam.
    pub apart: Vec<DrawnShape>,
    /// The side of the piece.
    pub color: Color,
    /// The drawing in its middle.
    pub symbol: Symbol,
    /// A small text beside it; empty for none.
    pub label: String,
    /// The state in the picture.
    pub state: PieceState,
    /// The heading in radians, for kinds that have one.
    pub heading: Option<f64>,
    /// The direction of forward in radians, on boards where it differs from piece to piece.
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
    /// The move swept the corridor about its track, which is drawn.
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
    /// Half the width of the corridor, board units.
    pub radius: f64,
    /// The side that moved.
    pub color: Color,
    /// The manner of crossing the board.
    pub passage: Passage,
    /// The number beside the path, drawn where there is room; empty for none.
    pub number: String,
}

/// A stop of a mover: a dashed outline, with a dot on each centre that it touches.
#[derive(Debug, Clone, PartialEq)]
pub struct TouchingStop {
    /// The area that the mover covers at the stop.
    pub extent: DrawnShape,
    /// The centres that the mover touches or overlaps.
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
    /// Returns the effect of a move that captures or not, and promotes or not.
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
    /// Returns an open or a closed end.
    pub const fn of(is_open: bool) -> IntervalEnd {
        if is_open { IntervalEnd::Open } else { IntervalEnd::Closed }
    }
}

/// A stretch of a track, at every point of which a move may stop.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalSpan {
    /// The path of the centre; distances are measured from its start.
    pub track: Track,
    /// The least distance.
    pub from: f64,
    /// The greatest distance; equal to `from` for a single legal point.
    pub to: f64,
    /// The end at `from`.
    pub start: IntervalEnd,
    /// The end at `to`.
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
    /// The radius of a piece that stands there, board units.
    pub radius: f64,
    /// The effect of the move.
    pub effect: StopEffect,
}

/// Legal stops that fill an area.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalRegion {
    /// The corners of its outlines, with curves flattened (see [`Track`]). An outline inside another is a hole.
    pub outlines: Vec<Vec<DVec2>>,
    /// The parts of the outlines of which it is known whether a stop on them is legal.
    pub rims: Vec<Border>,
    /// The effect of a move that stops there.
    pub effect: StopEffect,
}

/// A line on the outline of a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// The points in order; a closed line repeats the first.
    pub points: Vec<DVec2>,
    /// Whether a stop on the border itself is legal. The border is drawn solid if so, else dashed.
    pub end: IntervalEnd,
}

impl LegalRegion {
    /// Returns a region with these outlines, each of which is a border too. An outline does not repeat its first point.
    pub fn bounded(borders: Vec<Border>, effect: StopEffect) -> LegalRegion {
        let outlines = borders.iter().map(|border| border.points.clone()).collect();
        let mut rims = borders;
        for Border { points, .. } in &mut rims {
            let first = points.first().copied();
            points.extend(first);
        }
        LegalRegion { outlines, rims, effect }
    }
}

/// A stretch of legal turns in place.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnSpan {
    /// The centre of the piece.
    pub at: DVec2,
    /// The radius of the drawn sector, board units.
    pub radius: f64,
    /// The heading at which the stretch begins, radians.
    pub from: f64,
    /// The heading at which the stretch ends, counter-clockwise from `from`.
    pub to: f64,
    /// The end at `from`.
    pub start: IntervalEnd,
    /// The end at `to`.
    pub end: IntervalEnd,
    /// The effect of a move that stops there.
    pub effect: StopEffect,
}

/// A union of shapes in one tint, even where they overlap.
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

/// The line from a capture to the home where the captured piece is put back.
#[derive(Debug, Clone, PartialEq)]
pub struct RebirthArrow {
    /// The line.
    pub track: Track,
    /// The radius of the piece that is put back. The arrow ends at its rim.
    pub radius: f64,
}

/// A turn in place that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Turned {
    /// The centre of the turn.
    pub at: DVec2,
    /// The radius of the drawn sector, board units.
    pub radius: f64,
    /// The heading at which the turn began, radians.
    pub from: f64,
    /// The heading at which the turn ended, greater than `from` after a counter-clockwise turn.
    pub to: f64,
    /// The side that turned.
    pub color: Color,
    /// The number beside the arc, drawn where there is room; empty for none.
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
    /// Returns a lane with a tick at each tenth of a unit, and a longer one at each unit.
    pub fn of_tenths(lane: Track) -> Ruler {
        let tick = |tenth: u32| {
            let at = f64::from(tenth) / 10.0;
            let half_length = if tenth.is_multiple_of(10) { 0.09 } else { 0.04 };
            let across = lane.direction(at).perp() * half_length;
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
