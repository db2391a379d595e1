//! Promotion: past a line before the wall ahead, on a circle where there is no wall, or in a zone of the ring
//! (`docs/rules/continuous.md` 4, `docs/rules/seams.md` 6).

use super::facing::Facing;
use super::ruleset::Rules;
use crate::board::Surface;
use crate::chess::Color;
use crate::geom::{Curve, Path, Point, Vec2};
use crate::variant::{Board, Promotion, VariantSpec};

/// The places at which pawns promote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Promoting {
    /// Past the line before the wall ahead.
    BeforeWall,
    /// On the circle at this y; for Black at the height minus y.
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

/// A pawn, with the rules and its frame, for questions about promotion.
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
    /// Whether ahead is towards greater y.
    fn goes_up(&self) -> bool {
        (self.color == Color::White) != self.facing.flips().y
    }

    /// Returns the y of the line before the wall ahead.
    fn line(&self) -> f64 {
        self.rules.promotion_line(if self.goes_up() { Color::White } else { Color::Black })
    }

    /// Whether a pawn of a ring moves towards greater x.
    fn goes_right(&self) -> bool {
        self.facing == Facing::CounterClockwise
    }

    /// Returns the x at which the zone of a ring begins. The foremost point of the pawn has to be past it.
    fn zone(&self) -> f64 {
        let width = self.rules.board.width();
        let side = if self.goes_right() { -0.5 } else { 0.5 };
        if self.color == Color::White { width / 2.0 + side } else { side.rem_euclid(width) }
    }

    /// Whether a place is past the line before the wall ahead.
    pub fn is_past(&self, at: Point) -> bool {
        let (line, epsilon) = (self.line(), self.rules.epsilon);
        if self.goes_up() { at.y > line + epsilon } else { at.y < line - epsilon }
    }

    /// Whether the pawn promotes by a move of length `d` along a path.
    pub fn promotes(&self, path: &Path, d: f64) -> bool {
        match self.rules.promoting {
            Promoting::Never => false,
            Promoting::BeforeWall => self.is_past(path.at(d)),
            Promoting::Circle(_) => {
                let mut cuts: Vec<f64> =
                    self.curves(path, d).iter().flat_map(|c| path.trace().crossings(c, 0.0, d)).collect();
                cuts.extend([0.0, d]);
                cuts.sort_unstable_by(f64::total_cmp);
                let (start, reach) = (path.start().at.y, d + self.rules.radius);
                self.circles(self.circle(), start, reach).into_iter().any(|circle| {
                    let on = |d: f64| (path.at(d).y - circle).abs() < self.rules.radius - self.rules.epsilon;
                    // As with contacts, a line that the pawn is on at the start is not reached.
                    !on(0.0) && (on(d) || cuts.windows(2).any(|w| on(w[0].midpoint(w[1]))))
                })
            }
            Promoting::Zone => {
                let (line, x, radius) = (self.zone(), path.at(d).x, self.rules.radius);
                let past = if self.goes_right() { x + radius - line } else { line - (x - radius) };
                let past = past.rem_euclid(self.rules.board.width());
                past > self.rules.epsilon && past < self.rules.board.width() / 2.0 - self.rules.epsilon
            }
        }
    }

    /// Returns the y of the circle on which the pawn promotes.
    fn circle(&self) -> f64 {
        match (self.rules.promoting, self.color) {
            (Promoting::Circle(y), Color::White) => y,
            (Promoting::Circle(y), Color::Black) => self.rules.board.height() - y,
            (Promoting::BeforeWall | Promoting::Zone | Promoting::Never, _) => 0.0,
        }
    }

    /// Returns the y of a circle on all copies of the board within `reach` of `near`.
    fn circles(&self, y: f64, near: f64, reach: f64) -> Vec<f64> {
        let height = self.rules.board.height();
        if self.rules.board.sheet().ends.is_to_itself() {
            // Every second copy is upside down.
            return [y, -y].into_iter().flat_map(|y| copies(y, 2.0 * height, near, reach)).collect();
        }
        copies(y, height, near, reach)
    }

    /// Returns the lines at which the pawn may begin or cease to promote within a length of a path.
    pub fn curves(&self, path: &Path, length: f64) -> Vec<Curve> {
        let level = |y: f64| Curve::Line { through: Point::new(0.0, y), dir: Vec2::X };
        match self.rules.promoting {
            Promoting::Never => Vec::new(),
            Promoting::BeforeWall => vec![level(self.line())],
            Promoting::Circle(_) => {
                let sides = [self.circle() - self.rules.radius, self.circle() + self.rules.radius];
                let circles = |y| self.circles(y, path.start().at.y, length);
                sides.into_iter().flat_map(circles).map(level).collect()
            }
            Promoting::Zone => {
                let radius = self.rules.radius;
                let line = if self.goes_right() { self.zone() - radius } else { self.zone() + radius };
                let half = self.rules.board.width() / 2.0;
                let upright = |x: f64| Curve::Line { through: Point::new(x, 0.0), dir: Vec2::Y };
                copies(line, half, path.start().at.x, length).into_iter().map(upright).collect()
            }
        }
    }
}

/// Returns the numbers within `reach` of `near` that differ from `c` by a whole number of periods.
fn copies(c: f64, period: f64, near: f64, reach: f64) -> Vec<f64> {
    let first = ((near - reach - c) / period).ceil();
    let last = ((near + reach - c) / period).floor();
    (0..=((last - first).max(-1.0) as i64)).map(|n| c + (first + n as f64) * period).collect()
}
