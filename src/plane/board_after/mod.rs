//! The safety of a king on the board after a move: of the own king where captured pieces are put back, and of the enemy's.
//!
//! Belongs here: the distances and curves at which the king's safety may change while the mover is on its path. Start at
//! `safe_after`. `first_look` and `shut` find moves that surely give no check.

mod first_look;
mod safe_after;
mod shut;
