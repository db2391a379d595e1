//! The `continuum` command.

fn main() -> std::process::ExitCode {
    continuum::cli::main()
}
