//! The front page: the ways in, the games of this browser, all games as cards, the rules.

use crate::cdp::{Browser, Screen};
use crate::host::Host;
use crate::server::{Folder, Server};
use crate::table::{LAST, READOUT};
use serde_json::{Value, json};

/// The tests of both engines, by name.
pub const OF_BOTH: &[(&str, fn())] = &[
    ("a_stranger_plays_the_program_from_the_front", stranger),
    ("the_front_board_plays_by_itself", living),
    ("a_scenario_of_the_rules_is_played_on", rules),
    ("the_window_for_a_new_game_and_help_open_from_the_front", windows),
];

/// The tests that need a server, by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_friend_is_invited_and_told_of_an_address_out_of_reach", friend),
    ("every_game_has_a_card_with_rules", cards),
    ("returning_players_see_their_games", returning),
    ("a_phone_shows_the_main_button_without_scrolling", phone),
    ("the_first_visit_takes_seventy_kilobytes", bytes),
    ("a_link_to_a_page_has_words_and_a_picture", preview),
];

fn front(screen: Screen) -> (Browser, Server, Folder) {
    let data = Folder::new();
    let server = Server::start(&data.0);
    let mut browser = Browser::start(screen);
    browser.open(&format!("http://{}/", server.address));
    browser.until("document.querySelector('#board svg')");
    (browser, server, data)
}

/// The front page of either engine.
fn of_both() -> (Browser, Host) {
    let (mut browser, host) = (Browser::start(Screen::Desktop), Host::start());
    browser.open(&host.page(""));
    browser.until("document.querySelector('#board svg')");
    (browser, host)
}

const WINDOW: &str = "document.querySelector('dialog[open] h2')?.textContent";

/// Three presses from the address to a legal move.
fn stranger() {
    let (mut b, _host) = of_both();
    b.click_on("#way-program");
    b.until(&format!("{WINDOW} === 'Continuous Chess: play the program'"));
    b.click_on("dialog .go");
    b.until("document.querySelector('#board svg.mine')");
    assert!(b.text(READOUT).contains("Pick a piece"));
    b.carry((4.5, 1.5), (4.5, 3.0));
    b.until("Number(document.body.dataset.plies) >= 1");
    b.is_quiet();
}

fn living() {
    let (mut b, _host) = of_both();
    let caption = "document.getElementById('caption').textContent";
    b.until(&format!("{caption}.includes('short game')"));
    b.until("document.querySelectorAll('#board .lanes path').length > 0");
    b.until("document.querySelector('#board .last .way')");
    b.is_quiet();
}

fn friend() {
    let (mut b, _server, _data) = front(Screen::Desktop);
    b.click_on("#way-friend");
    b.until(&format!("{WINDOW} === 'Continuous Chess: play a friend'"));
    b.click_on("dialog .go");
    b.until(&format!("{WINDOW} === 'Share this game'"));
    let said = b.text("document.querySelector('dialog').innerText");
    assert!(said.contains("works on this machine only") && said.contains("serve --host 0.0.0.0"), "{said}");
    b.is_quiet();
}

fn cards() {
    let (mut b, server, _data) = front(Screen::Desktop);
    let (_, body) = server.ask("GET", "/api/variants", "");
    let listed: Value = serde_json::from_str(&body).expect("JSON");
    let presets = listed["variants"].as_array().expect("a list");
    for preset in presets {
        let name = preset["name"].as_str().expect("a name");
        let card = format!("document.querySelector('[data-game={name}]')");
        assert_eq!(b.value(&format!("{card} !== null")), true, "{name} has no card");
        let rules = b.text(&format!("{card}.querySelector('a').getAttribute('href')"));
        assert_eq!(server.ask("GET", &rules, "").0, 200, "{name}: {rules}");
    }
    assert_eq!(b.value("document.querySelectorAll('[data-game]').length"), json!(presets.len()));
    // Each shows another picture, with a piece.
    let pictures = "[...document.querySelectorAll('[data-game] .card-picture')]";
    let different = b.value(&format!("new Set({pictures}.map(one => one.innerHTML)).size"));
    assert_eq!(different, json!(presets.len()));
    let without = format!("{pictures}.filter(one => one.querySelectorAll('.piece').length === 0).length");
    assert_eq!(b.value(&without), 0);
    b.click_on("[data-game=ring64] button");
    b.until(&format!("{WINDOW} === 'Circular chess with castling: play the program'"));
    b.is_quiet();
}

