//! The marks that a picture shows on its board. A mark has a meaning, and `paint` chooses colours and lines for it.

use super::shape::{DrawnShape, Sector};
use super::track::Track;
use crate::chess::{Color, Role};
use crate::geom::Interval;
use glam::DVec2;

/// A mark on the board.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardMark {
    /// A piece.
    DrawnPiece(DrawnPiece),
    /// The path of a move.
    MovePath(MovePath),
    /// A stop of a mover, with the centres that the mover touches there.
    TouchingStop(TouchingStop),
    /// A stretch of legal stops.
    LegalSpan(LegalSpan),
    /// A legal destination on cells.
    LegalDestination(LegalDestination),
    /// Legal stops that fill an area.
    LegalRegion(LegalRegion),
    /// A stretch of legal turns in place.
    TurnSpan(TurnSpan),
    /// The area that a side attacks, or that a move swept. The band about a [`MovePath`] needs no such mark.
    Area(Area),
    /// The return of a captured piece to its home.
    RebirthArrow(RebirthArrow),
    /// A turn in place that was made.
    MadeTurn(MadeTurn),
    /// A short text beside a place.
    Note(Note),
    /// A lane with ticks at distances.
    Ruler(Ruler),
}

macro_rules! into_mark {
    ($($kind:ident)+) => {
        $(impl From<$kind> for BoardMark {
            fn from(mark: $kind) -> BoardMark { BoardMark::$kind(mark) }
        })+
    };
}
into_mark! {
    DrawnPiece MovePath TouchingStop LegalSpan LegalDestination LegalRegion TurnSpan Area RebirthArrow MadeTurn Note Ruler
}

/// The sign in the middle of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// A chess figure.
    Role(Role),
    /// The letter of a kind that has no figure.
    Letter(char),
}

impl Symbol {
    /// Returns the sign of the kind with a capital letter.
    pub fn of_letter(letter: char) -> Symbol {
        Role::from_letter(letter).map_or(Symbol::Letter(letter), Symbol::Role)
    }
}

/// The state of a piece in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PieceState {
    /// The piece is on the board.
    #[default]
    Present,
    /// The picture shows the legal stops of the piece. They begin inside the piece, so they are drawn over its body and
    /// under its figure.
    Subject,
    /// The piece is a king in check. A ring is drawn about it.
    InCheck,
    /// A legal stop in the picture captures the piece. Its outline is dashed, and legal stops are drawn over it.
    Capturable,
    /// A move in the picture captured the piece. It is drawn hollow and crossed out.
    Captured,
    /// The piece has left this place. It is drawn as a dashed outline without figure.
    Departed,
}

impl PieceState {
    /// Whether the piece has been captured or has left its place.
    pub const fn is_gone(self) -> bool {
        matches!(self, PieceState::Captured | PieceState::Departed)
    }
}

/// A piece, drawn with its extent.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPiece {
    /// The centre of the piece, at which its symbol is drawn.
    pub at: DVec2,
    /// The area that the piece covers about its centre.
    pub extent: DrawnShape,
    /// The parts of its extent that lie beyond a seam, elsewhere in the picture.
    pub elsewhere: Vec<DrawnShape>,
    /// The side of the piece.
    pub color: Color,
    /// The sign in the middle of the piece.
    pub symbol: Symbol,
    /// A small text beside the piece; empty for no label.
    pub label: String,
    /// The state in the picture.
    pub state: PieceState,
    /// The heading in radians, if the kind has one.
    pub heading: Option<f64>,
    /// The forward direction in radians, if the pieces of a side have different ones.
    pub forward: Option<f64>,
}

impl DrawnPiece {
    /// Returns a piece whose extent is a disc, with a chess figure.
    pub fn disc(at: DVec2, radius: f64, color: Color, role: Role) -> DrawnPiece {
        DrawnPiece {
            at,
            extent: DrawnShape::Disc { centre: at, radius },
            elsewhere: Vec::new(),
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
    /// The piece swept the band about its track. Band and track are drawn.
    Swept,
    /// The piece passed from cell to cell of a lattice. Only the track is drawn.
    Passed,
    /// The piece leapt. The track is drawn dashed.
    Leap,
}

/// The path of a move that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct MovePath {
    /// The path of the centre, in the direction of travel.
    pub track: Track,
    /// Half the width of the swept band, in board units.
    pub radius: f64,
    /// The side that moved.
    pub color: Color,
    /// The manner in which the piece crossed the board.
    pub passage: Passage,
    /// The number of the move, drawn near the path where there is room; empty for no number.
    pub number: String,
}

impl MovePath {
    /// Returns the band that the piece swept; `None` if the move is drawn without a band.
    pub(crate) fn swept_band(&self) -> Option<DrawnShape> {
        let has_band = self.passage == Passage::Swept && self.radius > 0.0;
        has_band.then(|| DrawnShape::Band { track: self.track.clone(), radius: self.radius })
    }
}

/// A stop of a mover, with the centres that the mover touches there.
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

/// A stretch of a track at which a move may stop.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalSpan {
    /// The path of the centre. Distances are measured from its start, in board units.
    pub track: Track,
    /// The distances at which a stop is legal.
    pub stretch: Interval,
    /// The effect of a move that stops on the stretch.
    pub effect: StopEffect,
}

