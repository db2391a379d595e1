//! Positions that belong to no game: shown with their legal sets, and not kept.

use super::Answer;
use super::bounds::read_position;
use super::error::ApiError;
use super::games::questions;
use super::limits;
use super::new_game::{NewGame, TitledGame};
use super::picture::{self, Format};
use super::view::{self, BoardView, KindView, LegalView, MoveView, PositionView, SafetyView};
use super::work::worked_out;
use crate::chess::Label;
use crate::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A position to look at, as sent: a game as for a new one, and moves from there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    game: NewGame,
    #[serde(default)]
    moves: Vec<String>,
    /// A piece of either side whose lanes are asked for too.
    #[serde(default)]
    lanes: Option<String>,
    /// A piece of either side whose safety is asked for too.
    #[serde(default)]
    safety: Option<String>,
}

/// A position with all that a page needs to play on it.
#[derive(Serialize)]
pub struct PlayablePosition {
    title: String,
    variant: serde_json::Value,
    board: BoardView,
    promotions: Vec<char>,
    position: Option<PositionView>,
    legal: Option<Box<RawValue>>,
    /// The last of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<MoveView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lanes: Option<LegalView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    safety: Option<SafetyView>,
}

impl PositionRequest {
    /// Returns the game with its moves.
    ///
    /// # Errors
    /// When there is no such game, a move is illegal, or there are too many.
    pub fn game(&self) -> Result<TitledGame, ApiError> {
        if self.moves.len() > limits::TRIED {
            return Err(ApiError::request(format!("at most {} moves are tried at once", limits::TRIED)));
        }
        let mut titled = self.game.build()?;
        for text in &self.moves {
            titled.game.play(text)?;
        }
        Ok(titled)
    }
}

/// Returns the requested position with its legal set.
///
/// # Errors
/// When there is no such game, a move is illegal, or the legal set takes too long to compute.
pub fn look(wanted: &PositionRequest) -> Result<PlayablePosition, ApiError> {
    let work = || {
        let TitledGame { title, game } = wanted.game()?;
        let position = game.position();
        let seen = view::summary_of(position);
        let (lanes_of, safety_of) = (label_of(&wanted.lanes)?, label_of(&wanted.safety)?);
        Ok(PlayablePosition {
            title,
            variant: serde_json::to_value(game.start().variant().spec()).unwrap_or_default(),
            board: view::board(game.start()),
            promotions: view::promotions(game.start()),
            position: view::position(&game, game.plies().len(), Some(seen.check)),
            made: game.plies().len().checked_sub(1).and_then(|n| view::listed(&game, n, Some(seen.check))),
            legal: seen.legal,
            lanes: lanes_of.map(|label| view::lanes(position, label)).transpose()?,
            safety: safety_of.map(|label| view::safety(position, label)).transpose()?,
        })
    };
    worked_out(limits::WORK, work)?
}

/// A request for the best lines of a position of no game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinesRequest {
    at: PositionRequest,
    /// The number of lines.
    pub lines: usize,
}

impl LinesRequest {
    /// Returns the game to search.
    ///
    /// # Errors
    /// When there is no such position, or it takes too long to compute.
    pub fn game(&self) -> Result<Game, ApiError> {
        let work = || {
            let game = self.at.game()?.game;
            // A search cannot be ended while it computes its first legal set, so that work is bounded here.
            view::summary_of(game.position());
            Ok(game)
        };
        worked_out(limits::WORK, work)?
    }
}

/// A request for a picture of a position of no game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    at: PositionRequest,
    format: Format,
    size: u32,
}

/// Returns a picture.
///
/// # Errors
/// When there is no such position, the size is too small, or drawing takes too long.
pub fn picture(wanted: &PictureRequest) -> Result<Answer, ApiError> {
    let work = || {
        let game = wanted.at.game()?.game;
        let bytes = picture::draw(&game, None, wanted.size, wanted.format)?;
        Ok(Answer { media_type: wanted.format.media_type(), bytes })
    };
    worked_out(limits::WORK, work)?
}

/// A board with everything that may be set up on it.
#[derive(Serialize)]
pub struct BoardOffer {
    variant: serde_json::Value,
    board: BoardView,
    kinds: Vec<KindView>,
    extras: Vec<&'static str>,
    /// The text of the initial position, if there is one.
    start: Option<String>,
}

/// Returns the board and the kinds of a variant.
///
/// # Errors
/// When the variant is unknown, or its parameters are wrong.
pub fn board(game: &NewGame) -> Result<BoardOffer, ApiError> {
    let work = || {
        let prepared = game.rules()?;
        let spec = prepared.variant().spec();
        Ok(BoardOffer {
            variant: serde_json::to_value(spec).unwrap_or_default(),
            board: view::board_of(&prepared),
            kinds: view::kinds(&prepared),
            extras: view::extras(&prepared),
            start: read_position(&prepared, "start").ok().map(|start| start.to_string()),
        })
    };
    worked_out(limits::WORK, work)?
}

/// Returns the label that is asked about, if one is.
fn label_of(asked: &Option<String>) -> Result<Option<Label>, ApiError> {
    asked.as_deref().map(questions::label_of).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(moves: &[&str]) -> PositionRequest {
        PositionRequest {
            game: NewGame::default(),
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
            lanes: None,
            safety: None,
        }
    }

    #[test]
    fn a_refusal_has_no_digits_of_rounding() {
        let position = Some("Ke@0.5,0.5' Ra@5.1,4' ke@7.5,7.5' ; w".to_owned());
        let game = NewGame { position, ..NewGame::default() };
        // In binary 8 - 5.1 is 2.9000000000000004.
        let refused = look(&PositionRequest { game, ..wanted(&["Ra 0 3"]) });
        let message = refused.map(drop).expect_err("off the board").message;
        assert_eq!(message, "3 leads off the board, whose edge is 2.9 away");
    }

    #[test]
    fn a_leap_leaves_no_trail_over_what_it_passes() {
        let swept = |text: &str| {
            let looked = look(&wanted(&[text])).expect("legal");
            looked.position.and_then(|position| position.last).expect("a move").r
        };
        assert_eq!((swept("Nb 63.43494882292201 2"), swept("Pe 90 2")), (0.0, 0.25));
    }
}
