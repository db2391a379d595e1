//! The forward direction at a place: a vector for pictures, and a word for people.

use super::chart::{CellStep, Chart};
use super::grid::{Cell, Grid};
use crate::choice::choice;
use crate::geom::{Point, Vec2, functions};
use crate::variant::VariantSpec;

choice! {
    /// The direction in which a pawn goes, in the words of players.
    pub enum ForwardWay("way") {
        /// Towards greater y.
        Up = "up",
        /// Towards smaller y.
        Down = "down",
        /// Round a ring to the left, as seen from the centre.
        CounterClockwise = "counter-clockwise",
        /// Round a ring to the right, as seen from the centre.
        Clockwise = "clockwise",
        /// Towards the centre of a round board.
        Inward = "inward",
        /// Towards the rim of a round board.
        Outward = "outward",
    }
}

/// The forward direction of a piece at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forward {
    /// The direction as a unit vector: on the plane in the rectangle of its coordinates, on cells in the picture.
    pub dir: Vec2,
    /// The direction in words.
    pub way: ForwardWay,
}

impl Forward {
    /// Returns the forward direction of a piece on the plane, from the direction in the board's coordinates.
    ///
    /// ```
    /// use continuum::board::{Forward, ForwardWay};
    /// use continuum::geom::{Point, Vec2};
    /// use continuum::variant::Variant;
    /// let disc = Variant::named("disc", &"".parse()?)?;
    /// let way = |y| Forward::on_plane(disc.spec(), Point::new(3.0, y), Vec2::Y).way;
    /// assert_eq!((way(1.5), way(4.5)), (ForwardWay::Inward, ForwardWay::Outward), "up leads through the centre at y = 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_plane(spec: &VariantSpec, at: Point, dir: Vec2) -> Forward {
        let (_, height) = spec.board_extent();
        Forward { dir, way: way_along(Chart::of(spec), at.y - height / 2.0, dir) }
    }

    /// Returns the forward direction of a piece on cells, from the step that leads ahead.
    ///
    /// ```
    /// use continuum::board::{CellStep, Forward, Grid, ForwardWay};
    /// use continuum::variant::Names;
    /// let e1 = Grid::RING.cell("e1", Names::Orthodox)?;
    /// let forward = Forward::on_cells(&Grid::RING, e1, CellStep::new(0, 1));
    /// assert_eq!(forward.way, ForwardWay::CounterClockwise);
    /// assert!(forward.dir.x > 0.9, "in the south counter-clockwise leads to the right");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_cells(grid: &Grid, cell: Cell, step: CellStep) -> Forward {
        let (chart, at) = (grid.chart(), grid.coord(cell));
        let along = Vec2::new(f64::from(step.columns), f64::from(step.rows));
        let dir = match chart {
            Chart::Flat(_) => along,
            // A column leads along the circle, and a row away from the centre.
            Chart::Ring | Chart::Disc => {
                let outward = functions::unit(at.v);
                outward.perp() * along.x + outward * along.y
            }
        };
        Forward { dir: dir.normalize_or_zero(), way: way_along(chart, at.u, along) }
    }
}

/// Returns the words for a direction in a chart. On a disc, `rho` is the signed distance of the place from the centre.
fn way_along(chart: Chart, rho: f64, dir: Vec2) -> ForwardWay {
    match chart {
        Chart::Flat(_) if dir.y > 0.0 => ForwardWay::Up,
        Chart::Flat(_) => ForwardWay::Down,
        Chart::Ring if dir.x > 0.0 => ForwardWay::CounterClockwise,
        Chart::Ring if dir.x < 0.0 => ForwardWay::Clockwise,
        Chart::Ring if dir.y > 0.0 => ForwardWay::Outward,
        Chart::Ring => ForwardWay::Inward,
        Chart::Disc if rho * dir.y < 0.0 => ForwardWay::Inward,
        Chart::Disc => ForwardWay::Outward,
    }
}
