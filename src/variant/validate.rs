//! From parameters as written to a consistent variant, with every fault reported at once.

use super::axes::{Board, Motion, Rebirth, Turns};
use super::cell_kind::{CellKind, read_cell_kinds};
use super::fault::{VariantFault, VariantFaults};
use super::kind::{KindRule, built_in_kinds};
use super::kind_faults::read_kinds;
use super::spec::{DISC_EXTENT, MAX_CELLS, PawnPairs, Promotion, VariantSpec};
use crate::notation::number_text;
use std::fmt;

/// A variant whose parameters have been checked against each other.
#[derive(Clone, PartialEq)]
pub struct Variant {
    spec: VariantSpec,
    kinds: Vec<KindRule>,
    cell_kinds: Vec<CellKind>,
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({:?})", self.name())
    }
}

impl Variant {
    /// Returns a variant with these parameters, if they are sound.
    ///
    /// ```
    /// use continuum::variant::{Variant, preset};
    /// let mut spec = preset("continuous")?.clone();
    /// (spec.piece_radius, spec.step) = (-1.0, -1.0);
    /// let faults = Variant::new(spec).expect_err("two faults").0;
    /// assert_eq!(faults.iter().map(|fault| fault.parameter.as_str()).collect::<Vec<_>>(), ["piece_radius", "step"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault, not only the first.
    pub fn new(spec: VariantSpec) -> Result<Variant, VariantFaults> {
        let mut faults = faults_of_parameters(&spec);
        let (mut kinds, mut cell_kinds) = (Vec::new(), Vec::new());
        let wrong;
        match spec.motion {
            Motion::Plane => (kinds, wrong) = read_kinds(built_in_kinds(), &spec),
            Motion::Lattice => (cell_kinds, wrong) = read_cell_kinds(&spec),
        }
        faults.extend(wrong);
        faults.extend(faults_of_extents(&spec, &kinds));
        if faults.is_empty() { Ok(Variant { spec, kinds, cell_kinds }) } else { Err(VariantFaults(faults)) }
    }

    /// Returns a variant with these parameters, some of whose faults are known.
    ///
    /// # Errors
    /// Those faults, and every fault of other parameters.
    pub(super) fn new_with(
        spec: VariantSpec,
        mut found: Vec<VariantFault>,
    ) -> Result<Variant, VariantFaults> {
        match Variant::new(spec) {
            Ok(variant) if found.is_empty() => Ok(variant),
            Ok(_) => Err(VariantFaults(found)),
            Err(VariantFaults(mut faults)) => {
                let known = |fault: &VariantFault| {
                    fault.kind.is_none() && found.iter().any(|known| known.parameter == fault.parameter)
                };
                faults.retain(|fault| !known(fault));
                found.extend(faults);
                Err(VariantFaults(found))
            }
        }
    }

    /// Returns the parameters, which are sound.
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// Returns the kinds of pieces on the plane, the variant's own last.
    pub fn kinds(&self) -> &[KindRule] {
        &self.kinds
    }

    /// Returns the variant's own kinds of pieces on cells.
    pub fn cell_kinds(&self) -> &[CellKind] {
        &self.cell_kinds
    }

    /// Returns the name of the variant.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Whether the variant is played on cells.
    pub fn is_lattice(&self) -> bool {
        self.spec.motion == Motion::Lattice
    }
}

