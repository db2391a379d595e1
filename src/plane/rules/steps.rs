//! The rule of steps (`docs/rules/zeno-and-discrete.md` 2): where a lane may stop, and which contacts a stop may pass.

/// Stops at the positive multiples of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    /// The distance between two stops, board units.
    pub step: f64,
    epsilon: f64,
}

/// The relation of a contact to the stop of a ride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepContact {
    /// The contact lies beyond the stop.
    Beyond,
    /// The contact lies at the stop.
    AtStop,
    /// The contact began within the last step, and the mover overlaps the piece at the stop: it captures an enemy there.
    TakenAlong,
    /// The ride would pass through the piece.
    Passed,
}

impl Steps {
    /// Returns the multiples of `step`; `None` if any distance is a stop.
    #[inline]
    pub fn of(step: f64, epsilon: f64) -> Option<Steps> {
        (step > 0.0).then_some(Steps { step, epsilon })
    }

    /// Whether a distance is a stop, to the tolerance.
    pub fn contains(&self, d: f64) -> bool {
        let multiple = (d / self.step).round();
        multiple >= 1.0 && (d - multiple * self.step).abs() <= self.epsilon
    }

    /// Yields the stops within a limit, nearest first.
    #[inline]
    pub fn within(&self, limit: f64) -> impl Iterator<Item = f64> + use<> {
        let (step, limit) = (self.step, limit + self.epsilon);
        (1u32..).map(move |k| f64::from(k) * step).take_while(move |&d| d <= limit)
    }

    /// Returns the stop before a stop.
    pub fn before(&self, stop: f64) -> f64 {
        stop - self.step
    }

    /// Whether two distances, both close to stops, belong to one stop.
    pub fn is_same_stop(&self, a: f64, b: f64) -> bool {
        (a - b).abs() < 0.5 * self.step
    }

    /// Returns the relation of a contact to a ride that stops at `stop`. `overlaps` decides whether the mover overlaps the piece
    /// there.
    #[inline]
    pub fn relation(&self, contact: f64, stop: f64, overlaps: impl FnOnce() -> bool) -> StepContact {
        if contact < stop - self.epsilon {
            let is_in_last_step = contact > self.before(stop) + self.epsilon;
            if is_in_last_step && overlaps() { StepContact::TakenAlong } else { StepContact::Passed }
        } else if (contact - stop).abs() <= self.epsilon {
            StepContact::AtStop
        } else {
            StepContact::Beyond
        }
    }

    /// Returns the stop at which a ride captures a piece that it meets at `contact`. `overlaps` decides whether the mover
    /// overlaps the piece at a stop.
    pub fn capture_stop(&self, contact: f64, overlaps: impl Fn(f64) -> bool) -> Option<f64> {
        let stop = ((contact - self.epsilon) / self.step).ceil() * self.step;
        // The start, at distance 0, is not a stop.
        if stop <= 0.5 * self.step {
            return None;
        }
        match self.relation(contact, stop, || overlaps(stop)) {
            StepContact::AtStop | StepContact::TakenAlong => Some(stop),
            StepContact::Beyond | StepContact::Passed => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALVES: Steps = Steps { step: 0.5, epsilon: 1e-9 };

    #[test]
    fn a_stop_is_a_multiple_but_not_zero() {
        assert!(HALVES.contains(0.5) && HALVES.contains(1.5 + 5e-10));
        assert!(!HALVES.contains(0.0) && !HALVES.contains(0.75));
        assert_eq!(HALVES.within(1.5).collect::<Vec<_>>(), [0.5, 1.0, 1.5]);
    }

    #[test]
    fn only_the_last_step_may_begin_an_overlap() {
        assert_eq!(HALVES.relation(1.2, 1.5, || true), StepContact::TakenAlong);
        assert_eq!(HALVES.relation(1.2, 1.5, || false), StepContact::Passed);
        assert_eq!(HALVES.relation(1.0, 1.5, || true), StepContact::Passed);
        assert_eq!(HALVES.relation(1.5, 1.5, || false), StepContact::AtStop);
        assert_eq!(HALVES.relation(1.6, 1.5, || true), StepContact::Beyond);
        assert_eq!(HALVES.capture_stop(1.2, |_| true), Some(1.5));
        assert_eq!(HALVES.capture_stop(0.0, |_| true), None);
    }
}
