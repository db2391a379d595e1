//! Puzzles, as people solve them.

use crate::cdp::{Browser, Screen};
use crate::host::Host;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_puzzle_takes_any_distance_of_the_interval", any_distance),
    ("an_escape_is_looked_for_among_illegal_moves_on_a_phone", escape),
    ("a_mate_in_two_goes_on_after_the_key", in_two),
    ("a_shown_answer_stays_when_a_piece_is_touched", answer_stays),
];

const VERDICT: &str = "document.getElementById('verdict').textContent";
const SCORE: &str = "document.getElementById('score').textContent";

/// A browser that shows a puzzle, and what answers it.
fn shown(id: &str, screen: Screen) -> (Host, Browser) {
    let host = Host::start();
    let mut browser = Browser::start(screen);
    browser.open(&host.page(&format!("puzzles#{id}")));
    browser.until(&format!("document.querySelector('#board svg.mine')?.dataset.puzzle === '{id}'"));
    (host, browser)
}

fn is_at(b: &mut Browser, stage: &str) {
    b.until(&format!("document.body.dataset.stage === '{stage}'"));
}

fn any_distance() {
    let (_host, mut browser) = shown("two-rooks", Screen::Desktop);
    let b = &mut browser;
    assert_eq!(b.text("document.getElementById('task').textContent"), "White mates with one move.");
    b.carry((6.0, 3.0), (6.0, 0.18));
    is_at(b, "right");
    assert!(b.text(VERDICT).contains("Rb 270 (2.75, 2.9)"), "{}", b.text(VERDICT));
    assert!(b.text(SCORE).contains("streak 1 · best 1"), "{}", b.text(SCORE));
    // Enter leads on, and a wrong move ends the streak.
    b.key("Enter");
    b.until("document.querySelector('#board svg').dataset.puzzle !== 'two-rooks'");
    b.value("location.hash = 'two-rooks'");
    b.until("document.querySelector('#board svg').dataset.puzzle === 'two-rooks'");
    b.carry((6.0, 3.0), (6.0, 1.0));
    is_at(b, "wrong");
    b.until("document.querySelectorAll('.last .way').length === 1");
    assert!(b.text(VERDICT).starts_with("No."), "{}", b.text(VERDICT));
    assert!(
        b.text(SCORE).contains("1 of") && b.text(SCORE).contains("streak 0 · best 1"),
        "{}",
        b.text(SCORE)
    );
    b.click_on("#again");
    is_at(b, "open");
    b.carry((6.0, 3.0), (6.0, 0.13));
    is_at(b, "right");
    b.is_quiet();
}

fn answer_stays() {
    let (_host, mut browser) = shown("two-rooks", Screen::Desktop);
    let b = &mut browser;
    b.click_on("#answer");
    is_at(b, "told");
    let lanes = "document.querySelectorAll('#board .lanes .lane').length";
    let told = b.value(lanes);
    assert!(told.as_u64() > Some(0), "{told}");
    b.click(6.0, 3.0);
    b.frame();
    assert_eq!(b.value(lanes), told);
    b.is_quiet();
}

fn escape() {
    let (_host, mut browser) = shown("single-safe-point", Screen::Phone);
    let b = &mut browser;
    let drag = |b: &mut Browser, y: f64| {
        b.touch("touchStart", 0.0, 0.0);
        b.touch("touchMove", 0.0, 0.2);
        b.touch("touchMove", 0.0, y);
        b.frame();
        b.touch("touchEnd", 0.0, y);
        b.until("!document.getElementById('entry-row').hidden");
        b.click_on("#play");
    };
    // Farther than a finger slips, and still in the lane of the second rook.
    drag(b, 0.8);
    is_at(b, "wrong");
    b.click_on("#again");
    is_at(b, "open");
    drag(b, 0.45);
    is_at(b, "right");
    b.click_on("#next");
    b.until("document.querySelector('#board svg').dataset.puzzle !== 'single-safe-point'");
    b.click_on("#answer");
    is_at(b, "told");
    // A stop that captures is drawn above the pieces, the rest of an answer below them.
    assert_eq!(b.value("document.querySelectorAll('.lanes *, .marks *').length > 0"), true);
    b.is_quiet();
}

fn in_two() {
    let (_host, mut browser) = shown("king-shuts-in", Screen::Desktop);
    let b = &mut browser;
    b.carry((5.5, 1.5), (5.5 - 0.5_f64.sqrt(), 1.5 - 0.5_f64.sqrt()));
    b.until(&format!("{VERDICT}.startsWith('Good.')"));
    b.until("document.querySelector('#board svg.mine')");
    b.carry((6.0, 7.0), (6.0, 0.0));
    is_at(b, "right");
    b.is_quiet();
}