impl LegalSpan {
    /// Returns a single legal stop.
    pub fn single(at: DVec2, effect: StopEffect) -> LegalSpan {
        LegalSpan::whole(Track::line(at, at), effect)
    }

    /// Returns a whole track as a legal stretch with closed ends.
    pub fn whole(track: Track, effect: StopEffect) -> LegalSpan {
        LegalSpan { stretch: Interval::closed(0.0, track.length()), track, effect }
    }
}

/// A cell at which a move may end.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalDestination {
    /// The middle of the cell.
    pub at: DVec2,
    /// The radius of a piece on the cell, in board units.
    pub radius: f64,
    /// The effect of a move to the cell.
    pub effect: StopEffect,
}

/// Legal stops that fill an area.
#[derive(Debug, Clone, PartialEq)]
pub struct LegalRegion {
    /// The corners of each outline of the region. Curves are flattened (see [`Track`]). An outline inside another is a hole.
    pub outlines: Vec<Vec<DVec2>>,
    /// The lines that are drawn on the outlines.
    pub borders: Vec<Border>,
    /// The effect of a move that stops in the region.
    pub effect: StopEffect,
}

/// A line on an outline of a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Border {
    /// The points of the line in order. A closed line repeats the first.
    pub points: Vec<DVec2>,
    /// Whether stops on the line are illegal. Such a border is drawn dashed.
    pub is_open: bool,
}

impl LegalRegion {
    /// Returns a region bounded by whole outlines. They are given as borders that do not repeat their first point.
    pub fn bounded(mut borders: Vec<Border>, effect: StopEffect) -> LegalRegion {
        let outlines = borders.iter().map(|border| border.points.clone()).collect();
        for Border { points, .. } in &mut borders {
            let first = points.first().copied();
            points.extend(first);
        }
        LegalRegion { outlines, borders, effect }
    }
}

/// A stretch of legal turns in place.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnSpan {
    /// The headings of the stretch, counter-clockwise, as angles about the centre of the piece.
    pub sector: Sector,
    /// Whether the turn to the first heading itself is illegal.
    pub open_from: bool,
    /// Whether the turn to the last heading itself is illegal.
    pub open_to: bool,
    /// The effect of a turn to a heading of the stretch.
    pub effect: StopEffect,
}

/// The union of some shapes.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// The side that attacks the area, or whose move swept it.
    pub color: Color,
    /// The shapes, which may overlap.
    pub shapes: Vec<DrawnShape>,
    /// The meaning of the area.
    pub meaning: AreaMeaning,
}

/// The meaning of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaMeaning {
    /// The side attacks the area.
    Attacked,
    /// A move swept the area.
    Swept,
}

/// An arrow from the place of a capture to the home where the captured piece is put back.
#[derive(Debug, Clone, PartialEq)]
pub struct RebirthArrow {
    /// The line from the place of the capture to the home.
    pub track: Track,
    /// The radius of the piece, in board units. The arrow ends at the rim of the piece.
    pub radius: f64,
}

/// A turn in place that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeTurn {
    /// The headings that the piece had during the turn, as angles about its centre.
    pub sector: Sector,
    /// The side that made the turn.
    pub color: Color,
    /// The number of the move, drawn near the arc where there is room; empty for no number.
    pub number: String,
}

/// A lane with ticks at distances.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruler {
    /// The path of the centre along the lane.
    pub lane: Track,
    /// The short lines across the lane.
    pub ticks: Vec<Track>,
}

impl Ruler {
    /// Returns a ruler with a tick at each tenth of a board unit. The ticks at whole units are longer.
    pub fn of_tenths(lane: Track) -> Ruler {
        let tick = |tenth: u32| {
            let distance = f64::from(tenth) / 10.0;
            let half_length = if tenth.is_multiple_of(10) { 0.09 } else { 0.04 };
            let (at, across) = (lane.at(distance), lane.direction(distance).perp() * half_length);
            Track::line(at - across, at + across)
        };
        let ticks = (1..=(lane.length() * 10.0) as u32).map(tick).collect();
        Ruler { lane, ticks }
    }
}

/// A short text at a place or beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The place of the note.
    pub at: DVec2,
    /// The text, such as a word or a number.
    pub text: String,
}
