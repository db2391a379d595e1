//! Choosing moves, on every board.
//!
//! `options` and `limits` say what is asked for and when a search must end, `answer` and `score` what is answered. `lattice`
//! searches positions of cells, `plane` positions of the plane.

mod answer;
mod dice;
mod lattice;
mod limits;
mod options;
mod plane;
mod score;

pub use answer::{Answer, Line, News};
pub use dice::Dice;
pub use limits::{Limits, Meter, Stop, Watch};
pub use options::{Level, Options, UnknownLevel};
pub use score::Score;

use crate::chess::Status;
use crate::game::{Game, Position};

/// The best moves of a game's present position.
pub fn best(game: &Game, options: &Options, stop: &Stop) -> Answer {
    best_with_news(game, options, stop, &|_| {})
}

/// The same, with a call for each line whenever an iteration has found it.
pub fn best_with_news(
    game: &Game,
    options: &Options,
    stop: &Stop,
    report: &(dyn Fn(&News<'_>) + Sync),
) -> Answer {
    let status = game.status();
    if status != Status::Ongoing {
        return Answer::decided(status);
    }
    let earlier = (0..game.plies().len()).filter_map(|ply| game.position_at(ply));
    match game.position() {
        Position::Plane(position) => {
            let earlier = earlier.filter_map(|earlier| match earlier {
                Position::Plane(p) => Some(p),
                Position::Lattice(_) => None,
            });
            plane::best(position, &earlier.collect::<Vec<_>>(), options, stop, report)
        }
        Position::Lattice(position) => {
            let earlier = earlier.filter_map(|earlier| match earlier {
                Position::Lattice(p) => Some(&**p),
                Position::Plane(_) => None,
            });
            lattice::best(position, &earlier.collect::<Vec<_>>(), options, stop, report)
        }
    }
}
