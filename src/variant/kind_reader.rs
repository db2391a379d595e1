//! From a kind as written to a consistent one: what the plane and cells have in common.
//!
//! A [`KindReader`] knows the place of each fault and reads the fields that all kinds have. [`kind_faults`](super::kind_faults) and
//! [`cell_kind`](super::cell_kind) read the others.

use super::kind_spec::{KindSpec, MoveSpec};
use super::{VariantFault, VariantSpec};

/// The greatest number of own kinds of a variant: each needs a letter of its own.
const MOST_KINDS: usize = 26;

/// The greatest number of moves of a kind.
const MOST_MOVES: usize = 64;

/// The reader of one kind.
pub(super) struct KindReader<'a> {
    pub spec: &'a VariantSpec,
    /// The index among the variant's own kinds.
    index: Option<usize>,
    place: String,
    in_move: Option<usize>,
    faults: &'a mut Vec<VariantFault>,
}

/// Reads `built_in` kinds and the variant's own. Returns them, sound or not, and adds every fault.
pub(super) fn read_all<T>(
    built_in: &[KindSpec],
    spec: &VariantSpec,
    faults: &mut Vec<VariantFault>,
    read: impl Fn(&mut KindReader<'_>, &KindSpec) -> T,
) -> Vec<T> {
    if spec.kinds.len() > MOST_KINDS {
        let there = spec.kinds.len();
        faults.push(VariantFault::new(
            "kind",
            format!("{there} kinds: a variant has at most {MOST_KINDS} of its own"),
        ));
    }
    let own = spec.kinds.iter().take(MOST_KINDS).enumerate().map(|(i, kind)| (Some(i), kind));
    let all: Vec<(Option<usize>, &KindSpec)> = built_in.iter().map(|kind| (None, kind)).chain(own).collect();
    let mut kinds = Vec::new();
    for (n, (index, written)) in all.iter().enumerate() {
        let mut reader = KindReader::new(spec, *index, &written.name, faults);
        kinds.push(read(&mut reader, written));
        let earlier = all[..n].iter().find(|(_, other)| other.letter == written.letter);
        if let (Some((_, other)), Some(letter)) = (earlier, one_capital(&written.letter)) {
            reader.fault("letter", format!("`{letter}` is the letter of the {} already", other.name));
        }
    }
    kinds
}

/// Returns the letter of a text that is one capital letter.
fn one_capital(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())
}

impl<'a> KindReader<'a> {
    /// Returns the reader of a kind, one of the variant's own if it has an index.
    pub fn new(
        spec: &'a VariantSpec,
        index: Option<usize>,
        name: &str,
        faults: &'a mut Vec<VariantFault>,
    ) -> KindReader<'a> {
        let place = index.map_or_else(String::new, |i| format!("kind {} `{name}`, ", i + 1));
        KindReader { spec, index, place, in_move: None, faults }
    }

    /// Adds the fault of a field of the kind, or of the move that is being read.
    pub fn fault(&mut self, field: &str, message: impl Into<String>) {
        let of_move = self.in_move.map_or_else(String::new, |i| format!("move {}, ", i + 1));
        let parameter = format!("{}{of_move}{field}", self.place);
        let kind = self.index.map(|i| (i, self.in_move));
        self.faults.push(VariantFault { parameter, message: message.into(), kind });
    }

    /// Whether there are at most `most` of something; adds a fault otherwise.
    pub fn count(&mut self, field: &str, there: usize, most: usize) -> bool {
        if there > most {
            self.fault(field, format!("{there} of them: at most {most}"));
        }
        there <= most
    }

    /// Adds a fault with a reason for each field of a move that is given.
    pub fn refuse(&mut self, fields: &[(&str, bool)], reason: &str) {
        for (field, _) in fields.iter().filter(|(_, there)| *there) {
            self.fault(field, reason);
        }
    }

    /// Reads letter, name and value. Returns the letter, or NUL in place of a wrong one.
    pub fn letter(&mut self, kind: &KindSpec) -> char {
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
        self.count("move", kind.moves.len(), MOST_MOVES);
        let moves = kind.moves.iter().take(MOST_MOVES).enumerate().map(|(i, m)| {
            self.in_move = Some(i);
            read(self, m)
        });
        let moves = moves.collect();
        self.in_move = None;
        moves
    }
}
