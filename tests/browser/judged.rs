//! What the engine thinks, in an analysis: the value along a lane, a review of a game; and a whole analysis as a link.

use crate::cdp::{Browser, Screen};
use crate::host::Host;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("the_value_along_a_lane_is_a_strip_with_the_best_places", strip),
    ("places_that_matter_have_names_and_a_place_is_typed_on_a_lane", places),
    ("a_review_enters_what_was_better_than_the_dearest_move", review),
    ("a_whole_analysis_is_a_link", link),
];

const MOVES: &str = "document.getElementById('moves').innerText.replace(/\\s+/g, ' ').trim()";
const DISTANCE: &str = "document.getElementById('distance').value";

fn start(hash: &str) -> (Browser, Host) {
    let host = Host::start();
    let mut b = Browser::start(Screen::Desktop);
    b.open(&host.page(&format!("analysis{hash}")));
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    (b, host)
}

fn until_depth(b: &mut Browser, depth: usize) {
    b.until(&format!("document.body?.dataset.depth === '{depth}'"));
}

/// Chooses the named place whose name begins or ends with some words.
fn go_to(b: &mut Browser, words: &str) {
    let named = format!(
        "[...document.querySelectorAll('#places option')].find(({{ text }}) => text.includes('{words}'))"
    );
    // The list is made anew while values get finer, so that the entry is found and chosen in one step.
    b.until(&format!(
        "(() => {{ const named = {named}; if (named) {{ named.selected = true; \
         document.getElementById('places').dispatchEvent(new Event('change')); }} return Boolean(named); }})()"
    ));
}

/// The rook at a5 hangs.
const HANGING: &str =
    "#variant=continuous&position=Ke@4.5,0.5'+Qa@1,1'+ke@6,7.5'+ra@1,5'+pf@6,6.5'+pg@7,6.5'+;+w";

fn strip() {
    let (mut b, _host) = start(HANGING);
    b.click(1.0, 1.0);
    b.until("document.querySelector('#board svg').dataset.picked === 'Qa'");
    b.choose("#lane", "90");
    assert_eq!(b.value("document.querySelectorAll('#ruler .worth').length"), 0);
    b.click_on("#worth");
    b.until(
        "document.querySelectorAll('#ruler .worth').length > 1 && document.querySelector('#ruler .top.best')",
    );
    // The best place lies in the interval that takes the rook.
    b.until("document.querySelector('#ruler .takes .top.best')");
    go_to(&mut b, "best of its stretch: +");
    b.until(&format!("Number({DISTANCE}) > 0 && !document.getElementById('play').disabled"));
    b.click_on("#play");
    until_depth(&mut b, 1);
    b.until("!document.querySelector('#ruler .worth')");
    b.is_quiet();
}

/// Going right the rook comes within a radius of the enemy rook's file, attacked between 2.75 and 3.25.
const FILE: &str = "#variant=continuous&position=Ke@0.5,0.5'+Ra@1,1'+ke@7,7.5'+ra@4,6'+;+w";

fn places() {
    let (mut b, _host) = start(FILE);
    b.click(1.0, 1.0);
    b.until("document.querySelector('#board svg').dataset.picked === 'Ra'");
    b.choose("#lane", "0");
    b.until("document.querySelector('#ruler .stands.attacked')");
    for (words, there) in
        [("2.75 · just outside", "2.75"), ("3.25 · just outside", "3.25"), ("half a unit", "0.5")]
    {
        go_to(&mut b, words);
        b.until(&format!("{DISTANCE} === '{there}'"));
    }
    // From (1, 1) the place (1, 3.5) lies 2.5 up, on another lane than the one that is chosen.
    for typed in ["1, 3.5", "1 3.5", "1,0; 3,5"] {
        b.fill("#distance", typed);
        b.until("document.getElementById('readout').textContent.includes('90° · 2.5 · (1, 3.5)')");
    }
    b.fill("#distance", "1.2, 3.5");
    b.until("document.getElementById('play').disabled");
    b.fill("#distance", "1, 3.5");
    b.until("!document.getElementById('play').disabled");
    b.click_on("#play");
    until_depth(&mut b, 1);
    assert_eq!(b.text(MOVES), "1. Ra 90 2.5");
    b.is_quiet();
}

/// `1. e4 e5 2. Qh5 {a comment} (2. Nf3 Nc6) Ke7 3. a3 Nf6` in orthodox chess, compressed by zlib.
const LINK: &str = "#analysis=iw5LLMpMzCtRUMovKsnIT8mvUIrl4jLUU0g1UUg1VTDSUwjMMFWoTlRIzs_NTc0rqVXQMNJT8EszVvBLNtNU8E41VzDWU0g0VvBLM1PQ4gIA";

fn review() {
    let (mut b, _host) = start(LINK);
    b.until("document.querySelectorAll('#moves .ply').length === 8");
    b.click_on("#review");
    b.until("document.querySelector('#reviewed .graph')?.getAttribute('aria-label').includes('6 of 6')");
    // The king's move allows a mate at once, which White overlooks.
    b.until("document.querySelectorAll('#reviewed .costly .ply').length === 3");
    let king = "[...document.querySelectorAll('#reviewed .costly .ply')].find(({ textContent }) => textContent.includes('e8e7'))";
    assert!(b.text(&format!("{king}.textContent")).contains("mate in 1"));
    b.value(&format!("{king}.click()"));
    until_depth(&mut b, 4);
    b.until("document.querySelector('#moves .variation .shown')");
    // A place of the graph is a position of the main line.
    b.value(
        "(() => { const graph = document.querySelector('#reviewed .graph'); const { right } = graph.getBoundingClientRect(); \
         graph.dispatchEvent(new MouseEvent('click', { clientX: right - 1 })); })()",
    );
    until_depth(&mut b, 6);
    b.click_on("#review");
    b.until("document.getElementById('reviewed').hidden");
    b.is_quiet();
}

fn link() {
    let (mut b, host) = start("");
    b.carry((4.5, 1.5), (4.5, 3.5));
    until_depth(&mut b, 1);
    b.fill("#comment", "größer");
    b.click_on("#first");
    until_depth(&mut b, 0);
    b.carry((3.5, 1.5), (3.5, 3.5));
    until_depth(&mut b, 1);
    b.value("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.written = text; } } })");
    b.click_on("#files");
    b.until("document.querySelector('dialog[open] .saves')");
    b.value("document.querySelector('.saves button:last-child').click()");
    b.until("window.written?.includes('#analysis=')");
    let hash = b.text("new URL(window.written).hash");
    let moves = b.text(MOVES);
    b.open(&host.page("analysis#variant=orthodox"));
    b.until("document.querySelector('#board svg.mine') && document.body?.dataset.depth === '0'");
    b.open(&host.page(&format!("analysis{hash}")));
    b.until("document.querySelectorAll('#moves .ply').length === 2");
    assert_eq!(b.text(MOVES), moves);
    assert!(moves.contains("größer"), "{moves}");
    // A link may come from anybody: what is no text, and what would be too long, is refused.
    let bomb = "(async () => { const long = new Blob([new Uint8Array(1 << 24)]).stream().pipeThrough(new CompressionStream('deflate-raw')); \
                const bytes = new Uint8Array(await new Response(long).arrayBuffer()); \
                return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_'); })()";
    let bomb = b.text(bomb);
    for faulty in ["AAAA", bomb.as_str()] {
        b.open(&host.page(&format!("analysis#analysis={faulty}")));
        b.until("document.querySelector('#board .no-board')");
    }
    b.is_quiet();
}
