//! Variants compiled for play.

use crate::lattice;
use crate::plane;
use crate::variant::Variant;
use std::sync::Arc;

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
    Plane(Arc<plane::Rules>),
    /// A variant on cells.
    Lattice(Arc<lattice::LatticeRules>),
}

/// The reason why a variant cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The variant is not on the plane.
    #[error(transparent)]
    Plane(#[from] plane::NotPlane),
    /// The variant is not on cells.
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
            Ok(Prepared::Lattice(lattice::LatticeRules::new(&variant)?))
        } else {
            Ok(Prepared::Plane(plane::Rules::new(variant)?))
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        match self {
            Prepared::Plane(rules) => &rules.variant,
            Prepared::Lattice(rules) => rules.variant(),
        }
    }
}
