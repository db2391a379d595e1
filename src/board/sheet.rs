//! A rectangle whose sides may be glued, and its copies. The plane, cells, pictures and the page compute images with it.

use crate::geom::{Flips, Image, Point, Vec2};
use crate::variant::{Seam, VariantSpec};
use smallvec::SmallVec;

/// A rectangle from (0, 0) to (width, height), whose opposite sides are walls or glued.
///
/// Across each glued side the rectangle continues in a copy of itself, and so on. The copies are numbered by column and row;
/// the rectangle itself is copy (0, 0). Unit cells are numbered by row and column, as on a grid.
///
/// ```
/// use continuum::board::Sheet;
/// use continuum::geom::Point;
/// use continuum::variant::Seam;
/// let strip = Sheet { sides: Seam::Flipped, ..Sheet::SQUARE };
/// let (at, back) = strip.canonical(Point::new(9.0, 2.0));
/// assert_eq!(at, Point::new(1.0, 6.0), "a Moebius strip reverses y");
/// assert_eq!(back.place(at), Point::new(9.0, 2.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// The extent in x, board units.
    pub width: f64,
    /// The extent in y, board units.
    pub height: f64,
    /// The gluing of the left and the right side.
    pub sides: Seam,
    /// The gluing of the lower and the upper side.
    pub ends: Seam,
}

/// A coordinate with a greater absolute value is first reduced by whole pairs of boards. Board units.
const GREATEST_UNREDUCED: f64 = 1e6;

/// A unit cell of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetCell {
    /// The row, from 0 at the bottom.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
    /// The coordinates that the seams between the board and the cell reverse.
    pub flips: Flips,
}

/// One of two glued sides, directed so that the beginnings of both coincide, and their ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GluedSide {
    /// The beginning.
    pub from: Point,
    /// The end.
    pub to: Point,
    /// The number of the pair: 1, 2 or 3. Both sides of a pair have the same.
    pub pair: u32,
}

impl Sheet {
    /// The 8 x 8 board without seams.
    pub const SQUARE: Sheet = Sheet { width: 8.0, height: 8.0, sides: Seam::Wall, ends: Seam::Wall };

    /// Returns the rectangle of a variant's board.
    pub fn of(spec: &VariantSpec) -> Sheet {
        let (width, height) = spec.board_extent();
        Sheet { width, height, sides: spec.board.sides(), ends: spec.board.ends() }
    }

    /// Whether any sides are glued, so a place has images and a path may come round.
    pub const fn has_seams(&self) -> bool {
        self.sides.is_glued() || self.ends.is_glued()
    }

    /// Whether any seam reverses a coordinate.
    pub fn has_flips(&self) -> bool {
        self.ends.reverses_order() || self.reverses_y()
    }

    /// Whether a seam reverses y.
    pub const fn reverses_y(&self) -> bool {
        self.sides.reverses_order() || self.ends.is_to_itself()
    }

    /// Whether a place is on the board, to `tie` board units. A glued coordinate may have any value.
    pub fn contains(&self, p: Point, tie: f64) -> bool {
        let within = |c: f64, most: f64, seam: Seam| seam.is_glued() || (-tie..=most + tie).contains(&c);
        within(p.x, self.width, self.sides) && within(p.y, self.height, self.ends)
    }

    /// Returns the image that maps the board to its copy in a column and row.
    pub fn image(&self, column: f64, row: f64) -> Image {
        if column == 0.0 && row == 0.0 {
            return Image::IDENTITY;
        }
        let is_odd = |n: f64| n.rem_euclid(2.0) == 1.0;
        let side_flips_y = self.sides.reverses_order() && is_odd(column);
        let end_flips_y = self.ends.is_to_itself() && is_odd(row);
        let flips = Flips { x: self.ends.reverses_order() && is_odd(row), y: side_flips_y != end_flips_y };
        // A reversed coordinate counts down from the far side of its copy.
        let far_side = |is_reversed: bool, length: f64| if is_reversed { length } else { 0.0 };
        let shift = Vec2::new(
            column * self.width + self.lean(row) + far_side(flips.x, self.width),
            row * self.height + far_side(flips.y, self.height),
        );
        Image { flips, shift }
    }

