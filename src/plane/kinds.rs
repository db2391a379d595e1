//! The orthodox men as data: what each may do, in the mover's own frame.

/// How a move travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    /// Along the line, stopped by what it meets.
    Ride,
    /// From here to there; only the landing counts.
    Leap,
}

/// What a move may do to enemies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// It never captures: whatever stands ahead stops it.
    Never,
    /// It may capture.
    May,
    /// It must capture.
    Must,
}

/// One kind of move: the same in each of several directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveRule {
    /// Rides or leaps.
    pub gait: Gait,
    /// The directions, as the smallest whole-number vectors: x to the player's right, y ahead.
    pub directions: &'static [(i32, i32)],
    /// The greatest distance, board units.
    pub range: f64,
    /// The greatest distance of a piece that has never moved.
    pub first_range: f64,
    /// What it may do to enemies.
    pub takes: Takes,
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KindRule {
    /// For people.
    pub name: &'static str,
    /// The capital letter in labels.
    pub letter: char,
    /// Whether it is the one that must not be taken.
    pub royal: bool,
    /// Whether it promotes and its moves reset the count of quiet plies.
    pub pawn: bool,
    /// What it may do.
    pub moves: &'static [MoveRule],
}

const ORTHOGONAL: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: &[(i32, i32)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHTLY: &[(i32, i32)] = &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
const SQRT_5: f64 = 2.236_067_977_499_79;
use std::f64::consts::SQRT_2;

const fn rule(gait: Gait, directions: &'static [(i32, i32)], range: f64, takes: Takes) -> MoveRule {
    MoveRule { gait, directions, range, first_range: range, takes }
}

const fn ride(directions: &'static [(i32, i32)], range: f64) -> MoveRule {
    rule(Gait::Ride, directions, range, Takes::May)
}

const fn man(name: &'static str, letter: char, moves: &'static [MoveRule]) -> KindRule {
    KindRule { name, letter, royal: false, pawn: false, moves }
}

/// The six orthodox kinds. Source: David Howe, "Continuous Chess" (2001), section "Movement".
pub const ORTHODOX: &[KindRule] = &[
    KindRule { royal: true, ..man("king", 'K', &[ride(ORTHOGONAL, 1.0), ride(DIAGONAL, SQRT_2)]) },
    man("queen", 'Q', &[ride(ORTHOGONAL, f64::INFINITY), ride(DIAGONAL, f64::INFINITY)]),
    man("rook", 'R', &[ride(ORTHOGONAL, f64::INFINITY)]),
    man("bishop", 'B', &[ride(DIAGONAL, f64::INFINITY)]),
    man("knight", 'N', &[rule(Gait::Leap, KNIGHTLY, SQRT_5, Takes::May)]),
    KindRule {
        pawn: true,
        ..man(
            "pawn",
            'P',
            &[
                MoveRule { first_range: 2.0, ..rule(Gait::Ride, &[(0, 1)], 1.0, Takes::Never) },
                rule(Gait::Ride, &[(1, 1), (-1, 1)], SQRT_2, Takes::Must),
            ],
        )
    },
];
