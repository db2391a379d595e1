//! `continuum man`

use super::{Cli, Failure, Outcome, printed};
use clap::{Arg, Command, CommandFactory as _};
use std::io::Write as _;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The command, and behind it one of its own, as in `puzzles make` [default: the program as a whole]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut program = Cli::command();
    program.build();
    let mut command = &program;
    for name in &args.command {
        let found = command.find_subcommand(name);
        let parent = command.get_bin_name().unwrap_or_default();
        command = found.ok_or_else(|| format!("there is no command `{name}`: see {parent} --help"))?;
    }
    let page = command.clone().override_usage(synopsis(command));
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    printed::stdout().write_all(&text)?;
    Ok(Outcome::Fine)
}

/// Returns the form of a command, with all options and the names of their values.
fn synopsis(command: &Command) -> String {
    let mut parts = vec![command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned()];
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(|arg| !arg.is_hide_set()).partition(|arg| arg.is_positional());
    parts.extend(options.into_iter().chain(positional).map(form));
    if command.has_subcommands() {
        parts.push("COMMAND".to_owned());
    }
    parts.join(" ")
}

/// Returns the form of an argument, such as `[-o|--output OUT]` or `FILE...`.
fn form(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let mut words = vec![short.into_iter().chain(long).collect::<Vec<_>>().join("|")];
    if arg.get_action().takes_values() {
        words.extend(arg.get_value_names().unwrap_or_default().iter().map(ToString::to_string));
    }
    let is_many = arg.is_positional() && arg.get_num_args().is_some_and(|count| count.max_values() > 1);
    let form = words.join(" ").trim().to_owned() + if is_many { "..." } else { "" };
    if arg.is_required_set() { form } else { format!("[{form}]") }
}
