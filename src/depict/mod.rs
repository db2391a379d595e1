//! From games to scenes: pictures of positions, moves, legal sets and attacks.
//!
//! Start at [`depict`]. Pages and colours belong to `render`. `plane` and `lattice` make the scenes of their boards, and `map` makes
//! maps of mates. `body` makes the marks of pieces and paths on the plane, `sweep` the areas that a piece sweeps or attacks, and
//! `caption` texts.

mod body;
mod caption;
mod lattice;
mod map;
mod plane;
mod sweep;

#[cfg(feature = "answers")]
pub(crate) use plane::attacked;

use crate::chess::{Color, Label};
use crate::game::{Game, NoMoves, NoPiece, Position};
use crate::geom::is_same_bearing;
use crate::plane::{Lane, PieceLane, PlanePosition};
use crate::render::{Scene, Wording};
use crate::solve::plane::{KeyStretch, Unsupported, mates_in_one};
use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

/// The subject of a picture, drawn over the pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Show {
    /// The last move.
    LastMove,
    /// All moves since the start, numbered.
    Paths,
    /// The legal set of a piece.
    Legal(Label),
    /// The places that a side attacks.
    Attacks(Color),
    /// All moves that mate at once, on the plane.
    Mates,
    /// A map in place of the board: the distances of an answer that mate after each distance of a move.
    Map(LanePair),
}

impl Show {
    /// Returns the subject of the picture of a whole game: its moves, or the legal set of the piece that is asked about if the game
    /// has no moves.
    pub fn whole(game: &Game, asked: Option<Label>) -> Show {
        match asked {
            Some(label) if game.plies().is_empty() && game.position().for_piece(label).is_ok() => {
                Show::Legal(label)
            }
            Some(_) | None => Show::Paths,
        }
    }
}

/// A lane of the side to move, and a lane of the answering side.
///
/// ```
/// use continuum::depict::LanePair;
/// let pair: LanePair = "ka 0, Rb 270".parse()?;
/// assert_eq!((pair.first.bearing, pair.answer.piece), (0.0, "Rb".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LanePair {
    /// The lane of the side to move.
    pub first: LaneName,
    /// The lane of the answering side.
    pub answer: LaneName,
}

/// The piece and the bearing of a lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LaneName {
    /// The piece.
    pub piece: Label,
    /// The bearing in degrees.
    pub bearing: f64,
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
            let (piece, bearing) = text.trim().split_once(char::is_whitespace)?;
            let bearing: f64 = bearing.trim().parse().ok()?;
            Some(LaneName { piece: piece.parse().ok()?, bearing }).filter(|_| bearing.is_finite())
        };
        let pair = || {
            let (first, answer) = text.split_once(',')?;
            Some(LanePair { first: lane(first)?, answer: lane(answer)? })
        };
        pair().ok_or_else(|| NoLanePair(text.to_owned()))
    }
}

/// Returns the lane of a name in a position.
fn find_lane(position: &PlanePosition, name: LaneName) -> Result<PieceLane, DepictError> {
    let LaneName { piece: label, bearing } = name;
    let id = position.find(label).ok_or_else(|| no_piece(label))?;
    let piece = position.piece(id);
    let is_along = |lane: &Lane| is_same_bearing(bearing, piece.bearing_along(lane));
    let index = position.lanes(id).iter().position(is_along);
    index.map(|lane| PieceLane { piece: id, lane }).ok_or(DepictError::NoLane { label, bearing })
}

fn no_piece(label: Label) -> DepictError {
    NoMoves::NoPiece(NoPiece::of(label, &[])).into()
}

fn map_of(position: &PlanePosition, pair: LanePair) -> Result<Scene, DepictError> {
    if pair.first.piece.color() != position.turn() || pair.answer.piece.color() == position.turn() {
        return Err(DepictError::MapSides(position.turn()));
    }
    Ok(map::scene(position, find_lane(position, pair.first)?, find_lane(position, pair.answer)?)?)
}