    /// Returns how far the copies of a row lie to the right of those in row 0, board units.
    pub(super) fn lean(&self, row: f64) -> f64 {
        if self.ends == Seam::Shifted && row.rem_euclid(2.0) == 1.0 { self.width / 2.0 } else { 0.0 }
    }

    /// Returns the canonical form of a place, and the image that maps it back to the place as given, or to its remainder.
    ///
    /// A glued coordinate is at least 0 and less than the length of its side. Places on an end that is glued to itself keep their
    /// y, and their x is at most half the width. The cone point (width, 0) of a board with both flips is (0, height).
    ///
    /// The remainder is what whole pairs of boards leave of a coordinate whose absolute value exceeds a million.
    ///
    /// At a cone point two images, half a turn apart, map the canonical form to the place. The place as given decides which of
    /// the two is returned.
    pub fn canonical(&self, p: Point) -> (Point, Image) {
        let remainder = |c: f64, length: f64, seam: Seam| {
            // A place and its frame repeat after two boards. Remainders are exact; products of large numbers are not.
            if seam.is_glued() && c.abs() > GREATEST_UNREDUCED { c % (2.0 * length) } else { c }
        };
        let p = Point::new(remainder(p.x, self.width, self.sides), remainder(p.y, self.height, self.ends));
        let row = number_of_copy(p.y, self.height, self.ends);
        let column = number_of_copy(p.x - self.lean(row), self.width, self.sides);
        if column == 0.0 && row == 0.0 && !self.ends.is_to_itself() {
            return (p, Image::IDENTITY);
        }
        let mut image = self.image(column, row);
        let mut at = image.inverse().place(p);
        // A place in the copy beside, as a place on the board.
        let across = |column: f64, row: f64, at: Point, image: Image| {
            let copy = self.image(column, row);
            (copy.inverse().place(at), copy.then(&image))
        };
        // Of two glued sides the lower or left one is canonical. On a reversed copy the other side comes first, and rounding
        // may also lead to it.
        if self.ends.is_glued() && !self.ends.is_to_itself() && at.y >= self.height {
            (at, image) = across(0.0, 1.0, at, image);
        }
        if self.sides.is_glued() && at.x >= self.width {
            (at, image) = across(1.0, 0.0, at, image);
        }
        if self.ends.is_to_itself() && (at.y <= 0.0 || at.y >= self.height) {
            // On such an end the other place is the same one. The left of the two is canonical.
            let (other, other_image) = across(0.0, if at.y <= 0.0 { -1.0 } else { 1.0 }, at, image);
            if (0.0..at.x).contains(&other.x) {
                (at, image) = (other, other_image);
            }
        }
        let not_negative = |c: f64, seam: Seam| if seam.is_glued() { c.max(0.0) } else { c };
        (Point::new(not_negative(at.x, self.sides), not_negative(at.y, self.ends)), image)
    }

    /// Returns the unit cell of the board at a row and column, which are counted on beyond seams; `None` beyond a wall.
    pub fn cell(&self, row: i64, column: i64) -> Option<SheetCell> {
        let middle = Point::new(column as f64 + 0.5, row as f64 + 0.5);
        if !self.contains(middle, 0.0) {
            return None;
        }
        let (at, image) = self.canonical(middle);
        Some(SheetCell { row: at.y as usize, column: at.x as usize, flips: image.flips })
    }

    /// Returns the images that map the board to its copies in a row that meet a range of x.
    pub fn images_in_row(&self, row: f64, from: f64, to: f64) -> impl Iterator<Item = Image> + use<> {
        let sheet = *self;
        let lean = sheet.lean(row);
        copy_numbers(from - lean, to - lean, sheet.width, sheet.sides)
            .map(move |column| sheet.image(column, row))
    }

