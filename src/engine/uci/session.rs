//! A conversation: one game, its options, and at most one search at a time.

use super::command::{Command, Go, Start};
use super::settings::{Change, Settings};
use super::token::{from_token, to_token};
use crate::engine::answer::{Answer, News};
use crate::engine::choose::{Memory, best_with_news};
use crate::engine::limits::{Limits, Stop};
use crate::engine::options::Options;
use crate::game::{Game, Position, Prepared, resolve};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Where answers go, a line at a time and whole, from several threads.
type Output = Arc<dyn Fn(&str) + Send + Sync>;

/// What follows a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The next line.
    GoOn,
    /// The end.
    Quit,
}

/// A conversation with a graphical program.
pub struct Session {
    settings: Settings,
    variant: Prepared,
    game: Game,
    out: Output,
    search: Option<Running>,
    /// What the searches of the game leave for those that follow.
    memory: Arc<Mutex<Memory>>,
}

/// A search that goes on in a thread of its own.
struct Running {
    stop: Stop,
    /// Whether nothing but `stop` ends it.
    endless: bool,
    /// Whether its move is told, so that the next search may begin.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Session {
    /// A conversation that begins with the orthodox game.
    ///
    /// # Errors
    /// When the orthodox preset cannot be set up, which a test excludes.
    pub fn new(out: impl Fn(&str) + Send + Sync + 'static) -> Result<Session, String> {
        let variant = Prepared::preset("orthodox").map_err(|e| e.to_string())?;
        let game = initial(&variant)?;
        Ok(Session {
            settings: Settings::default(),
            variant,
            game,
            out: Arc::new(out),
            search: None,
            memory: Arc::default(),
        })
    }

    /// Answers a line. What cannot be read is answered by `info string error:` and changes nothing.
    pub fn line(&mut self, line: &str) -> Then {
        match Command::read(line).and_then(|command| self.obey(command)) {
            Ok(then) => then,
            Err(fault) => {
                self.say(&format!(
                    "info string error: {}",
                    fault.split_whitespace().collect::<Vec<_>>().join(" ")
                ));
                Then::GoOn
            }
        }
    }

    /// Ends the conversation where its input ends: a search that has a limit is answered first.
    pub fn finish(&mut self) {
        if let Some(search) = &self.search
            && search.endless
        {
            search.stop.stop();
        }
        self.join();
    }

    fn obey(&mut self, command: Command) -> Result<Then, String> {
        self.forget_ended();
        match command {
            Command::Nothing => {}
            Command::Introduce => {
                self.say(&format!("id name continuum {}", env!("CARGO_PKG_VERSION")));
                self.say("id author the authors of continuum");
                Settings::describe().iter().for_each(|line| self.say(line));
                self.say("uciok");
            }
            Command::Ready => self.say("readyok"),
            Command::NewGame => {
                self.game = self.idle().and_then(|()| initial(&self.variant))?;
                self.memory = Arc::default();
            }
            Command::Set { name, value } => {
                self.idle()?;
                let mut settings = self.settings.clone();
                if let Change::Variant(variant) = settings.set(&name, &value)? {
                    self.game = initial(&variant)?;
                    self.variant = variant;
                    self.memory = Arc::default();
                }
                self.settings = settings;
            }
            Command::Position { start, moves } => {
                self.idle()?;
                self.game = self.set_up(&start, &moves)?;
            }
            Command::Go(go) => {
                self.idle()?;
                self.go(&go)?;
            }
            Command::Stop => self.stop(),
            Command::Display => self.say(&self.game.position().to_string()),
            Command::Quit => {
                self.stop();
                return Ok(Then::Quit);
            }
        }
        Ok(Then::GoOn)
    }

    fn say(&self, line: &str) {
        (self.out)(line);
    }

