//! The safety of both kings on the board after a move, which decides legality with rebirth and in Italian series.
//!
//! Belongs here: the distances and curves at which either king's safety may change while the mover is on its path. Start at
//! `safe_after`; `checks_given` and the attacks list the critical distances, `first_look` and `shut` spare most moves.

mod blocking;
mod checks_given;
mod contact_curves;
mod first_look;
mod leap_attack;
mod moving_attack;
mod safe_after;
mod shut;
mod steady_attack;
