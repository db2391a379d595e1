//! The command line: arguments, printing, exit status.
//!
//! Computation belongs to the library. Each command is a file here, with its arguments and a function `run`. Start at [`main`]. `select` has
//! the options that name positions and games. `printed` writes, and `progress` shows bars.

mod analyze;
mod best;
mod completions;
mod contest;
mod endings;
mod games;
mod interrupt;
mod man;
mod moves;
mod perft;
#[cfg(feature = "render")]
mod pictures;
mod play;
#[cfg(feature = "render")]
mod plot;
mod printed;
mod progress;
mod puzzles;
mod run;
mod select;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "serve")]
mod site;
mod solve;
mod uci;
mod variants;
mod verify;

use self::printed::{complain, note};
use clap::{Parser, Subcommand};
use continuum::diagnostics::io_message;
use std::process::ExitCode;

/// A geometric simulation engine for continuous chess.
#[derive(Debug, Parser)]
#[command(name = "continuum", version = env!("CONTINUUM_VERSION"), about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play scripted scenarios and check what they expect
    #[command(
        after_long_help = "Examples:\n  continuum run scenarios\n  continuum run scenarios --plots plots\n  continuum run scenarios/ride-takes-three.toml --json\n  continuum run match.jsonl --quiet"
    )]
    Run(run::Args),
    /// Draw positions, moves, legal sets and whole games
    #[cfg(feature = "render")]
    #[command(
        after_long_help = "Examples:\n  continuum plot scenarios/ride-takes-three.toml -o ride.png\n  continuum plot match.jsonl --game 3 -o game.gif\n  continuum plot --variant torus --legal Qd -o queen.png\n  continuum plot --position \"Ka@1,1' qd@4,5' ka@7,7' ; b\" --attacks black -o attacks.svg"
    )]
    Plot(plot::Args),
    /// Show the legal moves of a position
    #[command(
        after_long_help = "Examples:\n  continuum moves --piece Nb\n  continuum moves --variant zeno --position \"Ka@1,1' Rb@2,2' ka@7,7' ; w\" --json\n  continuum moves --scenario scenarios/ride-takes-three.toml --ply 0"
    )]
    Moves(moves::Args),
    /// Read positions as JSON lines, write their legal sets as JSON lines
    #[command(
        after_long_help = "Examples:\n  continuum analyze --example\n  continuum analyze positions.jsonl --compact"
    )]
    Analyze(analyze::Args),
    /// Choose the best moves of a position
    #[command(
        after_long_help = "Examples:\n  continuum best --movetime 3s --lines 3\n  continuum best --variant disc70 --level 4 --seed 7"
    )]
    Best(best::Args),
    /// Count move sequences
    #[command(after_long_help = "Examples:\n  continuum perft --variant cylinder64 --depth 4 --divide")]
    Perft(perft::Args),
    /// Compute the tables of an ending of up to four men
    #[command(
        after_long_help = "Examples:\n  continuum endings KQk --variant disc70\n  continuum endings KRk --save KRk.endings"
    )]
    Endings(endings::Args),
    /// Solve a problem
    #[command(
        after_long_help = "Examples:\n  continuum solve --stipulation \"#2\" --scenario problems/thin-in-two.toml --ply 0\n  continuum solve --stipulation \"h#2\" --fen \"8/8/8/8/8/3K4/7R/k7 b - - 0 1\" --timeout 2m"
    )]
    Solve(solve::Args),
    /// Prove or refute the certificate of a problem on the plane
    #[command(after_long_help = "Examples:\n  continuum verify problems/thin-in-two.json")]
    Verify(verify::Args),
    /// Make puzzles, and prove those of files
    Puzzles(puzzles::Args),
    /// Play games between players and count the results
    #[command(
        after_long_help = "Examples:\n  continuum match --variant torus --a level=4 --b greedy --games 20 --out match.jsonl"
    )]
    Match(contest::Args),
    /// Play against the program in the terminal
    #[command(
        after_long_help = "Examples:\n  continuum play --level 2\n  continuum play --variant continuous --side black\n  continuum play game.pgn"
    )]
    Play(play::Args),
    /// Play in a browser
    #[cfg(feature = "serve")]
    #[command(
        after_long_help = "Examples:\n  continuum serve --open\n  continuum serve --host 0.0.0.0 --port 8080"
    )]
    Serve(serve::Args),
    /// Write the page as a folder that needs no server, to be put on any host
    #[cfg(feature = "serve")]
    #[command(
        after_long_help = "Examples:\n  continuum site public --library continuum.wasm --pictures pictures.wasm"
    )]
    Site(site::Args),
    /// Choose moves for a graphical program, by the UCI protocol
    Uci(uci::Args),
    /// List the variants, or print one as TOML
    #[command(
        after_long_help = "Examples:\n  continuum variants zeno > my-zeno.toml\n  continuum moves --variant my-zeno.toml"
    )]
    Variants(variants::Args),
    /// Print the completions of a shell
    Completions(completions::Args),
    /// Print the manual page of the program or of a command
    Man(man::Args),
}