    /// Drops a search that has answered.
    fn forget_ended(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.answered.load(Ordering::Acquire)) {
            self.join();
        }
    }

    fn join(&mut self) {
        if let Some(search) = self.search.take()
            && search.thread.join().is_err()
        {
            self.say("info string error: the search broke off");
        }
    }

    fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.stop.stop();
        }
        self.join();
    }

    fn idle(&self) -> Result<(), String> {
        match self.search {
            Some(_) => Err("a search goes on: send stop first".to_owned()),
            None => Ok(()),
        }
    }

    fn set_up(&self, start: &Start, moves: &[String]) -> Result<Game, String> {
        let mut game = match start {
            Start::Initial => initial(&self.variant)?,
            Start::Written(text) => {
                let is_fen = matches!(&self.variant, Prepared::Lattice(_)) && text.contains('/');
                let read = if is_fen { Position::from_fen } else { Position::from_text };
                Game::new(read(&self.variant, text).map_err(|e| format!("position: {e}"))?)
            }
        };
        for token in moves {
            let text = from_token(game.position(), token);
            game.play(&text).map_err(|e| format!("position: move `{token}`: {e}"))?;
        }
        Ok(game)
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        let position = self.game.position();
        let only = go.searchmoves.iter().map(|token| {
            canonical(position, &from_token(position, token))
                .map_err(|e| format!("searchmoves: `{token}`: {e}"))
        });
        let only = only.collect::<Result<Vec<_>, _>>()?;
        let options = self.settings.options(limits(go, position.turn().index()), only);
        let endless = go.infinite || options.limits == Limits::default();
        let (game, out, stop, mate) = (self.game.clone(), Arc::clone(&self.out), Stop::new(), go.mate);
        let (running, answered) = (stop.clone(), Arc::new(AtomicBool::new(false)));
        let (answers, memory) = (Arc::clone(&answered), Arc::clone(&self.memory));
        let thread = std::thread::spawn(move || {
            let answer = {
                let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
                think(&game, &options, &running, mate, &mut memory, &out)
            };
            while endless && !running.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let best = answer.best_move().map_or("(none)".to_owned(), |text| to_token(game.position(), text));
            answers.store(true, Ordering::Release);
            out(&format!("bestmove {best}"));
        });
        self.search = Some(Running { stop, endless, answered, thread });
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Searches, and tells each line that is found.
fn think(
    game: &Game,
    options: &Options,
    stop: &Stop,
    mate: Option<u32>,
    memory: &mut Memory,
    out: &Output,
) -> Answer {
    let is_wanted = |moves: i32| mate.is_some_and(|most| moves > 0 && moves.unsigned_abs() <= most);
    best_with_news(game, options, stop, memory, &|news| {
        out(&info(game.position(), news));
        if news.place == 1 && news.line.score.moves_to_mate().is_some_and(is_wanted) {
            stop.stop();
        }
    })
}

fn info(position: &Position, news: &News<'_>) -> String {
    let News { place, line, deepest, table_permille, nodes, seconds } = news;
    let moves: Vec<String> = line.moves.iter().map(|text| to_token(position, text)).collect();
    let per_second = (*nodes as f64 / seconds.max(1e-3)) as u64;
    format!(
        "info depth {} seldepth {deepest} multipv {place} score {} nodes {nodes} nps {per_second} time {} hashfull {table_permille} pv {}",
        line.depth,
        line.score,
        (seconds * 1000.0) as u64,
        moves.join(" "),
    )
}

/// The limits of `go` for the side that moves.
fn limits(go: &Go, side: usize) -> Limits {
    let depth = go.depth.or_else(|| go.mate.map(|moves| moves.saturating_mul(2)));
    let mut limits = Limits { time: go.movetime, begin_until: None, nodes: go.nodes, depth };
    if let (Some(left), None) = (go.time[side], go.movetime) {
        let share = Limits::by_clock(left, go.increment[side].unwrap_or_default(), go.movestogo);
        (limits.time, limits.begin_until) = (share.time, share.begin_until);
    }
    if go.infinite { Limits::default() } else { limits }
}

fn initial(variant: &Prepared) -> Result<Game, String> {
    Position::from_text(variant, "start").map(Game::new).map_err(|e| e.to_string())
}

/// The text of a legal move as the engine writes it.
fn canonical(position: &Position, text: &str) -> Result<String, String> {
    match position {
        Position::Lattice(p) => {
            let request = p.read_move(text).map_err(|e| e.to_string())?;
            let m = p.find_move(&request).map_err(|e| e.to_string())?;
            Ok(p.rules().move_text(m))
        }
        Position::Plane(p) => {
            let written = text.parse().map_err(|e: crate::notation::TextError| e.to_string())?;
            let m = resolve(p, &written).map_err(|e| e.to_string())?;
            p.judge(m).map_err(|e| e.to_string())?;
            Ok(p.text_of(m).to_string())
        }
    }
}
