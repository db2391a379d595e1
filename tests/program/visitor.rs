//! A visitor of a game by WebSocket.

use crate::server::{Made, Server};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

pub struct Visitor {
    pub socket: WebSocket<TcpStream>,
    /// The last state, with all its moves.
    pub state: Value,
    /// What was said last about the presence of both sides.
    pub presence: Value,
    next: u64,
}

impl Visitor {
    pub fn new(server: &Server, game: &str, keys: &[&str]) -> Visitor {
        Visitor::at(&server.address, game, keys).expect("joins")
    }

    /// At the address of a server that may not be there.
    pub fn at(address: &str, game: &str, keys: &[&str]) -> Result<Visitor, String> {
        let stream = TcpStream::connect(address).map_err(|e| e.to_string())?;
        stream.set_read_timeout(Some(Duration::from_secs(20))).map_err(|e| e.to_string())?;
        let url = format!("ws://{address}/api/games/{game}/socket");
        let (socket, _) = tungstenite::client(url, stream).map_err(|e| e.to_string())?;
        let mut visitor = Visitor { socket, state: Value::Null, presence: Value::Null, next: 1 };
        visitor.ask(json!({ "do": "join", "keys": keys }))?;
        while !visitor.state["version"].is_u64() {
            visitor.read()?;
        }
        Ok(visitor)
    }

    /// Both sides.
    pub fn both(server: &Server, made: &Made) -> Visitor {
        Visitor::new(server, &made.game, &[&made.white, &made.black])
    }

    /// The answer, or the error's reason.
    pub fn ask(&mut self, mut request: Value) -> Result<Value, String> {
        let re = self.next;
        self.next += 1;
        request["re"] = re.into();
        self.socket.send(Message::text(request.to_string())).map_err(|e| e.to_string())?;
        loop {
            let message = self.answer()?;
            if message["re"] == re {
                return match message.get("error") {
                    None => Ok(message["ok"].clone()),
                    Some(error) => Err(error["reason"].as_str().unwrap_or_default().to_owned()),
                };
            }
        }
    }

    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let ply = self.plies();
        self.ask(json!({ "do": "move", "text": text, "ply": ply }))?;
        // States of quick changes come as one: the program may have answered already.
        self.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() > ply));
        Ok(())
    }

    pub fn plies(&self) -> usize {
        self.state["moves"].as_array().map_or(0, Vec::len)
    }

    pub fn position(&self) -> String {
        self.state["position"]["text"].as_str().unwrap_or_default().to_owned()
    }

    /// Reads until the state is as wanted.
    pub fn wait(&mut self, wanted: impl Fn(&Value) -> bool) {
        let begin = Instant::now();
        while !wanted(&self.state) {
            assert!(begin.elapsed() < Duration::from_secs(20), "the state never came: {}", self.state);
            self.read().expect("a message");
        }
    }

    /// The next answer; other messages may come at any time.
    pub fn answer(&mut self) -> Result<Value, String> {
        loop {
            let message = self.read()?;
            if message["is"] == "answer" {
                return Ok(message);
            }
        }
    }

    /// Takes a state: of its moves only those are sent that this visitor does not have.
    fn take(&mut self, mut state: Value) {
        let from = state["from"].as_u64().expect("a number") as usize;
        let mut moves = self.state["moves"].as_array().cloned().unwrap_or_default();
        assert!(from <= moves.len(), "moves {} to {from} were never sent", moves.len());
        moves.truncate(from);
        moves.extend(state["moves"].as_array().expect("a list").iter().cloned());
        state["moves"] = moves.into();
        self.state = state;
    }

    /// The next message that is text.
    pub fn read(&mut self) -> Result<Value, String> {
        loop {
            match self.socket.read().map_err(|e| e.to_string())? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["is"] == "state" {
                        self.take(message.clone());
                    } else if message["is"] == "presence" {
                        self.presence = message.clone();
                    }
                    return Ok(message);
                }
                Message::Close(frame) => return Err(format!("closed: {frame:?}")),
                _ => {}
            }
        }
    }
}
