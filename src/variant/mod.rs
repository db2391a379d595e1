//! Variants: rules as data. A variant is a product of four choices (board, motion, rebirth, turns) plus parameters.
//!
//! This module has the parameters, their checks and the presets. It knows nothing of play. Start at [`VariantSpec`], the parameters
//! as written, and [`Variant`], the checked parameters.

mod axes;
mod cell_kind;
mod fault;
mod file;
mod kind;
mod kind_reader;
mod kind_spec;
mod plane_kind;
mod presets;
mod scope;
mod spec;
mod validate;

pub use axes::{Board, Motion, Rebirth, Seam, Turns};
pub use cell_kind::{CellKind, CellMove};
pub use fault::{KindPlace, VariantFault, VariantFaults};
pub use file::{LoadError, ReadError, names_file};
pub use kind::{Direction, Frame, KindRule, MoveRule, built_in_kinds};
pub use kind_spec::{ArcSide, ExtentShape, ExtentSpec, KindSpec, MoveSpec, NumberSpec, Takes, TravelMode};
pub use presets::{VariantError, preset, preset_names};
pub(crate) use spec::MAX_CELLS;
pub use spec::{
    Army, Array, CheckRule, KingPath, KnightVoids, Names, PawnPairs, Promotion, Stalemate, StepMetric,
    VariantSpec,
};
pub use validate::Variant;
