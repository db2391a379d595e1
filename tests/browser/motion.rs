//! Moves that are seen to happen: pieces on their way, captures in order of contact.

use crate::cdp::{Browser, Screen};
use crate::table::Table;
use crate::visitor::Visitor;
use serde_json::{Value, json};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_leap_takes_in_order_of_contact", leap),
    ("a_ride_leaves_at_one_edge_and_comes_in_at_the_other", seam),
    ("king_and_rook_of_a_castling_both_glide", castling),
    ("a_reborn_piece_fades_and_comes_up_at_home", rebirth),
    ("a_step_back_glides_and_a_new_one_ends_it", back),
    ("nothing_glides_where_motion_is_reduced", reduced),
];

/// Lets each frame of the page take 16 ms, however busy the machine is.
const EVEN_FRAMES: &str = "(() => { if (window.even) return; window.even = true; const ask = requestAnimationFrame.bind(window); \
    let [real, even] = [0, performance.now()]; \
    window.requestAnimationFrame = act => ask(now => { if (now !== real) { even += 16; real = now; } act(even); }); })()";

/// Has the page note, at each frame of the next glide, the time, and the place and opacity of some pieces.
fn watch(b: &mut Browser, labels: &[&str]) {
    let script = "window.seen = []; window.begun = 0; requestAnimationFrame(function look(now) { \
         const svg = document.querySelector('#board svg'); \
         if (svg.dataset.gliding) { window.begun ||= now; window.seen.push([now - window.begun, LABELS.map(label => { \
           const style = document.getElementById(`piece-${label}`)?.style; \
           return style ? [...style.transform.match(/-?[\\d.]+/g).map(Number), Number(style.opacity || 1)] : null; })]); } \
         if (window.begun && !svg.dataset.gliding) { window.took = now - window.begun; return; } \
         requestAnimationFrame(look); }); window.took = 0";
    b.value(EVEN_FRAMES);
    let script = script.replace("LABELS", &json!(labels).to_string());
    b.value(&script);
}

