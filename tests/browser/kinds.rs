//! Pieces of every kind: Swords that turn, Guards that land anywhere, riders on circles, kinds of one's own.

use crate::cdp::{Browser, Screen};
use crate::server::Server;
use crate::table::{LAST, READOUT, Table};
use serde_json::json;
use std::path::Path;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_slim_kind_of_ones_own_shows_its_letter", letter),
    ("a_sword_is_turned_by_its_ring_and_takes", sword),
    ("a_sword_is_turned_by_keys_and_by_a_typed_angle", sword_by_keys),
    ("a_sword_is_turned_by_touch", sword_by_touch),
    ("a_guard_lands_by_pointer_and_by_keyboard", guard),
    ("landings_without_an_area_can_be_picked", curves_and_points),
    ("a_rider_on_circles_is_dragged_along_its_arc", arc),
    ("a_variant_file_is_checked_played_and_kept", own_variant),
    ("the_window_for_a_variant_file_keeps_its_faults_in_sight", faults_in_sight),
];

const SWORD: &str = "Ke@6.5,0.5' S1@2,2'^90 ke@6.5,7.5' pa@1.55,2.2' ; w";

/// A place on the ring of the Sword at (2, 2): its reach and a little.
fn ring(degrees: f64) -> (f64, f64) {
    let angle = degrees.to_radians();
    (2.0 + 0.69 * angle.cos(), 2.0 + 0.69 * angle.sin())
}

fn sword() {
    let mut table = Table::from(SWORD);
    let b = &mut table.browser;
    b.click(2.0, 2.0);
    b.until("document.querySelector('#board .marks .knob')");
    assert!(b.value("document.querySelectorAll('#board .lane.turning').length").as_u64() >= Some(2));
    // The pawn that a turn would take is ringed before anything moves.
    assert!(b.value("document.querySelectorAll('#board .victim').length").as_u64() >= Some(1));
    let (x, y) = ring(90.0);
    b.press(x, y);
    let (x, y) = ring(120.0);
    b.drag(x, y);
    let said = b.text(READOUT);
    assert!(said.contains("turn +30°") && said.contains("face 120°"), "{said}");
    assert_eq!(b.text("document.querySelector('.ghost-piece > g').getAttribute('transform')"), "rotate(-30)");
    // On to the pawn, which stops it: 66.04 degrees to its direction, less the blade's tenth.
    for degrees in [140.0, 156.0, 170.0] {
        let (x, y) = ring(degrees);
        b.drag(x, y);
    }
    let said = b.text(READOUT);
    assert!(said.contains("takes pa"), "{said}");
    assert_eq!(b.value("document.querySelectorAll('.victim.sure').length"), 1);
    let (x, y) = ring(170.0);
    b.release(x, y);
    b.until_plies(1);
    let text = b.text(LAST);
    assert!(text.starts_with("S1 turn +65."), "{text}");
    b.until_pieces(3);
    assert_eq!(b.value("document.querySelectorAll('#player-bottom .lost[data-letter=P]').length"), 1);
    // The last move shows the way of its point.
    assert_eq!(b.value("document.querySelectorAll('#board .last .way').length"), 1);
    b.is_quiet();
}

/// From the board's focus to picking a piece by its letter.
fn take_up(b: &mut Browser, letter: &str) {
    b.value("document.querySelector('#board svg').focus()");
    b.keys(&[letter, "Enter"]);
    b.until("document.querySelector('#board svg').dataset.picked");
}

fn sword_by_keys() {
    let mut table = Table::from(SWORD);
    let b = &mut table.browser;
    take_up(b, "s");
    for _ in 0..3 {
        if b.text("document.getElementById('lane').value") == "turn" {
            break;
        }
        b.key("ArrowLeft");
    }
    // One degree first, then ten, one and a tenth.
    b.key("ArrowUp");
    b.key_with("ArrowUp", 8);
    b.key_with("ArrowUp", 1);
    assert!(b.text(READOUT).contains("turn +12.1°"), "{}", b.text(READOUT));
    // Down through nothing to the other way round.
    b.keys(&["ArrowDown", "ArrowDown"]);
    assert!(b.text(READOUT).contains("turn -"), "{}", b.text(READOUT));
    b.keys(&["-", "4", "5", ".", "5", "Enter"]);
    b.until_plies(1);
    assert_eq!(b.text(LAST), "S1 turn -45.5");
    b.is_quiet();
}

