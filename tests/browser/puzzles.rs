//! Puzzles, as people solve them.

use crate::cdp::{Browser, Screen};
use crate::host::Host;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_puzzle_takes_any_distance_of_the_interval", any_distance),
    ("an_escape_is_looked_for_among_illegal_moves_on_a_phone", escape),
    ("a_mate_in_two_goes_on_after_the_key", in_two),
    ("a_shown_answer_stays_when_a_piece_is_touched", answer_stays),
    ("a_hint_shows_the_piece_and_its_lane", hints),
    ("first_puzzles_are_easy_and_of_familiar_games", easy_first),
    ("the_program_plays_on_from_a_puzzle", play_on),
    ("the_puzzle_of_the_day_is_the_same_each_time", today),
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

fn hints() {
    let (_host, mut browser) = shown("two-rooks", Screen::Desktop);
    let b = &mut browser;
    b.click_on("#hint");
    b.until("document.querySelector('#piece-Rb').classList.contains('picked')");
    assert!(b.text(VERDICT).contains("Rb"), "{}", b.text(VERDICT));
    assert_eq!(b.value("document.querySelectorAll('#board .lanes .lane').length"), 0);
    // The lane shows what is legal on it, and not the distances that mate.
    b.click_on("#hint");
    b.until("document.querySelectorAll('#board .lanes .lane').length > 0");
    assert_eq!(b.value("document.getElementById('hint').hidden"), true);
    b.carry((6.0, 3.0), (6.0, 0.18));
    is_at(b, "right");
    assert!(b.text(SCORE).contains("1 of") && b.text(SCORE).contains("streak 0"), "{}", b.text(SCORE));
    // On cells the lane is a row of cells.
    b.value("location.hash = 'squares-1'");
    b.until("document.querySelector('#board svg.mine')?.dataset.puzzle === 'squares-1'");
    b.click_on("#hint");
    b.until("document.querySelectorAll('#board .pieces .picked').length === 1");
    b.click_on("#hint");
    b.until("document.getElementById('hint').hidden");
    assert_eq!(b.value("document.querySelectorAll('.lanes *').length > 0"), true);
    b.is_quiet();
}

fn easy_first() {
    let host = Host::start();
    let mut browser = Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page("puzzles"));
    for _ in 0..3 {
        b.until("document.querySelector('#board svg.mine')?.dataset.puzzle");
        let about = b.text("document.getElementById('about').textContent");
        assert!(about.starts_with("★☆☆☆☆ "), "{about}");
        assert!(["Continuous Chess", "Orthodox chess"].iter().any(|game| about.contains(game)), "{about}");
        let before = b.text("document.querySelector('#board svg').dataset.puzzle");
        b.click_on("#next");
        b.until(&format!("document.querySelector('#board svg').dataset.puzzle !== '{before}'"));
    }
    b.is_quiet();
}

fn today() {
    let (_host, mut browser) = shown("two-rooks", Screen::Desktop);
    let b = &mut browser;
    let about = "document.getElementById('about').textContent";
    let id = "document.querySelector('#board svg').dataset.puzzle";
    b.value("Date.now = () => 20_000 * 86_400_000");
    b.click_on("#today");
    b.until(&format!("{about}.includes('puzzle of the day')"));
    let first = b.text(id);
    b.click_on("#next");
    b.until(&format!("{id} !== '{first}'"));
    b.click_on("#today");
    b.until(&format!("{id} === '{first}'"));
    b.value("Date.now = () => 20_001 * 86_400_000");
    b.click_on("#today");
    b.until(&format!("{id} !== '{first}'"));
    b.is_quiet();
}

fn play_on() {
    let (_host, mut browser) = shown("single-safe-point", Screen::Phone);
    let b = &mut browser;
    assert_eq!(b.value("document.getElementById('play-here').hidden"), true);
    b.click_on("#answer");
    is_at(b, "told");
    b.click_on("#play-here");
    b.until("document.querySelector('form.new [name=level]')?.disabled === false");
    b.choose("form.new [name=level]", "2");
    b.click_on("form.new [value=as-black]");
    b.click_on("form.new .go");
    // White begins, and the program has White.
    b.until(
        "document.querySelector('.player.white .name') && document.querySelectorAll('.ply').length === 1",
    );
    assert!(b.text("document.querySelector('.player.white .name').textContent").contains('2'));
    b.is_quiet();
}
