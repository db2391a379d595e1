//! The truth about a game: what docs/server.md promises, kept by plain bookkeeping beside the arbiter.

use super::world::Wish;
use continuum::arbiter::{Arbiter, Ask, GameEnding, Offer, OfferKind, Sides, TimeControl};
use continuum::chess::{Color, Status};
use std::collections::HashMap;

/// Why a game changes.
#[derive(Debug, Clone, Copy)]
pub enum Cause<'a> {
    /// A request, with a number of its own, of a visitor who plays these sides.
    Request { by: Sides, wish: &'a Wish, number: u64 },
    /// The program's move.
    Program,
    /// The program's answer to an offer of a draw.
    Answer { accepts: bool },
    /// The fall of a flag.
    Flag,
}

/// What is asked of a game as it stood before a change.
pub struct Before {
    /// The side to move in each position so far.
    turns: Vec<Color>,
    status: Status,
}

impl Before {
    pub fn of(arbiter: &Arbiter) -> Before {
        let game = arbiter.game();
        let positions = (0..=game.plies().len()).filter_map(|ply| game.position_at(ply));
        Before { turns: positions.map(|position| position.turn()).collect(), status: game.status() }
    }

    fn turn(&self) -> Color {
        self.turns[self.turns.len() - 1]
    }
}

/// A game as it has to be.
#[derive(Debug, Clone)]
pub struct Truth {
    moves: Vec<String>,
    /// The moves that were taken back, the last one at the end.
    undone: Vec<String>,
    ended: Option<GameEnding>,
    offer: Option<Offer>,
    /// The requests for draws and takebacks that were declined, each with the number of moves then.
    declined: Vec<(Offer, usize)>,
    rematch: Option<String>,
    program: Option<Color>,
    increment: Option<i64>,
    left: [i64; 2],
    begun: [bool; 2],
    since: Option<u64>,
    /// The same moment as it is on the disk.
    written_since: Option<u64>,
    /// The number of times that moves were taken back.
    times_back: usize,
    /// The requests that moved, each with `times_back` at that time.
    movers: HashMap<u64, usize>,
}

impl Truth {
    pub fn new(control: Option<TimeControl>, program: Option<Color>) -> Truth {
        Truth {
            moves: Vec::new(),
            undone: Vec::new(),
            ended: None,
            offer: None,
            declined: Vec::new(),
            rematch: None,
            program,
            increment: control.map(|control| i64::from(control.increment) * 1000),
            left: [control.map_or(0, |control| i64::from(control.base) * 1000); 2],
            begun: [false; 2],
            since: None,
            written_since: None,
            times_back: 0,
            movers: HashMap::new(),
        }
    }

    /// Notes a change, and says what is wrong with it.
    pub fn change(
        &mut self,
        cause: Cause<'_>,
        before: &Before,
        after: &Arbiter,
        now: u64,
    ) -> Result<(), String> {
        let is_over = self.ended.is_some() || before.status != Status::Ongoing;
        let turn = before.turn();
        match cause {
            Cause::Request { by, wish: Wish::Move { ply, .. }, number } => {
                require(*ply == self.moves.len(), "a move was made that belongs to another position")?;
                let earlier = self.movers.insert(number, self.times_back);
                require(earlier.is_none_or(|times| times < self.times_back), "a move was made twice")?;
                require(by.has(turn), "a visitor moved for another side")?;
                self.makes_move(is_over, turn, after, now)?;
            }
            Cause::Program => {
                require(self.program == Some(turn), "the program moved for another side")?;
                self.makes_move(is_over, turn, after, now)?;
            }
            Cause::Request { by, wish: Wish::Ask(ask), .. } => {
                self.asks(ask, by, is_over, before, after, now)?;
            }
            Cause::Answer { accepts } => {
                let human = self.program.map(|program| !program);
                let offer = self.offer.filter(|offer| offer.what == OfferKind::Draw);
                require(
                    offer.map(|offer| offer.by) == human,
                    "the program answered an offer that is not there",
                )?;
                if accepts { self.ends(GameEnding::Agreed, turn, now) } else { self.declines() }
            }
            Cause::Flag => {
                let since = self.since.ok_or("a flag fell while no clock ran")?;
                let is_up = self.left[turn.index()] <= (now - since) as i64;
                require(is_up && !is_over, "a flag fell too early")?;
                let text = after.game().position().to_string();
                let is_others = |word: &&str| {
                    let is_white = word.starts_with(|c: char| c.is_ascii_uppercase());
                    word.contains('@') && is_white == (turn == Color::Black)
                };
                let is_alone = text.split(' ').filter(is_others).count() == 1;
                self.ends(
                    if is_alone { GameEnding::FlagDrawn(turn) } else { GameEnding::Flag(turn) },
                    turn,
                    now,
                );
            }
        }
        self.written_since = self.since;
        self.compare(after)
    }

