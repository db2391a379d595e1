//! Sets of positions that bounds on differences of coordinates describe.
//!
//! A zone is the set of solutions of inequalities `high - low <= limit` and `high - low < limit`. The greatest value of a
//! difference in a zone is the length of a shortest path: the least sum of limits along a chain of inequalities. A zone is
//! empty if a chain returns to its start with a negative sum. All limits are whole numbers, so the arithmetic is exact. Those
//! that are stored count steps, those that are given or returned count billionths of a board unit, and sums with factors count
//! billionths of a billionth.

use super::linear::{Linear, Summand};

/// The number of a coordinate in a zone. Coordinates along the x axis have odd numbers, those along the y axis even ones.
pub type Node = usize;

/// The node that stands for the number 0.
pub const ZERO: Node = 0;

/// The number of nodes: zero, and two each for the places of the four men, for Black's reply and for the target of White's move.
const NODES: usize = 13;

/// A board unit in billionths.
pub const UNIT: i64 = 1_000_000_000;

/// The number of steps into which stored limits divide a billionth. The limit of `<` is one step lower than the limit of `<=`.
/// A chain has fewer inequalities than a billionth has steps, so the lost steps never add up to a billionth.
const STEPS: i64 = 1024;

/// The stored limit of a difference without a limit. The sum of two limits does not overflow.
const NO_LIMIT: i64 = i64::MAX / 4;

/// Whether two coordinates belong to one axis.
pub fn are_along_one_axis(one: Node, two: Node) -> bool {
    one % 2 == two % 2
}

/// Bounds of which at least one holds.
pub type Clause = Vec<DifferenceBound>;

/// Bounds that all hold.
pub type Case = Vec<DifferenceBound>;

/// An inequality: `high - low` is at most, or below, a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DifferenceBound {
    pub high: Node,
    pub low: Node,
    /// The limit in steps, which are parts of a billionth.
    limit_steps: i64,
}

/// Returns the bound `high - low <= limit`, with the limit in billionths.
pub fn at_most(high: Node, low: Node, limit_e9: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit_steps: limit_e9 * STEPS }
}

/// Returns the bound `high - low < limit`, with the limit in billionths.
pub fn below(high: Node, low: Node, limit_e9: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit_steps: limit_e9 * STEPS - 1 }
}

impl DifferenceBound {
    /// Returns the limit in billionths, rounded up.
    pub fn limit_e9(self) -> i64 {
        -(-self.limit_steps).div_euclid(STEPS)
    }

    /// Returns the same bound on other coordinates, with its limit raised by some billionths.
    pub fn between(self, high: Node, low: Node, billionths: i64) -> DifferenceBound {
        DifferenceBound { high, low, limit_steps: self.limit_steps + billionths * STEPS }
    }

    /// Returns the bound that holds exactly where this one does not.
    fn negated(self) -> DifferenceBound {
        DifferenceBound { high: self.low, low: self.high, limit_steps: -self.limit_steps - 1 }
    }
}

/// A set of positions that has at least one member.
#[derive(Debug, Clone)]
pub struct Zone {
    /// By `high` and `low`: the least limit in steps that follows from all bounds together.
    limits: [[i64; NODES]; NODES],
}

impl Zone {
    pub fn all() -> Zone {
        let mut limits = [[NO_LIMIT; NODES]; NODES];
        for (node, row) in limits.iter_mut().enumerate() {
            row[node] = 0;
        }
        Zone { limits }
    }

    /// Returns the part in which more bounds hold; `None` if it is empty.
    pub fn with(&self, bounds: impl IntoIterator<Item = DifferenceBound>) -> Option<Zone> {
        let mut zone = self.clone();
        for bound in bounds {
            let has_positions = zone.restrict(bound);
            if !has_positions {
                return None;
            }
        }
        Some(zone)
    }

    /// Adds a bound, and returns whether any position is left.
    fn restrict(&mut self, DifferenceBound { high, low, limit_steps }: DifferenceBound) -> bool {
        let follows_already = self.limits[high][low] <= limit_steps;
        if follows_already {
            return true;
        }
        let contradicts = self.limits[low][high] + limit_steps < 0;
        if contradicts {
            return false;
        }
        // The chain of inequalities from each node to each other may be shorter if it goes to `high`, by the new bound to `low`, and on.
        let from_low = self.limits[low];
        for row in &mut self.limits {
            let to_low = row[high] + limit_steps;
            if row[high] < NO_LIMIT {
                for (limit, onwards) in row.iter_mut().zip(from_low) {
                    *limit = (*limit).min(to_low.saturating_add(onwards)).min(NO_LIMIT);
                }
            }
        }
        true
    }

