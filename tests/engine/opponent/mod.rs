//! Choosing moves: what is answered can be played, mates are found, ends are known.

mod answers;
mod bounds;
mod contest;
mod games;
mod lattice;
mod levels;
mod mates;
mod token;
