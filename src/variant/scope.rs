//! Which parameters have a meaning in which variants.

use super::axes::{Board, Motion};
use super::fault::VariantFaults;
use super::spec::VariantSpec;
use toml::Table;

/// The variants in which a parameter has a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Everywhere,
    Plane,
    Lattice,
    Ring,
    Disc,
    LatticeOrRing,
    Sized,
    Seams,
    Ends,
    PlaneDisc,
}

impl Scope {
    /// Returns the scope of a parameter, if there is one of this name.
    fn of(parameter: &str) -> Option<Scope> {
        match parameter {
            "name" | "about" | "board" | "motion" | "rebirth" | "turns" | "draw_rules" => {
                Some(Scope::Everywhere)
            }
            // Validation refuses these where they have no meaning, inherited ones too.
            "start" | "kind" | "pawn_pairs" => Some(Scope::Everywhere),
            "board_size" | "board_width" | "board_height" => Some(Scope::Sized),
            "piece_radius" | "epsilon" | "min_move" | "min_move_captures" | "king_path" | "pawn_double"
            | "zeno" | "step" | "step_metric" | "guard_reach" | "min_turn" => Some(Scope::Plane),
            "army" | "promotes_to" | "double_step" | "en_passant" | "castling" | "stalemate"
            | "bare_king" | "check_rule" => Some(Scope::Lattice),
            "array" | "names" => Some(Scope::Ring),
            "disc_cells" | "knight_voids" => Some(Scope::Disc),
            "promotion" => Some(Scope::LatticeOrRing),
            "max_lane" => Some(Scope::Seams),
            "promotion_line" => Some(Scope::Ends),
            "voids" => Some(Scope::PlaneDisc),
            _ => None,
        }
    }

    /// Whether a variant is in the scope.
    fn includes(self, spec: &VariantSpec) -> bool {
        match self {
            Scope::Everywhere => true,
            Scope::Plane => spec.motion == Motion::Plane,
            Scope::Lattice => spec.motion == Motion::Lattice,
            Scope::Ring => spec.board == Board::Ring,
            Scope::Disc => spec.motion == Motion::Lattice && spec.board == Board::Disc,
            Scope::LatticeOrRing => spec.motion == Motion::Lattice || spec.board == Board::Ring,
            Scope::Sized => spec.motion == Motion::Plane || !matches!(spec.board, Board::Ring | Board::Disc),
            Scope::Seams => spec.motion == Motion::Plane && spec.board.sides().is_glued(),
            Scope::Ends => spec.board.ends().is_glued(),
            Scope::PlaneDisc => spec.motion == Motion::Plane && spec.board == Board::Disc,
        }
    }

    /// Returns the words for the variants in the scope.
    const fn description(self) -> &'static str {
        match self {
            Scope::Everywhere => "every variant",
            Scope::Plane => "the plane",
            Scope::Lattice => "lattices",
            Scope::Ring => "the ring",
            Scope::Disc => "discs of cells",
            Scope::LatticeOrRing => "lattices and the ring",
            Scope::Sized => "the plane and flat boards of cells",
            Scope::Seams => "boards of the plane with seams",
            Scope::Ends => "boards whose bottom and top are glued",
            Scope::PlaneDisc => "the disc of the plane",
        }
    }
}

impl VariantSpec {
    /// Returns the variant as a file to edit: without parameters that mean nothing in it.
    pub fn to_file(&self) -> String {
        let text = toml::to_string(self).unwrap_or_default();
        let (parameters, kinds) = text.split_at(text.find("\n[").unwrap_or(text.len()));
        let is_used = |line: &&str| line.split_once(" = ").is_none_or(|(name, _)| self.uses(name));
        let used = parameters.lines().filter(is_used).map(|line| format!("{line}\n"));
        used.collect::<String>() + kinds
    }

    /// Whether a parameter belongs into a file of the variant.
    fn uses(&self, parameter: &str) -> bool {
        match parameter {
            // Validation refuses pairs on other boards, and the size of a disc is fixed.
            "pawn_pairs" => (self.motion, self.board) == (Motion::Lattice, Board::Ring),
            "board_size" | "board_width" | "board_height" if self.board == Board::Disc => false,
            _ => Scope::of(parameter).is_none_or(|scope| scope.includes(self)),
        }
    }

    /// Adds faults for those of the named parameters that have no meaning in this variant. A parameter with its default value is
    /// accepted, so a preset written to a file reads back.
    pub(super) fn add_faults_of_unused<'n>(
        &self,
        named: impl IntoIterator<Item = &'n String>,
        faults: &mut VariantFaults,
    ) {
        let defaults = Table::try_from(VariantSpec::default()).unwrap_or_default();
        let given = Table::try_from(self).unwrap_or_default();
        for parameter in named {
            let Some(scope) = Scope::of(parameter).filter(|scope| !scope.includes(self)) else { continue };
            if given.get(parameter) == defaults.get(parameter) {
                continue;
            }
            let here = match (self.motion, self.board) {
                (Motion::Plane, board) if scope != Scope::Lattice && board != Board::Square => {
                    format!("the {board} of the plane")
                }
                (Motion::Plane, _) => Scope::Plane.description().to_owned(),
                (Motion::Lattice, Board::Ring) => Scope::Ring.description().to_owned(),
                (Motion::Lattice, Board::Disc) => Scope::Disc.description().to_owned(),
                (Motion::Lattice, Board::Square) => "the square of cells".to_owned(),
                (Motion::Lattice, board) => format!("the {board} of cells"),
            };
            let there = scope.description();
            faults.add(parameter, format!("this is for {there} and means nothing on {here}: leave it out"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_been_thought_of() {
        for parameter in Table::try_from(VariantSpec::default()).expect("a table").keys() {
            assert!(Scope::of(parameter).is_some(), "{parameter}");
        }
    }
}
