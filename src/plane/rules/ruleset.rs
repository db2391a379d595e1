//! A variant of the plane compiled for play: its parameters, and every kind's moves as lanes.

use super::array::{Home, homes};
use super::kinds::PlaneKind;
use super::promoting::Promoting;
use crate::board::Surface;
use crate::chess::{Color, Label, Role};
use crate::variant::{Board, KingPath, Rebirth, Turns, Variant, VariantError, VariantFault, VariantFaults};
use std::fmt;
use std::sync::Arc;
use toml::Table;

/// The index of a kind in [`Rules::kinds`].
pub type KindId = u8;

/// A variant of the plane compiled for play.
#[derive(PartialEq)]
pub struct Rules {
    /// The variant.
    pub variant: Variant,
    /// The board.
    pub board: Surface,
    /// The radius of orthodox pieces, board units.
    pub radius: f64,
    /// The tolerance, board units.
    pub epsilon: f64,
    /// The least distance of a quiet move, board units.
    pub min_move: f64,
    /// The least distance of a capture, board units.
    pub min_capture: f64,
    /// The rule for the king's path.
    pub king_path: KingPath,
    /// The share of the way to the edge that a move may cover: 1, or 0.5 under Zeno.
    pub edge_share: f64,
    /// The least angle of a turn, degrees.
    pub min_turn: f64,
    /// Whether captured pieces are put back, and as what.
    pub rebirth: Rebirth,
    /// The order of turns.
    pub turns: Turns,
    /// The places at which pawns promote.
    pub promoting: Promoting,
    /// The greatest distance of a point of a piece's extent from the centre, board units.
    pub(in crate::plane) outer_radius: f64,
    /// The homes of pieces, in variants with rebirth.
    homes: Vec<Home>,
    kinds: Vec<PlaneKind>,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({:?})", self.variant.name())
    }
}

/// The error for a variant that is played on cells, not on the plane.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is played on cells, not on the plane")]
pub struct NotPlane(pub String);

impl Rules {
    /// Compiles a preset of the plane.
    ///
    /// # Errors
    /// When no preset has this name, or it is played on cells.
    pub fn preset(name: &str) -> Result<Arc<Rules>, VariantError> {
        let rules = Rules::new(Variant::named(name, &Table::new())?);
        Ok(rules.map_err(|e| VariantFaults::from(VariantFault::new("motion", e.to_string())))?)
    }

    /// Compiles a variant of the plane.
    ///
    /// # Errors
    /// When the variant's motion is not on the plane.
    pub fn new(variant: Variant) -> Result<Arc<Rules>, NotPlane> {
        let spec = variant.spec();
        if variant.is_lattice() {
            return Err(NotPlane(spec.name.clone()));
        }
        let board = Surface::of(spec);
        let outer_radii = variant.kinds().iter().map(|kind| kind.extent.outer_radius());
        Ok(Arc::new(Rules {
            board,
            promoting: Promoting::of(spec, &board),
            outer_radius: outer_radii.fold(spec.piece_radius, f64::max),
            radius: spec.piece_radius,
            epsilon: spec.epsilon,
            min_move: spec.min_move,
            min_capture: if spec.min_move_captures { spec.min_move } else { 0.0 },
            king_path: spec.king_path,
            edge_share: if spec.zeno { 0.5 } else { 1.0 },
            min_turn: spec.min_turn,
            rebirth: spec.rebirth,
            turns: spec.turns,
            homes: match spec.rebirth {
                Rebirth::None => Vec::new(),
                Rebirth::Circe | Rebirth::Own => homes(spec, &board),
            },
            kinds: variant.kinds().iter().map(|rule| PlaneKind::new(rule, spec)).collect(),
            variant,
        }))
    }

    /// Whether captured pieces may be put back.
    pub fn has_rebirth(&self) -> bool {
        self.rebirth != Rebirth::None
    }

    /// Returns the kinds of the variant.
    pub fn kinds(&self) -> &[PlaneKind] {
        &self.kinds
    }

    /// Returns the kind with this index.
    ///
    /// # Panics
    /// When the id is of another variant with more kinds.
    pub fn kind(&self, id: KindId) -> &PlaneKind {
        &self.kinds[usize::from(id)]
    }

    /// Returns the kind with this capital letter.
    pub fn kind_of_letter(&self, letter: char) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.rule.letter == letter).map(|index| index as KindId)
    }

    /// Yields the kinds that a pawn may become: queen, rook, bishop, knight.
    pub fn promotions(&self) -> impl Iterator<Item = KindId> + '_ {
        Role::PROMOTIONS.iter().filter_map(|role| self.kind_of_letter(role.letter()))
    }

    /// Yields the promotions of the moves to one place: each kind that a pawn may become, or `None` once if nothing promotes.
    pub fn promotions_if(&self, promotes: bool) -> impl Iterator<Item = Option<KindId>> + '_ {
        let kinds = self.promotions().filter(move |_| promotes).map(Some);
        kinds.chain((!promotes).then_some(None))
    }

    /// Whether pawns move round a ring, each in its own direction.
    pub fn has_ring_pawns(&self) -> bool {
        self.variant.spec().board == Board::Ring
    }

    /// Whether the pieces of a kind are pawns that move round a ring.
    pub(in crate::plane) fn is_ring_pawn(&self, kind: KindId) -> bool {
        self.has_ring_pawns() && self.kind(kind).rule.pawn
    }

    /// Returns the home of the piece with this label, in variants with rebirth.
    pub fn home_of(&self, label: Label) -> Option<&Home> {
        self.homes.iter().find(|home| home.label == label)
    }

    /// Returns the y beyond which the centre of a pawn of this colour promotes (`docs/rules/continuous.md` 4).
    ///
    /// The extent of the pawn has to reach past the line half a unit before the far edge.
    ///
    /// ```
    /// use continuum::chess::Color;
    /// use continuum::plane::Rules;
    /// let rules = Rules::preset("continuous")?;
    /// assert_eq!((rules.promotion_line(Color::White), rules.promotion_line(Color::Black)), (7.25, 0.75));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn promotion_line(&self, color: Color) -> f64 {
        match color {
            Color::White => self.board.height() - 0.5 - self.radius,
            Color::Black => 0.5 + self.radius,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_abs_diff_eq;

    #[test]
    fn a_preset_on_cells_or_unknown_is_refused() {
        let refusal = |name| Rules::preset(name).expect_err("refused").to_string();
        assert!(refusal("orthodox").contains("`orthodox` is played on cells, not on the plane"));
        assert!(refusal("tourus").contains("torus"));
    }

    #[test]
    fn knight_bearings_are_those_of_the_source() {
        let rules = Rules::preset("continuous").expect("a preset");
        let knight = rules.kind(rules.kind_of_letter('N').expect("a knight"));
        let expected = [26.565, 63.435, 116.565, 153.435, 206.565, 243.435, 296.565, 333.435];
        for (lane, degrees) in knight.lanes(Color::White).iter().zip(expected) {
            assert_abs_diff_eq!(lane.bearing, degrees, epsilon = 1e-3);
        }
    }
}
