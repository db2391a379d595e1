//! `continuum uci` serves the UCI protocol on standard input and output.

use super::select::EndingsArgs;
use super::{Failure, Outcome, printed};
use continuum::diagnostics::io_message;
use continuum::engine::uci::{AfterLine, Session};
use std::io::{BufRead as _, Write as _};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    endings: EndingsArgs,
}

/// Serves UCI until the input ends or a line says `quit`.
pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let write_line = |line: &str| {
        let mut out = printed::stdout();
        // An error is ignored: a program that closes our output closes our input too, which ends the session.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    let mut session = Session::new(args.endings.read()?, write_line)?;
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.map_err(|e| format!("standard input: {}", io_message(&e)))?;
        if session.line(&String::from_utf8_lossy(&line)) == AfterLine::Quit {
            return Ok(Outcome::Expected);
        }
    }
    session.finish();
    Ok(Outcome::Expected)
}
