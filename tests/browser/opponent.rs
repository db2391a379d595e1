//! The program as an opponent and as an adviser.

use crate::cdp::Screen;
use crate::host::Seat;
use crate::server::Server;
use crate::table::{READOUT, STATUS, Table};
use serde_json::json;

/// The tests of both engines, by name.
pub const OF_BOTH: &[(&str, fn())] = &[
    ("the_program_answers_a_move", answers),
    ("the_program_begins_where_it_is_white", begins),
    ("taking_back_against_the_program_takes_its_move_back_too", takes_back),
    ("a_hint_is_drawn_and_named", hint),
    ("the_bar_of_who_stands_better_can_be_hidden", bar),
    ("the_best_lines_are_drawn_as_lanes", lines),
    ("a_game_against_a_level_is_made_in_the_page", made_in_the_page),
];

/// The tests that need a server, by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_restart_in_the_middle_of_a_thought_loses_nothing", restart),
    ("two_people_get_no_advice_while_they_play", no_advice),
];

/// White's seat at a game in which the program plays Black.
fn against(variant: &str, position: &str, level: u8) -> Seat {
    let opponent = json!({ "side": "black", "level": level });
    let request = json!({ "variant": variant, "position": position, "opponent": opponent });
    let mut seat = Seat::lay(&request, "w", Screen::Desktop);
    seat.browser.until("document.querySelector('#board svg.mine')");
    seat
}

fn answers() {
    let mut seat = against("orthodox", "start", 2);
    let b = &mut seat.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(2);
    assert!(b.text("document.getElementById('player-top').textContent").contains("the program, level 2"));
    b.until(&format!("{STATUS} === 'White to move'"));
    b.is_quiet();
}

fn begins() {
    let opponent = json!({ "side": "white", "level": 1 });
    let request = json!({ "variant": "disc70", "opponent": opponent });
    let mut seat = Seat::lay(&request, "b", Screen::Desktop);
    let b = &mut seat.browser;
    b.until_plies(1);
    b.until("document.querySelector('#board svg.mine')");
    b.is_quiet();
}

fn takes_back() {
    let mut seat = against("orthodox", "start", 1);
    let b = &mut seat.browser;
    b.carry((4.5, 1.5), (4.5, 3.5));
    b.until_plies(2);
    assert_eq!(b.text("document.getElementById('undo').textContent"), "Undo");
    b.click_on("#undo");
    b.until_plies(0);
    b.until("document.querySelector('#board svg.mine')");
    b.click_on("#redo");
    b.until_plies(2);
    b.is_quiet();
}

/// The strongest level thinks for longer than the kill takes; the next server goes on with the thought.
fn restart() {
    let opponent = json!({ "side": "black", "level": 8 });
    let request = json!({ "variant": "orthodox", "opponent": opponent });
    let mut table = Table::lay(&request, Screen::Desktop);
    let port = table.server.port();
    table.browser.carry((4.5, 1.5), (4.5, 3.5));
    // On a slow machine the thought may be over before anybody looks.
    table.browser.until("Number(document.body.dataset.plies) >= 1");
    table.server.child.kill().expect("it runs");
    table.server.child.wait().expect("it ends");
    table.server = Server::start_at(&table.data.0, port);
    table.browser.until_plies(2);
    table.browser.until("document.querySelector('#board svg.mine')");
}

fn hint() {
    let mut seat = against("orthodox", "6k1/5ppp/8/8/8/8/8/K2R4 w - -", 1);
    let b = &mut seat.browser;
    b.click_on("#hint");
    b.until("document.querySelector('#board .advice .best')");
    assert!(b.text(READOUT).contains("mate in 1)"), "{}", b.text(READOUT));
    b.carry((3.5, 0.5), (3.5, 7.5));
    b.until_plies(1);
    b.until("!document.querySelector('#board .advice .best')");
    b.is_quiet();
}

fn bar() {
    let mut seat = against("orthodox", "k7/8/1K6/8/8/8/8/7R w - -", 1);
    let b = &mut seat.browser;
    assert_eq!(b.value("document.getElementById('bar').hidden"), true);
    b.click_on("#evaluate");
    b.until("document.getElementById('bar').dataset.value === '#1'");
    assert_eq!(b.text("document.querySelector('#bar div').style.width"), "100%");
    b.click_on("#evaluate");
    b.until("document.getElementById('bar').hidden");
    b.is_quiet();
}

fn lines() {
    let mut seat = Seat::lay(&json!({}), "wb", Screen::Desktop);
    let b = &mut seat.browser;
    b.click_on("#analyse");
    b.until("document.querySelectorAll('#board .advice .best').length > 1");
    b.until("document.querySelectorAll('#lines li').length > 1");
    b.click_on("#analyse");
    b.until("!document.querySelector('#board .advice .best') && document.getElementById('lines').hidden");
    b.is_quiet();
}

fn no_advice() {
    let (mut table, black) = Table::apart(&json!({ "variant": "orthodox" }));
    let b = &mut table.browser;
    for id in ["hint", "analyse", "evaluate"] {
        assert_eq!(b.value(&format!("document.getElementById('{id}').disabled")), true, "{id}");
    }
    // Nor is the bar of another game left standing.
    b.value("localStorage.setItem('continuum-bar', 'shown')");
    b.call("Page.reload", json!({}));
    b.until("document.querySelector('#board svg.mine')");
    assert_eq!(b.value("document.getElementById('bar').hidden"), true);
    b.value("localStorage.removeItem('continuum-bar')");
    drop(black);
}

fn made_in_the_page() {
    let mut seat = Seat::lay(&json!({}), "wb", Screen::Desktop);
    let b = &mut seat.browser;
    b.click_on("#new");
    b.until("document.querySelector('form.new [name=variant][value=orthodox]')");
    b.click_on("form.new [name=variant][value=orthodox]");
    b.click_on("form.new [name=who][value=as-black]");
    b.click_on("form.new button.go");
    b.until("location.hash.startsWith('#b=')");
    b.until_plies(1);
    assert!(b.text("document.getElementById('player-top').textContent").contains("the program, level 4"));
}
