//! The analysis board: variations, comments, drawings, lines of the program, texts, links and pictures.

use crate::cdp::{Browser, Screen};
use crate::host::{Host, Seat};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("variations_are_a_tree", variations),
    ("a_move_of_a_line_is_entered_by_pressing_it", lines),
    ("comments_and_drawings_are_saved_and_opened", texts),
    ("a_link_shows_a_position_of_no_game", link),
    ("a_game_is_analysed_from_its_page", from_game),
    ("an_analysis_on_a_phone", phone),
    ("a_fen_is_opened_and_written", fen),
];

const MOVES: &str = "document.getElementById('moves').innerText.replace(/\\s+/g, ' ').trim()";

fn start(screen: Screen, hash: &str) -> (Browser, Host) {
    let host = Host::start();
    let mut b = Browser::start(screen);
    b.open(&host.page(&format!("analysis{hash}")));
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    (b, host)
}

fn until_depth(b: &mut Browser, depth: usize) {
    b.until(&format!("document.body?.dataset.depth === '{depth}'"));
}

/// Drags with the right button.
fn draw(b: &mut Browser, from: (f64, f64), to: (f64, f64)) {
    let (from, to) = (b.screen(from.0, from.1), b.screen(to.0, to.1));
    for (kind, (x, y), buttons) in
        [("mousePressed", from, 2), ("mouseMoved", to, 2), ("mouseReleased", to, 0)]
    {
        let params =
            json!({ "type": kind, "x": x, "y": y, "button": "right", "buttons": buttons, "clickCount": 1 });
        b.call("Input.dispatchMouseEvent", params);
    }
    b.frame();
}

fn variations() {
    let (mut b, _host) = start(Screen::Desktop, "");
    b.carry((4.5, 1.5), (4.5, 3.5));
    until_depth(&mut b, 1);
    b.carry((4.5, 6.5), (4.5, 4.5));
    until_depth(&mut b, 2);
    b.click_on("#back");
    until_depth(&mut b, 1);
    // Both sides are moved here, and another move is a variation.
    b.carry((3.5, 6.5), (3.5, 4.5));
    until_depth(&mut b, 2);
    b.until("document.querySelectorAll('#moves .variation .ply').length === 1");
    assert_eq!(b.text(MOVES), "1. Pe 90 2 pe 90 2 1… pd 90 2");
    // The move that is there already is not entered twice.
    b.key("ArrowLeft");
    until_depth(&mut b, 1);
    b.carry((3.5, 6.5), (3.5, 4.5));
    until_depth(&mut b, 2);
    assert_eq!(b.value("document.querySelectorAll('#moves .ply').length"), 3);
    b.click_on("#promote");
    b.until(&format!("{MOVES} === '1. Pe 90 2 pd 90 2 1… pe 90 2'"));
    // The tree is there again when the page is loaded again.
    b.value("window.isOld = true");
    b.call("Page.reload", json!({}));
    b.until("!window.isOld && document.querySelectorAll('#moves .ply').length === 3 && document.body?.dataset.depth === '2'");
    assert_eq!(b.text("document.querySelector('#moves .shown').innerText"), "pd 90 2");
    b.value("document.querySelector('#moves .variation .ply').click()");
    b.until("document.querySelector('#moves .variation .shown')");
    b.click_on("#delete");
    b.until(&format!("{MOVES} === '1. Pe 90 2 pd 90 2'"));
    until_depth(&mut b, 1);
    b.is_quiet();
}

