//! The solver: against one that tries everything, and what it prints.

mod brute;
mod chosen;
mod counters;
mod lines;
mod one;
mod plane;
mod strategy;
mod texts;
mod together;
mod two;
