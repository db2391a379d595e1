//! Boards in the form that the page gets.

use super::types::{BendView, BoardView, CellView, ImageView, SeamsView, Xy};
use crate::board::{Cell, Chart, Coord, Grid, Sheet};
use crate::game::Prepared;
use crate::geom::{Bounds, Image, Vec2};
use crate::lattice::LatticeRules;
use crate::plane::{self, Promoting};

/// The radius of the hub about which the disc's cells are drawn, board units. With it the innermost cells have room for a piece.
const DISC_HUB: f64 = 2.0;

pub fn board(prepared: &Prepared) -> BoardView {
    match prepared {
        Prepared::Plane(rules) => plane_board(rules),
        Prepared::Lattice(rules) => lattice_board(rules),
    }
}

fn lattice_board(rules: &LatticeRules) -> BoardView {
    let chart = rules.grid().chart();
    let (columns, rows) = (chart.columns() as f64, chart.rows() as f64);
    let hub = match chart {
        Chart::Flat(_) => 0.0,
        Chart::Ring => Chart::RING_HOLE,
        Chart::Disc => DISC_HUB,
    };
    let radius = rows + hub;
    let (shape, min, max, sheet) = match chart {
        Chart::Flat(sheet) => ("squares", [0.0; 2], [columns, rows], sheet),
        Chart::Ring | Chart::Disc => ("round", [-radius; 2], [radius; 2], Sheet::SQUARE),
    };
    BoardView {
        shape,
        min,
        max,
        cells: cells(rules),
        lines: Vec::new(),
        centre: hub,
        chart: [max[0] - min[0], max[1] - min[1]],
        seams: seams(&sheet),
        voids: Vec::new(),
        bend: None,
    }
}

fn plane_board(rules: &plane::Rules) -> BoardView {
    let board = &rules.board;
    let (width, height) = (board.width(), board.height());
    let flat = BoardView {
        shape: "plane",
        min: [0.0, 0.0],
        max: [width, height],
        cells: Vec::new(),
        lines: promotion_lines(rules),
        centre: 0.0,
        chart: [width, height],
        seams: seams(board.sheet()),
        voids: board.voids().iter().map(|Bounds { low, high }| [[low.x, low.y], [high.x, high.y]]).collect(),
        bend: None,
    };
    let chart = Chart::of(rules.variant.spec());
    let (bend_shape, hub, rows) = match chart {
        Chart::Flat(_) => return flat,
        Chart::Ring => ("ring", Chart::RING_HOLE, height),
        // A line through the centre crosses the rows of the disc twice.
        Chart::Disc => ("disc", DISC_HUB, height / 2.0),
    };
    let radius = hub + rows;
    let bend = BendView { shape: bend_shape, hub, from: chart.theta0(), column: chart.column_width() };
    BoardView { min: [-radius; 2], max: [radius; 2], bend: Some(bend), ..flat }
}

fn seams(sheet: &Sheet) -> SeamsView {
    let image = |column: f64, row: f64| {
        let Image { flips, shift } = sheet.image(column, row);
        let factors = flips.vec(Vec2::ONE);
        ImageView { fx: factors.x, fy: factors.y, x: shift.x, y: shift.y }
    };
    let sides = sheet.glued_sides().into_iter();
    SeamsView {
        glued: [sheet.sides.is_glued(), sheet.ends.is_glued()],
        sides: sides.map(|side| [[side.from.x, side.from.y], [side.to.x, side.to.y]]).collect(),
        copies: [0.0, 1.0].map(|row| [0.0, 1.0].map(|column| image(column, row))),
    }
}

/// Returns the lines at which pawns promote. Each crosses the board from wall to wall or from seam to seam.
fn promotion_lines(rules: &plane::Rules) -> Vec<[Xy; 2]> {
    let (width, height) = (rules.board.width(), rules.board.height());
    let across = |y: f64| [[0.0, y], [width, y]];
    match rules.promoting {
        Promoting::Never => Vec::new(),
        Promoting::BeforeWall => vec![across(0.5), across(height - 0.5)],
        Promoting::Circle(y) => vec![across(y), across(height - y)],
        // Pawns go round the ring, and promote behind lines along the radius.
        Promoting::Zone => [0.5, 7.5, 8.5, 15.5].map(|x| [[x, 0.0], [x, height]]).to_vec(),
    }
}

/// Returns the drawn place of a point in the coordinates of a board.
pub fn drawn_place(grid: &Grid, coord: Coord) -> Xy {
    grid.chart().drawn(coord, DISC_HUB).to_array()
}

/// Returns the annular sector of a cell on a round board, as [`CellView::sector`] has it.
fn sector(grid: &Grid, cell: Cell) -> Option<[f64; 4]> {
    let chart = grid.chart();
    let hub = match chart {
        Chart::Flat(_) => return None,
        Chart::Ring => 0.0,
        Chart::Disc => DISC_HUB,
    };
    let middle = grid.coord(cell);
    let (radius, half_width) = (middle.u + hub, chart.column_width() / 2.0);
    Some([radius - 0.5, radius + 0.5, middle.v - half_width, middle.v + half_width])
}

/// Returns every cell of a board, in the order of [`Cell::index`].
fn cells(rules: &LatticeRules) -> Vec<CellView> {
    let grid = rules.grid();
    let view = |cell: Cell| CellView {
        name: if grid.is_void(cell) { String::new() } else { rules.name(cell) },
        at: drawn_place(grid, grid.coord(cell)),
        tint: match (grid.is_void(cell), grid.is_light(cell)) {
            (true, _) => "void",
            (false, true) => "light",
            (false, false) => "dark",
        },
        sector: sector(grid, cell),
    };
    grid.places().map(view).collect()
}
