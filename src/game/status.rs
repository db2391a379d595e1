//! How games of every board stand, in one vocabulary.

use crate::plane;

pub use crate::lattice::Status;

impl From<plane::Status> for Status {
    fn from(status: plane::Status) -> Status {
        match status {
            plane::Status::Ongoing => Status::Ongoing,
            plane::Status::Checkmate => Status::Checkmate,
            plane::Status::Stalemate => Status::Stalemate,
            plane::Status::Draw => Status::Draw,
        }
    }
}
