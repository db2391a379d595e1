//! What kinds are worth, hundredths of a pawn.
//!
//! A kind whose file says a value has it. The value of any other follows from how far it may go, on the empty board and on
//! one half full, held against the rook of the same board.

use super::evaluate::free_way;
use crate::chess::{Color, Label, Role};
use crate::engine::dice::Dice;
use crate::geom::Point;
use crate::plane::{Facing, KindId, Piece, Rules};

/// Places at which a kind is tried.
const TRIALS: usize = 64;

/// Pieces on a board that is half full.
const HALF_FULL: usize = 16;

/// A pawn.
const PAWN: f64 = 100.0;

/// What kinds are worth.
pub struct Values {
    of_kind: Vec<i32>,
    army: f64,
}

impl Values {
    /// The values of a variant's kinds.
    pub fn new(rules: &Rules) -> Values {
        let rook = rules.kind_of_letter(Role::Rook.letter());
        let measure = rook.map_or(1.0, |rook| mean_free_way(rules, rook)).max(f64::MIN_POSITIVE);
        let of = |(id, kind): (usize, &crate::plane::Kind)| {
            if kind.rule.royal {
                return 0;
            }
            let known = kind.rule.value * PAWN;
            let value = if known > 0.0 {
                known
            } else {
                Role::Rook.value() * PAWN * mean_free_way(rules, id as KindId) / measure
            };
            value.round() as i32
        };
        let of_kind: Vec<i32> = rules.kinds().iter().enumerate().map(of).collect();
        // A queen and two of each other piece.
        let army = [(Role::Queen, 1.0), (Role::Rook, 2.0), (Role::Bishop, 2.0), (Role::Knight, 2.0)];
        let army = army.iter().map(|(role, number)| role.value() * number * PAWN).sum();
        Values { of_kind, army }
    }

    /// The value of a kind; 0 of a royal one, which is never given up.
    pub fn of(&self, kind: KindId) -> i32 {
        self.of_kind.get(usize::from(kind)).copied().unwrap_or_default()
    }

    /// The pieces of the orthodox array together, pawns apart.
    pub fn army(&self) -> f64 {
        self.army
    }
}

/// How far a kind may go on average, all its lanes together.
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
        let lanes = rules.kind(kind).lanes(Color::White);
        sum += lanes.iter().map(|lane| free_way(rules, &piece, lane, &apart)).sum::<f64>();
    }
    sum / TRIALS as f64
}
