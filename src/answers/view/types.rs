//! The plain data that the page gets. It has the same form for every board. Lengths are in board units.

use crate::board::ForwardWay;
use crate::chess::{Color, Label};
use crate::game::SpanReport;
use serde::{Serialize, Serializer};

/// A point of the drawn plane, board units.
pub type Xy = [f64; 2];

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceView {
    pub label: Label,
    pub color: Color,
    /// The capital letter of the kind.
    pub letter: char,
    /// The name of the kind, for people and screen readers.
    pub name: String,
    pub at: Xy,
    /// The name of the cell, on boards of cells.
    pub cell: Option<String>,
    /// The heading on the plane in degrees, if the kind has one.
    pub heading: Option<f64>,
    /// The direction of forward, a unit vector on the plane, if it differs among the pieces of a side.
    pub ahead: Option<Xy>,
    pub way: Option<ForwardWay>,
    /// Whether seams have mirrored the piece.
    pub mirrored: bool,
    /// The extent of the piece at its place.
    pub shape: BodyView,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KindView {
    pub letter: char,
    pub name: String,
    /// The extent of a piece at the origin that faces along x.
    pub shape: BodyView,
    /// The suffixes that a piece of the kind may get in play: `moved`, `heading`, `sense`, `crossed`, `flips`, `promoted`, `home`.
    /// A position text may also state `flips` on a board whose seams reverse nothing.
    pub suffixes: Vec<&'static str>,
}

/// The body of a piece in board units: at the piece's place in a [`PieceView`], at the origin in a [`KindView`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum BodyView {
    /// The disc of radius `r` about the piece's centre.
    Disc { r: f64 },
    /// Corners, counter-clockwise.
    Polygon { points: Vec<Xy> },
    /// All points at a distance below `r` from a segment.
    Capsule { from: Xy, to: Xy, r: f64 },
}

/// An attacked region, in board units on the drawn plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum AttackedView {
    /// All points at a distance below `r` from a path, which has at least one point.
    Corridor { path: Vec<Xy>, r: f64 },
    /// Corners, counter-clockwise.
    Polygon { points: Vec<Xy> },
    /// A cell, by its index in [`BoardView::cells`].
    Cell { index: usize },
}

/// The places of a captured piece and of the home on which it is put back.
pub type RebirthView = [Xy; 2];

/// A span of legal distances along a lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanView {
    /// The span as `analyze` writes it.
    #[serde(flatten)]
    pub report: SpanReport,
    /// The unit vector in which the piece begins to move; for a turn the heading.
    pub dir: Xy,
    /// The rebirth of each captured piece, for the middle of the span.
    pub reborn: Vec<RebirthView>,
}

/// A legal destination on a board of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetView {
    pub piece: Label,
    pub cell: String,
    pub at: Xy,
    /// The move text without the letter of a promotion.
    pub text: String,
    /// The letters of the kinds to which the pawn may promote, and `None`, written as an empty text, if it may stay a pawn. The list
    /// is empty if the move has no promotion.
    #[serde(rename = "promotes", serialize_with = "as_texts")]
    pub promotions: Vec<Option<char>>,
    pub captures: Vec<Label>,
    /// The rebirth of each captured piece that is put back.
    pub reborn: Vec<RebirthView>,
    /// The pairs of pawns that are removed before the move, as in the move text.
    pub removes: Vec<String>,
    pub path: Vec<Xy>,
}

/// Writes letters as texts, and `None` as an empty text.
fn as_texts<S: Serializer>(letters: &[Option<char>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(letters.iter().map(|letter| letter.map(String::from).unwrap_or_default()))
}

/// Landings of a leap to any place that share one set of captures: an area, a part of a curve or a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionView {
    pub piece: Label,
    /// The outlines, with the region on their left. An outline inside another bounds a hole. A part of a curve is its own
    /// outline, and a point has none.
    pub outlines: Vec<Vec<SideView>>,
    /// The area in square board units; 0 for a part of a curve or a point.
    pub area: f64,
    /// A legal landing away from the outlines.
    pub sample: Xy,
    pub captures: Vec<Label>,
    /// The rebirth of each captured piece, for the landing `sample`.
    pub reborn: Vec<RebirthView>,
    /// Whether the leap ends with a promotion.
    pub promotes: bool,
}

