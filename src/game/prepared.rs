//! Variants compiled for play.

use crate::lattice;
use crate::plane;
use crate::variant::{Variant, VariantFault};
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

impl Prepared {
    /// Compiles a variant.
    ///
    /// # Errors
    /// When the engine of the variant's motion does not play it.
    pub fn new(variant: Variant) -> Result<Prepared, VariantFault> {
        let fault = |message: String| VariantFault::new("motion", message);
        if variant.is_lattice() {
            let rules = lattice::LatticeRules::new(&variant).map_err(|e| fault(e.to_string()))?;
            Ok(Prepared::Lattice(rules))
        } else {
            Ok(Prepared::Plane(plane::Rules::new(variant).map_err(|e| fault(e.to_string()))?))
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
