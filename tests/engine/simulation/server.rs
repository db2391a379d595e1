//! The simulated server: what the arbiter decides is written to the disk and made. The process may die between any two steps.

use super::disk::Record;
use super::mistakes::Mistake;
use super::tables::TABLES;
use super::truth::{Before, Cause, Truth, require};
use super::world::{Message, State, Wish};
use continuum::arbiter::{Arbiter, ArbiterRefusal, Ask, GameChange, Moment, Presence, Sides, Situation};
use continuum::chess::Color;

/// What becomes of the server while it carries out a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Lives,
    DiesUnwritten,
    DiesWritten,
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    Refused,
    Died,
}

/// A game in memory.
struct Room {
    arbiter: Arbiter,
    presence: Presence,
    /// The moment at which its one alarm rings.
    alarm: Option<Moment>,
}

/// The most games on the disk.
const GAMES: usize = 9;

/// The time after which the fall of a flag is tried again that the disk did not take.
const AGAIN: Moment = 1000;

pub struct Server {
    pub now: Moment,
    /// Whether the disk refuses everything.
    pub is_full: bool,
    pub mistake: Option<Mistake>,
    begun: Moment,
    disk: Vec<Record>,
    rooms: Vec<Option<Room>>,
    /// What each game has to be like.
    truths: Vec<Truth>,
    /// By mistake: what was not written yet.
    late: Option<(usize, Situation, Option<String>)>,
}

impl Server {
    pub fn new(mistake: Option<Mistake>) -> Server {
        let mut server = Server {
            now: 1_000_000,
            is_full: false,
            mistake,
            begun: 1_000_000,
            disk: Vec::new(),
            rooms: Vec::new(),
            truths: Vec::new(),
            late: None,
        };
        (0..TABLES.len()).for_each(|table| server.add(table, TABLES[table].program));
        server
    }

    fn add(&mut self, table: usize, program: Option<Color>) {
        self.disk.push(Record::new(table, program));
        self.rooms.push(None);
        self.truths.push(Truth::new(TABLES[table].control, program));
    }

    pub fn games(&self) -> usize {
        self.disk.len()
    }

    pub fn has_program(&self, game: usize) -> bool {
        self.disk[game].program.is_some()
    }

