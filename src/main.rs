//! The program `continuum`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
