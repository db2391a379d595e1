//! A game between a person and the program, by typed lines.

use crate::cli::{Failure, moves};
use continuum::chess::Color;
use continuum::disk::write_whole;
use continuum::engine::uci::AfterLine;
use continuum::engine::{self, Level, Options, SearchLimits, SearchResult, StopSignal};
use continuum::game::{Game, GameResult, PgnNames};
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
const SEARCH_TIME: Duration = Duration::from_secs(1);

/// The end of a game by resignation or by an agreed draw.
struct AgreedEnd {
    result: GameResult,
    reason: &'static str,
}

pub struct PlaySession {
    pub game: Game,
    pub side: Color,
    pub level: Level,
    /// The end that the players have agreed on; `None` while the rules alone decide.
    agreed_end: Option<AgreedEnd>,
}

impl PlaySession {
    pub fn new(game: Game, side: Color, level: Level) -> PlaySession {
        PlaySession { game, side, level, agreed_end: None }
    }

    fn is_over(&self) -> bool {
        self.agreed_end.is_some() || self.game.is_over()
    }

    /// Returns the result of a search at a level, or at full strength.
    fn search(&self, level: Option<Level>) -> SearchResult {
        let limits = SearchLimits { time: Some(SEARCH_TIME), ..SearchLimits::default() };
        let seed = self.game.plies().len() as u64;
        engine::best(&self.game, &Options { limits, level, seed, ..Options::default() }, &StopSignal::new())
    }

    /// Plays and shows moves of the program while it has the turn.
    pub fn play_program(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while !self.is_over() && self.game.position().turn() != self.side {
            let answer = self.search(Some(self.level));
            let best = answer.best_move().ok_or("the program found no move")?;
            let turn = self.game.position().turn();
            let text = &self.game.play(best)?.text;
            writeln!(out, "{turn}: {text}")?;
            self.show(out)?;
        }
        Ok(())
    }

    /// Carries out a line: a command, or a move in any notation of the board.
    pub fn carry_out(&mut self, line: &str, out: &mut impl Write) -> Result<AfterLine, Failure> {
        let line = line.trim();
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        match (word, argument.trim()) {
            ("", _) => {}
            ("quit", "") => return Ok(AfterLine::Quit),
            ("help", "") => writeln!(out, "{COMMANDS}\nAny other line is a move.")?,
            ("undo", "") => self.undo(out)?,
            ("moves", "") => moves::show(out, &self.game, None)?,
            ("moves", label) => moves::show(out, &self.game, Some(label.parse()?))?,
            ("save", file) => self.save(Path::new(file))?,
            ("board", "") => self.show(out)?,
            // What follows is of no use in a game that is over. A move is refused by the game itself, with the reason.
            _ if self.agreed_end.is_some() => self.show(out)?,
            ("draw" | "resign" | "hint", "") if self.game.is_over() => self.show(out)?,
            ("hint", "") => {
                let result = self.search(None);
                let best_line = result.lines.first().ok_or("no move was found")?;
                writeln!(out, "{}, {}", best_line.moves[0], best_line.score)?;
            }
            ("draw", "") => {
                if self.search(None).takes_draw(&self.game, !self.side) {
                    self.end(None, "agreed");
                    self.show(out)?;
                } else {
                    writeln!(out, "the program plays on")?;
                }
            }
            ("resign", "") => {
                self.end(Some(!self.side), "resigned");
                self.show(out)?;
            }
            _ => {
                self.game.play(line)?;
                self.show(out)?;
            }
        }
        Ok(AfterLine::GoOn)
    }

    /// Ends the game with a winner, or with a draw.
    fn end(&mut self, winner: Option<Color>, reason: &'static str) {
        self.agreed_end = Some(AgreedEnd { result: GameResult::of_winner(winner), reason });
    }

    /// Takes back the last move of the person and the moves after it.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let is_turn_of_person =
            |&ply: &usize| self.game.position_at(ply).is_some_and(|position| position.turn() == self.side);
        let plies = 0..self.game.plies().len();
        let last_own_ply = plies.rev().find(is_turn_of_person).ok_or("there is no move of yours")?;
        while self.game.plies().len() > last_own_ply {
            self.game.undo();
        }
        self.agreed_end = None;
        Ok(self.show(out)?)
    }

    fn save(&self, file: &Path) -> Result<(), Failure> {
        let program = format!("continuum, level {}", self.level);
        let [white, black] = if self.side == Color::White { ["?", &program] } else { [&program, "?"] };
        let names = PgnNames { round: "?", white, black };
        let pgn = match &self.agreed_end {
            Some(end) => self.game.to_pgn_with(&names, Some(end.result), Some(end.reason)),
            None => self.game.to_pgn([white, black]),
        };
        let pgn = pgn.ok_or("a move of this game cannot be written in PGN")?;
        Ok(write_whole(file, pgn.as_bytes())?)
    }

    /// Shows the position, and the result if the game is over.
    pub fn show(&self, out: &mut impl Write) -> std::io::Result<()> {
        #[cfg(feature = "render")]
        writeln!(out, "{}\n", super::board::characters(&self.game))?;
        let (game, position) = (&self.game, self.game.position());
        writeln!(out, "{position}")?;
        match &self.agreed_end {
            Some(AgreedEnd { result, reason }) => writeln!(out, "{result}: {reason}"),
            None if game.is_over() => {
                writeln!(out, "{}: {}", GameResult::of_winner(game.winner()), game.status())
            }
            None if position.in_check() => writeln!(out, "{} is in check", position.turn()),
            None => Ok(()),
        }
    }
}
