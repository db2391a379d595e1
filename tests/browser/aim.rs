//! Aiming: lanes of the enemy, results as chips, the lane as a ruler, the lens, zoom, near misses, reasons.

use crate::cdp::{Browser, Screen};
use crate::server::Server;
use crate::table::{LAST, READOUT, Table};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("an_enemy_piece_shows_its_lanes", enemy),
    ("results_are_chips_that_choose", chips),
    ("a_gap_of_a_thousandth_is_tapped_on_the_ruler", ruler),
    ("a_finger_places_to_a_thousandth_by_steps", steps),
    ("a_lens_enlarges_what_is_aimed_at", lens),
    ("the_wheel_zooms_while_aiming_and_else_steps", wheel),
    ("a_near_miss_is_told", near_miss),
    ("what_is_touched_is_no_near_miss", touched),
    ("thirty_steps_of_a_tenth_have_no_more_digits", digits),
    ("a_single_legal_point_is_no_block", single_point),
    ("an_illegal_place_says_why", why),
    ("what_could_be_captured_after_a_move_is_ringed", then),
    ("safety_is_shown_along_the_lanes_of_a_picked_piece", safety),
    ("safety_is_shown_at_once_in_analysis_and_against_weak_levels", safety_by_itself),
    ("a_move_made_while_the_server_is_gone_is_played_on_return", kept),
    ("all_pieces_are_surveyed_by_keys", survey),
    ("arrows_step_through_the_history_after_a_click", arrows),
    ("no_button_is_cut_off_on_low_windows", low_windows),
    ("a_zoomed_page_does_not_shrink_the_board", zoomed_page),
];

const THREE: &str =
    "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' pb@4.21650635094611,5.125' pc@3.78349364905389,5.125' ; w";

fn picked(b: &mut Browser, label: &str) {
    b.until(&format!("document.querySelector('#board svg').dataset.picked === '{label}'"));
}

fn enemy() {
    let mut table = Table::from("Ke@4.5,0.5' Ra@1,1' ke@4.5,7.5' qd@2,6 ; w");
    let b = &mut table.browser;
    b.click(2.0, 6.0);
    picked(b, "qd");
    b.until("document.querySelectorAll('#board .lanes .lane').length === 8");
    assert!(b.text(READOUT).contains("could go there if it had the move"));
    // It shows and does not move.
    b.click(2.0, 4.0);
    b.frame();
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    // Looking back, one's own pieces show their lanes too.
    b.carry((1.0, 1.0), (1.0, 3.0));
    b.until_plies(1);
    b.click_on("#back");
    b.until("document.querySelector('#board svg').dataset.ply === '0'");
    b.click(1.0, 1.0);
    picked(b, "Ra");
    b.until("document.querySelectorAll('#board .lanes .lane').length > 2");
    b.is_quiet();
}

fn chips() {
    let mut table = Table::from(THREE);
    let b = &mut table.browser;
    b.click(4.0, 1.0);
    picked(b, "Qd");
    let chips = "[...document.querySelectorAll('.chip')].map(chip => chip.title).join('; ')";
    assert_eq!(b.text(chips), "takes pawn pa and pawn pb and pawn pc");
    assert_eq!(b.value("document.querySelectorAll('.chip svg').length"), 3);
    b.click_on(".chip");
    b.click_on("#play");
    b.until_plies(1);
    b.until_pieces(3);
    b.is_quiet();
}

const WIDE: &str = "[...document.querySelectorAll('#ruler button')].every(part => part.getBoundingClientRect().width >= 23.9)";

/// Two attacked strips leave the king the heights from 0.45 to 0.451.
fn ruler() {
    let mut table = Table::from("Ke@0,0' ke@7.5,7.5' ra@5,0.2' rb@6,0.701' rc@0.6,7' ; w");
    let b = &mut table.browser;
    b.click(0.0, 0.0);
    picked(b, "Ke");
    assert_eq!(b.value(WIDE), true);
    assert_eq!(b.text("document.querySelector('#ruler .quiet').title"), "[0.45, 0.451]");
    // What lies before it says why it is illegal.
    b.click_on("#ruler .gap");
    b.until("document.querySelector('.toast.up')?.textContent.includes('check')");
    b.click_on("#ruler .quiet");
    b.until("!document.getElementById('play').disabled");
    assert_eq!(b.value("document.querySelectorAll('#ruler .at').length"), 1);
    b.click_on("#play");
    b.until_plies(1);
    assert!(b.text(LAST).starts_with("Ke 90 0.45"), "{}", b.text(LAST));
    b.is_quiet();
}

