//! From games to scenes: pictures of positions, moves, legal sets and attacks.
//!
//! Start at [`depict`]. This module knows the results of the rules and the renderer's marks, and nothing of pages and
//! colours. `plane` and `lattice` make the scenes of their boards. `body` has pieces of any kind and their paths,
//! `sweep` what they pass over, `caption` the words and numbers.

mod body;
mod caption;
mod lattice;
mod map;
mod plane;
mod sweep;

#[cfg(feature = "answers")]
pub(crate) use body::half_width;
#[cfg(feature = "answers")]
pub(crate) use plane::attacked;

use crate::chess::{Color, Label};
use crate::game::{Game, NoMoves, NoPiece, Position};
use crate::geom::is_same_bearing;
use crate::plane as plane_rules;
use crate::render::Scene;
use crate::solve::plane::{KeyStretch, Unsolved};
use std::borrow::Cow;
use std::str::FromStr;

/// The subject of a picture, drawn over the pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Show {
    /// The last move.
    LastMove,
    /// Every move since the start, numbered.
    Paths,
    /// The legal set of a piece.
    Legal(Label),
    /// The attacks of a side.
    Attacks(Color),
    /// Every move that mates at once, on the plane.
    Mates,
    /// In place of the board, the distances of an answer that mate after each distance of a move.
    Map(LanePair),
}

impl Show {
    /// Returns the subject for a whole game: its moves, or if there are none the legal set of the piece that is asked about.
    pub fn whole(game: &Game, asked: Option<Label>) -> Show {
        let may_move = |label: &Label| game.position().for_piece(*label).is_ok();
        match asked.filter(|label| game.plies().is_empty() && may_move(label)) {
            Some(label) => Show::Legal(label),
            None => Show::Paths,
        }
    }
}

/// Two lanes, one of the side to move and one of the answering side, each by its piece and bearing.
///
/// ```
/// use continuum::depict::LanePair;
/// let pair: LanePair = "ka 0, Rb 270".parse()?;
/// assert_eq!((pair.first.1, pair.answer.0), (0.0, "Rb".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanePair {
    /// The piece and bearing of the side to move.
    pub first: (Label, f64),
    /// The piece and bearing of the answering side.
    pub answer: (Label, f64),
}

/// The error of a text that is not a [`LanePair`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a pair of lanes: write two, such as `ka 0, Rb 270`")]
pub struct NoLanePair(String);

impl FromStr for LanePair {
    type Err = NoLanePair;

    /// Reads `ka 0, Rb 270`.
    fn from_str(text: &str) -> Result<LanePair, NoLanePair> {
        let lane = |text: &str| {
            let (label, bearing) = text.trim().split_once(char::is_whitespace)?;
            Some((label.parse().ok()?, bearing.trim().parse().ok().filter(|b: &f64| b.is_finite())?))
        };
        let pair = text.split_once(',').and_then(|(first, answer)| Some((lane(first)?, lane(answer)?)));
        pair.map(|(first, answer)| LanePair { first, answer }).ok_or_else(|| NoLanePair(text.to_owned()))
    }
}

/// Returns a lane by its piece and bearing.
fn lane_of(
    position: &plane_rules::PlanePosition,
    (label, bearing): (Label, f64),
) -> Result<LaneId, DepictError> {
    let id = position.find(label).ok_or_else(|| no_piece(label))?;
    let piece = position.piece(id);
    let fits = |lane: &plane_rules::Lane| is_same_bearing(bearing, piece.bearing_along(lane));
    position
        .lanes(id)
        .iter()
        .position(fits)
        .map(|lane| (id, lane))
        .ok_or(DepictError::NoLane { label, bearing })
}

fn no_piece(label: Label) -> DepictError {
    NoMoves::NoPiece(NoPiece::of(label, std::iter::empty())).into()
}

/// A lane by its piece and its index among the piece's lanes.
type LaneId = (plane_rules::PieceId, usize);

/// Returns the map of two lanes.
fn map_of(position: &plane_rules::PlanePosition, pair: LanePair) -> Result<Scene, DepictError> {
    if pair.first.0.color() != position.turn() || pair.answer.0.color() == position.turn() {
        return Err(DepictError::MapSides(position.turn()));
    }
    Ok(map::map(position, lane_of(position, pair.first)?, lane_of(position, pair.answer)?)?)
}

/// The reason why a picture cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DepictError {
    /// The piece has no legal set.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The mates of this position are not computed.
    #[error("mates: {0}")]
    Unsolved(#[from] Unsolved),
    /// Mates of a lattice have no stretches.
    #[error(
        "mates are drawn on the plane, where they are stretches of distances: `solve` lists those of a lattice"
    )]
    MatesOfLattice,
    /// A piece has no lane with that bearing.
    #[error("{label} has no lane along {bearing}: `moves` lists those it has")]
    NoLane {
        /// The piece.
        label: Label,
        /// The bearing as given.
        bearing: f64,
    },
    /// The two lanes of a map do not belong to one side each.
    #[error("a map has first a lane of {0}, whose turn it is, then one of the other side")]
    MapSides(Color),
    /// The game has fewer plies.
    #[error("ply {asked} was asked for, and the game has {played}")]
    NoPly {
        /// The ply as given.
        asked: usize,
        /// The number of plies.
        played: usize,
    },
}

