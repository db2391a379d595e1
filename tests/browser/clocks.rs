//! Clocks, draws and rematches.

use crate::cdp::{Browser, Screen};
use crate::server::Server;
use crate::table::{STATUS, Table};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_flag_falls_in_both_browsers", flag),
    ("a_clock_goes_on_after_a_restart", restart),
    ("the_program_plays_by_a_clock", program),
    ("a_draw_is_offered_declined_and_agreed", draw),
    ("the_program_answers_an_offer_of_a_draw", program_draws),
    ("a_rematch_changes_colours", rematch),
    ("a_rematch_against_the_program", program_again),
    ("a_clock_is_chosen_in_the_page", chosen),
];

const TOP: &str = "document.querySelector('#player-top .clock')?.textContent";
const BOTTOM: &str = "document.querySelector('#player-bottom .clock')?.textContent";
const ASKED: &str = "document.querySelector('#offer:not([hidden]) span')?.textContent";

/// Answers what the other side asks for, by the words of a button.
fn answer(browser: &mut Browser, words: &str) {
    browser.until(&format!(
        "[...document.querySelectorAll('#offer:not([hidden]) button')].some(b => b.textContent === '{words}')"
    ));
    browser.value(&format!(
        "[...document.querySelectorAll('#offer button')].find(b => b.textContent === '{words}').click()"
    ));
}

fn flag() {
    let (mut table, mut guest) =
        Table::apart(&json!({ "variant": "orthodox", "clock": { "base": 3, "increment": 0 } }));
    let (white, black) = (&mut table.browser, &mut guest);
    assert_eq!(white.text(BOTTOM), "0:03.0");
    white.carry((4.5, 1.5), (4.5, 3.5));
    black.until_plies(1);
    assert_eq!(
        black.value("Boolean(document.querySelector('.clock.runs'))"),
        false,
        "the first turns are free"
    );
    black.carry((4.5, 6.5), (4.5, 4.5));
    white.until_plies(2);
    white.until("document.querySelector('#player-bottom .clock.runs')");
    for browser in [white, black] {
        browser.until(&format!("{STATUS} === 'White’s time is up: Black wins'"));
        assert_eq!(browser.value("document.getElementById('undo').disabled"), true);
        browser.is_quiet();
    }
}

fn restart() {
    let mut table = Table::lay(
        &json!({ "variant": "orthodox", "clock": { "base": 600, "increment": 5 } }),
        Screen::Phone,
    );
    let port = table.server.port();
    let b = &mut table.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(1);
    b.carry((4.5, 6.5), (4.5, 4.5));
    b.until_plies(2);
    b.carry((3.5, 1.5), (3.5, 2.5));
    b.until_plies(3);
    let kept = b.text(BOTTOM);
    assert!(kept.starts_with("10:0"), "White has gained the increment: {kept}");
    table.server.kill();
    table.server = Server::start_at(&table.data.0, port);
    let b = &mut table.browser;
    b.until("!document.body.classList.contains('cut') && document.querySelector('#player-top .clock.runs')");
    assert_eq!(b.text(BOTTOM), kept);
    b.carry((3.5, 6.5), (3.5, 5.5));
    b.until_plies(4);
    let black = b.text(TOP);
    assert!(black.starts_with("10:0"), "Black is not charged for the stop: {black}");
}

fn program() {
    let opponent = json!({ "side": "black", "level": 8 });
    let clock = json!({ "base": 10, "increment": 0 });
    let request = json!({ "variant": "orthodox", "opponent": opponent, "clock": clock });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(2);
    b.until("document.querySelector('#player-bottom .clock.runs')");
    b.carry((3.5, 1.5), (3.5, 2.5));
    b.until_plies(4);
    // It takes its share of ten seconds, and not all the time that it may think without a clock.
    let left = b.text(TOP);
    let seconds: f64 = left.trim_start_matches("0:").parse().unwrap_or_else(|_| panic!("{left}"));
    assert!((8.0..10.0).contains(&seconds), "{left}");
    b.is_quiet();
}

