//! Problems on the plane: exactly which distances mate.
//!
//! Belongs here: families of positions that differ by one number, the distance of the last move. Start at [`mates_in_one`], which
//! returns the exact set of mating distances of every lane. Mate begins and ends only where critical distances coincide. `scene`
//! lists the curves to which these distances belong, and `zeros` finds every coincidence by interval arithmetic. The rules are
//! evaluated once at each coincidence and once between each two. `docs/mates.md` has the proof.

mod candidates;
mod certificate;
mod enclosure;
mod family;
mod followed;
mod keys;
mod linear;
mod lines;
mod map;
mod play;
mod reply;
mod report;
mod scene;
mod span_moves;
mod term;
mod two;
mod undecided;
mod vary;
mod zeros;

pub use certificate::{
    AnswerText, CellProof, Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, Proven, Refuted,
    ReplyProof, SampleProof, check,
};
pub use family::Decided;
pub use keys::{KeyStretch, Keys, Unsupported, keys_in_one, keys_of, mates_in_one};
pub use linear::{LinearFunction, LinearMove};
pub use lines::{LineReport, MoveReport};
pub use map::{AreaEnd, MapArea, MapColumn, MateMap, map_of_mates};
pub use play::{FoundLines, OFFERED, PlayLine, PlayPlan, VariedMove, lines_of};
pub use reply::ReplyStretch;
pub use report::{PlaneReport, Solution};
pub use span_moves::SpanMoves;
#[cfg(any(feature = "answers", feature = "cli"))]
pub(crate) use two::first_distances;
pub use two::{KeysInTwo, TryReport, keys_in_two, proof_of, set_play_in_two, tries_in_two};
pub use undecided::UndecidedSpan;
pub use vary::LineMove;
