//! Games played as people play them.

use crate::cdp::{Browser, Screen};
use crate::server::Server;
use crate::table::{LAST, READOUT, STATUS, Table};
use crate::visitor::Visitor;
use serde_json::{Value, json};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_game_by_pointer_to_checkmate", by_pointer),
    ("a_game_by_keyboard_to_checkmate", by_keyboard),
    ("a_queen_takes_three_at_once", multi_capture),
    ("a_pawn_promotes", promotion),
    ("illegal_places_never_accept", illegal_places),
    ("a_game_goes_on_after_a_reload", reload),
    ("a_second_browser_joins_and_plays_the_other_side", second_browser),
    ("a_killed_server_loses_nothing_and_the_page_comes_back", killed_server),
    ("it_plays_by_touch_on_a_phone", phone),
    ("a_small_phone_shows_how_to_play_the_picked_piece", small_phone),
    ("looking_back_undo_and_resigning", history),
    ("a_typed_distance_is_played_exactly", typed),
    ("every_variants_board_is_drawn", every_board),
    ("a_drag_brought_back_or_a_click_that_slips_plays_nothing", back_to_the_start),
    ("quick_steps_all_count_and_the_list_follows", quick_steps),
];

/// White mates in two: the rook from (1, 3) shuts y = 7.1, then the one from (0.5, 2) checks on y = 8.
const LADDER: &str = "Ke@7,0.5' Ra@0.5,2' Rb@0.2,7.55' Rc@1,3' ke@4,8' pa@6,3' ; w";

fn by_pointer() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    b.carry((1.0, 3.0), (1.0, 7.1));
    b.until_plies(1);
    // By two clicks as well as by carrying.
    b.click(6.0, 3.0);
    b.until("document.querySelector('#board svg').dataset.picked === 'pa'");
    b.click(6.0, 2.5);
    b.until_plies(2);
    b.carry((0.5, 2.0), (0.5, 8.0));
    b.until_plies(3);
    assert_eq!(b.text(STATUS), "Checkmate: White wins");
    assert_eq!(b.text(LAST), "Ra 90 6");
    b.is_quiet();
}

fn by_keyboard() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    for _ in 0..30 {
        b.key("Tab");
        if b.value("document.activeElement?.matches('#board svg')") == true {
            break;
        }
    }
    assert_eq!(b.value("document.activeElement.matches('#board svg')"), true, "Tab reaches the board");
    let forward = |b: &mut Browser, letter: &str, label: &str| {
        for _ in 0..4 {
            if b.text("document.querySelector('#board svg').dataset.focused ?? ''") == label {
                break;
            }
            b.key(letter);
        }
        b.key("Enter");
        b.until(&format!("document.querySelector('#board svg').dataset.picked === '{label}'"));
        for _ in 0..4 {
            if b.text("document.getElementById('lane').value") == "90" {
                break;
            }
            b.key("ArrowLeft");
        }
    };
    forward(b, "r", "Rc");
    b.key("End");
    // Down from 5 to 4.1 by tenths.
    for _ in 0..9 {
        b.key("ArrowDown");
    }
    b.key("Enter");
    b.until_plies(1);
    forward(b, "p", "pa");
    b.keys(&["ArrowUp", "Enter"]);
    b.until_plies(2);
    forward(b, "r", "Ra");
    b.keys(&["End", "Enter"]);
    b.until_plies(3);
    assert_eq!(b.text(STATUS), "Checkmate: White wins");
    b.is_quiet();
}

fn multi_capture() {
    let mut table = Table::from(
        "Ke@4.5,0.5 Qd@4,1' ke@7.5,7.5 pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w",
    );
    let b = &mut table.browser;
    b.press(4.0, 1.0);
    b.drag(4.0, 3.0);
    b.drag(4.05, 4.95);
    let said = b.text(READOUT);
    assert!(said.contains("takes pa, pb, pc") && said.contains("(4, 5)"), "{said}");
    assert_eq!(b.value("document.querySelectorAll('.victim.sure').length"), 3);
    b.release(4.05, 4.95);
    b.until_plies(1);
    b.until_pieces(3);
    let lost = "document.querySelectorAll('#player-bottom .lost[data-letter=P] svg').length";
    assert_eq!(b.value(lost), 3, "drawn as figures");
    assert_eq!(
        b.text("document.querySelector('#player-bottom .taken').getAttribute('aria-label')"),
        "has taken 3 pawns; 9 ahead"
    );
    b.is_quiet();
}

fn promotion() {
    let mut table = Table::from("Ke@4.5,0.5 Pa@1,7' ke@7.5,7.5 ; w");
    let b = &mut table.browser;
    b.carry((1.0, 7.0), (1.0, 8.0));
    b.until("document.querySelector('dialog[open] [data-promotion]')");
    assert_eq!(b.value("document.querySelectorAll('[data-promotion]').length"), 4);
    b.click_on("[data-promotion=N]");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Pa 90 1 =N");
    assert_eq!(b.value("document.querySelectorAll('[data-kind=N]').length"), 1);
    b.is_quiet();
}

