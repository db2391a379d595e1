//! The board after a move: the safety of the own king where captured pieces are put back, and whether a move may give check.
//!
//! Belongs here: the distances and curves at which the king's safety may change while the mover is on its path. Start at
//! `safe_after`. `first_look` and `shut` find moves that surely give no check.

mod first_look;
mod safe_after;
mod shut;
