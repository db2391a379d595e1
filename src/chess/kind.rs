//! Kinds of pieces on cells.

use super::Role;

/// The kind of a piece on cells: a kind that every variant knows, or a custom kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An orthodox piece, or its counterpart in shatranj.
    Known(Role),
    /// The custom kind with this index in the order of the variant's file.
    Custom(u8),
}

impl Kind {
    /// The king of every variant.
    pub const KING: Kind = Kind::Known(Role::King);
    /// The pawn of every variant.
    pub const PAWN: Kind = Kind::Known(Role::Pawn);

    /// Returns the role of a known kind.
    pub const fn role(self) -> Option<Role> {
        match self {
            Kind::Known(role) => Some(role),
            Kind::Custom(_) => None,
        }
    }
}

impl From<Role> for Kind {
    fn from(role: Role) -> Kind {
        Kind::Known(role)
    }
}
