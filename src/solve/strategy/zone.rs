//! Sets of positions that are bounded by differences of coordinates.
//!
//! A zone is the set of solutions of inequalities `high - low <= limit` and `high - low < limit`. The greatest value of a
//! difference in a zone is a shortest path: the least sum of limits along a chain of inequalities. A zone is empty if such a
//! path returns to its start with a negative sum. All limits are whole numbers, so the arithmetic is exact.

use super::linear::Linear;

/// The number of a coordinate in a zone. Coordinates along the x axis have odd numbers, those along the y axis even ones.
pub type Node = usize;

/// The node that stands for the number zero.
pub const ZERO: Node = 0;

/// The number of nodes: zero, and two each for the four men, the place of Black's reply and the target of White's move.
const NODES: usize = 13;

/// A board unit in billionths.
pub const UNIT: i64 = 1_000_000_000;

/// The number of parts into which a billionth is divided in stored limits. A limit of `<` is one part lower than that of
/// `<=`. A chain has fewer inequalities than a billionth has parts, so these parts never add up to a billionth.
const PARTS: i64 = 1024;

/// The stored limit of a difference without a limit.
const FREE: i64 = i64::MAX / 4;

/// Bounds of which at least one holds.
pub type Clause = Vec<DifferenceBound>;

/// Bounds that all hold.
pub type Case = Vec<DifferenceBound>;

/// An inequality: `high - low` is at most, or below, a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DifferenceBound {
    pub high: Node,
    pub low: Node,
    limit: i64,
}

/// Returns `high - low <= limit`, in billionths.
pub fn at_most(high: Node, low: Node, limit: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit: limit * PARTS }
}

/// Returns `high - low < limit`, in billionths.
pub fn below(high: Node, low: Node, limit: i64) -> DifferenceBound {
    DifferenceBound { high, low, limit: limit * PARTS - 1 }
}

impl DifferenceBound {
    /// Returns the limit in billionths, rounded up.
    pub fn limit(self) -> i64 {
        -(-self.limit).div_euclid(PARTS)
    }

    /// Returns the same bound on other coordinates, with its limit raised by some billionths.
    pub fn between(self, high: Node, low: Node, billionths: i64) -> DifferenceBound {
        DifferenceBound { high, low, limit: self.limit + billionths * PARTS }
    }

    fn negated(self) -> DifferenceBound {
        DifferenceBound { high: self.low, low: self.high, limit: -self.limit - 1 }
    }
}

/// A set of positions that has at least one member.
#[derive(Debug, Clone)]
pub struct Zone {
    /// By `high` and `low`: the least limit that follows from all limits together.
    limits: [[i64; NODES]; NODES],
}

impl Zone {
    /// Returns the zone of all positions.
    pub fn all() -> Zone {
        let mut limits = [[FREE; NODES]; NODES];
        for (node, row) in limits.iter_mut().enumerate() {
            row[node] = 0;
        }
        Zone { limits }
    }

    /// Returns the part in which some more bounds hold; `None` if it is empty.
    pub fn with(&self, bounds: impl IntoIterator<Item = DifferenceBound>) -> Option<Zone> {
        let mut zone = self.clone();
        bounds.into_iter().all(|bound| zone.meet(bound)).then_some(zone)
    }

    /// Adds a bound, and returns whether any position is left.
    fn meet(&mut self, DifferenceBound { high, low, limit }: DifferenceBound) -> bool {
        if self.limits[high][low] <= limit {
            return true;
        }
        if self.limits[low][high] + limit < 0 {
            return false;
        }
        let from_low = self.limits[low];
        for row in &mut self.limits {
            let through_bound = row[high] + limit;
            if row[high] < FREE {
                for (entry, onwards) in row.iter_mut().zip(from_low) {
                    *entry = (*entry).min(through_bound.saturating_add(onwards)).min(FREE);
                }
            }
        }
        true
    }

    /// Whether all bounds of a case hold everywhere.
    pub fn implies(&self, case: &[DifferenceBound]) -> bool {
        case.iter().all(|bound| self.limits[bound.high][bound.low] <= bound.limit)
    }

    /// Returns the part in which no bound of a clause holds; `None` if it is empty.
    pub fn except(&self, clause: &[DifferenceBound]) -> Option<Zone> {
        self.with(clause.iter().map(|bound| bound.negated()))
    }

