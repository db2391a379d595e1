//! Attacks on a king: threats, check, pins, and the king's path.
//!
//! Belongs here: the places at which a lane takes a king, the pieces that block the lane, and the places where a king may go.
//! Start at `Survey::in_check`. `threat` serves pieces of every kind, and `lane_attack` equal discs.

mod exposure;
mod king_path;
mod lane_attack;
mod survey;
mod sweeps;
mod threat;
mod threats;
mod window;

pub(in crate::plane) use king_path::KingPathWalk;
pub(in crate::plane) use lane_attack::LaneAttack;
pub use survey::Survey;
pub use sweeps::Sweep;
pub(in crate::plane) use threats::Threats;
pub(in crate::plane) use window::AttackWindow;
