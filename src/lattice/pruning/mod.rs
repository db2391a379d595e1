//! Filters that drop moves which the problem solver need not try, and the proof that no solution is lost.
//!
//! Belongs here: filters that drop only moves that can neither end a problem nor prepare its end. `solve` calls them. `laws` compares
//! them with play without filters on random positions.
//!
//! # Words
//! - The *last move* mates or stalemates. The side that makes it is the *attacker*, the other side the *defender*.
//!   *The king* is the defender's.
//! - A piece *attacks on the empty board* the cells that it would attack without any other piece on the board.
//! - A *flight* is an empty cell beside the king that no attacker's piece attacks once the king has left its own cell.
//! - A move *covers* a flight if after it an attacker's piece attacks the flight, or any piece stands on it.
//! - A piece that leaves its cell *opens* the lines through that cell on which a slider of its side stands. A *discoverer* opens
//!   a line to the king.
//! - A *blocker* of a flight stands alone between the flight and an attacker's slider.
//! - A move is *quiet* if it captures nothing.
//!
//! # Scope
//! Removals of pawn pairs, castlings and en passant captures change more cells than the claims consider. They are never
//! dropped, and if the attacker may still castle, claim 3 drops nothing. Claims 2 and 3 assume that a king's
//! step to a flight is legal and avoids the end. So they are not used in progressive play, if kings can be captured, or if bare
//! kings lose.
//!
//! All tests are upper bounds: lines and leaps are those on the empty board, or pass through pieces that may have moved away. A
//! move is dropped only if it cannot fulfil the claim even within the bound.
//!
//! # Claims
//! 1. *A move that mates gives check. A plain move gives check only if the mover attacks the king from its end, or
//!    if the mover is a discoverer.* Before the move the king is not attacked. After it two things have changed for
//!    the attacker: the mover stands on its end, and its former cell is empty. The cell of a captured piece is
//!    the mover's end, so no line opens there. A piece that is reborn belongs to the defender and can only block.
//!    Promotions, double steps and special moves are always candidates.
//! 2. *A last move covers every flight. A plain move covers a flight only from its end, by standing on it, by opening
//!    a line to it, or by a capture whose victim is reborn on it.* The king's step to a flight that is not covered
//!    is legal, so the defender is neither mated nor stalemated. Attacks change as in claim 1, and a cell is filled by
//!    the mover or by a reborn piece only.
//! 3. *In help play the defender makes a quiet move before the last move, not with its king. Some last move must cover every flight
//!    that remains (`helping`).* The quiet move closes a flight only by filling it, or by a blocker of the flight that leaves the
//!    line. Last moves are found past all the defender's pieces, because one of these pieces may have left. A captured piece may be
//!    reborn on a flight, and the quiet move may have brought it to the cell of its capture.
//! 4. *In self play and helpselfmates every reply to the forcing side's last move must give check.* It must, because it has to
//!    mate. A king's step to a flight gives no check if it opens no line to the other king.
//!
//! # Gains
//! Without one of the claims, published Circe problems take a multiple of the processor time: 1.5 without claim 1 (a `#8`), 1.6
//! without claim 2 (a `ser-h=8`), 3.6 without claim 3 (helpmates), 1.9 without claim 4 (a `hs#3`).

mod candidates;
mod empty_board;
mod flights;
mod helping;
#[cfg(test)]
mod laws;

pub(crate) use helping::Check;