    /// Returns the rows of copies that meet a range of y.
    pub fn copy_rows(&self, from: f64, to: f64) -> impl Iterator<Item = f64> + use<> {
        copy_numbers(from, to, self.height, self.ends)
    }

    /// Returns the sides that are walls, each by its two corners.
    pub fn walls(&self) -> SmallVec<[(Point, Point); 4]> {
        let SheetSides { bottom, left, top, right } = self.four_sides();
        let pairs = [(self.sides, [left, right]), (self.ends, [bottom, top])];
        pairs.into_iter().filter(|(seam, _)| !seam.is_glued()).flat_map(|(_, sides)| sides).collect()
    }

    /// Returns the sides that are glued. An end that is glued to itself gives its two halves.
    pub fn glued_sides(&self) -> SmallVec<[GluedSide; 6]> {
        let SheetSides { bottom, left, top, .. } = self.four_sides();
        let half = |(from, to): (Point, Point)| (from, from + (to - from) / 2.0);
        let mut found: SmallVec<[GluedSide; 6]> = SmallVec::new();
        let mut add_pair = |(from, to): (Point, Point), across: Image| {
            let pair = found.len() as u32 / 2 + 1;
            found.push(GluedSide { from, to, pair });
            found.push(GluedSide { from: across.place(from), to: across.place(to), pair });
        };
        if self.sides.is_glued() {
            add_pair(left, self.image(1.0, 0.0));
        }
        if self.ends.is_to_itself() {
            add_pair(half(bottom), self.image(0.0, -1.0));
            add_pair(half(top), self.image(0.0, 1.0));
        } else if self.ends.is_glued() {
            add_pair(bottom, self.image(0.0, 1.0));
        }
        found
    }

    fn four_sides(&self) -> SheetSides {
        let corner = |x: f64, y: f64| Point::new(x * self.width, y * self.height);
        let (lower_left, lower_right) = (corner(0.0, 0.0), corner(1.0, 0.0));
        let (upper_left, upper_right) = (corner(0.0, 1.0), corner(1.0, 1.0));
        SheetSides {
            bottom: (lower_left, lower_right),
            left: (lower_left, upper_left),
            top: (upper_left, upper_right),
            right: (lower_right, upper_right),
        }
    }
}

/// The four sides of a sheet, each by its two corners, directed to the right or up.
struct SheetSides {
    bottom: (Point, Point),
    left: (Point, Point),
    top: (Point, Point),
    right: (Point, Point),
}

/// Returns the numbers of the copies, along one axis, that meet a range of coordinates. Between walls there is only copy 0, whatever
/// the range.
pub(super) fn copy_numbers(from: f64, to: f64, length: f64, seam: Seam) -> impl Iterator<Item = f64> {
    let (first, last) =
        if seam.is_glued() { ((from / length).floor(), (to / length).floor()) } else { (0.0, 0.0) };
    (0..=((last - first) as u32)).map(move |n| first + f64::from(n))
}