fn returning() {
    let (mut b, server, _data) = front(Screen::Desktop);
    assert_eq!(b.value("document.getElementById('own-games').hidden"), true);
    let made = server.make(&json!({ "opponent": { "side": "black", "level": 1 } }));
    b.open(&format!("http://{}/game/{}#w={}", server.address, made.game, made.white));
    b.until("document.querySelector('#board svg.mine')");
    b.carry((4.5, 1.5), (4.5, 3.0));
    b.until("document.body.dataset.plies === '2'");
    let last = b.text(LAST);
    b.open(&format!("http://{}/", server.address));
    let card = "document.querySelector('#own-games a')";
    b.until(card);
    let said = b.text(&format!("{card}.innerText"));
    let shown = last.split(' ').next().expect("a label");
    assert!(
        said.contains("the program, level 1") && said.contains("your turn") && said.contains(shown),
        "{said}"
    );
    b.until(&format!("{card}.querySelector('img').naturalWidth > 0"));
    b.click_on("#own-games a");
    b.until("document.querySelector('#board svg.mine')");
    // A game that is over has its result and a date.
    b.click_on("#resign");
    b.until("document.querySelector('dialog[open] .danger')");
    b.click_on("dialog .danger");
    b.until("document.querySelector('#status.over.lost')");
    b.open(&format!("http://{}/", server.address));
    b.until(&format!("{card}?.innerText.includes('you lost') && {card}.querySelector('time').textContent"));
    b.is_quiet();
}

/// All that the first visit fetches, as the browser counts it, before anybody scrolls.
fn bytes() {
    let fetched =
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]";
    for screen in [Screen::Phone, Screen::Desktop] {
        let (mut b, _server, _data) = front(screen);
        b.until(&format!("{fetched}.some(one => one.name.endsWith('/api/challenges'))"));
        b.until("document.querySelector('#board .piece')");
        let bytes = b.value(&format!("{fetched}.reduce((sum, one) => sum + one.transferSize, 0)"));
        let bytes = bytes.as_u64().expect("a number");
        assert!((10_000..=70_000).contains(&bytes), "{bytes} bytes");
    }
}

/// What other programs show of a link.
fn preview() {
    let (mut b, server, _data) = front(Screen::Desktop);
    let made = server.make(&json!({}));
    for page in ["", "learn", "rules/seams", &format!("game/{}", made.game)] {
        b.open(&format!("http://{}/{page}", server.address));
        b.until("document.querySelector('header')");
        let said = |name: &str| format!("document.querySelector('meta[{name}]').content");
        // Scripts put the name of a game before the title.
        let title = b.text("document.title");
        assert!(title.ends_with(&b.text(&said("property=\"og:title\""))), "{page}: {title}");
        assert!(b.text(&said("name=description")).contains("Chess without squares"), "{page}");
        let picture = b.text(&said("property=\"og:image\""));
        assert_eq!(server.ask_with("GET", &picture, "", "").0, 200, "{page}: {picture}");
    }
}

fn phone() {
    for screen in [Screen::Phone, Screen::SmallPhone] {
        let (mut b, _server, _data) = front(screen);
        b.frame();
        let sees = "(() => { const box = document.getElementById('way-program').getBoundingClientRect(); \
                    return box.top >= 0 && box.bottom <= innerHeight; })()";
        assert_eq!(b.value(sees), true);
        assert_eq!(b.value("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out");
        b.is_quiet();
    }
}

fn rules() {
    let (mut b, host) = of_both();
    b.open(&host.page("rules/continuous"));
    b.until("document.querySelector('main img')?.naturalWidth > 0");
    b.click_on("a[href*='scenario/ride-takes-three']");
    b.until("document.getElementById('play-on')");
    b.until("document.querySelector('main img').naturalWidth > 0");
    b.click_on("#play-on");
    b.until("document.body?.dataset.plies === '1'");
    b.is_quiet();
}

fn windows() {
    let (mut b, _host) = of_both();
    b.click_on("#begin");
    b.until(&format!("{WINDOW} === 'New game'"));
    b.key("Escape");
    b.until(&format!("!{WINDOW}"));
    // Until the page is drawn the focus stays in the window that is gone.
    b.frame();
    b.key("?");
    b.until(&format!("{WINDOW} === 'Help'"));
    b.is_quiet();
}