fn lens() {
    let mut table = Table::from(THREE);
    let b = &mut table.browser;
    b.press(4.0, 1.0);
    b.drag(4.0, 3.0);
    b.until("document.querySelector('.lens.up')");
    let boxed = b.text("document.querySelector('.lens').getAttribute('viewBox')");
    assert!(boxed.ends_with(" 90 90"), "{boxed}");
    b.key("Escape");
    b.until("!document.querySelector('.lens.up')");
    b.release(4.0, 3.0);
    b.is_quiet();
}

fn roll(b: &mut Browser, (x, y): (f64, f64), by: f64) {
    let (x, y) = b.screen(x, y);
    let wheel = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
    b.call("Input.dispatchMouseEvent", wheel);
    b.frame();
}

fn wheel() {
    let mut table = Table::from(THREE);
    let b = &mut table.browser;
    b.click(4.0, 1.0);
    picked(b, "Qd");
    let before = b.screen(4.0, 5.0);
    roll(b, (4.0, 5.0), -600.0);
    b.until("Number(document.querySelector('#board svg').dataset.zoom) > 2");
    let after = b.screen(4.0, 5.0);
    assert!((before.0 - after.0).hypot(before.1 - after.1) < 1.5, "it stays under the pointer");
    // It is played at that size, to the last digit.
    b.click(4.0, 4.99);
    b.until_plies(1);
    assert!(b.text(LAST).starts_with("Qd 90 4"), "{}", b.text(LAST));
    roll(b, (4.0, 5.0), 2000.0);
    b.until("document.querySelector('#board svg').dataset.zoom === '1.00'");
    roll(b, (4.0, 4.0), -100.0);
    b.until("document.querySelector('#board svg').dataset.ply === '0'");
    b.is_quiet();
}

fn near_miss() {
    let mut table = Table::from("Ke@0.5,0.5' Ra@1,2' ke@7.5,7.5' pa@4,2.253' ; w");
    let b = &mut table.browser;
    b.click(1.0, 2.0);
    picked(b, "Ra");
    b.value("(() => { distance.focus(); distance.value = '5'; distance.dispatchEvent(new Event('input', { bubbles: true })); })()");
    b.until(&format!("{READOUT}.includes('passes pa by 0.003')"));
    b.is_quiet();
}

/// A disc that stands exactly beside the lane is touched, and missed by nothing.
fn touched() {
    let mut table = Table::from("Ke@0.5,0.5' Ra@1,2' ke@7.5,7.5' pa@4,2.25' pb@5,2.2501' ; w");
    let b = &mut table.browser;
    b.click(1.0, 2.0);
    b.choose("#lane", "0");
    b.fill("#distance", "6");
    b.until(&format!("{READOUT}.includes('passes pb by 0.0001')"));
    b.fill("#distance", "3.5");
    b.until(&format!("{READOUT}.includes('· 3.5 ·')"));
    assert!(!b.text(READOUT).contains("passes"), "{}", b.text(READOUT));
    b.is_quiet();
}

/// Thirty steps of a tenth say no more digits than they have.
fn digits() {
    let mut table = Table::from("Ke@0.5,0.5' Ra@0.1,4' ke@7.5,7.5' ; w");
    let b = &mut table.browser;
    b.click(0.1, 4.0);
    b.choose("#lane", "0");
    for step in 0..30 {
        b.click_on("#farther");
        let far = b.text("document.getElementById('distance').value");
        assert!(far.len() <= 3, "{step}: {far}");
        let told = b.text(READOUT);
        let long = |word: &str| word.chars().filter(char::is_ascii_digit).count() > 3;
        assert!(!told.split_whitespace().any(long), "{told}");
    }
    b.click_on("#play");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Ra 0 3.1");
    b.is_quiet();
}

