//! Reading and writing of texts: positions of every board, moves on the plane, numbers, and reasons of refusals.
//!
//! Belongs here: the grammar of texts. Their meaning on a board belongs to higher modules. `game::plane_moves` resolves moves of the
//! plane, and `lattice::text` reads moves on cells, FEN and SAN. Start at [`PositionText`] and [`PlaneMoveText`].

mod number;
mod piece_text;
mod plane_move;
mod position_text;
mod reason;
mod series;
mod text_error;
mod turn_fault;

pub use number::{number, number_text};
pub use piece_text::{PieceText, Sense};
pub use plane_move::{Course, Distance, PlaneMoveText};
pub use position_text::PositionText;
pub use reason::{Illegal, Reason};
pub use series::{Extra, SeriesCounters};
pub use text_error::{FaultName, TextError};
pub(crate) use text_error::{MOST_FAULTS, read_counter, side_to_move};
pub use turn_fault::TurnFault;
