//! Moves that the problem solver need not try, and the proof that no solution is lost.
//!
//! Comes in here: filters that drop only moves which cannot end a problem, or cannot prepare its end. `solve` asks
//! for them; `laws` holds them to plain play on random positions.
//!
//! # Words
//! - The *last move* mates or stalemates. The side that makes it is the *attacker*, the other side the *defender*.
//!   *The king* is the defender's.
//! - A piece *attacks on the empty board* the cells that it would attack without any other piece on the board.
//! - A *flight* is an empty cell beside the king that no attacker's piece attacks once the king has left its own cell.
//! - A move *covers* a flight if after it an attacker's piece attacks the flight, or any piece stands on it.
//! - A piece *opens* the lines through its cell on which a slider of its side stands. A *discoverer* so opens a line
//!   to the king.
//! - A *blocker* of a flight stands alone between the flight and an attacker's slider.
//! - A *free* piece stands on no line through its own king's cell. Its *room* is the empty cells that it reaches in
//!   one step or leap.
//! - A move *stops* a free piece if it captures the piece or fills the only cell of its room.
//! - A move is *quiet* if it captures nothing.
//!
//! # Scope
//! Removals of pawn pairs, castling and en passant captures change more than the claims consider. They are never
//! dropped, and where the attacker may still castle, claims 3 and 4 drop nothing. Claims 2 to 6 need that a king's
//! step to a flight is legal and avoids the end. So they are not used in a progressive series, where kings can be
//! captured, or where bare kings lose.
//!
//! All tests are upper bounds: lines and leaps are taken on the empty board, or past pieces that may be out of the
//! way by then. A move is dropped only if even the bound is too small.
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
//! 3. *Direct play, the attacker's move before its last (`preparing`).* Let this move be quiet and give no check, and let
//!    the defender have a free piece with a cell in its room that is no flight, which opens no attacker's line to a
//!    flight by leaving. Unless the move stops this piece, its step there is legal: nothing pins it and no check need be
//!    answered. The step changes none of the flights. So the move and the last move must cover all flights between them.
//!    Each covers at most what claim 2 allows, the last one from any cell that its piece reaches.
//! 4. *Help play, the defender's move before the last (`helping`): some last move must cover every flight that it leaves.*
//!    The king's captures are always kept. The others are:
//!    1. A quiet move of another piece. It closes a flight only by filling it, or as its blocker by leaving the line. Last
//!       moves are tried past all the defender's pieces, for one of these may have left.
//!    2. A quiet step of the king. The flights are those beside its new cell; no other piece has moved.
//!    3. A capture by another piece. The last move is made by a piece that is left, or by the captured one if it is
//!       reborn. Cells that the reborn piece may attack count as covered. So do flights with a blocker, for this may
//!       be the piece that captured.
//! 5. *Stalemate.* A free piece with an empty cell in its room has a legal move while its king is not in check. The last
//!    move captures at most one piece and fills at most one empty cell: its end or, if it captures, the cell of a
//!    rebirth (two with castling or en passant). If free pieces keep a cell against any such change, no last move
//!    stalemates. If three free pieces have three cells each, or such pieces and pawn steps make five, the
//!    defender's move before it does not help either: each of both moves fills one cell at most.
//! 6. *Self play and helpselfmates: after the forcing side's last move every reply must mate, so none may be without
//!    check.* A king's step to a flight is without check if it opens no line to the other king. So is a step of a
//!    free piece, off every line to the other king, to a cell from which it does not attack that king. So a
//!    forcing move without check must stop all such pieces. Some reply must mate, so the forcing move also
//!    is one that claim 4 admits. Replies are counted, not made: if fewer may check than there are, one is without.

mod candidates;
mod checks;
mod cover;
mod empty_board;
mod flights;
mod free;
mod helping;
#[cfg(test)]
mod laws;
mod preparing;

pub(crate) use cover::Check;
