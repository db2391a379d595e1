//! Kinds of pieces on cells.

use super::Role;

/// The kind of a piece on cells: one that every variant knows, or one of the variant's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An orthodox piece, or what shatranj has in its place.
    Known(Role),
    /// The variant's own kind of this number, in the order of its file.
    Own(u8),
}

impl Kind {
    /// The king that every variant knows.
    pub const KING: Kind = Kind::Known(Role::King);
    /// The pawn that every variant knows.
    pub const PAWN: Kind = Kind::Known(Role::Pawn);

    /// The orthodox piece that it is, if it is one.
    pub const fn role(self) -> Option<Role> {
        match self {
            Kind::Known(role) => Some(role),
            Kind::Own(_) => None,
        }
    }
}

impl From<Role> for Kind {
    fn from(role: Role) -> Kind {
        Kind::Known(role)
    }
}
