//! A UCI session: one game, its options, and at most one search at a time.

use super::command::{Command, GoCommand, Start};
use super::fault::UciFault;
use super::info::{InfoReporter, info_of_decided};
use super::settings::{SettingChange, Settings};
use super::token::{from_token, to_token};
use crate::budget::{SearchLimits, StopSignal};
use crate::chess::Draws;
use crate::endings::Endings;
use crate::engine::choose::{Memory, best_with_progress};
use crate::engine::mate::mate_within;
use crate::engine::options::Options;
use crate::engine::result::SearchResult;
use crate::game::{Game, MoveMade, Position, Prepared, Refused};
use crate::notation::TextError;
use crate::variant::VariantError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time that a search may take after the end of the input.
const AFTER_INPUT: Duration = Duration::from_secs(10);

/// The function that takes the answers, called with whole lines from several threads.
pub(super) type Output = Arc<dyn Fn(&str) + Send + Sync>;

/// The course of the session after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterLine {
    /// The next line is read.
    GoOn,
    /// The session ends.
    Quit,
}

/// A session with a graphical program.
pub struct Session {
    settings: Settings,
    prepared: Prepared,
    /// The game; `None` after a `position` that was refused.
    game: Option<Game>,
    out: Output,
    search: Option<RunningSearch>,
    /// The memory that the searches of the game share.
    memory: Arc<Mutex<Memory>>,
    endings: Endings,
}

/// A running search in its own thread.
struct RunningSearch {
    control: Arc<SearchControl>,
    /// The limits that hold from `ponderhit` on; `None` without `go ponder`.
    ponder_limits: Option<SearchLimits>,
    thread: JoinHandle<()>,
}

/// The signals from the session to the thread of a search.
struct SearchControl {
    /// Ends the search, and the solver of `go mate`.
    stop: StopSignal,
    /// Whether the move is withheld until `stop` or `ponderhit`.
    is_held: AtomicBool,
}

impl Session {
    /// Returns a session that begins with the orthodox game. Its searches use the tables of endings.
    ///
    /// # Errors
    /// When the orthodox preset has a fault, which a test excludes.
    pub fn new(
        endings: Endings,
        out: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Session, VariantError> {
        let prepared = Prepared::preset("orthodox")?;
        Ok(Session {
            settings: Settings::default(),
            game: initial(&prepared).ok(),
            prepared,
            out: Arc::new(out),
            search: None,
            memory: Arc::default(),
            endings,
        })
    }

    /// Answers a line, and returns whether the session goes on. A refused line is answered by `info string error:` and changes nothing.
    /// Only a refused `position` has an effect: the session has no position after it.
    pub fn line(&mut self, line: &str) -> AfterLine {
        match Command::read(line).and_then(|command| self.obey(command)) {
            Ok(after) => after,
            Err(fault) => {
                self.complain(&fault);
                AfterLine::GoOn
            }
        }
    }

    /// Ends the session after the end of its input. A search with limits has ten seconds to answer first.
    pub fn finish(&mut self) {
        if self.is_held() {
            self.stop();
        }
        if let Some(RunningSearch { control, .. }) = &self.search {
            control.stop.stop_after(AFTER_INPUT);
        }
        self.join();
    }

    fn obey(&mut self, command: Command) -> Result<AfterLine, UciFault> {
        match command {
            Command::Nothing => {}
            Command::Uci => {
                self.say(&format!("id name continuum {}", env!("CARGO_PKG_VERSION")));
                self.say("id author the authors of continuum");
                Settings::describe().iter().for_each(|line| self.say(line));
                self.say("uciok");
            }
            Command::IsReady => self.say("readyok"),
            Command::UciNewGame => {
                self.wait_until_idle()?;
                self.game = Some(initial(&self.prepared)?);
                self.memory = Arc::default();
            }
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { start, moves } => {
                self.game = None;
                self.wait_until_idle()?;
                self.game = Some(self.set_up(&start, &moves)?);
            }
            Command::Go(go) => self.go(*go),
            Command::PonderHit => self.ponder_hit(),
            Command::Stop => self.stop(),
            Command::Display => {
                let game = self.game.as_ref().ok_or(UciFault::NoPosition)?;
                self.say(&game.position().to_string());
            }
            Command::Quit => {
                self.stop();
                return Ok(AfterLine::Quit);
            }
        }
        Ok(AfterLine::GoOn)
    }

    fn say(&self, line: &str) {
        (self.out)(line);
    }

    /// Reports a fault in one line.
    fn complain(&self, fault: &impl std::fmt::Display) {
        let fault = fault.to_string();
        let words: Vec<&str> = fault.split_whitespace().collect();
        self.say(&format!("info string error: {}", words.join(" ")));
    }

    /// Sets an option, and carries out the consequence.
    fn set(&mut self, name: &str, value: &str) -> Result<(), UciFault> {
        self.wait_until_idle()?;
        let mut settings = self.settings.clone();
        match settings.set(name, value)? {
            SettingChange::Nothing => {}
            SettingChange::WaitsForPath => {
                self.say("info string UCI_Variant: set VariantPath to a variant file, which is then loaded");
            }
            SettingChange::Forget => self.memory = Arc::default(),
            SettingChange::Variant(prepared) => {
                self.game = Some(initial(&prepared)?);
                self.prepared = prepared;
                self.memory = Arc::default();
            }
        }
        self.settings = settings;
        Ok(())
    }

    /// Waits until the thread of a search has ended, if there is one.
    fn join(&mut self) {
        if let Some(search) = self.search.take()
            && search.thread.join().is_err()
        {
            self.complain(&"the search broke off");
        }
    }

    /// Ends the search, and waits for its answer.
    fn stop(&mut self) {
        if let Some(RunningSearch { control, .. }) = &self.search {
            control.stop.stop();
        }
        self.join();
    }

    /// Waits for the end of a running search.
    ///
    /// # Errors
    /// When the search itself waits for `stop` or `ponderhit`.
    fn wait_until_idle(&mut self) -> Result<(), UciFault> {
        if self.is_held() {
            return Err(UciFault::Busy);
        }
        self.join();
        Ok(())
    }

    /// Whether a search runs that answers only after `stop` or `ponderhit`.
    fn is_held(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.control.is_held.load(Ordering::Acquire))
    }