/// Returns the faults of parameters, except those of kinds.
fn faults_of_parameters(spec: &VariantSpec) -> Vec<VariantFault> {
    let mut faults = Vec::new();
    let mut fault = |parameter: &str, message: String| faults.push(VariantFault::new(parameter, message));
    let lengths = [
        ("board_size", spec.board_size, 1.0, 1e6),
        ("piece_radius", spec.piece_radius, 1e-3, 10.0),
        ("epsilon", spec.epsilon, 1e-12, 1e-6),
        ("min_move", spec.min_move, 0.0, 10.0),
        ("step", spec.step, 0.0, 10.0),
        ("guard_reach", spec.guard_reach, 1e-3, 10.0),
        ("min_turn", spec.min_turn, 0.0, 179.0),
        ("max_lane", spec.max_lane, 1.0, 1e3),
    ];
    let (width, height) = spec.board_extent();
    let sides = [("board_width", spec.board_width, width), ("board_height", spec.board_height, height)];
    let given = sides.into_iter().filter(|side| side.1 != 0.0);
    let sides = given.map(|(name, _, length)| (name, length, 1.0, 1e6));
    let sides = sides.filter(|_| spec.motion == Motion::Plane);
    for (name, value, least, most) in lengths.into_iter().chain(sides) {
        if !(least..=most).contains(&value) {
            fault(name, format!("{} is outside {least} to {most}", number_text(value)));
        }
    }
    if spec.step > 0.0 && spec.step < 1e-3 {
        fault("step", format!("{} is too fine: use 0 for any distance, or 0.001 and more", spec.step));
    }
    if ![70, 68, 66].contains(&spec.disc_cells) {
        fault("disc_cells", format!("{} is none of 70, 68, 66", spec.disc_cells));
    }
    match spec.motion {
        Motion::Plane => faults_of_surface(spec, &mut fault),
        Motion::Lattice => {
            if !matches!(spec.board, Board::Ring | Board::Disc) {
                faults_of_cells(spec, &mut fault);
            }
            if spec.rebirth == Rebirth::Circe && !spec.start.is_empty() {
                fault("rebirth", "`circe` puts pieces back on the board's usual array: use own".to_owned());
            }
            let walls = matches!(spec.board, Board::Square | Board::Cylinder | Board::Mobius | Board::Disc);
            if spec.promotion == Promotion::Optional && !walls {
                let message =
                    format!("on the {} a pawn that stays would go on: use choice or none", spec.board);
                fault("promotion", message);
            }
            if spec.promotion == Promotion::Zone {
                fault(
                    "promotion",
                    "`zone` is for the ring of the plane: use choice, queen, optional or none".to_owned(),
                );
            }
        }
    }
    if spec.pawn_pairs != PawnPairs::None && spec.board != Board::Ring {
        fault("pawn_pairs", "pawns can face each other as a pair on the ring only".to_owned());
    }
    faults
}

/// The greatest number of cells along a side.
const MOST_CELLS: f64 = 16.0;

/// Reports the faults of a flat board of cells, except those of kinds.
fn faults_of_cells(spec: &VariantSpec, fault: &mut impl FnMut(&str, String)) {
    let (width, height) = spec.board_extent();
    let glued_ends = spec.board.ends().is_glued();
    let glued = [spec.board.sides().is_glued(), glued_ends];
    let named = |own: f64, name: &'static str| if own == 0.0 { "board_size" } else { name };
    let sides =
        [(named(spec.board_width, "board_width"), width), (named(spec.board_height, "board_height"), height)];
    for ((name, cells), glued) in sides.into_iter().zip(glued) {
        let least = if glued { 4.0 } else { 2.0 };
        if cells.fract() != 0.0 || !(least..=MOST_CELLS).contains(&cells) {
            let side = if glued { "a glued side" } else { "a side" };
            let message = format!(
                "{}: {side} is a whole number of cells from {least} to {MOST_CELLS}",
                number_text(cells)
            );
            fault(name, message);
        }
    }
    if width * height > MAX_CELLS as f64 {
        fault(
            sides[1].0,
            format!(
                "{} x {} cells are too many: at most {MAX_CELLS}",
                number_text(width),
                number_text(height)
            ),
        );
    }
    if spec.board.ends().is_to_itself() && width % 2.0 == 1.0 {
        let message = "ends that are glued to themselves need an even number of files";
        fault(sides[0].0, format!("{}: {message}", number_text(width)));
    }
    let line = spec.promotion_line;
    if line != -1.0 && !glued_ends {
        let message = "pawns promote on a rank of its own where no wall is ahead, on boards whose bottom and top are glued: leave it out";
        fault("promotion_line", message.to_owned());
    } else if line != -1.0 && (line.fract() != 0.0 || !(1.0..=height).contains(&line)) {
        fault(
            "promotion_line",
            format!("{} is no rank: use 1 to {}, or -1 for none", number_text(line), number_text(height)),
        );
    } else if line != -1.0 && spec.promotion != Promotion::Choice {
        fault("promotion_line", "it goes with promotion = \"choice\"".to_owned());
    }
    let plain = matches!(spec.board, Board::Square | Board::Cylinder);
    if spec.castling && !plain {
        fault("castling", format!("there is none on the {}: use false", spec.board));
    }
    if spec.rebirth == Rebirth::Circe && !(plain && (width, height) == (8.0, 8.0)) {
        let message =
            "`circe` puts pieces back on the orthodox array of 8 x 8, on the square or the cylinder: use own";
        fault("rebirth", message.to_owned());
    }
}

