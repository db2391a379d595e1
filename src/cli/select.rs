//! The options by which a variant and a position are named.

use super::Failure;
use crate::game::{Position, Prepared};
use crate::variant::Variant;
use std::path::Path;
use toml::{Table, Value};

/// Names a variant.
#[derive(Debug, clap::Args)]
pub struct VariantArgs {
    /// A preset (see `continuum variants`) or a variant file
    #[arg(long, default_value = "continuous", value_name = "NAME")]
    pub variant: String,
    /// Override one rules parameter; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_override)]
    pub overrides: Vec<(String, Value)>,
}

impl VariantArgs {
    /// The variant made ready.
    pub fn prepare(&self) -> Result<Prepared, Failure> {
        let overrides: Table = self.overrides.iter().cloned().collect();
        let variant = Variant::load(&self.variant, Path::new("."), &overrides)?;
        Ok(Prepared::new(variant)?)
    }
}

/// Names a position.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub struct PositionArgs {
    /// A position text, or `start`
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// A FEN, for the 8 x 8 lattice
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
}

impl PositionArgs {
    /// The position; the initial one when none is named.
    pub fn read(&self, variant: &Prepared) -> Result<Position, Failure> {
        match (&self.position, &self.fen) {
            (_, Some(fen)) => {
                Position::from_fen(variant, fen).map_err(|e| format!("--fen: {e}: {fen}").into())
            }
            (Some(text), None) => {
                Position::from_text(variant, text).map_err(|e| format!("--position: {e}: {text}").into())
            }
            (None, None) => Ok(Position::from_text(variant, "start")?),
        }
    }
}

/// `NAME=VALUE`, the value as in TOML or else plain text.
pub(super) fn parse_override(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE, such as min_move=0.2")?;
    let parsed = format!("v = {value}").parse::<Table>().ok().and_then(|mut t| t.remove("v"));
    Ok((name.trim().to_owned(), parsed.unwrap_or_else(|| Value::String(value.trim().to_owned()))))
}
