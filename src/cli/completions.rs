//! `continuum completions`

use super::{Cli, Failure, Outcome, printed};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::io::Write as _;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    printed::stdout().write_all(&script)?;
    Ok(Outcome::Fine)
}