/// Returns the picture of a position of the plane with keys of a problem, such as those of a certificate.
pub fn depict_keys(position: &plane_rules::PlanePosition, keys: &[KeyStretch]) -> Scene {
    plane::keys(position, keys, crate::render::Legend::Solutions).moving(position.turn())
}

/// Returns the picture of a game after `ply` plies.
///
/// ```
/// use continuum::depict::{Show, depict};
/// use continuum::{Game, Position, Prepared, render};
/// let mut game = Game::new(Position::from_text(&Prepared::preset("continuous")?, "start")?);
/// game.play("Pe 90 2")?;
/// let scene = depict(&game, 1, Show::Legal("qd".parse()?))?;
/// assert!(render::svg(&scene, 400)?.contains("</svg>") && scene.marks.len() > 32);
/// assert!(depict(&game, 2, Show::LastMove).is_err(), "one ply was played");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game has fewer plies, or no piece of that label.
pub fn depict(game: &Game, ply: usize, show: Show) -> Result<Scene, DepictError> {
    let played = game.plies().len();
    let position = game.position_at(ply).ok_or(DepictError::NoPly { asked: ply, played })?;
    let shown = match show {
        Show::Legal(label) => position.for_piece(label)?,
        Show::LastMove | Show::Paths | Show::Attacks(_) | Show::Mates | Show::Map(_) => {
            Cow::Borrowed(position)
        }
    };
    let first = first_shown(ply, show);
    let plies = &game.plies()[first..ply];
    let scene = match shown.as_ref() {
        Position::Plane(p) => match show {
            Show::LastMove | Show::Paths => plane::moves(p, plies),
            Show::Legal(label) => plane::legal(p, p.find(label).ok_or_else(|| no_piece(label))?),
            Show::Attacks(color) => plane::attacks(p, color),
            Show::Mates => plane::mates(p)?,
            Show::Map(pair) => return map_of(p, pair),
        },
        Position::Lattice(p) => match show {
            Show::LastMove | Show::Paths => lattice::moves(p, &before(game, first, ply), plies),
            Show::Legal(label) => lattice::legal(p, p.find(label).ok_or_else(|| no_piece(label))?),
            Show::Attacks(color) => lattice::attacks(p, color),
            Show::Mates | Show::Map(_) => return Err(DepictError::MatesOfLattice),
        },
    };
    let status = if ply == played { game.status() } else { position.status() };
    let stuck = match show {
        Show::Legal(label) if !scene.shows_stops() => Some(label),
        Show::Legal(_) | Show::LastMove | Show::Paths | Show::Attacks(_) | Show::Mates | Show::Map(_) => None,
    };
    Ok(match (caption::ending(status, position.winner()), stuck) {
        (None, Some(label)) => scene.moving(position.turn()).captioned(format!("{label} has no legal move.")),
        (None, None) if shown.turn() != position.turn() => {
            scene.moving(position.turn()).captioned(format!("If it were {}'s turn.", shown.turn()))
        }
        (None, None) => scene.moving(position.turn()),
        (Some(ending), _) => scene.captioned(ending),
    })
}

/// Returns ply `ply` under way, in `count` pictures: its pieces travel along their path, and captured ones stand
/// until they are reached. Empty for the start, and if no moves are shown.
///
/// ```
/// use continuum::depict::{Show, under_way};
/// use continuum::{Game, Position, Prepared};
/// let mut game = Game::new(Position::from_text(&Prepared::preset("continuous")?, "start")?);
/// game.play("Nb 63.43 2")?;
/// assert_eq!(under_way(&game, 1, Show::LastMove, 5)?.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game has fewer plies.
pub fn under_way(game: &Game, ply: usize, show: Show, count: usize) -> Result<Vec<Scene>, DepictError> {
    let played = game.plies().len();
    if ply > played {
        return Err(DepictError::NoPly { asked: ply, played });
    }
    match show {
        Show::LastMove | Show::Paths => {}
        Show::Legal(_) | Show::Attacks(_) | Show::Mates | Show::Map(_) => return Ok(Vec::new()),
    }
    let first = first_shown(ply, show);
    let (plies, before) = (&game.plies()[first..ply], before(game, first, ply));
    let picture = |i: usize| {
        let part = i as f64 / (count + 1) as f64;
        // Slow at both ends, like the motion of a hand.
        let eased = part * part * (3.0 - 2.0 * part);
        let scene = match before.last()? {
            Position::Plane(p) => Some(plane::under_way(p, plies, eased)),
            Position::Lattice(_) => lattice::under_way(&before, plies, eased),
        };
        Some(scene?.moving(before.last()?.turn()))
    };
    Ok((1..=count).filter_map(picture).collect())
}

/// Returns the first of the plies whose paths are shown.
fn first_shown(ply: usize, show: Show) -> usize {
    match show {
        Show::Paths => 0,
        Show::LastMove | Show::Legal(_) | Show::Attacks(_) | Show::Mates | Show::Map(_) => {
            ply.saturating_sub(1)
        }
    }
}

/// Returns the positions in which plies were made.
fn before(game: &Game, first: usize, ply: usize) -> Vec<&Position> {
    (first..ply).filter_map(|i| game.position_at(i)).collect()
}
