//! Variants made ready for play, kept for reuse.

use super::position::Position;
use crate::lattice;
use crate::plane;
use crate::variant::{Fault, LoadError, ReadError, Variant, VariantError, VariantFaults, names_file};
use crate::wording::{TextFault, read_text};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use toml::Table;

/// A variant with what its board needs compiled.
#[derive(Debug, Clone)]
pub enum Prepared {
    /// Real distances.
    Plane(Arc<plane::Rules>),
    /// Cell by cell.
    Lattice(Arc<lattice::Rules>),
}

/// A variant that the engine of its motion does not play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// Not on the plane.
    #[error(transparent)]
    Plane(#[from] plane::NotPlane),
    /// Not on a lattice.
    #[error(transparent)]
    Lattice(#[from] lattice::NotALattice),
}

impl Prepared {
    /// Compiles a variant.
    ///
    /// # Errors
    /// When the engine of the variant's motion does not play it.
    pub fn new(variant: Variant) -> Result<Prepared, Unplayable> {
        if variant.is_lattice() {
            Ok(Prepared::Lattice(lattice::Rules::new(&variant)?))
        } else {
            Ok(Prepared::Plane(Arc::new(plane::Rules::new(Arc::new(variant))?)))
        }
    }

    /// A preset by its name.
    ///
    /// # Errors
    /// When no preset has this name.
    pub fn preset(name: &str) -> Result<Prepared, VariantError> {
        Ok(Prepared::of(Variant::named(name, &Table::new())?)?)
    }

    /// The variant that the text of a variant file describes.
    ///
    /// # Errors
    /// Every fault of the text with its line, or else the first in the array.
    pub fn read(text: &str) -> Result<Prepared, ReadError> {
        Prepared::of_text(text, &Table::new())
    }

    /// A preset, or the variant of a file (relative to `folder`), with parameters laid over it; compiled, and with an
    /// array that can be set up, if it has one of its own.
    ///
    /// # Errors
    /// An unknown name, a file that cannot be read or understood, every fault in the parameters, or else the first in
    /// the array.
    pub fn load(name: &str, folder: &Path, overrides: &Table) -> Result<Prepared, LoadError> {
        if !names_file(name) {
            let prepared = Prepared::of(Variant::named(name, overrides)?).map_err(VariantError::from)?;
            return Ok(prepared);
        }
        let path = folder.join(name);
        let text = read_text(&path)?;
        Prepared::of_text(&text, overrides).map_err(|e| e.of_file(&path))
    }

    fn of_text(text: &str, overrides: &Table) -> Result<Prepared, ReadError> {
        Prepared::of(Variant::read(text, overrides)?).map_err(|VariantFaults(faults)| {
            let foreign = |fault: &Fault| overrides.contains_key(&fault.parameter);
            if faults.iter().any(foreign) {
                return ReadError::Overrides(VariantFaults(faults));
            }
            ReadError::Faults(faults.iter().map(|fault| TextFault::locate(text, fault)).collect())
        })
    }

    fn of(variant: Variant) -> Result<Prepared, VariantFaults> {
        let refused = |parameter: &str, message: String| {
            VariantFaults(vec![Fault { parameter: parameter.to_owned(), message, kind: None }])
        };
        let own_array = !variant.spec().start.is_empty();
        let prepared = Prepared::new(variant).map_err(|e| refused("motion", e.to_string()))?;
        if own_array {
            Position::from_text(&prepared, "start").map_err(|e| refused("start", e.to_string()))?;
        }
        Ok(prepared)
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        match self {
            Prepared::Plane(rules) => &rules.variant,
            Prepared::Lattice(rules) => rules.variant(),
        }
    }
}

/// Prepared variants by name and parameters, so that a million positions of one variant prepare it once.
/// Bounded: past its capacity it starts anew.
#[derive(Default)]
pub struct VariantCache {
    known: Mutex<HashMap<(String, String), Prepared>>,
}

const CAPACITY: usize = 256;

impl VariantCache {
    /// The variant of this name (or file) with these parameters.
    ///
    /// # Errors
    /// A message for people when there is no such variant or the parameters are wrong.
    pub fn get(&self, name: &str, overrides: &Table) -> Result<Prepared, String> {
        let key = (name.to_owned(), overrides.to_string());
        let lock = || self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(found) = lock().get(&key) {
            return Ok(found.clone());
        }
        let prepared = Prepared::load(name, Path::new(""), overrides).map_err(|e| e.to_string())?;
        let mut known = lock();
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(key, prepared.clone());
        Ok(prepared)
    }
}
