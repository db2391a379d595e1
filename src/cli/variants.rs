//! `continuum variants` lists the variants, or prints a variant.

use super::{Failure, Outcome, printed};
use continuum::game::Prepared;
use continuum::variant::{VariantSpec, preset, preset_names};
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
            writeln!(out, "VARIANT           BOARD      MOTION   REBIRTH  TURNS        ABOUT")?;
            for name in preset_names() {
                let VariantSpec { board, motion, rebirth, turns, about, .. } = preset(name)?;
                writeln!(out, "{name:<18}{board:<11}{motion:<9}{rebirth:<9}{turns:<13}{about}")?;
            }
        }
    }
    Ok(Outcome::Expected)
}