/// Returns the number of the copy, along one axis, in which a coordinate lies; 0 between walls.
fn number_of_copy(c: f64, length: f64, seam: Seam) -> f64 {
    if seam.is_glued() && !(0.0..length).contains(&c) { (c / length).floor() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: the arrows of a Moebius strip point up and down, those of a Klein bottle's ends to the right and left.
    #[test]
    fn glued_sides_coincide_in_their_directions() {
        let corners_of =
            |side: &GluedSide| [side.from.x, side.from.y, side.to.x, side.to.y, side.pair.into()];
        let strip = Sheet { width: 10.0, sides: Seam::Flipped, ..Sheet::SQUARE };
        let found: Vec<_> = strip.glued_sides().iter().map(corners_of).collect();
        assert_eq!(found, [[0.0, 0.0, 0.0, 8.0, 1.0], [10.0, 8.0, 10.0, 0.0, 1.0]]);
        assert_eq!(strip.walls().len(), 2);
        let bottle = Sheet { width: 8.0, height: 12.0, sides: Seam::Straight, ends: Seam::Flipped };
        let found: Vec<_> = bottle.glued_sides().iter().map(corners_of).collect();
        assert_eq!(found[2..], [[0.0, 0.0, 8.0, 0.0, 2.0], [8.0, 12.0, 0.0, 12.0, 2.0]]);
        assert!(bottle.walls().is_empty());
        let of_top = |ends: Seam| {
            let sheet = Sheet { sides: Seam::Straight, ends, ..Sheet::SQUARE };
            sheet.glued_sides()[4..].iter().map(corners_of).collect::<Vec<_>>()
        };
        assert_eq!(of_top(Seam::Shifted), [[0.0, 8.0, 4.0, 8.0, 3.0], [4.0, 8.0, 8.0, 8.0, 3.0]]);
        assert_eq!(of_top(Seam::Folded), [[0.0, 8.0, 4.0, 8.0, 3.0], [8.0, 8.0, 4.0, 8.0, 3.0]]);
    }

    /// By hand, on 8 x 8: over an end the way comes back beside, and on an end the first half is canonical.
    #[test]
    fn ends_glued_to_themselves_have_one_canonical_half() {
        let at = |ends: Seam, x: f64, y: f64| {
            let sheet = Sheet { sides: Seam::Straight, ends, ..Sheet::SQUARE };
            let (at, image) = sheet.canonical(Point::new(x, y));
            assert_eq!(image.place(at), Point::new(x, y));
            [at.x, at.y]
        };
        assert_eq!(at(Seam::Shifted, 1.0, 9.0), [5.0, 7.0]);
        assert_eq!(at(Seam::Shifted, 5.0, -1.0), [1.0, 1.0]);
        assert_eq!(at(Seam::Shifted, 6.0, 8.0), [2.0, 8.0]);
        assert_eq!(at(Seam::Shifted, 4.0, 0.0), [0.0, 0.0]);
        assert_eq!(at(Seam::Shifted, 1.0, 17.0), [1.0, 1.0]);
        assert_eq!(at(Seam::Folded, 1.0, 9.0), [7.0, 7.0]);
        assert_eq!(at(Seam::Folded, -1.0, -1.0), [1.0, 1.0]);
        assert_eq!(at(Seam::Folded, 6.0, 8.0), [2.0, 8.0]);
        assert_eq!(at(Seam::Folded, 8.0, 8.0), [0.0, 8.0]);
        assert_eq!(at(Seam::Folded, 4.0, 0.0), [4.0, 0.0]);
    }

    /// By hand: two bottles of height 12 leave 16 of 10^17, so the place is on a reversed copy.
    #[test]
    fn a_far_place_is_reduced_exactly() {
        let bottle = Sheet { width: 8.0, height: 12.0, sides: Seam::Straight, ends: Seam::Flipped };
        assert_eq!(bottle.canonical(Point::new(4.5, 1e17)).0, Point::new(3.5, 4.0));
    }

    /// By hand, on 8 x 12: corners opposite each other are one place, and the cone point that no range holds is (0, 12).
    #[test]
    fn a_projective_plane_has_two_corners() {
        let sheet = Sheet { width: 8.0, height: 12.0, sides: Seam::Flipped, ends: Seam::Flipped };
        let at = |x: f64, y: f64| sheet.canonical(Point::new(x, y)).0;
        assert_eq!([at(8.0, 12.0), at(0.0, 0.0)], [Point::new(0.0, 0.0); 2]);
        assert_eq!([at(8.0, 0.0), at(0.0, 12.0)], [Point::new(0.0, 12.0); 2]);
        assert_eq!(at(9.0, 2.0), Point::new(1.0, 10.0));
        assert_eq!(at(1.0, 13.0), Point::new(7.0, 1.0));
        assert_eq!(at(-1.0, -2.0), Point::new(1.0, 2.0));
        assert_eq!(at(8.0, 5.0), Point::new(0.0, 7.0));
    }
}
