//! Moves that are legal or not by the board after them: rebirth, and checks that an Italian series forbids.
//!
//! Comes in: at which distances the safety of either king may change while the mover is on its way.

mod blocking;
mod board_after;
mod checks_given;
mod closings;
mod contact_curves;
mod contact_order;
mod first_look;
mod joints;
mod leap_attack;
mod moving_attack;
mod shut;
mod steady_attack;
mod turning_attack;
mod zeno_limit;

pub(in crate::plane) use checks_given::ChecksGiven;
