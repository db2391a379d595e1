//! Two landings of one piece side by side: by mouse, finger and keyboard, on the plane and on cells.

use crate::cdp::{Browser, Screen};
use crate::host::Host;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("two_landings_are_compared_with_the_mouse", by_mouse),
    ("two_landings_are_compared_by_keyboard_on_cells", by_keys),
    ("two_landings_are_compared_by_finger_on_a_phone", by_finger),
];

const MOVES: &str = "document.getElementById('moves').innerText.replace(/\\s+/g, ' ').trim()";

/// The enemy rook at a5 hangs, and takes what stops on its file.
const HANGING: &str =
    "#variant=continuous&position=Ke@4.5,0.5'+Qa@1,1'+ke@6,7.5'+ra@1,5'+pf@6,6.5'+pg@7,6.5'+;+w";

fn start(screen: Screen, language: &str, hash: &str) -> (Browser, Host) {
    let host = Host::start();
    let mut b = Browser::start(screen);
    b.speak(language);
    b.open(&host.page(&format!("analysis{hash}")));
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    (b, host)
}

/// What a row says of the landing that is held, or of the other.
fn cell(row: &str, column: usize) -> String {
    format!("document.querySelector('#compared [data-row={row}]')?.children[{column}].textContent")
}

fn until_both_are_known(b: &mut Browser) {
    for column in [1, 2] {
        b.until(&format!("/^[-+#0-9]/.test({})", cell("value", column)));
    }
}

/// A value of the page as a number; a mate is worth more than anything.
fn value(b: &mut Browser, column: usize) -> f64 {
    let text = b.text(&cell("value", column));
    text.parse().unwrap_or(if text.starts_with('-') { -1000.0 } else { 1000.0 })
}

fn tap(b: &mut Browser, x: f64, y: f64) {
    b.touch("touchStart", x, y);
    b.touch("touchEnd", x, y);
}

fn by_mouse() {
    let (mut b, _host) = start(Screen::Desktop, "en", HANGING);
    b.click(1.0, 1.0);
    b.until("document.querySelector('#board svg').dataset.picked === 'Qa'");
    b.click_on("#hold");
    b.until(&format!("{} === 'choose a landing'", cell("landing", 1)));
    // A click chooses: nothing is played.
    b.click(1.0, 3.0);
    b.until(&format!("{} === '90° 2 (1, 3)'", cell("landing", 1)));
    b.click(3.0, 3.0);
    b.until(&format!("{}.startsWith('45°')", cell("landing", 2)));
    until_both_are_known(&mut b);
    assert_eq!(b.text("document.body.dataset.depth"), "0");
    let [stands, loses] = ["stands", "loses"].map(|row| [1, 2].map(|column| b.text(&cell(row, column))));
    assert_eq!(stands, ["attacked", "neither attacked nor defended"]);
    assert_eq!(loses, ["Qa", "–"]);
    for column in [1, 2] {
        let reach = b.text(&cell("legal", column));
        assert!(reach.ends_with("units on 8 lanes"), "{reach}");
        assert_eq!(b.text(&cell("next", column)), "ra");
    }
    assert!(value(&mut b, 1) < value(&mut b, 2));
    for name in ["held", "other"] {
        b.until(&format!("document.querySelectorAll('#layer-planned .{name} .beyond').length >= 8"));
    }
    b.click_on("#swap");
    b.until(&format!("{} === '90° 2 (1, 3)'", cell("landing", 2)));
    b.click_on("#play");
    b.until("document.body?.dataset.depth === '1'");
    assert_eq!(b.text(MOVES), "1. Qa 90 2");
    assert_eq!(
        b.value("document.getElementById('compare').hidden && !document.querySelector('.beyond')"),
        true
    );
    b.is_quiet();
}

fn by_keys() {
    let (mut b, _host) = start(Screen::Desktop, "en", "#variant=orthodox");
    b.value("document.querySelector('#board svg').focus()");
    b.keys(&["n", "Enter", "h", "ArrowRight"]);
    until_both_are_known(&mut b);
    // The two squares of the queen's knight, from which it goes to 3 and to 5 others.
    let mut seen = [1, 2].map(|column| (b.text(&cell("landing", column)), b.text(&cell("legal", column))));
    seen.sort();
    let told = [("a3", "3 cells"), ("c3", "5 cells")].map(|(to, from)| (to.to_owned(), from.to_owned()));
    assert_eq!(seen, told);
    let chosen = b.text(&cell("landing", 2));
    b.key("Enter");
    b.until("document.body?.dataset.depth === '1'");
    assert!(b.text(MOVES).contains(&chosen), "{}", b.text(MOVES));
    // With Escape what was held is gone.
    b.value("document.querySelector('#board svg').focus()");
    b.keys(&["n", "Enter", "h", "Escape"]);
    b.until("document.getElementById('compare').hidden");
    b.is_quiet();
}

fn by_finger() {
    let (mut b, _host) = start(Screen::Phone, "de", HANGING);
    tap(&mut b, 1.0, 1.0);
    b.until("document.querySelector('#board svg').dataset.picked === 'Qa'");
    tap(&mut b, 3.0, 3.0);
    b.until("!document.getElementById('play').disabled");
    b.click_on("#hold");
    tap(&mut b, 1.0, 3.0);
    until_both_are_known(&mut b);
    // A folder of files speaks English at this address.
    assert!(["angegriffen", "attacked"].contains(&b.text(&cell("stands", 2)).as_str()));
    // Board, table and Play are in sight together.
    let in_sight = "['board', 'compare', 'play'].every(id => { const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect(); \
                    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth; })";
    assert_eq!(b.value(in_sight), true);
    b.click_on("#let-go");
    b.until("document.getElementById('compare').hidden && !document.getElementById('play').disabled");
    b.is_quiet();
}