/// A single legal point is a mark as wide as a line, in a place as wide as a finger; the gaps take the rest.
fn single_point() {
    let mut table = Table::from("Ke@0.5,0.5' Ra@1,2' ke@7.5,7.5' pa@4,2' ; w");
    let b = &mut table.browser;
    b.click(1.0, 2.0);
    b.choose("#lane", "0");
    b.until("document.querySelector('#ruler .point')");
    let widths = "['.point', '.quiet:not(.point)'].map(part => document.querySelector(`#ruler ${part}`).getBoundingClientRect().width)";
    let widths = b.value(widths);
    let (point, stretch) = (widths[0].as_f64().expect("a width"), widths[1].as_f64().expect("a width"));
    assert!(point < 40.0 && stretch > 2.0 * point, "{point} and {stretch}");
    let drawn = "getComputedStyle(document.querySelector('#ruler .point')).backgroundSize";
    assert_eq!(b.text(drawn), "5px 100%");
    b.is_quiet();
}

fn why() {
    let mut table = Table::from("Ke@4,1' Rb@1,4' ke@7.5,7.5' ra@4,7' ; w");
    let b = &mut table.browser;
    b.carry((1.0, 4.0), (6.5, 4.0));
    b.until("document.querySelector('.toast.up')?.textContent.includes('check')");
    // The line of check is drawn for a while.
    b.until("document.querySelectorAll('#board .attacks path').length > 0");
    assert_eq!(b.text("document.body.dataset.plies"), "0");
    b.until("document.querySelectorAll('#board .attacks path').length === 0");
    b.is_quiet();
}

fn then() {
    let mut table = Table::from("Ke@4.5,0.5' Ra@1,1' ke@4.5,7.5' qd@4,6 ; w");
    let b = &mut table.browser;
    b.click_on("#after");
    b.click(1.0, 1.0);
    picked(b, "Ra");
    // On the queen's diagonal.
    b.value("(() => { lane.value = '90'; lane.dispatchEvent(new Event('change')); distance.focus(); distance.value = '2'; \
             distance.dispatchEvent(new Event('input', { bubbles: true })); })()");
    let rings = "[...document.querySelectorAll('#board .loose')].length";
    b.until(&format!("{rings} === 1"));
    b.is_quiet();
}

/// Going right the rook comes within a radius of the enemy rook's file: attacked between 2.75 and 3.25. Its king looks at the
/// first tenths of the way up.
const FILE: &str = "Ke@0.5,0.5' Ra@1,1' ke@7,7.5' ra@4,6' ; w";

fn safety() {
    let mut table = Table::from(FILE);
    let b = &mut table.browser;
    b.click(1.0, 1.0);
    picked(b, "Ra");
    assert_eq!(b.text("document.querySelector('#safety').getAttribute('aria-pressed')"), "false");
    assert_eq!(b.value("document.querySelectorAll('.stands').length"), 0);
    b.click_on("#safety");
    b.until("document.querySelector('.lanes .stands.attacked') && document.querySelector('.lanes .stands.defended')");
    b.choose("#lane", "0");
    b.until("document.querySelector('#ruler .stands.attacked')");
    for (far, words) in [("2.75", false), ("3", true), ("3.25", false)] {
        b.fill("#distance", far);
        b.until(&format!("document.getElementById('readout').textContent.includes('· {far} ·')"));
        assert_eq!(b.text(READOUT).contains("attacked"), words, "{far}");
    }
    b.click_on("#safety");
    b.until("!document.querySelector('.stands')");
    b.is_quiet();
}

fn safety_by_itself() {
    for (level, shown) in [(3, "true"), (4, "false")] {
        let request = json!({ "position": FILE, "opponent": { "side": "black", "level": level } });
        let mut table = Table::lay(&request, Screen::Phone);
        let b = &mut table.browser;
        assert_eq!(
            b.text("document.querySelector('#safety').getAttribute('aria-pressed')"),
            shown,
            "{level}"
        );
        b.is_quiet();
    }
    let mut table = Table::from(FILE);
    let site = format!("http://{}/analysis#position={FILE}", table.server.address).replace(' ', "%20");
    let b = &mut table.browser;
    b.open(&site);
    b.until("document.querySelector('#board svg.mine')");
    b.click(1.0, 1.0);
    b.until("document.querySelector('.lanes .stands.attacked')");
    b.is_quiet();
}

