//! Promotion: past a line before the wall ahead, on a circle where there is no wall, or in a zone of the ring
//! (`docs/rules/continuous.md` 4, `docs/rules/seams.md` 6).

use super::facing::Facing;
use super::ruleset::Rules;
use crate::board::Surface;
use crate::chess::Color;
use crate::geom::{Curve, Path, Point, Vec2};
use crate::notation::Sense;
use crate::variant::{Board, Promotion, VariantSpec};

/// The places at which pawns promote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Promoting {
    /// Past the line before the wall ahead.
    BeforeWall,
    /// On the circle at this y for White, and at the height minus this y for Black.
    Circle(f64),
    /// In the half of the ring that begins before the enemy's officers.
    Zone,
    /// Nowhere.
    Never,
}

impl Promoting {
    /// Returns where pawns of a variant promote.
    pub fn of(spec: &VariantSpec, board: &Surface) -> Promoting {
        match (spec.promotion, spec.board) {
            (Promotion::None, Board::Ring) => Promoting::Never,
            (_, Board::Ring) => Promoting::Zone,
            _ if !board.sheet().ends.is_glued() => Promoting::BeforeWall,
            _ if spec.promotion_line >= 0.0 => Promoting::Circle(spec.promotion_line),
            _ => Promoting::Never,
        }
    }
}

/// What the promotion of a pawn depends on.
#[derive(Clone, Copy)]
pub struct Pawn<'a> {
    /// The rules; their radius is that of the pawn.
    pub rules: &'a Rules,
    /// The colour of the pawn.
    pub color: Color,
    /// The frame of the pawn at the start of the path.
    pub facing: Facing,
}

impl Pawn<'_> {
    /// Whether the pawn moves towards greater y.
    fn goes_up(&self) -> bool {
        (self.color == Color::White) != self.facing.flips().y
    }

    /// Returns the y of the line before the wall ahead.
    fn line_y(&self) -> f64 {
        self.rules.promotion_line(if self.goes_up() { Color::White } else { Color::Black })
    }

    /// Whether a pawn of a ring moves towards greater x.
    fn goes_right(&self) -> bool {
        self.facing == Facing::Ring(Sense::CounterClockwise)
    }

    /// Returns the x at which the zone of a ring begins. The foremost point of the pawn has to be past this x.
    fn zone_start_x(&self) -> f64 {
        let width = self.rules.board.width();
        let offset = if self.goes_right() { -0.5 } else { 0.5 };
        if self.color == Color::White { width / 2.0 + offset } else { offset.rem_euclid(width) }
    }

    /// Whether a place is past the line before the wall ahead.
    pub fn is_past(&self, at: Point) -> bool {
        let (line_y, epsilon) = (self.line_y(), self.rules.epsilon);
        if self.goes_up() { at.y > line_y + epsilon } else { at.y < line_y - epsilon }
    }

    /// Whether the pawn promotes by a move of length `d` along a path.
    pub fn promotes(&self, path: &Path, d: f64) -> bool {
        match self.rules.promoting {
            Promoting::Never => false,
            Promoting::BeforeWall => self.is_past(path.at(d)),
            Promoting::Circle(y) => self.reaches_circle(self.circle_y(y), path, d),
            Promoting::Zone => self.is_in_zone(path.at(d).x),
        }
    }

    /// Whether the pawn comes on a copy of the circle at `circle_y` within a length of a path.
    fn reaches_circle(&self, circle_y: f64, path: &Path, length: f64) -> bool {
        let mut cuts = vec![0.0, length];
        for line in self.promotion_lines(path, length) {
            cuts.extend(path.trace().crossings(&line, 0.0, length));
        }
        cuts.sort_unstable_by(f64::total_cmp);
        for y in self.circle_copies(circle_y, path.start().at.y, length + self.rules.radius) {
            let is_on = |d: f64| (path.at(d).y - y).abs() < self.rules.radius - self.rules.epsilon;
            let comes_on = || is_on(length) || cuts.windows(2).any(|ends| is_on(ends[0].midpoint(ends[1])));
            // A circle under the pawn at its start does not count, as with contacts.
            if !is_on(0.0) && comes_on() {
                return true;
            }
        }
        false
    }

    /// Whether the foremost point of a ring pawn with its centre at this x lies in the zone.
    fn is_in_zone(&self, x: f64) -> bool {
        let (start, radius, epsilon) = (self.zone_start_x(), self.rules.radius, self.rules.epsilon);
        let depth = if self.goes_right() { x + radius - start } else { start - (x - radius) };
        let width = self.rules.board.width();
        let depth = depth.rem_euclid(width);
        depth > epsilon && depth < width / 2.0 - epsilon
    }

    /// Returns the y of the circle on which the pawn promotes, given that of a white pawn.
    fn circle_y(&self, white_y: f64) -> f64 {
        if self.color == Color::White { white_y } else { self.rules.board.height() - white_y }
    }

    /// Returns the y, within `farthest` of `near`, of the images of a circle in all copies of the board.
    fn circle_copies(&self, y: f64, near: f64, farthest: f64) -> Vec<f64> {
        let height = self.rules.board.height();
        if self.rules.board.sheet().ends.is_to_itself() {
            // Every second copy is upside down.
            return [y, -y].into_iter().flat_map(|y| copies(y, 2.0 * height, near, farthest)).collect();
        }
        copies(y, height, near, farthest)
    }

    /// Returns the lines at which the pawn may begin or cease to promote within a length of a path.
    pub fn promotion_lines(&self, path: &Path, length: f64) -> Vec<Curve> {
        let radius = self.rules.radius;
        let horizontal = |y: f64| Curve::Line { through: Point::new(0.0, y), dir: Vec2::X };
        let vertical = |x: f64| Curve::Line { through: Point::new(x, 0.0), dir: Vec2::Y };
        match self.rules.promoting {
            Promoting::Never => Vec::new(),
            Promoting::BeforeWall => vec![horizontal(self.line_y())],
            Promoting::Circle(white_y) => {
                let y = self.circle_y(white_y);
                let sides = [y - radius, y + radius].into_iter();
                let copies = sides.flat_map(|side| self.circle_copies(side, path.start().at.y, length));
                copies.map(horizontal).collect()
            }
            Promoting::Zone => {
                let offset = if self.goes_right() { -radius } else { radius };
                // The zone is half the ring long, so the lines of its two ends lie half the width apart.
                let half = self.rules.board.width() / 2.0;
                let ends = copies(self.zone_start_x() + offset, half, path.start().at.x, length);
                ends.into_iter().map(vertical).collect()
            }
        }
    }
}

/// Returns the numbers within `farthest` of `near` that differ from `number` by a whole number of periods.
fn copies(number: f64, period: f64, near: f64, farthest: f64) -> Vec<f64> {
    let first = ((near - farthest - number) / period).ceil();
    let last = ((near + farthest - number) / period).floor();
    (0..=((last - first).max(-1.0) as i64)).map(|n| number + (first + n as f64) * period).collect()
}
