//! Windows: links, clipboard, files, theme; and the marks of captures.

use crate::cdp::Screen;
use crate::table::{LAST, Table};
use serde_json::json;
use std::path::Path;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_position_is_copied_and_pasted", clipboard),
    ("a_scenario_file_is_opened", scenario_file),
    ("a_game_of_a_match_is_opened", match_games),
    ("what_is_wrong_with_a_scenario_is_told", faulty_scenario),
    ("an_unknown_game_offers_nothing_to_press", unknown_game),
    ("light_and_dark", theme),
    ("a_pair_of_pawns_comes_off_before_the_move", pairs),
    ("a_reborn_piece_is_not_lost", reborn),
    ("moves_and_checks_are_announced", announced),
];

fn clipboard() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.allow_clipboard();
    b.click_on("#more");
    b.until("document.querySelector('dialog[open] textarea')");
    let text = b.text("document.querySelector('dialog textarea').value");
    let press = |words: &str| {
        format!(
            "[...document.querySelectorAll('dialog button')].find(b => b.textContent === '{words}').click()"
        )
    };
    b.value("document.querySelector('dialog textarea').focus()");
    b.value(&press("Copy position"));
    // The message lies above the window.
    b.until("document.querySelector('dialog[open] .toast.up')");
    assert_eq!(b.text("navigator.clipboard.readText()"), text);
    let other = "Ke@4,1' Qd@2,2' ke@4,7' ; w";
    b.value(&format!("navigator.clipboard.writeText({other:?})"));
    b.value(&press("Paste"));
    b.until(&format!("document.querySelector('dialog textarea').value === {other:?}"));
    b.value(&press("New game from this text"));
    b.until("document.querySelectorAll('#layer-pieces .piece').length === 3");
    b.is_quiet();
}

fn scenario_file() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let b = &mut table.browser;
    let choose = "dialog[open] [aria-label='Open a scenario file']";
    b.click_on("#more");
    b.until(&format!("document.querySelector({choose:?})"));
    b.choose_files(choose, &[&folder.join("short-game.toml")]);
    b.until("Number(document.body?.dataset.plies) > 3 && document.getElementById('title').textContent.includes('centre counter')");
    // One that is played by a variant file says so, and opens together with it.
    b.click_on("#more");
    b.until(&format!("document.querySelector({choose:?})"));
    let orbiter = folder.join("orbiter-rides-a-circle.toml");
    b.choose_files(choose, &[&orbiter]);
    b.until("document.querySelector('dialog .wrong').textContent.includes('open both files together')");
    b.choose_files(choose, &[&orbiter, &folder.join("variants/menagerie.toml")]);
    b.until("document.querySelectorAll('[data-kind=O]').length === 1");
    b.is_quiet();
}

/// A match as the program writes it: one of its games is chosen, and a file with one line opens at once.
fn match_games() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let (all, one) = (table.data.0.join("games.jsonl"), table.data.0.join("one.jsonl"));
    let players = ["match", "--variant", "disc70", "--a", "greedy", "--b", "random", "--games", "2"];
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_continuum"))
        .args(players)
        .args(["--max-plies", "9", "--out"])
        .arg(&all)
        .output()
        .expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&all).expect("written");
    std::fs::write(&one, text.lines().next().expect("a game")).expect("written");
    let b = &mut table.browser;
    let choose = "dialog[open] [aria-label='Open a scenario file']";
    let title = "document.getElementById('title').textContent";
    b.click_on("#more");
    b.until(&format!("document.querySelector({choose:?})"));
    b.choose_files(choose, &[&all]);
    b.until("document.querySelectorAll('dialog [name=game] option').length === 2");
    assert!(
        b.text("document.querySelector('dialog [name=game]').textContent").contains("2: random – greedy")
    );
    b.value("document.querySelector('dialog [name=game]').value = '1'");
    b.click_on("dialog .games button");
    b.until(&format!("document.body?.dataset.plies === '9' && {title} === 'random against greedy'"));
    b.click_on("#more");
    b.until(&format!("document.querySelector({choose:?})"));
    b.choose_files(choose, &[&one]);
    b.until(&format!("document.body?.dataset.plies === '9' && {title} === 'greedy against random'"));
    b.is_quiet();
}

fn faulty_scenario() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let file = table.data.0.join("slip.toml");
    std::fs::write(&file, "title = \"t\"\nvarant = \"continuous\"\n").expect("written");
    let b = &mut table.browser;
    b.click_on("#more");
    let choose = "dialog[open] [aria-label='Open a scenario file']";
    b.until(&format!("document.querySelector({choose:?})"));
    b.choose_files(choose, &[&file]);
    b.until("document.querySelector('dialog .wrong').textContent");
    let said = b.text("document.querySelector('dialog .wrong').textContent");
    assert!(
        said.starts_with("slip.toml: line 2, column 1: unknown field `varant`: did you mean `variant`?"),
        "{said}"
    );
}

