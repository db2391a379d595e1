//! Boards as geometry: their places and cells, and the paths between them.
//!
//! Belongs here: shapes, seams, cells and initial arrays, but no moves. Start at [`Surface`] for the plane and at [`Grid`] for
//! cells.
//!
//! - [`Sheet`] is a rectangle whose opposite sides are walls or glued. It computes where the copies of the board lie.
//! - [`Surface`] is the board of the plane: a sheet with real coordinates, perhaps with voids.
//! - [`Grid`] has cells with a row and a column: rank and file on flat boards, ring and sector on round ones. Its
//!   [`Chart`] gives each cell coordinates. Neighbours, rays and leaps are found by walking the chart from cell to
//!   cell, and pictures draw the same chart.
//! - [`Forward`] is the direction in which a pawn goes.
//! - [`CellPath`] is the path of a move between cells, for pictures. Paths on the plane are `geom::Path`.
//!
//! To add a board, add a member to `variant::Board`. Describe it in `surface` for the plane, and in `chart`, `grid`,
//! `array`, `zones` and `names` for cells.

mod array;
mod cell_path;
mod chart;
mod forward;
mod grid;
mod images;
mod names;
mod room;
mod sheet;
mod surface;
mod zones;

pub(crate) use crate::variant::MAX_CELLS;
pub use array::ArrayPiece;
pub(crate) use array::initial_array;
pub use cell_path::{CellPath, PathKind};
pub use chart::{CellStep, Chart, Coord};
pub use forward::{Forward, ForwardWay};
pub(crate) use grid::KNIGHT_STEPS;
pub use grid::{Cell, Grid, RepeatedStep};
pub use images::{CanonicalPart, Images};
pub use names::NameError;
pub use room::Room;
pub use sheet::{GluedSide, Sheet, SheetCell};
pub use surface::Surface;
pub(crate) use zones::{Castle, PawnSteps, castles, pawn_steps, promotes, usual_way, way_of};
