//! Texts from strangers to the running program: lines for `analyze` and `uci`, HTTP requests and WebSocket messages for
//! `serve`.
//!
//! Every line gets one answer, the server goes on answering, and standard error never names a panic.

use crate::cases::Seeds;
use crate::dice::Dice;
use serde_json::Value;
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a damaged request waits for an answer: half of one never gets any.
const HASTE: Duration = Duration::from_millis(20);

/// The built program, and what of it runs by now.
pub struct Program {
    path: PathBuf,
    folder: PathBuf,
    analyze: RefCell<Option<Pipe>>,
    uci: RefCell<Option<Pipe>>,
    server: RefCell<Option<Server>>,
}

impl Program {
    /// A program that starts when it is first asked, with a folder for what it writes.
    pub fn new(path: PathBuf, folder: &Path) -> Program {
        let folder = folder.to_owned();
        let (analyze, uci, server) = (RefCell::default(), RefCell::default(), RefCell::default());
        Program { path, folder, analyze, uci, server }
    }

    /// Starts a command of the program, its standard error in a file of the folder.
    fn start(&self, name: &str, arguments: &[&str]) -> (Child, PathBuf) {
        let complaints = self.folder.join(format!("{name}.err"));
        let file = File::create(&complaints).expect("a file for standard error");
        let mut command = Command::new(&self.path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file);
        (command.spawn().expect("the program starts"), complaints)
    }
}

/// Fails if a file names a panic.
fn no_panic(complaints: &Path) {
    let text = std::fs::read_to_string(complaints).unwrap_or_default();
    assert!(!text.contains("panicked"), "{text}");
}

/// A command that answers each line by one.
struct Pipe {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    complaints: PathBuf,
}

impl Pipe {
    fn new((mut child, complaints): (Child, PathBuf)) -> Pipe {
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Pipe { child, to, from, complaints }
    }

    fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        self.hear()
    }

    fn tell(&mut self, line: &str) {
        self.to.write_all(line.as_bytes()).and_then(|()| self.to.write_all(b"\n")).expect("it reads");
    }

    fn hear(&mut self) -> String {
        let mut answer = String::new();
        let read = self.from.read_line(&mut answer).expect("it answers in UTF-8");
        no_panic(&self.complaints);
        assert!(read > 0, "it ended");
        answer
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server with one game that all sockets share.
struct Server {
    child: Child,
    address: String,
    complaints: PathBuf,
    made: Value,
    socket: Option<WebSocket<TcpStream>>,
}

impl Server {
    fn start(program: &Program) -> Server {
        let data = program.folder.join("games");
        let data = data.to_str().expect("a path in UTF-8");
        let (mut child, complaints) =
            program.start("serve", &["serve", "--port", "0", "--no-address-limits", "--data", data]);
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("it says its address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let mut server = Server { child, address, complaints, made: Value::Null, socket: None };
        let body = r#"{"variant": "continuous"}"#;
        let answer = server.ask(&request("POST", "/api/games", body));
        let body = answer.split("\r\n\r\n").nth(1).expect("a body");
        server.made = serde_json::from_str(body).expect("a game");
        server
    }

    /// Sends a whole request on a connection of its own. Returns the answer.
    fn ask(&self, request: &str) -> String {
        self.exchange(request, |_| {})
    }

    /// Sends what may be no request and hangs up. Returns what was answered before that.
    fn pester(&self, text: &str) -> String {
        self.exchange(text, |stream| {
            stream.set_read_timeout(Some(HASTE)).expect("a time");
        })
    }

    fn exchange(&self, text: &str, before_reading: impl FnOnce(&TcpStream)) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        // The server may hang up before it has read everything.
        let _ = stream.write_all(text.as_bytes());
        before_reading(&stream);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A socket of the game, both sides joined.
    fn socket(&mut self) -> &mut WebSocket<TcpStream> {
        if self.socket.is_none() {
            let stream = TcpStream::connect(&self.address).expect("it listens");
            stream.set_read_timeout(Some(PATIENCE)).expect("a time");
            let game = self.made["game"].as_str().expect("its name");
            let url = format!("ws://{}/api/games/{game}/socket", self.address);
            let (mut socket, _) = tungstenite::client(url, stream).expect("a socket");
            let join = serde_json::json!({
                "re": JOIN, "do": "join", "keys": [self.made["white"], self.made["black"]]
            });
            socket.send(Message::text(join.to_string())).expect("sent");
            self.socket = Some(socket);
        }
        self.socket.as_mut().expect("just made")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(method: &str, address: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// A line for `analyze`.
pub fn make_analyze(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let position = &dice.pick(&seeds.positions).position;
    let mut line = serde_json::json!({
        "id": 1, "variant": position.variant().name(), "position": position.to_string(), "piece": "Ke",
        "rules": { "zeno": true }
    });
    for field in ["id", "piece", "rules"] {
        if dice.below(3) > 0 {
            line.as_object_mut().expect("an object").remove(field);
        }
    }
    let line = dice.damage(&line.to_string(), &seeds.texts).replace('\n', " ");
    // An empty line gets no answer.
    (!line.trim().is_empty()).then_some(line)
}

/// A line gets one answer.
pub fn analyze(seeds: &Seeds, input: &str) {
    let mut running = seeds.program().analyze.borrow_mut();
    let pipe = running.get_or_insert_with(|| Pipe::new(seeds.program().start("analyze", &["analyze"])));
    let answer: Value = serde_json::from_str(&pipe.ask(input)).expect("a line of JSON");
    assert!(answer.get("status").is_some() != answer.get("error").is_some(), "{answer}");
}

/// A dialogue with `uci`.
pub fn make_uci(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let position = &dice.pick(&seeds.positions).position;
    let sound = [
        format!("setoption name UCI_Variant value {}", position.variant().name()),
        format!("position fen {position} moves {}", dice.pick(&seeds.moves).replace(' ', "@")),
        "position startpos moves e2e4 e7e5".to_owned(),
        "go nodes 50 searchmoves e2e4".to_owned(),
        "go wtime 50 btime 50 winc 1 binc 1 movestogo 3".to_owned(),
        "setoption name MultiPV value 3".to_owned(),
        "go infinite".to_owned(),
        "d".to_owned(),
    ];
    let lines: Vec<String> = (0..1 + dice.below(4))
        .map(|_| {
            let line = dice.pick(&sound).clone();
            if dice.below(2) > 0 { dice.damage(&line, &seeds.texts).replace('\n', " ") } else { line }
        })
        .filter(|line| line.trim() != "quit")
        .collect();
    Some(lines.join("\n"))
}

/// Whatever is said to `uci`, it is soon ready again.
pub fn uci(seeds: &Seeds, input: &str) {
    let mut running = seeds.program().uci.borrow_mut();
    let pipe = running.get_or_insert_with(|| Pipe::new(seeds.program().start("uci", &["uci"])));
    input.lines().for_each(|line| pipe.tell(line));
    pipe.tell("stop");
    pipe.tell("isready");
    while pipe.hear().trim() != "readyok" {}
}

/// The number of the request that joins the game: no damaged message has it.
const JOIN: u32 = 4_010_401;

/// Stands in inputs for the game that the server has.
const GAME: &str = "THE-GAME";

/// An HTTP request, its body or its head damaged.
pub fn make_http(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let file = serde_json::json!({ "text": dice.pick(&seeds.files) }).to_string();
    let named =
        serde_json::json!({ "variant": "zeno", "title": "a game", "rules": { "step": 0.5 } }).to_string();
    let position = &dice.pick(&seeds.positions).position;
    let placed =
        serde_json::json!({ "variant": position.variant().name(), "position": position.to_string() })
            .to_string();
    let sound = [
        ("POST", "/api/games".to_owned(), named),
        ("POST", "/api/games".to_owned(), placed),
        ("POST", "/api/variants".to_owned(), file),
        ("GET", format!("/api/games/{GAME}/picture.png?ply=0&size=200"), String::new()),
        ("GET", format!("/api/games/{GAME}/scenario.toml"), String::new()),
        ("GET", format!("/game/{GAME}"), String::new()),
    ];
    let (method, address, body) = dice.pick(&sound);
    Some(match dice.below(3) {
        0 => dice.damage(&request(method, address, body), &seeds.texts),
        1 => request(method, &dice.damage(address, &seeds.texts), body),
        _ => request(method, address, &dice.damage(body, &seeds.texts)),
    })
}

/// Whatever is asked of the server, it has no fault of its own and goes on answering.
pub fn http(seeds: &Seeds, input: &str) {
    let mut running = seeds.program().server.borrow_mut();
    let server = running.get_or_insert_with(|| Server::start(seeds.program()));
    let game = server.made["game"].as_str().expect("its name");
    let answer = server.pester(&input.replace(GAME, game));
    no_panic(&server.complaints);
    assert!(!answer.starts_with("HTTP/1.1 500"), "{answer}");
    let alive = server.ask(&request("GET", "/api/variants", ""));
    assert!(alive.starts_with("HTTP/1.1 200"), "{alive}");
}

/// A WebSocket message to a game.
pub fn make_socket(seeds: &Seeds, dice: &mut Dice) -> Option<String> {
    let moved = serde_json::json!({ "re": 7, "do": "move", "text": dice.pick(&seeds.moves), "ply": 0 });
    let sound = [
        moved.to_string(),
        r#"{"re": 7, "do": "undo"}"#.to_owned(),
        r#"{"re": 7, "do": "redo"}"#.to_owned(),
        r#"{"re": 7, "do": "view", "ply": 0}"#.to_owned(),
        r#"{"re": 7, "do": "attacks", "ply": 0, "by": "white"}"#.to_owned(),
    ];
    let text = dice.pick(&sound);
    Some(dice.damage(text, &seeds.moves))
}

/// A message gets an answer.
pub fn socket(seeds: &Seeds, input: &str) {
    let mut running = seeds.program().server.borrow_mut();
    let server = running.get_or_insert_with(|| Server::start(seeds.program()));
    let socket = server.socket();
    socket.send(Message::text(input)).expect("it reads");
    let answered = loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["is"] == "answer" && message["re"] != JOIN {
                    break true;
                }
            }
            Ok(_) => {}
            Err(_) => break false,
        }
    };
    no_panic(&server.complaints);
    assert!(answered, "the socket ended without an answer");
}
