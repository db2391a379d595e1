//! The games that the front page plays by itself.

use super::scenarios;
use crate::answers::ApiError;
use crate::answers::view::{self, BoardView, LegalView, PositionView};
use crate::chess::Label;
use crate::game::Game;
use serde::Serialize;

/// The scenarios that the front page plays, all on one board.
const SHOWN: &[&str] = &["short-game", "ride-takes-three", "interpose-exact-interval", "knight-takes-five"];

/// The games that the front page plays.
#[derive(Serialize)]
struct FrontPageGames {
    board: BoardView,
    /// Each position of each game.
    steps: Vec<ShowStep>,
}

#[derive(Serialize)]
struct ShowStep {
    /// The name of the scenario.
    name: &'static str,
    position: Option<PositionView>,
    /// The piece that moves next; `None` at the end of the game.
    #[serde(rename = "moves")]
    mover: Option<Label>,
    legal: LegalView,
}

/// Returns the games that the front page plays, as JSON.
pub fn show_text() -> String {
    let games = games().expect("a test plays these games");
    serde_json::to_string(&games).expect("views are JSON")
}

fn games() -> Result<FrontPageGames, ApiError> {
    let board = view::board(&scenarios::game(SHOWN[0])?.game.start().prepared());
    let mut steps = Vec::new();
    for name in SHOWN {
        let game = scenarios::game(name)?.game;
        steps.extend((0..=game.plies().len()).map(|ply| step(name, &game, ply)));
    }
    Ok(FrontPageGames { board, steps })
}

/// Returns the position of a game after `ply` moves.
fn step(name: &'static str, game: &Game, ply: usize) -> ShowStep {
    // The text of a move begins with the label of the mover.
    let label = game.plies().get(ply).and_then(|next| next.text.split_whitespace().next());
    let mover: Option<Label> = label.and_then(|label| label.parse().ok());
    let legal = match (mover, game.position_at(ply)) {
        (Some(label), Some(position)) => view::legal_set_of(position, label).unwrap_or_default(),
        (None, _) | (_, None) => LegalView::default(),
    };
    ShowStep { name, position: view::position(game, ply, None), mover, legal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_that_is_shown_has_lanes() {
        let steps = games().expect("plays").steps;
        assert!(steps.len() > 12);
        let with_move: Vec<&ShowStep> = steps.iter().filter(|step| step.mover.is_some()).collect();
        assert!(with_move.iter().all(|step| !step.legal.spans.is_empty()));
        assert_eq!(with_move.len() + SHOWN.len(), steps.len(), "each game ends once");
    }
}
