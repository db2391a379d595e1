//! Choosing moves: what is answered can be played, mates are found, ends are known.

mod answers;
mod lattice;
