//! The page as ink: outlines with colours, in order, the same for every output format.
//!
//! `drawing` collects outlines and is the place to start. `outline` builds closed contours out of strokes, dashes and
//! discs; `contour` finds the border of a union; `font` turns text and chess figures into outlines. `scan` says where
//! horizontal lines run inside an outline, and `palette` names the colours.

pub(crate) mod contour;
pub(crate) mod drawing;
pub(crate) mod font;
pub(crate) mod outline;
pub(crate) mod palette;
pub(crate) mod scan;
