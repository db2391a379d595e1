//! The arbiter of a game between two players: turns, offers, the clock, the presence of the players, and the end of the game.
//!
//! The arbiter is pure: it does not wait, store, send, read the time or draw lots. Time and chance are arguments. A decision
//! ([`Arbiter::ask`], [`Arbiter::play`]) changes nothing and returns a [`GameChange`]. The caller stores the change first and makes
//! it ([`Arbiter::make`]) afterwards. So a change that could not be stored has not happened.

mod clock;
mod ending;
mod offer;
mod opponent;
mod presence;
mod refusal;
mod sides;

pub use clock::{Clock, ClockView, Moment, TimeControl};
pub use ending::{EndingView, GameEnding};
pub use offer::{Offer, OfferKind};
pub use opponent::Opponent;
pub use presence::{Attention, Presence, SidePresence};
pub use refusal::ArbiterRefusal;
pub use sides::Sides;

use crate::chess::{Color, Role, Status};
use crate::game::{Game, MoveInput, Ply, Position};
use serde::{Deserialize, Serialize};

/// The state of a game besides its moves, with which it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Situation {
    /// The number of moves that stand. Later moves were taken back.
    pub ply: usize,
    /// The end of the game, if no move ended it.
    pub ended: Option<GameEnding>,
    /// The clock, if the game has one.
    pub clock: Option<Clock>,
    /// The request of one side that waits for the other.
    pub offer: Option<Offer>,
    /// The public name of the rematch.
    pub rematch: Option<String>,
    /// The requests that were declined since the last move.
    pub declined: Vec<Declined>,
}

/// A request for a draw or a takeback that was declined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declined {
    /// The request.
    pub offer: Offer,
    /// The number of moves that stood when the request was declined.
    pub ply: usize,
}

impl Situation {
    /// Returns the situation of a game at its beginning, or after moves that were made without a clock.
    pub fn new(ply: usize, control: Option<TimeControl>) -> Situation {
        let clock = control.map(Clock::new);
        Situation { ply, clock, ended: None, offer: None, rematch: None, declined: Vec::new() }
    }
}

/// A request of a player besides moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// To take back a move, a resignation or an agreed draw. Two people both have to ask for it. Against the program, the program's
    /// moves since the player's last move are taken back too.
    Undo,
    /// To repeat the move that was taken back most recently.
    Redo,
    /// A draw, or agreement to the draw that the other side offers. An offer stands until the other side moves.
    Draw,
    /// A rematch under this public name, with colours exchanged, or agreement to a rematch. The program always agrees.
    Rematch(String),
    /// To decline the other side's request, or to withdraw one's own.
    Decline,
    /// To resign. A player of both sides resigns for the side to move.
    Resign,
}

/// A decided change of a game, which has not been made.
#[derive(Debug, Clone, PartialEq)]
pub struct GameChange {
    /// The situation after the change.
    situation: Situation,
    /// The new move.
    made: Option<Box<Ply>>,
}

impl GameChange {
    fn without_move(situation: Situation) -> GameChange {
        GameChange { situation, made: None }
    }

    /// Returns the situation after the change.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Returns the new move, if the change has one.
    pub fn made(&self) -> Option<&Ply> {
        self.made.as_deref()
    }
}

/// The arbiter of a game between two players, of whom one may be the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Arbiter {
    game: Game,
    situation: Situation,
    /// The program, if it plays a side.
    opponent: Option<Opponent>,
    /// The number of changes of the position or of the end of the game.
    revision: u64,
}

impl Arbiter {
    /// Returns the arbiter of a game. `game` has all moves, even those that were taken back. The arbiter takes back the moves that do
    /// not stand in `situation`.
    pub fn new(game: Game, situation: Situation, opponent: Option<Opponent>) -> Arbiter {
        let mut arbiter = Arbiter { game, situation, opponent, revision: 0 };
        arbiter.set_plies();
        arbiter
    }

    /// Returns the game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the state of the game besides its moves.
    pub fn situation(&self) -> &Situation {
        &self.situation
    }

    /// Returns the program, if it plays a side.
    pub fn opponent(&self) -> Option<Opponent> {
        self.opponent
    }