fn lines() {
    let hash = "#variant=continuous&position=Ke@7,0.5'+Ra@0.5,2'+Rb@0.2,7.55'+Rc@1,3'+ke@4,8'+pa@6,3'+;+w";
    let (mut b, _host) = start(Screen::Desktop, hash);
    b.click_on("#analyse");
    b.until("document.querySelectorAll('#lines li').length === 3");
    b.until("document.querySelectorAll('#board .best').length === 3");
    let longer =
        "[...document.querySelectorAll('#lines li')].find(line => line.querySelectorAll('.ply').length > 1)";
    b.until(longer);
    let second = format!("{longer}.querySelectorAll('.ply')[1]");
    let words = b.text(&format!("{second}.innerText"));
    b.value(&format!("{second}.click()"));
    until_depth(&mut b, 2);
    let shown = b.text("document.querySelector('#moves .shown').innerText");
    assert!(shown.contains(words.trim_end_matches(['+', '#'])), "{shown}: {words}");
    b.is_quiet();
}

fn texts() {
    let (mut b, host) = start(Screen::Desktop, "");
    b.carry((4.5, 1.5), (4.5, 3.5));
    until_depth(&mut b, 1);
    b.fill("#comment", "a {good} start");
    draw(&mut b, (2.0, 2.0), (3.25, 4.0));
    draw(&mut b, (5.0, 5.0), (5.0, 5.0));
    b.until("document.querySelector('#board svg').dataset.drawn === '2'");
    b.click_on("#first");
    until_depth(&mut b, 0);
    assert_eq!(
        b.text("document.querySelector('#board svg').dataset.drawn"),
        "0",
        "they are kept with the move"
    );
    b.carry((3.5, 1.5), (3.5, 3.5));
    until_depth(&mut b, 1);
    b.value(
        "(() => { const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make.call(URL, blob); }; })()",
    );
    let save = |b: &mut Browser, n: usize| {
        b.value("delete window.saved");
        b.value(&format!("document.querySelectorAll('.saves button')[{n}].click()"));
        b.until("window.saved");
        b.text("window.saved.text()")
    };
    b.click_on("#files");
    b.until("document.querySelector('dialog[open] .saves')");
    let scenario = save(&mut b, 0);
    assert!(
        scenario.contains("# ")
            && scenario.contains("a {good} start")
            && scenario.contains("move = \"Pe 90 2\""),
        "{scenario}"
    );
    let pgn = save(&mut b, 1);
    assert!(pgn.contains("1. \"Pe 90 2\" {[%csl G5,5] [%cal G2,2>3.25,4] a (good)"), "{pgn}");
    assert!(pgn.contains("(1. \"Pd 90 2\")"), "{pgn}");
    save(&mut b, 4);
    assert_eq!(b.text("window.saved.type"), "image/gif");
    save(&mut b, 2);
    assert_eq!(b.text("window.saved.type"), "image/png");
    // Another window opens the text.
    b.open(&host.page("analysis#variant=orthodox"));
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    b.click_on("#files");
    b.until("document.querySelector('dialog[open] [name=text]')");
    b.fill("[name=text]", &pgn);
    b.value("document.querySelector('dialog .row.end button').click()");
    b.until("document.querySelectorAll('#moves .ply').length === 2");
    assert_eq!(b.text("document.getElementById('title').textContent"), "Continuous Chess");
    b.key("ArrowRight");
    until_depth(&mut b, 1);
    assert_eq!(b.text("document.querySelector('#board svg').dataset.drawn"), "2");
    assert_eq!(b.text("document.getElementById('comment').value"), "a (good) start");
    b.click_on("#files");
    b.until("document.querySelector('dialog[open] [name=text]')");
    b.fill("[name=text]", "variant = \"continuous\"\nposition = \"Ke@4,4\"");
    b.value("document.querySelector('dialog .row.end button').click()");
    b.until("document.querySelector('dialog .wrong').textContent.includes('line 2')");
    b.is_quiet();
}

