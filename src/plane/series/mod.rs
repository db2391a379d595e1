//! What hangs on the board after the move: rebirth, and checks that an Italian series forbids.

pub(in crate::plane) mod blocking;
pub(in crate::plane) mod checks_given;
pub(in crate::plane) mod contact_curves;
pub(in crate::plane) mod contact_order;
pub(in crate::plane) mod leap_attack;
pub(in crate::plane) mod moving_attack;
pub(in crate::plane) mod outcome;
pub(in crate::plane) mod steady_attack;
pub(in crate::plane) mod turning_attack;
pub(in crate::plane) mod zeno_limit;
