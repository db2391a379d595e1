//! Problems on the plane: exactly which distances mate.
//!
//! A family of positions differs by one number, the distance of the last move. [`mates_in_one`] gives of every lane the exact
//! set of distances that mate, with open and closed ends and single distances. It never samples: mate comes and goes
//! only at coincidences of critical distances, `scene` lists the curves whose crossings may coincide, `zeros` finds every
//! coincidence by bounds, and the engine itself is asked once at each and once between each two. `docs/mates.md` has the proof.

mod answered;
mod bounds;
mod candidates;
mod certificate;
mod even_move;
mod family;
mod keys;
mod lines;
mod map;
mod play;
mod report;
mod scene;
mod term;
mod two;
mod vary;
mod words;
mod zeros;

pub use answered::Replies;
pub use certificate::{
    Answer, CellProof, Certificate, CheckOptions, Checked, KeyProof, Length, NoMove, Proven, ReplyProof,
    SampleProof, Verdict, check,
};
pub use even_move::EvenMove;
pub use family::Decided;
pub use keys::{Key, Keys, Unsolved, keys_in_one, keys_in_one_within, keys_of, mates_in_one};
pub use lines::{LineReport, MoveReport};
pub use map::{MapPart, MateMap, map_of_mates};
pub use play::{Lines, OFFERED, Plan, PlayLine, lines_of};
pub use report::{PlaneReport, Solution};
pub use two::{KeysInTwo, keys_in_two, proof_of};
pub use vary::Step;
pub use words::Stretch;