fn sword_by_touch() {
    let mut table = Table::lay(&json!({ "position": SWORD }), Screen::Phone);
    let b = &mut table.browser;
    b.touch("touchStart", 2.0, 2.0);
    b.touch("touchEnd", 2.0, 2.0);
    b.until("document.querySelector('#board .marks .knob')");
    let (x, y) = ring(90.0);
    b.touch("touchStart", x, y);
    for degrees in [80.0, 60.0, 45.0] {
        let (x, y) = ring(degrees);
        b.touch("touchMove", x, y);
    }
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('play').disabled");
    assert!(b.text(READOUT).contains("turn -45°"), "{}", b.text(READOUT));
    b.click_on("#play");
    b.until_plies(1);
    assert_eq!(b.text(LAST), "S1 turn -45");
    b.is_quiet();
}

fn guard() {
    let mut table = Table::from("Ke@6.5,0.5' Ga@4,4' ke@6.5,7.5' ra@4.3,4.4' ; w");
    let b = &mut table.browser;
    b.press(4.0, 4.0);
    b.drag(4.1, 3.9);
    b.drag(4.2, 3.8);
    assert!(b.text(READOUT).contains("(4.2, 3.8)"), "{}", b.text(READOUT));
    // Beyond its reach it stays at the border, which belongs to the region.
    b.drag(4.75, 4.0);
    assert!(b.text(READOUT).contains("(4.5, 4)"), "{}", b.text(READOUT));
    b.drag(4.2, 3.8);
    b.release(4.2, 3.8);
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Ga > 4.2,3.8");
    b.carry((4.3, 4.4), (4.3, 6.0));
    b.until_plies(2);
    take_up(b, "g");
    let place = |b: &mut Browser| {
        let text = b.text("document.getElementById('distance').value");
        let mut xy = text.split(',').map(|n| n.parse::<f64>().expect("a place"));
        (xy.next().expect("x"), xy.next().expect("y"))
    };
    b.value("(() => { distance.focus(); distance.select(); })()");
    b.keys(&["4", ".", "3", ",", "3", ".", "7"]);
    b.value("document.querySelector('#board svg').focus()");
    b.key("ArrowRight");
    assert_eq!(place(b), (4.4, 3.7));
    b.key_with("ArrowUp", 8);
    b.key_with("ArrowLeft", 1);
    assert_eq!(place(b), (4.399, 3.71));
    for _ in 0..9 {
        b.key("ArrowRight");
    }
    let (x, y) = place(b);
    assert!((x - 4.2).hypot(y - 3.8) <= 0.5 + 1e-9, "within reach: {x},{y}");
    b.key("Enter");
    b.until_plies(3);
    b.carry((4.3, 6.0), (4.3, 6.5));
    b.until_plies(4);
    // And by a typed place, turned round, where right is left.
    take_up(b, "g");
    b.key("f");
    b.is_quiet();
}

fn curves_and_points() {
    // In Discrete play a Guard's landings are circles, which have no area.
    let position = "Ke@6.5,0.5' Ga@4,4' ke@6.5,7.5' ; w";
    let mut table = Table::lay(&json!({ "position": position, "rules": { "step": 0.25 } }), Screen::Desktop);
    let b = &mut table.browser;
    b.press(4.0, 4.0);
    b.drag(4.1, 4.1);
    b.drag(4.2, 4.21);
    b.release(4.2, 4.21);
    b.until_plies(1);
    let text = b.text(LAST);
    let place = text.strip_prefix("Ga > ").expect("a landing").split(',');
    let xy: Vec<f64> = place.map(|n| n.parse().expect("a number")).collect();
    assert!(((xy[0] - 4.0).hypot(xy[1] - 4.0) - 0.25).abs() < 1e-9, "{text}");
    b.carry((6.5, 7.5), (6.5, 7.0));
    b.until_plies(2);
    // By keys from place to place of a circle.
    take_up(b, "g");
    let before = b.text("document.getElementById('distance').value");
    b.keys(&["ArrowUp", "ArrowRight"]);
    assert_ne!(b.text("document.getElementById('distance').value"), before);
    b.key("Enter");
    b.until_plies(3);
    // A single point draws the pointer.
    let point = "import(document.scripts[0].src.replace('game.js', 'region.js')).then(region => \
                 region.landingNear({ area: 0, outlines: [], sample: [1, 2] }, [1.1, 2.05], 0.01).join())";
    assert_eq!(b.text(point), "1,2");
    b.is_quiet();
}

fn variant_file() -> String {
    std::fs::read_to_string(variant_path()).expect("the variant file")
}

fn variant_path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/variants/menagerie.toml")
}

fn arc() {
    let request = json!({ "file": variant_file(), "position": "Oa@4,4' pa@4,6' ; w" });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    // To the right, bending left: its circle is about (4, 5), an eighth of it ends at (4.707, 4.293).
    b.press(4.0, 4.0);
    assert!(b.value("document.querySelectorAll('#board .lane').length").as_u64() >= Some(8));
    b.drag(4.3, 4.1);
    b.drag(4.7071, 4.2929);
    let said = b.text(READOUT);
    assert!(said.contains("0° left · 0.79"), "{said}");
    b.release(4.7071, 4.2929);
    b.until_plies(1);
    let text = b.text(LAST);
    assert!(text.starts_with("Oa 0 left:1 0.7"), "{text}");
    assert_eq!(b.text("document.querySelector('.ply').textContent"), "Oa 0 left 0.79");
    b.is_quiet();
}

