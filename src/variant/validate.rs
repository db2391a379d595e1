//! The checks of a variant's parameters against each other. Every fault is reported at once.

use super::axes::{Board, Motion, Rebirth, Seam, Turns};
use super::cell_kind::{CellKind, read_cell_kinds};
use super::fault::{KindPlace, VariantFault, VariantFaults};
use super::kind::{KindRule, built_in_kinds};
use super::plane_kind::read_plane_kinds;
use super::spec::{DISC_EXTENT, MAX_CELLS, PawnPairs, Promotion, VariantSpec};
use crate::chess::Role;
use crate::notation::number_text;
use std::fmt;
use std::ops::RangeInclusive;

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
        let mut faults = VariantFaults::default();
        check_parameters(&spec, &mut faults);
        let (mut kinds, mut cell_kinds) = (Vec::new(), Vec::new());
        match spec.motion {
            Motion::Plane => {
                kinds = read_plane_kinds(&spec, &mut faults);
                check_extents(&spec, &kinds, &mut faults);
            }
            Motion::Lattice => cell_kinds = read_cell_kinds(&spec, &mut faults),
        }
        if faults.0.is_empty() { Ok(Variant { spec, kinds, cell_kinds }) } else { Err(faults) }
    }

    /// Returns a variant with these parameters, if they are sound and no faults of them are known already.
    ///
    /// # Errors
    /// The known faults, followed by the faults of other parameters.
    pub(super) fn new_with(spec: VariantSpec, mut known: VariantFaults) -> Result<Variant, VariantFaults> {
        let found = match Variant::new(spec) {
            Ok(variant) if known.0.is_empty() => return Ok(variant),
            Ok(_) => return Err(known),
            Err(found) => found,
        };
        let has_known_fault = |fault: &VariantFault| {
            fault.place.is_none() && known.0.iter().any(|earlier| earlier.parameter == fault.parameter)
        };
        let new: Vec<_> = found.0.into_iter().filter(|fault| !has_known_fault(fault)).collect();
        known.0.extend(new);
        Err(known)
    }

    /// Returns the parameters, which are sound.
    pub fn spec(&self) -> &VariantSpec {
        &self.spec
    }

    /// Returns the kinds of pieces on the plane: first the built-in kinds, then the variant's own.
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

/// Adds the faults of all parameters except `kind`.
fn check_parameters(spec: &VariantSpec, faults: &mut VariantFaults) {
    let mut check_range = |parameter: &str, value: f64, range: RangeInclusive<f64>| {
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            faults.add(parameter, format!("{} is outside {least} to {most}", number_text(value)));
        }
    };
    check_range("board_size", spec.board_size, 1.0..=1e6);
    check_range("piece_radius", spec.piece_radius, 1e-3..=10.0);
    check_range("epsilon", spec.epsilon, 1e-12..=1e-6);
    check_range("min_move", spec.min_move, 0.0..=10.0);
    check_range("step", spec.step, 0.0..=10.0);
    check_range("guard_reach", spec.guard_reach, 1e-3..=10.0);
    check_range("min_turn", spec.min_turn, 0.0..=179.0);
    check_range("max_lane", spec.max_lane, 1.0..=1e3);
    for (parameter, side) in [("board_width", spec.board_width), ("board_height", spec.board_height)] {
        if side != 0.0 && spec.motion == Motion::Plane {
            check_range(parameter, side, 1.0..=1e6);
        }
    }
    if spec.step > 0.0 && spec.step < 1e-3 {
        faults.add("step", format!("{} is too fine: use 0 for any distance, or 0.001 and more", spec.step));
    }
    if !DISC_CELLS.contains(&spec.disc_cells) {
        faults.add("disc_cells", format!("{} is none of 70, 68, 66", spec.disc_cells));
    }
    match spec.motion {
        Motion::Plane => check_surface(spec, faults),
        Motion::Lattice => check_cells(spec, faults),
    }
    if spec.pawn_pairs != PawnPairs::None && spec.board != Board::Ring {
        faults.add("pawn_pairs", "pawns can face each other as a pair on the ring only");
    }
}

