//! Custom kinds on cells: from a kind as written to leaps and rides by whole numbers, with every fault reported at once.

use super::axes::Board;
use super::fault::VariantFaults;
use super::kind_reader::{KindReader, read_all};
use super::kind_spec::{KindSpec, LengthSpec, MoveSpec, Takes, TravelMode};
use super::spec::{Promotion, VariantSpec};
use crate::chess::Role;
use crate::notation::number;

/// The common fault of moves on cells.
const WHOLE: &str = "kinds on cells leap or ride along whole numbers";

/// The greatest number of vectors of a move.
const MOST_VECTORS: usize = 360;

/// The greatest length of a vector in ranks or files.
const LONGEST: f64 = 15.0;

/// The greatest number of steps of a path on cells.
const MOST_STEPS: u16 = 512;

/// A kind of piece on cells.
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

/// One kind of move on cells, along each of several vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct CellMove {
    /// The way of travelling: step by step, or in one leap.
    pub go: TravelMode,
    /// The vectors: files to the right and ranks ahead, as the piece sees them.
    pub vectors: Vec<[i8; 2]>,
    /// The greatest number of vectors in a row.
    pub range: u16,
    /// The greatest number of vectors in a row for a piece that has never moved and stands where one of its kind begins.
    pub first_range: u16,
    /// The permission to capture.
    pub takes: Takes,
}

impl CellKind {
    /// Whether a piece has a frame: its moves change when left and right, or ahead and back, are exchanged.
    pub fn is_framed(&self) -> bool {
        let moves = self.reflected_moves([1, 1]);
        self.reflected_moves([-1, 1]) != moves || self.reflected_moves([1, -1]) != moves
    }

    /// Returns a sorted list of all moves along one vector, with each vector multiplied by the signs.
    fn reflected_moves(&self, signs: [i8; 2]) -> Vec<(TravelMode, Takes, [u16; 2], [i8; 2])> {
        let mut moves = Vec::new();
        for m in &self.moves {
            for [x, y] in &m.vectors {
                moves.push((m.go, m.takes, [m.range, m.first_range], [x * signs[0], y * signs[1]]));
            }
        }
        moves.sort_unstable();
        moves
    }
}

/// Returns the variant's own kinds for cells, and adds every fault.
pub(super) fn read_cell_kinds(spec: &VariantSpec, faults: &mut VariantFaults) -> Vec<CellKind> {
    if !spec.kinds.is_empty() && matches!(spec.board, Board::Ring | Board::Disc) {
        let message =
            "kinds of one's own are for flat boards of cells: square, cylinder, mobius, torus or klein";
        faults.add("kind", message);
        return Vec::new();
    }
    let kinds = read_all(&[], spec, faults, |reader, kind| reader.cell_kind(kind));
    let own_king = kinds.iter().position(|kind| kind.letter == Role::King.letter());
    if let Some(index) = own_king.filter(|_| kinds.iter().all(|kind| !kind.royal)) {
        let mut reader = KindReader::new(spec, Some(index), &kinds[index].name, faults);
        reader.fault("royal", "no kind is royal: give one `royal = true`, of which each side has one piece");
    }
    if !spec.promotes_to.is_empty() {
        check_promotion(spec, &kinds, faults);
    }
    kinds
}

/// Adds the faults of the letters to which a pawn may promote.
fn check_promotion(spec: &VariantSpec, kinds: &[CellKind], faults: &mut VariantFaults) {
    if !matches!(spec.promotion, Promotion::Choice | Promotion::Optional) {
        return faults.add("promotes_to", "it goes with promotion = \"choice\" or \"optional\"");
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
            self.fault("pawn", "a royal piece does not promote: leave `pawn` or `royal` out");
        }
        if written.extent.is_some() {
            self.fault("extent", format!("{WHOLE}, and each stands on one cell: leave the extent out"));
        }
        let moves = self.moves(written, KindReader::cell_move);
        let KindSpec { name, value, royal, pawn, .. } = written;
        CellKind { name: name.clone(), letter, value: *value, royal: *royal, pawn: *pawn, moves }
    }

    fn cell_move(&mut self, m: &MoveSpec) -> CellMove {
        if matches!(m.go, TravelMode::Area | TravelMode::Turn) {
            self.fault("go", format!("{WHOLE}: use ride or leap"));
        }
        let by_angle = [("bearings", !m.bearings.is_empty()), ("headings", !m.headings.is_empty())];
        self.refuse(&by_angle, &format!("{WHOLE}: write the vectors with toward"));
        let of_the_plane = [("arc", m.arc.is_some()), ("bend", m.bend.is_some()), ("step", m.step.is_some())];
        self.refuse(&of_the_plane, &format!("{WHOLE}: leave it out"));
        let is_directed = matches!(m.go, TravelMode::Ride | TravelMode::Leap);
        if is_directed && m.toward.is_empty() && m.bearings.is_empty() && m.headings.is_empty() {
            self.fault("toward", format!("a {} needs vectors, such as [[1, 2]]", m.go));
        }
        self.has_at_most("toward", m.toward.len(), MOST_VECTORS);
        let mut vectors: Vec<[i8; 2]> = Vec::new();
        for &[x, y] in m.toward.iter().take(MOST_VECTORS) {
            let is_whole = |c: f64| c.fract() == 0.0 && c.abs() <= LONGEST;
            if !is_whole(x) || !is_whole(y) || (x, y) == (0.0, 0.0) {
                let message = format!("[{x}, {y}]: {WHOLE} from -{LONGEST} to {LONGEST}, not both 0");
                self.fault("toward", message);
            } else if vectors.contains(&[x as i8, y as i8]) {
                self.fault("toward", format!("[{x}, {y}] is there twice"));
            } else {
                vectors.push([x as i8, y as i8]);
            }
        }
        let usual = if m.go == TravelMode::Leap { 1 } else { MOST_STEPS };
        let range = self.steps("range", m.range.as_ref()).unwrap_or(usual);
        let first_range = self.steps("first_range", m.first_range.as_ref()).unwrap_or(range);
        CellMove { go: m.go, vectors, range, first_range, takes: m.takes }
    }

    /// Returns a number of steps as written.
    fn steps(&mut self, field: &str, written: Option<&LengthSpec>) -> Option<u16> {
        let text = written?.to_string();
        let fits = |n: &f64| n.fract() == 0.0 && (1.0..=f64::from(MOST_STEPS)).contains(n);
        let steps = number(&text).filter(fits);
        if steps.is_none() {
            let message =
                format!("`{text}`: on cells a range is a whole number of steps from 1 to {MOST_STEPS}");
            self.fault(field, message);
        }
        steps.map(|steps| steps as u16)
    }
}