fn own_variant() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.open_new_game(&table.server.address);
    b.until("document.querySelector('dialog[open] [value=\"from a file\"]')");
    b.click_on("[value='from a file']");
    b.until("!document.querySelector('.own').hidden");
    assert_eq!(b.value("document.querySelector('dialog .go').disabled"), true);
    b.fill(
        ".own textarea",
        "name = \"mine\"\n\n[[kind]]\nname = \"twin\"\nletter = \"Q\"\n[[kind.move]]\ngo = \"turn\"\n",
    );
    b.until("document.querySelector('.faults li')");
    let fault = b.text("document.querySelector('.faults').textContent");
    assert!(fault.contains("Line 5, column 1") && fault.contains("letter of the queen"), "{fault}");
    b.fill(".own textarea", "name = \"mine\"\nstep = wide");
    b.until("document.querySelector('.faults')?.textContent.includes('Line 2, column 8')");
    b.choose_files(".own input[type=file]", &[&variant_path()]);
    b.until("!document.querySelector('dialog .go').disabled");
    assert_eq!(b.value("document.querySelectorAll('.faults li').length"), 0);
    b.value("(() => { const reach = document.querySelector('[name=guard_reach]'); reach.value = 0.75; })()");
    b.click_on("dialog .go");
    b.until("document.querySelector('#board svg.mine')");
    b.until_pieces(36);
    let title = b.text("document.getElementById('title').textContent");
    assert!(title.contains("menagerie") && title.contains("how far a Guard leaps 0.75"), "{title}");
    // It outlives its server.
    let port = table.server.port();
    table.server.kill();
    table.server = Server::start_at(&table.data.0, port);
    let b = &mut table.browser;
    b.call("Page.reload", json!({}));
    b.until("document.querySelector('#board svg.mine')");
    assert_eq!(b.value("document.querySelectorAll('[data-kind=O]').length"), 2);
    // Saved as a scenario it opens again.
    let game = b.text("location.pathname.split('/').pop()");
    let (_, scenario) = table.server.ask("GET", &format!("/api/games/{game}/scenario.toml"), "");
    let again = table.server.make(&json!({ "scenario": scenario }));
    b.open(&format!("http://{}/game/{}", table.server.address, again.game));
    b.until("document.querySelectorAll('[data-kind=C]').length === 2");
    b.is_quiet();
}

fn faults_in_sight() {
    let mut table = Table::lay(&json!({}), Screen::Laptop);
    let b = &mut table.browser;
    b.open_new_game(&table.server.address);
    b.until("document.querySelector('dialog[open] [value=\"from a file\"]')");
    b.click_on("[value='from a file']");
    let seen = "node => { const box = node.getBoundingClientRect(); \
                const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 12)]; \
                return y > 0 && y < innerHeight && node.contains(document.elementFromPoint(x, y)); }";
    b.until(&format!("({seen})(document.querySelector('.own textarea'))"));
    let kinds: String = ["a", "b", "c", "d", "e"]
        .iter()
        .map(|name| {
            format!("[[kind]]\nname = \"{name}\"\nletter = \"Q\"\nvalue = -1\n[[kind.move]]\ngo = \"turn\"\n")
        })
        .collect();
    b.fill(".own textarea", &format!("name = \"mine\"\n{kinds}"));
    b.until("document.querySelectorAll('.faults li').length >= 5");
    for selector in [".faults button", ".own textarea", "dialog .go"] {
        b.until(&format!("({seen})(document.querySelector('{selector}'))"));
    }
    // The last fault comes into sight by scrolling the list, and leads to its line.
    b.value("[...document.querySelectorAll('.faults button')].at(-1).scrollIntoView({ block: 'nearest' })");
    b.until(&format!("({seen})([...document.querySelectorAll('.faults button')].at(-1))"));
    b.value("[...document.querySelectorAll('.faults button')].at(-1).click()");
    b.until("document.activeElement.name === 'file' && document.activeElement.selectionStart > 100");
    b.is_quiet();
}

fn letter() {
    let file = include_str!("../../scenarios/variants/lancer.toml");
    let mut table = Table::lay(&json!({ "file": file }), Screen::Desktop);
    let b = &mut table.browser;
    assert_eq!(b.text("document.querySelector('#piece-La .slim text').textContent"), "L");
    b.is_quiet();
}
