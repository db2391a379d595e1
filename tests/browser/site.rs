//! The page without a server: the same answers as the program's, games that are kept in the browser, no network.

use crate::cdp::Screen;
use crate::host::{Host, NET, Seat};
use continuum::endings::Endings;
use continuum::engine::players::PlayerSpec;
use continuum::variant::preset_names;
use continuum::{Game, Position, Prepared};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The tests of both engines, by name.
pub const OF_BOTH: &[(&str, fn())] = &[("a_game_goes_on_where_it_was_left", goes_on)];

/// The tests that are without a server, by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_library_answers_as_the_program_does", same_answers),
    ("what_takes_too_long_is_told_and_the_next_question_is_answered", heavy),
    ("everything_works_without_a_network", offline),
    ("a_scenario_that_was_never_seen_is_shown_without_a_network", unseen),
    ("a_scenario_fits_a_phone", narrow),
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

/// How many lines of `analyze` are compared.
const LINES: usize = 10_000;

/// The library by itself, beside the page: `analyze` answers lines, and `hashed` returns a hash of all answers.
const LIBRARY: &str = "(async () => {
    const address = document.querySelector('script[type=module]').src.replace(/[^/]*$/, 'continuum.wasm');
    const { instance } = await WebAssembly.instantiate(await (await fetch(address)).arrayBuffer(), {});
    const { memory, question, answer, answered, length } = instance.exports;
    const [name, sent] = [new TextEncoder().encode('analyze'), new TextEncoder()];
    window.analyze = line => {
        const body = sent.encode(line);
        const at = question(name.length + body.length);
        new Uint8Array(memory.buffer, at).set(name);
        new Uint8Array(memory.buffer, at + name.length).set(body);
        answer(name.length, 1);
        return new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length()));
    };
    window.hashed = async lines => {
        const hash = await crypto.subtle.digest('SHA-256', sent.encode(lines.map(analyze).join('\\n')));
        return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('');
    };
})()";

/// Returns a number of positions of random games, as lines for `analyze`.
fn lines_of(name: &str, count: usize) -> Vec<String> {
    let prepared = Prepared::preset(name).expect(name);
    let start = Position::from_text(&prepared, "start").expect(name);
    let random: PlayerSpec = "random".parse().expect("a player");
    let mut player = random.start(&prepared, 7, &Endings::default()).expect("it needs nothing");
    let (mut game, mut lines) = (Game::new(start.clone()), Vec::new());
    while lines.len() < count {
        let position = game.position().to_string();
        lines.push(json!({ "id": lines.len(), "variant": name, "position": position }).to_string());
        let moved = player.choose(&game).ok().and_then(|chosen| game.play(chosen).ok().map(drop));
        if moved.is_none() {
            game = Game::new(start.clone());
        }
    }
    lines
}

/// The program that this test is linked with, and the library of the folder: equal to the byte.
fn same_answers() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("document.querySelector('#board svg')");
    b.value(LIBRARY);
    let own = |line: &String| {
        let told = continuum::answers::answer("analyze", Some(line.as_bytes())).expect("an answer");
        String::from_utf8(told.bytes).expect("text")
    };
    let names: Vec<&str> = preset_names().collect();
    let mut differing = Vec::new();
    for name in &names {
        let lines = lines_of(name, LINES.div_ceil(names.len()));
        let answers: Vec<String> = lines.iter().map(own).collect();
        let hash = format!("{:x}", Sha256::digest(answers.join("\n")));
        if b.text(&format!("hashed({})", json!(lines))) == hash {
            continue;
        }
        let differs = |n: &usize| b.text(&format!("analyze({})", json!(lines[*n]))) != answers[*n];
        let first = (0..lines.len()).find(differs).expect("a line whose answers differ");
        differing.push(format!("{}\n{}", lines[first], b.text(&format!("analyze({})", json!(lines[first])))));
        differing.push(answers[first].clone());
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Twelve pieces that leap as far as sixty from anywhere on a torus: the instance ends, and another takes its place.
fn heavy() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("document.querySelector('#board svg')");
    let kind = json!({ "name": "slow", "letter": "X", "move": [{ "go": "area", "range": 60 }] });
    let piece = |n: usize| {
        let label = ["X", "x"][n % 2];
        format!("{label}{n}@{},{} ", 0.5 + (n % 4) as f64 * 2.0, 0.75 + (n / 4) as f64 * 2.25)
    };
    let position = format!("Ke@0.5,0.75 {}; w", (1..12).map(piece).collect::<String>());
    let game = json!({ "variant": "continuous", "rules": { "board": "torus", "kind": [kind] }, "position": position });
    b.value(&format!(
        "{NET}.then(async net => {{
            const told = [net.ask('POST', '/api/games', {game}), net.ask('POST', '/api/positions', {{ game: {{ variant: 'zeno' }} }})];
            window.told = await Promise.allSettled(told);
        }})"
    ));
    b.until("window.told");
    let message = b.text("told[0].reason.message");
    assert!(message.starts_with("this takes too long to work out here"), "{message}");
    assert_eq!(b.text("told[1].value.position.turn"), "white");
    b.is_quiet();
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

/// Follows which part of the folder the keeper has kept, as `window.part`.
const FOLLOWED: &str = "(async () => {
    const text = await (await fetch('worker.js')).text();
    const { later } = JSON.parse(text.match(/FILES = (.*);/)[1]);
    const [version] = text.match(/continuum-[0-9a-f]+/);
    const rest = await caches.open(`${version}-rest`);
    setInterval(async () => { window.part = (await rest.keys()).length / later.length; }, 200);
})()";

/// The rest of the folder follows the first visit by itself.
fn unseen() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.open(&host.page(""));
    b.until("navigator.serviceWorker.controller?.state === 'activated'");
    b.value(FOLLOWED);
    for quarter in 1..=4 {
        b.until(&format!("window.part >= {} / 4", quarter));
    }
    host.cut();
    b.open(&host.page("rules/scenario/min-move"));
    b.until("document.querySelector('main img')?.naturalWidth > 0");
    b.is_quiet();
}

fn narrow() {
    let host = Host::start();
    let mut browser = crate::cdp::Browser::start(Screen::Phone);
    let b = &mut browser;
    b.open(&host.page("rules/scenario/min-move"));
    b.until("document.querySelector('main img')?.naturalWidth > 0");
    assert_eq!(b.value("document.querySelector('main').offsetWidth"), 390);
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