fn kept() {
    let mut table = Table::from(THREE);
    let port = table.server.port();
    table.server.kill();
    let b = &mut table.browser;
    b.until("document.body.classList.contains('cut')");
    b.carry((4.0, 1.0), (4.0, 3.0));
    b.until(&format!("{READOUT}.includes('is played when the server is back')"));
    table.server = Server::start_at(&table.data.0, port);
    table.browser.until_plies(1);
    assert_eq!(table.browser.text(LAST), "Qd 90 2");
}

fn survey() {
    let mut table = Table::from("Ke@4.5,0.5' Nb@1,1' ke@4.5,7.5' qd@2,6 ; w");
    let b = &mut table.browser;
    b.value("document.querySelector('#board svg').focus()");
    let focused = "document.querySelector('#board svg').dataset.focused";
    let mut seen = Vec::new();
    for _ in 0..4 {
        b.key("ArrowRight");
        seen.push(b.text(focused));
    }
    seen.sort();
    assert_eq!(seen, ["Ke", "Nb", "ke", "qd"]);
    b.key("q");
    b.key("Enter");
    b.until("document.querySelectorAll('#board .lanes .lane').length > 4");
    b.key("Escape");
    b.key("n");
    b.key("Enter");
    // A knight begins at its usual leap.
    b.until(&format!("{READOUT}.includes('2.236067977')"));
    let stops = "document.querySelectorAll('.moves [tabindex=\"0\"]').length";
    b.keys(&["Enter"]);
    b.until_plies(1);
    assert_eq!(b.value(stops), 1, "the list of moves is one stop");
    b.is_quiet();
}

fn arrows() {
    let mut table = Table::from(THREE);
    let b = &mut table.browser;
    b.carry((4.0, 1.0), (4.0, 3.0));
    b.until_plies(1);
    b.key("ArrowLeft");
    b.until("document.querySelector('#board svg').dataset.ply === '0'");
    b.key("ArrowRight");
    b.until("document.querySelector('#board svg').dataset.ply === '1'");
    b.is_quiet();
}

fn low_windows() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.click_on("#analyse");
    b.until("document.querySelectorAll('#lines li').length > 0");
    for (width, height, mobile) in [(1280, 720, false), (1024, 640, false), (844, 390, true)] {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        b.call("Emulation.setDeviceMetricsOverride", metrics);
        b.frame();
        let cut = "[...document.querySelectorAll('header button, aside button')].filter(node => node.offsetParent && !node.closest('.moves') && \
                   (node.getBoundingClientRect().bottom > innerHeight + 0.5 || node.getBoundingClientRect().right > innerWidth)).map(node => node.id).join(' ')";
        assert_eq!(b.text(cut), "", "{width} x {height}");
    }
    b.is_quiet();
}

/// A zoom of the browser to 200 % leaves half as many pixels of the page's own kind.
fn zoomed_page() {
    let mut table = Table::lay(&json!({}), Screen::Laptop);
    let b = &mut table.browser;
    let width = "document.getElementById('board').getBoundingClientRect().width";
    let before = b.value(width).as_f64().expect("a width");
    let metrics = json!({ "width": 640, "height": 360, "deviceScaleFactor": 2, "mobile": false });
    b.call("Emulation.setDeviceMetricsOverride", metrics);
    b.frame();
    let after = b.value(width).as_f64().expect("a width");
    assert!(after * 2.0 > before, "{before} pixels, then {}", after * 2.0);
}

fn steps() {
    let mut table = Table::lay(&json!({ "position": "Ke@4.5,0.5' Ra@1,4' ke@7.5,7.5' ; w" }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 1.0, 4.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('stepped').hidden");
    b.choose("#lane", "90");
    let far = "document.getElementById('distance').value";
    b.until(&format!("{far} === '0.1'"));
    for (grain, button, there) in [
        ("0.1", "#farther", "0.2"),
        ("0.01", "#farther", "0.21"),
        ("0.001", "#nearer", "0.209"),
        ("0.1", "#nearer", "0.109"),
        // No move is shorter.
        ("0.1", "#nearer", "0.1"),
    ] {
        b.choose("#grain", grain);
        b.click_on(button);
        b.until(&format!("{far} === '{there}'"));
    }
    b.click_on("#play");
    b.until_plies(1);
    b.is_quiet();
}
