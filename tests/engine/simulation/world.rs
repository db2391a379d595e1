//! The simulated world: time, visitors, the lines between them and the server, and crashes.

use super::mistakes::Mistake;
use super::schedule::{Event, Kind, VISITORS};
use super::server::{Fate, Outcome, Server};
use super::truth::require;
use continuum::arbiter::{Ask, Attention, Sides, Situation};
use continuum::chess::Color;
use std::collections::VecDeque;

/// What a visitor asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// A move, by who has seen so many moves.
    Move { text: &'static str, ply: usize },
    /// Something else; the server gives a rematch its name.
    Ask(Ask),
}

/// A request on its way.
#[derive(Debug, Clone)]
pub struct Message {
    /// Each wish has a number of its own.
    pub number: u64,
    pub wish: Wish,
}

/// A state of a game as visitors get it.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    pub moves: Vec<String>,
    pub situation: Situation,
}

/// The line of a visitor to the server, with what is on its way.
#[derive(Default)]
struct Line {
    requests: VecDeque<Message>,
    /// Which requests were carried out.
    answers: VecDeque<(u64, bool)>,
    /// The latest state that was not read: a slow reader gets no other.
    state: Option<State>,
    /// Whether a first state has been read.
    is_up: bool,
    is_hidden: bool,
}

impl Line {
    fn attention(&self) -> Attention {
        if self.is_hidden { Attention::Away } else { Attention::Here }
    }
}

/// The most requests on one line.
const REQUESTS: usize = 6;

/// The most rounds until everything has arrived.
const ROUNDS: usize = 1000;

struct Visitor {
    game: usize,
    sides: Sides,
    line: Option<Line>,
    known: Option<State>,
    /// The last request, which may be repeated.
    last: Option<Message>,
    /// A move that the server may not have got.
    kept: Option<Message>,
}

/// Everything.
pub struct World {
    server: Server,
    visitors: Vec<Visitor>,
    numbers: u64,
}

impl World {
    /// A world at its beginning; the server may have a mistake.
    pub fn new(mistake: Option<Mistake>) -> World {
        let server = Server::new(mistake);
        let visitor = |game, sides| Visitor { game, sides, line: None, known: None, last: None, kept: None };
        let (white, black) = (Sides::one(Color::White), Sides::one(Color::Black));
        let visitors = (0..server.games()).flat_map(|game| {
            let second = if server.has_program(game) { Sides::default() } else { black };
            // Two for White: one person may have a page twice. Somebody looks on.
            let sides: [Sides; VISITORS] = [white, second, white, Sides::default()];
            sides.map(|sides| visitor(game, sides))
        });
        let mut visitors: Vec<Visitor> = visitors.collect();
        // In the series one person has both sides.
        visitors[2 * VISITORS].sides = Sides::new([true; 2]);
        World { server, visitors, numbers: 0 }
    }

    /// Lets a schedule happen, and says what was wrong first.
    pub fn run(mut self, schedule: &[Event]) -> Result<(), String> {
        for &event in schedule {
            self.happen(event)?;
            self.server.check()?;
        }
        self.settle()?;
        self.crash();
        self.server.check_disk()
    }

    fn happen(&mut self, Event { kind, who, what }: Event) -> Result<(), String> {
        let v = who % self.visitors.len();
        match kind {
            Kind::Join => self.join(v)?,
            Kind::Ask => self.ask(v, what),
            Kind::Repeat => {
                let Visitor { line, last, .. } = &mut self.visitors[v];
                if let (Some(line), Some(last)) = (line, last)
                    && line.requests.len() < REQUESTS
                {
                    line.requests.push_back(last.clone());
                }
            }
            Kind::Reach => self.reach(v, Fate::Lives)?,
            Kind::DieUnwritten => self.reach(v, Fate::DiesUnwritten)?,
            Kind::DieWritten => self.reach(v, Fate::DiesWritten)?,
            Kind::Read => self.read(v, what)?,
            Kind::Lose => self.lose(v),
            Kind::Turn => {
                let Visitor { game, sides, line, .. } = &mut self.visitors[v];
                if let Some(line) = line {
                    let before = line.attention();
                    line.is_hidden = !line.is_hidden;
                    self.server.presence(*game).change_attention(*sides, before, line.attention());
                }
            }
            Kind::Close => {
                let game = self.visitors[v].game;
                for other in 0..self.visitors.len() {
                    if self.visitors[other].game == game {
                        self.lose(other);
                    }
                }
                self.server.close(game);
            }
            Kind::Wait => {
                let told = self.server.wait(1 + what as u64 % 5000)?;
                told.into_iter().for_each(|game| self.publish(game, None));
            }
            Kind::Choose => {
                if let Some(game) = self.server.choose(who, what)? {
                    self.publish(game, None);
                }
            }
            Kind::FillDisk => self.server.is_full = true,
            Kind::FreeDisk => self.server.is_full = false,
        }
        Ok(())
    }

    fn join(&mut self, v: usize) -> Result<(), String> {
        let visitor = &mut self.visitors[v];
        if visitor.line.is_none() {
            let state = Some(self.server.open(visitor.game)?);
            visitor.line = Some(Line { state, ..Line::default() });
            self.server.presence(visitor.game).enter(visitor.sides);
        }
        Ok(())
    }

