//! The position editor: every board is set up, the text is in step, faults are told.

use crate::cdp::{Browser, Screen};
use crate::host::{Host, NET};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_position_is_set_up_and_its_faults_are_told", plane),
    ("what_was_changed_is_undone", undone),
    ("headings_and_homes_are_set", suffixes),
    ("every_board_is_set_up", boards),
    ("an_address_that_cannot_be_read_is_told", bad_address),
    ("a_position_is_played_with_the_sides_that_one_chooses", played),
];

const TEXT: &str = "document.getElementById('text').value";
const BOARDS: &[&str] = &[
    "continuous",
    "mobius",
    "torus",
    "klein",
    "spherical",
    "ring",
    "disc",
    "orthodox",
    "byzantine",
    "disc70",
    "circe",
    "klein96",
    "pillow64",
    "projective96",
];

fn start() -> (Browser, Host) {
    (Browser::start(Screen::Desktop), Host::start())
}

fn open(b: &mut Browser, host: &Host, hash: &str) {
    b.open(&host.page(&format!("editor{hash}")));
    judged(b, "right");
}

fn judged(b: &mut Browser, verdict: &str) {
    b.until(&format!("document.body?.dataset.judged === '{verdict}'"));
}

fn choose_kind(b: &mut Browser, letter: &str) {
    b.click_on(&format!("#palette [data-kind={letter}]"));
}

fn undone() {
    let (mut b, host) = start();
    open(&mut b, &host, "");
    let first = b.text(TEXT);
    assert_eq!(b.value("document.getElementById('undo').disabled"), true);
    b.carry((4.5, 1.5), (4.5, 3.5));
    judged(&mut b, "right");
    b.push((3.5, 7.5), (0.0, -300.0));
    b.until("document.querySelector('#board svg').dataset.pieces === '31'");
    b.click_on("#undo");
    b.until("document.querySelector('#board svg').dataset.pieces === '32'");
    assert!(b.text(TEXT).contains("Pe@4.5,3.5"));
    // The same by keyboard, back to the first position.
    b.value("document.activeElement.blur()");
    b.key_with("z", 2);
    b.until(&format!("{TEXT} === {first:?}"));
    assert_eq!(b.value("document.getElementById('undo').disabled"), true);
    b.is_quiet();
}

fn plane() {
    let (mut b, host) = start();
    open(&mut b, &host, "");
    b.carry((4.5, 1.5), (4.5, 3.5));
    judged(&mut b, "right");
    assert!(b.text(TEXT).contains("Pe@4.5,3.5"));
    // Off the board it is gone.
    b.push((3.5, 7.5), (0.0, -300.0));
    b.until("document.querySelector('#board svg').dataset.pieces === '31'");
    choose_kind(&mut b, "K");
    b.click(4.0, 5.0);
    judged(&mut b, "wrong");
    let fault = b.text("document.querySelector('#faults button').innerText");
    assert!(fault.contains("white has a king already"), "{fault}");
    b.click_on("#faults button");
    let chosen = b.text("document.getSelection().toString() || document.getElementById('text').value.slice(document.getElementById('text').selectionStart, document.getElementById('text').selectionEnd)");
    assert_eq!(chosen, "Ka@4,5");
    assert_eq!(b.value("document.getElementById('play-here').disabled"), true);
    // What cannot be analysed is reached by no key.
    let leads = "document.getElementById('analyse').hasAttribute('href')";
    assert_eq!(b.value(leads), false);
    // All faults of form and of the position are listed, each with its place. The board shows what can be read.
    b.fill("#text", "Ke@1,1' Ra@ Zb@2,2 Kc@3,5 qd@3,3 re@9,9 ; q");
    judged(&mut b, "wrong");
    b.until("document.querySelector('#board svg').dataset.pieces === '4'");
    let faults = "document.querySelectorAll('#faults button')";
    assert_eq!(b.value(&format!("{faults}.length")), 5);
    for (n, place) in ["Ra@", "Zb@2,2", "Kc@3,5", "re@9,9", "q"].into_iter().enumerate() {
        b.value(&format!("{faults}[{n}].click()"));
        let text = "document.getElementById('text')";
        let chosen = b.text(&format!("{text}.value.slice({text}.selectionStart, {text}.selectionEnd)"));
        assert_eq!(chosen, place);
    }
    // The text is edited, and the board follows, also while a part of it cannot be read.
    b.fill("#text", "Ke@1,1' Ra@ ke@7,7' ; b");
    judged(&mut b, "wrong");
    b.until("document.querySelector('#board svg').dataset.pieces === '2'");
    b.fill("#text", "Ke@1,1' qd@sqrt(2),5 ke@7,7 ; b");
    judged(&mut b, "right");
    b.until("document.querySelector('#board svg').dataset.pieces === '3'");
    b.click(7.0, 7.0);
    b.until("document.querySelector('#board svg').dataset.chosen === 'ke'");
    b.click_on("[name=moved]");
    b.until(&format!("{TEXT}.includes(\"ke@7,7'\")"));
    judged(&mut b, "right");
    assert_eq!(b.value(leads), true);
    b.click_on("#analyse");
    b.until("document.body?.dataset.depth === '0' && document.querySelectorAll('#layer-pieces .piece').length === 3");
    assert_eq!(b.text("document.getElementById('status').textContent"), "Black to move");
    b.is_quiet();
}

