//! The options of the protocol.

use crate::engine::limits::Limits;
use crate::engine::options::{Level, Options};
use crate::game::Prepared;
use crate::variant::preset_names;
use std::path::Path;

/// The value of `UCI_Variant` that stands for a file.
const OF_FILE: &str = "<file>";
/// What other programs call the orthodox game.
const CHESS: &str = "chess";
const ORTHODOX: &str = "orthodox";

/// What `setoption` sets.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    variant: String,
    path: String,
    hash_mb: usize,
    threads: usize,
    lines: usize,
    level: Level,
    seed: u64,
}

/// What a changed option asks for besides.
#[derive(Debug)]
pub(super) enum Change {
    /// Nothing.
    Setting,
    /// A game of this variant.
    Variant(Prepared),
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            variant: ORTHODOX.to_owned(),
            path: String::new(),
            hash_mb: 64,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            seed: 0,
        }
    }
}

impl Settings {
    /// The lines that tell which options there are.
    pub fn describe() -> Vec<String> {
        let usual = Settings::default();
        let variants: String =
            std::iter::once(CHESS).chain(preset_names()).map(|name| format!(" var {name}")).collect();
        vec![
            format!("option name UCI_Variant type combo default {}{variants} var {OF_FILE}", usual.variant),
            "option name VariantPath type string default <empty>".to_owned(),
            format!("option name Hash type spin default {} min 1 max {MOST_HASH}", usual.hash_mb),
            format!("option name Threads type spin default {} min 1 max {MOST_THREADS}", usual.threads),
            format!("option name MultiPV type spin default {} min 1 max {MOST_LINES}", usual.lines),
            format!(
                "option name Level type spin default {} min {} max {}",
                usual.level,
                Level::WEAKEST,
                Level::FULL
            ),
            format!("option name Seed type spin default {} min 0 max {MOST_SEED}", usual.seed),
        ]
    }

    /// Sets an option; names may be written in any case.
    ///
    /// # Errors
    /// An unknown name or a value that does not fit; then nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                let named = if value == CHESS { ORTHODOX } else { value };
                let source = if named == OF_FILE { self.path.as_str() } else { named };
                if source.is_empty() {
                    return Err("UCI_Variant: set VariantPath to a variant file first".to_owned());
                }
                let prepared = load(source).map_err(|e| format!("UCI_Variant: {e}"))?;
                self.variant = named.to_owned();
                return Ok(Change::Variant(prepared));
            }
            "variantpath" => {
                let path = if value == "<empty>" { "" } else { value };
                if self.variant == OF_FILE && !path.is_empty() {
                    let prepared = load(path).map_err(|e| format!("VariantPath: {e}"))?;
                    self.path = path.to_owned();
                    return Ok(Change::Variant(prepared));
                }
                self.path = path.to_owned();
            }
            "hash" => self.hash_mb = spin(name, value, 1, MOST_HASH)? as usize,
            "threads" => self.threads = spin(name, value, 1, MOST_THREADS)? as usize,
            "multipv" => self.lines = spin(name, value, 1, MOST_LINES)? as usize,
            "seed" => self.seed = spin(name, value, 0, MOST_SEED)?,
            "level" => self.level = value.parse().map_err(|e| format!("Level: {e}"))?,
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(Change::Setting)
    }

    /// The options of a search within limits.
    pub fn options(&self, limits: Limits, only: Vec<String>) -> Options {
        let level = (self.level != Level::FULL).then_some(self.level);
        let Settings { lines, threads, hash_mb, seed, .. } = *self;
        Options { limits, lines, threads, hash_mb, seed, level, only }
    }
}

const MOST_HASH: u64 = 65_536;
const MOST_THREADS: u64 = 1_024;
const MOST_LINES: u64 = 500;
const MOST_SEED: u64 = u32::MAX as u64;

fn spin(name: &str, value: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name}: `{value}` is not a whole number from {least} to {most}"))
}

/// A preset or the variant of a file.
fn load(name: &str) -> Result<Prepared, String> {
    let loaded = Prepared::load(name, Path::new(""), &toml::Table::new());
    loaded.map_err(|e| e.to_string())
}
