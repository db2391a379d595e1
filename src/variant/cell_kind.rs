//! Reads and checks custom kinds, which leap and ride by whole numbers of files and ranks. Every fault is reported at once.

use super::fault::VariantFaults;
use super::kind_reader::{KindReader, read_all};
use super::kind_spec::{KindSpec, MoveSpec, NumberSpec, Takes, TravelMode};
use super::spec::{Promotion, VariantSpec};
use crate::chess::Role;
use crate::notation::number;

/// The reason why many fields have no meaning on cells.
const WHOLE_NUMBERS: &str = "kinds on cells leap or ride along whole numbers";

const MAX_VECTORS: usize = 360;

/// The greatest coordinate of a vector, in files or ranks.
const MAX_COORDINATE: f64 = 15.0;

/// The greatest number of steps of a path on cells.
const MAX_STEPS: u16 = 512;

/// A custom kind that has been checked.
#[derive(Debug, Clone, PartialEq)]
pub struct CellKind {
    /// The name, for people.
    pub name: String,
    /// The capital letter in labels.
    pub letter: char,
    /// The value in pawns, as written.
    pub value: f64,
    /// Whether the piece is royal: it must not be taken.
    pub royal: bool,
    /// Whether the piece promotes and its moves reset the count of quiet plies.
    pub pawn: bool,
    /// The moves.
    pub moves: Vec<CellMove>,
}

/// A move of a custom kind, along each of several vectors.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellMove {
    /// The way of travelling: a ride or a leap.
    pub go: TravelMode,
    /// The vectors: the number of files to the right and of ranks ahead, as the piece sees them.
    pub vectors: Vec<[i8; 2]>,
    /// The greatest number of steps, each along the vector.
    pub range: u16,
    /// The greatest number of steps of a piece that has never moved and stands on a starting cell of its kind.
    pub first_range: u16,
    /// The permission to capture.
    pub takes: Takes,
}

impl CellKind {
    /// Whether a piece has a frame: its moves change if left and right, or ahead and back, are exchanged.
    pub fn is_framed(&self) -> bool {
        let moves = self.reflected_moves([1, 1]);
        self.reflected_moves([-1, 1]) != moves || self.reflected_moves([1, -1]) != moves
    }

    /// Returns a sorted list of moves along one vector each, with the coordinates of the vector multiplied by the signs.
    fn reflected_moves(&self, [x_sign, y_sign]: [i8; 2]) -> Vec<CellMove> {
        let mut moves = Vec::new();
        for along_all in &self.moves {
            for [x, y] in &along_all.vectors {
                moves.push(CellMove { vectors: vec![[x * x_sign, y * y_sign]], ..along_all.clone() });
            }
        }
        moves.sort_unstable();
        moves
    }
}

/// Returns the custom kinds of a variant, and adds every fault.
pub(super) fn read_cell_kinds(spec: &VariantSpec, faults: &mut VariantFaults) -> Vec<CellKind> {
    if !spec.kinds.is_empty() && spec.board.is_round() {
        faults.add("kind", "kinds of one's own are for flat boards of cells: not for ring and disc");
        return Vec::new();
    }
    let kinds = read_all(&[], spec, faults, |reader, kind| reader.cell_kind(kind));
    // A custom kind with the letter of the king replaces the king, so one of the custom kinds has to be royal.
    let has_royal = kinds.iter().any(|kind| kind.royal);
    let replaces_king = |kind: &CellKind| kind.letter == Role::King.letter();
    if !has_royal && let Some(index) = kinds.iter().position(replaces_king) {
        let mut reader = KindReader::new(spec, Some(index), &kinds[index].name, faults);
        let message = "no kind is royal: give one `royal = true`, of which each side has one piece";
        reader.add_fault("royal", message);
    }
    if !spec.promotes_to.is_empty() {
        check_promotion(spec, &kinds, faults);
    }
    kinds
}

