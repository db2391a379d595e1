//! Which parameters have a meaning in which variants.

use super::axes::{Board, Motion};
use super::fault::VariantFaults;
use super::spec::VariantSpec;
use toml::Table;

/// Parameters that have a meaning in the same variants.
struct Scope {
    parameters: &'static [&'static str],
    /// The words for these variants.
    variants: &'static str,
    includes: fn(&VariantSpec) -> bool,
}

static SCOPES: [Scope; 10] = [
    Scope {
        // Validation refuses the last three where they have no meaning, inherited ones too.
        parameters: &[
            "name",
            "about",
            "board",
            "motion",
            "rebirth",
            "turns",
            "draw_rules",
            "start",
            "kind",
            "pawn_pairs",
        ],
        variants: "every variant",
        includes: |_| true,
    },
    Scope {
        parameters: &["board_size", "board_width", "board_height"],
        variants: "the plane and flat boards of cells",
        includes: |spec| spec.motion == Motion::Plane || !matches!(spec.board, Board::Ring | Board::Disc),
    },
    Scope {
        parameters: &[
            "piece_radius",
            "epsilon",
            "min_move",
            "min_move_captures",
            "king_path",
            "pawn_double",
            "zeno",
            "step",
            "step_metric",
            "guard_reach",
            "min_turn",
        ],
        variants: "the plane",
        includes: |spec| spec.motion == Motion::Plane,
    },
    Scope {
        parameters: &[
            "army",
            "promotes_to",
            "double_step",
            "en_passant",
            "castling",
            "stalemate",
            "bare_king",
            "check_rule",
        ],
        variants: LATTICES,
        includes: |spec| spec.motion == Motion::Lattice,
    },
    Scope {
        parameters: &["array", "names"],
        variants: "the ring",
        includes: |spec| spec.board == Board::Ring,
    },
    Scope {
        parameters: &["disc_cells", "knight_voids"],
        variants: "discs of cells",
        includes: |spec| spec.motion == Motion::Lattice && spec.board == Board::Disc,
    },
    Scope {
        parameters: &["promotion"],
        variants: "lattices and the ring",
        includes: |spec| spec.motion == Motion::Lattice || spec.board == Board::Ring,
    },
    Scope {
        parameters: &["max_lane"],
        variants: "boards of the plane with seams",
        includes: |spec| spec.motion == Motion::Plane && spec.board.sides().is_glued(),
    },
    Scope {
        parameters: &["promotion_line"],
        variants: "boards whose bottom and top are glued",
        includes: |spec| spec.board.ends().is_glued(),
    },
    Scope {
        parameters: &["voids"],
        variants: "the disc of the plane",
        includes: |spec| spec.motion == Motion::Plane && spec.board == Board::Disc,
    },
];

const LATTICES: &str = "lattices";

impl Scope {
    /// Returns the scope of a parameter, if there is one of this name.
    fn of(parameter: &str) -> Option<&'static Scope> {
        SCOPES.iter().find(|scope| scope.parameters.contains(&parameter))
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
            _ => Scope::of(parameter).is_none_or(|scope| (scope.includes)(self)),
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
            let Some(scope) = Scope::of(parameter).filter(|scope| !(scope.includes)(self)) else { continue };
            if given.get(parameter) == defaults.get(parameter) {
                continue;
            }
            let here = match (self.motion, self.board) {
                (Motion::Plane, board) if scope.variants != LATTICES && board != Board::Square => {
                    format!("the {board} of the plane")
                }
                (Motion::Plane, _) => "the plane".to_owned(),
                (Motion::Lattice, Board::Ring) => "the ring".to_owned(),
                (Motion::Lattice, Board::Disc) => "discs of cells".to_owned(),
                (Motion::Lattice, Board::Square) => "the square of cells".to_owned(),
                (Motion::Lattice, board) => format!("the {board} of cells"),
            };
            let there = scope.variants;
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
