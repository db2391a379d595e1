//! From games to scenes: what a picture of a position, a move, a legal set or an attack map shows.
//!
//! This room knows the rules' results and the renderer's marks, and nothing of pages and colours. `body` has
//! pieces of any kind and their ways, `sweep` what they pass over; `plane` and `lattice` make the scenes of their
//! boards; `caption` has the words and numbers.

mod body;
mod caption;
mod lattice;
mod plane;
mod sweep;
#[cfg(test)]
mod tests;

#[cfg(feature = "serve")]
pub(crate) use body::half_width;
#[cfg(feature = "serve")]
pub(crate) use plane::attacked;

use crate::chess::{Color, Label};
use crate::game::{Game, NoMoves, NoPiece, Position};
use crate::render::Scene;
use crate::solve::plane::Unsolved;
use std::borrow::Cow;

/// What is drawn over the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The last move.
    LastMove,
    /// Every move since the start, numbered.
    Paths,
    /// The legal set of a piece.
    Legal(Label),
    /// What a side attacks.
    Attacks(Color),
    /// Every move that mates at once, on the plane.
    Mates,
}

/// What a picture was asked to show is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DepictError {
    /// No legal set of that piece.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
    /// The mates of this position are not worked out.
    #[error("mates: {0}")]
    Unsolved(#[from] Unsolved),
    /// Mates of a lattice have no stretches.
    #[error(
        "mates are drawn on the plane, where they are stretches of distances: `solve` lists those of a lattice"
    )]
    MatesOfLattice,
    /// Fewer plies than asked for.
    #[error("ply {asked} was asked for, and the game has {played}")]
    NoPly {
        /// The ply asked for.
        asked: usize,
        /// How many there are.
        played: usize,
    },
}

/// The picture of a game after `ply` plies.
///
/// # Errors
/// When there are fewer plies, or no piece of the label to show.
pub fn depict(game: &Game, ply: usize, show: Show) -> Result<Scene, DepictError> {
    let played = game.plies().len();
    let position = game.position_at(ply).ok_or(DepictError::NoPly { asked: ply, played })?;
    let shown = match show {
        Show::Legal(label) => position.for_piece(label)?,
        Show::LastMove | Show::Paths | Show::Attacks(_) | Show::Mates => Cow::Borrowed(position),
    };
    let first = first_shown(ply, show);
    let plies = &game.plies()[first..ply];
    let scene = match shown.as_ref() {
        Position::Plane(p) => match show {
            Show::LastMove | Show::Paths => plane::moves(p, plies),
            Show::Legal(label) => {
                plane::legal(p, p.find(label).ok_or(NoMoves::NoPiece(NoPiece { label, meant: None }))?)
            }
            Show::Attacks(color) => plane::attacks(p, color),
            Show::Mates => plane::mates(p)?,
        },
        Position::Lattice(p) => match show {
            Show::LastMove | Show::Paths => lattice::moves(p, &before(game, first, ply), plies),
            Show::Legal(label) => {
                lattice::legal(p, p.find(label).ok_or(NoMoves::NoPiece(NoPiece { label, meant: None }))?)
            }
            Show::Attacks(color) => lattice::attacks(p, color),
            Show::Mates => return Err(DepictError::MatesOfLattice),
        },
    };
    let status = if ply == played { game.status() } else { position.status() };
    Ok(match caption::ending(status, position.winner()) {
        None if shown.turn() != position.turn() => {
            scene.moving(position.turn()).captioned(format!("If it were {}'s turn.", shown.turn()))
        }
        None => scene.moving(position.turn()),
        Some(ending) => scene.captioned(ending),
    })
}

/// The ply `ply` under way, in as many pictures as asked for: its pieces travel along their way, and what they
/// take stands until they reach it. None for the start, and none where no moves are shown.
///
/// # Errors
/// When there are fewer plies.
pub fn under_way(game: &Game, ply: usize, show: Show, count: usize) -> Result<Vec<Scene>, DepictError> {
    let played = game.plies().len();
    if ply > played {
        return Err(DepictError::NoPly { asked: ply, played });
    }
    match show {
        Show::LastMove | Show::Paths => {}
        Show::Legal(_) | Show::Attacks(_) | Show::Mates => return Ok(Vec::new()),
    }
    let first = first_shown(ply, show);
    let (plies, before) = (&game.plies()[first..ply], before(game, first, ply));
    let picture = |i: usize| {
        let part = i as f64 / (count + 1) as f64;
        // Slow at both ends, as a hand moves.
        let eased = part * part * (3.0 - 2.0 * part);
        let scene = match before.last()? {
            Position::Plane(p) => Some(plane::under_way(p, plies, eased)),
            Position::Lattice(_) => lattice::under_way(&before, plies, eased),
        };
        Some(scene?.moving(before.last()?.turn()))
    };
    Ok((1..=count).filter_map(picture).collect())
}

/// The first of the plies whose ways are shown.
fn first_shown(ply: usize, show: Show) -> usize {
    match show {
        Show::Paths => 0,
        Show::LastMove | Show::Legal(_) | Show::Attacks(_) | Show::Mates => ply.saturating_sub(1),
    }
}

/// The positions in which plies were made.
fn before(game: &Game, first: usize, ply: usize) -> Vec<&Position> {
    (first..ply).filter_map(|i| game.position_at(i)).collect()
}
