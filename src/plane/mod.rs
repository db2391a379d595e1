//! Continuous Chess on the plane: positions with real centres, exact legal sets.

mod field;
mod judge;
mod kinds;
mod king;
mod legal;
mod play;
mod position;
mod reach;
mod rules;
mod setup;
mod shot;
mod status;
mod survey;

pub use field::Few;
pub use judge::{Move, Verdict};
pub use kinds::{Gait, KindRule, MoveRule, ORTHODOX, Takes};
pub use legal::Span;
pub use play::Played;
pub use position::{Piece, PieceId, Position};
pub use reach::{Stretch, Stretches};
pub use rules::{Kind, KindId, Lane, NotPlane, Rules};
pub use status::{QUIET_PLIES, Status};
pub use survey::Survey;
