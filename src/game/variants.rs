//! Variants made ready for play, kept for reuse.

use crate::lattice;
use crate::plane;
use crate::variant::{LoadError, Variant};
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

impl Prepared {
    /// Compiles a variant.
    ///
    /// # Errors
    /// When no engine plays the variant's motion; each motion there is has one.
    pub fn new(variant: Variant) -> Result<Prepared, plane::NotPlane> {
        match lattice::Rules::new(&variant) {
            Ok(rules) => Ok(Prepared::Lattice(rules)),
            Err(lattice::NotALattice(_)) => {
                Ok(Prepared::Plane(Arc::new(plane::Rules::new(Arc::new(variant))?)))
            }
        }
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
        let variant = Variant::load(name, Path::new("."), overrides).map_err(|e: LoadError| e.to_string())?;
        let prepared = Prepared::new(variant).map_err(|e| e.to_string())?;
        let mut known = lock();
        if known.len() >= CAPACITY {
            known.clear();
        }
        known.insert(key, prepared.clone());
        Ok(prepared)
    }
}
