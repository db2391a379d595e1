//! The plain data that a page gets, the same for every board. Lengths are in board units.

use crate::chess::Color;
use serde::Serialize;

/// A point of the drawn plane, board units.
pub type Xy = [f64; 2];

/// A piece.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceView {
    /// Its label.
    pub label: String,
    /// Its side.
    pub color: Color,
    /// Its kind's capital letter.
    pub letter: char,
    /// Its kind's name, for people and screen readers.
    pub name: String,
    /// The centre.
    pub at: Xy,
    /// The cell it stands on, on boards that have cells.
    pub cell: Option<String>,
    /// Its heading, plane degrees, if it has one.
    pub heading: Option<f64>,
    /// Which way is forward for it, a unit vector on the plane, where its side has not one for all its pieces.
    pub ahead: Option<Xy>,
    /// Whether seams have mirrored it.
    pub mirrored: bool,
    /// Its extent.
    pub shape: ShapeView,
}

/// An outline in board units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum ShapeView {
    /// A disc about the piece's centre.
    Disc {
        /// Its radius.
        r: f64,
    },
    /// A polygon, where it now stands.
    Polygon {
        /// Its corners, counter-clockwise.
        points: Vec<Xy>,
    },
    /// Everything nearer to a segment than a radius.
    Capsule {
        /// One end.
        from: Xy,
        /// The other.
        to: Xy,
        /// The radius.
        r: f64,
    },
    /// Everything nearer to a way than a radius.
    Corridor {
        /// Places along it, one at least.
        path: Vec<Xy>,
        /// The radius.
        r: f64,
    },
    /// A cell by its index in the board's list.
    Cell {
        /// The index.
        index: usize,
    },
}

/// Legal distances along a bearing, which share captures and promotion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanView {
    /// The label of the mover.
    pub piece: String,
    /// Degrees in the mover's frame, as in move texts.
    pub bearing: f64,
    /// The unit vector on the plane in which it sets out; for a turn the heading.
    pub dir: Xy,
    /// The radius of an arc: above 0 it bends left, below 0 right.
    pub arc: Option<f64>,
    /// The least distance: board units along the way, for a turn degrees.
    pub from: f64,
    /// The greatest.
    pub to: f64,
    /// Whether `from` does not belong to the span.
    pub open_from: bool,
    /// Whether `to` does not belong to the span.
    pub open_to: bool,
    /// The labels of what is captured.
    pub captures: Vec<String>,
    /// Where each captured piece would be put back.
    pub reborn: Vec<[Xy; 2]>,
    /// Whether the pawn promotes.
    pub promotes: bool,
    /// Whether it is a turn in place by an angle.
    pub turn: bool,
}

/// A legal destination on a board of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetView {
    /// The label of the mover.
    pub piece: String,
    /// The cell it goes to.
    pub cell: String,
    /// Its centre.
    pub at: Xy,
    /// The move text without a promotion's letter.
    pub text: String,
    /// The letters of what the pawn may become; empty for no promotion.
    pub promotes: Vec<String>,
    /// The labels of what is captured.
    pub captures: Vec<String>,
    /// Where each captured piece would be put back.
    pub reborn: Vec<[Xy; 2]>,
    /// The pairs of pawns that are removed before it, as in the move text.
    pub removes: Vec<String>,
    /// The path there.
    pub path: Vec<Xy>,
}

/// Landings of a leap to any place that share one set of captures: an area, a stretch of curve or a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionView {
    /// The label of the mover.
    pub piece: String,
    /// The outlines, with the region on their left; one inside another is a hole. A stretch of curve has itself,
    /// a point none.
    pub outlines: Vec<Vec<SideView>>,
    /// The area, square board units; 0 for a stretch of curve or a point.
    pub area: f64,
    /// A legal landing, well inside.
    pub sample: Xy,
    /// The labels of what is captured.
    pub captures: Vec<String>,
    /// Where each captured piece would be put back, for the landing `sample`.
    pub reborn: Vec<[Xy; 2]>,
    /// Whether the move promotes.
    pub promotes: bool,
}

