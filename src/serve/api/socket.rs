//! One visitor's WebSocket: requests in, answers and states out.

use crate::answers::games::{Request, questions};
use crate::answers::view::LinesView;
use crate::answers::{ApiError, as_value};
use crate::arbiter::Ask;
use crate::budget::StopSignal;
use crate::serve::games::{
    AdviceWanted, Attendance, HeldSides, JoinedVisitor, OpenGame, OpenGames, Payer, presence_message,
};
use crate::serve::limits;
use crate::serve::net::Client;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// A request with its number, in its JSON form. The answer repeats the number.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    re: u64,
    #[serde(flatten)]
    request: Request,
}

/// The number of a request, read from a message whose other fields may be wrong.
#[derive(Deserialize)]
struct Numbered {
    re: u64,
}

/// The reason why a socket ends.
enum End {
    /// The other end has closed, or does not read.
    Gone,
    /// A message was too long.
    TooLong,
}

/// The number of the next visitor.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// Serves one visitor until the connection ends.
pub async fn serve(mut socket: WebSocket, games: Arc<OpenGames>, game: Arc<OpenGame>, client: Client) {
    let (late_sender, late_answers) = mpsc::unbounded_channel();
    let connection = Connection {
        socket: &mut socket,
        games,
        game,
        client,
        visitor: NEXT.fetch_add(1, Ordering::Relaxed),
        sides: HeldSides::default(),
        attendance: None,
        advice: None,
        late_sender,
    };
    let end = connection.run(late_answers).await;
    if matches!(end, End::TooLong) {
        let frame = CloseFrame { code: close_code::SIZE, reason: "the message is too long".into() };
        // The connection ends in any case.
        let _ = timeout(limits::SEND, socket.send(Message::Close(Some(frame)))).await;
    }
}

struct Connection<'a> {
    socket: &'a mut WebSocket,
    games: Arc<OpenGames>,
    game: Arc<OpenGame>,
    client: Client,
    visitor: u64,
    sides: HeldSides,
    /// Counts the visitor as a player who is there.
    attendance: Option<Attendance>,
    /// Ends the search for the advice that was asked for last.
    advice: Option<StopSignal>,
    /// Takes slow answers. Each is sent once it is ready, even after answers to later requests.
    late_sender: mpsc::UnboundedSender<String>,
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.advice.iter().for_each(StopSignal::stop);
    }
}

impl Connection<'_> {
    async fn run(mut self, mut late_answers: mpsc::UnboundedReceiver<String>) -> End {
        let mut states = self.game.watch();
        states.mark_changed();
        let mut version = 0;
        let mut presence = self.game.presence.watch();
        let mut pings = interval(limits::PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent = 0;
        let mut pace = Pace::new();
        loop {
            let sent = tokio::select! {
                message = self.socket.recv() => {
                    silent = 0;
                    match message {
                        None | Some(Ok(Message::Close(_))) => return End::Gone,
                        Some(Err(e)) => return end_of(e),
                        Some(Ok(Message::Text(text))) => {
                            pace.wait().await;
                            match self.answer_to(&text).await {
                                Some(answer) => self.send(Message::Text(answer.into())).await,
                                None => Ok(()),
                            }
                        }
                        Some(Ok(Message::Binary(_))) => {
                            let error = ApiError::request("send text: one JSON object a message");
                            self.send(Message::Text(answer_text(0, Err(error)).into())).await
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    }
                }
                // The connection itself holds a sender, so the channel stays open.
                Some(answer) = late_answers.recv() => self.send(Message::Text(answer.into())).await,
                changed = states.changed() => {
                    if changed.is_err() {
                        return End::Gone;
                    }
                    let state = states.borrow_and_update().clone();
                    let message = state.message_after(version);
                    version = state.version;
                    self.send(Message::Text(message.into())).await
                }
                Ok(()) = presence.changed() => {
                    let message = presence_message(&presence.borrow_and_update());
                    self.send(Message::Text(message.into())).await
                }
                _ = pings.tick() => {
                    if silent == limits::UNANSWERED {
                        return End::Gone;
                    }
                    silent += 1;
                    self.send(Message::Ping(Vec::new().into())).await
                }
            };
            if let Err(end) = sent {
                return end;
            }
        }
    }

    /// Sends a message, or gives up a slow reader.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(limits::SEND, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }

    /// Returns the answer to a message, or none if the answer is sent later.
    async fn answer_to(&mut self, text: &str) -> Option<String> {
        if text.len() > limits::MESSAGE {
            let most = limits::MESSAGE;
            let error = ApiError::request(format!("the message is longer than {most} bytes"));
            return Some(answer_text(number_of(text), Err(error)));
        }
        let Envelope { re, request } = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            Err(e) => {
                let error = ApiError::request(format!("not a request: {e}"));
                return Some(answer_text(number_of(text), Err(error)));
            }
        };
        let late = self.late_sender.clone();
        let tell = move |lines: Result<LinesView, ApiError>| {
            // The visitor may have left.
            let _ = late.send(answer_text(re, lines.and_then(|lines| as_value(&lines))));
        };
        let (game, sides, client) = (self.game.clone(), self.sides, self.client.clone());
        let done = match request {
            Request::Best { ply, lines } => {
                let wanted = self.advice_wanted(ply, lines);
                match self.client.run(move || game.advise(sides, wanted, tell)).await {
                    Ok(()) => return None,
                    Err(error) => answer_text(re, Err(error)),
                }
            }
            Request::Join { keys } => {
                let joined = self.client.run(move || {
                    let JoinedVisitor { sides, introduction } = game.join(&keys)?;
                    Ok((sides, answer_text(re, as_value(&introduction))))
                });
                match joined.await {
                    Ok((sides, introduction)) => {
                        self.sides = sides;
                        self.attendance = Some(self.game.presence.enter(sides.played()));
                        introduction
                    }
                    Err(error) => answer_text(re, Err(error)),
                }
            }
            Request::Attention { is } => {
                self.attendance.iter_mut().for_each(|attendance| attendance.turn(is));
                answer_text(re, Ok(Value::Bool(true)))
            }
            request => {
                let games = self.games.clone();
                let may_make = move || client.make_game().and_then(|()| games.make_room());
                let work = move || Ok(answer_text(re, perform(&game, sides, may_make, request)));
                self.client.run(work).await.unwrap_or_else(|error| answer_text(re, Err(error)))
            }
        };
        Some(done)
    }

    /// Returns a request for advice, and ends the search for the previous one.
    fn advice_wanted(&mut self, ply: usize, lines: usize) -> AdviceWanted {
        let stop = StopSignal::new();
        if let Some(earlier) = self.advice.replace(stop.clone()) {
            earlier.stop();
        }
        let address = self.client.address();
        let payer = address.map_or(Payer::Visitor(self.visitor), Payer::Address);
        AdviceWanted { ply, lines, stop, visitor: self.visitor, payer }
    }
}

