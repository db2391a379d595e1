//! The distances of a mover at which the order of contacts along its attack changes, while mover, attack or both turn:
//! zeros of resultants and discriminants.
//!
//! A contact is a solution s of an equation, where s is the distance along the attack; its coefficients depend on the
//! distance d of the mover. The order changes in three cases. Two equations have a common solution: a zero of their resultant.
//! One has a double solution: a zero of its discriminant. A limit of the attack is a solution: a zero of the value there.
//! All three are polynomials in d, or in sine and cosine of the angle turned.

use crate::geom::{Interval, Motion, Path, PathEquation, Variable};
use smallvec::SmallVec;

/// The degree of such a polynomial: in the distance if the mover goes straight, in sine and cosine if it turns.
///
/// The terms of an equation a cos + b sin = c have degrees 1, 1 and 2, or 2 each if the mover turns. A discriminant squares a
/// term, a resultant the product of two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Degree {
    straight: usize,
    turning: usize,
}

const VALUE: Degree = Degree { straight: 2, turning: 2 };
const DISCRIMINANT: Degree = Degree { straight: 4, turning: 4 };
const RESULTANT: Degree = Degree { straight: 6, turning: 8 };
/// The degree of the resultant of Zeno's half and a contact along an arc: products of four terms of the one and two of the
/// other. While the mover goes straight only the edge's third term changes.
const HALFWAY: Degree = Degree { straight: 8, turning: 10 };

fn of_tie(one: &PathEquation, other: &PathEquation) -> Degree {
    if one.has_rate_of(other) { RESULTANT } else { HALFWAY }
}

/// The step of a difference quotient, near the root of the rounding, in board units or degrees.
const SMALL: f64 = 1e-6;

/// A change of the order: the distance of the mover, and that along the attack if known.
pub type OrderChange = (f64, Option<f64>);

/// Equations of an attack at one distance of the mover.
pub type Equations = SmallVec<[PathEquation; 2]>;

/// Computes the equations with these indices at a distance of the mover. They share the attack from there, so several are
/// asked for at once.
pub type EquationsAt<'f> = dyn Fn(f64, &[usize]) -> Equations + 'f;

/// The equations of one attack while the mover goes along a part of its path.
pub struct ContactOrder<'f> {
    part: Interval,
    turns: bool,
    /// The equations at the beginning of the part.
    first: Equations,
    /// For each variable the equations at its nodes.
    known: Vec<(Variable, Vec<Equations>)>,
    equations: &'f EquationsAt<'f>,
}

impl<'f> ContactOrder<'f> {
    /// Prepares `count` equations, given by their index and the distance of the mover along `path`.
    pub fn new(
        path: &Path,
        part: Interval,
        count: usize,
        equations: &'f EquationsAt<'f>,
    ) -> ContactOrder<'f> {
        let all: SmallVec<[usize; 32]> = (0..count).collect();
        let first = equations(part.from, &all);
        let most = first.windows(2).map(|w| of_tie(&w[0], &w[1])).max().unwrap_or(RESULTANT);
        let (turns, variables) = match path.motion() {
            Motion::Shift(_) => (false, vec![Variable::of_distance(part.from, part.to, most.straight)]),
            Motion::Rotation { rate, .. } => {
                (true, Variable::of_angle(part.from, part.to, rate, most.turning))
            }
        };
        let known = variables.into_iter().map(|variable| {
            let equations = variable.nodes().into_iter().map(|d| equations(d, &all)).collect();
            (variable, equations)
        });
        ContactOrder { part, turns, first, known: known.collect(), equations }
    }

    /// Returns the changes at which two contacts coincide.
    pub fn ties(&self, i: usize, j: usize) -> Vec<OrderChange> {
        self.zeros(
            of_tie(&self.first[i], &self.first[j]),
            |at| at[i].resultant(&at[j]),
            &[i, j],
            |at| at[0].common(&at[1]),
            |at, s| [at[0].value(s), at[1].value(s)],
        )
    }

    /// Returns the changes at which two contacts with one obstacle coincide.
    pub fn grazes(&self, i: usize) -> Vec<OrderChange> {
        self.zeros(
            DISCRIMINANT,
            |at| at[i].discriminant(),
            &[i],
            |at| at[0].graze(),
            |at, s| [at[0].value(s), at[0].slope(s)],
        )
    }

    /// Returns the changes at which a contact lies at the distance `limit` along the attack.
    pub fn reaches(&self, i: usize, limit: f64) -> Vec<OrderChange> {
        self.zeros(VALUE, |at| at[i].value(limit), &[i], |_| Some(limit), |at, s| [at[0].value(s), s - limit])
    }

    /// Returns the zeros of a polynomial in the coefficients of the equations `which`.
    fn zeros(
        &self,
        degree: Degree,
        polynomial: impl Fn(&[PathEquation]) -> f64,
        which: &[usize],
        along: impl Fn(&[PathEquation]) -> Option<f64>,
        both: impl Fn(&[PathEquation], f64) -> [f64; 2],
    ) -> Vec<OrderChange> {
        let degree = if self.turns { degree.turning } else { degree.straight };
        let equations = |d: f64| (self.equations)(d, which);
        let mut out = Vec::new();
        for (variable, known) in &self.known {
            let values: SmallVec<[f64; 24]> = known.iter().map(|at| polynomial(at)).collect();
            for d in variable.zeros(&values, degree) {
                let found = along(&equations(d)).filter(|s| s.is_finite());
                let change = found.map_or((d, None), |s| {
                    let (d, s) = sharpened(d, s, &equations, &both);
                    (d, Some(s))
                });
                out.push(change);
            }
        }
        out.retain(|(d, _)| *d > self.part.from - SMALL && *d < self.part.to + SMALL);
        out
    }
}

/// Improves a solution of two equations by Newton's method, because a resultant squares their rounding. Where the method
/// diverges, as at a double solution, the first value is kept.
fn sharpened(
    d: f64,
    s: f64,
    equations: &impl Fn(f64) -> Equations,
    both: &impl Fn(&[PathEquation], f64) -> [f64; 2],
) -> (f64, f64) {
    let off = |[f, g]: [f64; 2]| f.abs().max(g.abs());
    let quotient = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [(a - c) / (2.0 * SMALL), (b - d) / (2.0 * SMALL)];
    let mut here = equations(d);
    let (mut at, mut value) = ((d, s), both(&here, s));
    for _ in 0..4 {
        let [f, g] = value;
        let [f_d, g_d] = quotient(both(&equations(at.0 + SMALL), at.1), both(&equations(at.0 - SMALL), at.1));
        let [f_s, g_s] = quotient(both(&here, at.1 + SMALL), both(&here, at.1 - SMALL));
        let det = f_d * g_s - f_s * g_d;
        let next = (at.0 - (f * g_s - g * f_s) / det, at.1 - (g * f_d - f * g_d) / det);
        if !next.0.is_finite() {
            break;
        }
        let there = equations(next.0);
        let rest = both(&there, next.1);
        let closer = off(rest) < off(value) && (next.0 - d).abs() < 1e3 * SMALL;
        if !closer {
            break;
        }
        (at, here, value) = (next, there, rest);
    }
    at
}
