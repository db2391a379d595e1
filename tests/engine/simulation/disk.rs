//! The disk of the simulated server: what stands there outlasts a crash.

use super::tables::TABLES;
use continuum::Game;
use continuum::arbiter::{Arbiter, Opponent, Situation};
use continuum::chess::Color;
use continuum::engine::Level;

/// A game on the disk, in the texts in which a server stores it.
#[derive(Debug, Clone)]
pub struct Record {
    /// The index of its beginning in [`TABLES`].
    pub table: usize,
    /// The side of the program.
    pub program: Option<Color>,
    ply: usize,
    ended: Option<String>,
    clock: Option<String>,
    offer: Option<String>,
    next: Option<String>,
    moves: Vec<String>,
}

impl Record {
    /// A game in which nobody has moved.
    pub fn new(table: usize, program: Option<Color>) -> Record {
        let (ply, ended, clock, offer, next) = (0, None, None, None, None);
        let mut record = Record { table, program, ply, ended, clock, offer, next, moves: Vec::new() };
        record.write(&Situation::new(0, TABLES[table].control), None);
        record
    }

    /// Writes a change in one transaction.
    pub fn write(&mut self, situation: &Situation, made: Option<&str>) {
        self.ply = situation.ply;
        self.ended = situation.ended.map(|ending| ending.to_string());
        self.clock = situation.clock.as_ref().map(|clock| serde_json::to_string(clock).expect("JSON"));
        self.offer = situation.offer.map(|offer| offer.to_string());
        self.next.clone_from(&situation.rematch);
        if let Some(text) = made {
            self.moves.truncate(self.ply - 1);
            self.moves.push(text.to_owned());
        }
    }

    /// Writes a change without the number of moves that stand.
    pub fn write_but_ply(&mut self, situation: &Situation) {
        self.write(&Situation { ply: self.ply, ..situation.clone() }, None);
    }

    /// Reads the game.
    pub fn read(&self) -> Result<Arbiter, String> {
        let mut game = Game::new(TABLES[self.table].start.clone());
        for text in &self.moves {
            game.play(text.as_str()).map_err(|e| format!("a stored move does not play: {text}: {e}"))?;
        }
        let situation = Situation {
            ply: self.ply,
            ended: self.ended.as_ref().map(|text| text.parse().expect("an ending")),
            clock: self.clock.as_ref().map(|text| serde_json::from_str(text).expect("a clock")),
            offer: self.offer.as_ref().map(|text| text.parse().expect("an offer")),
            rematch: self.next.clone(),
            declined: Vec::new(),
        };
        let opponent = self.program.map(|side| Opponent { side, level: Level::WEAKEST });
        Ok(Arbiter::new(game, situation, opponent))
    }
}