    /// Whether all bounds of a case hold in all positions.
    pub fn holds_all(&self, case: &[DifferenceBound]) -> bool {
        case.iter().all(|bound| self.limits[bound.high][bound.low] <= bound.limit_steps)
    }

    /// Returns the part in which no bound of a clause holds; `None` if it is empty.
    pub fn where_none_holds(&self, clause: &[DifferenceBound]) -> Option<Zone> {
        self.with(clause.iter().map(|bound| bound.negated()))
    }

    /// Whether at least one bound of a clause holds in each position.
    pub fn holds_any(&self, clause: &[DifferenceBound]) -> bool {
        self.where_none_holds(clause).is_none()
    }

    /// Returns the greatest value of `high - low` in billionths, rounded up.
    pub fn greatest(&self, high: Node, low: Node) -> i64 {
        DifferenceBound { high, low, limit_steps: self.limits[high][low] }.limit_e9()
    }

    /// Returns a lower bound of `high - low` in billionths, rounded down.
    pub fn lower_bound(&self, high: Node, low: Node) -> i64 {
        -self.greatest(low, high)
    }

    /// Divides the zone by questions, which are lists of cases. In each part one case of every question holds. Positions in which no
    /// case of a question holds are in no part. Parts may overlap.
    pub fn parts(&self, questions: &[Vec<Case>]) -> Vec<Zone> {
        let mut parts = vec![self.clone()];
        for cases in questions {
            let mut split = Vec::new();
            for part in parts {
                if cases.iter().any(|case| part.holds_all(case)) {
                    split.push(part);
                } else {
                    split.extend(cases.iter().filter_map(|case| part.with(case.iter().copied())));
                }
            }
            parts = split;
        }
        parts
    }

    /// Returns a part that lies in none of the targets; `None` if the targets together cover the zone.
    pub fn outside<'t>(&self, targets: impl IntoIterator<Item = &'t Target>) -> Option<Zone> {
        let targets: Vec<&Target> = targets.into_iter().filter(|target| target.may_meet(self)).collect();
        if targets.iter().any(|target| target.clauses.iter().all(|clause| self.holds_any(clause))) {
            return None;
        }
        let Some((first, others)) = targets.split_first() else { return Some(self.clone()) };
        // Outside of the first target a clause fails. The positions in which it fails must lie in the other targets.
        let mut unsearched = self.clone();
        for clause in &first.clauses {
            let failing = unsearched.where_none_holds(clause);
            if let Some(uncovered) = failing.and_then(|zone| zone.outside(others.iter().copied())) {
                return Some(uncovered);
            }
            // The positions in which the clause fails are covered. Without them the rest is a zone only if the clause has one bound. If
            // nothing is left, the targets cover the zone.
            if let [bound] = clause[..] {
                unsearched = unsearched.with([bound])?;
            }
        }
        None
    }

    /// Returns a lower bound of a sum of coordinates, in billionths of a billionth.
    pub fn lower_bound_of_sum(&self, sum: &Linear) -> i128 {
        let mut factors = [0i64; NODES];
        for &Summand { node, factor } in &sum.terms {
            factors[node] += factor;
        }
        let mut bound = i128::from(sum.constant) * i128::from(UNIT);
        let mut add_difference = |high: Node, low: Node, factor: i64| {
            bound += i128::from(self.lower_bound(high, low)) * i128::from(factor);
        };
        // The limit of a difference of two coordinates is tighter than the difference of their own limits.
        for high in 1..NODES {
            for low in 1..NODES {
                let common_factor = factors[high].min(-factors[low]);
                if common_factor > 0 && are_along_one_axis(high, low) {
                    add_difference(high, low, common_factor);
                    factors[high] -= common_factor;
                    factors[low] += common_factor;
                }
            }
        }
        for (node, factor) in factors.into_iter().enumerate() {
            if factor > 0 {
                add_difference(node, ZERO, factor);
            } else if factor < 0 {
                add_difference(ZERO, node, -factor);
            }
        }
        bound
    }

    /// Returns the coordinates of one position of the zone, by node. If some coordinate is left no whole number of billionths, the
    /// position lies at the edge of the zone, less than a billionth outside of it.
    pub fn example(&self) -> [i64; NODES] {
        let mut zone = self.clone();
        let mut coordinates = [0; NODES];
        for (node, coordinate) in coordinates.iter_mut().enumerate() {
            let middle = (zone.greatest(node, ZERO) + zone.lower_bound(node, ZERO)) / 2;
            *coordinate = middle;
            // A limit of `<` is rounded to a number that the coordinate does not reach, so the middle may lie at an end.
            for candidate in [middle, middle + 1, middle - 1] {
                let pinned = [at_most(node, ZERO, candidate), at_most(ZERO, node, -candidate)];
                if let Some(part) = zone.with(pinned) {
                    (zone, *coordinate) = (part, candidate);
                    break;
                }
            }
        }
        coordinates
    }
}