    /// Puts the limits of `go ponder` into force, because the expected move was played.
    fn ponder_hit(&mut self) {
        let Some(RunningSearch { control, ponder_limits: Some(limits), .. }) = &self.search else { return };
        if let Some(time) = limits.time {
            control.stop.stop_after(time);
        }
        control.is_held.store(*limits == SearchLimits::default(), Ordering::Release);
    }

    /// Returns the game of a `position` command.
    fn set_up(&self, start: &Start, moves: &[String]) -> Result<Game, UciFault> {
        let mut game = match start {
            Start::Initial => initial(&self.prepared)?,
            Start::Written(text) => {
                let (position, notes) = Position::read(&self.prepared, text)?;
                notes.iter().for_each(|note| self.say(&format!("info string note: {note}")));
                Game::new(position).with_draws(Draws::Unclaimed)
            }
            Start::Unreadable => return Err(UciFault::Start),
        };
        for token in moves {
            let text = from_token(game.position(), token);
            game.play(&text).map_err(|why| UciFault::Move { token: token.clone(), why })?;
        }
        Ok(game)
    }

    /// Returns the texts of the legal moves among those of `searchmoves`, and reports the others.
    fn legal_texts(&self, game: &Game, tokens: &[String]) -> Vec<String> {
        let mut texts = Vec::new();
        for token in tokens {
            match searched_text(game, token) {
                Ok(text) => texts.push(text),
                Err(why) => self.complain(&UciFault::SearchMove { token: token.clone(), why }),
            }
        }
        texts
    }

