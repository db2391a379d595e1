//! The page without a server: the same answers as the program's, games that are kept in the browser, no network.

use crate::cdp::Screen;
use crate::host::{Host, Seat};
use serde_json::{Value, json};
use std::time::Instant;

/// The tests of both engines, by name.
pub const OF_BOTH: &[(&str, fn())] = &[("a_game_goes_on_where_it_was_left", goes_on)];

/// The tests that are without a server, by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_library_answers_as_the_program_does", same_answers),
    ("everything_works_without_a_network", offline),
    ("a_friend_needs_a_server_and_is_told_how", friend),
    ("all_games_are_saved_at_once", saved),
    ("the_language_of_the_browser_is_shown_first", languages),
];

fn goes_on() {
    let opponent = json!({ "side": "black", "level": 1 });
    let mut seat = Seat::lay(&json!({ "variant": "orthodox", "opponent": opponent }), "w", Screen::Desktop);
    let b = &mut seat.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(2);
    let moves = b.text("document.getElementById('moves').innerText");
    b.value("window.isOld = true");
    b.call("Page.reload", json!({}));
    b.until("!window.isOld && document.body?.dataset.plies === '2'");
    assert_eq!(b.text("document.getElementById('moves').innerText"), moves);
    b.open(&seat.host.page(""));
    b.until("document.querySelector('#own-games .card')?.innerText.includes('2')");
    b.is_quiet();
}

/// The page's own question, and the answer of the program that this test is linked with.
fn same_answers() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("document.querySelector('#board svg')");
    b.value(
        "import(document.querySelector('script[type=module]').src.replace(/[^/]*$/, 'net.js')).then(net => { window.net = net; })",
    );
    b.until("window.net");
    let begun = Instant::now();
    let names = continuum::variant::preset_names().collect::<Vec<_>>();
    for name in &names {
        let body = json!({ "game": { "variant": name } });
        let told = continuum::answers::answer("positions", Some(body.to_string().as_bytes())).expect("legal");
        let told: Value = serde_json::from_slice(&told.bytes).expect("JSON");
        b.value(&format!("delete window.told; net.ask('POST', '/api/positions', {body}).then(told => {{ window.told = told; }})"));
        b.until("window.told");
        assert_eq!(b.value("told"), told, "{name}");
    }
    println!("{} presets in {:.1} s", names.len(), begun.elapsed().as_secs_f64());
}

/// A puzzle, a position, its analysis and a won game, all without a network.
fn offline() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("navigator.serviceWorker.controller?.state === 'activated'");
    host.cut();
    b.open(&host.page("puzzles#two-rooks"));
    b.until("document.querySelector('#board svg.mine')?.dataset.puzzle === 'two-rooks'");
    b.carry((6.0, 3.0), (6.0, 0.18));
    b.until("document.body.dataset.stage === 'right'");
    b.open(&host.page("editor"));
    b.until("document.body?.dataset.judged === 'right'");
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until("document.body.dataset.judged === 'right' && document.getElementById('text').value.includes('Pe@4.5,3.5')");
    b.click_on("#analyse");
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    b.click_on("#analyse");
    b.until("document.querySelectorAll('#lines li').length === 3");
    let request = json!({
        "variant": "orthodox", "position": "6k1/5ppp/8/8/8/8/8/K2R4 w - -", "opponent": { "side": "black", "level": 1 },
    });
    let mut seat = Seat { browser, host };
    seat.begin(&request, "w");
    let b = &mut seat.browser;
    b.until("document.querySelector('#board svg.mine')");
    b.carry((3.5, 0.5), (3.5, 7.5));
    b.until("document.getElementById('status').textContent.includes('White has won') || document.getElementById('status').textContent.includes('wins')");
}

fn friend() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("document.querySelector('#board svg')");
    b.click_on("#way-friend");
    b.until("document.querySelector('dialog[open]')?.innerText.includes('continuum serve')");
    b.click_on("dialog a");
    b.until("document.querySelector('h1')?.textContent === 'The server'");
    b.is_quiet();
}

fn saved() {
    let mut seat = Seat::lay(&json!({}), "wb", Screen::Desktop);
    let b = &mut seat.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(1);
    b.open(&seat.host.page(""));
    b.until("document.querySelector('#own-games .lead button')");
    b.value("(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make.call(URL, blob); }; })()");
    b.click_on("#own-games .lead button");
    b.until("window.saved");
    b.value("saved.text().then(text => { window.text = text; })");
    b.until("window.text");
    let games: Value = serde_json::from_str(&b.text("window.text")).expect("JSON");
    assert_eq!(games["games"][0]["moves"], json!(["Pe 90 2"]));
    b.is_quiet();
}

fn languages() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.call("Emulation.setUserAgentOverride", json!({ "userAgent": "test", "acceptLanguage": "de-AT" }));
    b.open(&host.page(""));
    b.until("document.documentElement.lang === 'de' && document.querySelector('#board svg')");
    b.click_on("#settings");
    b.until("document.querySelector('dialog [name=language]')");
    b.choose("dialog [name=language]", "en");
    b.until("document.documentElement.lang === 'en' && document.querySelector('#board svg')");
    b.is_quiet();
}
