//! Sets of positions that are bounded by differences of coordinates.
//!
//! A zone is the solutions of inequalities `high - low <= limit` and `high - low < limit`. Whether it is empty, and how far
//! a difference of two coordinates can go in it, are shortest paths: sums of limits along chains of inequalities. So the
//! arithmetic is exact, in whole numbers.

use super::linear::{Clause, Linear};

/// The number of a coordinate in a zone. Odd numbers are of the x axis, even ones of the y axis.
pub type Node = usize;

/// The node that stands for the number zero.
pub const ZERO: Node = 0;

/// Zero, four men before a move, one man who has replied, and one who has answered.
const NODES: usize = 13;

/// A board unit in billionths.
pub const UNIT: i64 = 1_000_000_000;

/// The number of parts of a billionth in which a limit is stored. A limit of `<` is one part lower than that of `<=`. No
/// chain has so many inequalities.
const PARTS: i64 = 1024;

/// The limit of a difference that has none.
const FREE: i64 = i64::MAX / 4;

/// An inequality: `high - low` is at most, or below, a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DifferenceBound {
    /// The coordinate from which the other one is subtracted.
    pub high: Node,
    /// The coordinate that is subtracted.
    pub low: Node,
    limit: i64,
}

impl DifferenceBound {
    /// Returns `high - low <= limit`, in billionths.
    pub fn at_most(high: Node, low: Node, limit: i64) -> DifferenceBound {
        DifferenceBound { high, low, limit: limit * PARTS }
    }

    /// Returns `high - low < limit`, in billionths.
    pub fn below(high: Node, low: Node, limit: i64) -> DifferenceBound {
        DifferenceBound { high, low, limit: limit * PARTS - 1 }
    }

    /// Returns the limit in billionths.
    pub fn limit(self) -> i64 {
        -(-self.limit).div_euclid(PARTS)
    }

    /// Returns the same bound on other coordinates, with its limit raised by `shift` billionths.
    pub fn between(self, high: Node, low: Node, shift: i64) -> DifferenceBound {
        DifferenceBound { high, low, limit: self.limit + shift * PARTS }
    }

    fn negated(self) -> DifferenceBound {
        DifferenceBound { high: self.low, low: self.high, limit: -self.limit - 1 }
    }
}

/// A set of positions, never empty. Each limit is the least one that follows from all limits together.
#[derive(Debug, Clone)]
pub struct Zone {
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

    /// Returns the part in which more bounds hold; `None` if it is empty.
    pub fn with(&self, bounds: impl IntoIterator<Item = DifferenceBound>) -> Option<Zone> {
        let mut zone = self.clone();
        bounds.into_iter().all(|bound| zone.meet(bound)).then_some(zone)
    }

    /// Adds a bound, and returns whether anything is left.
    fn meet(&mut self, DifferenceBound { high, low, limit }: DifferenceBound) -> bool {
        if self.limits[high][low] <= limit {
            return true;
        }
        if self.limits[low][high] + limit < 0 {
            return false;
        }
        let onwards = self.limits[low];
        for row in &mut self.limits {
            let so_far = row[high] + limit;
            if row[high] < FREE {
                for (entry, rest) in row.iter_mut().zip(onwards) {
                    *entry = (*entry).min(so_far.saturating_add(rest)).min(FREE);
                }
            }
        }
        true
    }

    /// Returns whether a bound holds everywhere.
    pub fn implies(&self, bound: DifferenceBound) -> bool {
        self.limits[bound.high][bound.low] <= bound.limit
    }

    /// Returns the part in which none of the bounds holds; `None` if it is empty.
    pub fn except(&self, clause: &[DifferenceBound]) -> Option<Zone> {
        self.with(clause.iter().map(|bound| bound.negated()))
    }

    /// Returns whether everywhere at least one bound holds.
    pub fn proves(&self, clause: &[DifferenceBound]) -> bool {
        self.except(clause).is_none()
    }

    /// Returns the greatest value of `high - low` in billionths, rounded up.
    pub fn greatest(&self, high: Node, low: Node) -> i64 {
        DifferenceBound { high, low, limit: self.limits[high][low] }.limit()
    }

