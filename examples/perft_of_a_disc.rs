//! Counting move sequences on a disc of 70 cells, through whose centre rooks and bishops pass.

use continuum::chess::Draws;
use continuum::game::perft;
use continuum::{Position, Prepared};
use std::error::Error;

/// Counts to depth 3 and compares with the table of the tests.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::preset("disc70")?;
    let start = Position::from_text(&prepared, "start")?;
    for (depth, expected) in [(1, 20), (2, 400), (3, 9448)] {
        let count = perft(&start, depth, Draws::Unclaimed, |_, _| {})?;
        println!("depth {depth}: {} sequences behind {} first moves", count.nodes, count.divide.len());
        assert_eq!(count.nodes, expected);
    }
    Ok(())
}
