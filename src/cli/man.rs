//! `continuum man` prints a manual page.

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
        command = command.find_subcommand(name).ok_or_else(|| {
            let parent = command.get_bin_name().unwrap_or_else(|| command.get_name());
            format!("there is no command `{name}`: see {parent} --help")
        })?;
    }
    let page = command.clone().override_usage(synopsis(command));
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    printed::stdout().write_all(&text)?;
    Ok(Outcome::Expected)
}

/// Returns the synopsis of a command: its name, its options with the names of their values, and its other arguments.
fn synopsis(command: &Command) -> String {
    let mut parts = vec![command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned()];
    let mut arguments: Vec<&Arg> = command.get_arguments().filter(|arg| !arg.is_hide_set()).collect();
    // The sort is stable, so options and positional arguments keep their order.
    arguments.sort_by_key(|arg| arg.is_positional());
    parts.extend(arguments.into_iter().map(synopsis_of_argument));
    if command.has_subcommands() {
        parts.push("COMMAND".to_owned());
    }
    parts.join(" ")
}

/// Returns the synopsis of an argument, such as `[-o|--output OUT]` or `FILE...`.
fn synopsis_of_argument(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let mut words = vec![short.into_iter().chain(long).collect::<Vec<_>>().join("|")];
    if arg.get_action().takes_values() {
        words.extend(arg.get_value_names().unwrap_or_default().iter().map(ToString::to_string));
    }
    let may_repeat = arg.is_positional() && arg.get_num_args().is_some_and(|count| count.max_values() > 1);
    let synopsis = words.join(" ").trim().to_owned() + if may_repeat { "..." } else { "" };
    if arg.is_required_set() { synopsis } else { format!("[{synopsis}]") }
}
