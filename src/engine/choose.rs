//! The best moves of a game, by the search of its kind of board.

use super::answer::{Answer, News};
use super::limits::Stop;
use super::options::Options;
use super::{lattice, plane};
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