/// A set of positions: those in which all clauses hold and the rank has fallen.
pub struct Target {
    pub clauses: Vec<Clause>,
    /// The fall of the rank, if there is a rank. It must be at least 1 in all positions for which the target is used.
    pub fall: Option<Linear>,
}

/// The number 1 in billionths of a billionth, as [`Zone::lower_bound_of_sum`] counts.
pub const UNIT_SQUARED: i128 = UNIT as i128 * UNIT as i128;

impl Target {
    /// Whether the target may contain positions of the zone. This is a first look, which tests only clauses of one bound.
    fn may_meet(&self, zone: &Zone) -> bool {
        let single_bounds = self.clauses.iter().filter(|clause| clause.len() == 1).flatten();
        let Some(common) = zone.with(single_bounds.copied()) else { return false };
        self.fall.as_ref().is_none_or(|fall| common.lower_bound_of_sum(fall) >= UNIT_SQUARED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_bounds_decide_exactly() {
        let (x, y, z) = (1, 3, 5);
        let equal = Zone::all().with([at_most(x, y, 0), at_most(y, z, 0), at_most(z, x, 0)]);
        let equal = equal.expect("x = y = z");
        assert!(equal.holds_all(&[at_most(x, z, 0)]) && !equal.holds_all(&[below(x, z, 0)]));
        let strict = [at_most(x, y, 0), below(y, z, 0), at_most(z, x, 0)];
        assert!(Zone::all().with(strict).is_none(), "x <= y < z <= x");
        let open = Zone::all().with([below(x, y, -1), below(y, ZERO, 5)]).expect("x + 1 < y < 5");
        assert_eq!(open.greatest(x, ZERO), 4, "rounded up to what it does not reach");
        assert!(open.holds_all(&[below(x, ZERO, 4)]) && !open.holds_all(&[below(x, ZERO, 3)]));
        let example = open.example();
        assert!(example[x] < example[y] - 1 && example[y] < 5, "{example:?}");
    }

    #[test]
    fn an_example_avoids_ends_that_do_not_belong_to_the_zone() {
        let x = 1;
        for (low, high) in [(4, 5), (-5, -4)] {
            let above_low = Zone::all().with([below(ZERO, x, -low), at_most(x, ZERO, high)]);
            assert_eq!(above_low.expect("low < x <= high").example()[x], high);
            let below_high = Zone::all().with([at_most(ZERO, x, -low), below(x, ZERO, high)]);
            assert_eq!(below_high.expect("low <= x < high").example()[x], low);
        }
    }

    #[test]
    fn what_lies_outside_of_targets_is_found_at_a_single_point() {
        let (x, y) = (1, 3);
        let unit = Zone::all().with([at_most(x, ZERO, 10), at_most(ZERO, x, 0)]).expect("0 to 10");
        let impossible = at_most(y, y, -1);
        let target = |bound| Target { clauses: vec![vec![bound, impossible]], fall: None };
        let low = target(below(x, ZERO, 5));
        let uncovered = unit.outside([&low, &target(below(ZERO, x, -5))]).expect("5 itself");
        assert_eq!((uncovered.greatest(x, ZERO), uncovered.greatest(ZERO, x)), (5, -5));
        assert!(unit.outside([&low, &target(at_most(ZERO, x, -5))]).is_none());
    }

    #[test]
    fn sums_are_bounded_by_differences_before_single_coordinates() {
        let (x, y) = (1, 3);
        let zone = Zone::all().with([at_most(y, x, -2), at_most(x, ZERO, 100)]).expect("y <= x - 2");
        let terms = vec![Summand { node: x, factor: 2 * UNIT }, Summand { node: y, factor: -2 * UNIT }];
        let twice = Linear { terms, constant: 1 };
        assert_eq!(zone.lower_bound_of_sum(&twice), 5 * i128::from(UNIT));
    }
}