    /// Returns a number that grows whenever the position changes, and whenever the game ends or is resumed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the number of moves that were taken back and can be repeated.
    pub fn undone(&self) -> usize {
        self.game.undone().len()
    }

    /// Whether the game is over, by the board or otherwise.
    pub fn is_over(&self) -> bool {
        self.situation.ended.is_some() || self.game.status() != Status::Ongoing
    }

    /// Whether the program is to move.
    pub fn is_programs_move(&self) -> bool {
        !self.is_over() && self.is_programs_turn(self.game.position())
    }

    /// Whether the program has to answer an offer of a draw.
    pub fn is_programs_answer(&self) -> bool {
        self.opponent.is_some() && self.situation.offer.is_some_and(|offer| offer.what == OfferKind::Draw)
    }

    /// Returns the moment at which the flag of the side to move falls, if its clock runs.
    pub fn flag_at(&self) -> Option<Moment> {
        let clock = self.situation.clock.as_ref().filter(|_| !self.is_over());
        clock.and_then(|clock| clock.flag_at(self.turn()))
    }

    /// Returns the position after a change; `None` if the change does not fit the game.
    pub fn position_after<'a>(&'a self, change: &'a GameChange) -> Option<&'a Position> {
        if let Some(made) = &change.made {
            return Some(&made.after);
        }
        let (ply, plies) = (change.situation.ply, self.game.plies().len());
        if ply <= plies {
            return self.game.position_at(ply);
        }
        // The move that was taken back last is repeated first.
        self.game.undone().iter().rev().nth(ply - plies - 1).map(|repeated| &repeated.after)
    }

    /// Returns the change that ends the game, if a flag has fallen. Callers ask for it before they decide about a request.
    pub fn fallen(&self, now: Moment) -> Option<GameChange> {
        if !self.is_time_up(now) {
            return None;
        }
        let turn = self.turn();
        let has_only_king = self.game.position().letters(!turn) == [Role::King.letter()];
        Some(self.end(if has_only_king { GameEnding::FlagDrawn(turn) } else { GameEnding::Flag(turn) }, now))
    }

    /// Returns the change that a game needs when it is read from disk, if any. The clock of a turn that began under an earlier process
    /// begins anew, once.
    pub fn resumed(&self, process_begun: Moment, now: Moment) -> Option<GameChange> {
        let clock = self.situation.clock.as_ref()?;
        let resumed = clock.clone().reopened(process_begun, now);
        if resumed == *clock {
            return None;
        }
        Some(GameChange::without_move(Situation { clock: Some(resumed), ..self.situation.clone() }))
    }

