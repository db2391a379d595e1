//! Random games by the legal set, and how many moves a second one core plays: with status, repetition and history.
//!
//! `cargo run --release --example random_playout -- continuous 200`

use continuum::chess::Status;
use continuum::endings::Endings;
use continuum::engine::players::PlayerSpec;
use continuum::{Game, Position, Prepared};
use std::error::Error;
use std::time::Instant;

/// The moves after which a game is cut.
const PLIES: usize = 300;

/// Plays some games of a variant, and prints what was played.
pub fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).and_then(|name| Prepared::preset(&name).ok());
    let games: u64 = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(2);

    let prepared = named.map_or_else(|| Prepared::preset("continuous"), Ok)?;
    let start = Position::from_text(&prepared, "start")?;
    let random: PlayerSpec = "random".parse()?;
    let (mut plies, mut decided) = (0, 0);
    let begin = Instant::now();
    for seed in 0..games {
        let mut player = random.start(&prepared, seed, &Endings::default())?;
        let mut game = Game::new(start.clone());
        while game.status() == Status::Ongoing && game.plies().len() < PLIES {
            game.play(player.choose(&game)?)?;
        }
        plies += game.plies().len();
        decided += usize::from(game.winner().is_some());
    }
    let seconds = begin.elapsed().as_secs_f64();
    let name = prepared.variant().name();
    println!(
        "{name}: {games} games, {decided} decided, {plies} plies, {:.0} a second",
        plies as f64 / seconds
    );
    assert!(plies > 0);
    Ok(())
}
