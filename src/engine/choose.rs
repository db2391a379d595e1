//! Choosing the best moves of a game, by the search for its kind of board.

use super::options::Options;
use super::result::{SearchProgress, SearchResult};
use super::search::{KnownPositions, SearchRequest};
use super::{lattice, plane};
use crate::budget::StopSignal;
use crate::game::{Game, Position};

/// The table of known positions that searches of one game leave for later ones. Searches at a level below full strength neither
/// use nor change it.
#[derive(Default)]
pub struct Memory {
    megabytes: usize,
    known: Option<KnownPositions>,
}

/// Returns the best moves in a game's current position.
///
/// ```
/// use continuum::engine::{Options, SearchLimits, StopSignal, best};
/// use continuum::{Game, Position, Prepared};
/// let prepared = Prepared::preset("continuous")?;
/// let game = Game::new(Position::from_text(&prepared, "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w")?);
/// let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
/// let answer = best(&game, &Options { limits, threads: 1, ..Options::default() }, &StopSignal::new());
/// assert_eq!(answer.lines[0].score.moves_to_mate(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best(game: &Game, options: &Options, stop: &StopSignal) -> SearchResult {
    best_with_progress(game, options, stop, &mut Memory::default(), &|_| {})
}

/// Returns the best moves, using the memory of earlier searches of the game; `report` is called for each line of each iteration.
pub fn best_with_progress(
    game: &Game,
    options: &Options,
    stop: &StopSignal,
    memory: &mut Memory,
    report: &(dyn Fn(&SearchProgress<'_>) + Sync),
) -> SearchResult {
    let status = game.status();
    if game.is_over() {
        return SearchResult::decided(status);
    }
    if options.level.is_some() || memory.megabytes != options.hash_mb {
        *memory = Memory { megabytes: options.hash_mb, ..Memory::default() };
    }
    let known = KnownPositions::of_game(&mut memory.known, options.hash_mb);
    let request = SearchRequest { options, stop, known, report };
    let earlier = (0..game.plies().len()).filter_map(|ply| game.position_at(ply));
    let answer = match game.position() {
        Position::Plane(position) => {
            let earlier = earlier.filter_map(|earlier| match earlier {
                Position::Plane(position) => Some(position),
                Position::Lattice(_) => None,
            });
            plane::best(position, &earlier.collect::<Vec<_>>(), request)
        }
        Position::Lattice(position) => {
            let earlier = earlier.filter_map(|earlier| match earlier {
                Position::Lattice(position) => Some(&**position),
                Position::Plane(_) => None,
            });
            lattice::best(position, &earlier.collect::<Vec<_>>(), request)
        }
    };
    SearchResult { status, ..answer }
}
