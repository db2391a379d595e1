//! A server process of its own, with a folder of its own.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A folder that goes away with its owner.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("continuum-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Server {
    pub child: Child,
    /// `127.0.0.1:PORT`
    pub address: String,
}

impl Server {
    pub fn start(data: &Path) -> Server {
        Server::start_at(data, 0)
    }

    pub fn start_at(data: &Path, port: u16) -> Server {
        Server::start_with(data, port, &[])
    }

    /// With further options of `serve`.
    pub fn start_with(data: &Path, port: u16, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_continuum"));
        command.args(["serve", "--port", &port.to_string(), "--data"]).arg(data).args(options);
        Server::of(command)
    }

    /// The server that a command starts.
    pub fn of(mut command: Command) -> Server {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("it says its address");
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        assert!(address.starts_with("127.0.0.1:"), "unexpected address: {line:?}");
        Server { child, address }
    }

    #[allow(dead_code, reason = "used by the tests in a browser")]
    pub fn port(&self) -> u16 {
        self.address.rsplit(':').next().and_then(|p| p.parse().ok()).expect("a port")
    }

    /// As `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("gone");
    }

    pub fn make(&self, request: &Value) -> Made {
        let (status, body) = self.ask("POST", "/api/games", &request.to_string());
        assert_eq!(status, 201, "{body}");
        Made::read(&body)
    }

    /// Status and body.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (status, _, body) = self.ask_with(method, path, "", body);
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    /// Status and body, from the address of a server that may not be there.
    pub fn try_ask(address: &str, method: &str, path: &str, body: &str) -> std::io::Result<(u16, String)> {
        let (status, _, body) = exchange(address, method, path, "", body)?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    /// Status, head and body.
    pub fn ask_with(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, Vec<u8>) {
        exchange(&self.address, method, path, headers, body).expect("an answer")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[derive(Clone)]
pub struct Made {
    pub game: String,
    pub white: String,
    pub black: String,
}

impl Made {
    /// As the server tells it.
    pub fn read(body: &str) -> Made {
        let made: Value = serde_json::from_str(body).expect("JSON");
        let text = |name: &str| made[name].as_str().expect("text").to_owned();
        Made { game: text("game"), white: text("white"), black: text("black") }
    }
}

/// One request and its answer: status, head and body.
fn exchange(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> std::io::Result<(u16, String, Vec<u8>)> {
    let mut socket = TcpStream::connect(address)?;
    socket.set_read_timeout(Some(Duration::from_secs(30)))?;
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Content-Length: {length}\r\n\r\n");
    socket.write_all(head.as_bytes())?;
    // A refusal may come before all of the body is read.
    let _ = socket.write_all(body.as_bytes());
    let mut answer = Vec::new();
    let _ = socket.read_to_end(&mut answer);
    let cut = || std::io::Error::other("the answer is cut short");
    let end = answer.windows(4).position(|w| w == b"\r\n\r\n").ok_or_else(cut)?;
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(cut)?;
    Ok((status, head, answer[end + 4..].to_vec()))
}