/// What was noted: of each frame, each piece's place and opacity. A glide takes at most 400 ms, and a frame.
fn seen(b: &mut Browser) -> Vec<Vec<Value>> {
    b.until("window.took");
    let took = b.value("window.took").as_f64().expect("a time");
    assert!((150.0..=432.0).contains(&took), "{took}");
    let frames = b.value("window.seen");
    let frames = frames.as_array().expect("frames").iter();
    frames.map(|frame| frame[1].as_array().expect("pieces").clone()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Five pieces about the landing: by the way's projection `ba` is met first, `pa` last.
fn leap() {
    let position = "Ke@7.5,0.5' Nb@2,2' ke@7.5,7.5' qa@4,3.24' ra@3.7717464360891633,3.0741640786499875' \
                    ba@3.8589315394498063,2.805835921350013' na@4.141068460550194,2.805835921350012' \
                    pa@4.228253563910837,3.0741640786499875' ; w";
    let mut table = Table::from(position);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    let order = ["ba", "ra", "na", "qa", "pa"];
    watch(b, &["Nb", order[0], order[1], order[2], order[3], order[4]]);
    visitor.play("Nb atan(1/2) sqrt(5)").expect("legal");
    let frames = seen(b);
    assert!(frames.len() > 3, "{frames:?}");
    for pieces in &frames {
        // The picture has 100 units a board unit, and y downward.
        let (x, y) = (number(&pieces[0][0]) / 100.0, 8.0 - number(&pieces[0][1]) / 100.0);
        assert!(((x - 2.0) - 2.0 * (y - 2.0)).abs() < 1e-3 && (2.0..=4.0).contains(&x), "{x} {y}");
        let opacities: Vec<f64> = pieces[1..].iter().map(|piece| number(&piece[2])).collect();
        assert!(opacities.is_sorted(), "{opacities:?}");
    }
    let shown = |frame: &Vec<Value>| frame[1..].iter().filter(|piece| number(&piece[2]) == 1.0).count();
    assert!(frames.iter().any(|frame| (1..5).contains(&shown(frame))), "some are hit, and others not yet");
    b.until_pieces(3);
    b.is_quiet();
}

fn seam() {
    let request = json!({ "variant": "klein", "position": "Ke@1,3' Rd@3,11' ke@6,7.5' ; w" });
    let mut table = Table::lay(&request, Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    watch(b, &["Rd"]);
    visitor.play("Rd 90 2").expect("legal");
    let frames = seen(b);
    let places: Vec<(f64, f64)> =
        frames.iter().map(|f| (number(&f[0][0]) / 100.0, 12.0 - number(&f[0][1]) / 100.0)).collect();
    // The upper end is glued to the lower one, reversed: x is 3 before and 8 - 3 beyond.
    let beyond = places.iter().position(|&(x, _)| (x - 5.0).abs() < 1e-6).expect("it goes through");
    assert!(beyond > 0, "{places:?}");
    assert!(places[..beyond].iter().all(|&(x, y)| (x - 3.0).abs() < 1e-6 && (11.0..=12.0).contains(&y)));
    assert!(places[beyond..].iter().all(|&(x, y)| (x - 5.0).abs() < 1e-6 && (0.0..=1.0).contains(&y)));
    b.is_quiet();
}

fn castling() {
    let request = json!({ "variant": "orthodox", "position": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    let rook = b.text("[...document.querySelectorAll('#board .piece.white[data-kind=R]')].map(p => [p.dataset.label, p.getBoundingClientRect().x]).sort((a, b) => b[1] - a[1])[0][0]");
    watch(b, &["Ke", &rook]);
    let mut visitor = Visitor::both(&table.server, &table.made);
    visitor.play("e1g1").expect("legal");
    let frames = seen(b);
    let between = |from: f64, to: f64, x: f64| x > from && x < to;
    let both = |frame: &Vec<Value>| {
        between(450.0, 650.0, number(&frame[0][0])) && between(550.0, 750.0, number(&frame[1][0]))
    };
    assert!(frames.iter().any(both), "{frames:?}");
    // By hand the king is there already, and only the rook follows.
    b.click_on("#undo");
    b.until_plies(0);
    b.until("!document.querySelector('#board svg').dataset.gliding");
    watch(b, &["Ke", &rook]);
    b.carry((4.5, 0.5), (6.5, 0.5));
    let frames = seen(b);
    assert!(frames.iter().all(|frame| number(&frame[0][0]) == 650.0), "{frames:?}");
    assert!(frames.iter().any(|frame| between(550.0, 750.0, number(&frame[1][0]))), "{frames:?}");
    b.is_quiet();
}

fn rebirth() {
    let request = json!({ "variant": "circe", "position": "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1" });
    let mut table = Table::lay(&request, Screen::Desktop);
    let b = &mut table.browser;
    let pawn = b.text("document.querySelector('#board .piece.black[data-kind=P]').dataset.label");
    watch(b, &[&pawn]);
    let mut visitor = Visitor::both(&table.server, &table.made);
    visitor.play("e4d5").expect("legal");
    let frames = seen(b);
    let at = |y: f64| {
        let opacities = frames.iter().filter(|f| number(&f[0][1]) == y).map(|f| number(&f[0][2]));
        opacities.collect::<Vec<f64>>()
    };
    // From d5 to d7, which lie three and one squares from the upper edge.
    let (gone, back) = (at(350.0), at(150.0));
    assert!(gone.len() + back.len() == frames.len() && !back.is_empty(), "{frames:?}");
    assert!(gone.is_sorted_by(|a, b| a >= b) && back.is_sorted(), "{gone:?} {back:?}");
    b.is_quiet();
}

fn back() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    visitor.play("Pe 90 2").expect("legal");
    b.until_plies(1);
    b.until("!document.querySelector('#board svg').dataset.gliding");
    watch(b, &["Pe"]);
    b.click_on("#back");
    let frames = seen(b);
    let ys: Vec<f64> = frames.iter().map(|frame| number(&frame[0][1])).collect();
    assert!(ys.is_sorted() && ys.iter().any(|&y| y > 450.0 && y < 650.0), "{ys:?}");
    // A further step comes while this one glides: its piece glides, and the other is at its place.
    visitor.play("pe 90 2").expect("legal");
    b.until_plies(2);
    b.click_on("#first");
    b.until("document.querySelector('#board svg').dataset.ply === '0'");
    b.until("!document.querySelector('#board svg').dataset.gliding");
    let script = "(async () => { const svg = document.querySelector('#board svg'); \
         const till = label => new Promise(done => (function look() { \
           if (svg.dataset.gliding === label) done(document.getElementById('piece-Pe').style.transform); \
           else requestAnimationFrame(look); })()); \
         document.getElementById('forward').click(); const first = await till('Pe'); \
         document.getElementById('forward').click(); return [first, await till('pe')]; })()";
    let places = b.value(script);
    assert_ne!(places[0], "translate(450px, 450px)");
    assert_eq!(places[1], "translate(450px, 450px)");
    b.is_quiet();
}

fn reduced() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    b.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    b.value(
        "window.glides = 0; new MutationObserver(() => { window.glides += 1; }).observe(document.querySelector('#board svg'), { attributeFilter: ['data-gliding'] })",
    );
    visitor.play("Pe 90 2").expect("legal");
    b.until_plies(1);
    b.frame();
    let place = "document.getElementById('piece-Pe').style.transform";
    assert_eq!((b.value("window.glides"), b.text(place).as_str()), (json!(0), "translate(450px, 450px)"));
    b.is_quiet();
}
