//! Piece values by kind, hundredths of a pawn.
//!
//! A variant file may state the value of a kind. A kind without a stated value is valued by its mobility relative to the rook's, on
//! the empty board and on a half-full one. The search uses values of the orthodox pieces that were measured by games, and scales the
//! stated values in proportion.

use super::evaluate::free_way;
use crate::chess::{Color, Label, Role};
use crate::dice::Dice;
use crate::geom::{Point, Ray, contact};
use crate::plane::{Facing, KindId, Piece, Rules};

/// The number of places at which a kind's mobility is measured.
const TRIALS: usize = 64;

/// The number of pieces on a board that is half full.
const HALF_FULL: usize = 16;

const HUNDREDTHS_OF_PAWN: f64 = 100.0;

/// The roles whose values were measured.
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
    /// Returns the usual values of the orthodox pieces, and the stated values of other kinds.
    pub fn usual(rules: &Rules) -> Values {
        Values::new(rules, Role::value, 1.0)
    }

    /// Returns the measured values of the orthodox pieces, and the stated values of other kinds in proportion.
    pub fn measured(rules: &Rules) -> Values {
        let sum = |value: fn(Role) -> f64| OFFICERS.iter().map(|&role| value(role)).sum::<f64>();
        Values::new(rules, measured, sum(measured) / sum(Role::value))
    }

    /// Returns the values of all kinds, from those of the orthodox officers in pawns and a factor of stated values.
    fn new(rules: &Rules, officer_value: fn(Role) -> f64, scale: f64) -> Values {
        let rook = rules.kind_of_letter(Role::Rook.letter());
        let rook_way = rook.map_or(1.0, |rook| mean_free_way(rules, rook)).max(f64::MIN_POSITIVE);
        let mut of_kind = Vec::with_capacity(rules.kinds().len());
        for (id, kind) in rules.kinds().iter().enumerate() {
            let rule = &kind.rule;
            let pawns = match OFFICERS.into_iter().find(|role| role.letter() == rule.letter) {
                Some(role) => officer_value(role),
                None if rule.royal => 0.0,
                None if rule.pawn => rule.value,
                None if rule.value > 0.0 => rule.value * scale,
                None => officer_value(Role::Rook) * mean_free_way(rules, id as KindId) / rook_way,
            };
            of_kind.push((pawns * HUNDREDTHS_OF_PAWN).round() as i32);
        }
        Values { of_kind }
    }

    /// Returns the value of a kind; 0 for a royal kind, which is never exchanged.
    pub fn of(&self, kind: KindId) -> i32 {
        self.of_kind.get(usize::from(kind)).copied().unwrap_or_default()
    }
}

/// Returns the mobility of a kind: the sum of the free distances of its lanes, averaged over random places, board units.
fn mean_free_way(rules: &Rules, kind: KindId) -> f64 {
    let Ok(label) = Label::new(&rules.kind(kind).rule.letter.to_string()) else { return 0.0 };
    let mut dice = Dice::new(1);
    let mut random_place =
        || Point::new(dice.unit() * rules.board.width(), dice.unit() * rules.board.height());
    let mut sum = 0.0;
    for trial in 0..TRIALS {
        let heading = rules.kind(kind).rule.has_heading().then_some(90.0);
        let piece = Piece {
            label,
            kind,
            at: random_place(),
            moved: true,
            promoted: false,
            heading,
            facing: Facing::OWN,
            home: None,
        };
        // Every second board is empty.
        let mut others: Vec<Point> = (0..HALF_FULL * (trial % 2)).map(|_| random_place()).collect();
        others.retain(|at| at.distance(piece.at) >= rules.radius);
        let ride = |dir| {
            let ray = Ray::new(piece.at, dir);
            let contacts = others.iter().filter_map(|at| contact(&ray, rules.radius, *at, rules.epsilon));
            contacts.fold(f64::INFINITY, f64::min)
        };
        let way = |lane| free_way(rules, &piece, lane, ride, || others.iter().copied());
        sum += rules.kind(kind).lanes(Color::White).iter().map(way).sum::<f64>();
    }
    sum / TRIALS as f64
}
