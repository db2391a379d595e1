//! What answers the pages of a test: a server, or a library inside the browser, whose pages are a folder of files.
//!
//! The tests of both engines are one list; the second run of each has its pages from the folder that `CONTINUUM_SITE` names.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};
use serde_json::Value;
use std::cell::Cell;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What answers the pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Server,
    Browser,
}

thread_local! {
    /// The engine of the test that runs on this thread.
    static ENGINE: Cell<Engine> = const { Cell::new(Engine::Server) };
}

/// Runs a test with an engine.
pub fn with(engine: Engine, test: fn()) {
    ENGINE.set(engine);
    test();
}

/// The folder without a server, if this run has one.
pub fn folder() -> Option<PathBuf> {
    std::env::var_os("CONTINUUM_SITE").map(PathBuf::from)
}

pub enum Host {
    Server {
        server: Server,
        data: Folder,
    },
    /// A server of files.
    Browser {
        address: String,
        is_cut: Arc<AtomicBool>,
    },
}

impl Host {
    pub fn start() -> Host {
        match ENGINE.get() {
            Engine::Server => {
                let data = Folder::new();
                Host::Server { server: Server::start(&data.0), data }
            }
            Engine::Browser => {
                let is_cut = Arc::new(AtomicBool::new(false));
                Host::Browser { address: serve_files(folder().expect("a folder"), is_cut.clone()), is_cut }
            }
        }
    }

    /// Answers nothing from now on, as without a network.
    pub fn cut(&self) {
        match self {
            Host::Server { .. } => unreachable!("the tests of servers kill theirs"),
            Host::Browser { is_cut, .. } => is_cut.store(true, Ordering::SeqCst),
        }
    }

    /// The bytes of the server's file of games; 0 where there is no server.
    pub fn stored(&self) -> u64 {
        match self {
            Host::Server { data, .. } => {
                std::fs::metadata(data.0.join("games.sqlite")).expect("the file of games").len()
            }
            Host::Browser { .. } => 0,
        }
    }

    /// The address of a page by its name, which a hash may follow.
    pub fn page(&self, name: &str) -> String {
        match self {
            Host::Server { server, .. } => format!("http://{}/{name}", server.address),
            Host::Browser { address, .. } => {
                let (page, hash) = name.split_at(name.find('#').unwrap_or(name.len()));
                let page = if page.is_empty() { "index" } else { page };
                format!("http://{address}/{page}.html{hash}")
            }
        }
    }
}

/// JavaScript for the script by which a page asks its engine.
pub const NET: &str = "(async () => {
    const { src, dataset } = document.querySelector('script[type=module]:not([async])');
    return dataset.script ? (await import(src)).script('net.js') : import(src.replace(/[^/]*$/, 'net.js'));
})()";

/// A board at which a game was begun from a page.
pub struct Seat {
    pub browser: Browser,
    pub host: Host,
}

impl Seat {
    /// A game that a page has made, seen by who holds the keys of some sides: `wb`, `w` or `b`.
    pub fn lay(request: &Value, sides: &str, screen: Screen) -> Seat {
        let mut seat = Seat { browser: Browser::start(screen), host: Host::start() };
        seat.begin(request, sides);
        seat
    }

    pub fn begin(&mut self, request: &Value, sides: &str) {
        let b = &mut self.browser;
        b.open(&self.host.page(""));
        b.until("document.querySelector('#board svg')");
        b.value(&format!(
            "{NET}.then(async net => {{
                const {{ game, white, black }} = await net.ask('POST', '/api/games', {request});
                const keys = [...'{sides}'].map(side => `${{side}}=${{side === 'w' ? white : black}}`).join('&');
                window.begun = `${{net.gameAt(game)}}#${{keys}}`;
            }})"
        ));
        b.until("window.begun");
        let link = b.text("new URL(window.begun, location).href");
        b.open(&link);
        b.until("document.querySelector('#board svg .piece') && document.body?.dataset.plies");
    }
}

/// Serves the files of a folder as any host does, and returns its address.
fn serve_files(folder: PathBuf, is_cut: Arc<AtomicBool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            if is_cut.load(Ordering::SeqCst) {
                continue;
            }
            let folder = folder.clone();
            std::thread::spawn(move || answer(&stream, &folder));
        }
    });
    address
}

/// Answers one request for a file.
fn answer(mut stream: &TcpStream, folder: &Path) -> Option<()> {
    let mut lines = BufReader::new(stream).lines();
    let head = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let name = head.split(' ').nth(1)?.split('?').next()?.trim_start_matches('/');
    let path = folder.join(if name.is_empty() { "index.html" } else { name });
    let kind = match path.extension()?.to_str()? {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        _ => "application/json",
    };
    let (status, body) = match std::fs::read(&path) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).ok()
}
