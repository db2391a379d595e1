//! The data of a game for a page: the facts that do not change, sent once, and the state, sent after each change.

use crate::answers::view::{self, BoardView, LegalView, PositionSummary, PositionView};
use crate::arbiter::{Arbiter, ClockView, EndingView, GameEnding, Moment, Offer, Opponent, Sides};
use crate::chess::Color;
use crate::variant::VariantSpec;
use serde::Serialize;
use toml::Table;

/// The facts about a game that do not change while it is played.
#[derive(Serialize)]
pub struct Introduction {
    game: String,
    title: String,
    sides: Vec<Color>,
    /// A new secret of the side that the visitor has just taken, which replaces the secret in the link. It is sent once.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    variant: VariantSpec,
    /// The name of the preset on which the variant is based.
    base: String,
    /// The parameters in which the variant differs from this preset.
    differences: Table,
    board: BoardView,
    promotions: Vec<char>,
    opponent: Option<Opponent>,
    /// The present time of the server or browser that keeps the game. The page sets its clocks to it.
    now: Moment,
}

impl Introduction {
    /// Returns the introduction of a game for a visitor who plays these sides.
    pub fn of(id: &str, title: &str, arbiter: &Arbiter, sides: Sides, now: Moment) -> Introduction {
        let position = arbiter.game().start();
        let spec = position.variant().spec();
        Introduction {
            game: id.to_owned(),
            title: title.to_owned(),
            sides: sides.list(),
            secret: None,
            variant: spec.clone(),
            base: spec.base().to_owned(),
            differences: spec.differences(),
            board: view::board(&position.prepared()),
            promotions: view::promotions(position),
            opponent: arbiter.opponent(),
            now,
        }
    }

    /// Returns the introduction with a new secret of the side that the visitor has taken, if the visitor has just taken one.
    #[cfg(feature = "serve")]
    pub fn with_secret(self, secret: Option<String>) -> Introduction {
        Introduction { secret, ..self }
    }
}

/// What only the keeper of a game knows about its state. The keeper is the server, or the browser of a page without one.
#[derive(Default)]
pub struct KeeperFacts {
    /// A number that grows with each state; 0 in a browser, which compares no states.
    pub version: u64,
    /// The sides that have been taken. A person takes a side by showing its secret without that of the other side.
    pub taken: Vec<Color>,
    /// Whether the program is searching for its move.
    pub is_thinking: bool,
}

/// The state of a game besides the moves.
///
/// Messages of several types are sent to a page. The member `is` names the type of a message.
#[derive(Serialize)]
#[serde(tag = "is", rename = "state")]
pub struct StateView<'a> {
    version: u64,
    #[serde(rename = "over")]
    is_over: bool,
    taken: Vec<Color>,
    /// The end of the game, if it did not follow from a move.
    #[serde(rename = "ended")]
    ended_without_move: Option<EndingView>,
    offer: Option<Offer>,
    clock: Option<ClockView>,
    #[serde(rename = "next")]
    rematch: Option<&'a str>,
    /// The number of moves that were taken back and can be made again.
    undone: usize,
    #[serde(rename = "thinking")]
    is_thinking: bool,
    position: PositionView,
    legal: &'a LegalView,
}

/// The legal set of a game that is over. A game that ended without a move, as by resignation, would have legal moves in its position.
static EMPTY_LEGAL_SET: LegalView = LegalView { spans: Vec::new(), targets: Vec::new(), regions: Vec::new() };

impl<'a> StateView<'a> {
    /// Returns the state of a game, given the summary of its present position, which has a legal set.
    pub fn of(
        arbiter: &'a Arbiter,
        summary: &'a PositionSummary,
        facts: KeeperFacts,
        now: Moment,
    ) -> StateView<'a> {
        let KeeperFacts { version, taken, is_thinking } = facts;
        let (game, situation) = (arbiter.game(), arbiter.situation());
        let is_over = arbiter.is_over();
        let turn = game.position().turn();
        StateView {
            version,
            is_over,
            taken,
            ended_without_move: situation.ended.map(GameEnding::view),
            offer: situation.offer,
            clock: situation.clock.as_ref().map(|clock| clock.view(turn, now)),
            rematch: situation.rematch.as_deref(),
            undone: arbiter.undone(),
            is_thinking,
            position: view::present_position(game, Some(summary.check)),
            legal: summary.legal.as_ref().filter(|_| !is_over).unwrap_or(&EMPTY_LEGAL_SET),
        }
    }
}
