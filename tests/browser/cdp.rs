//! A page of a real browser, used as a person uses it.

use crate::chromium::{Line, Profile};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

pub struct Browser {
    line: Line,
    profile: Profile,
    /// What the page complained of.
    pub complaints: Vec<String>,
    /// How many requests and WebSocket messages the page has sent since [`Browser::count_traffic`], but for those by which it says
    /// every few seconds that it is there.
    pub traffic: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Screen {
    Desktop,
    /// A small laptop.
    Laptop,
    Phone,
    /// One of the smallest there are.
    SmallPhone,
}

/// Whether a message only says that the page is there.
fn is_beat(event: &Value) -> bool {
    let sent = event["params"]["response"]["payloadData"].as_str();
    sent.is_some_and(|sent| sent.contains("attention"))
}

impl Browser {
    pub fn start(screen: Screen) -> Browser {
        let (profile, line) = Profile::with_page();
        let mut browser = Browser { line, profile, complaints: Vec::new(), traffic: 0 };
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        let (width, height, mobile) = match screen {
            Screen::Desktop => (1280, 820, false),
            Screen::Laptop => (1280, 720, false),
            Screen::Phone => (390, 844, true),
            Screen::SmallPhone => (320, 480, true),
        };
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        browser.call("Emulation.setDeviceMetricsOverride", metrics);
        if mobile {
            browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
        }
        browser
    }

    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let (complaints, traffic) = (&mut self.complaints, &mut self.traffic);
        self.line.call(method, params, |event| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => {
                complaints.push(event["params"]["exceptionDetails"].to_string());
            }
            Some("Network.requestWillBeSent" | "Network.webSocketFrameSent") if !is_beat(event) => {
                *traffic += 1;
            }
            Some("Log.entryAdded") if event["params"]["entry"]["source"] == "security" => {
                complaints.push(event["params"]["entry"]["text"].to_string());
            }
            _ => {}
        })
    }

    /// Counts what the page sends from now on.
    pub fn count_traffic(&mut self) {
        self.call("Network.enable", json!({}));
        self.traffic = 0;
    }

    /// Lets the page read and write the clipboard, as a person's click does.
    pub fn allow_clipboard(&mut self) {
        self.profile.permit(&["clipboardReadWrite", "clipboardSanitizedWrite"]);
        // A page without the focus is given no clipboard.
        self.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
    }

    /// Asks for pages in some languages, as the header says it.
    pub fn speak(&mut self, languages: &str) {
        self.call("Network.enable", json!({}));
        self.call("Network.setExtraHTTPHeaders", json!({ "headers": { "Accept-Language": languages } }));
    }

    /// Chooses files in a field for them.
    pub fn choose_files(&mut self, selector: &str, files: &[&Path]) {
        let expression = format!("document.querySelector({selector:?})");
        let found = self.call("Runtime.evaluate", json!({ "expression": expression }));
        let object = found["result"]["objectId"].clone();
        self.call("DOM.setFileInputFiles", json!({ "files": files, "objectId": object }));
    }

    /// Sets a field's text as if it had been typed.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.value(&format!(
            "(() => {{ const field = document.querySelector({selector:?}); field.value = {}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()",
            json!(text)
        ));
    }

    /// Chooses an entry of a list as if it had been clicked.
    pub fn choose(&mut self, selector: &str, entry: &str) {
        self.value(&format!(
            "(() => {{ const list = document.querySelector({selector:?}); list.value = {entry:?}; \
             list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": url }));
    }

    /// Opens the window for a new game from the front page.
    pub fn open_new_game(&mut self, address: &str) {
        self.open(&format!("http://{address}/"));
        self.until("document.getElementById('begin') && document.querySelector('#board svg')");
        self.click_on("#begin");
        self.until("document.querySelector('dialog[open] [name=variant]')");
    }

    /// The value of an expression of the page.
    pub fn value(&mut self, expression: &str) -> Value {
        self.try_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    fn try_value(&mut self, expression: &str) -> Result<Value, Value> {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.try_call("Runtime.evaluate", params)?;
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        Ok(answer["result"]["value"].clone())
    }

    pub fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().map_or_else(|| value.to_string(), str::to_owned)
    }

    /// Waits until an expression is true on a page that is read whole: until then its scripts hear no press. A
    /// question that another page coming up leaves without an answer is asked again.
    pub fn until(&mut self, expression: &str) {
        let begin = Instant::now();
        let asked = format!("document.readyState === 'complete' && Boolean({expression})");
        while self.try_value(&asked) != Ok(json!(true)) {
            let said = "document.body?.innerText";
            assert!(begin.elapsed() < Duration::from_secs(20), "never: {expression}\n{}", self.text(said));
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    pub fn until_plies(&mut self, plies: usize) {
        self.until(&format!("document.body?.dataset.plies === '{plies}'"));
    }

    /// Waits until this many pieces are on the board: what is captured fades first.
    pub fn until_pieces(&mut self, pieces: usize) {
        self.until(&format!("document.querySelectorAll('#layer-pieces .piece').length === {pieces}"));
    }

    /// Where a place of the board is on the screen.
    pub fn screen(&mut self, x: f64, y: f64) -> (f64, f64) {
        let script = format!("document.querySelector('#board svg').placeOnScreen([{x}, {y}])");
        let at = self.value(&script);
        (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"))
    }

    pub fn mouse(&mut self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let params =
            json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", params);
    }

    /// Presses on a place of the board.
    pub fn press(&mut self, x: f64, y: f64) {
        let at = self.screen(x, y);
        self.mouse("mouseMoved", at, 0);
        self.mouse("mousePressed", at, 1);
    }

    /// Drags what is pressed.
    pub fn drag(&mut self, x: f64, y: f64) {
        let at = self.screen(x, y);
        self.mouse("mouseMoved", at, 1);
        self.frame();
    }

    pub fn release(&mut self, x: f64, y: f64) {
        let at = self.screen(x, y);
        self.mouse("mouseReleased", at, 0);
    }

    /// From one place of the board to another.
    pub fn carry(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.press(from.0, from.1);
        self.drag((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        self.drag(to.0, to.1);
        self.release(to.0, to.1);
    }

    /// Presses on a place of the board, drags by some pixels, and lets go.
    pub fn push(&mut self, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
        let (left, top) = self.screen(x, y);
        self.mouse("mouseMoved", (left, top), 0);
        self.mouse("mousePressed", (left, top), 1);
        for share in [0.3, 0.6, 1.0] {
            self.mouse("mouseMoved", (left + dx * share, top + dy * share), 1);
            self.frame();
        }
        self.mouse("mouseReleased", (left + dx, top + dy), 0);
    }

    /// Presses and lets go.
    pub fn click(&mut self, x: f64, y: f64) {
        self.press(x, y);
        self.release(x, y);
    }

    pub fn click_on(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).click()"));
    }

    pub fn touch(&mut self, kind: &str, x: f64, y: f64) {
        let (x, y) = self.screen(x, y);
        let points = if kind == "touchEnd" { json!([]) } else { json!([{ "x": x, "y": y }]) };
        self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
        self.frame();
    }

    pub fn key(&mut self, key: &str) {
        self.key_with(key, 0);
    }

    /// A key with modifiers: 1 Alt, 8 Shift.
    pub fn key_with(&mut self, key: &str, modifiers: u32) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "PageUp" => 33,
            "PageDown" => 34,
            "." => 190,
            _ => key.chars().next().map_or(0, |c| c.to_ascii_uppercase() as u32),
        };
        let mut down =
            json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers });
        if key.chars().count() == 1 {
            down["text"] = key.into();
        } else if key == "Enter" {
            down["text"] = "\r".into();
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call(
            "Input.dispatchKeyEvent",
            json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers }),
        );
    }

    pub fn keys(&mut self, keys: &[&str]) {
        for key in keys {
            self.key(key);
        }
    }

    /// Lets the page draw.
    pub fn frame(&mut self) {
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    }

    pub fn is_quiet(&self) {
        assert!(self.complaints.is_empty(), "the page complained: {:?}", self.complaints);
    }
}