/// The numbers of cells that a disc may have: all, or those that are left by its voids.
const DISC_CELLS: [u8; 3] = [70, 68, 66];

/// Adds the faults of a board of cells, except those of kinds.
fn check_cells(spec: &VariantSpec, faults: &mut VariantFaults) {
    let board = spec.board;
    if !board.is_round() {
        check_flat_cells(spec, faults);
    }
    if spec.rebirth == Rebirth::Circe && !spec.start.is_empty() {
        faults.add("rebirth", "`circe` puts pieces back on the board's usual array: use own");
    }
    let replaces_usual = |letter: &str| Role::ALL.iter().any(|role| letter.starts_with(role.letter()));
    if spec.rebirth == Rebirth::Circe && spec.kinds.iter().any(|kind| replaces_usual(&kind.letter)) {
        let message =
            "`circe` puts back kinds of the usual array, and a kind of this variant replaces one: use own";
        faults.add("rebirth", message);
    }
    let has_wall_ahead = matches!(board, Board::Square | Board::Cylinder | Board::Mobius | Board::Disc);
    match spec.promotion {
        Promotion::Optional if !has_wall_ahead => {
            let message = format!("on the {board} a pawn that stays would go on: use choice or none");
            faults.add("promotion", message);
        }
        Promotion::Zone => {
            let message = "`zone` is for the ring of the plane: use choice, queen, optional or none";
            faults.add("promotion", message);
        }
        Promotion::Choice | Promotion::Queen | Promotion::Optional | Promotion::None => {}
    }
}

/// The greatest number of cells along a side of a flat board.
const MAX_SIDE: f64 = 16.0;

/// Adds the faults of a flat board of cells, except those of kinds.
fn check_flat_cells(spec: &VariantSpec, faults: &mut VariantFaults) {
    let (width, height) = spec.board_extent();
    let width_parameter = if spec.board_width == 0.0 { "board_size" } else { "board_width" };
    let height_parameter = if spec.board_height == 0.0 { "board_size" } else { "board_height" };
    let mut check_side = |parameter: &str, cells: f64, seam: Seam| {
        let (noun, least) = if seam.is_glued() { ("a glued side", 4.0) } else { ("a side", 2.0) };
        if cells.fract() != 0.0 || !(least..=MAX_SIDE).contains(&cells) {
            let cells = number_text(cells);
            let message = format!("{cells}: {noun} is a whole number of cells from {least} to {MAX_SIDE}");
            faults.add(parameter, message);
        }
    };
    check_side(width_parameter, width, spec.board.sides());
    check_side(height_parameter, height, spec.board.ends());
    if width * height > MAX_CELLS as f64 {
        let (width, height) = (number_text(width), number_text(height));
        let message = format!("{width} x {height} cells are too many: at most {MAX_CELLS}");
        faults.add(height_parameter, message);
    }
    if spec.board.ends().is_to_itself() && width % 2.0 == 1.0 {
        let message = "ends that are glued to themselves need an even number of files";
        faults.add(width_parameter, format!("{}: {message}", number_text(width)));
    }
    if spec.promotion_line != -1.0 {
        check_promotion_rank(spec, height, faults);
    }
    let is_square_or_cylinder = matches!(spec.board, Board::Square | Board::Cylinder);
    if spec.castling && !is_square_or_cylinder {
        faults.add("castling", format!("there is none on the {}: use false", spec.board));
    }
    if spec.rebirth == Rebirth::Circe && !(is_square_or_cylinder && (width, height) == (8.0, 8.0)) {
        let message =
            "`circe` puts pieces back on the orthodox array of 8 x 8, on the square or the cylinder: use own";
        faults.add("rebirth", message);
    }
}

