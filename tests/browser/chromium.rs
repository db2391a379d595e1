//! One browser for the whole run, headless. Each test opens pages in it, each with a profile of its own.

use crate::server::Folder;
use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// The browser to use: `CHROMIUM`, or the first of the usual names on the path.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    std::env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name))).find(|file| file.is_file())
}

/// A line to the browser or to a page, spoken in its DevTools protocol.
pub struct Line {
    socket: WebSocket<TcpStream>,
    next: u64,
}

impl Line {
    fn open(address: &str, path: &str) -> Line {
        let stream = TcpStream::connect(address).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("set");
        let (socket, _) = tungstenite::client(format!("ws://{address}{path}"), stream).expect("DevTools");
        Line { socket, next: 0 }
    }

    /// Calls a method. Events that come before its answer go to `hear`.
    pub fn call(
        &mut self,
        method: &str,
        params: Value,
        mut hear: impl FnMut(&Value),
    ) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        let message = json!({ "id": id, "method": method, "params": params });
        self.socket.send(Message::text(message.to_string())).expect("sent");
        loop {
            let Message::Text(text) = self.socket.read().expect("DevTools answers") else { continue };
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            if answer["id"] == id {
                return answer.get("error").map_or_else(|| Ok(answer["result"].clone()), |e| Err(e.clone()));
            }
            hear(&answer);
        }
    }
}

struct Chromium {
    child: Child,
    line: Line,
    address: String,
    _files: Folder,
}

/// The browser, once a test has asked for a page.
static RUNNING: Mutex<Option<Chromium>> = Mutex::new(None);

impl Chromium {
    fn start() -> Chromium {
        let files = Folder::new();
        let child = Command::new(find().expect("asked for only when there is one"))
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", files.0.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        // The file has the port on one line and the browser's own path on the next.
        let begin = Instant::now();
        let told = loop {
            let text = std::fs::read_to_string(files.0.join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, path)) = text.split_once('\n') {
                break (port.to_owned(), path.trim().to_owned());
            }
            assert!(begin.elapsed() < Duration::from_secs(40), "the browser's port never came");
            std::thread::sleep(Duration::from_millis(50));
        };
        let address = format!("127.0.0.1:{}", told.0);
        let line = Line::open(&address, &told.1);
        Chromium { child, line, address, _files: files }
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.line.call(method, params, |_| {}).unwrap_or_else(|error| panic!("{method}: {error}"))
    }
}

fn with_browser<T>(work: impl FnOnce(&mut Chromium) -> T) -> T {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    work(running.get_or_insert_with(Chromium::start))
}

/// Ends the browser, if it was started.
pub fn end() {
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(mut browser) = running {
        // Asked first, so that it ends its own helpers; then for certain.
        let _ = browser.line.call("Browser.close", json!({}), |_| {});
        std::thread::sleep(Duration::from_millis(200));
        let _ = browser.child.kill();
        let _ = browser.child.wait();
    }
}

/// A profile of its own within the browser.
pub struct Profile {
    context: String,
}

impl Profile {
    /// A new profile with a blank page in it.
    pub fn with_page() -> (Profile, Line) {
        with_browser(|browser| {
            let made = browser.call("Target.createBrowserContext", json!({}));
            let context = made["browserContextId"].as_str().expect("its name").to_owned();
            let page = json!({ "url": "about:blank", "browserContextId": context });
            let page = browser.call("Target.createTarget", page);
            let name = page["targetId"].as_str().expect("its name");
            let line = Line::open(&browser.address, &format!("/devtools/page/{name}"));
            (Profile { context }, line)
        })
    }

    /// Lets the profile's pages do what a browser asks its user about.
    pub fn permit(&self, permissions: &[&str]) {
        let params = json!({ "permissions": permissions, "browserContextId": self.context });
        with_browser(|browser| browser.call("Browser.grantPermissions", params));
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        let context = json!({ "browserContextId": self.context });
        // A browser that has died has no profiles either.
        let _ = with_browser(|browser| browser.line.call("Target.disposeBrowserContext", context, |_| {}));
    }
}
