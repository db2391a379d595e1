//! How people come to the page: by the front, by links whole and broken, again after the line was lost.

use crate::cdp::Screen;
use crate::table::Table;
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_line_that_ends_late_leaves_the_new_one", late_end),
];

/// The page opens a new line while the old one is still closing, and then the old one ends.
fn late_end() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let (made, b) = (&table.made, &mut table.browser);
    let source = "window.sockets = []; const Plain = WebSocket; \
                  window.WebSocket = class extends Plain { constructor(...of) { super(...of); sockets.push(this); } };";
    b.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    b.open(&format!("http://{}/game/{}#w={}&b={}", table.server.address, made.game, made.white, made.black));
    b.until("document.querySelector('#board svg.mine')");
    b.value(
        "(() => { const [old] = sockets; const ended = old.onclose; old.onclose = null; old.close(); \
         dispatchEvent(new Event('online')); \
         const [, next] = sockets; const opened = next.onopen; next.onopen = () => { opened(); ended(); }; })()",
    );
    b.until("sockets[1].readyState === 1");
    b.carry((4.5, 1.5), (4.5, 3.0));
    b.until_plies(1);
    assert_eq!(b.value("sockets.length"), 2, "the new line stays");
    b.is_quiet();
}
