//! Moves that are legal or not by the board after them: with rebirth, and while an Italian series forbids checks.
//!
//! Comes in: at which distances the safety of either king may change while the mover is on its way.

mod blocking;
mod checks_given;
mod contact_curves;
mod contact_order;
mod first_look;
mod leap_attack;
mod moving_attack;
mod safe_after;
mod shut;
mod steady_attack;
mod turning_attack;
