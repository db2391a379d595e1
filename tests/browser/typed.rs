//! Numbers typed: with a comma or a point, and accepted exactly where the rules accept them.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};
use crate::table::{LAST, READOUT, Table};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_decimal_comma_is_understood", comma),
    ("a_decimal_comma_is_understood_in_a_place", place),
    ("a_decimal_comma_is_understood_in_forms", forms),
    ("a_typed_distance_is_legal_to_the_last_digit", last_digit),
];

const MAY_PLAY: &str = "!document.getElementById('play').disabled";

/// Picks a piece and the lane that is typed along.
fn aim(b: &mut Browser, (x, y): (f64, f64), lane: &str) {
    b.click(x, y);
    b.until("!document.getElementById('entry-row').hidden");
    along(b, lane);
}

fn along(b: &mut Browser, lane: &str) {
    b.choose("#lane", lane);
}

fn comma() {
    let mut table = Table::from("Ke@0.5,0.5' Ra@1,4' ke@7.5,7.5' ; w");
    let b = &mut table.browser;
    aim(b, (1.0, 4.0), "0");
    b.fill("#distance", "1,75");
    assert!(b.text(READOUT).contains("0° · 1.75 · (2.75, 4)"), "{}", b.text(READOUT));
    b.click_on("#play");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Ra 0 1.75");
    b.is_quiet();
}

fn place() {
    let mut table = Table::from("Ke@0.5,0.5' Ga@4,4' ke@7.5,7.5' ; w");
    let b = &mut table.browser;
    b.click(4.0, 4.0);
    b.until("!document.getElementById('entry-row').hidden");
    for typed in ["4.25,4.1", "4,25; 4,1", "4,25 4,1", "4,25,4,1"] {
        b.fill("#distance", typed);
        assert!(b.text(READOUT).contains("(4.25, 4.1)"), "{typed}: {}", b.text(READOUT));
    }
    // One comma parts two whole numbers.
    b.fill("#distance", "4,4");
    assert_eq!(b.value(MAY_PLAY), false);
    b.fill("#distance", "4,25 4,1");
    b.click_on("#play");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Ga > 4.25,4.1");
    b.is_quiet();
}

fn forms() {
    let data = Folder::new();
    let server = Server::start(&data.0);
    let mut b = Browser::start(Screen::Desktop);
    b.open_new_game(&server.address);
    b.value("document.querySelectorAll('form.new details').forEach(part => { part.open = true; })");
    b.fill("form.new [name=min_move]", "0,4");
    b.choose("form.new [name=time]", "own");
    b.fill("form.new [name=minutes]", "1,5");
    b.click_on("form.new .go");
    b.until_plies(0);
    // The window with the links of the new game comes up by itself.
    b.until("document.querySelector('dialog[open] .link')");
    b.key("Escape");
    b.until("document.querySelector('#board svg.mine') && !document.querySelector('dialog[open]')");
    assert!(b.text("document.querySelector('.clock').textContent").contains("1:30"), "a minute and a half");
    // A step of 0.3 is too short here.
    aim(&mut b, (4.5, 1.5), "90");
    b.fill("#distance", "0,3");
    assert_eq!(b.value(MAY_PLAY), false);
    b.fill("#distance", "0,4");
    assert_eq!(b.value(MAY_PLAY), true);
    b.open(&format!("http://{}/editor", server.address));
    b.until("document.body?.dataset.judged === 'right'");
    b.click(4.5, 1.5);
    b.until("document.querySelector('[name=place]')");
    b.fill("[name=place]", "4,5 2,25");
    b.value("document.querySelector('[name=place]').dispatchEvent(new Event('change'))");
    b.until("document.getElementById('text').value.includes('Pe@4.5,2.25')");
    b.is_quiet();
}

fn last_digit() {
    // The friend is a unit ahead: the rook may go 0.75 and not a ten-millionth farther. To the right an enemy is taken at 2.75.
    let mut table = Table::from("Ke@0.5,0.5' Ra@1,4' Na@1,5' ke@7.5,7.5' pa@4,4' ; w");
    let b = &mut table.browser;
    aim(b, (1.0, 4.0), "90");
    b.fill("#distance", "0.7500001");
    assert_eq!(b.value(MAY_PLAY), false);
    let told = b.text(READOUT);
    assert!(told.contains("0.7500001 is not legal") && told.contains("[0.1, 0.75]"), "{told}");
    b.fill("#distance", "0.75");
    assert_eq!(b.value(MAY_PLAY), true);
    along(b, "0");
    for (typed, takes) in [("2.7499999", false), ("2.75", true)] {
        b.fill("#distance", typed);
        assert_eq!(b.value(MAY_PLAY), true, "{typed}");
        let told = b.text(READOUT);
        assert!(told.contains(&format!("0° · {typed} · ")), "{typed}: {told}");
        assert_eq!(told.contains("takes pa"), takes, "{told}");
    }
    b.fill("#distance", "2.7499999");
    b.click_on("#play");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Ra 0 2.7499999");
    b.is_quiet();
}