    /// Returns the change that a player's move makes. `seen` is the number of moves that the player has seen. It has to be the present
    /// one, so a message that is sent twice makes one move.
    ///
    /// # Errors
    /// When it is not the player's turn, the game is over or has changed, or the move is illegal.
    pub fn play<'t>(
        &self,
        by: Sides,
        m: impl Into<MoveInput<'t>>,
        seen: usize,
        now: Moment,
    ) -> Result<GameChange, ArbiterRefusal> {
        if let Some(ending) = self.situation.ended {
            return Err(ArbiterRefusal::Over(format!("the game is over by {}", ending.cause())));
        }
        let (turn, plies) = (self.turn(), self.game.plies().len());
        by.require_turn(turn)?;
        if seen != plies {
            return Err(ArbiterRefusal::Stale { seen, plies });
        }
        self.require_time_left(now)?;
        let made = self.game.ply(m)?;
        let goes_on = made.status == Status::Ongoing;
        let next_turn = made.after.turn();
        let clock_after = |clock: &Clock| {
            let running = clock.after_move(turn, next_turn, now);
            if goes_on { running } else { running.stopped(next_turn, now) }
        };
        let clock = self.situation.clock.as_ref().map(clock_after);
        // A side that moves declines the other's offer of a draw. An offer to the program stands until the program answers.
        let stands = |offer: &Offer| {
            goes_on && offer.what == OfferKind::Draw && (offer.by == turn || self.opponent.is_some())
        };
        let offer = self.situation.offer.filter(stands);
        let situation = Situation { ply: plies + 1, clock, offer, ..self.situation.clone() };
        Ok(GameChange { situation, made: Some(Box::new(made)) })
    }

    /// Returns the change that a player's request makes.
    ///
    /// # Errors
    /// When the asker plays no side, or the request does not fit the situation.
    pub fn ask(&self, by: Sides, request: Ask, now: Moment) -> Result<GameChange, ArbiterRefusal> {
        self.require_time_left(now)?;
        match request {
            Ask::Undo => self.undo(by, now),
            Ask::Redo => self.redo(by, now),
            Ask::Draw => self.draw(by, now),
            Ask::Rematch(name) => self.rematch(by, name),
            Ask::Decline => {
                by.player()?;
                Ok(self.decline())
            }
            Ask::Resign => {
                let side = if by.both() { self.turn() } else { by.player()? };
                self.require_going_on()?;
                Ok(self.end(GameEnding::Resigned(side), now))
            }
        }
    }

    /// Returns the change that the program's answer to an offer of a draw makes; `None` if no offer waits for it.
    pub fn answer_draw(&self, accepts: bool, now: Moment) -> Option<GameChange> {
        if !self.is_programs_answer() || self.is_over() || self.is_time_up(now) {
            return None;
        }
        Some(if accepts { self.end(GameEnding::Agreed, now) } else { self.decline() })
    }

    /// Makes a change that was decided for the present state.
    pub fn make(&mut self, change: GameChange) {
        let changes_position = change.made.is_some() || change.situation.ply != self.situation.ply;
        let changes_end = change.situation.ended != self.situation.ended;
        self.revision += u64::from(changes_position || changes_end);
        self.situation = change.situation;
        if let Some(made) = change.made {
            self.game.push(*made);
        }
        self.set_plies();
    }

    fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// Whether the program plays the side to move in a position.
    fn is_programs_turn(&self, position: &Position) -> bool {
        self.opponent.is_some_and(|opponent| opponent.side == position.turn())
    }

    /// Takes moves back or repeats them, so that the game has as many moves as stand in the situation.
    fn set_plies(&mut self) {
        for _ in self.situation.ply..self.game.plies().len() {
            self.game.undo();
        }
        for _ in self.game.plies().len()..self.situation.ply {
            if !self.game.redo() {
                break;
            }
        }
    }

    /// Refuses a request after the flag of the side to move has fallen.
    fn require_time_left(&self, now: Moment) -> Result<(), ArbiterRefusal> {
        if self.is_time_up(now) { Err(ArbiterRefusal::Over("the time is up".to_owned())) } else { Ok(()) }
    }

    fn is_time_up(&self, now: Moment) -> bool {
        self.flag_at().is_some_and(|at| at <= now)
    }

    fn require_going_on(&self) -> Result<(), ArbiterRefusal> {
        if self.is_over() { Err(ArbiterRefusal::Over("the game is over".to_owned())) } else { Ok(()) }
    }

    /// Returns the change after which a request waits for the other side.
    fn waiting(&self, offer: Offer) -> GameChange {
        GameChange::without_move(Situation { offer: Some(offer), ..self.situation.clone() })
    }

    /// Returns the change by which the game ends.
    fn end(&self, ending: GameEnding, now: Moment) -> GameChange {
        let clock = self.situation.clock.as_ref().map(|clock| clock.stopped(self.turn(), now));
        GameChange::without_move(Situation {
            ended: Some(ending),
            clock,
            offer: None,
            ..self.situation.clone()
        })
    }

    /// Returns the change by which the request that waits is declined or withdrawn.
    fn decline(&self) -> GameChange {
        let ply = self.situation.ply;
        let mut declined = self.situation.declined.clone();
        if let Some(offer) = self.situation.offer.filter(|offer| offer.what != OfferKind::Rematch) {
            declined.retain(|earlier| earlier.ply == ply);
            declined.push(Declined { offer, ply });
        }
        GameChange::without_move(Situation { offer: None, declined, ..self.situation.clone() })
    }

    fn undo(&self, by: Sides, now: Moment) -> Result<GameChange, ArbiterRefusal> {
        let asker = by.player()?;
        let plies = self.game.plies().len();
        if self.situation.ended.is_none() && plies == 0 {
            return Err(ArbiterRefusal::Request("there is no move to take back"));
        }
        if self.situation.ended.is_some_and(GameEnding::is_by_time) {
            let message = "the time was up, and no move brings it back: ask for a rematch";
            return Err(ArbiterRefusal::Over(message.to_owned()));
        }
        if self.situation.rematch.is_some() {
            let message = "a rematch has begun: this game stays as it ended";
            return Err(ArbiterRefusal::Over(message.to_owned()));
        }
        let wanted = Offer { what: OfferKind::Undo, by: asker };
        if self.opponent.is_none() && !self.is_agreed(by, wanted) {
            self.require_new(wanted, "taking back was declined: ask again after a move")?;
            return Ok(self.waiting(wanted));
        }
        let moves = match (self.situation.ended, self.opponent) {
            (Some(_), _) => 0,
            (None, Some(_)) => self.moves_back_to(asker)?,
            (None, None) => 1,
        };
        let ply = plies - moves;
        let clock = self.situation.clock.as_ref().map(|clock| clock.after_undo_or_redo(self.turn(), now));
        Ok(GameChange::without_move(Situation {
            ply,
            ended: None,
            clock,
            offer: None,
            ..self.situation.clone()
        }))
    }

    /// Whether a request is agreed: the asker plays both sides, or the other side has made the same request.
    fn is_agreed(&self, by: Sides, wanted: Offer) -> bool {
        by.both() || self.situation.offer == Some(Offer { by: !wanted.by, ..wanted })
    }

    /// Returns the least number of moves to take back, at least one, after which a side is to move.
    fn moves_back_to(&self, side: Color) -> Result<usize, ArbiterRefusal> {
        let plies = self.game.plies().len();
        let turn_before = |moves: usize| self.game.position_at(plies - moves).map(Position::turn);
        (1..=plies)
            .find(|&moves| turn_before(moves) == Some(side))
            .ok_or(ArbiterRefusal::Request("there is no move of yours to take back"))
    }

    fn redo(&self, by: Sides, now: Moment) -> Result<GameChange, ArbiterRefusal> {
        let turn = self.turn();
        by.require_turn(turn)?;
        if self.undone() == 0 || self.situation.ended.is_some() {
            return Err(ArbiterRefusal::Request("no move was taken back"));
        }
        // Moves are repeated until it is not the program's turn.
        let (mut repeated, mut is_over) = (0, false);
        for ply in self.game.undone().iter().rev() {
            repeated += 1;
            is_over = ply.status != Status::Ongoing;
            if !self.is_programs_turn(&ply.after) {
                break;
            }
        }
        let after = |clock: &Clock| {
            if is_over { clock.stopped(turn, now) } else { clock.after_undo_or_redo(turn, now) }
        };
        let clock = self.situation.clock.as_ref().map(after);
        let ply = self.situation.ply + repeated;
        Ok(GameChange::without_move(Situation { ply, clock, offer: None, ..self.situation.clone() }))
    }

    fn draw(&self, by: Sides, now: Moment) -> Result<GameChange, ArbiterRefusal> {
        let asker = by.player()?;
        self.require_going_on()?;
        let wanted = Offer { what: OfferKind::Draw, by: asker };
        if self.is_agreed(by, wanted) {
            return Ok(self.end(GameEnding::Agreed, now));
        }
        self.require_new(wanted, "the draw was declined: offer it again after a move")?;
        Ok(self.waiting(wanted))
    }

    /// Refuses a request that was declined since the last move.
    fn require_new(&self, offer: Offer, message: &'static str) -> Result<(), ArbiterRefusal> {
        let is_declined = self.situation.declined.contains(&Declined { offer, ply: self.situation.ply });
        if is_declined { Err(ArbiterRefusal::Request(message)) } else { Ok(()) }
    }

    fn rematch(&self, by: Sides, name: String) -> Result<GameChange, ArbiterRefusal> {
        let asker = by.player()?;
        if !self.is_over() {
            return Err(ArbiterRefusal::Request("the game goes on: a rematch comes after its end"));
        }
        if self.situation.rematch.is_some() {
            return Ok(GameChange::without_move(self.situation.clone()));
        }
        let wanted = Offer { what: OfferKind::Rematch, by: asker };
        if self.opponent.is_none() && !self.is_agreed(by, wanted) {
            return Ok(self.waiting(wanted));
        }
        Ok(GameChange::without_move(Situation { rematch: Some(name), offer: None, ..self.situation.clone() }))
    }
}

#[cfg(test)]
mod tests;
