//! The properties of kinds of pieces under the rules, the variant's own among them.

use super::bits::bit;
use super::custom::{CustomKinds, Stance};
use super::rules::LatticeRules;
use crate::board::ArrayPiece;
use crate::chess::{Color, Kind, Role};
use crate::geom::Flips;
use crate::variant::{Promotion, VariantSpec};

impl LatticeRules {
    /// Returns the capital letter of a kind.
    pub fn letter(&self, kind: Kind) -> char {
        self.custom.letter(kind)
    }

    /// Returns the kind of a letter of either case.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        self.custom.kind_of_letter(letter)
    }

    /// Returns the built-in kinds to which a pawn of either side may promote.
    pub(crate) fn promotion_roles(&self) -> Vec<Role> {
        let mut roles = Vec::new();
        for role in self.promotion_kinds.iter().flatten().filter_map(|kind| kind.role()) {
            if role != Role::Pawn && !roles.contains(&role) {
                roles.push(role);
            }
        }
        roles
    }

    /// Returns the name of a kind, for people.
    pub fn kind_name(&self, kind: Kind) -> &str {
        match kind {
            Kind::Known(role) => self.variant.spec().army.name_of(role),
            Kind::Custom(number) => &self.custom.kind(number).rule.name,
        }
    }

    /// Returns the usual value of a kind, in pawns; for the variant's own the value in its file.
    pub fn value(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Known(role) => self.variant.spec().army.value_of(role),
            Kind::Custom(number) => self.custom.kind(number).rule.value,
        }
    }

    /// Whether a kind is royal: it must not be taken.
    pub fn is_royal(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::King,
            Kind::Custom(number) => self.custom.kind(number).rule.royal,
        }
    }

    /// Whether a kind promotes, and its moves reset the count of quiet plies.
    pub fn is_pawn(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::Pawn,
            Kind::Custom(number) => self.custom.kind(number).rule.pawn,
        }
    }

    /// Whether pieces of a kind have a frame on this board.
    pub fn is_framed(&self, kind: Kind) -> bool {
        self.grid.sheet().is_some() && self.custom.is_framed(kind)
    }

    /// Returns the cells from which a piece of any kind could attack this one on the empty board.
    #[inline(always)]
    pub(crate) fn sight(&self, cell: usize) -> u128 {
        let sight = self.tables.sight[cell];
        if self.has_custom_kinds { sight | self.custom.seen_from[cell] } else { sight }
    }

    /// Returns the cells that a piece of a custom kind attacks when it is reborn on its home.
    pub(crate) fn attacks_when_reborn(&self, color: Color, number: u8, cell: usize, occupied: u128) -> u128 {
        let x = (self.mirrored_initially & bit(cell) != 0) != (color == Color::Black);
        let flips = Flips { x, y: self.initial_way(color, cell) == 1 };
        let unmoved = self.begins_unmoved(color, Kind::Custom(number), cell);
        self.custom.kind(number).reach(Stance { flips, unmoved }, cell).targets(occupied).attacked
    }

    /// Whether the first move of a piece from a cell may differ from later ones, because one of its kind and side begins there.
    pub(crate) fn begins_unmoved(&self, color: Color, kind: Kind, cell: usize) -> bool {
        let Kind::Custom(number) = kind else { return false };
        let begins =
            |piece: &ArrayPiece| (piece.color, piece.kind, piece.cell.index()) == (color, kind, cell);
        self.custom.kind(number).first_move_differs() && self.array.iter().any(begins)
    }

    /// Returns the kind that a promoted piece becomes again on its home: the pawn that began there.
    pub(crate) fn kind_that_began(&self, color: Color, cell: u8) -> Kind {
        let mut begun = self.array.iter().filter(|piece| piece.color == color && piece.cell.0 == cell);
        begun.find(|piece| self.is_pawn(piece.kind)).map_or(Kind::PAWN, |piece| piece.kind)
    }
}

/// Returns the kinds to which a pawn of a side may promote: those that the variant names, or else the officers of its array. If a
/// pawn need not promote, the last of them is a pawn.
pub(super) fn promotion_kinds(
    spec: &VariantSpec,
    custom: &CustomKinds,
    array: &[ArrayPiece],
    color: Color,
) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = match spec.promotion {
        Promotion::None => Vec::new(),
        Promotion::Queen => custom.kind_of_letter(Role::Queen.letter()).into_iter().collect(),
        Promotion::Choice | Promotion::Optional | Promotion::Zone if !spec.promotes_to.is_empty() => {
            spec.promotes_to.chars().filter_map(|letter| custom.kind_of_letter(letter)).collect()
        }
        Promotion::Choice | Promotion::Optional | Promotion::Zone => {
            let known = Role::PROMOTIONS.map(Kind::Known).into_iter();
            let others = custom.all().filter(|(_, kind)| !kind.rule.royal && !kind.rule.pawn);
            let others = others.map(|(number, _)| Kind::Custom(number));
            let begins = |kind: &Kind| array.iter().any(|piece| (piece.color, piece.kind) == (color, *kind));
            known.chain(others).filter(|kind| array.is_empty() || begins(kind)).collect()
        }
    };
    if spec.promotion == Promotion::Optional {
        kinds.push(Kind::PAWN);
    }
    kinds
}