/// Reports the faults of a board of the plane, except those of kinds.
fn faults_of_surface(spec: &VariantSpec, fault: &mut impl FnMut(&str, String)) {
    let ends = spec.board.ends().is_glued();
    if spec.board == Board::Disc && spec.board_extent() != DISC_EXTENT {
        fault("board_width", "the disc is 9 x 8: leave board_width and board_height out".to_owned());
    }
    if ![70, 68, 66].contains(&spec.voids) {
        fault("voids", format!("{} is none of 70, 68, 66", spec.voids));
    }
    if spec.turns == Turns::Italian {
        let message = "`italian` is for lattices: use scottish, or alternating";
        fault("turns", message.to_owned());
    }
    if !matches!(spec.promotion, Promotion::Choice | Promotion::Zone | Promotion::None) {
        fault("promotion", format!("`{}` is for lattices: use zone or none on the ring", spec.promotion));
    }
    if spec.promotion == Promotion::Zone && spec.board != Board::Ring {
        fault("promotion", "`zone` is for the ring of the plane: leave it out".to_owned());
    }
    if !spec.promotion_line.is_finite() {
        fault("promotion_line", "it is no number".to_owned());
    } else if spec.promotion_line >= 0.0 && !ends {
        let message = "pawns promote on a circle where no wall is ahead, on boards whose bottom and top are glued: leave it out";
        fault("promotion_line", message.to_owned());
    } else if spec.promotion_line >= 0.0 && spec.board == Board::Projective {
        fault("promotion_line", "on the projective plane no line of one y closes: leave it out".to_owned());
    } else if ends && spec.promotion_line > spec.board_extent().1 {
        fault("promotion_line", format!("{} is above the board's height", spec.promotion_line));
    }
}

/// Returns the faults of extents on a board with seams.
fn faults_of_extents(spec: &VariantSpec, kinds: &[KindRule]) -> Vec<VariantFault> {
    if spec.motion == Motion::Lattice || spec.board == Board::Square {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let mut fault = |parameter: &str, message: String| faults.push(VariantFault::new(parameter, message));
    let largest = kinds.iter().map(|kind| kind.extent.reach()).fold(0.0, f64::max);
    let least = (4.0 * largest).max(2.0);
    let (width, height) = spec.board_extent();
    let ends = spec.board.ends().is_glued();
    for (name, length) in [("board_width", Some(width)), ("board_height", ends.then_some(height))] {
        if let Some(length) = length.filter(|length| *length < least) {
            let message = format!(
                "{} is too short for a glued side: at least 2, and four times the largest extent, {}",
                number_text(length),
                number_text(least)
            );
            fault(name, message);
        }
    }
    if spec.board.sides().mirrors() || spec.board.ends().mirrors() {
        // The variant's own kinds are the last ones.
        let built_in = kinds.len() - spec.kinds.len().min(kinds.len());
        for (i, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.extent.is_mirrored()) {
            faults.push(VariantFault {
                parameter: format!("{}, extent", kind.name),
                message: "it is not its own mirror image about the heading, and this board has a seam that mirrors: use another board"
                    .to_owned(),
                kind: i.checked_sub(built_in).map(|own| (own, None)),
            });
        }
    }
    faults
}
