//! Pieces that lie over each other, and moves that are too short.

use crate::cdp::{Browser, Screen};
use crate::table::Table;
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_heap_is_spread_for_mouse_and_keyboard", spread),
    ("a_finger_spreads_what_it_cannot_tell_apart", finger),
    ("the_least_distance_of_a_move_is_drawn", least),
    ("a_drag_that_begins_on_a_heap_carries_a_piece", carried),
    ("a_heap_at_a_seam_is_spread_in_sight", at_a_seam),
    ("a_tap_on_play_counts_right_after_letting_go_and_however_long_it_rests", taps_on_play),
    ("of_a_heap_the_one_piece_that_may_move_is_picked_at_once", only_one),
];

/// A flea within a rook's disc and a pawn's, and two bishops that overlap by half.
const HEAPS: &str = "Ke@4.5,0.5' Ra@4,4' fa@4.2,4' ke@7.5,7.5' Pd@4.25,4.2' Ba@6,2' Bb@6.26,2' ; w";
const PICKED: &str = "(document.querySelector('#board svg').dataset.picked ?? '')";
const FANNED: &str = "(document.querySelector('#board svg').dataset.fanned ?? '')";

/// The middle of a spread piece on the screen.
fn spot(b: &mut Browser, label: &str) -> (f64, f64) {
    let script = format!(
        "(() => {{ const box = document.querySelector('.fanned[data-label={label}] .extent').getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
    );
    let at = b.value(&script);
    (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"))
}

fn press(b: &mut Browser, at: (f64, f64)) {
    b.mouse("mouseMoved", at, 0);
    b.mouse("mousePressed", at, 1);
    b.mouse("mouseReleased", at, 0);
}

fn spread() {
    let mut table = Table::from(HEAPS);
    let b = &mut table.browser;
    let at = b.screen(4.2, 4.0);
    b.mouse("mouseMoved", at, 0);
    b.until(&format!("{FANNED}.split(' ').sort().join(' ') === 'Pd Ra fa'"));
    // Each is tied to its place, none hides another, and a press picks it where it is shown.
    assert_eq!(b.value("document.querySelectorAll('#board .fan .tie').length"), 3);
    let spots = ["Ra", "fa", "Pd"].map(|label| spot(b, label));
    for (i, a) in spots.iter().enumerate() {
        assert!(spots[i + 1..].iter().all(|z| (a.0 - z.0).hypot(a.1 - z.1) > 30.0), "{spots:?}");
    }
    press(b, spots[2]);
    b.until(&format!("{PICKED} === 'Pd'"));
    assert_eq!(b.text(FANNED), "");
    b.key("Escape");
    // A mouse tells two bishops apart by itself, and takes the heap in again when it leaves.
    b.mouse("mouseMoved", at, 0);
    b.until(&format!("{FANNED} !== ''"));
    let away = b.screen(2.0, 6.0);
    b.mouse("mouseMoved", away, 0);
    b.until(&format!("{FANNED} === ''"));
    b.click(6.3, 2.0);
    b.until(&format!("{PICKED} === 'Bb'"));
    b.key("Escape");
    b.value("document.querySelector('#board svg').focus()");
    b.key("f");
    b.until(&format!("{FANNED} !== ''"));
    assert_eq!(b.text("document.querySelector('.fanned.focused').dataset.label"), "fa");
    b.key("Enter");
    b.until(&format!("{PICKED} === 'fa' && {FANNED} === ''"));
    b.is_quiet();
}

fn finger() {
    let mut table = Table::lay(&json!({ "position": HEAPS }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 6.1, 2.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until(&format!("{FANNED}.split(' ').sort().join(' ') === 'Ba Bb'"));
    assert_eq!(b.text(PICKED), "");
    let (x, y) = spot(b, "Bb");
    for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))] {
        b.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }
    b.until(&format!("{PICKED} === 'Bb'"));
    // A piece that stands alone is picked at once.
    b.touch("touchStart", 4.5, 0.5);
    b.touch("touchEnd", 0.0, 0.0);
    b.until(&format!("{PICKED} === 'Ke'"));
    b.is_quiet();
}

/// Puts a finger on a point of the screen, and lifts it.
fn tap(b: &mut Browser, (x, y): (f64, f64)) {
    for (kind, points) in [("touchStart", json!([{ "x": x, "y": y }])), ("touchEnd", json!([]))] {
        b.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }
}

