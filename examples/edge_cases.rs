//! A batch of geometric edge cases, each with the distance worked out by hand.
//!
//! A rook of radius 1/4 goes up from (4, 1). An enemy at (4 + offset, 5) is met where the two are 1/4 apart.

use approx::assert_abs_diff_eq;
use continuum::{Position, Prepared};
use std::error::Error;

/// The radius of every piece of the preset.
const RADIUS: f64 = 0.25;

/// Asserts where the rook stops for pawns ever farther off its line.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::preset("continuous")?;
    for offset in [0.0, 0.1, -0.1, 0.15, 0.2, 0.24, 0.249_999] {
        let text = format!("Ke@1,0.5' Ra@4,1' ke@7.5,7.5' pa@{},5' ; w", 4.0 + offset);
        let position = Position::from_text(&prepared, &text)?;
        let ahead = position.distances("Ra".parse()?, 90.0)?;

        // The circle of the rook reaches the pawn's centre when the remaining way is the other leg of a triangle.
        let contact = 4.0 - (RADIUS * RADIUS - offset * offset).sqrt();
        let [stretch] = ahead.parts() else {
            return Err(format!("two stretches for offset {offset}").into());
        };
        assert_abs_diff_eq!(stretch.from, 0.1, epsilon = 1e-12);
        assert_abs_diff_eq!(stretch.to, contact, epsilon = 1e-9);
        println!("offset {offset:>9}: contact after {contact:.12}");
    }
    // Touching is no overlap: a pawn exactly one radius off the line stops nobody.
    let grazed = Position::from_text(&prepared, "Ke@1,0.5' Ra@4,1' ke@7.5,7.5' pa@4.25,5' ; w")?;
    let ahead = grazed.distances("Ra".parse()?, 90.0)?;
    assert!(ahead.contains(7.0));
    println!("offset      0.25: no contact");
    Ok(())
}
