//! How boards are carried to the page: maps from board units, and marks carried by them.
//!
//! `carry` has the maps that keep shapes, from the board to the page among them. A glued board is seen flat with its
//! `images` beyond the seams, bent to a round board (`polar`, by way of `bend`), or as a surface in space (`solid`).

pub(crate) mod bend;
pub(crate) mod carry;
pub(crate) mod images;
pub(crate) mod polar;
pub(crate) mod solid;
