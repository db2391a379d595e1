//! Continuous Chess on the plane: positions with real centres, exact legal sets.
//!
//! Each module uses only those above it in this list; `tests/engine/layers.rs` tests that.
//!
//! | module | content |
//! |---|---|
//! | `rules` | a variant compiled for play: parameters, kinds and lanes, the initial array |
//! | `position` | pieces, positions, their texts, rebirth |
//! | `lanes` | where one piece may go along one lane |
//! | `discs` | lanes and attacks in closed form, for equal discs |
//! | `attack` | attacks on a king: check, pins, and a king's path |
//! | `board_after` | the safety of a king on the board after a move: rebirth, and moves that may give check |
//! | `moves` | the legal set, and the judge of one move |
//! | `play` | setting up, making moves, turns, status |
//!
//! A new kind of path begins in `geom::Path` and `rules::kinds`. The words that a variant file uses for it are in
//! `variant::kind_spec`. The compiler then reports every `match` that lacks a case for it.
//!
//! Start at [`Survey::legal`] and [`PlanePosition::judge`]. The code that chooses among moves is above this module, in `engine`.

mod attack;
mod board_after;
mod discs;
mod lanes;
mod moves;
mod play;
mod position;
mod rules;

pub use attack::{Survey, Sweep};
pub use lanes::{EffectIntervals, LandingCell, LaneStretch, MoveEffect, Stretches};
pub use moves::{FreeWays, LandingRegion, Move, MoveEnd, MoveVerdict, Span};
pub use play::{PlayedMove, Reborn};
pub use position::{Piece, PieceId, PieceIds, PieceLane, PlanePosition};
pub use rules::{Facing, Gait, KindId, Lane, LaneShape, NotPlane, PlaneKind, Promoting, Rules};

pub use crate::variant::{KindRule, MoveRule, Takes};