/// A piece of an outline, exact: a straight line, or an arc about a centre.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideView {
    /// Where it begins.
    pub from: Xy,
    /// Where it ends.
    pub to: Xy,
    /// The centre of an arc.
    pub centre: Option<Xy>,
    /// The radius of an arc.
    pub radius: f64,
    /// The directions from the centre at which an arc begins and ends, radians; descending when clockwise.
    pub angles: Option<[f64; 2]>,
    /// Whether its points do not belong to the region.
    pub open: bool,
}

/// Everything the side to move may do.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LegalView {
    /// Spans of distances, on the plane.
    pub spans: Vec<SpanView>,
    /// Destinations, on boards of cells.
    pub targets: Vec<TargetView>,
    /// Regions of landings, on the plane.
    pub regions: Vec<RegionView>,
}

/// A position with what a page shows beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PositionView {
    /// The number of moves made.
    pub ply: usize,
    /// The side to move.
    pub turn: Color,
    /// The status of the game at that point.
    pub status: &'static str,
    /// The side that has won by the moves, if any.
    pub winner: Option<Color>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The label of the king in check.
    pub king: Option<String>,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// The move that led here.
    pub last: Option<LastMoveView>,
    /// The pieces that each side has lost, White's first.
    pub taken: [Vec<TakenView>; 2],
    /// By how many pawns' value White's pieces outweigh Black's.
    pub surplus: f64,
    /// In a series: the number of its next move, and its length.
    pub series: Option<[u32; 2]>,
    /// The position text.
    pub text: String,
}

/// The last move, as drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LastMoveView {
    /// The path it went.
    pub path: Vec<Xy>,
    /// Half the width of what it swept; 0 on cells and for a turn.
    pub r: f64,
    /// The centre of where it stood.
    pub left: Xy,
    /// Its extent there; none on cells.
    pub before: Option<ShapeView>,
    /// Where pieces were captured.
    pub taken: Vec<Xy>,
    /// Where pieces were captured and where each was put back.
    pub reborn: Vec<[Xy; 2]>,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardView {
    /// `plane`, `squares` or `round`.
    pub shape: &'static str,
    /// The least coordinates.
    pub min: Xy,
    /// The greatest.
    pub max: Xy,
    /// The cells, if it has any.
    pub cells: Vec<CellView>,
    /// Lines to draw across it, such as the promotion lines.
    pub lines: Vec<[Xy; 2]>,
    /// The radius of the hub that ways pass through; 0 for none.
    pub centre: f64,
    /// On the plane: the width and height of the chart. All coordinates are the chart's.
    pub chart: Xy,
    /// On the plane: how opposite sides meet.
    pub seams: SeamsView,
    /// On the plane: rectangles on which nothing may stand, each by its low and high corner.
    pub voids: Vec<[Xy; 2]>,
    /// How the chart is bent round a centre, on round boards of the plane.
    pub bend: Option<BendView>,
}

/// How opposite sides of a board meet: `wall`, `straight` or `flipped`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeamsView {
    /// Left and right.
    pub sides: &'static str,
    /// Bottom and top.
    pub ends: &'static str,
}

/// A chart bent round a centre.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BendView {
    /// `ring`, where y leads outward, or `disc`, where it leads through the centre.
    pub shape: &'static str,
    /// The radius that the chart leaves free at the centre.
    pub hub: f64,
    /// The angle of the first column's middle, radians, counter-clockwise from east.
    pub from: f64,
    /// The angle of one column, radians.
    pub column: f64,
}

/// A cell: a square, or a piece of a ring.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// Its centre.
    pub at: Xy,
    /// `light`, `dark` or `void`.
    pub tint: &'static str,
    /// Radii and angles (radians, counter-clockwise from east) `[inner, outer, from, to]` of a piece of a
    /// ring; none for a unit square.
    pub sector: Option<[f64; 4]>,
}

/// A move, as a line of the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveView {
    /// The move text as it was given.
    pub text: String,
    /// The move with numbers cut to three decimals.
    pub short: String,
    /// The side that moved.
    pub color: Color,
    /// The labels of what was captured.
    pub captures: Vec<String>,
    /// The present labels of what was put back.
    pub reborn: Vec<String>,
    /// `+` for check, `#` for mate, `=` for any other end; else nothing.
    pub sign: &'static str,
}

/// The lost pieces of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TakenView {
    /// The kind's capital letter.
    pub letter: char,
    /// The kind's name, for people.
    pub name: String,
    /// The number of them.
    pub count: usize,
}
