//! From a kind as written to a consistent one: the fields that kinds of the plane and of cells have in common.
//!
//! A [`KindReader`] knows the place of each fault. [`plane_kind`](super::plane_kind) and [`cell_kind`](super::cell_kind) read the
//! other fields.

use super::fault::{KindPlace, VariantFault, VariantFaults};
use super::kind_spec::{KindSpec, MoveSpec};
use super::spec::VariantSpec;

/// The greatest number of own kinds of a variant: each needs a letter of its own.
const MOST_KINDS: usize = 26;

/// The greatest number of moves of a kind.
const MOST_MOVES: usize = 64;

/// The reader of one kind.
pub(super) struct KindReader<'a> {
    pub spec: &'a VariantSpec,
    /// The number of the kind among the variant's own.
    own_index: Option<usize>,
    /// The words for the kind that begin the name of a faulty parameter.
    kind_text: String,
    /// The number of the move that is being read.
    in_move: Option<usize>,
    faults: &'a mut VariantFaults,
}

/// Reads `built_in` kinds and the variant's own. Returns them, sound or not, and adds every fault.
pub(super) fn read_all<T>(
    built_in: &[KindSpec],
    spec: &VariantSpec,
    faults: &mut VariantFaults,
    read: impl Fn(&mut KindReader<'_>, &KindSpec) -> T,
) -> Vec<T> {
    let own = &spec.kinds[..spec.kinds.len().min(MOST_KINDS)];
    if spec.kinds.len() > MOST_KINDS {
        let message = format!("{} kinds: a variant has at most {MOST_KINDS} of its own", spec.kinds.len());
        faults.add("kind", message);
    }
    let mut earlier: Vec<&KindSpec> = Vec::new();
    let mut kinds = Vec::new();
    for written in built_in.iter().chain(own) {
        let own_index = earlier.len().checked_sub(built_in.len());
        let mut reader = KindReader::new(spec, own_index, &written.name, faults);
        kinds.push(read(&mut reader, written));
        let same = earlier.iter().find(|other| other.letter == written.letter);
        if let (Some(other), Some(letter)) = (same, one_capital(&written.letter)) {
            reader.fault("letter", format!("`{letter}` is the letter of the {} already", other.name));
        }
        earlier.push(written);
    }
    kinds
}

/// Returns the letter of a text that is one capital letter.
fn one_capital(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

impl<'a> KindReader<'a> {
    /// Returns the reader of a kind, which is one of the variant's own if it has an index.
    pub fn new(
        spec: &'a VariantSpec,
        own_index: Option<usize>,
        name: &str,
        faults: &'a mut VariantFaults,
    ) -> KindReader<'a> {
        let kind_text = own_index.map_or_else(String::new, |i| format!("kind {} `{name}`, ", i + 1));
        KindReader { spec, own_index, kind_text, in_move: None, faults }
    }

    /// Adds the fault of a field of the kind, or of the move that is being read.
    pub fn fault(&mut self, field: &str, message: impl Into<String>) {
        let move_text = self.in_move.map_or_else(String::new, |i| format!("move {}, ", i + 1));
        let parameter = format!("{}{move_text}{field}", self.kind_text);
        let place = self.own_index.map(|kind| KindPlace { kind, in_move: self.in_move });
        self.faults.0.push(VariantFault { parameter, message: message.into(), place });
    }

    /// Whether a field has at most `most` entries; adds a fault otherwise.
    pub fn has_at_most(&mut self, field: &str, entries: usize, most: usize) -> bool {
        if entries > most {
            self.fault(field, format!("{entries} of them: at most {most}"));
        }
        entries <= most
    }

    /// Adds a fault with a reason for each field that is given. The flags say which of the fields are given.
    pub fn refuse(&mut self, fields: &[(&str, bool)], reason: &str) {
        for (field, _) in fields.iter().filter(|(_, is_given)| *is_given) {
            self.fault(field, reason);
        }
    }

    /// Checks letter, name and value. Returns the letter, or NUL in place of a wrong one.
    pub fn checked_letter(&mut self, kind: &KindSpec) -> char {
        let letter = one_capital(&kind.letter);
        if letter.is_none() {
            self.fault("letter", format!("`{}` is not one capital letter from A to Z", kind.letter));
        }
        if kind.name.trim().is_empty() {
            self.fault("name", "a kind needs a name");
        }
        if !kind.value.is_finite() || kind.value < 0.0 {
            self.fault("value", format!("{} is not a number from 0", kind.value));
        }
        letter.unwrap_or_default()
    }

    /// Returns each move as `read` returns it.
    pub fn moves<M>(&mut self, kind: &KindSpec, read: impl Fn(&mut Self, &MoveSpec) -> M) -> Vec<M> {
        if kind.moves.is_empty() {
            self.fault("move", "a kind needs at least one [[kind.move]]");
        }
        self.has_at_most("move", kind.moves.len(), MOST_MOVES);
        let mut moves = Vec::new();
        for (i, written) in kind.moves.iter().take(MOST_MOVES).enumerate() {
            self.in_move = Some(i);
            moves.push(read(self, written));
        }
        self.in_move = None;
        moves
    }
}
