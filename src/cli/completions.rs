//! `continuum completions` prints the completions of a shell.

use super::{Cli, Failure, Outcome, printed};
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use continuum::chess::{Color, Draws};
use continuum::puzzle::{Source, Theme};
#[cfg(feature = "render")]
use continuum::render::Projection;
use continuum::variant::preset_names;
use std::io::Write as _;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut command = with_values(Cli::command());
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    printed::stdout().write_all(&script)?;
    Ok(Outcome::Expected)
}

/// Returns the command with the values that its options accept. The same holds for the options of its subcommands.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_long().and_then(values_of) {
        Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
        None => arg,
    });
    command.mut_subcommands(with_values)
}

/// Returns the values of an option that accepts a closed choice, and for `--variant` the presets.
fn values_of(option: &str) -> Option<Vec<&'static str>> {
    Some(match option {
        "variant" => preset_names().collect(),
        "attacks" => Color::ALL.iter().map(|color| color.as_str()).collect(),
        "draws" => Draws::ALL.iter().map(|draws| draws.as_str()).collect(),
        "level" => vec!["1", "2", "3", "4", "5", "6", "7", "8"],
        "source" => Source::ALL.iter().map(|source| source.as_str()).collect(),
        "theme" => Theme::ALL.iter().map(|theme| theme.as_str()).collect(),
        #[cfg(feature = "render")]
        "view" => Projection::ALL.iter().map(|view| view.as_str()).collect(),
        _ => return None,
    })
}