    /// Notes that the game was read from disk: a turn that began under an earlier process begins anew, once if the disk takes it.
    pub fn reopen(&mut self, after: &Arbiter, begun: u64, now: u64, takes: bool) -> Result<(), String> {
        self.since = self.written_since.map(|since| if since < begun { now } else { since });
        if takes {
            self.written_since = self.since;
        }
        self.declined.clear();
        self.compare(after)
    }

    /// Whether a request has made a move.
    pub fn has_moved(&self, number: u64) -> bool {
        self.movers.contains_key(&number)
    }

    /// Says in what a game is not as it has to be.
    pub fn compare(&self, arbiter: &Arbiter) -> Result<(), String> {
        let moves: Vec<&str> = arbiter.game().plies().iter().map(|ply| ply.text.as_str()).collect();
        require(moves == self.moves, "the moves are others")?;
        let situation = arbiter.situation();
        require(situation.ply == self.moves.len(), "the number of moves is another")?;
        require(situation.ended == self.ended, "the end is another")?;
        require(situation.offer == self.offer, "the offer is another")?;
        require(situation.rematch == self.rematch, "the rematch is another")?;
        require(arbiter.undone() == self.undone.len(), "the moves that were taken back are others")?;
        let Some(clock) = &situation.clock else {
            return require(self.increment.is_none(), "the clock is lost");
        };
        let clock = serde_json::to_value(clock).expect("JSON");
        require(clock["left"] == serde_json::json!(self.left), "the clock shows another time")?;
        require(clock["since"].as_u64() == self.since, "the clock runs since another moment")
    }

    fn makes_move(&mut self, is_over: bool, mover: Color, after: &Arbiter, now: u64) -> Result<(), String> {
        require(!is_over, "a move was made after the end")?;
        self.moves.push(after.game().plies().last().map(|ply| ply.text.clone()).unwrap_or_default());
        self.undone.clear();
        let was_timed = self.since.is_some();
        self.stops(mover, now);
        if after.game().position().turn() != mover {
            if was_timed {
                self.left[mover.index()] += self.increment.unwrap_or(0);
            }
            self.begun[mover.index()] = true;
        }
        let goes_on = after.game().status() == Status::Ongoing;
        if goes_on {
            self.runs(now);
        }
        let stands = |offer: &Offer| {
            goes_on && offer.what == OfferKind::Draw && (offer.by == mover || self.program.is_some())
        };
        self.offer = self.offer.filter(stands);
        Ok(())
    }

