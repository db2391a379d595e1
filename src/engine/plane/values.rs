//! Piece values by kind, hundredths of a pawn.
//!
//! A variant file may state the value of a kind. Any other kind is valued by its mobility, on the empty board and on a half-full one,
//! relative to the rook on the same board. The search has values of its own for the orthodox pieces, measured by games, and scales
//! those of files in proportion.

use super::evaluate::free_way;
use crate::chess::{Color, Label, Role};
use crate::dice::Dice;
use crate::geom::{Point, Ray, contact};
use crate::plane::{Facing, KindId, Piece, Rules};

/// The number of places at which a kind's mobility is measured.
const TRIALS: usize = 64;

/// The number of pieces on a board that is half full.
const HALF_FULL: usize = 16;

/// The value of a pawn.
const PAWN: f64 = 100.0;

/// The pieces whose values were measured.
const OFFICERS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Returns the value of an orthodox piece in Continuous Chess, in pawns, measured by games between unequal armies
/// (`docs/measured/piece-values.md`).
fn measured(role: Role) -> f64 {
    match role {
        Role::Queen => 6.0,
        Role::Rook => 2.5,
        Role::Bishop => 2.0,
        Role::Knight => 2.9,
        Role::King | Role::Pawn => role.value(),
    }
}

/// Piece values by kind.
pub struct Values {
    of_kind: Vec<i32>,
}

impl Values {
    /// Returns the values that files state, with the usual ones of the orthodox pieces.
    pub fn usual(rules: &Rules) -> Values {
        Values::by(rules, Role::value, 1.0)
    }

    /// Returns the measured values, and those of files in proportion.
    pub fn measured(rules: &Rules) -> Values {
        let sum = |value: fn(Role) -> f64| OFFICERS.iter().map(|&role| value(role)).sum::<f64>();
        Values::by(rules, measured, sum(measured) / sum(Role::value))
    }

    fn by(rules: &Rules, officer: fn(Role) -> f64, share: f64) -> Values {
        let rook = rules.kind_of_letter(Role::Rook.letter());
        let measure = rook.map_or(1.0, |rook| mean_free_way(rules, rook)).max(f64::MIN_POSITIVE);
        let of = |(id, kind): (usize, &crate::plane::PlaneKind)| {
            let rule = &kind.rule;
            let pawns = match OFFICERS.into_iter().find(|role| role.letter() == rule.letter) {
                Some(role) => officer(role),
                None if rule.royal => 0.0,
                None if rule.pawn => rule.value,
                None if rule.value > 0.0 => rule.value * share,
                None => officer(Role::Rook) * mean_free_way(rules, id as KindId) / measure,
            };
            (pawns * PAWN).round() as i32
        };
        Values { of_kind: rules.kinds().iter().enumerate().map(of).collect() }
    }

    /// Returns the value of a kind; 0 for a royal one, which is never exchanged.
    pub fn of(&self, kind: KindId) -> i32 {
        self.of_kind.get(usize::from(kind)).copied().unwrap_or_default()
    }
}

/// Returns the mobility of a kind: the mean free distance of all its lanes together.
fn mean_free_way(rules: &Rules, kind: KindId) -> f64 {
    let Ok(label) = Label::new(&rules.kind(kind).rule.letter.to_string()) else { return 0.0 };
    let mut dice = Dice::new(1);
    let mut place = || Point::new(dice.unit() * rules.board.width(), dice.unit() * rules.board.height());
    let mut sum = 0.0;
    for trial in 0..TRIALS {
        let heading = rules.kind(kind).rule.has_heading().then_some(90.0);
        let piece = Piece {
            label,
            kind,
            at: place(),
            moved: true,
            promoted: false,
            heading,
            facing: Facing::PLAIN,
            home: None,
        };
        let others: Vec<Point> = (0..HALF_FULL * (trial % 2)).map(|_| place()).collect();
        let apart: Vec<Point> =
            others.into_iter().filter(|at| at.distance(piece.at) >= rules.radius).collect();
        let ride = |dir| {
            let met = apart
                .iter()
                .filter_map(|at| contact(&Ray::new(piece.at, dir), rules.radius, *at, rules.epsilon));
            met.fold(f64::INFINITY, f64::min)
        };
        let way = |lane| free_way(rules, &piece, lane, ride, || apart.iter().copied());
        sum += rules.kind(kind).lanes(Color::White).iter().map(way).sum::<f64>();
    }
    sum / TRIALS as f64
}
