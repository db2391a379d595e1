//! `continuum man`

use super::{Cli, Failure, Outcome, printed};
use clap::CommandFactory as _;
use std::io::Write as _;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The command [default: the program as a whole]
    command: Option<String>,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut program = Cli::command();
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name);
            let command =
                command.ok_or_else(|| format!("there is no command `{name}`: see continuum --help"))?;
            command.clone()
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    printed::stdout().write_all(&text)?;
    Ok(Outcome::Fine)
}
