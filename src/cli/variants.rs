//! `continuum variants`

use super::{Failure, Outcome, printed};
use crate::game::Prepared;
use crate::variant::{preset, preset_names};
use std::io::Write as _;
use std::path::Path;
use toml::Table;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print this preset or variant file as TOML, which `--variant FILE` reads
    name: Option<String>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let mut out = printed::stdout();
    match &args.name {
        Some(name) => {
            let prepared = Prepared::load(name, Path::new(""), &Table::new())?;
            let spec = prepared.variant().spec();
            if args.json {
                writeln!(out, "{}", serde_json::to_string(spec)?)?;
            } else {
                write!(out, "{}", spec.to_file())?;
            }
        }
        None if args.json => {
            let specs = preset_names().map(preset).collect::<Result<Vec<_>, _>>()?;
            writeln!(out, "{}", serde_json::to_string(&specs)?)?;
        }
        None => {
            writeln!(
                out,
                "{:<18}{:<9}{:<9}{:<9}{:<13}ABOUT",
                "VARIANT", "BOARD", "MOTION", "REBIRTH", "TURNS"
            )?;
            for name in preset_names() {
                let spec = preset(name)?;
                let axes =
                    format!("{:<9}{:<9}{:<9}{:<13}", spec.board, spec.motion, spec.rebirth, spec.turns);
                writeln!(out, "{name:<18}{axes}{}", spec.about)?;
            }
        }
    }
    Ok(Outcome::Fine)
}