fn unknown_game() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.open(&format!("http://{}/game/nosuchgame", table.server.address));
    b.until("document.getElementById('status')?.textContent");
    let live = "[...document.querySelectorAll('button:not([disabled])')].filter(node => node.offsetParent).map(node => node.id).join(' ')";
    assert_eq!(b.text(live), "skip new settings help");
}

fn theme() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    let dark = "getComputedStyle(document.body).backgroundColor";
    let first = b.text(dark);
    b.click_on("#settings");
    b.until("document.querySelector('dialog[open] [name=theme]')");
    b.choose("[name=theme]", "dark");
    let second = b.text(dark);
    assert_ne!(first, second);
    b.call("Page.reload", json!({}));
    b.until("document.querySelector('#board svg.mine')");
    assert_eq!(b.text(dark), second, "it is remembered");
    b.is_quiet();
}

fn pairs() {
    let position = "Ke@h1' Ra@a2' kd@c6' na@a7' pd@e4!ccw pe@e5!cw ; w";
    let mut table = Table::lay(&json!({ "variant": "byzantine", "position": position }), Screen::Desktop);
    let b = &mut table.browser;
    b.until("document.querySelector('#pairs [name=\"e4e5\"]')");
    b.click_on("#pairs [name='e4e5']");
    b.value("document.querySelector('#board svg').focus()");
    b.keys(&["r", "Enter"]);
    b.until("document.querySelector('#board svg').dataset.picked === 'Ra'");
    for _ in 0..40 {
        if b.text("document.getElementById('readout').textContent").contains("→ a3") {
            break;
        }
        b.key("ArrowRight");
    }
    b.key("Enter");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "xx:e4e5 a2a3");
    b.until_pieces(4);
    // Two of the other side's pawns are gone.
    assert_eq!(b.text("document.querySelector('#player-bottom .lost[data-letter=P]').dataset.count"), "2");
    b.is_quiet();
}

fn reborn() {
    let request = json!({ "variant": "circe", "position": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1" });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    b.press(4.5, 3.5);
    b.drag(4.0, 4.0);
    b.drag(3.5, 4.5);
    // The pawn would be put back on d7.
    b.until("document.querySelector('#board .ghost circle.reborn')");
    b.release(3.5, 4.5);
    b.until_plies(1);
    b.until_pieces(4);
    assert_eq!(b.value("document.querySelectorAll('.lost').length"), 0, "nothing is lost for good");
    assert_eq!(b.value("document.querySelectorAll('#board .last circle.reborn').length"), 1);
    assert!(b.text("document.querySelector('.ply').textContent").contains("reborn"));
    // On the plane too.
    let request =
        json!({ "rules": { "rebirth": "circe" }, "position": "Ke@4.5,0.5' Ra@2,2' ke@4.5,7.5' pd@2,5' ; w" });
    let made = table.server.make(&request);
    b.open(&format!("http://{}/game/{}#w={}&b={}", table.server.address, made.game, made.white, made.black));
    b.until("document.querySelector('#board svg.mine')");
    b.press(2.0, 2.0);
    b.drag(2.0, 4.0);
    b.drag(2.0, 4.75);
    b.until("document.querySelector('#board .ghost circle.reborn')");
    b.release(2.0, 4.75);
    b.until_plies(1);
    assert_eq!(b.value("document.querySelectorAll('.lost').length"), 0);
    assert_eq!(b.value("document.querySelectorAll('#board .last circle.reborn').length"), 1);
    b.until_pieces(4);
    b.is_quiet();
}

fn announced() {
    let mut table = Table::from("Ke@7,0.5' Ra@0.5,2' ke@4,8' pa@6,3' ; w");
    let b = &mut table.browser;
    b.carry((0.5, 2.0), (0.5, 8.0));
    b.until_plies(1);
    let said = b.text("document.getElementById('announce').textContent");
    assert!(said.contains("White played Ra 90 6") && said.contains("Black to move: check"), "{said}");
    let unnamed = "[...document.querySelectorAll('button, input, select, textarea, a')].filter(node => \
                   !(node.textContent.trim() || node.getAttribute('aria-label') || node.title || node.closest('label'))).length";
    assert_eq!(b.value(unnamed), 0, "everything that can be used has a name");
    b.key("?");
    b.until("document.querySelector('dialog[open] .help')");
    assert_eq!(b.value(unnamed), 0, "there too");
    b.is_quiet();
}
