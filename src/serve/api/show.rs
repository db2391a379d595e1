//! The games that the front page plays by itself.

use super::scenarios;
use crate::answers::ApiError;
use crate::answers::view::{self, BoardView, LegalView, PositionView};
use crate::chess::Label;
use crate::game::Game;
use serde::Serialize;

/// The scenarios that the front page shows, all on one board.
const SHOWN: &[&str] = &["short-game", "ride-takes-three", "interpose-exact-interval", "knight-takes-five"];

/// Games that the page plays without a visitor: their board, and each position with the legal set of the piece that moves
/// next.
#[derive(Serialize)]
pub struct FrontPageGames {
    board: BoardView,
    steps: Vec<ShowStep>,
}

#[derive(Serialize)]
struct ShowStep {
    name: &'static str,
    position: Option<PositionView>,
    moves: Option<Label>,
    legal: LegalView,
}

/// Returns the games that the front page shows.
///
/// # Errors
/// When a game cannot be played. A test makes sure that this does not happen.
pub fn show() -> Result<FrontPageGames, ApiError> {
    let mut steps = Vec::new();
    let mut board = None;
    for name in SHOWN {
        let game = scenarios::game(name)?.game;
        steps.extend((0..=game.plies().len()).map(|ply| step(name, &game, ply)));
        board.get_or_insert_with(|| view::board(game.start()));
    }
    let board = board.ok_or_else(|| ApiError::server("nothing to show"))?;
    Ok(FrontPageGames { board, steps })
}

fn step(name: &'static str, game: &Game, ply: usize) -> ShowStep {
    let text = game.plies().get(ply).and_then(|next| next.text.split_whitespace().next());
    let mover: Option<Label> = text.and_then(|label| label.parse().ok());
    let lanes =
        mover.zip(game.position_at(ply)).and_then(|(label, position)| view::lanes(position, label).ok());
    ShowStep {
        name,
        position: view::position(game, ply, None),
        moves: mover,
        legal: lanes.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_has_lanes_for_each_move() {
        let show = show().expect("plays");
        assert!(show.steps.len() > 12);
        for step in show.steps.iter().filter(|step| step.moves.is_some()) {
            assert!(!step.legal.spans.is_empty());
        }
        let moves = show.steps.iter().filter(|step| step.moves.is_some()).count();
        assert_eq!(moves + SHOWN.len(), show.steps.len(), "each game ends once");
    }
}
