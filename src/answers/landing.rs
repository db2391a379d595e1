//! The consequences of a landing: the legal set of the piece from there, the possible captures after the move, and its value.

use super::error::ApiError;
use super::limits;
use super::look::PositionRequest;
use super::searches;
use super::view::{self, LegalView, ValueView};
use super::work::worked_out;
use super::worth::score_after_move;
use crate::budget::StopSignal;
use crate::chess::{Color, Label};
use crate::game::Game;
use serde::{Deserialize, Serialize};

/// A request for the consequences of a move to a landing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandingRequest {
    at: PositionRequest,
    #[serde(rename = "move")]
    text: String,
    #[serde(default)]
    of: Asked,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    #[default]
    Rules,
    /// Consequences that follow from the rules, and the value of the position after the move.
    Value,
}

/// A landing, with the game after the move.
pub struct ReachedLanding {
    mover: Color,
    after: Game,
    asked: Asked,
    /// The consequences that follow from the rules.
    view: LandingView,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LandingView {
    /// The legal set of the piece after the move, as if its side had the turn; `None` if that side could take the king.
    legal: Option<LegalView>,
    /// The labels of the pieces that either side could capture.
    #[serde(rename = "loose")]
    capturable: Vec<Label>,
    /// The value of the position after the move, if it is asked for.
    #[serde(flatten)]
    value: Option<ValueView>,
}

impl LandingRequest {
    /// Returns the landing, without its value.
    pub fn landing(&self) -> Result<ReachedLanding, ApiError> {
        worked_out(limits::WORK, || {
            let mut after = self.at.game()?.game;
            let mover = after.position().turn();
            after.play(&self.text)?;
            let moved_piece = view::last_moved(&after);
            let legal = moved_piece.and_then(|label| view::legal_set_of(after.position(), label).ok());
            let view = LandingView { legal, capturable: view::capturable(after.position()), value: None };
            Ok(ReachedLanding { mover, after, asked: self.of, view })
        })
    }
}

/// Returns the consequences of a landing. A search finds the value if it is asked for.
pub fn consequences(landing: ReachedLanding, stop: &StopSignal) -> LandingView {
    let ReachedLanding { mover, after, asked, mut view } = landing;
    if asked == Asked::Value {
        let score = score_after_move(&after, mover, &searches::options_for_advice(1), stop);
        view.value = Some(ValueView::new(score, mover));
    }
    view
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn consequences_of(variant: &str, position: &str, text: &str, of: &str) -> Value {
        let game = json!({ "variant": variant, "position": position });
        let request = json!({ "at": { "game": game }, "move": text, "of": of });
        let request: LandingRequest = serde_json::from_value(request).expect("a request");
        let landing = request.landing().expect("a legal move");
        serde_json::to_value(consequences(landing, &StopSignal::new())).expect("JSON")
    }

    /// From the middle of the board the centre of a rook may go 4 units each way, up to the sides.
    #[test]
    fn the_legal_set_begins_at_the_landing() {
        let text = "Ke@0.5,0.5' Ra@4,1' ke@7.5,7.5' pa@6,3' ; w";
        let found = consequences_of("continuous", text, "Ra 90 3", "rules");
        let spans = found["legal"]["spans"].as_array().expect("spans");
        let ends: Vec<_> =
            spans.iter().map(|span| json!([span["piece"], span["bearing"], span["to"]])).collect();
        assert_eq!(ends, [0.0, 90.0, 180.0, 270.0].map(|bearing| json!(["Ra", bearing, 4.0])), "{found}");
        assert_eq!(found["loose"], json!([]));
        assert!(found.get("value").is_none(), "{found}");
    }

    /// The queen takes a rook that hangs, or stops in front of the rook, which can take it.
    #[test]
    fn a_capture_is_worth_more_than_a_stop_before_the_rook() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        let capture = consequences_of("continuous", text, "Qa 90 x", "value");
        let stop = consequences_of("continuous", text, "Qa 90 3", "value");
        assert_eq!(stop["loose"], json!(["Qa", "ra"]), "{stop}");
        assert!(!capture["loose"].as_array().expect("labels").contains(&json!("ra")), "{capture}");
        assert!(capture["share"].as_f64() > stop["share"].as_f64(), "{capture} {stop}");
    }

    /// A pawn that has become a queen goes on as a queen. A rook that gives check has no legal set of its own.
    #[test]
    fn a_pawn_goes_on_as_the_new_piece() {
        let text = "K1@e1' P1@a7 k1@h5' ; w";
        let found = consequences_of("orthodox", text, "a7a8q", "rules");
        assert!(found["legal"]["targets"].as_array().is_some_and(|targets| targets.len() > 15), "{found}");
        let mate = consequences_of("orthodox", "K1@g6' R1@a1' k1@g8' ; w", "a1a8", "value");
        assert_eq!((&mate["legal"], &mate["value"]), (&Value::Null, &json!("#1")));
    }
}
