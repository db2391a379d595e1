//! The plane engine held against laws, another collision library, and another chess program.

mod laws;
mod mixed;
mod orthodox;
mod outcome;
mod parry_parity;
mod random;
