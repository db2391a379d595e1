//! Continuous Chess on the plane: positions with real centres, exact legal sets.

mod aim;
mod alight;
mod array;
mod attack;
mod course;
mod field;
mod figure;
mod giving;
mod halfway;
mod hinder;
mod judge;
mod judge_mixed;
mod kinds;
mod king;
mod landing;
mod legal;
mod mixed;
mod order;
mod outcome;
mod play;
mod position;
mod reach;
mod rebirth;
mod rules;
mod setup;
mod shot;
mod status;
mod survey;
mod swing;
mod threat;
mod turn;

pub use field::Few;
pub use judge::{Move, Verdict};
pub use kinds::{Gait, Kind, Lane, Way};
pub use legal::Span;
pub use mixed::{Cell, Found, Landed, Region, Sweep};
pub use play::{Played, Reborn};
pub use position::{Piece, PieceId, Position};
pub use reach::{Stretch, Stretches};
pub use rules::{KindId, NotPlane, Rules};

pub use crate::variant::{KindRule, MoveRule, Takes};
pub use survey::Survey;
