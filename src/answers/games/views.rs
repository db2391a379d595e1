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
    /// The new secret of the only side that the visitor plays. It is sent once, and only its holder plays that side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
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
}

/// The state of a game besides the moves.
#[derive(Serialize)]
pub struct StateView<'a> {
    is: &'static str,
    /// A number that grows with each state.
    pub version: u64,
    over: bool,
    /// The sides that are taken: a visitor has shown the secret of this side and of no other.
    pub taken: Vec<Color>,
    /// The end of the game, if it did not follow from a move.
    ended: Option<EndingView>,
    offer: Option<Offer>,
    clock: Option<ClockView>,
    /// The public name of the rematch.
    next: Option<&'a str>,
    /// The number of moves that were taken back and can be made again.
    undone: usize,
    /// Whether the program is searching for its move.
    pub thinking: bool,
    position: Option<PositionView>,
    legal: &'a LegalView,
}

/// The legal set of a game that is over.
static EMPTY_LEGAL_SET: LegalView = LegalView { spans: Vec::new(), targets: Vec::new(), regions: Vec::new() };

impl<'a> StateView<'a> {
    /// Returns the state of a game, given the summary of its present position. The caller sets version, taken sides and thinking.
    pub fn of(arbiter: &'a Arbiter, summary: &'a PositionSummary, now: Moment) -> StateView<'a> {
        let (game, situation) = (arbiter.game(), arbiter.situation());
        let is_over = arbiter.is_over();
        let turn = game.position().turn();
        StateView {
            is: "state",
            version: 0,
            over: is_over,
            taken: Vec::new(),
            ended: situation.ended.map(GameEnding::view),
            offer: situation.offer,
            clock: situation.clock.as_ref().map(|clock| clock.view(turn, now)),
            next: situation.rematch.as_deref(),
            undone: arbiter.undone(),
            thinking: false,
            position: view::position(game, game.plies().len(), Some(summary.check)),
            legal: summary.legal.as_ref().filter(|_| !is_over).unwrap_or(&EMPTY_LEGAL_SET),
        }
    }
}