    fn asks(
        &mut self,
        ask: &Ask,
        by: Sides,
        is_over: bool,
        before: &Before,
        after: &Arbiter,
        now: u64,
    ) -> Result<(), String> {
        let turn = before.turn();
        let asker = *by.list().first().ok_or("somebody who looks on was heard")?;
        let is_settled = |truth: &Truth, what| {
            by.both() || truth.program.is_some() || truth.offer == Some(Offer { what, by: !asker })
        };
        match ask {
            Ask::Undo => {
                require(self.rematch.is_none(), "a game before a rematch was changed")?;
                require(!self.ended.is_some_and(GameEnding::is_by_time), "a loss on time was taken back")?;
                if !is_settled(self, OfferKind::Undo) {
                    let offer = Offer { what: OfferKind::Undo, by: asker };
                    require(!self.has_declined(offer), "a takeback was asked for again")?;
                    self.offer = Some(offer);
                    return Ok(());
                }
                let is_askers = |&ply: &usize| self.program.is_none() || before.turns[ply] == asker;
                let plies = self.moves.len();
                let to = if self.ended.is_some() { Some(plies) } else { (0..plies).rev().find(is_askers) };
                let back = self.moves.split_off(to.ok_or("a move was taken back that is not there")?);
                self.undone.extend(back.into_iter().rev());
                self.times_back += 1;
                (self.ended, self.offer) = (None, None);
                self.stops(turn, now);
                self.runs(now);
            }
            Ask::Redo => {
                require(by.has(turn) && self.ended.is_none(), "a move of another side was repeated")?;
                let is_programs = |ply: usize| {
                    let position = after.game().position_at(ply);
                    self.program.is_some() && position.map(|position| position.turn()) == self.program
                };
                let mut again = self.undone.pop();
                while let Some(text) = again {
                    self.moves.push(text);
                    again = if is_programs(self.moves.len()) { self.undone.pop() } else { None };
                }
                self.offer = None;
                self.stops(turn, now);
                if after.game().status() == Status::Ongoing {
                    self.runs(now);
                }
            }
            Ask::Draw => {
                require(!is_over, "a draw was asked for after the end")?;
                if by.both() || self.offer == Some(Offer { what: OfferKind::Draw, by: !asker }) {
                    self.ends(GameEnding::Agreed, turn, now);
                } else {
                    let offer = Offer { what: OfferKind::Draw, by: asker };
                    require(!self.has_declined(offer), "a draw was offered again")?;
                    self.offer = Some(offer);
                }
            }
            Ask::Rematch(name) => {
                require(is_over, "a rematch began before the end")?;
                if self.rematch.is_none() && is_settled(self, OfferKind::Rematch) {
                    (self.rematch, self.offer) = (Some(name.clone()), None);
                } else if self.rematch.is_none() {
                    self.offer = Some(Offer { what: OfferKind::Rematch, by: asker });
                }
            }
            Ask::Decline => self.declines(),
            Ask::Resign => {
                require(!is_over, "somebody resigned after the end")?;
                self.ends(GameEnding::Resigned(if by.both() { turn } else { asker }), turn, now);
            }
        }
        Ok(())
    }

    fn declines(&mut self) {
        if let Some(offer) = self.offer.filter(|offer| offer.what != OfferKind::Rematch) {
            let plies = self.moves.len();
            self.declined.retain(|&(_, earlier)| earlier == plies);
            self.declined.push((offer, plies));
        }
        self.offer = None;
    }

    /// Whether a request was declined since the last change of the moves.
    fn has_declined(&self, offer: Offer) -> bool {
        self.declined.contains(&(offer, self.moves.len()))
    }

    fn ends(&mut self, ending: GameEnding, turn: Color, now: u64) {
        (self.ended, self.offer) = (Some(ending), None);
        self.stops(turn, now);
    }

    fn stops(&mut self, turn: Color, now: u64) {
        let left = &mut self.left[turn.index()];
        *left = (*left - self.since.take().map_or(0, |since| (now - since) as i64)).max(0);
    }

    fn runs(&mut self, now: u64) {
        self.since = (self.increment.is_some() && self.begun == [true, true]).then_some(now);
    }
}

/// Says what is wrong, unless it is as it has to be.
pub fn require(holds: bool, wrong: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong.to_owned()) }
}
