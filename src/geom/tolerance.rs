//! Every tolerance of the program, with its unit and its reason.

/// Board units. The rules' own tolerance unless a variant sets another (`epsilon`): overlaps count
/// from this depth, contacts this close together are one, limits on reach allow this much.
/// Far above the rounding of f64 on a board of 8 (about 1e-15) and far below what a person places.
pub const EPSILON: f64 = 1e-9;

/// Board units. How far a destination typed as `x,y` may lie off the line it names, and how near
/// to a contact it means that contact: people type six decimals.
pub const TYPED: f64 = 1e-6;

/// Board units. What comes no deeper than this only touches: so far rounding puts off the difference of two places on a board of
/// up to 30. The two common points of a circle and a curve that it nearly touches are then the point of touch. They lie within
/// 3e-7 radians of it where the radius is 0.1 or more, and rounding alone could put them there.
pub const TOUCH: f64 = 4e-15;

/// Dimensionless. Two unit vectors are parallel when their cross product is below this: the rounding of
/// a few operations on unit vectors.
pub const PARALLEL: f64 = 1e-14;

/// Degrees. How near a typed bearing must be to one that the piece has, on either side, with the rounding of
/// decimals. People type two decimals, and no two bearings of a piece are nearer than 18 degrees.
pub const BEARING: f64 = 0.01 + 1e-9;

/// Degrees. How far off a bearing may be that is the piece's own as every output prints it, to three decimals. One that is
/// taken from farther off is shown as it was played.
pub const PRINTED_BEARING: f64 = 0.0005 + 1e-9;

/// Board units. Vertices of an arrangement nearer to each other than this are one, and finer cells are not seen.
/// Where two circles touch, rounding moves their common points by the root of 1e-16.
pub const VERTEX: f64 = 3e-8;

/// Degrees. How near two headings must be to count as one for repetition: hundreds of turns keep their sum
/// far closer.
pub const HEADING: f64 = 1e-9;

/// Board units. So near an end of a legal set the judge may refuse what the set allows: where two contacts come together smoothly,
/// they differ by less than [`EPSILON`] up to about 2e-5 away.
pub const SMOOTH: f64 = 1e-4;

/// Board units. How much farther a first look reaches than what it looks for. Far above the rounding, so that it never says no
/// where the rules say yes; far below a piece, so that it seldom says yes in vain.
pub const FIRST_LOOK: f64 = 1e-6;
