//! How fast the page answers, and that it asks nobody while it does.

use crate::cdp::{Browser, Screen};
use crate::table::Table;
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("lanes_appear_within_fifty_milliseconds", speed),
    ("a_drag_asks_the_server_nothing", drag),
    ("a_drag_changes_beside_the_board_only_what_differs", beside),
];

fn speed() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.value(
        "addEventListener('pointerdown', event => requestAnimationFrame(() => setTimeout(() => { \
         window.lanesAfter = performance.now() - event.timeStamp; })), true)",
    );
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        b.value("window.lanesAfter = null");
        b.press(1.5, 0.5);
        b.until("window.lanesAfter");
        best = best.min(b.value("window.lanesAfter").as_f64().expect("a time"));
        assert_eq!(b.value("document.querySelectorAll('#board .lanes path').length > 0"), true);
        b.release(1.5, 0.5);
        b.key("Escape");
    }
    assert!(best < 50.0, "{best} ms from pointer down to the lanes' frame");
}

/// Sixty places of a queen's drag about a full board: the page snaps by itself. The times are printed and not
/// judged, for they are the machine's.
fn drag() {
    let full = include_str!("../data/midgame.txt").trim();
    let mut table = Table::lay(&json!({ "position": full }), Screen::Desktop);
    let b = &mut table.browser;
    b.until_pieces(32);
    let (x, y) = (0.836, 4.01);
    b.press(x, y);
    b.until("document.querySelector('#board svg').dataset.picked === 'Qd'");
    b.count_traffic();
    b.value(
        "(() => { window.snaps = []; window.gaps = []; let last = 0; const watch = now => { \
         if (last) window.gaps.push(now - last); last = now; \
         const took = document.querySelector('#board svg').dataset.snapMs; if (took) window.snaps.push(Number(took)); \
         requestAnimationFrame(watch); }; requestAnimationFrame(watch); })()",
    );
    let mut held = 0;
    for i in 0..60 {
        let turn = f64::from(i) * 0.3;
        b.drag(x + 1.5 * turn.cos(), y + 1.5 * turn.sin());
        held += u32::from(b.value("document.querySelector('.ghost-piece') !== null") == true);
    }
    assert!(held > 30, "the queen follows: {held} of 60");
    assert_eq!(b.traffic, 0, "a drag is between the person and the page");
    let middle = |b: &mut Browser, name: &str| {
        b.value(&format!("{name}.sort((a, b) => a - b)[Math.floor({name}.length / 2)]"))
            .as_f64()
            .unwrap_or(f64::NAN)
    };
    println!(
        "a queen dragged among 32 pieces: {:.2} ms of work a frame, frames {:.1} ms apart (medians)",
        middle(b, "window.snaps"),
        middle(b, "window.gaps")
    );
    b.key("Escape");
    b.release(x, y);
    b.is_quiet();
}

/// Beside the board every change costs a look at the styles and the layout of the page. Within an interval of a lane only the words
/// and the mark on the ruler differ from frame to frame.
fn beside() {
    let mut table = Table::lay(&json!({ "position": "Ke@4.5,0.5' Ra@1,1' ke@4.5,7.5' ; w" }), Screen::Phone);
    let b = &mut table.browser;
    b.press(1.0, 1.0);
    b.drag(1.0, 2.0);
    b.until("document.querySelector('#ruler .at')");
    b.value(
        "(() => { window.changed = new Set(); new MutationObserver(all => all.forEach(({ target }) => changed.add(target.id || target.className))) \
         .observe(document.getElementById('entry'), { subtree: true, childList: true, attributes: true, characterData: true }); })()",
    );
    for y in [2.3, 2.7, 3.1, 3.6] {
        b.drag(1.0, y);
    }
    assert_eq!(b.text("[...changed].sort().join()"), "at,readout");
    b.release(1.0, 3.6);
    b.until_plies(1);
    b.is_quiet();
}
