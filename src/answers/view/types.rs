//! The plain data that the page gets, alike for every board. Lengths are in board units.

use crate::board::Way;
use crate::chess::{Color, Label};
use crate::game::SpanReport;
use serde::Serialize;

/// A point of the drawn plane, board units.
pub type Xy = [f64; 2];

/// A piece on the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceView {
    pub label: Label,
    pub color: Color,
    /// The capital letter of the kind.
    pub letter: char,
    /// The name of the kind, for people and screen readers.
    pub name: String,
    pub at: Xy,
    /// The name of its cell, on boards of cells.
    pub cell: Option<String>,
    /// The heading in degrees on the plane, if the kind has one.
    pub heading: Option<f64>,
    /// The direction of forward, a unit vector on the plane, if the pieces of its side have different ones.
    pub ahead: Option<Xy>,
    /// The word for it, as [`Way`] has it.
    pub way: Option<Way>,
    /// Whether seams have mirrored the piece.
    pub mirrored: bool,
    pub shape: ShapeView,
}

/// A kind of piece, for setting up positions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindView {
    /// The capital letter.
    pub letter: char,
    pub name: String,
    /// The extent of a piece at the origin that faces along x.
    pub shape: ShapeView,
    /// The suffixes that it may have in the position text: `moved`, `heading`, `sense`, `crossed`, `flips`,
    /// `promoted`, `home`.
    pub suffixes: Vec<&'static str>,
}

/// An outline in board units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum ShapeView {
    /// A disc about the piece's centre.
    Disc { r: f64 },
    /// A polygon at its place on the plane.
    Polygon {
        /// The corners, counter-clockwise.
        points: Vec<Xy>,
    },
    /// All points nearer to a segment than a radius.
    Capsule { from: Xy, to: Xy, r: f64 },
    /// All points nearer to a path than a radius.
    Corridor {
        /// Points along the path, at least one.
        path: Vec<Xy>,
        r: f64,
    },
    /// A cell, by its index in the board's list.
    Cell { index: usize },
}

/// Legal distances along a bearing, which share captures and promotion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanView {
    /// The span as every report writes it.
    #[serde(flatten)]
    pub report: SpanReport,
    /// The unit vector on the plane in which the piece sets out; for a turn the heading.
    pub dir: Xy,
    /// The places of each captured piece and of its home.
    pub reborn: Vec<[Xy; 2]>,
}

/// A legal destination on a board of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetView {
    pub piece: Label,
    pub cell: String,
    pub at: Xy,
    /// The move text without the letter of a promotion.
    pub text: String,
    /// The letters of the kinds to which the pawn may promote, an empty text for a pawn that may stay; empty for no promotion.
    pub promotes: Vec<String>,
    pub captures: Vec<Label>,
    /// The places of each captured piece and of its home.
    pub reborn: Vec<[Xy; 2]>,
    /// The pairs of pawns that are removed before the move, as in the move text.
    pub removes: Vec<String>,
    pub path: Vec<Xy>,
}

/// Landings of a leap to any place that share one set of captures: an area, a part of a curve or a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionView {
    pub piece: Label,
    /// The outlines, with the region on their left; one inside another is a hole. A part of a curve is its own
    /// outline, and a point has none.
    pub outlines: Vec<Vec<SideView>>,
    /// The area in square board units; 0 for a part of a curve or a point.
    pub area: f64,
    /// A legal landing, well inside.
    pub sample: Xy,
    pub captures: Vec<Label>,
    /// The places of each captured piece and of its home, for the landing `sample`.
    pub reborn: Vec<[Xy; 2]>,
    pub promotes: bool,
}

/// A side of an outline, exact: a straight line, or an arc about a centre.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideView {
    pub from: Xy,
    pub to: Xy,
    /// The centre of an arc.
    pub centre: Option<Xy>,
    /// The radius of an arc.
    pub radius: f64,
    /// The angles at which an arc begins and ends, in radians about the centre; descending if clockwise.
    pub angles: Option<[f64; 2]>,
    /// Whether the points of the side do not belong to the region.
    pub open: bool,
}

/// The legal set of the side to move.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LegalView {
    /// Spans of distances, on the plane.
    pub spans: Vec<SpanView>,
    /// Destinations, on boards of cells.
    pub targets: Vec<TargetView>,
    /// Regions of landings, on the plane.
    pub regions: Vec<RegionView>,
}

impl LegalView {
    /// Returns the label of each capture, as often as it occurs.
    pub fn captures(self) -> impl Iterator<Item = Label> {
        let spans = self.spans.into_iter().flat_map(|span| span.report.captures);
        let targets = self.targets.into_iter().flat_map(|target| target.captures);
        spans.chain(targets).chain(self.regions.into_iter().flat_map(|region| region.captures))
    }
}

