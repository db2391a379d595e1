//! The WebSocket of a visitor: it receives requests, and sends answers and states of the game.

use crate::answers::games::{Request, questions};
use crate::answers::view::LinesView;
use crate::answers::{ApiError, as_value};
use crate::arbiter::Ask;
use crate::budget::StopSignal;
use crate::serve::games::{
    AdviceWanted, Asker, Attendance, HeldSides, JoinedVisitor, OpenGame, OpenGames, StopOnDrop, next_visitor,
    presence_message,
};
use crate::serve::limits;
use crate::serve::net::{Client, TokenBucket};
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::Deserialize;
use serde_json::{Value, json};
use std::error::Error as _;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// A request with its number, in its JSON form. The answer repeats the number.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default, rename = "re")]
    number: u64,
    #[serde(flatten)]
    request: Request,
}

/// The number of a request, read from a message whose other fields may be wrong.
#[derive(Deserialize)]
struct Numbered {
    #[serde(rename = "re")]
    number: u64,
}

/// The error that the visitor has closed the socket or reads too slowly.
struct Gone;

/// Serves one visitor until the connection ends.
pub async fn serve(socket: WebSocket, games: Arc<OpenGames>, game: Arc<OpenGame>, client: Client) {
    let (late_sender, late_answers) = mpsc::unbounded_channel();
    let connection = Connection {
        socket,
        games,
        game,
        client,
        tokens: TokenBucket::new(limits::REQUESTS_AT_ONCE, limits::REQUESTS_A_SECOND.into()),
        visitor: next_visitor(),
        sides: HeldSides::default(),
        attendance: None,
        advice: None,
        late_sender,
    };
    connection.run(late_answers).await;
}

struct Connection {
    socket: WebSocket,
    games: Arc<OpenGames>,
    game: Arc<OpenGame>,
    client: Client,
    /// A token for each request that may be answered now.
    tokens: TokenBucket,
    visitor: u64,
    sides: HeldSides,
    /// Counts the visitor as a player who is there.
    attendance: Option<Attendance>,
    /// Ends the search for the advice that was requested last.
    advice: Option<StopOnDrop>,
    /// Takes slow answers. Each is sent once it is ready, even after answers to later requests.
    late_sender: mpsc::UnboundedSender<String>,
}

