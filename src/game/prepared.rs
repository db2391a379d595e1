//! Variants compiled for play, by name or from files, and a cache of them.

use super::position::Position;
use crate::diagnostics::read_text;
use crate::lattice::LatticeRules;
use crate::plane::Rules;
use crate::variant::{LoadError, ReadError, Variant, VariantError, VariantFault, VariantFaults, names_file};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use toml::Table;

/// A variant compiled for its board.
///
/// ```
/// use continuum::Prepared;
/// assert!(matches!(Prepared::preset("zeno")?, Prepared::Plane(_)));
/// let Prepared::Lattice(rules) = Prepared::preset("disc70")? else { panic!("a game on cells") };
/// assert_eq!(rules.grid().cells().count(), 70);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub enum Prepared {
    /// A variant of the plane.
    Plane(Arc<Rules>),
    /// A variant on cells.
    Lattice(Arc<LatticeRules>),
}

impl Prepared {
    /// Compiles a variant.
    ///
    /// # Errors
    /// When the engine of the variant's motion does not play it.
    pub fn new(variant: Variant) -> Result<Prepared, VariantFault> {
        let compiled = if variant.is_lattice() {
            LatticeRules::new(&variant).map(Prepared::Lattice).map_err(|e| e.to_string())
        } else {
            Rules::new(variant).map(Prepared::Plane).map_err(|e| e.to_string())
        };
        compiled.map_err(|message| VariantFault::new("motion", message))
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        match self {
            Prepared::Plane(rules) => &rules.variant,
            Prepared::Lattice(rules) => rules.variant(),
        }
    }

    /// Returns the preset of this name.
    ///
    /// # Errors
    /// When no preset has this name.
    pub fn preset(name: &str) -> Result<Prepared, VariantError> {
        Ok(Prepared::of(Variant::named(name, &Table::new())?)?)
    }

    /// Returns the variant that the text of a variant file describes.
    ///
    /// ```
    /// use continuum::Prepared;
    /// let prepared = Prepared::read("name = \"wide\"\nboard_width = 12\nboard_height = 8")?;
    /// assert_eq!(prepared.variant().spec().board_extent(), (12.0, 8.0));
    /// let faults = Prepared::read("name = \"wrong\"\npiece_radius = -1").unwrap_err();
    /// assert!(faults.to_string().contains("piece_radius"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the text with its line. If the text has none, the first fault of the array.
    pub fn read(text: &str) -> Result<Prepared, ReadError> {
        Prepared::of_text(text, &Table::new())
    }

    /// Returns a preset, or the variant of a file relative to `folder`, with parameters laid over it. The variant's own array, if
    /// it has one, is checked.
    ///
    /// ```
    /// use continuum::Prepared;
    /// use std::path::Path;
    /// let prepared = Prepared::load("continuous", Path::new("."), &"step = 0.5\nzeno = true".parse()?)?;
    /// assert!(prepared.variant().spec().zeno && prepared.variant().spec().step == 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name, a file that cannot be read or understood, or every fault of the parameters. If there are none of these,
    /// the first fault of the array.
    pub fn load(name: &str, folder: &Path, overrides: &Table) -> Result<Prepared, LoadError> {
        if !names_file(name) {
            let prepared = Prepared::of(Variant::named(name, overrides)?).map_err(VariantError::from)?;
            return Ok(prepared);
        }
        let path = folder.join(name);
        let text = read_text(&path)?;
        Prepared::of_text(&text, overrides).map_err(|e| e.of_file(&path, &text))
    }

    /// Returns the variant that the text of a variant file describes, with parameters laid over it.
    fn of_text(text: &str, overrides: &Table) -> Result<Prepared, ReadError> {
        let variant = Variant::read(text, overrides)?;
        Prepared::of(variant).map_err(|faults| ReadError::of_variant(text, overrides, faults))
    }

    /// Compiles a variant, and checks its own array if it has one.
    pub(super) fn of(variant: Variant) -> Result<Prepared, VariantFaults> {
        let has_own_array = !variant.spec().start.is_empty();
        let prepared = Prepared::new(variant)?;
        if let Prepared::Lattice(rules) = &prepared {
            let faults = rules.faults_of_array();
            if !faults.is_empty() {
                return Err(VariantFaults(faults));
            }
        }
        if has_own_array {
            Position::from_text(&prepared, "start").map_err(|e| VariantFault::new("start", e.to_string()))?;
        }
        Ok(prepared)
    }
}

/// A cache of compiled variants, so that a million positions of one variant compile it once. A full cache is emptied.
///
/// ```
/// use continuum::game::{Prepared, VariantCache};
/// use std::sync::Arc;
/// let cache = VariantCache::default();
/// let both = [cache.get("continuous", &"".parse()?)?, cache.get("continuous", &"".parse()?)?];
/// let [Prepared::Plane(first), Prepared::Plane(second)] = &both else { panic!("a game on the plane") };
/// assert!(Arc::ptr_eq(first, second), "compiled once");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct VariantCache {
    /// The compiled variants. A key is a name; if there are parameters, a line break and the parameters as text follow.
    known: Mutex<HashMap<String, Prepared>>,
}

const CAPACITY: usize = 256;

impl VariantCache {
    /// Returns the variant of this name or file with these parameters.
    ///
    /// # Errors
    /// When there is no such variant, or the parameters are wrong.
    pub fn get(&self, name: &str, overrides: &Table) -> Result<Prepared, LoadError> {
        let lock = || self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Two requests have different keys, because no name contains a line break.
        let key = if overrides.is_empty() {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(format!("{name}\n{overrides}"))
        };
        if let Some(found) = lock().get(&*key) {
            return Ok(found.clone());
        }
        let prepared = Prepared::load(name, Path::new(""), overrides)?;
        let mut known = lock();
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(key.into_owned(), prepared.clone());
        Ok(prepared)
    }
}