    /// Returns the parts in which one case of each question holds. A question is a list of cases, a case a list of bounds.
    pub fn parts(&self, questions: &[Vec<Vec<DifferenceBound>>]) -> Vec<Zone> {
        let mut parts = vec![self.clone()];
        for cases in questions {
            let settled =
                |zone: &Zone| cases.iter().any(|case| case.iter().all(|&bound| zone.implies(bound)));
            let split = |zone: Zone| -> Vec<Zone> {
                if settled(&zone) {
                    return vec![zone];
                }
                cases.iter().filter_map(|case| zone.with(case.iter().copied())).collect()
            };
            parts = parts.into_iter().flat_map(split).collect();
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
            let beside = inside.except(clause);
            if let Some(left) = beside.and_then(|zone| zone.outside(others)) {
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
        // The limit of a difference of two coordinates is tighter than what follows from the limits of each.
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
            let pinned =
                [DifferenceBound::at_most(node, ZERO, middle), DifferenceBound::at_most(ZERO, node, -middle)];
            zone = zone.with(pinned).unwrap_or_else(|| zone.clone());
            middle
        })
    }
}

/// A set of positions in which all clauses hold.
pub struct GoalSet {
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// A sum that must be at least one wherever the goal is used.
    pub fall: Option<Linear>,
}

/// One, as [`Zone::least`] counts.
pub const ONE: i128 = UNIT as i128 * UNIT as i128;

impl GoalSet {
    /// Returns whether the goal may have positions in a zone where its sum is great enough. Only clauses of one bound are
    /// tested.
    fn helps(&self, zone: &Zone) -> bool {
        let single = self.clauses.iter().filter(|clause| clause.len() == 1).flatten();
        let common = zone.with(single.copied());
        common.is_some_and(|common| self.fall.as_ref().is_none_or(|fall| common.least(fall) >= ONE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_of_bounds_decide_exactly() {
        let (x, y, z) = (1, 3, 5);
        let all = Zone::all();
        let equal = all.with([
            DifferenceBound::at_most(x, y, 0),
            DifferenceBound::at_most(y, z, 0),
            DifferenceBound::at_most(z, x, 0),
        ]);
        let equal = equal.expect("x = y = z");
        assert!(
            equal.implies(DifferenceBound::at_most(x, z, 0))
                && !equal.implies(DifferenceBound::below(x, z, 0))
        );
        let strict = [
            DifferenceBound::at_most(x, y, 0),
            DifferenceBound::below(y, z, 0),
            DifferenceBound::at_most(z, x, 0),
        ];
        assert!(all.with(strict).is_none(), "x <= y < z <= x");
        let open = all
            .with([DifferenceBound::below(x, y, -1), DifferenceBound::below(y, ZERO, 5)])
            .expect("x + 1 < y < 5");
        assert_eq!(open.greatest(x, ZERO), 4, "rounded up to what it does not reach");
        assert!(
            open.implies(DifferenceBound::below(x, ZERO, 4))
                && !open.implies(DifferenceBound::below(x, ZERO, 3))
        );
        let example = open.example();
        assert!(example[x] < example[y] - 1 && example[y] < 5, "{example:?}");
    }

    #[test]
    fn what_lies_outside_of_goals_is_found_at_a_single_point() {
        let (x, y) = (1, 3);
        let unit = Zone::all()
            .with([DifferenceBound::at_most(x, ZERO, 10), DifferenceBound::at_most(ZERO, x, 0)])
            .expect("0 to 10");
        let below = |limit: DifferenceBound| GoalSet {
            clauses: vec![vec![limit, DifferenceBound::at_most(y, y, -1)]],
            fall: None,
        };
        let (low, high) =
            (below(DifferenceBound::below(x, ZERO, 5)), below(DifferenceBound::below(ZERO, x, -5)));
        let left = unit.outside(&[&low, &high]).expect("5 itself");
        assert_eq!((left.greatest(x, ZERO), left.greatest(ZERO, x)), (5, -5));
        let high = below(DifferenceBound::at_most(ZERO, x, -5));
        assert!(unit.outside(&[&low, &high]).is_none());
    }

    #[test]
    fn sums_are_bounded_by_differences_before_single_coordinates() {
        let (x, y) = (1, 3);
        let zone = Zone::all()
            .with([DifferenceBound::at_most(y, x, -2), DifferenceBound::at_most(x, ZERO, 100)])
            .expect("y <= x - 2");
        let twice = Linear { terms: vec![(x, 2 * UNIT), (y, -2 * UNIT)], constant: 1 };
        assert_eq!(zone.least(&twice), 5 * i128::from(UNIT));
    }
}
