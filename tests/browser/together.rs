//! Two people at two browsers.

use crate::cdp::{Browser, Screen};
use crate::table::{LAST, Table, guest};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_shared_link_plays_the_other_side", share),
    ("a_kept_side_outlives_answers_that_come_late", late),
    ("series_of_two_people", series),
    ("a_taken_side_says_so_and_is_handed_over", hand_over),
    ("a_side_is_taken_along_by_a_code", code),
    ("what_was_declined_is_asked_again_after_a_move", declined),
    ("a_question_leaves_the_picked_piece", question),
];

fn share() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.click_on("#share");
    b.until("document.querySelector('dialog[open] .link input')");
    let link = b.text(
        "[...document.querySelectorAll('dialog .link input')].find(i => i.value.includes('#b=')).value",
    );
    b.value("[...document.querySelectorAll('dialog button')].find(b => b.textContent === 'Keep White only').click()");
    // What is kept moves White, and what was given away is gone from this browser's address.
    b.until("!location.hash.includes('b=') && document.querySelector('dialog[open] .link input')");
    b.key("Escape");
    let other = &mut guest(&link, Screen::Phone);
    b.until("document.querySelector('#board svg.mine')");
    b.carry((4.5, 1.5), (4.5, 3.0));
    b.until_plies(1);
    other.until_plies(1);
    other.until("document.querySelector('#board svg.mine')");
    other.touch("touchStart", 4.5, 6.5);
    other.touch("touchMove", 4.5, 6.0);
    other.touch("touchMove", 4.5, 5.5);
    other.touch("touchEnd", 0.0, 0.0);
    other.until("!document.getElementById('play').disabled");
    other.click_on("#play");
    b.until_plies(2);
    b.is_quiet();
    other.is_quiet();
}

/// Answers that come after the states which the server sends of itself. The page shows its secret again while it waits for the new
/// one.
const LATE_ANSWERS: &str = "
    set onmessage(take) {
        super.onmessage = event => setTimeout(() => take(event), JSON.parse(event.data).is === 'answer' ? 300 : 0);
    }";

/// A line that is up late. The page chooses its side before it has joined.
const LATE_LINE: &str = "
    set onopen(begin) { super.onopen = event => setTimeout(() => begin(event), 2000); }";

fn late() {
    for late in [LATE_ANSWERS, LATE_LINE] {
        let mut table = Table::lay(&json!({}), Screen::Desktop);
        let b = &mut table.browser;
        let script =
            format!("{{ const Prompt = WebSocket; window.WebSocket = class extends Prompt {{ {late} }}; }}");
        b.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
        b.value("(() => { window.isOld = true; location.reload(); })()");
        b.until("!window.isOld && document.querySelector('#board svg.mine')");
        let first = b.text("new URLSearchParams(location.hash.slice(1)).get('w')");
        b.click_on("#share");
        b.until("document.querySelector('dialog[open] .link input')");
        b.value("[...document.querySelectorAll('dialog button')].find(b => b.textContent === 'Keep White only').click()");
        b.until(&format!("/^#w=[^.&]+$/.test(location.hash) && !location.hash.includes('{first}')"));
        b.until("document.querySelector('dialog[open] .link input')");
        b.key("Escape");
        b.carry((4.5, 1.5), (4.5, 3.0));
        b.until_plies(1);
        b.is_quiet();
    }
}

/// The other side asks to take a move back while this one has a piece picked.
fn question() {
    let (mut table, mut guest) = Table::apart(&json!({}));
    let (white, black) = (&mut table.browser, &mut guest);
    white.carry((4.5, 1.5), (4.5, 3.0));
    black.until_plies(1);
    black.press(4.5, 6.5);
    black.drag(4.5, 6.0);
    black.drag(4.5, 5.5);
    white.click_on("#undo");
    black.until("!document.getElementById('offer').hidden");
    assert_eq!(black.text("document.querySelector('#board svg').dataset.picked"), "pe");
    black.release(4.5, 5.5);
    black.until_plies(2);
    white.until_plies(2);
    white.is_quiet();
    black.is_quiet();
}

fn declined() {
    let (mut table, mut guest) = Table::apart(&json!({}));
    let (white, black) = (&mut table.browser, &mut guest);
    let is_off = "document.getElementById('draw').disabled";
    white.carry((4.5, 1.5), (4.5, 3.0));
    black.until_plies(1);
    white.click_on("#draw");
    black.until("!document.getElementById('offer').hidden");
    black.value("document.querySelectorAll('#offer button')[1].click()");
    white.until(is_off);
    assert_eq!(white.value("document.getElementById('undo').disabled"), false, "only the draw is off");
    // The takeback is declined too, and the draw stays off.
    white.click_on("#undo");
    black.until("!document.getElementById('offer').hidden");
    black.value("document.querySelectorAll('#offer button')[1].click()");
    white.until("document.getElementById('undo').disabled");
    assert_eq!(white.value(is_off), true);
    black.carry((4.5, 6.5), (4.5, 5.0));
    white.until_plies(2);
    white.until(&format!("!{is_off} && !document.getElementById('undo').disabled"));
    white.is_quiet();
    black.is_quiet();
}

