//! The options of the protocol.

use super::fault::UciFault;
use crate::budget::SearchLimits;
use crate::engine::options::{Level, Options};
use crate::game::Prepared;
use crate::variant::preset_names;
use std::path::Path;

/// The value of `UCI_Variant` that refers to the file of `VariantPath`.
const FILE_MARKER: &str = "<file>";
/// The name of the orthodox game in other programs.
const CHESS: &str = "chess";
/// The preset of the orthodox game.
const ORTHODOX: &str = "orthodox";

/// The greatest memory for known positions, megabytes.
const MOST_HASH: u64 = 65_536;
const MOST_THREADS: u64 = 1_024;
const MOST_LINES: u64 = 500;
const MOST_SEED: u64 = u32::MAX as u64;
const LEAST_ELO: u16 = Level::ELO[0];
const MOST_ELO: u16 = Level::ELO[Level::ELO.len() - 1];

/// The options that `setoption` sets.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    /// The value of `UCI_Variant`: a preset, [`FILE_MARKER`], or the path of a variant file.
    variant: String,
    /// The value of `VariantPath`; empty if there is none.
    path: String,
    hash_mb: usize,
    threads: usize,
    lines: usize,
    level: Level,
    /// Whether `elo` decides the strength instead of `level`.
    is_limited: bool,
    elo: u16,
    seed: u64,
    /// Whether the other program lets this engine think in the opponent's time.
    pub may_ponder: bool,
}

/// The consequence of a changed option.
#[derive(Debug)]
pub(super) enum SettingChange {
    /// None beyond the option itself.
    Nothing,
    /// A variant file is loaded as soon as its path is known.
    WaitsForPath,
    /// The memory of earlier searches is cleared.
    Forget,
    /// A game of this variant begins.
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
            is_limited: false,
            elo: MOST_ELO,
            seed: 0,
            may_ponder: false,
        }
    }
}

impl Settings {
    /// Returns the lines that describe the options to the other program.
    pub fn describe() -> Vec<String> {
        let usual = Settings::default();
        let variants: String =
            std::iter::once(CHESS).chain(preset_names()).map(|name| format!(" var {name}")).collect();
        let spin = |name: &str, default: u64, least: u64, most: u64| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let [weakest, full] = [Level::WEAKEST, Level::FULL].map(|level| level.number().into());
        vec![
            format!(
                "option name UCI_Variant type combo default {}{variants} var {FILE_MARKER}",
                usual.variant
            ),
            "option name VariantPath type string default <empty>".to_owned(),
            spin("Hash", usual.hash_mb as u64, 1, MOST_HASH),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", usual.threads as u64, 1, MOST_THREADS),
            spin("MultiPV", usual.lines as u64, 1, MOST_LINES),
            "option name Ponder type check default false".to_owned(),
            spin("Level", full, weakest, full),
            "option name UCI_LimitStrength type check default false".to_owned(),
            spin("UCI_Elo", usual.elo.into(), LEAST_ELO.into(), MOST_ELO.into()),
            spin("Seed", usual.seed, 0, MOST_SEED),
        ]
    }

    /// Sets an option, and returns the consequence. The case of names and values does not matter, except in a path.
    ///
    /// # Errors
    /// An unknown name, or a value that does not fit. The settings stay as they are.
    pub fn set(&mut self, name: &str, value: &str) -> Result<SettingChange, UciFault> {
        let required_value = || {
            if value.is_empty() { Err(UciFault::NoValue(name.to_owned())) } else { Ok(value) }
        };
        let number = |least: u64, most: u64| match required_value()?.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(UciFault::Spin { name: name.to_owned(), value: value.to_owned(), least, most }),
        };
        let boolean = || -> Result<bool, UciFault> {
            let refused = |_| UciFault::Check { name: name.to_owned(), value: value.to_owned() };
            required_value()?.to_ascii_lowercase().parse().map_err(refused)
        };
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => return self.set_variant(required_value()?),
            "variantpath" => return self.set_path(value),
            "clear hash" => return Ok(SettingChange::Forget),
            "hash" => self.hash_mb = number(1, MOST_HASH)? as usize,
            "threads" => self.threads = number(1, MOST_THREADS)? as usize,
            "multipv" => self.lines = number(1, MOST_LINES)? as usize,
            "ponder" => self.may_ponder = boolean()?,
            "uci_limitstrength" => self.is_limited = boolean()?,
            "uci_elo" => self.elo = number(LEAST_ELO.into(), MOST_ELO.into())? as u16,
            "seed" => self.seed = number(0, MOST_SEED)?,
            "level" => {
                let [weakest, full] = [Level::WEAKEST, Level::FULL].map(|level| level.number().into());
                self.level = Level::new(number(weakest, full)? as u8).unwrap_or(Level::FULL);
            }
            _ => return Err(UciFault::Option(name.to_owned())),
        }
        Ok(SettingChange::Nothing)
    }

    fn set_variant(&mut self, value: &str) -> Result<SettingChange, UciFault> {
        let name = if value.eq_ignore_ascii_case(CHESS) { ORTHODOX } else { value };
        let mut known_names = preset_names().chain([FILE_MARKER]);
        // Any other value is a path, in which the case matters.
        let variant = known_names.find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name);
        let change = match (variant, self.path.as_str()) {
            (FILE_MARKER, "") => SettingChange::WaitsForPath,
            (FILE_MARKER, path) => SettingChange::Variant(load("UCI_Variant", path)?),
            (variant, _) => SettingChange::Variant(load("UCI_Variant", variant)?),
        };
        self.variant = variant.to_owned();
        Ok(change)
    }

    fn set_path(&mut self, value: &str) -> Result<SettingChange, UciFault> {
        let path = if value == "<empty>" { "" } else { value };
        let mut change = SettingChange::Nothing;
        if self.variant == FILE_MARKER && !path.is_empty() {
            change = SettingChange::Variant(load("VariantPath", path)?);
        }
        self.path = path.to_owned();
        Ok(change)
    }

    /// Returns the options of a search within limits. `only` has the texts of the moves to choose among; empty for all moves.
    pub fn options(&self, limits: SearchLimits, only: Vec<String>) -> Options {
        let level = if self.is_limited { Level::of_elo(self.elo) } else { self.level };
        let level = (level != Level::FULL).then_some(level);
        let Settings { lines, threads, hash_mb, seed, .. } = *self;
        Options { limits, lines, threads, hash_mb, seed, level, only, ..Options::default() }
    }
}

/// Returns a preset, or the variant of a file. An error names the option.
fn load(option: &'static str, name: &str) -> Result<Prepared, UciFault> {
    let loaded = Prepared::load(name, Path::new(""), &toml::Table::new());
    loaded.map_err(|why| UciFault::Variant { option, why })
}
