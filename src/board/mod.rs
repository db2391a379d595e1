//! Boards as geometry. A new board begins here.
//!
//! - [`Surface`] is the board of the plane: a rectangle with real coordinates, whose opposite sides are walls or glued
//!   ([`Seam`]).
//! - [`Grid`] is the board of a lattice: cells with a *row* and a *column*, which are rank and file on the square, ring and
//!   sector on round boards. Its [`Chart`] gives each cell coordinates, Cartesian on the square and polar on round boards.
//!   Neighbours, rays and leaps are found by walking the chart from cell to cell; pictures draw the same chart.
//! - [`Trace`] is the way of a move between cells, for pictures. Ways on the plane are `geom::Path`.
//!
//! The name of a new board is a member of `variant::Board`. A board of the plane is then described in `surface`, and a board
//! of cells in `chart`, `grid`, `array`, `zones` and `names`.

mod array;
mod chart;
mod grid;
mod images;
mod names;
mod room;
mod surface;
mod trace;
mod zones;

pub(crate) use crate::variant::MAX_CELLS;
pub use array::Post;
pub(crate) use array::initial_array;
pub use chart::{Chart, Coord, Sheet, Step};
pub(crate) use grid::KNIGHT_LEAPS;
pub use grid::{Cell, Grid};
pub use images::Images;
pub use names::NameError;
pub use room::Room;
pub use surface::{Seam, Surface};
pub use trace::{PathKind, Trace};
pub(crate) use zones::{PawnWay, castle_plans, pawn_start, pawn_ways, promotes};
