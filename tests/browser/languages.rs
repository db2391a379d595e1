//! The page in another language: every text of every view, and a choice that is kept.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};
use crate::table::{READOUT, STATUS, Table};
use serde_json::{Value, json};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_page_is_german_throughout", german),
    ("faults_of_a_position_are_told_in_german", faults),
    ("a_chosen_language_is_kept", chosen),
];

/// English words in whatever a visitor is told, outside what says that it is English. Names of files and links are no words.
const ENGLISH: &str = r"(() => {
  const told = [];
  const said = text => { if (/(^|[^-.\/\w])(the|of|and|your|with|move|moves|piece|game|to|it|play|white|black|king|queen|rook|board)(?![-.\/\w])/i.test(text)) told.push(text.trim()); };
  const walk = node => {
    if (node.nodeType === 3) said(node.data);
    if (node.nodeType !== 1 || ['SCRIPT', 'STYLE'].includes(node.tagName) || (node.lang && node !== document.documentElement)) return;
    for (const name of ['title', 'aria-label', 'placeholder', 'alt']) said(node.getAttribute(name) ?? '');
    node.childNodes.forEach(walk);
  };
  walk(document.documentElement);
  return told.filter(text => !text.startsWith('continuum serve') && !/^name = /.test(text)).join(' | ');
})()";

fn speaks_german(b: &mut Browser) {
    let english = b.text(ENGLISH);
    assert_eq!(english, "", "English texts at {}", b.text("location.pathname"));
}

fn german() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let game = format!("/game/{}#w={}&b={}", table.made.game, table.made.white, table.made.black);
    let site = format!("http://{}", table.server.address);
    let b = &mut table.browser;
    b.speak("de-AT,de;q=0.9,en;q=0.5");
    b.open(&format!("{site}/"));
    b.until("document.querySelectorAll('#all-games .card').length > 20 && document.getElementById('caption').textContent");
    assert_eq!(b.text("document.documentElement.lang"), "de");
    assert_eq!(b.text("document.querySelector('h1').textContent"), "Schach ohne Felder");
    speaks_german(b);
    for (button, ready) in [
        ("#way-program", ".levels"),
        ("#way-friend", "[name=time]"),
        ("#begin", ".variants"),
        ("#help", ".help"),
        ("#settings", "[name=language]"),
    ] {
        b.click_on(button);
        b.until(&format!("document.querySelector('dialog[open] {ready}')"));
        speaks_german(b);
        b.key("Escape");
    }
    b.open(&format!("{site}{game}"));
    b.until("document.querySelector('#board svg.mine')");
    assert_eq!(b.text(STATUS), "Weiß am Zug");
    b.click(4.5, 1.5);
    b.until(&format!("{READOUT}.includes('Zieh sie')"));
    speaks_german(b);
    // An illegal place is refused in German too.
    b.carry((4.5, 1.5), (6.5, 6.5));
    b.until("document.querySelector('.toast.up')");
    speaks_german(b);
    b.key("Escape");
    b.carry((4.5, 1.5), (4.5, 3.0));
    b.until_plies(1);
    assert_eq!(b.text(STATUS), "Schwarz am Zug");
    for (button, ready) in [("#share", ".link"), ("#more", "textarea"), ("#resign", ".danger")] {
        b.click_on(button);
        b.until(&format!("document.querySelector('dialog[open] {ready}')"));
        speaks_german(b);
        b.key("Escape");
    }
    for path in ["/learn", "/puzzles#two-rooks", "/analysis", "/editor", "/nothing"] {
        b.open(&format!("{site}{path}"));
        b.until("document.querySelector('h1')?.textContent && (document.querySelector('#board svg .piece') || !document.getElementById('board'))");
        speaks_german(b);
    }
    b.open(&format!("{site}/rules/continuous"));
    b.until("document.querySelector('main h1')");
    assert_eq!(
        b.text("document.querySelector('.only-english').textContent"),
        "Die Regeln gibt es nur auf Englisch."
    );
    speaks_german(b);
    b.is_quiet();
}

fn faults() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let mut browser = Browser::start(Screen::Desktop);
    let b = &mut browser;
    b.speak("de");
    b.open(&format!("http://{}/editor", server.address));
    b.until("document.body?.dataset.judged === 'right'");
    b.fill("#text", "Ke@1,1 Ra@ Zb@2,2 Kc@3,5 re@9,9 ; q ; x");
    b.until("document.body.dataset.judged === 'wrong'");
    assert_eq!(b.value("document.querySelectorAll('#faults li').length"), 6);
    let first = b.text("document.querySelector('#faults li').innerText");
    assert_eq!(first, "Ra: Nach dem @ fehlt der Platz");
    assert_eq!(b.value("document.querySelector('#faults [lang=en]')"), Value::Null);
    speaks_german(b);
    b.fill("#text", "Ke@1,1 Qa@7,4 ke@7,7 ; w");
    b.until("document.body.dataset.judged === 'wrong'");
    let told = "document.querySelector('#faults li').innerText";
    b.until(&format!("{told} === 'ke: Weiß ist am Zug, aber dieser König steht schon im Schach, durch Qa: Gib Schwarz den Zug'"));
    // The same where a link leads to such a position.
    b.open(&format!("http://{}/analysis#variant=orthodox&position=Ke@e1%20Kf@e2%20;%20w", server.address));
    b.until("document.querySelector('#board [role=alert]')");
    let told = b.text("document.querySelector('#board [role=alert]').textContent");
    assert!(
        told.starts_with("Die Stellung ist nicht zu lesen: Zeichen 1: Schwarz hat keinen König"),
        "{told}"
    );
    speaks_german(b);
    b.is_quiet();
}

fn chosen() {
    let folder = Folder::new();
    let server = Server::start(&folder.0);
    let mut browser = Browser::start(Screen::Phone);
    let b = &mut browser;
    b.open(&format!("http://{}/", server.address));
    b.until("document.querySelector('h1')?.textContent === 'Chess without squares' && document.querySelector('#board svg')");
    b.click_on("#settings");
    b.until("document.querySelector('dialog[open] [name=language]')");
    b.choose("[name=language]", "de");
    b.until("document.querySelector('h1')?.textContent === 'Schach ohne Felder'");
    b.open(&format!("http://{}/learn", server.address));
    b.until("document.getElementById('count')?.textContent === 'Lektion 1 von 10'");
    b.is_quiet();
}