fn carried() {
    let mut table = Table::lay(&json!({ "position": HEAPS }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 6.0, 2.0);
    b.until(&format!("{FANNED} !== ''"));
    let said = b.text("document.getElementById('readout').textContent");
    assert!(said.starts_with("Several pieces lie here"), "{said}");
    // The finger goes on: the bishop that it is nearest to comes along, and Play is the next tap.
    for (x, y) in [(5.7, 2.3), (5.2, 2.8), (5.0, 3.0)] {
        b.touch("touchMove", x, y);
    }
    b.until(&format!("{PICKED} === 'Ba' && {FANNED} === ''"));
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('play').disabled");
    b.click_on("#play");
    b.until_plies(1);
    b.is_quiet();
}

fn at_a_seam() {
    // Both rooks stand at the seam, one to each side of it.
    let position = "Ke@4.5,1.5' Ra@0.05,4' Rb@7.75,4.1' ke@4.5,9' ; w";
    let mut table = Table::lay(&json!({ "variant": "torus", "position": position }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 0.05, 4.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until(&format!("{FANNED}.split(' ').sort().join(' ') === 'Ra Rb'"));
    // They lie side by side, whole, and within the board.
    let spots = ["Ra", "Rb"].map(|label| spot(b, label));
    let board = b.value("(() => { const r = document.querySelector('#board svg').getBoundingClientRect(); return [r.left, r.right]; })()");
    let (left, right) = (board[0].as_f64().expect("left"), board[1].as_f64().expect("right"));
    assert!((spots[0].0 - spots[1].0).abs() < (right - left) / 3.0, "{spots:?}");
    assert!(spots.iter().all(|at| at.0 > left + 12.0 && at.0 < right - 12.0), "{spots:?} {left} {right}");
    tap(b, spots[1]);
    b.until(&format!("{PICKED} === 'Rb'"));
    b.is_quiet();
}

fn taps_on_play() {
    let mut table = Table::lay(&json!({ "position": "Ke@4.5,0.5' Ra@1,4' ke@7.5,7.5' ; w" }), Screen::Phone);
    let b = &mut table.browser;
    for (kind, x) in [("touchStart", 1.0), ("touchMove", 2.0), ("touchMove", 3.0)] {
        b.touch(kind, x, 4.0);
    }
    b.touch("touchEnd", 0.0, 0.0);
    let play = b.value("(() => { const r = document.getElementById('play').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()");
    let at = json!([{ "x": play[0], "y": play[1] }]);
    b.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": at }));
    // Longer than what a browser takes for a tap.
    b.value("new Promise(done => setTimeout(done, 900))");
    b.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    b.until_plies(1);
    b.is_quiet();
}

fn only_one() {
    // The rook stands on an enemy pawn, which may not move now.
    let position = "Ke@4.5,0.5' Ra@4,4' pa@4.26,4' ke@7.5,7.5' ; w";
    let mut table = Table::lay(&json!({ "position": position }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 4.13, 4.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until(&format!("{PICKED} === 'Ra' && {FANNED} === ''"));
    // The second tap chooses a place, and the third plays.
    b.touch("touchStart", 4.0, 6.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('play').disabled");
    b.click_on("#play");
    b.until_plies(1);
    b.is_quiet();
}

fn least() {
    let request = json!({ "position": "Ke@4,4' Ra@1,1' ke@7.5,7.5' ; w", "rules": { "min_move": 0.4 } });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    b.press(4.0, 4.0);
    b.drag(4.2, 4.0);
    b.until("document.querySelector('#board .least')");
    // Four tenths of a unit to each side, within a pixel of its stroke.
    let width = b.value("document.querySelector('#board .least').getBoundingClientRect().width").as_f64();
    let (left, right) = (b.screen(3.6, 4.0).0, b.screen(4.4, 4.0).0);
    assert!(width.is_some_and(|width| (width - (right - left)).abs() < 6.0), "{width:?} {left} {right}");
    b.drag(4.6, 4.0);
    b.until("!document.querySelector('#board .least')");
    b.drag(4.2, 4.0);
    b.release(4.2, 4.0);
    assert_eq!(b.text("document.body.dataset.plies"), "0", "it is put down");
    // So it is for a typed distance.
    b.fill("#distance", "0.3");
    b.until("document.querySelector('#board .least') && document.getElementById('play').disabled");
    b.is_quiet();
}
