//! A game between a person and the program: it obeys each typed line, and the program answers.

use crate::chess::Color;
use crate::cli::{Failure, moves};
use crate::disk::write_whole;
use crate::engine::uci::AfterLine;
use crate::engine::{self, Level, Options, SearchLimits, SearchResult, StopSignal};
use crate::game::{Game, GameResult, PgnNames};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The commands, each with what it does. Any other line is a move.
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

/// The time of the program for a move or a hint.
const THOUGHT: Duration = Duration::from_secs(1);

/// An end that the board does not show.
struct Agreed {
    result: GameResult,
    reason: &'static str,
}

/// A game between a person and the program.
pub struct PlaySession {
    pub game: Game,
    /// The side of the person.
    pub side: Color,
    pub level: Level,
    agreed: Option<Agreed>,
}

impl PlaySession {
    pub fn new(game: Game, side: Color, level: Level) -> PlaySession {
        PlaySession { game, side, level, agreed: None }
    }

    fn is_over(&self) -> bool {
        self.agreed.is_some() || self.game.is_over()
    }

    fn think(&self, level: Option<Level>) -> SearchResult {
        let limits = SearchLimits { time: Some(THOUGHT), ..SearchLimits::default() };
        let seed = self.game.plies().len() as u64;
        engine::best(&self.game, &Options { limits, level, seed, ..Options::default() }, &StopSignal::new())
    }

    /// Makes the moves of the program, as long as it has the turn.
    pub fn answer(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while !self.is_over() && self.game.position().turn() != self.side {
            let answer = self.think(Some(self.level));
            let chosen = answer.chosen.ok_or("the program found no move")?;
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
            _ if self.agreed.is_some() => self.show(out)?,
            ("draw" | "resign" | "hint", "") if self.game.is_over() => self.show(out)?,
            ("hint", "") => {
                let answer = self.think(None);
                let line = answer.lines.first().ok_or("no move was found")?;
                writeln!(out, "{}, {}", line.moves[0], line.score)?;
            }
            ("draw", "") if !self.think(None).takes_draw(&self.game, !self.side) => {
                writeln!(out, "the program plays on")?;
            }
            ("draw", "") => self.agree(None, "agreed", out)?,
            ("resign", "") => self.agree(Some(!self.side), "resigned", out)?,
            _ => {
                self.game.play(line.trim())?;
                self.show(out)?;
            }
        }
        Ok(AfterLine::GoOn)
    }

    fn agree(
        &mut self,
        winner: Option<Color>,
        reason: &'static str,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        self.agreed = Some(Agreed { result: GameResult::of_winner(winner), reason });
        self.show(out)
    }

    /// Takes moves back until the person has the turn again.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let is_own = |&ply: &usize| self.game.position_at(ply).is_some_and(|p| p.turn() == self.side);
        let own = (0..self.game.plies().len()).rev().find(is_own).ok_or("there is no move of yours")?;
        while self.game.plies().len() > own && self.game.undo() {}
        self.agreed = None;
        Ok(self.show(out)?)
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        let program = format!("continuum, level {}", self.level);
        let [white, black] = if self.side == Color::White { ["?", &program] } else { [&program, "?"] };
        let written = match &self.agreed {
            Some(end) => {
                self.game.to_pgn_ended(&PgnNames { round: "?", white, black }, end.result, end.reason)
            }
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
        match &self.agreed {
            Some(Agreed { result, reason }) => writeln!(out, "{result}: {reason}"),
            None if game.is_over() => {
                writeln!(out, "{}: {}", GameResult::of_winner(game.winner()), game.status())
            }
            None if position.in_check() => writeln!(out, "{} is in check", position.turn()),
            None => Ok(()),
        }
    }
}