fn draw() {
    let (mut table, mut guest) = Table::apart(&json!({ "variant": "orthodox" }));
    let (white, black) = (&mut table.browser, &mut guest);
    white.click_on("#draw");
    black.until(&format!("{ASKED} === 'White offers a draw.'"));
    white.until(&format!("{ASKED} === 'You offered a draw.'"));
    // The offer goes with the move that is made upon it.
    white.carry((4.5, 1.5), (4.5, 3.5));
    black.until_plies(1);
    assert_eq!(black.text(ASKED), "White offers a draw.");
    answer(black, "No");
    white.until("document.querySelector('.toast.up')?.textContent === 'Your offer of a draw was declined.'");
    white.until("document.getElementById('offer').hidden");
    black.click_on("#draw");
    answer(white, "Agree");
    for browser in [white, black] {
        browser.until(&format!("{STATUS} === 'Draw by agreement'"));
        browser.is_quiet();
    }
}

fn program_draws() {
    let against = |position: &str| {
        let opponent = json!({ "side": "black", "level": 3 });
        Table::lay(
            &json!({ "variant": "orthodox", "position": position, "opponent": opponent }),
            Screen::Desktop,
        )
    };
    let mut worse = against("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    worse.browser.click_on("#draw");
    worse.browser.until(&format!("{STATUS} === 'Draw by agreement'"));
    let mut better = against("r3k2r/8/8/8/8/8/8/4K3 w kq -");
    better.browser.click_on("#draw");
    // The second state has the offer, the third the answer.
    better.browser.until("document.body.dataset.version === '3' && document.getElementById('offer').hidden");
    better.browser.until("document.getElementById('draw').disabled");
    assert_eq!(better.browser.text(STATUS), "White to move");
}

fn rematch() {
    let (mut table, mut guest) =
        Table::apart(&json!({ "variant": "orthodox", "clock": { "base": 300, "increment": 3 } }));
    let (white, black) = (&mut table.browser, &mut guest);
    let before = white.text("location.pathname");
    black.click_on("#resign");
    black.until("document.querySelector('dialog[open] .danger')");
    black.click_on("dialog .danger");
    white.until(&format!("{STATUS} === 'Black resigns: White wins'"));
    black.click_on("#rematch");
    white.until(&format!("{ASKED} === 'Black asks for a rematch.'"));
    answer(white, "Agree");
    for (browser, side) in [(&mut *white, "b"), (&mut *black, "w")] {
        browser.until(&format!("location.pathname !== '{before}' && location.hash.startsWith('#{side}=')"));
        browser.until_plies(0);
        browser.until(&format!("{BOTTOM} === '5:00'"));
    }
    // Who was Black moves White now.
    black.until("document.querySelector('#board svg.mine')");
    black.carry((4.5, 1.5), (4.5, 3.5));
    white.until_plies(1);
    assert_eq!(white.text("document.querySelector('#player-bottom .name').textContent"), "Black (you)");
    // Whoever opens the old game finds the new one.
    let old = format!("http://{}{before}", table.server.address);
    white.open(&old);
    white.until(&format!("{ASKED} === 'The game goes on in a rematch.'"));
    white.is_quiet();
    black.is_quiet();
}

fn program_again() {
    let opponent = json!({ "side": "black", "level": 1 });
    let mut table = Table::lay(&json!({ "variant": "orthodox", "opponent": opponent }), Screen::Desktop);
    let b = &mut table.browser;
    let before = b.text("location.pathname");
    b.click_on("#resign");
    b.until("document.querySelector('dialog[open] .danger')");
    b.click_on("dialog .danger");
    b.until("!document.getElementById('rematch').hidden");
    b.click_on("#rematch");
    b.until(&format!("location.pathname !== '{before}' && document.body?.dataset.plies"));
    b.until_plies(1);
    assert!(
        b.text("document.getElementById('player-top').textContent").contains("White (the program, level 1)")
    );
    b.is_quiet();
}

fn chosen() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.click_on("#new");
    b.until("document.querySelector('form.new [name=time]')");
    b.value(
        "(() => { const time = document.querySelector('form.new [name=time]'); time.value = 'own'; \
         time.dispatchEvent(new Event('change')); })()",
    );
    b.fill("form.new [name=minutes]", "90");
    b.fill("form.new [name=seconds]", "30");
    b.click_on("form.new button.go");
    b.until(&format!("!document.querySelector('form.new') && {TOP} === '1:30:00' && {BOTTOM} === '1:30:00'"));
    b.is_quiet();
}