/// The reason why a picture cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DepictError {
    /// The piece has no legal set.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The solver does not compute the mates of the position.
    #[error("mates: {0}")]
    Unsupported(#[from] Unsupported),
    /// The position is on a lattice. Its mates are single moves and not stretches of distances.
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
    /// The lanes of a map belong to one side, or are in the wrong order.
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

/// Returns the picture of keys of a problem in a position of the plane, such as the keys of a certificate.
pub fn depict_keys(position: &PlanePosition, keys: &[KeyStretch]) -> Scene {
    plane::keys(position, keys, Wording::Keys).moving(position.turn())
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
/// When the game has fewer plies, or the subject cannot be drawn in the position.
pub fn depict(game: &Game, ply: usize, show: Show) -> Result<Scene, DepictError> {
    let played = game.plies().len();
    let position = game.position_at(ply).ok_or(DepictError::NoPly { asked: ply, played })?;
    let shown =
        if let Show::Legal(label) = show { position.for_piece(label)? } else { Cow::Borrowed(position) };
    let first = first_shown(ply, show);
    let plies = &game.plies()[first..ply];
    let scene = match shown.as_ref() {
        Position::Plane(p) => match show {
            Show::LastMove | Show::Paths => plane::moves(p, plies),
            Show::Legal(label) => plane::legal(p, p.find(label).ok_or_else(|| no_piece(label))?),
            Show::Attacks(color) => plane::attacks(p, color),
            Show::Mates => plane::keys(p, &mates_in_one(p)?.keys, Wording::Mates),
            Show::Map(pair) => return map_of(p, pair),
        },
        Position::Lattice(p) => match show {
            Show::LastMove | Show::Paths => lattice::moves(p, &positions(game, first..ply), plies),
            Show::Legal(label) => lattice::legal(p, p.find(label).ok_or_else(|| no_piece(label))?),
            Show::Attacks(color) => lattice::attacks(p, color),
            Show::Mates | Show::Map(_) => return Err(DepictError::MatesOfLattice),
        },
    };
    let status = if ply == played { game.status() } else { position.status() };
    if let Some(ending) = caption::ending(status, position.winner()) {
        return Ok(scene.captioned(ending));
    }
    let scene = scene.moving(position.turn());
    if let Show::Legal(label) = show
        && !scene.shows_stops()
    {
        return Ok(scene.captioned(format!("{label} has no legal move.")));
    }
    if shown.turn() != position.turn() {
        return Ok(scene.captioned(format!("If it were {}'s turn.", shown.turn())));
    }
    Ok(scene)
}

/// Returns `count` pictures of the pieces under way during a ply. Captured pieces stay on their places.
///
/// `ply` counts from 1. There are no pictures for ply 0, or for a subject other than moves.
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
    if !matches!(show, Show::LastMove | Show::Paths) {
        return Ok(Vec::new());
    }
    let first = first_shown(ply, show);
    let (plies, before) = (&game.plies()[first..ply], positions(game, first..ply));
    let Some(position) = before.last() else { return Ok(Vec::new()) };
    let mut scenes = Vec::new();
    for i in 1..=count {
        let time = i as f64 / (count + 1) as f64;
        // The motion is slow at both ends, like that of a hand.
        let travelled = time * time * (3.0 - 2.0 * time);
        let scene = match position {
            Position::Plane(p) => Some(plane::under_way(p, plies, travelled)),
            Position::Lattice(_) => lattice::under_way(&before, plies, travelled),
        };
        scenes.extend(scene.map(|scene| scene.moving(position.turn())));
    }
    Ok(scenes)
}

/// Returns the index of the first ply whose path is shown.
fn first_shown(ply: usize, show: Show) -> usize {
    if show == Show::Paths { 0 } else { ply.saturating_sub(1) }
}

/// Returns the position in which each of some plies was made.
fn positions(game: &Game, plies: Range<usize>) -> Vec<&Position> {
    plies.filter_map(|ply| game.position_at(ply)).collect()
}
