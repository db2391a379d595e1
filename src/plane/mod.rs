//! Continuous Chess on the plane: positions with real centres, exact legal sets.

mod attack;
mod discs;
mod lanes;
mod moves;
mod play;
mod position;
mod rules;
mod series;

pub use attack::survey::Survey;
pub use discs::centres::Few;
pub use discs::reach::{Stretch, Stretches};
pub use moves::general::{Cell, Found, Landed, Region, Sweep};
pub use moves::judge::{Move, Verdict};
pub use moves::legal::Span;
pub use play::make::{Played, Reborn};
pub use position::state::{Piece, PieceId, Position};
pub use rules::kinds::{Gait, Kind, Lane, Way};
pub use rules::ruleset::{KindId, NotPlane, Rules};

pub use crate::variant::{KindRule, MoveRule, Takes};
