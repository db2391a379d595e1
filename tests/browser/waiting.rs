//! While the other side thinks: a move chosen for one's turn, what tells that it has come, sounds, and no motion for whoever
//! wants none.

use crate::cdp::{Browser, Screen};
use crate::table::{LAST, READOUT, Table};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_move_is_chosen_for_ones_turn", premove),
    ("a_planned_move_that_became_illegal_is_dropped_with_a_word", dropped),
    ("a_tab_says_whose_turn_it_is", turn),
    ("sounds_count_what_is_taken_and_can_be_turned_off", sounds),
    ("nothing_moves_for_whoever_wants_less_motion", less_motion),
];

const PLANNED: &str = "document.querySelectorAll('.planned .ghost-piece').length";

fn premove() {
    let (mut table, mut guest) = Table::apart(&json!({}));
    let (white, black) = (&mut table.browser, &mut guest);
    black.until("document.querySelector('#board svg .piece')");
    black.carry((4.5, 6.5), (4.5, 5.0));
    black.until(&format!("{PLANNED} === 1"));
    assert!(black.text(READOUT).contains("when your turn comes"));
    // Esc takes it back, and so does a press on the board, which chooses another.
    black.key("Escape");
    black.until(&format!("{PLANNED} === 0"));
    black.carry((4.5, 6.5), (4.5, 5.0));
    black.until(&format!("{PLANNED} === 1"));
    black.click(3.5, 6.5);
    black.until(&format!("{PLANNED} === 0 && document.querySelectorAll('#board .lanes .lane').length > 0"));
    black.click(3.5, 5.5);
    black.until(&format!("{PLANNED} === 1"));
    white.carry((4.5, 1.5), (4.5, 3.0));
    for browser in [&mut *white, &mut *black] {
        browser.until_plies(2);
        assert!(browser.text(LAST).starts_with("pd 90 "), "{}", browser.text(LAST));
    }
    black.until(&format!("{PLANNED} === 0"));
    white.is_quiet();
    black.is_quiet();
}

fn dropped() {
    let (mut table, mut guest) =
        Table::apart(&json!({ "position": "Ke@4.5,0.5' Ra@4,2' ke@7.5,7.5' ra@7,5' ; w" }));
    let (white, black) = (&mut table.browser, &mut guest);
    black.until("document.querySelector('#board svg .piece')");
    black.carry((7.0, 5.0), (2.0, 5.0));
    black.until(&format!("{PLANNED} === 1"));
    // White's rook stops in the way.
    white.carry((4.0, 2.0), (4.0, 5.0));
    black.until_plies(1);
    black.until(
        "document.querySelector('.toast.up')?.textContent.startsWith('Your move ra 0 5 was not played: ')",
    );
    black.until(&format!("{PLANNED} === 0 && document.querySelector('#board svg.mine')"));
    assert_eq!(black.text("document.body.dataset.plies"), "1");
    white.is_quiet();
    black.is_quiet();
}

fn turn() {
    let (mut table, mut guest) = Table::apart(&json!({}));
    let (white, black) = (&mut table.browser, &mut guest);
    let says =
        "document.title.startsWith('●') && document.getElementById('icon').href.endsWith('/icon-turn.svg')";
    white.until(says);
    black.until("document.getElementById('icon').href.endsWith('/icon.svg')");
    white.carry((4.5, 1.5), (4.5, 3.0));
    black.until(says);
    white.until(
        "!document.title.startsWith('●') && document.getElementById('icon').href.endsWith('/icon.svg')",
    );
    let found = black.value("fetch(document.getElementById('icon').href).then(answer => answer.ok)");
    assert_eq!(found, true);
    black.is_quiet();
}

/// How many tones have begun since the last time.
fn tones(b: &mut Browser) -> u64 {
    let begun = b.value("(() => { const n = window.tones; window.tones = 0; return n; })()");
    begun.as_u64().expect("a number")
}

fn sounds() {
    let position =
        "Ke@6.5,0.5' Qd@4,1' Pa@0.5,1.5' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' ph@2,6.5' ; w";
    let mut table = Table::from(position);
    let b = &mut table.browser;
    let source = "window.tones = 0; const begin = OscillatorNode.prototype.start; \
                  OscillatorNode.prototype.start = function (...at) { window.tones += 1; return begin.apply(this, at); };";
    b.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }));
    b.call("Page.reload", json!({}));
    b.until("window.tones === 0 && document.querySelector('#board svg.mine')");
    b.carry((0.5, 1.5), (0.5, 2.5));
    b.until_plies(1);
    assert_eq!(tones(b), 1, "a quiet move");
    b.carry((2.0, 6.5), (2.0, 5.5));
    b.until_plies(2);
    assert_eq!(tones(b), 1);
    b.carry((4.0, 1.0), (4.0, 5.0));
    b.until_plies(3);
    assert_eq!(b.value("document.querySelectorAll('#layer-pieces .piece').length"), 5);
    assert_eq!(tones(b), 3, "one more for each of the two pieces taken");
    b.click_on("#settings");
    b.until("document.querySelector('dialog[open] [name=sound]')");
    b.choose("[name=sound]", "off");
    b.key("Escape");
    b.carry((2.0, 5.5), (2.0, 4.5));
    b.until_plies(4);
    assert_eq!(tones(b), 0, "turned off");
    b.is_quiet();
}

fn less_motion() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    let moving = "[...document.querySelectorAll('*')].filter(node => { const style = getComputedStyle(node); \
                  return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none'; }).length";
    assert_ne!(b.value(moving), 0, "some things move for others");
    let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
    b.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    b.call("Page.reload", json!({}));
    b.until("document.querySelector('#board svg.mine')");
    assert_eq!(b.value(moving), 0);
    // A move by keys is at its end at once.
    b.value("window.glides = 0; new MutationObserver(() => { glides += 1; }).observe(document.querySelector('#board svg'), { attributeFilter: ['data-gliding'] })");
    b.value("document.querySelector('#board svg').focus()");
    b.keys(&["ArrowRight", "Enter", "Enter"]);
    b.until_plies(1);
    assert_eq!(b.value("glides"), 0);
    b.is_quiet();
}