/// Adds the faults of the parameter `promotes_to`, which is not empty.
fn check_promotion(spec: &VariantSpec, kinds: &[CellKind], faults: &mut VariantFaults) {
    if !matches!(spec.promotion, Promotion::Choice | Promotion::Optional) {
        faults.add("promotes_to", "it goes with promotion = \"choice\" or \"optional\"");
        return;
    }
    let may_promote_to = |letter: char| match kinds.iter().find(|kind| kind.letter == letter) {
        Some(kind) => !kind.royal && !kind.pawn,
        None => Role::PROMOTIONS.iter().any(|role| role.letter() == letter),
    };
    for letter in spec.promotes_to.chars().filter(|&letter| !may_promote_to(letter)) {
        let message = format!("`{letter}` is the letter of no kind that is neither royal nor a pawn");
        faults.add("promotes_to", message);
    }
    if spec.promotes_to.char_indices().any(|(i, letter)| spec.promotes_to[..i].contains(letter)) {
        faults.add("promotes_to", "a letter is there twice");
    }
}

impl KindReader<'_> {
    fn cell_kind(&mut self, written: &KindSpec) -> CellKind {
        let letter = self.checked_letter(written);
        if written.royal && written.pawn {
            self.add_fault("pawn", "a royal piece does not promote: leave `pawn` or `royal` out");
        }
        if written.extent.is_some() {
            let message = format!("{WHOLE_NUMBERS}, and each stands on one cell: leave the extent out");
            self.add_fault("extent", message);
        }
        let moves = self.moves(written, KindReader::cell_move);
        let KindSpec { name, value, royal, pawn, .. } = written;
        CellKind { name: name.clone(), letter, value: *value, royal: *royal, pawn: *pawn, moves }
    }

    fn cell_move(&mut self, written: &MoveSpec) -> CellMove {
        if !written.go.has_directions() {
            self.add_fault("go", format!("{WHOLE_NUMBERS}: use ride or leap"));
        }
        let use_toward = format!("{WHOLE_NUMBERS}: write the vectors with toward");
        self.refuse("bearings", !written.bearings.is_empty(), &use_toward);
        self.refuse("headings", !written.headings.is_empty(), &use_toward);
        let leave_out = format!("{WHOLE_NUMBERS}: leave it out");
        self.refuse("arc", written.arc.is_some(), &leave_out);
        self.refuse("bend", written.bend.is_some(), &leave_out);
        self.refuse("step", written.step.is_some(), &leave_out);
        if written.go.has_directions() && !written.gives_directions() {
            self.add_fault("toward", format!("a {} needs vectors, such as [[1, 2]]", written.go));
        }
        let vectors = self.vectors(&written.toward);
        let usual_range = if written.go == TravelMode::Leap { 1 } else { MAX_STEPS };
        let range = self.steps("range", written.range.as_ref()).unwrap_or(usual_range);
        let first_range = self.steps("first_range", written.first_range.as_ref()).unwrap_or(range);
        CellMove { go: written.go, vectors, range, first_range, takes: written.takes }
    }

    /// Returns the vectors of a move, and adds the faults of those that are not sound or repeated.
    fn vectors(&mut self, written: &[[f64; 2]]) -> Vec<[i8; 2]> {
        self.check_count("toward", written.len(), MAX_VECTORS);
        let mut vectors = Vec::new();
        for &[x, y] in written.iter().take(MAX_VECTORS) {
            let is_sound = |coordinate: f64| coordinate.fract() == 0.0 && coordinate.abs() <= MAX_COORDINATE;
            if !is_sound(x) || !is_sound(y) || [x, y] == [0.0, 0.0] {
                let range = format!("from -{MAX_COORDINATE} to {MAX_COORDINATE}, not both 0");
                self.add_fault("toward", format!("[{x}, {y}]: {WHOLE_NUMBERS} {range}"));
            } else if vectors.contains(&[x as i8, y as i8]) {
                self.add_fault("toward", format!("[{x}, {y}] is there twice"));
            } else {
                vectors.push([x as i8, y as i8]);
            }
        }
        vectors
    }

    /// Returns a number of steps; `None` if it is not given or has a fault.
    fn steps(&mut self, field: &str, written: Option<&NumberSpec>) -> Option<u16> {
        let text = written?.to_string();
        let fits = |n: &f64| n.fract() == 0.0 && (1.0..=f64::from(MAX_STEPS)).contains(n);
        let steps = number(&text).filter(fits);
        if steps.is_none() {
            let message =
                format!("`{text}`: on cells a range is a whole number of steps from 1 to {MAX_STEPS}");
            self.add_fault(field, message);
        }
        steps.map(|steps| steps as u16)
    }
}