fn back_to_the_start() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    b.press(1.0, 3.0);
    b.drag(1.0, 4.0);
    b.drag(1.0, 3.05);
    b.release(1.0, 3.05);
    b.frame();
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.key("Escape");
    // A click that slips by six pixels is a click: the piece is picked, and stays.
    let (x, y) = b.screen(1.0, 3.0);
    b.mouse("mousePressed", (x, y), 1);
    b.mouse("mouseMoved", (x, y - 6.0), 1);
    b.frame();
    b.mouse("mouseReleased", (x, y - 6.0), 0);
    b.frame();
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    assert_eq!(b.text("document.querySelector('#board svg').dataset.picked"), "Rc");
    b.is_quiet();
}

fn quick_steps() {
    let mut table = Table::from("Ke@4.5,0.5' Ra@1,1' ke@4.5,7.5' ra@1,7' ; w");
    let mut players = Visitor::both(&table.server, &table.made);
    for _ in 0..20 {
        for m in ["Ra 0 0.1", "ra 180 0.1"] {
            players.play(m).expect("a legal move");
        }
    }
    let b = &mut table.browser;
    b.until_plies(40);
    let in_sight = "(() => { const [list, ply] = ['#moves', '.ply.shown'].map(box => \
                    document.querySelector(box).getBoundingClientRect()); \
                    return ply.top >= list.top && ply.bottom <= list.bottom; })()";
    assert_eq!(b.value(in_sight), true, "the list follows the game");
    b.value("(() => { for (let i = 0; i < 30; i++) back.click(); })()");
    b.until("document.querySelector('#board svg').dataset.ply === '10'");
    assert_eq!(b.value(in_sight), true, "the list follows who looks back");
    b.is_quiet();
}

fn illegal_places() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    // A rook does not go there, and nothing legal is near.
    b.carry((1.0, 3.0), (4.0, 5.0));
    b.frame();
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.key("Escape");
    // Black's piece is not White's to move.
    b.carry((6.0, 3.0), (6.0, 2.5));
    b.frame();
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.is_quiet();
}

fn reload() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    b.carry((1.0, 3.0), (1.0, 7.1));
    b.until_plies(1);
    b.call("Page.reload", json!({}));
    b.until_plies(1);
    b.until("document.querySelector('#board svg.mine')");
    b.carry((6.0, 3.0), (6.0, 2.0));
    b.until_plies(2);
    b.is_quiet();
}

fn second_browser() {
    let (mut table, mut guest) = Table::apart(&json!({ "position": LADDER }));
    let site = format!("http://{}/game/{}", table.server.address, table.made.game);
    let (white, other) = (&mut table.browser, &mut guest);
    other.until("document.getElementById('flip').getAttribute('aria-pressed') === 'true'");
    white.carry((1.0, 3.0), (1.0, 7.1));
    other.until_plies(1);
    other.until("document.querySelector('#board svg.mine')");
    // It is not White's turn in White's browser.
    white.until("document.querySelector('#board svg.mine') === null");
    other.carry((6.0, 3.0), (6.0, 2.5));
    white.until_plies(2);
    other.open(&site);
    other.until_plies(2);
    other.until(&format!("({READOUT}).includes('watching')"));
    white.is_quiet();
    other.is_quiet();
}

fn killed_server() {
    let mut table = Table::from(LADDER);
    table.browser.carry((1.0, 3.0), (1.0, 7.1));
    table.browser.until_plies(1);
    let port = table.server.port();
    table.server.kill();
    table.browser.until("document.body.classList.contains('cut')");
    table.server = Server::start_at(&table.data.0, port);
    let b = &mut table.browser;
    b.until("!document.body.classList.contains('cut')");
    b.until_plies(1);
    b.carry((6.0, 3.0), (6.0, 2.5));
    b.until_plies(2);
    b.carry((0.5, 2.0), (0.5, 8.0));
    b.until_plies(3);
    assert_eq!(b.text(STATUS), "Checkmate: White wins");
}