/// The outcome of a command that ran, as its exit status.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Outcome {
    /// The result is as expected.
    Expected = 0,
    /// The result is not as expected.
    Unexpected = 1,
    /// The command has refused its input, or a part of it, and printed why. It has processed the other parts.
    BadInput = 2,
    /// The command could not decide whether the result is as expected.
    Undecided = 3,
    /// Ctrl-C ended the command before it had a result.
    Interrupted = interrupt::INTERRUPTED,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(outcome as u8)
    }
}

/// An error whose text names its place, its cause, and what to do.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => return print_argument_error(&e).into(),
    };
    interrupt::survive_file_size_limit();
    let outcome = match cli.command {
        Command::Run(args) => run::run(&args),
        #[cfg(feature = "render")]
        Command::Plot(args) => plot::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Endings(args) => endings::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Play(args) => play::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "serve")]
        Command::Site(args) => site::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::Variants(args) => variants::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    let outcome = outcome.unwrap_or_else(|failure| match failure.downcast_ref() {
        // Commands return the errors of files as texts that name the file. Only standard output has no name.
        Some(output_error) => print_output_error(output_error),
        None => {
            complain(&format!("{failure:#}"));
            Outcome::BadInput
        }
    });
    outcome.into()
}

/// Prints the help or version that the arguments ask for, or else their error.
fn print_argument_error(argument_error: &clap::Error) -> Outcome {
    if !argument_error.use_stderr() {
        return match argument_error.print() {
            Ok(()) => Outcome::Expected,
            Err(output_error) => print_output_error(&output_error),
        };
    }
    let message = argument_error.render().to_string();
    // `complain` prints the name of the program in place of clap's word `error`.
    let (_, reason) = message.split_once(": ").unwrap_or(("", &message));
    let mut lines = reason.lines();
    complain(lines.next().unwrap_or_default());
    lines.for_each(note);
    Outcome::BadInput
}

/// Prints an error of standard output, unless its reader has closed a pipe, which is as expected.
fn print_output_error(output_error: &std::io::Error) -> Outcome {
    if output_error.kind() == std::io::ErrorKind::BrokenPipe {
        return Outcome::Expected;
    }
    complain(&format!("standard output: {}", io_message(output_error)));
    Outcome::BadInput
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn examples_of_the_help_are_understood() {
        let mut examples = 0;
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter_map(|line| line.strip_prefix("  ")) {
                let mut words = Vec::new();
                for (i, part) in line.split('"').enumerate() {
                    let is_quoted = i % 2 == 1;
                    if is_quoted { words.push(part) } else { words.extend(part.split_whitespace()) }
                }
                let arguments = words.split(|&word| word == ">").next().unwrap_or_default();
                assert!(Cli::try_parse_from(arguments).is_ok(), "{line}");
                examples += 1;
            }
        }
        assert!(examples >= 20);
    }
}