/// Adds the faults of a promotion line on a flat board of cells, where the line is a rank.
fn check_promotion_rank(spec: &VariantSpec, height: f64, faults: &mut VariantFaults) {
    let rank = spec.promotion_line;
    if !spec.board.ends().is_glued() {
        let message = "pawns promote on a rank of its own where no wall is ahead, on boards whose bottom and top are glued: leave it out";
        faults.add("promotion_line", message);
    } else if rank.fract() != 0.0 || !(1.0..=height).contains(&rank) {
        let (rank, height) = (number_text(rank), number_text(height));
        faults.add("promotion_line", format!("{rank} is no rank: use 1 to {height}, or -1 for none"));
    } else if spec.promotion != Promotion::Choice {
        faults.add("promotion_line", "it goes with promotion = \"choice\"");
    }
}

/// Adds the faults of a board of the plane, except those of kinds.
fn check_surface(spec: &VariantSpec, faults: &mut VariantFaults) {
    if spec.board == Board::Disc && spec.board_extent() != DISC_EXTENT {
        faults.add("board_width", "the disc is 9 x 8: leave board_width and board_height out");
    }
    if !DISC_CELLS.contains(&spec.voids) {
        faults.add("voids", format!("{} is none of 70, 68, 66", spec.voids));
    }
    if spec.turns == Turns::Italian {
        faults.add("turns", "`italian` is for lattices: use scottish, or alternating");
    }
    if !matches!(spec.promotion, Promotion::Choice | Promotion::Zone | Promotion::None) {
        let promotion = spec.promotion;
        faults.add("promotion", format!("`{promotion}` is for lattices: use zone or none on the ring"));
    }
    if spec.promotion == Promotion::Zone && spec.board != Board::Ring {
        faults.add("promotion", "`zone` is for the ring of the plane: leave it out");
    }
    let y = spec.promotion_line;
    if !y.is_finite() {
        faults.add("promotion_line", "it is no number");
    } else if y >= 0.0 {
        check_promotion_circle(spec, y, faults);
    }
}

/// Adds the faults of a promotion line on the plane, where the line is the circle at this y.
fn check_promotion_circle(spec: &VariantSpec, y: f64, faults: &mut VariantFaults) {
    let (_, height) = spec.board_extent();
    if !spec.board.ends().is_glued() {
        let message = "pawns promote on a circle where no wall is ahead, on boards whose bottom and top are glued: leave it out";
        faults.add("promotion_line", message);
    } else if spec.board == Board::Projective {
        faults.add("promotion_line", "on the projective plane no line of one y closes: leave it out");
    } else if y > height {
        faults.add("promotion_line", format!("{y} is above the board's height"));
    }
}

/// Adds the faults of sides that are too short for the kinds' extents, and of extents that a seam would mirror, on a board of the
/// plane.
fn check_extents(spec: &VariantSpec, kinds: &[KindRule], faults: &mut VariantFaults) {
    if spec.board == Board::Square {
        return;
    }
    let largest = kinds.iter().map(|kind| kind.extent.outer_radius()).fold(0.0, f64::max);
    let least = (4.0 * largest).max(2.0);
    let (width, height) = spec.board_extent();
    let mut check_glued_side = |parameter: &str, length: f64| {
        if length < least {
            let (length, least) = (number_text(length), number_text(least));
            let message = format!(
                "{length} is too short for a glued side: at least 2, and four times the largest extent, {least}"
            );
            faults.add(parameter, message);
        }
    };
    check_glued_side("board_width", width);
    if spec.board.ends().is_glued() {
        check_glued_side("board_height", height);
    }
    if spec.board.sides().mirrors() || spec.board.ends().mirrors() {
        let message = "it is not its own mirror image about the heading, and this board has a seam that mirrors: use another board";
        for (i, kind) in kinds.iter().enumerate().filter(|(_, kind)| !kind.extent.is_symmetric()) {
            // The variant's own kinds follow the built-in ones.
            let own_index = i.checked_sub(built_in_kinds().len());
            faults.0.push(VariantFault {
                parameter: format!("{}, extent", kind.name),
                message: message.to_owned(),
                place: own_index.map(|kind| KindPlace { kind, in_move: None }),
            });
        }
    }
}
