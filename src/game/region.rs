//! Reports of regions: two-dimensional legal sets as programs read them.

use super::analysis::labels;
use crate::chess::Label;
use crate::geom::{CellSide, Curve, Point};
use crate::plane::{LandingCell, LandingRegion, PlanePosition};
use serde::Serialize;

/// The legal landings of a piece that leaps to any place.
///
/// ```
/// use continuum::{Analysis, Position, Prepared};
/// let prepared = Prepared::preset("continuous")?;
/// let Analysis::Plane(analysis) = Analysis::of(&Position::from_text(&prepared, "Ga@4,4' ; w")?) else { panic!("the plane") };
/// // A Guard lands between 0.1 and 0.5 from its place.
/// let area: f64 = analysis.regions[0].cells.iter().map(|cell| cell.area).sum();
/// assert!((area - std::f64::consts::PI * (0.25 - 0.01)).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionReport {
    /// The mover.
    pub piece: Label,
    /// The landings, divided into cells: sorted by captures, then by area, the largest first.
    pub cells: Vec<CellReport>,
}

/// Landings with the same captures and promotion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellReport {
    /// The captured pieces, sorted.
    pub captures: Vec<Label>,
    /// Whether the move promotes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub promotes: bool,
    /// The area in square board units; 0 if the cell is a stretch of a curve or a single point.
    pub area: f64,
    /// A legal landing, well inside unless the cell is a stretch of a curve or a point; on a board with seams the canonical place.
    pub sample: [f64; 2],
    /// The parts of the outer outline, with the cell on their left. If the cell is a stretch of a curve, the stretch itself; if the
    /// cell is a point, the list is empty. Outlines lie on the plane about the mover, so beyond a seam they are not canonical.
    #[serde(rename = "arcs")]
    pub outer_outline: Vec<OutlinePartReport>,
    /// The outlines of holes, with the cell on their left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<OutlinePartReport>>,
}

/// A part of an outline: straight, or an arc about a centre.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OutlinePartReport {
    /// The first point.
    pub from: [f64; 2],
    /// The last point.
    pub to: [f64; 2],
    /// The centre of an arc.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<[f64; 2]>,
    /// The radius of an arc, board units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// The directions from the centre of an arc to its first and last point, degrees. A clockwise arc has descending directions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degrees: Option<[f64; 2]>,
    /// Whether the cell excludes the points of the part.
    pub open: bool,
}

impl RegionReport {
    pub(super) fn new(position: &PlanePosition, region: &LandingRegion) -> RegionReport {
        let mut cells: Vec<CellReport> =
            region.cells.iter().map(|cell| cell_report(position, cell)).collect();
        cells.sort_by(|a, b| a.captures.cmp(&b.captures).then(b.area.total_cmp(&a.area)));
        RegionReport { piece: position.piece(region.piece).label, cells }
    }
}

fn cell_report(position: &PlanePosition, cell: &LandingCell) -> CellReport {
    let outline_parts = |sides: &[CellSide]| sides.iter().map(outline_part).collect();
    CellReport {
        captures: labels(position, &cell.value.captures),
        promotes: cell.value.promotes,
        area: cell.area,
        sample: coordinates(position.rules().board.canonical(cell.sample).0),
        outer_outline: outline_parts(cell.outer_outline()),
        holes: cell.holes().iter().map(|sides| outline_parts(sides)).collect(),
    }
}

fn outline_part(side: &CellSide) -> OutlinePartReport {
    let (from, to) = (coordinates(side.curve.at(side.from)), coordinates(side.curve.at(side.to)));
    let straight_part =
        OutlinePartReport { from, to, centre: None, radius: None, degrees: None, open: side.open };
    match side.curve {
        Curve::Line { .. } => straight_part,
        Curve::Circle { centre, radius } => OutlinePartReport {
            centre: Some(coordinates(centre)),
            radius: Some(radius),
            degrees: Some([side.from, side.to].map(|angle| angle.to_degrees() + 0.0)),
            ..straight_part
        },
    }
}

/// Returns the coordinates of a point. The addition of 0 makes 0 of -0, as in the angles of arcs.
fn coordinates(p: Point) -> [f64; 2] {
    [p.x + 0.0, p.y + 0.0]
}
