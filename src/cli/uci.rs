//! `continuum uci`

use super::select::EndingsArgs;
use super::{Failure, Outcome, printed};
use crate::diagnostics::io_message;
use crate::engine::uci::{AfterLine, Session};
use std::io::{BufRead as _, Write as _};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    endings: EndingsArgs,
}

/// Serves UCI on standard input and output.
pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let say = |line: &str| {
        let mut out = printed::stdout();
        // A reader that has closed the output ends the input too.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    let mut session = Session::new(say)?.with_endings(args.endings.read()?);
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|e| format!("standard input: {}", io_message(&e)))? == 0 {
            session.finish();
            return Ok(Outcome::Fine);
        }
        if session.line(&String::from_utf8_lossy(&line)) == AfterLine::Quit {
            return Ok(Outcome::Fine);
        }
    }
}
