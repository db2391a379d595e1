//! The drawing on a page: outlines with colours, in order, the same for every output format.
//!
//! Start at `drawing`, which collects outlines. `outline` builds closed contours out of strokes, dashes and discs. `contour`
//! finds the border of a union of shapes. `font` turns text and chess figures into outlines. `scan` finds the parts of horizontal
//! lines inside an outline, and `palette` names the colours.

pub(crate) mod contour;
pub(crate) mod drawing;
pub(crate) mod font;
pub(crate) mod outline;
pub(crate) mod palette;
pub(crate) mod scan;
