//! Questions about positions that belong to no game: their legal sets, best lines, pictures and boards.

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
use crate::variant::VariantSpec;
use serde::{Deserialize, Serialize};

/// A request for a position: a new game, and moves in it.
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

/// A position with the data that a page needs to play on it.
#[derive(Serialize)]
pub struct PlayablePosition {
    title: String,
    variant: VariantSpec,
    board: BoardView,
    promotions: Vec<char>,
    position: PositionView,
    legal: Option<LegalView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<MoveView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lanes: Option<LegalView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    safety: Option<SafetyView>,
}

impl PositionRequest {
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
pub fn look(request: &PositionRequest) -> Result<PlayablePosition, ApiError> {
    worked_out(limits::WORK, || {
        let TitledGame { title, game } = request.game()?;
        let (position, plies) = (game.position(), game.plies().len());
        let summary = view::summary_of(position);
        let check = Some(summary.check);
        let (lanes_of, safety_of) = (read_label(&request.lanes)?, read_label(&request.safety)?);
        Ok(PlayablePosition {
            title,
            variant: game.start().variant().spec().clone(),
            board: view::board(&game.start().prepared()),
            promotions: view::promotions(game.start()),
            position: view::present_position(&game, check),
            made: plies.checked_sub(1).and_then(|last| view::move_in_list(&game, last, check)),
            legal: summary.legal,
            lanes: lanes_of.map(|label| view::legal_set_of(position, label)).transpose()?,
            safety: safety_of.map(|label| view::safety(position, label)).transpose()?,
        })
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinesRequest {
    at: PositionRequest,
    pub lines: usize,
}

impl LinesRequest {
    pub fn game(&self) -> Result<Game, ApiError> {
        worked_out(limits::WORK, || {
            let game = self.at.game()?.game;
            // A search cannot be stopped while it computes its first legal set. So that work is tested against the limit here.
            view::summary_of(game.position());
            Ok(game)
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PictureRequest {
    at: PositionRequest,
    format: Format,
    size: u32,
}

pub fn picture(request: &PictureRequest) -> Result<Answer, ApiError> {
    worked_out(limits::WORK, || {
        let game = request.at.game()?.game;
        let bytes = picture::draw(&game, None, request.size, request.format)?;
        Ok(Answer { media_type: request.format.media_type(), bytes })
    })
}

/// A board and the kinds of piece, for setting up a position.
#[derive(Serialize)]
pub struct BoardOffer {
    variant: VariantSpec,
    board: BoardView,
    kinds: Vec<KindView>,
    /// The names that the position text may have behind the side to move, such as `ep`.
    extras: Vec<&'static str>,
    /// The text of the initial position, if there is one.
    start: Option<String>,
}

/// Returns the board and the kinds of a variant.
pub fn board(game: &NewGame) -> Result<BoardOffer, ApiError> {
    worked_out(limits::WORK, || {
        let prepared = game.prepare()?;
        Ok(BoardOffer {
            variant: prepared.variant().spec().clone(),
            board: view::board(&prepared),
            kinds: view::kinds(&prepared),
            extras: view::extras(&prepared),
            start: read_position(&prepared, "start").ok().map(|start| start.to_string()),
        })
    })
}

fn read_label(text: &Option<String>) -> Result<Option<Label>, ApiError> {
    text.as_deref().map(questions::label_of).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request_after(moves: &[&str]) -> PositionRequest {
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
        let refused = look(&PositionRequest { game, ..request_after(&["Ra 0 3"]) });
        let message = refused.map(drop).expect_err("off the board").message;
        assert_eq!(message, "3 leads off the board, whose edge is 2.9 away");
    }

    #[test]
    fn the_path_of_a_leap_has_no_width() {
        let half_width = |text: &str| {
            let shown = look(&request_after(&[text])).expect("legal");
            shown.position.last.expect("a move").r
        };
        assert_eq!((half_width("Nb 63.43494882292201 2"), half_width("Pe 90 2")), (0.0, 0.25));
    }
}