/// A side of an outline: a segment, or an arc of a circle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideView {
    pub from: Xy,
    pub to: Xy,
    /// The centre of an arc; `None` for a segment.
    pub centre: Option<Xy>,
    /// The radius of an arc; 0 for a segment.
    pub radius: f64,
    /// The angles at which an arc begins and ends, in radians about the centre. They fall if the arc is clockwise.
    pub angles: Option<[f64; 2]>,
    /// Whether the side is open: its points do not belong to the region.
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
    /// Returns the labels of all captures. A piece that several moves capture occurs several times.
    pub fn captures(self) -> impl Iterator<Item = Label> {
        let spans = self.spans.into_iter().flat_map(|span| span.report.captures);
        let targets = self.targets.into_iter().flat_map(|target| target.captures);
        spans.chain(targets).chain(self.regions.into_iter().flat_map(|region| region.captures))
    }
}

/// A position of a game, with the facts that the page shows beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PositionView {
    pub ply: usize,
    pub turn: Color,
    pub status: &'static str,
    /// The side that has won by the rules, if any.
    pub winner: Option<Color>,
    pub check: bool,
    pub king: Option<Label>,
    /// The sides whose king is attacked, if the rules allow a player to leave the king attacked and to lose it.
    pub exposed: Vec<Color>,
    pub pieces: Vec<PieceView>,
    pub last: Option<LastMoveView>,
    /// The pieces that each side has lost, White's first.
    pub taken: [Vec<TakenView>; 2],
    /// The value of White's pieces less that of Black's, in pawns.
    #[serde(rename = "surplus")]
    pub material_lead_of_white: f64,
    /// In a series: the number of its next move, and its length.
    pub series: Option<[u32; 2]>,
    pub text: String,
}

/// The last move as it is drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LastMoveView {
    /// The label of the mover before the move.
    pub piece: Label,
    /// Points along the path of the mover's centre; for a turn, of its farthest point ahead.
    pub path: Vec<Xy>,
    pub turn: bool,
    /// The angle by which the mover turned, degrees counter-clockwise.
    pub turned: f64,
    /// Half the width of the sweep; 0 on cells, for a turn, and for a leap.
    pub r: f64,
    pub left: Xy,
    /// The extent of the mover before the move; `None` on cells.
    pub before: Option<BodyView>,
    /// The places where pieces were captured.
    pub taken: Vec<Xy>,
    /// The labels of the captured pieces before the move, in the same order.
    pub victims: Vec<Label>,
    /// The rook that castles with the mover.
    pub rook: Option<CastledView>,
    /// The rebirth of each captured piece that is put back.
    pub reborn: Vec<RebirthView>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CastledView {
    pub piece: Label,
    pub path: Vec<Xy>,
}

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
    /// The width and height of the chart. On the plane all coordinates are those of the chart.
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
    /// The images of the board in two rows of two columns, from the lower left. These four repeat over the whole plane.
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
    /// The radius of the free circle at the centre.
    pub hub: f64,
    /// The angle of the middle of the first column, in radians counter-clockwise from east.
    pub from: f64,
    /// The angle that one column takes, in radians.
    pub column: f64,
}

/// A cell: a square, or an annular sector.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellView {
    /// The name; empty for a void.
    pub name: String,
    pub at: Xy,
    /// `light`, `dark` or `void`.
    pub tint: &'static str,
    /// The annular sector `[inner, outer, from, to]`: radii, and angles in radians counter-clockwise from east; `None` for a
    /// unit square.
    pub sector: Option<[f64; 4]>,
}

/// A move as a line of the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveView {
    /// The move text, as the player gave it.
    pub text: String,
    /// The move text with numbers cut to three decimals.
    pub short: String,
    /// The move in standard algebraic notation without a sign of check; `None` on boards without this notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// The destination on the plane; `None` on cells and for a turn in place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Xy>,
    /// The label of the mover before the move.
    pub piece: Label,
    pub color: Color,
    pub captures: Vec<Label>,
    /// The labels that pieces put back have after the move.
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