/// A position, with what the page shows beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PositionView {
    pub ply: usize,
    pub turn: Color,
    pub status: &'static str,
    /// The side that has won on the board, if any.
    pub winner: Option<Color>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The label of the king in check.
    pub king: Option<Label>,
    /// The sides whose king is attacked and may be taken, where the rules let a king be left so.
    pub exposed: Vec<Color>,
    pub pieces: Vec<PieceView>,
    /// The move that led here.
    pub last: Option<LastMoveView>,
    /// The pieces that each side has lost, White's first.
    pub taken: [Vec<TakenView>; 2],
    /// The value of White's pieces less that of Black's, in pawns.
    pub surplus: f64,
    /// In a series: the number of its next move, and its length.
    pub series: Option<[u32; 2]>,
    pub text: String,
}

/// The last move, as drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LastMoveView {
    /// The label of the mover before the move.
    pub piece: Label,
    /// The path of its centre; of a turn that of the farthest point ahead.
    pub path: Vec<Xy>,
    /// Whether the move is a turn in place.
    pub turn: bool,
    /// The angle by which the mover turned, degrees counter-clockwise.
    pub turned: f64,
    /// Half the width of the sweep; 0 on cells, for a turn, and for a leap, which sweeps nothing.
    pub r: f64,
    /// The centre of the mover before the move.
    pub left: Xy,
    /// The extent of the mover before the move; none on cells.
    pub before: Option<ShapeView>,
    /// The places where pieces were captured.
    pub taken: Vec<Xy>,
    /// The labels that these pieces had, in the same order.
    pub victims: Vec<Label>,
    /// The rook that castles with the mover.
    pub rook: Option<CastledView>,
    /// The places of each captured piece and of its home.
    pub reborn: Vec<[Xy; 2]>,
}

/// The rook of a castling.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CastledView {
    pub piece: Label,
    pub path: Vec<Xy>,
}

/// A board to draw.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardView {
    /// `plane`, `squares` or `round`.
    pub shape: &'static str,
    pub min: Xy,
    pub max: Xy,
    /// The cells, on boards of cells.
    pub cells: Vec<CellView>,
    /// Further lines to draw, such as promotion lines.
    pub lines: Vec<[Xy; 2]>,
    /// The radius of the hub through which paths pass; 0 for none.
    pub centre: f64,
    /// On the plane: the width and height of the chart. All coordinates are those of the chart.
    pub chart: Xy,
    /// The gluing of opposite sides.
    pub seams: SeamsView,
    /// On the plane: rectangles on which nothing may stand, each by its lowest and highest corner.
    pub voids: Vec<[Xy; 2]>,
    /// The bending of the chart about a centre, on round boards of the plane.
    pub bend: Option<BendView>,
}

/// The gluing of opposite sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeamsView {
    /// Whether left and right are glued, and whether bottom and top are.
    pub glued: [bool; 2],
    /// The glued sides, each in the direction in which it coincides with another.
    pub sides: Vec<[Xy; 2]>,
    /// By row and by column: the image of the board on its copies (0, 0), (1, 0), (0, 1) and (1, 1). All other copies repeat
    /// these four at every second column and row.
    pub copies: [[ImageView; 2]; 2],
}

/// An image of the board: the place `q` appears at `[fx * q.x + x, fy * q.y + y]`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ImageView {
    pub fx: f64,
    pub fy: f64,
    pub x: f64,
    pub y: f64,
}

/// A chart bent about a centre.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BendView {
    /// `ring`, where y leads outward, or `disc`, where y leads through the centre.
    pub shape: &'static str,
    /// The radius that the chart leaves free at the centre.
    pub hub: f64,
    /// The angle of the middle of the first column, in radians counter-clockwise from east.
    pub from: f64,
    /// The angle of one column, radians.
    pub column: f64,
}

/// A cell: a square, or an annular sector.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellView {
    pub name: String,
    pub at: Xy,
    /// `light`, `dark` or `void`.
    pub tint: &'static str,
    /// The annular sector `[inner, outer, from, to]`: radii, and angles in radians counter-clockwise from east. None
    /// for a unit square.
    pub sector: Option<[f64; 4]>,
}

/// A move as a line of the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveView {
    /// The move text, as given.
    pub text: String,
    /// The move with numbers cut to three decimals.
    pub short: String,
    /// The move in standard algebraic notation without a sign of check, on boards that have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The place where the mover ends, on the plane; none for a turn in place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Xy>,
    /// The label of the mover before the move.
    pub piece: Label,
    /// The side that moved.
    pub color: Color,
    pub captures: Vec<Label>,
    /// The present labels of the pieces put back.
    pub reborn: Vec<Label>,
    /// `+` for check, `#` for mate, `=` for any other end; else empty.
    pub sign: &'static str,
}

/// The lost pieces of one kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TakenView {
    /// The capital letter of the kind.
    pub letter: char,
    pub name: String,
    pub count: usize,
}