/// Carries out a request, on a thread that may compute and wait for the disk. `may_make` says whether there may be one more
/// game.
fn perform(
    game: &OpenGame,
    sides: HeldSides,
    may_make: impl FnOnce() -> Result<(), ApiError>,
    request: Request,
) -> Result<Value, ApiError> {
    let at = |ply| game.position_at(ply);
    match request {
        Request::Join { .. } | Request::Best { .. } | Request::Attention { .. } => {
            return Err(ApiError::request("answered elsewhere"));
        }
        Request::View { ply } => return as_value(&game.view(ply)?),
        Request::Lanes { ply, piece } => return as_value(&questions::legal_set_of(&at(ply)?, &piece)?),
        Request::Safety { ply, piece } => return as_value(&questions::safety(&at(ply)?, &piece)?),
        Request::After { ply, text } => return as_value(&questions::capturable_after(at(ply)?, &text)?),
        Request::Why { ply, text } => return as_value(&questions::why(at(ply)?, &text)?),
        Request::Attacks { ply, by } => return as_value(&questions::attacks(&at(ply)?, by)?),
        Request::HandOver => return as_value(&game.hand_over(sides)?),
        Request::GiveCode => return as_value(&game.give_code(sides)?),
        Request::TakeCode { code } => return as_value(&game.take_code(&code)?),
        Request::Move { text, ply } => game.play(sides, &text, ply)?,
        Request::Undo => game.ask(sides, Ask::Undo)?,
        Request::Redo => game.ask(sides, Ask::Redo)?,
        Request::Draw => game.ask(sides, Ask::Draw)?,
        Request::Rematch => game.rematch(sides, may_make)?,
        Request::Decline => game.ask(sides, Ask::Decline)?,
        Request::Resign => game.ask(sides, Ask::Resign)?,
    }
    Ok(Value::Bool(true))
}

/// Returns the answer to the request of a number.
fn answer_text(re: u64, done: Result<Value, ApiError>) -> String {
    match done {
        Ok(value) => json!({ "is": "answer", "re": re, "ok": value }).to_string(),
        Err(error) => json!({ "is": "answer", "re": re, "error": error }).to_string(),
    }
}

/// Returns the number of a message that is refused; 0 if the message has no readable one.
fn number_of(text: &str) -> u64 {
    serde_json::from_str(text).map_or(0, |Numbered { re }| re)
}

/// Returns the end of a socket whose message cannot be read.
fn end_of(e: axum::Error) -> End {
    match e.into_inner().downcast_ref() {
        Some(tungstenite::Error::Capacity(_)) => End::TooLong,
        _ => End::Gone,
    }
}

/// The limit on the requests of one visitor: a token bucket.
struct Pace {
    left: f64,
    since: Instant,
}

impl Pace {
    fn new() -> Pace {
        Pace { left: f64::from(limits::BURST), since: Instant::now() }
    }

    async fn wait(&mut self) {
        let rate = f64::from(limits::PACE);
        let gained = self.since.elapsed().as_secs_f64() * rate;
        self.since = Instant::now();
        self.left = (self.left + gained).min(f64::from(limits::BURST)) - 1.0;
        if self.left < 0.0 {
            tokio::time::sleep(std::time::Duration::from_secs_f64(-self.left / rate)).await;
        }
    }
}
