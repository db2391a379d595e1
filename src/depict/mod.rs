//! From games to scenes: what a picture of a position, a move or a legal set shows.

mod body;
mod lattice;
mod plane;

#[cfg(feature = "serve")]
pub(crate) use body::half_width;
#[cfg(feature = "serve")]
pub(crate) use plane::attacked;

use crate::chess::{Color, Label, Status};
use crate::game::{Game, NoMoves, NoPiece, Position};
use crate::render::Scene;
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
}

/// Something that is to be shown and is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DepictError {
    /// No legal set of that piece.
    #[error(transparent)]
    NoMoves(#[from] NoMoves),
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
        Show::Legal(label) => position.for_man(label)?,
        Show::LastMove | Show::Paths | Show::Attacks(_) => Cow::Borrowed(position),
    };
    let plies = &game.plies()[..ply];
    let scene = match shown.as_ref() {
        Position::Plane(p) => match show {
            Show::LastMove => plane::moves(p, &plies[ply.saturating_sub(1)..]),
            Show::Paths => plane::moves(p, plies),
            Show::Legal(label) => {
                plane::legal(p, p.find(label).ok_or(NoMoves::NoPiece(NoPiece { label, meant: None }))?)
            }
            Show::Attacks(color) => plane::attacks(p, color),
        },
        Position::Lattice(p) => {
            let from = if show == Show::Paths { 0 } else { ply.saturating_sub(1) };
            match show {
                Show::LastMove | Show::Paths => {
                    let before: Vec<_> = (from..ply).filter_map(|i| game.position_at(i)).collect();
                    lattice::moves(p, &before, &plies[from..])
                }
                Show::Legal(label) => {
                    lattice::legal(p, p.find(label).ok_or(NoMoves::NoPiece(NoPiece { label, meant: None }))?)
                }
                Show::Attacks(color) => lattice::attacks(p, color),
            }
        }
    };
    let status = if ply == played { game.status() } else { position.status() };
    let winner = position.winner();
    let outcome = winner.map_or("a draw".to_owned(), |winner| format!("{winner} wins"));
    Ok(match status {
        Status::Ongoing if shown.turn() != position.turn() => {
            scene.moving(position.turn()).captioned(format!("If it were {}'s turn.", shown.turn()))
        }
        Status::Ongoing => scene.moving(position.turn()),
        Status::Draw => scene.captioned("A draw."),
        Status::Checkmate => scene.captioned(format!("Checkmate: {outcome}.")),
        Status::Stalemate => scene.captioned(format!("Stalemate: {outcome}.")),
        Status::BareKing => scene.captioned(format!("Bare king: {outcome}.")),
        Status::KingTaken => scene.captioned(format!("The king is taken: {outcome}.")),
    })
}