fn link() {
    let hash = "#variant=torus&position=Ke@4,4'+Ra@1,1'+ke@7,7'+;+b";
    let (mut b, host) = start(Screen::Desktop, hash);
    assert_eq!(b.text("document.getElementById('status').textContent"), "Black to move");
    assert_eq!(b.value("document.querySelectorAll('#layer-pieces .piece').length"), 3);
    b.carry((7.0, 7.0), (7.4, 7.0));
    until_depth(&mut b, 1);
    let hash = b.text("location.hash");
    b.open(&host.page(&format!("analysis{hash}")));
    b.until("document.getElementById('status')?.textContent === 'White to move'");
    b.open(&host.page("analysis#variant=continuous&position=Ke@9,9+;+w"));
    b.until("document.querySelector('#board .no-board')?.textContent.includes('off the board')");
    assert!(host.stored() < 100_000, "nothing is stored: {} bytes", host.stored());
    b.is_quiet();
}

fn from_game() {
    let position = "Ke@7,0.5' Ra@0.5,2' Rb@0.2,7.55' Rc@1,3' ke@4,8' pa@6,3' ; w";
    let Seat { browser: mut b, host } = Seat::lay(&json!({ "position": position }), "wb", Screen::Desktop);
    let b = &mut b;
    b.carry((1.0, 3.0), (1.0, 7.1));
    b.until_plies(1);
    b.until("!document.getElementById('to-analysis').hidden");
    let game = b.text("location.search.slice(1) || location.pathname.split('/').pop()");
    b.click_on("#to-analysis");
    b.until("document.querySelectorAll('#moves .ply').length === 1 && document.body?.dataset.depth === '1'");
    assert_eq!(b.text(MOVES), "1. Rc 90 4.1");
    b.carry((6.0, 3.0), (6.0, 2.5));
    until_depth(b, 2);
    // A ply beyond the last means the last.
    b.open(&host.page(&format!("analysis#game={game}&ply=4000000000")));
    until_depth(b, 1);
    b.is_quiet();
}

fn phone() {
    let (mut b, _host) = start(Screen::Phone, "");
    assert_eq!(b.value("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out");
    b.click_on("#pencil");
    b.touch("touchStart", 2.0, 3.0);
    b.touch("touchMove", 4.0, 4.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until("document.querySelector('#board svg').dataset.drawn === '1'");
    b.click_on("#pencil");
    b.touch("touchStart", 4.5, 1.5);
    b.touch("touchMove", 4.5, 3.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('play').disabled");
    b.click_on("#play");
    until_depth(&mut b, 1);
    b.is_quiet();
}

/// After `1. e4` in orthodox chess.
const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

fn fen() {
    // A board of the plane has no FEN, and one that is opened there is of orthodox chess.
    let (mut b, _host) = start(Screen::Desktop, "");
    let open = |b: &mut Browser, text: &str| {
        b.click_on("#files");
        b.until("document.querySelector('dialog[open] [name=text]')");
        b.fill("[name=text]", text);
        b.value("document.querySelector('dialog .row.end button').click()");
    };
    open(&mut b, FEN);
    b.until(
        "!document.querySelector('dialog[open]') && document.getElementById('variant').value === 'orthodox'",
    );
    b.until("document.getElementById('status').textContent === 'Black to move'");
    // It is written as it was read.
    b.click_on("#files");
    b.until(&format!("document.querySelector('dialog[open] [name=fen]')?.value === '{FEN}'"));
    b.value("document.getElementById('dialog').close()");
    // A fault is told with its place.
    open(&mut b, "rnbqkbnr/pppppppp/8/8/8/8/PPPPxPPP/RNBQKBNR w KQkq - 0 1");
    b.until("document.querySelector('dialog .wrong').textContent.includes('column 31')");
    b.value("document.getElementById('dialog').close()");
    b.choose("#variant", "continuous");
    b.until("document.querySelector('#board svg.plane.mine') && document.body?.dataset.depth === '0'");
    b.click_on("#files");
    b.until("document.querySelector('dialog[open] .saves')");
    b.frame();
    assert_eq!(b.value("document.querySelector('dialog [name=fen]')"), serde_json::Value::Null);
    b.is_quiet();
}