fn phone() {
    let mut table = Table::lay(&json!({}), Screen::Phone);
    let b = &mut table.browser;
    assert_eq!(b.value("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out");
    assert_eq!(b.value("document.querySelector('#board').getBoundingClientRect().width > 340"), true);
    assert_eq!(
        b.value("document.querySelector('#board').getBoundingClientRect().bottom < innerHeight"),
        true
    );
    b.touch("touchStart", 4.5, 1.5);
    b.touch("touchMove", 4.5, 2.2);
    b.touch("touchMove", 4.55, 3.0);
    b.touch("touchEnd", 0.0, 0.0);
    // A finger lets go first and plays afterwards.
    b.until("!document.getElementById('play').disabled");
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.click_on("#play");
    b.until_plies(1);
    assert!(b.text(LAST).starts_with("Pe 90 1."));
    b.is_quiet();
}

fn small_phone() {
    let mut table = Table::lay(&json!({}), Screen::SmallPhone);
    let b = &mut table.browser;
    let tap = |b: &mut Browser, x: f64, y: f64| {
        b.touch("touchStart", x, y);
        b.touch("touchEnd", 0.0, 0.0);
    };
    let sees = |b: &mut Browser, id: &str| {
        b.until(&format!(
            "(() => {{ const box = document.getElementById('{id}').getBoundingClientRect(); \
             return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; }})()"
        ));
    };
    tap(b, 4.5, 1.5);
    b.until(&format!("{READOUT}.includes('tap where it goes')"));
    sees(b, "readout");
    tap(b, 4.5, 3.0);
    b.until("!document.getElementById('play').disabled");
    for id in ["readout", "play", "cancel"] {
        sees(b, id);
    }
    b.click_on("#play");
    b.until_plies(1);
    b.is_quiet();
}

fn history() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    b.carry((1.0, 3.0), (1.0, 7.1));
    b.until_plies(1);
    b.carry((6.0, 3.0), (6.0, 2.5));
    b.until_plies(2);
    b.click_on(".ply[data-ply='1']");
    b.until("document.querySelector('#board svg').dataset.ply === '1'");
    // Looking back is not taking back.
    assert_eq!(b.value("document.querySelector('#board svg.mine') === null"), true);
    b.click_on("#live");
    b.until("document.querySelector('#board svg').dataset.ply === '2'");
    b.click_on("#undo");
    b.until_plies(1);
    b.click_on("#redo");
    b.until_plies(2);
    b.click_on("#attacks");
    b.until("document.querySelectorAll('#board .attacks path').length > 0");
    b.click_on("#flip");
    b.until("document.getElementById('flip').getAttribute('aria-pressed') === 'true'");
    b.click_on("#resign");
    b.until("document.querySelector('dialog[open] .danger')");
    b.click_on("dialog .danger");
    b.until("document.getElementById('status').dataset.over === 'true'");
    assert_eq!(b.text(STATUS), "White resigns: Black wins");
    b.is_quiet();
}

fn typed() {
    let mut table = Table::from(LADDER);
    let b = &mut table.browser;
    b.click(1.0, 3.0);
    b.until("!document.getElementById('entry-row').hidden");
    b.value("(() => { lane.value = '90'; lane.dispatchEvent(new Event('change')); distance.focus(); distance.select(); })()");
    // What is illegal stays to be corrected.
    b.keys(&["9", "Enter"]);
    let said = b.text(READOUT);
    assert!(said.contains("9 is not legal along 90°") && said.contains("[0.1, 5]"), "{said}");
    assert_eq!(b.value("document.getElementById('play').disabled"), true);
    b.fill("#distance", "sqrt(81)");
    b.value("document.getElementById('entry').requestSubmit()");
    b.until("document.querySelector('.toast.up')");
    assert_eq!(b.text("document.querySelector('#board svg').dataset.picked"), "Rc");
    b.value("distance.select()");
    b.keys(&["4", ".", "1", "2", "3", "4", "5", "6", "7", "Enter"]);
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Rc 90 4.1234567");
    b.is_quiet();
}

fn every_board() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let (_, body) = table.server.ask("GET", "/api/variants", "");
    let listed: Value = serde_json::from_str(&body).expect("JSON");
    for variant in listed["variants"].as_array().expect("a list") {
        let made = table.server.make(&json!({ "variant": variant["name"] }));
        let b = &mut table.browser;
        b.open(&format!(
            "http://{}/game/{}#w={}&b={}",
            table.server.address, made.game, made.white, made.black
        ));
        b.until("document.querySelector('#board svg.mine')");
        let pieces = b.value("document.querySelectorAll('#layer-pieces .piece').length");
        assert!(pieces.as_u64() >= Some(32), "{variant}: {pieces}");
        let ground = b.value("document.querySelectorAll('#board .cell, #board .ground-field').length");
        let least = if variant["motion"] == "plane" { 1 } else { 64 };
        assert!(ground.as_u64() >= Some(least), "{variant}: {ground}");
        // The first piece that may move shows where to, and moves by keys alone.
        b.value("document.querySelector('#board svg').focus()");
        b.keys(&["ArrowRight", "Enter"]);
        b.until("document.querySelector('#board .lanes').childElementCount > 0");
        b.key("Enter");
        b.until_plies(1);
    }
    table.browser.is_quiet();
}
