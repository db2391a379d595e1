//! From parameters as written to a variant that holds together: one door, every fault at once.

use super::axes::{Board, Motion};
use super::kind::{KindRule, kinds_of};
use super::spec::VariantSpec;
use std::fmt;

/// A variant whose parameters have been checked against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    spec: VariantSpec,
    kinds: Vec<KindRule>,
}

/// One thing wrong with a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// The parameter concerned.
    pub parameter: String,
    /// What is wrong and what to do.
    pub message: String,
    /// In which `[[kind]]` of the variant it is, and in which of its moves, both from 0.
    pub kind: Option<(usize, Option<usize>)>,
}

/// All that is wrong with a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantFaults(pub Vec<Fault>);

impl fmt::Display for VariantFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", fault.parameter, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for VariantFaults {}

impl Variant {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn new(spec: VariantSpec) -> Result<Variant, VariantFaults> {
        let mut faults = faults(&spec);
        let (kinds, wrong) = kinds_of(&spec);
        faults.extend(wrong);
        if faults.is_empty() { Ok(Variant { spec, kinds }) } else { Err(VariantFaults(faults)) }
    }

    /// The parameters, which are sound.
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// The kinds of piece on the plane, the variant's own last.
    pub fn kinds(&self) -> &[KindRule] {
        &self.kinds
    }

    /// The name it is known by.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Whether it is played cell by cell.
    pub fn is_lattice(&self) -> bool {
        self.spec.motion == Motion::Lattice
    }
}

fn faults(spec: &VariantSpec) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut fault = |parameter: &str, message: String| {
        faults.push(Fault { parameter: parameter.to_owned(), message, kind: None });
    };
    let lengths = [
        ("board_size", spec.board_size, 1.0, 1e6),
        ("piece_radius", spec.piece_radius, 1e-3, 10.0),
        ("epsilon", spec.epsilon, 1e-12, 1e-6),
        ("min_move", spec.min_move, 0.0, 10.0),
        ("step", spec.step, 0.0, 10.0),
        ("guard_reach", spec.guard_reach, 1e-3, 10.0),
        ("min_turn", spec.min_turn, 1e-3, 179.0),
    ];
    let (width, height) = spec.board_extent();
    let sides = [("board_width", spec.board_width, width), ("board_height", spec.board_height, height)];
    let given = sides.into_iter().filter(|side| side.1 != 0.0);
    let sides = given.map(|(name, _, length)| (name, length, 1.0, 1e6));
    for (name, value, least, most) in lengths.into_iter().chain(sides) {
        if !(least..=most).contains(&value) {
            fault(name, format!("{value} is outside {least} to {most}"));
        }
    }
    if spec.step > 0.0 && spec.step < 1e-3 {
        fault("step", format!("{} is too fine: use 0 for any distance, or 0.001 and more", spec.step));
    }
    if ![70, 68, 66].contains(&spec.disc_cells) {
        fault("disc_cells", format!("{} is none of 70, 68, 66", spec.disc_cells));
    }
    if spec.board != Board::Square && spec.motion == Motion::Plane {
        fault("motion", format!("the {} is played cell by cell: use motion = \"lattice\"", spec.board));
    }
    if spec.motion == Motion::Lattice && !spec.kinds.is_empty() {
        fault("kind", "kinds of one's own are for the plane: use motion = \"plane\"".to_owned());
    }
    if spec.motion == Motion::Lattice && !spec.start.is_empty() {
        fault("start", "an array of one's own is for the plane: use motion = \"plane\"".to_owned());
    }
    if spec.pawn_pairs && spec.board != Board::Ring {
        fault("pawn_pairs", "pawns can face each other as a pair on the ring only".to_owned());
    }
    faults
}
