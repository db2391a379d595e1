//! Every tolerance of the program, with its unit and its reason.

/// Board units. The tolerance of the rules, unless a variant sets another (`epsilon`): only deeper overlaps
/// count, contacts within it are one contact, and a path may exceed a limit on its reach by it.
/// Far above the rounding of f64 on a board of 8 (about 1e-15) and far below the precision with which a person places a piece.
pub const EPSILON: f64 = 1e-9;

/// Board units. Two computations of one contact differ by less than this, even close to a tangent.
pub const ROUNDING: f64 = 1e-11;

/// Board units. A destination typed as `x,y` may lie this far off its line. Within this distance of a contact the destination
/// means the contact. People type six decimals.
pub const TYPED: f64 = 1e-6;

/// Board units. Curves that cross no deeper than this count as touching at one point, because such a depth is within the rounding
/// of places on a board of up to 30. On a circle of radius 0.1 or more this moves a common point by at most 3e-7 radians.
pub const TOUCH: f64 = 4e-15;

/// Dimensionless. Two unit vectors are parallel when their cross product is below this: the rounding of
/// a few operations on unit vectors.
pub const PARALLEL: f64 = 1e-14;

/// Degrees. The greatest difference between a typed bearing and the bearing of the piece that it means, with the
/// rounding of decimals. People type two decimals, and no two bearings of a piece are nearer than 18 degrees.
pub const BEARING: f64 = 0.01 + 1e-9;

/// Degrees. The rounding of a bearing that outputs print to three decimals. A bearing typed with a greater error is shown
/// beside the one that was played.
pub const PRINTED_BEARING: f64 = 0.0005 + 1e-9;

/// Board units. The resolution of an arrangement: vertices nearer to each other are merged, and finer cells vanish. Where two
/// circles touch, rounding moves their common points by the root of 1e-16.
pub const RESOLUTION: f64 = 3e-8;

/// Degrees. The greatest difference of two headings that count as equal for repetition. The rounding of hundreds of
/// turns adds up to far less.
pub const HEADING: f64 = 1e-9;

/// Board units. Within this distance of an end, legal set and judge may disagree: two contacts that merge smoothly differ by
/// less than [`EPSILON`] up to about 2e-5 away.
pub const SMOOTH: f64 = 1e-4;

/// Board units. The margin of a first look (a conservative filter). It is far above the rounding, so that the filter keeps all
/// that the rules keep, and far below the size of a piece, so that the filter keeps little more.
pub const FIRST_LOOK: f64 = 1e-6;
