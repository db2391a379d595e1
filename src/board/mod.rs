//! Boards as geometry: the square in Cartesian, ring and disc in polar coordinates. What play needs
//! (neighbours, rays, leaps) is found by walking this geometry cell by cell, and the same geometry
//! draws the boards and the paths of the moves.
//!
//! A cell has a *row* and a *column*: rank and file on the square, ring and sector on round boards.

mod array;
mod chart;
mod grid;
mod names;
mod trace;
mod zones;

pub use array::{Post, initial_array};
pub use chart::{Chart, Coord, Step};
pub use grid::{Cell, Grid, KNIGHT_LEAPS, MAX_CELLS};
pub use names::NameError;
pub use trace::{PathKind, Trace};
pub use zones::{CastlePlan, PawnWay, castle_plans, pawn_start, pawn_ways, promotes};
