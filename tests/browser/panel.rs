//! The panel beside the board: it keeps its place, says when the server is silent, and leaves the wheel to a page that scrolls.

use crate::cdp::{Browser, Screen};
use crate::table::Table;
use serde_json::json;
use std::process::Command;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("nothing_in_the_panel_moves_when_a_piece_is_picked", steady),
    ("resign_stands_apart", apart),
    ("forced_colours_keep_what_colours_tell", forced),
    ("a_server_that_hangs_is_told_after_seconds", silent),
    ("a_page_that_is_zoomed_scrolls_over_the_board", scrolls),
];

/// Three enemies to take, so that results, lane and ruler are all shown.
const THREE: &str =
    "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w";

const TOPS: &str = "['moves', 'first', 'undo', 'hint', 'resign'].map(id => Math.round(document.getElementById(id).getBoundingClientRect().top + scrollY)).join()";

fn steady() {
    for (screen, language) in [(Screen::Desktop, "en"), (Screen::Phone, "en"), (Screen::Phone, "de")] {
        let mut table = Table::lay(&json!({ "position": THREE }), screen);
        let b = &mut table.browser;
        b.speak(language);
        b.value("(() => { window.isOld = true; location.reload(); })()");
        b.until(&format!(
            "!window.isOld && document.readyState === 'complete' && document.documentElement.lang === '{language}' \
             && document.querySelector('#board svg.mine')"
        ));
        let before = b.text(TOPS);
        b.click(4.0, 1.0);
        b.until("!document.getElementById('entry-row').hidden && !document.getElementById('ruler').hidden");
        assert_eq!(b.text(TOPS), before, "picked");
        b.click_on(".chip");
        b.until("!document.getElementById('play').disabled");
        assert_eq!(b.text(TOPS), before, "chosen");
        // All of it is in sight without scrolling within the panel's field.
        let fits = "document.getElementById('entry').scrollHeight <= document.getElementById('entry').clientHeight + 1";
        assert_eq!(b.value(fits), true, "it fits");
        b.is_quiet();
    }
}

fn apart() {
    let mut table = Table::lay(&json!({ "position": THREE }), Screen::Phone);
    let b = &mut table.browser;
    let gap = b.value(
        "(() => { const own = document.getElementById('resign').getBoundingClientRect(); \
         const off = other => Math.hypot(Math.max(0, other.left - own.right, own.left - other.right), Math.max(0, other.top - own.bottom, own.top - other.bottom)); \
         return Math.min(...[...document.querySelectorAll('aside button')].filter(one => one.id !== 'resign' && one.checkVisibility()).map(one => off(one.getBoundingClientRect()))); })()",
    );
    assert!(gap.as_f64() >= Some(16.0), "{gap}");
    b.is_quiet();
}

/// With forced colours every background is the canvas, unless the page says otherwise.
fn forced() {
    let mut table = Table::lay(
        &json!({ "position": THREE, "opponent": { "side": "black", "level": 1 } }),
        Screen::Desktop,
    );
    let b = &mut table.browser;
    b.click_on("#evaluate");
    b.click(4.0, 1.0);
    b.choose("#lane", "90");
    b.until("document.querySelector('#ruler .takes')");
    let features = json!([{ "name": "forced-colors", "value": "active" }]);
    b.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    b.until("matchMedia('(forced-colors: active)').matches");
    let colour = |selector: &str, property: &str| {
        format!("getComputedStyle(document.querySelector('{selector}')).{property}")
    };
    let canvas = b.text("(() => { const box = document.createElement('p'); box.style.background = 'Canvas'; document.body.append(box); return getComputedStyle(box).backgroundColor; })()");
    let parts = ["#ruler .quiet", "#ruler .takes", "#evaluate[aria-pressed=true]"];
    let found: Vec<String> = parts.iter().map(|part| b.text(&colour(part, "backgroundColor"))).collect();
    assert!(found.iter().all(|one| *one != canvas) && found[0] != found[1], "{found:?} on {canvas}");
    let [above, below] = ["#bar", "#bar div"].map(|part| b.text(&colour(part, "backgroundColor")));
    assert_ne!(above, below, "the evaluation bar");
    assert_eq!(b.text(&colour(".player.to-move .dot", "outlineStyle")), "solid");
    assert_eq!(b.text(&colour(".player:not(.to-move) .dot", "outlineStyle")), "none");
    b.is_quiet();
}

/// Stops the server's process without ending it, or lets it go on.
fn signal(table: &Table, name: &str) {
    let pid = table.server.child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().expect("kill").success());
}

fn silent() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let line = "document.getElementById('line').textContent";
    signal(&table, "-STOP");
    // A page that only waits notices too.
    table.browser.until(&format!("{line}.includes('has not answered')"));
    // The notice covers nothing.
    let under = "document.querySelector('header').getBoundingClientRect().top >= document.getElementById('line').getBoundingClientRect().bottom";
    assert_eq!(table.browser.value(under), true);
    signal(&table, "-CONT");
    table.browser.until(&format!("{line} === ''"));
    table.browser.is_quiet();
}

fn wheel(b: &mut Browser) {
    let (x, y) = b.screen(4.0, 4.0);
    let turn = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 120, "button": "none" });
    b.call("Input.dispatchMouseEvent", turn);
}

fn scrolls() {
    let mut table = Table::from(THREE);
    let b = &mut table.browser;
    b.carry((6.5, 0.5), (6.5, 1.0));
    b.until_plies(1);
    let window =
        |height: u32| json!({ "width": 640, "height": height, "deviceScaleFactor": 2, "mobile": false });
    b.call("Emulation.setDeviceMetricsOverride", window(400));
    b.until("document.documentElement.scrollHeight > innerHeight + 50");
    wheel(b);
    b.until("scrollY > 20");
    assert_eq!(b.text("document.querySelector('#board svg').dataset.ply"), "1");
    b.is_quiet();
}
