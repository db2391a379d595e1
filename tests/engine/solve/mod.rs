//! The solver: against one that tries everything, and what it prints.

mod brute;
mod chosen;
mod counters;
mod defended;
mod lines;
mod one;
mod plane;
mod popeye;
mod strategy;
mod texts;
mod together;
mod tries;
mod two;
