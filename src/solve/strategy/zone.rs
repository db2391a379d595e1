//! Sets of positions that bounds on differences of coordinates describe.
//!
//! A zone is the set of solutions of inequalities `high - low <= limit` and `high - low < limit`. The greatest value of a
//! difference in a zone is the length of a shortest path: the least sum of limits along a chain of inequalities. A zone is
//! empty if a chain returns to its start with a negative sum. All limits are whole numbers, so the arithmetic is exact.

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

/// Returns the bound `high - low <= limit`.
pub fn at_most(high: Node, low: Node, limit: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit_steps: limit * STEPS }
}

/// Returns the bound `high - low < limit`.
pub fn below(high: Node, low: Node, limit: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit_steps: limit * STEPS - 1 }
}

impl DifferenceBound {
    /// Returns the limit in billionths, rounded up.
    pub fn limit(self) -> i64 {
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
    /// Returns the zone of all positions.
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
        if self.limits[high][low] <= limit_steps {
            return true;
        }
        if self.limits[low][high] + limit_steps < 0 {
            return false;
        }
        // Each chain of inequalities may be shorter if it goes through the new bound.
        let from_low = self.limits[low];
        for row in &mut self.limits {
            let through_bound = row[high] + limit_steps;
            if row[high] < NO_LIMIT {
                for (limit, onwards) in row.iter_mut().zip(from_low) {
                    *limit = (*limit).min(through_bound.saturating_add(onwards)).min(NO_LIMIT);
                }
            }
        }
        true
    }

    /// Whether all bounds of a case hold in all positions.
    pub fn implies(&self, case: &[DifferenceBound]) -> bool {
        case.iter().all(|bound| self.limits[bound.high][bound.low] <= bound.limit_steps)
    }

    /// Returns the part in which no bound of a clause holds; `None` if it is empty.
    pub fn except(&self, clause: &[DifferenceBound]) -> Option<Zone> {
        self.with(clause.iter().map(|bound| bound.negated()))
    }

    /// Whether at least one bound of a clause holds in each position.
    pub fn proves(&self, clause: &[DifferenceBound]) -> bool {
        self.except(clause).is_none()
    }

    /// Returns the greatest value of `high - low` in billionths, rounded up.
    pub fn greatest(&self, high: Node, low: Node) -> i64 {
        DifferenceBound { high, low, limit_steps: self.limits[high][low] }.limit()
    }

    /// Returns parts in each of which one case of every question holds. Together they have all such positions. A question is a
    /// list of cases.
    pub fn parts(&self, questions: &[Vec<Case>]) -> Vec<Zone> {
        let mut parts = vec![self.clone()];
        for cases in questions {
            let mut split = Vec::new();
            for part in parts {
                if cases.iter().any(|case| part.implies(case)) {
                    split.push(part);
                } else {
                    split.extend(cases.iter().filter_map(|case| part.with(case.iter().copied())));
                }
            }
            parts = split;
        }
        parts
    }

