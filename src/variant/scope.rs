//! The variants in which each parameter has a meaning.

use super::axes::{Board, Motion};
use super::fault::VariantFaults;
use super::spec::VariantSpec;
use crate::choice::choice;
use toml::Table;

choice! {
    /// The variants in which a parameter has a meaning.
    pub enum Scope("scope") {
        Every = "every variant",
        BoardsOfAnySize = "boards of any size",
        Plane = "the plane",
        Lattices = "lattices",
        Ring = "the ring",
        RingOfCells = "the ring of cells",
        DiscOfCells = "discs of cells",
        LatticesAndRing = "lattices and the ring",
        PlaneWithSeams = "boards of the plane with seams",
        GluedEnds = "boards whose bottom and top are glued",
        DiscOfThePlane = "the disc of the plane",
    }
}

impl Scope {
    /// Returns the scope of a parameter; `None` if no parameter has this name.
    fn of(parameter: &str) -> Option<Scope> {
        let scope = match parameter {
            "name" | "about" | "board" | "motion" | "rebirth" | "turns" | "draw_rules" | "start" => {
                Scope::Every
            }
            // Validation refuses these where they have no meaning, even if a preset gives them.
            "kind" | "pawn_pairs" => Scope::Every,
            "board_size" | "board_width" | "board_height" => Scope::BoardsOfAnySize,
            "piece_radius" | "epsilon" | "min_move" | "min_move_captures" | "king_path" | "pawn_double"
            | "zeno" | "step" | "step_metric" | "guard_reach" | "min_turn" => Scope::Plane,
            "army" | "promotes_to" | "double_step" | "en_passant" | "castling" | "stalemate"
            | "bare_king" | "check_rule" => Scope::Lattices,
            "array" => Scope::Ring,
            "names" => Scope::RingOfCells,
            "disc_cells" | "knight_voids" => Scope::DiscOfCells,
            "promotion" => Scope::LatticesAndRing,
            "max_lane" => Scope::PlaneWithSeams,
            "promotion_line" => Scope::GluedEnds,
            "voids" => Scope::DiscOfThePlane,
            _ => return None,
        };
        Some(scope)
    }

    fn includes(self, spec: &VariantSpec) -> bool {
        let (board, is_plane) = (spec.board, spec.motion == Motion::Plane);
        match self {
            Scope::Every => true,
            Scope::BoardsOfAnySize => !board.is_round() || (is_plane && board == Board::Ring),
            Scope::Plane => is_plane,
            Scope::Lattices => !is_plane,
            Scope::Ring => board == Board::Ring,
            Scope::RingOfCells => !is_plane && board == Board::Ring,
            Scope::DiscOfCells => !is_plane && board == Board::Disc,
            Scope::LatticesAndRing => !is_plane || board == Board::Ring,
            Scope::PlaneWithSeams => is_plane && board.sides().is_glued(),
            Scope::GluedEnds => board.ends().is_glued(),
            Scope::DiscOfThePlane => is_plane && board == Board::Disc,
        }
    }
}

impl VariantSpec {
    /// Returns the text of a variant file with these parameters, except those that have no meaning in the variant.
    pub fn to_file(&self) -> String {
        let mut values = self.to_table();
        // Without its texts of several lines a variant has one line for each parameter, in the order of the reference. The tables
        // of kinds stand after the parameters.
        let outline =
            toml::to_string(&VariantSpec { about: String::new(), ..self.clone() }).unwrap_or_default();
        let (parameters, kinds) = outline.split_at(outline.find("\n[").unwrap_or(outline.len()));
        let mut file = String::new();
        for line in parameters.lines() {
            let Some((parameter, _)) = line.split_once(" = ") else { continue };
            if self.has_in_file(parameter)
                && let Some(entry) = values.remove_entry(parameter)
            {
                file += &toml::to_string(&Table::from_iter([entry])).unwrap_or_default();
            }
        }
        file + kinds
    }

    /// Whether a file of the variant states a parameter.
    fn has_in_file(&self, parameter: &str) -> bool {
        match parameter {
            // Validation refuses pairs on other boards.
            "pawn_pairs" => self.motion == Motion::Lattice && self.board == Board::Ring,
            _ => Scope::of(parameter).is_none_or(|scope| scope.includes(self)),
        }
    }

    /// Adds a fault for each of the given parameters that has no meaning in this variant and has another value than the default. So
    /// a preset that was written to a file can be read.
    pub(super) fn add_faults_of_unused<'p>(
        &self,
        given: impl IntoIterator<Item = &'p String>,
        faults: &mut VariantFaults,
    ) {
        let (defaults, values) = (VariantSpec::default().to_table(), self.to_table());
        for parameter in given {
            let Some(scope) = Scope::of(parameter) else { continue };
            if scope.includes(self) || values.get(parameter) == defaults.get(parameter) {
                continue;
            }
            let variant = match (self.motion, self.board) {
                // The parameters of lattices have a meaning on no board of the plane, so the board is not named.
                (Motion::Plane, board) if scope != Scope::Lattices && board != Board::Square => {
                    format!("the {board} of the plane")
                }
                (Motion::Plane, _) => "the plane".to_owned(),
                (Motion::Lattice, Board::Ring) => "the ring".to_owned(),
                (Motion::Lattice, Board::Disc) => "discs of cells".to_owned(),
                (Motion::Lattice, Board::Square) => "the square of cells".to_owned(),
                (Motion::Lattice, board) => format!("the {board} of cells"),
            };
            let message = format!("this is for {scope} and means nothing on {variant}: leave it out");
            faults.add(parameter, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_scope() {
        for parameter in VariantSpec::default().to_table().keys() {
            assert!(Scope::of(parameter).is_some(), "{parameter}");
        }
    }
}
