//! `continuum play`: a game against the program in the terminal.
//!
//! `session` carries out typed lines, `board` draws the position in characters, and `words` completes commands and moves.

#[cfg(feature = "render")]
mod board;
mod session;
mod words;

use self::session::PlaySession;
use self::words::Words;
use super::games::read_games;
use super::select::VariantArgs;
use super::{Failure, Outcome, printed};
use continuum::chess::{Color, Draws};
use continuum::engine::Level;
use continuum::engine::uci::AfterLine;
use continuum::game::{Game, Position};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::Write as _;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A game to go on with, as `save` has written it
    #[arg(value_name = "FILE", conflicts_with_all = ["variant", "overrides"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    variant: VariantArgs,
    /// The level of the program, from 1 to 8
    #[arg(long, value_name = "LEVEL", default_value = "4")]
    level: Level,
    /// Your side: white or black
    #[arg(long, value_name = "white|black", default_value_t = Color::White)]
    side: Color,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let game = match &args.file {
        Some(file) => game_to_resume(file)?,
        None => Game::new(Position::usual(&args.variant.prepare()?)?),
    };
    let mut session = PlaySession::new(game, args.side, args.level);
    let mut editor = Editor::<Words, MemHistory>::with_history(Config::default(), MemHistory::new())?;
    session.show(&mut printed::stdout())?;
    loop {
        session.play_program(&mut printed::stdout())?;
        editor.set_helper(Some(Words::of(&session.game)));
        let line = match editor.readline(&format!("{}> ", session.game.position().turn())) {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(Outcome::Expected),
            Err(e) => return Err(e.into()),
        };
        editor.add_history_entry(&line)?;
        match session.carry_out(&line, &mut printed::stdout()) {
            Ok(AfterLine::GoOn) => {}
            Ok(AfterLine::Quit) => return Ok(Outcome::Expected),
            Err(output_error) if output_error.is::<std::io::Error>() => return Err(output_error),
            Err(refusal) => writeln!(printed::stdout(), "{refusal}")?,
        }
    }
}

/// Returns the first game of a file. Draws by rule are claimed in the moves that follow.
fn game_to_resume(file: &Path) -> Result<Game, Failure> {
    let games = read_games(file)?;
    let written = games.first().ok_or_else(|| format!("{}: there is no game in it", file.display()))?;
    Ok(written.replay()?.game.with_draws(Draws::Claimed))
}