    /// Returns a part that lies in none of the goals; `None` if the goals together cover the zone.
    pub fn outside<'g>(&self, goals: impl IntoIterator<Item = &'g GoalSet>) -> Option<Zone> {
        let goals: Vec<&GoalSet> = goals.into_iter().filter(|goal| goal.may_cover(self)).collect();
        if goals.iter().any(|goal| goal.clauses.iter().all(|clause| self.proves(clause))) {
            return None;
        }
        let Some((first, others)) = goals.split_first() else { return Some(self.clone()) };
        // Outside of the first goal a clause fails. The positions in which it fails must lie in the other goals.
        let mut unsearched = self.clone();
        for clause in &first.clauses {
            let failing = unsearched.except(clause);
            if let Some(uncovered) = failing.and_then(|zone| zone.outside(others.iter().copied())) {
                return Some(uncovered);
            }
            if let [bound] = clause[..] {
                unsearched = unsearched.with([bound])?;
            }
        }
        None
    }

    /// Returns a lower bound of a sum of coordinates, in billionths of a billionth.
    pub fn least(&self, sum: &Linear) -> i128 {
        let mut factors = [0i64; NODES];
        for &Summand { node, factor } in &sum.terms {
            factors[node] += factor;
        }
        let mut least = i128::from(sum.constant) * i128::from(UNIT);
        let mut add_difference = |high: Node, low: Node, factor: i64| {
            least -= i128::from(self.greatest(low, high)) * i128::from(factor);
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
        least
    }

    /// Returns the coordinates of one position of the zone, by node.
    pub fn example(&self) -> [i64; NODES] {
        let mut zone = self.clone();
        let mut coordinates = [0; NODES];
        for (node, coordinate) in coordinates.iter_mut().enumerate() {
            let middle = (zone.greatest(node, ZERO) - zone.greatest(ZERO, node)) / 2;
            let pinned = [at_most(node, ZERO, middle), at_most(ZERO, node, -middle)];
            zone = zone.with(pinned).unwrap_or(zone);
            *coordinate = middle;
        }
        coordinates
    }
}

/// A set of positions in which all clauses hold.
pub struct GoalSet {
    pub clauses: Vec<Clause>,
    /// The fall of the rank, if there is a rank. It must be at least 1 in all positions for which the goal is used.
    pub fall: Option<Linear>,
}

/// The number 1 in billionths of a billionth, as [`Zone::least`] counts.
pub const ONE: i128 = UNIT as i128 * UNIT as i128;

impl GoalSet {
    /// Whether the goal may have positions of a zone, with a great enough fall. Only clauses of one bound are tested.
    fn may_cover(&self, zone: &Zone) -> bool {
        let single_bounds = self.clauses.iter().filter(|clause| clause.len() == 1).flatten();
        let Some(common) = zone.with(single_bounds.copied()) else { return false };
        self.fall.as_ref().is_none_or(|fall| common.least(fall) >= ONE)
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
        assert!(equal.implies(&[at_most(x, z, 0)]) && !equal.implies(&[below(x, z, 0)]));
        let strict = [at_most(x, y, 0), below(y, z, 0), at_most(z, x, 0)];
        assert!(Zone::all().with(strict).is_none(), "x <= y < z <= x");
        let open = Zone::all().with([below(x, y, -1), below(y, ZERO, 5)]).expect("x + 1 < y < 5");
        assert_eq!(open.greatest(x, ZERO), 4, "rounded up to what it does not reach");
        assert!(open.implies(&[below(x, ZERO, 4)]) && !open.implies(&[below(x, ZERO, 3)]));
        let example = open.example();
        assert!(example[x] < example[y] - 1 && example[y] < 5, "{example:?}");
    }

    #[test]
    fn what_lies_outside_of_goals_is_found_at_a_single_point() {
        let (x, y) = (1, 3);
        let unit = Zone::all().with([at_most(x, ZERO, 10), at_most(ZERO, x, 0)]).expect("0 to 10");
        let goal = |bound| GoalSet { clauses: vec![vec![bound, at_most(y, y, -1)]], fall: None };
        let low = goal(below(x, ZERO, 5));
        let uncovered = unit.outside([&low, &goal(below(ZERO, x, -5))]).expect("5 itself");
        assert_eq!((uncovered.greatest(x, ZERO), uncovered.greatest(ZERO, x)), (5, -5));
        assert!(unit.outside([&low, &goal(at_most(ZERO, x, -5))]).is_none());
    }

    #[test]
    fn sums_are_bounded_by_differences_before_single_coordinates() {
        let (x, y) = (1, 3);
        let zone = Zone::all().with([at_most(y, x, -2), at_most(x, ZERO, 100)]).expect("y <= x - 2");
        let terms = vec![Summand { node: x, factor: 2 * UNIT }, Summand { node: y, factor: -2 * UNIT }];
        let twice = Linear { terms, constant: 1 };
        assert_eq!(zone.least(&twice), 5 * i128::from(UNIT));
    }
}