    /// Begins a search, even if a part of the command is faulty. A running search has to answer first.
    fn go(&mut self, go: GoCommand) {
        go.faults.iter().for_each(|fault| self.complain(fault));
        self.finish();
        let Some(game) = self.game.clone() else {
            self.complain(&UciFault::NoPosition);
            self.say("info depth 0 score cp 0");
            return self.say("bestmove (none)");
        };
        let only = self.legal_texts(&game, &go.searchmoves);
        let is_faulty = !go.faults.is_empty() || only.len() < go.searchmoves.len();
        let mut limits = limits_of(&go, game.position().turn().index());
        let waits_for_stop = go.is_infinite || go.is_pondering;
        if is_faulty && !waits_for_stop && limits == SearchLimits::default() {
            // Without a readable limit the search would not end.
            limits.depth = Some(1);
        }
        let ponder_limits = go.is_pondering.then_some(limits);
        if go.is_pondering {
            limits = SearchLimits { time: None, begin_until: None, ..limits };
        }
        let control = Arc::new(SearchControl {
            stop: StopSignal::new(),
            is_held: AtomicBool::new(waits_for_stop || limits == SearchLimits::default()),
        });
        let task = SearchTask {
            options: Options { endings: self.endings.clone(), ..self.settings.options(limits, only) },
            game,
            mate: go.mate.filter(|_| !go.is_pondering),
            reports_reply: self.settings.may_ponder,
            control: Arc::clone(&control),
            memory: Arc::clone(&self.memory),
            out: Arc::clone(&self.out),
        };
        let thread = std::thread::spawn(move || {
            let best_move = task.best_move();
            // The other program may send the next command as soon as it has the answer.
            task.control.is_held.store(false, Ordering::Release);
            (task.out)(&best_move);
        });
        self.search = Some(RunningSearch { control, ponder_limits, thread });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The task of the thread of a search.
struct SearchTask {
    game: Game,
    options: Options,
    /// The number of moves of `go mate`.
    mate: Option<u32>,
    /// Whether the expected reply is reported too.
    reports_reply: bool,
    control: Arc<SearchControl>,
    memory: Arc<Mutex<Memory>>,
    out: Output,
}

impl SearchTask {
    /// Searches, reports lines of play, and returns the `bestmove` line as soon as it may be sent.
    fn best_move(&self) -> String {
        let position = self.game.position();
        if self.game.is_over() {
            (self.out)(&info_of_decided(self.game.winner()));
        }
        let reporter = InfoReporter::new(&self.out, position);
        let stop = &self.control.stop;
        let solved = self.mate.and_then(|most| mate_within(&self.game, most, &self.options, stop));
        let result = solved.unwrap_or_else(|| self.search(&reporter));
        reporter.report_result(&result);
        while self.control.is_held.load(Ordering::Acquire) && !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let moves = result.lines.first().map_or(&[][..], |line| &line.moves);
        let token = |text: &String| to_token(position, text);
        let best = moves.first().map_or("(none)".to_owned(), token);
        match moves.get(1).filter(|_| self.reports_reply) {
            Some(reply) => format!("bestmove {best} ponder {}", token(reply)),
            None => format!("bestmove {best}"),
        }
    }

    /// Returns the result of a search, which ends early if it finds the mate of `go mate`.
    fn search(&self, reporter: &InfoReporter<'_>) -> SearchResult {
        let is_wanted_mate =
            |moves: i32| self.mate.is_some_and(|most| moves > 0 && moves.unsigned_abs() <= most);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let stop = &self.control.stop;
        best_with_progress(&self.game, &self.options, stop, &mut memory, &|progress| {
            reporter.report(progress);
            if progress.place == 1 && progress.line.score.moves_to_mate().is_some_and(is_wanted_mate) {
                stop.stop();
            }
        })
    }
}

/// Returns the limits of `go` for the side to move, 0 for White and 1 for Black.
fn limits_of(go: &GoCommand, side: usize) -> SearchLimits {
    let depth = go.depth.or_else(|| go.mate.map(|moves| moves.saturating_mul(2)));
    let mut limits = SearchLimits { time: go.movetime, nodes: go.nodes, depth, ..SearchLimits::default() };
    if let (Some(left), None) = (go.time[side], go.movetime) {
        let share = SearchLimits::by_clock(left, go.increment[side].unwrap_or_default(), go.movestogo);
        (limits.time, limits.begin_until) = (share.time, share.begin_until);
    }
    if go.is_infinite { SearchLimits::default() } else { limits }
}

/// Returns the game that begins at `startpos`. Draws do not end it, because the other program claims them.
fn initial(prepared: &Prepared) -> Result<Game, TextError> {
    Ok(Game::new(Position::usual(prepared)?).with_draws(Draws::Unclaimed))
}

/// Returns the text by which a search knows a legal move. On cells this is the text that the engine writes.
fn searched_text(game: &Game, token: &str) -> Result<String, Refused> {
    let position = game.position();
    let text = from_token(position, token);
    Ok(match game.ply(&text)?.made {
        MoveMade::Lattice(made) => position.text_of(&made.chosen.into()).unwrap_or(text),
        MoveMade::Plane(_) => text,
    })
}