fn suffixes() {
    let (mut b, host) = start();
    open(&mut b, &host, "#variant=continuous&rules={\"rebirth\":\"own\"}");
    b.click_on("#clear");
    choose_kind(&mut b, "K");
    b.click(4.0, 1.0);
    choose_kind(&mut b, "k");
    b.click(4.0, 7.0);
    choose_kind(&mut b, "S");
    b.click(2.0, 4.0);
    let set = |b: &mut Browser, name: &str, value: &str| {
        b.value(&format!(
            "(() => {{ const field = document.querySelector('[name={name}]'); field.value = '{value}'; field.dispatchEvent(new Event('change')); }})()"
        ));
    };
    set(&mut b, "heading", "30");
    set(&mut b, "home", "1,1");
    set(&mut b, "turn", "b");
    judged(&mut b, "right");
    assert_eq!(b.text(TEXT), "Ka@4,1 ka@4,7 Sa@2,4^30=1,1 ; b ; 0 1");
    b.is_quiet();
}

/// Kings alone are placed by clicks on two places of each board.
fn boards() {
    let (mut b, host) = start();
    for variant in BOARDS {
        open(&mut b, &host, &format!("#variant={variant}"));
        b.click_on("#clear");
        let places = format!(
            "{NET}.then(net => \
             net.ask('POST', '/api/boards', {{ variant: '{variant}' }})).then(({{ board }}) => {{ \
             const cells = board.cells.filter(cell => cell.tint !== 'void'); \
             return cells.length ? [cells[2].at, cells[Math.floor(cells.length / 2)].at] : [[1, 1], [board.chart[0] - 2, board.chart[1] - 1]]; }})"
        );
        let places = b.value(&places);
        let place = |n: usize, axis: usize| places[n][axis].as_f64().expect("a number");
        for (n, letter) in ["K", "k"].into_iter().enumerate() {
            choose_kind(&mut b, letter);
            b.click(place(n, 0), place(n, 1));
            b.until(&format!("document.querySelector('#board svg').dataset.pieces === '{}'", n + 1));
        }
        judged(&mut b, "right");
        let text = b.text(TEXT);
        assert!(text.starts_with("Ka@") && text.contains(" ka@"), "{variant}: {text}");
    }
    b.is_quiet();
}

fn bad_address() {
    let (mut b, host) = start();
    for page in ["editor", "analysis"] {
        b.open(&host.page(&format!("{page}#variant=continuous&rules={{")));
        b.until(
            "document.querySelector('#board .no-board')?.textContent.includes('its rules cannot be read')",
        );
        // What would act on the board is off; another game is a way out.
        assert_eq!(b.value("document.querySelectorAll('aside button:not(:disabled)').length"), 0);
        b.choose("#variant", "orthodox");
        b.until("document.querySelectorAll('#layer-pieces .piece').length === 32");
    }
    let position = "#variant=continuous&position=Ke@4.5,0.5%20ke@9,9%20;%20w";
    b.open(&host.page(&format!("analysis{position}")));
    b.until("document.querySelector('#board .no-board')?.textContent.includes('ke')");
    assert_eq!(b.value("document.getElementById('play-here').disabled"), true);
    b.is_quiet();
}

fn played() {
    let (mut b, host) = start();
    open(&mut b, &host, "");
    b.fill("#text", "Ke@1,1' Qd@2,5' ke@7,7' ; w");
    judged(&mut b, "right");
    b.click_on("#play-here");
    b.until("document.querySelector('form.new [value=both]')");
    // The level is of the program alone.
    b.click_on("form.new [value=both]");
    b.until("document.querySelector('form.new [name=level]').disabled");
    b.click_on("form.new .go");
    b.until("document.querySelector('.player.white .name') && document.querySelectorAll('#layer-pieces .piece').length === 3");
    assert_eq!(b.value("location.hash.includes('w=') && location.hash.includes('b=')"), true);
    b.is_quiet();
}
