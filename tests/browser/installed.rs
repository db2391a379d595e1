//! The page as an app: what it is installed by, what it shows without a network, and how soon a game can be played.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};
use crate::table::Table;
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_page_is_an_app_with_a_notice_offline", app),
    ("a_game_is_playable_before_its_line_is_up", before_the_line),
];

fn app() {
    let folder = Folder::new();
    let mut server = Server::start(&folder.0);
    let site = format!("http://{}", server.address);
    let mut browser = Browser::start(Screen::Phone);
    let b = &mut browser;
    b.open(&format!("{site}/"));
    b.until("document.querySelector('#board svg')");
    let manifest = b.call("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    // The test's profile is one that installs nothing; there is no other reason.
    let errors = b.call("Page.getInstallabilityErrors", json!({}));
    let reasons: Vec<_> = errors["installabilityErrors"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|e| e["errorId"].clone())
        .collect();
    assert!(reasons.iter().all(|reason| reason == "in-incognito"), "{errors}");
    b.until("navigator.serviceWorker.controller?.state === 'activated'");
    b.open(&format!("{site}/learn"));
    b.until("document.getElementById('count')?.textContent");
    // Without a network there is a line that says so.
    b.call("Network.enable", json!({}));
    let network = |offline: bool| json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    b.call("Network.emulateNetworkConditions", network(true));
    b.until("!document.getElementById('offline').hidden");
    b.call("Network.emulateNetworkConditions", network(false));
    b.until("document.getElementById('offline').hidden");
    // Without the server a game waits, and what was there last stays to be read.
    server.kill();
    b.open(&format!("{site}/game/abcdefghjk"));
    b.until("document.querySelector('h1')?.textContent === 'The server is out of reach'");
    assert_ne!(
        b.text("getComputedStyle(document.getElementById('retry')).backgroundColor"),
        "rgba(0, 0, 0, 0)",
        "styled"
    );
    b.open(&format!("{site}/learn"));
    b.until("document.getElementById('task')?.textContent === 'Take the knight with your rook.'");
    b.is_quiet();
}

/// The line to the server does not come up, then it does.
fn before_the_line() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let (made, b) = (&table.made, &mut table.browser);
    let source = "const Plain = WebSocket; window.held = []; \
                  window.WebSocket = class extends Plain { \
                    set onopen(act) { super.onopen = event => held.push(() => act.call(this, event)); } \
                    set onmessage(act) { super.onmessage = event => held.push(() => act.call(this, event)); } };";
    let hold = b.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    b.open(&format!("http://{}/game/{}#w={}&b={}", table.server.address, made.game, made.white, made.black));
    b.until("document.querySelector('#board svg.mine .piece')");
    b.carry((4.5, 1.5), (4.5, 3.0));
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.value("setInterval(() => held.splice(0).forEach(event => event()), 20)");
    b.until_plies(1);
    b.call("Page.removeScriptToEvaluateOnNewDocument", hold);
    b.is_quiet();
}