    /// A text of a move of a side that may be legal in a game.
    pub fn text(&self, game: usize, side: Color, what: usize) -> &'static str {
        let texts = TABLES[self.disk[game].table].texts[side.index()];
        texts[what % texts.len()]
    }

    /// The game of a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        name.parse().ok().filter(|&game| game < self.games())
    }

    /// Whether a request has made a move.
    pub fn has_moved(&self, game: usize, number: u64) -> bool {
        self.truths[game].has_moved(number)
    }

    /// The presence of the players of a game that is open.
    pub fn presence(&mut self, game: usize) -> &mut Presence {
        &mut self.rooms[game].as_mut().expect("somebody watches it").presence
    }

    /// The state of a game that is open.
    pub fn state(&self, game: usize) -> Option<State> {
        let arbiter = &self.rooms[game].as_ref()?.arbiter;
        let moves = arbiter.game().plies().iter().map(|ply| ply.text.clone()).collect();
        Some(State { moves, situation: arbiter.situation().clone() })
    }

    /// Opens a game, unless it is open.
    pub fn open(&mut self, game: usize) -> Result<State, String> {
        if self.rooms[game].is_none() {
            let arbiter = self.read(game)?;
            let alarm = arbiter.flag_at();
            self.rooms[game] = Some(Room { arbiter, presence: Presence::default(), alarm });
        }
        self.state(game).ok_or_else(|| "an open game has no state".to_owned())
    }

    /// Closes a game.
    pub fn close(&mut self, game: usize) {
        self.rooms[game] = None;
    }

    /// Reads a game from the disk, and lets it go on.
    fn read(&mut self, game: usize) -> Result<Arbiter, String> {
        let mut arbiter = self.disk[game].read()?;
        let begun = if self.mistake == Some(Mistake::ChargesForTheCrash) { 0 } else { self.begun };
        if let Some(resumed) = arbiter.resumed(begun, self.now) {
            if !self.is_full && self.mistake != Some(Mistake::ResumesAgain) {
                self.disk[game].write(resumed.situation(), None);
            }
            arbiter.make(resumed);
        }
        self.truths[game].reopen(&arbiter, self.begun, self.now, !self.is_full)?;
        Ok(arbiter)
    }

    /// Hears a request of a visitor who plays these sides.
    pub fn hear(&mut self, game: usize, by: Sides, message: &Message, fate: Fate) -> Result<Outcome, String> {
        let now = self.now - if self.mistake == Some(Mistake::HearsLate) { 1500 } else { 0 };
        if self.settle(game, now)? == Outcome::Refused {
            return Ok(Outcome::Refused);
        }
        if let Some(situation) =
            self.mistake.and_then(|mistake| mistake.heard_in(self.arbiter(game), &message.wish))
        {
            self.stand(game, situation);
        }
        let mistake = self.mistake;
        let is_full = self.games() == GAMES;
        let name = self.games().to_string();
        let arbiter = self.arbiter(game);
        let heard = if mistake == Some(Mistake::IgnoresSides) { Sides::new([true; 2]) } else { by };
        let wish = match &message.wish {
            Wish::Ask(Ask::Rematch(_)) if is_full => return Ok(Outcome::Refused),
            Wish::Ask(Ask::Rematch(_)) => Wish::Ask(Ask::Rematch(name)),
            wish => wish.clone(),
        };
        let decided: Result<GameChange, ArbiterRefusal> = match &wish {
            Wish::Move { text, ply } => {
                let is_ignored = mistake == Some(Mistake::IgnoresWhatWasSeen);
                let seen = if is_ignored { arbiter.game().plies().len() } else { *ply };
                arbiter.play(heard, *text, seen, now)
            }
            Wish::Ask(ask) => arbiter.ask(heard, ask.clone(), now),
        };
        match decided {
            Ok(change) => {
                let cause = Cause::Request { by, wish: &wish, number: message.number };
                self.carry_out(game, change, cause, fate)
            }
            Err(_) => Ok(Outcome::Refused),
        }
    }

    /// Ends a game whose flag has fallen.
    fn settle(&mut self, game: usize, now: Moment) -> Result<Outcome, String> {
        match self.arbiter(game).fallen(now) {
            Some(change) => self.carry_out(game, change, Cause::Flag, Fate::Lives),
            None => Ok(Outcome::Done),
        }
    }

    /// Stores a change and makes it.
    fn carry_out(
        &mut self,
        game: usize,
        change: GameChange,
        cause: Cause<'_>,
        fate: Fate,
    ) -> Result<Outcome, String> {
        let now = self.now;
        let arbiter = self.arbiter(game);
        let wish = match cause {
            Cause::Request { wish, .. } => Some(wish),
            Cause::Program | Cause::Answer { .. } | Cause::Flag => None,
        };
        let mistaken =
            self.mistake.and_then(|mistake| mistake.made_of(arbiter.situation(), wish, change.situation()));
        let situation = mistaken.clone().unwrap_or_else(|| change.situation().clone());
        if situation == *arbiter.situation() {
            return Ok(Outcome::Done);
        }
        let begins = situation.rematch.is_some() && situation.rematch != arbiter.situation().rematch;
        let before = Before::of(arbiter);
        let made = change.made().map(|made| made.text.clone());
        if fate == Fate::DiesUnwritten {
            return Ok(Outcome::Died);
        }
        if self.is_full && self.mistake != Some(Mistake::MakesUnstored) {
            return Ok(Outcome::Refused);
        }
        if !self.is_full {
            self.write(game, &situation, made);
        }
        if begins {
            let record = &self.disk[game];
            let (table, program) = (record.table, record.program.map(|side| !side));
            self.add(table, program);
        }
        let room = self.room(game);
        room.arbiter.make(change);
        if let Some(situation) = mistaken {
            self.stand(game, situation);
        }
        let room = self.rooms[game].as_mut().expect("it is open");
        self.truths[game].change(cause, &before, &room.arbiter, now)?;
        if self.mistake != Some(Mistake::KeepsTheAlarm) || room.alarm.is_none() {
            room.alarm = room.arbiter.flag_at();
        }
        Ok(if fate == Fate::DiesWritten { Outcome::Died } else { Outcome::Done })
    }

    fn write(&mut self, game: usize, situation: &Situation, made: Option<String>) {
        let mut change = Some((game, situation.clone(), made));
        if self.mistake == Some(Mistake::WritesLate) {
            change = std::mem::replace(&mut self.late, change);
        }
        let Some((game, situation, made)) = change else { return };
        if self.mistake == Some(Mistake::ForgetsTakingBack) && made.is_none() {
            self.disk[game].write_but_ply(&situation);
        } else {
            self.disk[game].write(&situation, made.as_deref());
        }
    }

    /// Lets time pass and alarms ring; returns the games in which something has happened.
    pub fn wait(&mut self, time: Moment) -> Result<Vec<usize>, String> {
        let until = self.now + time;
        let mut changed = Vec::new();
        let due = |server: &Server| {
            let alarms = (0..server.games()).filter_map(|game| {
                let alarm = server.rooms[game].as_ref()?.alarm?;
                (alarm <= until).then_some((alarm, game))
            });
            alarms.min()
        };
        while let Some((alarm, game)) = due(self) {
            self.now = self.now.max(alarm);
            self.room(game).alarm = None;
            let again = self.now + AGAIN;
            let outcome = self.settle(game, self.now)?;
            let room = self.room(game);
            room.alarm = if outcome == Outcome::Refused { Some(again) } else { room.arbiter.flag_at() };
            changed.push(game);
        }
        self.now = until;
        Ok(changed)
    }

    /// Lets the program choose in one of the games where it plays.
    pub fn choose(&mut self, who: usize, what: usize) -> Result<Option<usize>, String> {
        let is_programs = |&game: &usize| self.has_program(game) && self.rooms[game].is_some();
        let games: Vec<usize> = (0..self.games()).filter(is_programs).collect();
        if games.is_empty() {
            return Ok(None);
        }
        let (game, now) = (games[who % games.len()], self.now);
        self.settle(game, now)?;
        let arbiter = self.arbiter(game);
        if let Some(change) =
            arbiter.answer_draw(what.is_multiple_of(2), now).filter(|_| what.is_multiple_of(3))
        {
            self.carry_out(game, change, Cause::Answer { accepts: what.is_multiple_of(2) }, Fate::Lives)?;
        } else if arbiter.is_programs_move() {
            let (turn, plies) = (arbiter.game().position().turn(), arbiter.game().plies().len());
            let texts = (0..8).map(|n| self.text(game, turn, what + n));
            let mut legal =
                texts.filter_map(|text| arbiter.play(Sides::one(turn), text, plies, now).ok()).take(1);
            if let Some(change) = legal.next() {
                self.carry_out(game, change, Cause::Program, Fate::Lives)?;
            }
        }
        Ok(Some(game))
    }

    /// The process dies, and another one begins.
    pub fn crash(&mut self) {
        self.rooms.iter_mut().for_each(|room| *room = None);
        self.late = None;
        self.now += 1;
        self.begun = self.now;
    }

    /// Looks at what must hold at every step.
    pub fn check(&self) -> Result<(), String> {
        for (room, truth) in self.rooms.iter().zip(&self.truths) {
            let Some(room) = room else { continue };
            truth.compare(&room.arbiter)?;
            // The fall of a flag that the disk refused is tried again.
            let is_fallen = |flag: Option<Moment>| flag.is_some_and(|flag| flag <= self.now);
            let rings = match room.arbiter.flag_at() {
                flag if is_fallen(flag) => room.alarm.is_some_and(|alarm| alarm <= self.now + AGAIN),
                flag => room.alarm == flag,
            };
            require(rings, "the alarm does not ring at the fall of the flag")?;
        }
        require(self.games() <= GAMES, "there are more games than the limit")
    }

    /// Looks at what a crash has left.
    pub fn check_disk(&mut self) -> Result<(), String> {
        for game in 0..self.games() {
            self.read(game)?;
        }
        Ok(())
    }

    /// Lets a game stand otherwise, by mistake.
    fn stand(&mut self, game: usize, situation: Situation) {
        let arbiter = &mut self.room(game).arbiter;
        *arbiter = Arbiter::new(arbiter.game().clone(), situation, arbiter.opponent());
    }

    fn arbiter(&self, game: usize) -> &Arbiter {
        &self.rooms[game].as_ref().expect("somebody watches it").arbiter
    }

    fn room(&mut self, game: usize) -> &mut Room {
        self.rooms[game].as_mut().expect("somebody watches it")
    }
}
