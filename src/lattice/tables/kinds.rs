//! The properties of kinds of pieces under the rules, the variant's own among them.

use super::bits::bit;
use super::custom::{CustomKinds, Stance};
use super::rules::LatticeRules;
use crate::board::{ArrayPiece, CellStep};
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

    /// Returns the kinds of the variant: the known ones in the order of [`Role::ALL`], then the others by their letters.
    #[cfg(feature = "answers")]
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let letters = Role::ALL.iter().map(|role| role.letter()).chain('A'..='Z');
        let mut kinds: Vec<Kind> = Vec::new();
        for kind in letters.filter_map(|letter| self.kind_of_letter(letter)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
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
            Kind::Custom(index) => &self.custom.kind(index).rule.name,
        }
    }

    /// Returns the usual value of a kind, in pawns. The variant's file states the value of a custom kind.
    pub fn value(&self, kind: Kind) -> f64 {
        match kind {
            Kind::Known(role) => self.variant.spec().army.value_of(role),
            Kind::Custom(index) => self.custom.kind(index).rule.value,
        }
    }

    /// Whether a kind is royal: it must not be taken.
    pub fn is_royal(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::King,
            Kind::Custom(index) => self.custom.kind(index).rule.royal,
        }
    }

    /// Whether a kind is a pawn: its pieces promote, and after their moves the count of quiet plies starts again.
    pub fn is_pawn(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::Pawn,
            Kind::Custom(index) => self.custom.kind(index).rule.pawn,
        }
    }

    /// Whether pieces of a role ride in the direction of a step.
    pub(crate) fn rides_along(&self, role: Role, step: CellStep) -> bool {
        match role {
            Role::Rook => !step.is_diagonal(),
            Role::Queen => !self.is_shatranj,
            Role::Bishop => !self.is_shatranj && step.is_diagonal(),
            Role::King | Role::Knight | Role::Pawn => false,
        }
    }

    /// Whether pieces of a kind have a frame on this board.
    pub fn is_framed(&self, kind: Kind) -> bool {
        self.grid.sheet().is_some() && self.custom.is_framed(kind)
    }

    /// Whether states record the way of pieces of a kind: of pawns, and of pieces with a frame.
    #[inline]
    pub(crate) fn has_recorded_way(&self, kind: Kind) -> bool {
        kind == Kind::PAWN || self.is_framed(kind)
    }

    /// Returns the cells from which a piece of any kind could attack a cell on the empty board.
    #[inline(always)]
    pub(crate) fn sight(&self, cell: usize) -> u128 {
        let sight = self.tables.sight[cell];
        if self.has_custom_kinds { sight | self.custom.sight[cell] } else { sight }
    }

    /// Returns the cells that a piece of a custom kind attacks just after its rebirth on a cell.
    pub(crate) fn attacks_when_reborn(&self, color: Color, index: u8, cell: usize, occupied: u128) -> u128 {
        let x = (self.mirrored_initially & bit(cell) != 0) != (color == Color::Black);
        let flips = Flips { x, y: self.initial_way(color, cell) == 1 };
        let has_first_move_right = self.has_first_move_right(color, Kind::Custom(index), 0, cell);
        self.custom.kind(index).reach(Stance { flips, has_first_move_right }, cell).targets(occupied).attacked
    }

    /// Whether a piece that has not moved from a cell has a right that its first move ends: to castle, to make a double step, or to
    /// move differently at first. `way` is that of a pawn.
    #[inline]
    pub(crate) fn has_first_move_right(&self, color: Color, kind: Kind, way: usize, cell: usize) -> bool {
        let side = color.index();
        match kind {
            Kind::Known(Role::King) => self.castles[side].iter().any(|castle| castle.king.index() == cell),
            Kind::Known(Role::Rook) => self.castles[side].iter().any(|castle| castle.rook.index() == cell),
            Kind::Known(Role::Pawn) => self.tracks_pawns && self.starts[side][way] & bit(cell) != 0,
            Kind::Known(Role::Queen | Role::Bishop | Role::Knight) => false,
            Kind::Custom(index) => {
                let begins_here =
                    |piece: &ArrayPiece| (piece.color, piece.kind, piece.cell.index()) == (color, kind, cell);
                self.custom.kind(index).first_move_differs() && self.array.iter().any(begins_here)
            }
        }
    }

    /// Whether a piece of a kind may have a right that its first move ends, on some cell of this board.
    #[cfg(feature = "answers")]
    pub(crate) fn may_have_first_move_right(&self, kind: Kind) -> bool {
        let on_some_cell = |color, way| {
            let mut cells = self.grid.places();
            cells.any(|cell| self.has_first_move_right(color, kind, way, cell.index()))
        };
        Color::ALL.iter().any(|&color| [0, 1].into_iter().any(|way| on_some_cell(color, way)))
    }

    /// Returns the kind of the pawn that begins on a cell. A promoted piece becomes this kind again when it is reborn there.
    pub(crate) fn kind_of_initial_pawn(&self, color: Color, cell: u8) -> Kind {
        let mut pieces = self.array.iter().filter(|piece| piece.color == color && piece.cell.0 == cell);
        pieces.find(|piece| self.is_pawn(piece.kind)).map_or(Kind::PAWN, |piece| piece.kind)
    }
}

/// Returns the kinds to which a pawn of a side may promote: those that the variant names, or else the officers of its array.
/// [`Kind::PAWN`] comes last if a pawn need not promote.
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
            let mut officers = Role::PROMOTIONS.map(Kind::Known).to_vec();
            for (index, kind) in custom.all() {
                if !kind.rule.royal && !kind.rule.pawn {
                    officers.push(Kind::Custom(index));
                }
            }
            let is_in_array =
                |kind: Kind| array.iter().any(|piece| piece.color == color && piece.kind == kind);
            officers.retain(|&kind| array.is_empty() || is_in_array(kind));
            officers
        }
    };
    if spec.promotion == Promotion::Optional {
        kinds.push(Kind::PAWN);
    }
    kinds
}
