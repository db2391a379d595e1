//! Attacks on a king: check, pins, and the king's path.
//!
//! Belongs here: the places at which a lane takes a king, the pieces that block the lane, and the places where a king may go.
//! Start at `Survey::in_check`. An attack has two forms (`forms`): the closed form of `discs`, and `general` for pieces of every
//! kind.

mod exposure;
mod forms;
mod general;
mod king_lines;
mod king_path;
mod near_king;
mod survey;
mod sweeps;
mod window;

pub(in crate::plane) use forms::Attack;
pub(in crate::plane) use king_lines::GeneralAttacks;
pub(in crate::plane) use king_path::KingPathWalk;
pub use survey::Survey;
pub use sweeps::Sweep;
pub(in crate::plane) use window::AttackWindow;