fn hand_over() {
    let (mut table, mut old) = Table::apart(&json!({}));
    let (site, given) =
        (format!("http://{}/game/{}", table.server.address, table.made.game), table.made.black.clone());
    // White's page shows that Black's player is there: Black's new secret was shown, and the link that was sent is void.
    table.browser.until("document.querySelector('.presence.here')");
    let mut elsewhere = guest(&format!("{site}#b={given}"), Screen::Phone);
    let taken =
        "document.getElementById('readout').textContent.includes('Black is played in another browser')";
    elsewhere.until(taken);
    old.until("document.querySelector('#board svg')");
    old.click_on("#share");
    old.until("document.querySelector('dialog[open] .hand-over button')");
    old.click_on(".hand-over button");
    old.until("!document.querySelector('.hand-over')");
    let link = old.text(
        "[...document.querySelectorAll('dialog .link input')].map(i => i.value).filter(v => v.includes('#b=')).at(-1)",
    );
    assert!(!link.ends_with(&given), "{link}");
    old.key("Escape");
    elsewhere.open(&link);
    elsewhere.until("document.querySelector('.presence')");
    table.browser.carry((4.5, 1.5), (4.5, 3.0));
    elsewhere.until_plies(1);
    elsewhere.until("document.querySelector('#board svg.mine')");
    // Where Black was played before, one looks on.
    old.until_plies(1);
    old.until(taken);
    assert_eq!(old.value("document.querySelector('#board svg.mine')"), serde_json::Value::Null);
    for browser in [&table.browser, &old, &elsewhere] {
        browser.is_quiet();
    }
}

/// The person who plays Black goes on at a phone.
fn code() {
    let (mut table, mut old) = Table::apart(&json!({}));
    let site = format!("http://{}/game/{}", table.server.address, table.made.game);
    table.browser.until("document.querySelector('.presence.here')");
    let mut phone = guest(&format!("{site}#b={}", table.made.black), Screen::Phone);
    phone.until("document.getElementById('readout').textContent.includes('gives you a code')");
    let field = "document.querySelector('dialog[open] [name=code]')";
    let wrong = "document.querySelector('dialog .wrong').textContent";
    phone.click_on("#share");
    phone.until(field);
    phone.fill("[name=code]", "aaa aaa");
    phone.click_on(".take-code button");
    phone.until(&format!("{wrong}.includes('ask for a new one')"));
    old.until("document.querySelector('#board svg')");
    old.click_on("#share");
    old.until("document.querySelector('dialog[open] .hand-over button')");
    old.value("document.querySelectorAll('.hand-over button')[1].click()");
    old.until("document.querySelector('dialog .code')");
    let code = old.text("document.querySelector('dialog .code').textContent");
    old.key("Escape");
    phone.fill("[name=code]", &code.to_uppercase());
    phone.click_on(".take-code button");
    phone.until("!document.querySelector('dialog[open]') && location.hash.startsWith('#b=')");
    phone.until("document.querySelector('.presence')");
    table.browser.carry((4.5, 1.5), (4.5, 3.0));
    phone.until_plies(1);
    phone.until("document.querySelector('#board svg.mine')");
    old.until_plies(1);
    old.until(
        "document.getElementById('readout').textContent.includes('Black is played in another browser')",
    );
    for browser in [&table.browser, &old, &phone] {
        browser.is_quiet();
    }
}

/// The middle of a square by its name.
fn square(name: &str) -> (f64, f64) {
    let mut bytes = name.bytes();
    let mut next = |least: u8| f64::from(bytes.next().expect("two letters") - least) + 0.5;
    (next(b'a'), next(b'1'))
}

fn series() {
    let (mut table, mut guest) = Table::apart(&json!({ "variant": "circe-progressive" }));
    let (white, black) = (&mut table.browser, &mut guest);
    let status = "document.getElementById('status').textContent";
    let mut plies = 0;
    let mut play = |mover: &mut Browser, moves: &[(&str, &str)]| {
        for (i, (from, to)) in moves.iter().enumerate() {
            mover.until_plies(plies);
            mover.until("document.querySelector('#board svg.mine')");
            let said = mover.text(status);
            assert!(moves.len() == 1 || said.contains(&format!("({} of {})", i + 1, moves.len())), "{said}");
            mover.carry(square(from), square(to));
            plies += 1;
            mover.until_plies(plies);
        }
    };
    play(white, &[("e2", "e4")]);
    play(black, &[("e7", "e5"), ("d7", "d5")]);
    // White takes on d5 with the second move of three: the pawn is reborn on d7.
    play(white, &[("b1", "c3"), ("e4", "d5"), ("a2", "a3")]);
    black.until_plies(6);
    assert_eq!(black.text(LAST), "a2a3");
    black.until_pieces(32);
    assert_eq!(black.value("document.querySelectorAll('.moves li.series').length"), 3);
    assert!(black.text(status).contains("(1 of 4)"), "{}", black.text(status));
    white.is_quiet();
    black.is_quiet();
}