    /// Whether everywhere at least one bound of a clause holds.
    pub fn proves(&self, clause: &[DifferenceBound]) -> bool {
        self.except(clause).is_none()
    }

    /// Returns the greatest value of `high - low` in billionths, rounded up.
    pub fn greatest(&self, high: Node, low: Node) -> i64 {
        DifferenceBound { high, low, limit: self.limits[high][low] }.limit()
    }

    /// Returns the parts in which one case of each question holds. A question is a list of cases.
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

    /// Returns a part that lies in none of the goals; `None` if there is no such part.
    pub fn outside(&self, goals: &[&GoalSet]) -> Option<Zone> {
        let goals: Vec<&GoalSet> = goals.iter().copied().filter(|goal| goal.helps(self)).collect();
        if goals.iter().any(|goal| goal.clauses.iter().all(|clause| self.proves(clause))) {
            return None;
        }
        let Some((first, others)) = goals.split_first() else { return Some(self.clone()) };
        let mut inside = self.clone();
        for clause in &first.clauses {
            let outside_of_first = inside.except(clause);
            if let Some(left) = outside_of_first.and_then(|zone| zone.outside(others)) {
                return Some(left);
            }
            if let [bound] = clause[..] {
                inside = inside.with([bound])?;
            }
        }
        None
    }

    /// Returns a lower bound of a sum of coordinates, in units of a billionth of a billionth.
    pub fn least(&self, sum: &Linear) -> i128 {
        let mut factors = [0i64; NODES];
        sum.terms.iter().for_each(|&(node, factor)| factors[node] += factor);
        let mut least = i128::from(sum.constant) * i128::from(UNIT);
        let mut add = |high: Node, low: Node, share: i64| {
            least -= i128::from(self.greatest(low, high)) * i128::from(share);
        };
        // The limit of a difference of two coordinates is tighter than the difference of their own limits.
        for plus in 1..NODES {
            for minus in 1..NODES {
                let share = factors[plus].min(-factors[minus]);
                if share > 0 && plus % 2 == minus % 2 {
                    add(plus, minus, share);
                    factors[plus] -= share;
                    factors[minus] += share;
                }
            }
        }
        for (node, factor) in factors.into_iter().enumerate() {
            if factor > 0 {
                add(node, ZERO, factor);
            } else if factor < 0 {
                add(ZERO, node, -factor);
            }
        }
        least
    }

    /// Returns the coordinates of one position of the zone, in billionths.
    pub fn example(&self) -> [i64; NODES] {
        let mut zone = self.clone();
        std::array::from_fn(|node| {
            let middle = (zone.greatest(node, ZERO) - zone.greatest(ZERO, node)) / 2;
            let pinned = [at_most(node, ZERO, middle), at_most(ZERO, node, -middle)];
            zone = zone.with(pinned).unwrap_or_else(|| zone.clone());
            middle
        })
    }
}

/// A set of positions in which all clauses hold.
pub struct GoalSet {
    pub clauses: Vec<Clause>,
    /// A sum that must be at least one wherever the goal is used.
    pub fall: Option<Linear>,
}

/// One, as [`Zone::least`] counts.
pub const ONE: i128 = UNIT as i128 * UNIT as i128;

impl GoalSet {
    /// Whether the goal may have positions in a zone where its sum is great enough. Only clauses of one bound are tested.
    fn helps(&self, zone: &Zone) -> bool {
        let single = self.clauses.iter().filter(|clause| clause.len() == 1).flatten();
        let Some(common) = zone.with(single.copied()) else { return false };
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
        let left = unit.outside(&[&low, &goal(below(ZERO, x, -5))]).expect("5 itself");
        assert_eq!((left.greatest(x, ZERO), left.greatest(ZERO, x)), (5, -5));
        assert!(unit.outside(&[&low, &goal(at_most(ZERO, x, -5))]).is_none());
    }

    #[test]
    fn sums_are_bounded_by_differences_before_single_coordinates() {
        let (x, y) = (1, 3);
        let zone = Zone::all().with([at_most(y, x, -2), at_most(x, ZERO, 100)]).expect("y <= x - 2");
        let twice = Linear { terms: vec![(x, 2 * UNIT), (y, -2 * UNIT)], constant: 1 };
        assert_eq!(zone.least(&twice), 5 * i128::from(UNIT));
    }
}
