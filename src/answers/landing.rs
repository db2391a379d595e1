//! The consequences of a landing: the legal set of the piece from there, the possible captures after the move, and its value.

use super::error::ApiError;
use super::limits;
use super::look::PositionRequest;
use super::searches;
use super::view::{self, LegalView, ValueView};
use super::work::worked_out;
use super::worth::after_move;
use crate::budget::StopSignal;
use crate::chess::{Color, Label};
use crate::game::Game;
use serde::{Deserialize, Serialize};

/// A request for the consequences of a move to a landing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandingRequest {
    at: PositionRequest,
    /// The text of the move.
    #[serde(rename = "move")]
    text: String,
    #[serde(default)]
    of: Asked,
}

/// The consequences that are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Asked {
    /// Those that follow from the rules.
    #[default]
    Rules,
    /// Those, and the value of the position after the move.
    Value,
}

/// A landing, with the game after the move.
pub struct LandingToJudge {
    mover: Color,
    after: Game,
    of: Asked,
    view: LandingView,
}

/// The consequences of a landing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LandingView {
    /// The legal set of the piece from there, as if its side had the turn; none if that side could take the king.
    legal: Option<LegalView>,
    /// The labels of the pieces that either side could capture.
    loose: Vec<Label>,
    /// The value, if it was asked for.
    #[serde(flatten)]
    value: Option<ValueView>,
}

impl LandingRequest {
    /// Returns the landing, without its value.
    ///
    /// # Errors
    /// When there is no such position, the move is illegal, or it takes too long to compute.
    pub fn landing(&self) -> Result<LandingToJudge, ApiError> {
        worked_out(limits::WORK, || {
            let mut after = self.at.game()?.game;
            let mover = after.position().turn();
            after.play(&self.text)?;
            let landed = view::landed(&after);
            let legal = landed.and_then(|label| view::lanes(after.position(), label).ok());
            let view = LandingView { legal, loose: view::capturable(after.position()), value: None };
            Ok(LandingToJudge { mover, after, of: self.of, view })
        })?
    }
}

/// Returns the consequences of a landing, with the value if it was asked for.
pub fn landed(landing: LandingToJudge, stop: &StopSignal) -> LandingView {
    let LandingToJudge { mover, after, of, view } = landing;
    match of {
        Asked::Rules => view,
        Asked::Value => {
            let score = after_move(&after, mover, &searches::for_advice(1), stop);
            LandingView { value: Some(ValueView::new(score, mover)), ..view }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn asked(variant: &str, position: &str, text: &str, of: &str) -> Result<Value, ApiError> {
        let game = json!({ "variant": variant, "position": position });
        let request = json!({ "at": { "game": game }, "move": text, "of": of });
        let request: LandingRequest = serde_json::from_value(request).expect("a request");
        Ok(serde_json::to_value(landed(request.landing()?, &StopSignal::new())).expect("JSON"))
    }

    /// From the middle of the board a rook goes 4 units each way, as far as its centre may: to the sides.
    #[test]
    fn the_legal_set_is_that_from_the_landing() {
        let text = "Ke@0.5,0.5' Ra@4,1' ke@7.5,7.5' pa@6,3' ; w";
        let found = asked("continuous", text, "Ra 90 3", "rules").expect("legal");
        let spans = found["legal"]["spans"].as_array().expect("spans");
        let ends: Vec<_> = spans.iter().map(|span| (&span["piece"], &span["bearing"], &span["to"])).collect();
        let to = [0.0, 90.0, 180.0, 270.0].map(|bearing| (json!("Ra"), json!(bearing), json!(4.0)));
        assert_eq!(ends, to.each_ref().map(|(piece, bearing, far)| (piece, bearing, far)), "{found}");
        assert_eq!(found["loose"], json!([]));
        assert!(found.get("value").is_none(), "{found}");
    }

    /// The queen takes a rook that hangs, or stops in front of it where it is taken itself.
    #[test]
    fn what_is_captured_next_and_what_it_is_worth() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        let takes = asked("continuous", text, "Qa 90 x", "value").expect("legal");
        let stops = asked("continuous", text, "Qa 90 3", "value").expect("legal");
        assert_eq!(stops["loose"], json!(["Qa", "ra"]), "{stops}");
        assert!(!takes["loose"].as_array().expect("labels").contains(&json!("ra")), "{takes}");
        assert!(takes["share"].as_f64() > stops["share"].as_f64(), "{takes} {stops}");
    }

    /// A pawn that has become a queen goes on as a queen; a queen that gives check has no legal set of its own.
    #[test]
    fn a_pawn_goes_on_as_what_it_becomes() {
        let text = "K1@e1' P1@a7 k1@h5' ; w";
        let found = asked("orthodox", text, "a7a8q", "rules").expect("legal");
        assert!(found["legal"]["targets"].as_array().is_some_and(|all| all.len() > 15), "{found}");
        let mated = asked("orthodox", "K1@g6' R1@a1' k1@g8' ; w", "a1a8", "value").expect("legal");
        assert_eq!((&mated["legal"], &mated["value"]), (&Value::Null, &json!("#1")));
    }
}
