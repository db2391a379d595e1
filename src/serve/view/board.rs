//! The ground to draw.

use super::cells::{DISC_HUB, cells};
use super::types::BoardView;
use crate::board::Chart;
use crate::game::Position;

/// The board of a position.
pub fn board(position: &Position) -> BoardView {
    match position {
        Position::Plane(p) => {
            let (width, height) = (p.rules().board.width(), p.rules().board.height());
            let line = |y: f64| [[0.0, y], [width, y]];
            BoardView {
                shape: "plane",
                min: [0.0, 0.0],
                max: [width, height],
                cells: Vec::new(),
                lines: vec![line(0.5), line(height - 0.5)],
                centre: 0.0,
            }
        }
        Position::Lattice(p) => {
            let chart = p.rules().grid().chart();
            let rows = chart.rows() as f64;
            let (shape, least, most, centre) = match chart {
                Chart::Square => ("squares", 0.0, rows, 0.0),
                Chart::Ring => ("round", -rows - Chart::RING_HOLE, rows + Chart::RING_HOLE, Chart::RING_HOLE),
                Chart::Disc => ("round", -rows - DISC_HUB, rows + DISC_HUB, DISC_HUB),
            };
            BoardView { shape, min: [least; 2], max: [most; 2], cells: cells(p), lines: Vec::new(), centre }
        }
    }
}
