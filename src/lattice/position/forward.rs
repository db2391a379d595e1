//! The forward directions of the pieces of a position.

use super::labelled::{LatticePosition, PieceAt};
use crate::board::{Chart, Forward, pawn_steps, way_of};
use crate::chess::Label;
use std::collections::BTreeMap;

impl LatticePosition {
    /// Returns the forward direction of each piece whose kind has one. Empty if all such pieces of a side have the same direction.
    ///
    /// ```
    /// use continuum::board::ForwardWay;
    /// use continuum::lattice::{LatticePosition, LatticeRules};
    /// use continuum::variant::Variant;
    /// let rules = LatticeRules::new(&Variant::named("disc70", &"".parse()?)?)?;
    /// let position = LatticePosition::from_text(&rules, "Ke@e1 Pa@a3 Pb@b6* ke@e8 ; w")?;
    /// let ways: Vec<_> = position.forwards().into_values().map(|forward| forward.way).collect();
    /// assert_eq!(ways, [ForwardWay::Inward, ForwardWay::Outward]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forwards(&self) -> BTreeMap<Label, Forward> {
        let (rules, pieces) = (self.rules(), self.pieces());
        let (grid, chart) = (rules.grid(), rules.grid().chart());
        let may_differ = match chart {
            Chart::Flat(flat) => flat.has_flips() || pieces.iter().any(|piece| piece.flips.y),
            Chart::Ring | Chart::Disc => true,
        };
        if !may_differ {
            return BTreeMap::new();
        }
        let labelled_forward = |piece: &PieceAt| {
            let way = match chart {
                Chart::Flat(_) => rules.is_framed(piece.kind).then(|| way_of(piece.color, piece.flips)),
                Chart::Ring | Chart::Disc => piece.way.map(|way| way as usize),
            };
            let step = pawn_steps(chart)[way?].push;
            Some((piece.label, Forward::on_cells(grid, piece.cell, step)))
        };
        pieces.iter().filter_map(labelled_forward).collect()
    }
}
