//! Fingers on the board: two enlarge it, and Play stays in sight. A move may wait for Play, by mouse too.

use crate::cdp::{Browser, Screen};
use crate::host::Host;
use serde_json::{Value, json};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("two_fingers_enlarge_the_board_and_not_the_page", pinch),
    ("a_pinch_begun_on_a_piece_moves_nothing", pinch_on_a_piece),
    ("a_pinch_in_the_editor_places_nothing", pinch_in_the_editor),
    ("play_stays_in_sight_while_a_move_is_chosen", in_sight),
    ("a_move_of_the_mouse_may_wait_for_play", confirmed),
];

const ZOOM: &str = "Number(document.querySelector('#board svg').dataset.zoom)";
const SCALE: &str = "visualViewport.scale";
const DEPTH: &str = "document.body.dataset.depth";

fn start(screen: Screen, page: &str) -> (Browser, Host) {
    let host = Host::start();
    let mut b = Browser::start(screen);
    b.open(&host.page(page));
    b.until("document.querySelector('#board svg .piece')");
    if screen == Screen::Phone || screen == Screen::SmallPhone {
        b.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 }));
    }
    (b, host)
}

/// An analysis whose board takes moves.
fn analysis(screen: Screen) -> (Browser, Host) {
    let (mut b, host) = start(screen, "analysis");
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    (b, host)
}

/// Puts fingers on places of the screen, or moves them there; without places lifts all.
fn fingers(b: &mut Browser, kind: &str, places: &[(f64, f64)]) {
    let points: Vec<Value> =
        places.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
    b.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    b.frame();
}

/// One finger comes down, a second one beside it, and they move some times as far apart.
fn spread(b: &mut Browser, (x, y): (f64, f64), times: u32) {
    let apart = |by: u32| [(x - 20.0 * f64::from(by), y), (x + 20.0 * f64::from(by), y)];
    fingers(b, "touchStart", &apart(1)[..1]);
    fingers(b, "touchStart", &apart(1));
    for by in 2..=times {
        fingers(b, "touchMove", &apart(by));
    }
    fingers(b, "touchEnd", &[]);
}

fn pinch() {
    let (mut b, _host) = analysis(Screen::Phone);
    b.touch("touchStart", 4.5, 1.5);
    b.touch("touchEnd", 4.5, 1.5);
    b.until("document.querySelector('#board svg').dataset.picked === 'Pe'");
    let middle = b.screen(4.0, 4.0);
    spread(&mut b, middle, 3);
    b.until(&format!("Math.abs({ZOOM} - 3) < 0.1"));
    // What was between the fingers is there still, and the piece stays picked.
    let (x, y) = b.screen(4.0, 4.0);
    assert!((x - middle.0).hypot(y - middle.1) < 3.0, "{x}, {y}: {middle:?}");
    assert_eq!(b.text("document.querySelector('#board svg').dataset.picked"), "Pe");
    assert_eq!(b.value(SCALE), 1);
    // A finger alone drags the enlarged board along.
    fingers(&mut b, "touchStart", &[middle]);
    fingers(&mut b, "touchMove", &[(middle.0 + 10.0, middle.1)]);
    fingers(&mut b, "touchMove", &[(middle.0 + 40.0, middle.1)]);
    fingers(&mut b, "touchEnd", &[]);
    assert!(b.screen(4.0, 4.0).0 > x + 20.0);
    // Elsewhere two fingers enlarge the page.
    spread(&mut b, (195.0, 640.0), 8);
    b.until(&format!("{SCALE} > 1.2"));
    assert_eq!(b.text(DEPTH), "0");
    b.is_quiet();
}

fn pinch_on_a_piece() {
    let (mut b, _host) = analysis(Screen::Phone);
    let (x, y) = b.screen(4.5, 1.5);
    spread(&mut b, (x + 20.0, y), 3);
    b.until(&format!("{ZOOM} > 2"));
    assert_eq!(b.value("document.querySelector('#board svg').dataset.picked ?? null"), Value::Null);
    assert_eq!(b.text(DEPTH), "0");
    b.is_quiet();
}

fn pinch_in_the_editor() {
    let (mut b, _host) = start(Screen::Phone, "editor");
    let text = "document.getElementById('text').value";
    b.until(&format!("{text}?.includes('@')"));
    let before = b.text(text);
    b.click_on(".kind[data-kind=Q]");
    let middle = b.screen(4.0, 4.0);
    spread(&mut b, middle, 3);
    b.until(&format!("{ZOOM} > 2"));
    assert_eq!(b.text(text), before);
    b.is_quiet();
}

/// On a small phone, and in a short window, the entry lies below or is scrolled away.
fn in_sight() {
    let seen = "(() => { const play = document.getElementById('play'); const { top, bottom, left, right } = play.getBoundingClientRect(); \
                const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2); \
                return !play.disabled && top >= 0 && bottom <= innerHeight && right <= innerWidth && at === play; })()";
    let (mut b, _host) = analysis(Screen::SmallPhone);
    b.value("scrollTo(0, 0)");
    b.touch("touchStart", 4.5, 1.5);
    b.touch("touchMove", 4.5, 2.5);
    b.touch("touchMove", 4.5, 3.5);
    b.value("scrollTo(0, 0)");
    b.touch("touchEnd", 4.5, 3.5);
    b.until(seen);
    b.click_on("#play");
    b.until(&format!("{DEPTH} === '1'"));
    // Without a choice it is in its place.
    b.until("getComputedStyle(document.getElementById('entry-row')).position === 'static'");
    let (mut b, _host) = analysis(Screen::Desktop);
    let window = json!({ "width": 700, "height": 400, "deviceScaleFactor": 1, "mobile": false });
    b.call("Emulation.setDeviceMetricsOverride", window);
    b.until("innerHeight === 400");
    b.value("scrollTo(0, 0)");
    b.click(4.5, 1.5);
    b.choose("#lane", "90");
    b.value("scrollTo(0, 0)");
    b.until(seen);
    b.is_quiet();
}

fn confirmed() {
    let (mut b, _host) = analysis(Screen::Desktop);
    b.click_on("#settings");
    b.until("document.querySelector('dialog[open] [name=confirm]')");
    assert_eq!(b.text("document.querySelector('[name=confirm]').value"), "off");
    b.choose("[name=confirm]", "on");
    b.value("document.getElementById('dialog').close()");
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until("!document.getElementById('play').disabled");
    // A mouse that goes on changes nothing.
    let (x, y) = b.screen(4.5, 2.5);
    b.mouse("mouseMoved", (x, y), 0);
    b.frame();
    assert_eq!(b.text("document.getElementById('distance').value"), "2");
    assert_eq!(b.text(DEPTH), "0");
    // A click chooses another place.
    b.click(4.5, 2.5);
    b.until("document.getElementById('distance').value === '1'");
    b.click_on("#play");
    b.until(&format!("{DEPTH} === '1'"));
    b.is_quiet();
}
