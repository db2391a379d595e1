//! The choice of the best moves of a game, by the search of its kind of board.

use super::options::Options;
use super::result::{SearchProgress, SearchResult};
use super::search::{KnownPositions, SearchRequest};
use super::{lattice, plane};
use crate::budget::StopSignal;
use crate::game::{Game, Position};

/// The table of known positions, which the searches of one game share. A search whose options name a level begins with an empty
/// table, so its answer does not depend on earlier searches.
#[derive(Default)]
pub struct Memory(Option<KnownPositions>);

/// The filled share of a table from which the next search begins with a new one, thousandths.
const FULL_PERMILLE: u32 = 900;

/// Returns the best moves in the current position of a game.
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

/// Returns the best moves in the current position of a game, with the memory of its earlier searches.
///
/// `report` is called for each line of each iteration.
pub fn best_with_progress(
    game: &Game,
    options: &Options,
    stop: &StopSignal,
    memory: &mut Memory,
    report: &(dyn Fn(&SearchProgress<'_>) + Sync),
) -> SearchResult {
    let status = game.status();
    if game.is_over() {
        return SearchResult { status, lines: Vec::new(), nodes: 0, seconds: 0.0 };
    }
    let Memory(kept_table) = memory;
    kept_table.take_if(|known| {
        options.level.is_some() || known.megabytes != options.hash_mb || known.permille() >= FULL_PERMILLE
    });
    let known = kept_table.get_or_insert_with(|| KnownPositions::new(options.hash_mb));
    let request = SearchRequest { options, stop, known, report };
    let (mut earlier_on_plane, mut earlier_on_cells) = (Vec::new(), Vec::new());
    for earlier in (0..game.plies().len()).filter_map(|ply| game.position_at(ply)) {
        match earlier {
            Position::Plane(position) => earlier_on_plane.push(position),
            Position::Lattice(position) => earlier_on_cells.push(&**position),
        }
    }
    let result = match game.position() {
        Position::Plane(position) => plane::best(position, &earlier_on_plane, request),
        Position::Lattice(position) => lattice::best(position, &earlier_on_cells, request),
    };
    SearchResult { status, ..result }
}
