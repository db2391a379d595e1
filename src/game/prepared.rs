//! A variant made ready for play.

use crate::lattice;
use crate::plane;
use crate::variant::Variant;
use std::sync::Arc;

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

    /// The variant.
    pub fn variant(&self) -> &Variant {
        match self {
            Prepared::Plane(rules) => &rules.variant,
            Prepared::Lattice(rules) => rules.variant(),
        }
    }
}
