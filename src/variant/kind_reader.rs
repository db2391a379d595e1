//! Reads and checks the fields that kinds of the plane and of cells have in common.
//!
//! A [`KindReader`] adds its place to each fault. [`plane_kind`](super::plane_kind) and [`cell_kind`](super::cell_kind) read the
//! other fields.

use super::fault::{KindPlace, VariantFault, VariantFaults};
use super::kind_spec::{KindSpec, MoveSpec};
use super::spec::VariantSpec;

/// The greatest number of a variant's own kinds, since each needs another letter.
const MAX_KINDS: usize = 26;

const MAX_MOVES: usize = 64;

pub(super) struct KindReader<'a> {
    pub spec: &'a VariantSpec,
    /// The number of the kind among the variant's own kinds, from 0; `None` for a built-in kind.
    own_index: Option<usize>,
    /// The beginning of the name of each faulty parameter, such as "kind 1 `Gold`, "; empty for a built-in kind.
    prefix: String,
    /// The number of the move that is being read, from 0.
    in_move: Option<usize>,
    faults: &'a mut VariantFaults,
}

/// Returns the `built_in` kinds and the variant's own kinds, with or without faults, each read by `read`, and adds every fault.
pub(super) fn read_all<K>(
    built_in: &[KindSpec],
    spec: &VariantSpec,
    faults: &mut VariantFaults,
    read: impl Fn(&mut KindReader<'_>, &KindSpec) -> K,
) -> Vec<K> {
    if spec.kinds.len() > MAX_KINDS {
        let message = format!("{} kinds: a variant has at most {MAX_KINDS} of its own", spec.kinds.len());
        faults.add("kind", message);
    }
    let all: Vec<&KindSpec> = built_in.iter().chain(spec.kinds.iter().take(MAX_KINDS)).collect();
    let mut kinds = Vec::new();
    for (i, written) in all.iter().enumerate() {
        // The variant's own kinds follow the built-in ones.
        let own_index = i.checked_sub(built_in.len());
        let mut reader = KindReader::new(spec, own_index, &written.name, faults);
        kinds.push(read(&mut reader, written));
        if let Some(letter) = capital_letter(&written.letter)
            && let Some(owner) = all[..i].iter().find(|earlier| earlier.letter == written.letter)
        {
            reader.add_fault("letter", format!("`{letter}` is the letter of the {} already", owner.name));
        }
    }
    kinds
}

/// Returns the letter in a text that consists of one capital letter from A to Z.
fn capital_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

impl<'a> KindReader<'a> {
    /// Returns the reader of a kind. `own_index` is the number of the kind among the variant's own kinds.
    pub fn new(
        spec: &'a VariantSpec,
        own_index: Option<usize>,
        name: &str,
        faults: &'a mut VariantFaults,
    ) -> KindReader<'a> {
        let prefix = own_index.map_or_else(String::new, |i| format!("kind {} `{name}`, ", i + 1));
        KindReader { spec, own_index, prefix, in_move: None, faults }
    }

    /// Adds the fault of a field of the move that is being read, or else of the kind.
    pub fn add_fault(&mut self, field: &str, message: impl Into<String>) {
        let move_text = self.in_move.map_or_else(String::new, |i| format!("move {}, ", i + 1));
        let parameter = format!("{}{move_text}{field}", self.prefix);
        let place = self.own_index.map(|kind| KindPlace { kind, in_move: self.in_move });
        self.faults.0.push(VariantFault { parameter, message: message.into(), place });
    }

    /// Whether a field has at most `max` entries. If not, a fault is added.
    pub fn check_count(&mut self, field: &str, entries: usize, max: usize) -> bool {
        if entries > max {
            self.add_fault(field, format!("{entries} of them: at most {max}"));
        }
        entries <= max
    }

    /// Adds a fault with a reason if a field is given.
    pub fn refuse(&mut self, field: &str, is_given: bool, reason: &str) {
        if is_given {
            self.add_fault(field, reason);
        }
    }

    /// Returns the letter of a kind, or NUL in place of a wrong one, and adds the faults of letter, name and value.
    pub fn checked_letter(&mut self, kind: &KindSpec) -> char {
        let letter = capital_letter(&kind.letter);
        if letter.is_none() {
            self.add_fault("letter", format!("`{}` is not one capital letter from A to Z", kind.letter));
        }
        if kind.name.trim().is_empty() {
            self.add_fault("name", "a kind needs a name");
        }
        if !kind.value.is_finite() || kind.value < 0.0 {
            self.add_fault("value", format!("{} is not a number from 0", kind.value));
        }
        letter.unwrap_or_default()
    }

    /// Returns the moves of a kind, each read by `read`.
    pub fn moves<M>(&mut self, kind: &KindSpec, read: impl Fn(&mut Self, &MoveSpec) -> M) -> Vec<M> {
        if kind.moves.is_empty() {
            self.add_fault("move", "a kind needs at least one [[kind.move]]");
        }
        self.check_count("move", kind.moves.len(), MAX_MOVES);
        let mut moves = Vec::new();
        for (i, written) in kind.moves.iter().take(MAX_MOVES).enumerate() {
            self.in_move = Some(i);
            moves.push(read(self, written));
        }
        self.in_move = None;
        moves
    }
}