impl Connection {
    async fn run(mut self, mut late_answers: mpsc::UnboundedReceiver<String>) {
        let mut states = self.game.watch();
        states.mark_changed();
        let mut sent_version = 0;
        let mut presence = self.game.presence.watch();
        let mut pings = interval(limits::PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut unanswered_pings = 0;
        loop {
            let sent = tokio::select! {
                received = self.socket.recv() => {
                    unanswered_pings = 0;
                    match received {
                        Some(Ok(message)) => self.receive(message).await,
                        Some(Err(e)) if is_too_long(&e) => {
                            let reason = "the message is too long".into();
                            let frame = CloseFrame { code: close_code::SIZE, reason };
                            self.send(Message::Close(Some(frame))).await.and(Err(Gone))
                        }
                        Some(Err(_)) | None => return,
                    }
                }
                // The connection itself has a sender, so the channel stays open.
                Some(answer) = late_answers.recv() => self.send_text(answer).await,
                Ok(()) = states.changed() => {
                    let state = states.borrow_and_update().clone();
                    let message = state.message_after(sent_version);
                    sent_version = state.version;
                    self.send_text(message).await
                }
                Ok(()) = presence.changed() => {
                    let message = presence_message(&presence.borrow_and_update());
                    self.send_text(message).await
                }
                _ = pings.tick() => {
                    unanswered_pings += 1;
                    if unanswered_pings > limits::UNANSWERED_PINGS {
                        return;
                    }
                    self.send(Message::Ping(Vec::new().into())).await
                }
            };
            if sent.is_err() {
                return;
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), Gone> {
        match message {
            Message::Close(_) => Err(Gone),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Text(text) => {
                self.tokens.take().await;
                let Some(answer) = self.answer_to(&text).await else { return Ok(()) };
                self.send_text(answer).await
            }
            Message::Binary(_) => {
                let error = ApiError::request("send text: one JSON object a message");
                self.send_text(answer_text(0, Err(error))).await
            }
        }
    }

    async fn send_text(&mut self, text: String) -> Result<(), Gone> {
        self.send(Message::Text(text.into())).await
    }

    /// Sends a message. A visitor who reads too slowly is given up.
    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(limits::SEND_TIME, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// Returns the answer to a message; `None` if the answer is sent later.
    async fn answer_to(&mut self, text: &str) -> Option<String> {
        if text.len() > limits::REQUEST_BYTES {
            let max = limits::REQUEST_BYTES;
            let error = ApiError::request(format!("the message is longer than {max} bytes"));
            return Some(answer_text(number_of(text), Err(error)));
        }
        let Envelope { number, request } = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            Err(e) => {
                let error = ApiError::request(format!("not a request: {e}"));
                return Some(answer_text(number_of(text), Err(error)));
            }
        };
        let result = match request {
            Request::BestLines { ply, lines } => match self.begin_advice(number, ply, lines).await {
                Ok(()) => return None,
                Err(error) => Err(error),
            },
            Request::Join { secrets } => self.join(secrets).await,
            Request::Attention { attention } => {
                if let Some(attendance) = &mut self.attendance {
                    attendance.set_attention(attention);
                }
                Ok(Value::Bool(true))
            }
            request => {
                let (games, game, client) = (self.games.clone(), self.game.clone(), self.client.clone());
                let sides = self.sides;
                let admit_game = move || client.count_new_game().and_then(|()| games.make_room());
                // The text of a large answer takes long to write, so the worker writes it.
                let work = move || Ok(answer_text(number, perform(&game, sides, admit_game, request)));
                return Some(self.client.run(work).await.unwrap_or_else(|e| answer_text(number, Err(e))));
            }
        };
        Some(answer_text(number, result))
    }

    /// Starts a search for advice, whose result is sent later, and ends the search for the advice that was requested earlier.
    async fn begin_advice(&mut self, number: u64, ply: usize, lines: usize) -> Result<(), ApiError> {
        let stop = StopSignal::new();
        self.advice = Some(StopOnDrop(stop.clone()));
        let asker = Asker::Visitor { number: self.visitor, address: self.client.address() };
        let wanted = AdviceWanted { ply, lines, stop, asker };
        let late_sender = self.late_sender.clone();
        let send_later = move |lines: Result<LinesView, ApiError>| {
            // The visitor may have left.
            let _ = late_sender.send(answer_text(number, lines.and_then(|lines| as_value(&lines))));
        };
        let (game, sides) = (self.game.clone(), self.sides);
        self.client.run(move || game.advise(sides, wanted, send_later)).await
    }

    /// Lets the visitor play the sides of these secrets, and returns the introduction to the game.
    async fn join(&mut self, secrets: Vec<String>) -> Result<Value, ApiError> {
        let game = self.game.clone();
        let JoinedVisitor { sides, introduction } = self.client.run(move || game.join(&secrets)).await?;
        self.sides = sides;
        self.attendance = Some(self.game.presence.enter(sides.played()));
        as_value(&introduction)
    }
}

/// Carries out a request, on a thread that may wait for the disk. `admit_game` makes room for one more game, or refuses it.
fn perform(
    game: &OpenGame,
    sides: HeldSides,
    admit_game: impl FnOnce() -> Result<(), ApiError>,
    request: Request,
) -> Result<Value, ApiError> {
    let position_at = |ply| game.position_at(ply);
    let as_true = |()| Value::Bool(true);
    match request {
        Request::Join { .. } | Request::BestLines { .. } | Request::Attention { .. } => {
            Err(ApiError::request("answered elsewhere"))
        }
        Request::Position { ply } => as_value(&game.view(ply)?),
        Request::LegalSet { ply, piece } => as_value(&questions::legal_set_of(&position_at(ply)?, &piece)?),
        Request::Safety { ply, piece } => as_value(&questions::safety(&position_at(ply)?, &piece)?),
        Request::CapturableAfter { ply, text } => {
            as_value(&questions::capturable_after(position_at(ply)?, &text)?)
        }
        Request::Why { ply, text } => as_value(&questions::why(position_at(ply)?, &text)?),
        Request::Attacks { ply, by } => as_value(&questions::attacks(&position_at(ply)?, by)?),
        Request::HandOver => as_value(&game.hand_over(sides)?),
        Request::GiveCode => as_value(&game.give_code(sides)?),
        Request::TakeCode { code } => as_value(&game.take_code(&code)?),
        Request::Move { text, ply } => game.play(sides, &text, ply).map(as_true),
        Request::Undo => game.ask(sides, Ask::Undo).map(as_true),
        Request::Redo => game.ask(sides, Ask::Redo).map(as_true),
        Request::Draw => game.ask(sides, Ask::Draw).map(as_true),
        Request::Rematch => game.rematch(sides, admit_game).map(as_true),
        Request::Decline => game.ask(sides, Ask::Decline).map(as_true),
        Request::Resign => game.ask(sides, Ask::Resign).map(as_true),
    }
}

fn answer_text(number: u64, result: Result<Value, ApiError>) -> String {
    match result {
        Ok(value) => json!({ "is": "answer", "re": number, "ok": value }).to_string(),
        Err(error) => json!({ "is": "answer", "re": number, "error": error }).to_string(),
    }
}

/// Returns the number of the request in a faulty message; 0 if it has no readable number.
fn number_of(text: &str) -> u64 {
    serde_json::from_str(text).map_or(0, |Numbered { number }| number)
}

fn is_too_long(error: &axum::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}
