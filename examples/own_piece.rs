//! A piece of one's own: kinds are data, in the TOML of a variant file.

use continuum::{Game, Position, Prepared};
use std::error::Error;

/// A Camelrider: it rides along the leaps of a camel (one across, three ahead), and takes what it meets.
const VARIANT: &str = r#"
name = "caravan"
about = "Continuous Chess with a Camelrider"

[[kind]]
name = "camelrider"
letter = "C"
value = 5
extent = { shape = "disc", radius = 0.2 }
[[kind.move]]
go = "ride"
toward = [[1, 3], [-1, 3], [1, -3], [-1, -3]]
"#;

/// Plays the Camelrider.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::read(VARIANT)?;
    let position = Position::from_text(&prepared, "Ke@1,0.5' Ca@4,1' ke@7.5,7.5' pa@5,4' ; w")?;
    let bearing = f64::atan2(3.0, 1.0).to_degrees();
    let ahead = position.distances("Ca".parse()?, bearing)?;
    println!("the pawn is met after {:?}", ahead.parts().last());
    // The pawn stands sqrt(10) away on the very line, and the circle of 0.2 reaches it first.
    let contact = 10.0_f64.sqrt() - 0.2;
    assert!(ahead.contains(contact - 1e-6) && !ahead.contains(contact + 1e-6));

    let mut game = Game::new(position);
    let ply = game.play("Ca atan(3) x")?;
    assert_eq!(ply.made.captures(), ["pa".parse()?]);
    Ok(())
}
