//! Projections of boards: maps from board units to the page, applied to marks.
//!
//! Start at `board_map`, which has the maps that preserve shapes. A glued board is drawn flat with the `images` of its marks beyond
//! the seams, as a round board (`polar`), or as a surface in space (`solid`). The last two bend marks (`bend`).

pub(crate) mod bend;
pub(crate) mod board_map;
pub(crate) mod images;
pub(crate) mod polar;
pub(crate) mod solid;
