//! A game between a person and the program, by typed lines.

use crate::chess::Color;
use crate::cli::{Failure, moves};
use crate::disk::write_whole;
use crate::engine::uci::AfterLine;
use crate::engine::{self, Level, Options, SearchLimits, SearchResult, StopSignal};
use crate::game::{Game, GameResult, PgnNames};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The commands, each with its effect. Any other line is a move.
pub const COMMANDS: &str = "\
moves [PIECE]  list the legal moves, or those of a piece: moves Qd
undo           take back your last move and the answer
hint           show the best move
board          show the position again
save FILE      write the game in PGN; `continuum play FILE` goes on with it
draw           offer a draw
resign         give the game up
help           list the commands
quit           leave";

/// The time that the program takes for a move or a hint.
const TIME: Duration = Duration::from_secs(1);

/// The end of a game that was agreed to be drawn, or resigned.
struct Ending {
    result: GameResult,
    reason: &'static str,
}

/// A game between a person and the program.
pub struct PlaySession {
    pub game: Game,
    /// The side of the person.
    pub side: Color,
    pub level: Level,
    ending: Option<Ending>,
}

impl PlaySession {
    pub fn new(game: Game, side: Color, level: Level) -> PlaySession {
        PlaySession { game, side, level, ending: None }
    }

    fn is_over(&self) -> bool {
        self.ending.is_some() || self.game.is_over()
    }

    /// Returns the result of a search, at full strength if no level is given.
    fn search(&self, level: Option<Level>) -> SearchResult {
        let limits = SearchLimits { time: Some(TIME), ..SearchLimits::default() };
        let seed = self.game.plies().len() as u64;
        engine::best(&self.game, &Options { limits, level, seed, ..Options::default() }, &StopSignal::new())
    }

    /// Makes the moves of the program while it has the turn.
    pub fn answer(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while !self.is_over() && self.game.position().turn() != self.side {
            let chosen = self.search(Some(self.level)).chosen.ok_or("the program found no move")?;
            let turn = self.game.position().turn();
            let text = &self.game.play(chosen)?.text;
            writeln!(out, "{turn}: {text}")?;
            self.show(out)?;
        }
        Ok(())
    }

    /// Obeys a line: a command, or a move in any notation of the board.
    pub fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<AfterLine, Failure> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit", "") => return Ok(AfterLine::Quit),
            ("help", "") => writeln!(out, "{COMMANDS}\nAny other line is a move.")?,
            ("undo", "") => self.undo(out)?,
            ("moves", "") => moves::show(out, &self.game, None)?,
            ("moves", label) => moves::show(out, &self.game, Some(label.parse()?))?,
            ("save", file) => self.save(Path::new(file))?,
            ("board", "") => self.show(out)?,
            _ if self.ending.is_some() => self.show(out)?,
            ("draw" | "resign" | "hint", "") if self.game.is_over() => self.show(out)?,
            ("hint", "") => {
                let answer = self.search(None);
                let line = answer.lines.first().ok_or("no move was found")?;
                writeln!(out, "{}, {}", line.moves[0], line.score)?;
            }
            ("draw", "") if !self.search(None).takes_draw(&self.game, !self.side) => {
                writeln!(out, "the program plays on")?;
            }
            ("draw", "") => self.end(None, "agreed", out)?,
            ("resign", "") => self.end(Some(!self.side), "resigned", out)?,
            _ => {
                self.game.play(line.trim())?;
                self.show(out)?;
            }
        }
        Ok(AfterLine::GoOn)
    }

    /// Ends the game.
    fn end(&mut self, winner: Option<Color>, why: &'static str, out: &mut impl Write) -> std::io::Result<()> {
        self.ending = Some(Ending { result: GameResult::of_winner(winner), reason: why });
        self.show(out)
    }

    /// Takes moves back until the person has the turn again.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let is_own = |&ply: &usize| self.game.position_at(ply).is_some_and(|p| p.turn() == self.side);
        let own = (0..self.game.plies().len()).rev().find(is_own).ok_or("there is no move of yours")?;
        while self.game.plies().len() > own && self.game.undo() {}
        self.ending = None;
        Ok(self.show(out)?)
    }

    /// Writes the game in PGN.
    fn save(&self, file: &Path) -> Result<(), Failure> {
        let program = format!("continuum, level {}", self.level);
        let [white, black] = if self.side == Color::White { ["?", &program] } else { [&program, "?"] };
        let names = PgnNames { round: "?", white, black };
        let written = match &self.ending {
            Some(ending) => self.game.to_pgn_ended(&names, ending.result, ending.reason),
            None => self.game.to_pgn([white, black]),
        };
        let written = written.ok_or("a move of this game cannot be written in PGN")?;
        Ok(write_whole(file, written.as_bytes())?)
    }

    /// Shows the position, and the result if the game is over.
    pub fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        #[cfg(feature = "render")]
        writeln!(out, "{}\n", super::board::characters(&self.game))?;
        let (game, position) = (&self.game, self.game.position());
        writeln!(out, "{position}")?;
        match &self.ending {
            Some(Ending { result, reason }) => writeln!(out, "{result}: {reason}"),
            None if game.is_over() => {
                writeln!(out, "{}: {}", GameResult::of_winner(game.winner()), game.status())
            }
            None if position.in_check() => writeln!(out, "{} is in check", position.turn()),
            None => Ok(()),
        }
    }
}
