//! A helpmate in two with all its solutions: Black moves first and helps White to mate.

use continuum::budget::Budget;
use continuum::solve::{Problem, Solutions, SolveOptions};
use continuum::{Position, Prepared};
use std::error::Error;

/// Solves the problem and prints the solutions.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::preset("orthodox")?;
    let Position::Lattice(position) = Position::from_fen(&prepared, "7k/8/8/5K2/8/8/8/R7 b - -")? else {
        return Err("a position of a lattice".into());
    };
    let problem = Problem::new(&position, "h#2".parse()?)?;
    let report = problem.solve(&SolveOptions::default(), &Budget::default());
    assert!(report.complete);
    let Solutions::Lines(lines) = &report.solutions else { return Err("lines of a helpmate".into()) };
    for line in lines {
        println!("{}", line.line);
    }
    assert!(!lines.is_empty());
    assert!(lines.iter().all(|line| line.line.ends_with('#')));
    Ok(())
}