    fn ask(&mut self, v: usize, what: usize) {
        let visitor = &mut self.visitors[v];
        let (Some(line), Some(known)) = (&mut visitor.line, &visitor.known) else { return };
        if !line.is_up || line.requests.len() >= REQUESTS {
            return;
        }
        let ply = known.moves.len();
        // Most visitors try a move of the side that has the turn in most games.
        let side = if (ply + usize::from(what.is_multiple_of(7))).is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        let wish = match what % 16 {
            0 => Wish::Ask(Ask::Undo),
            1 => Wish::Ask(Ask::Redo),
            2 => Wish::Ask(Ask::Draw),
            3 => Wish::Ask(Ask::Decline),
            4 => Wish::Ask(Ask::Rematch(String::new())),
            5 if what.is_multiple_of(5) => Wish::Ask(Ask::Resign),
            _ => Wish::Move { text: self.server.text(visitor.game, side, what / 16), ply },
        };
        self.numbers += 1;
        let message = Message { number: self.numbers, wish };
        line.requests.push_back(message.clone());
        visitor.last = Some(message);
    }

    /// Lets a request reach the server.
    fn reach(&mut self, v: usize, fate: Fate) -> Result<(), String> {
        let Visitor { game, sides, line, .. } = &mut self.visitors[v];
        let (game, by) = (*game, *sides);
        let Some(line) = line else { return Ok(()) };
        let Some(message) = line.requests.pop_front() else { return Ok(()) };
        let outcome = self.server.hear(game, by, &message, fate)?;
        match outcome {
            Outcome::Died => self.crash(),
            Outcome::Refused | Outcome::Done => {
                line.answers.push_back((message.number, outcome == Outcome::Done));
                self.publish(game, Some(v));
            }
        }
        Ok(())
    }

    /// Gives all who watch a game its state, after a visitor has asked for something.
    fn publish(&mut self, game: usize, asker: Option<usize>) {
        let Some(state) = self.server.state(game) else { return };
        let is_told_alone = self.server.mistake == Some(Mistake::TellsTheAskerAlone) && asker.is_some();
        for (v, visitor) in self.visitors.iter_mut().enumerate().filter(|(_, visitor)| visitor.game == game) {
            if let Some(line) = &mut visitor.line
                && (!is_told_alone || asker == Some(v))
            {
                line.state = Some(state.clone());
            }
        }
    }

    fn read(&mut self, v: usize, what: usize) -> Result<(), String> {
        let visitor = &mut self.visitors[v];
        let Some(line) = &mut visitor.line else { return Ok(()) };
        if what.is_multiple_of(2)
            && let Some((number, is_done)) = line.answers.pop_front()
        {
            let is_move = visitor
                .last
                .as_ref()
                .is_some_and(|last| last.number == number && matches!(last.wish, Wish::Move { .. }));
            return require(
                !is_done || !is_move || self.server.has_moved(visitor.game, number),
                "a move was acknowledged that was not made",
            );
        }
        let Some(state) = line.state.take() else { return Ok(()) };
        line.is_up = true;
        // A move that the server may not have got is sent again, unless the game has gone on.
        if let Some(kept) = visitor.kept.take()
            && matches!(kept.wish, Wish::Move { ply, .. } if ply == state.moves.len())
        {
            line.requests.push_back(kept);
        }
        let next = state.situation.rematch.as_ref().and_then(|name| self.server.named(name));
        visitor.known = Some(state);
        if let Some(next) = next {
            self.lose(v);
            let visitor = &mut self.visitors[v];
            let [white, black] = [Color::White, Color::Black].map(|side| visitor.sides.has(side));
            (visitor.game, visitor.sides) = (next, Sides::new([black, white]));
            (visitor.known, visitor.last, visitor.kept) = (None, None, None);
        }
        Ok(())
    }

    /// Loses the line of a visitor. Nobody knows whether the last move has reached the server.
    fn lose(&mut self, v: usize) {
        let visitor = &mut self.visitors[v];
        let Some(line) = visitor.line.take() else { return };
        let now = self.server.now;
        self.server.presence(visitor.game).leave(visitor.sides, line.attention(), now);
        visitor.kept = visitor.last.clone();
    }

    fn crash(&mut self) {
        for visitor in &mut self.visitors {
            if visitor.line.take().is_some() {
                visitor.kept = visitor.last.clone();
            }
        }
        self.server.crash();
    }

    /// Lets everything arrive, and looks whether all see the same.
    fn settle(&mut self) -> Result<(), String> {
        self.server.is_full = false;
        for round in 0.. {
            require(round < ROUNDS, "it never comes to rest")?;
            let is_idle = |visitor: &Visitor| {
                visitor.line.as_ref().is_some_and(|line| {
                    line.is_up && line.requests.is_empty() && line.answers.is_empty() && line.state.is_none()
                })
            };
            if self.visitors.iter().all(is_idle) {
                break;
            }
            for v in 0..self.visitors.len() {
                self.join(v)?;
                self.reach(v, Fate::Lives)?;
                (0..2).try_for_each(|what| self.read(v, what))?;
            }
        }
        for visitor in &self.visitors {
            let state = self.server.state(visitor.game);
            require(visitor.known == state, "a visitor sees another state than the server")?;
            for side in visitor.sides.list() {
                let is_there = self.server.presence(visitor.game).of(side).is_there_since(u64::MAX);
                require(is_there, "a player who is there is called gone")?;
            }
        }
        Ok(())
    }
}
