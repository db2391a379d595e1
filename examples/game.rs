//! A game played, taken back in part, and exported as a scenario that plays it again.

use continuum::scenario;
use continuum::{Game, Position, Prepared};
use std::error::Error;
use std::fmt::Write as _;

/// Plays a short game and exports it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let prepared = Prepared::preset("continuous")?;
    let mut game = Game::new(Position::from_text(&prepared, "start")?);
    for text in ["Pe 90 2", "pd 90 2", "Pe 135 x", "qd 90 x", "Nb atan(2) sqrt(5)", "qd 270 1"] {
        let ply = game.play(text)?;
        println!("{text}: {}", ply.after);
    }
    // The queen goes back farther than that.
    assert!(game.undo());
    game.play("qd 270 2")?;

    let mut exported = format!("title = \"A short game\"\nvariant = \"{}\"\n", game.start().variant().name());
    writeln!(exported, "position = \"{}\"", game.start())?;
    for ply in game.plies() {
        writeln!(exported, "\n[[step]]\nmove = \"{}\"", ply.text)?;
        let captures: Vec<String> = ply.made.captures().iter().map(|label| format!("\"{label}\"")).collect();
        writeln!(
            exported,
            "expect = {{ captures = [{}], status = \"{}\" }}",
            captures.join(", "),
            ply.status
        )?;
    }
    let file = std::env::temp_dir().join(format!("continuum-game-{}.toml", std::process::id()));
    std::fs::write(&file, exported)?;
    let report = scenario::run(&file);
    std::fs::remove_file(&file)?;
    let report = report?;
    assert!(report.failures.is_empty());
    assert_eq!(report.game.position().to_string(), game.position().to_string());
    Ok(())
}
