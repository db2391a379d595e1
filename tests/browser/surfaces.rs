//! Boards with seams: lanes through seams under the pointer, the chart dragged round, polar boards.

use crate::cdp::{Browser, Screen};
use crate::table::{LAST, READOUT, Table};
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("a_lane_through_the_cylinders_seam_is_dragged", cylinder),
    ("a_lane_through_the_moebius_seam_is_dragged", mobius),
    ("a_lane_through_the_seams_of_the_torus_is_dragged", torus),
    ("a_lane_through_the_seams_of_the_klein_bottle_is_dragged", klein),
    ("a_lane_over_the_pole_of_the_spherical_board_is_dragged", spherical),
    ("a_lane_over_the_fold_of_the_pillow_is_dragged", pillow),
    ("a_lane_over_the_top_of_the_projective_plane_is_dragged", projective),
    ("a_pawn_shows_which_way_is_forward", forward),
    ("a_pawn_on_round_cells_shows_which_way_is_forward", forward_on_round_cells),
    ("a_drag_changes_small_layers_only", drag),
    ("copies_have_only_what_lies_near_a_seam", copies),
    ("the_ring_is_drawn_round_and_played", ring),
    ("the_disc_is_drawn_round_and_played_through_its_centre", disc),
    ("a_guard_lands_beyond_a_seam", guard),
    ("the_chart_is_dragged_round_and_repeated", dragged),
    ("the_new_game_window_offers_boards_with_seams", offered),
    ("italian_series_are_offered_on_cells_alone", series_offered),
    ("names_of_cells_stand_at_the_rim", rim),
];

fn table(variant: &str, position: &str) -> Table {
    Table::lay(&json!({ "variant": variant, "position": position }), Screen::Desktop)
}

/// Carries a rook from one place to another; the way there goes through a seam.
fn plays(variant: &str, position: &str, from: (f64, f64), to: (f64, f64), text: &str) {
    let mut table = table(variant, position);
    let b = &mut table.browser;
    b.carry(from, to);
    b.until_plies(1);
    assert_eq!(b.text(LAST), text);
    // It stands there, and the way is drawn in two parts.
    let at = "document.querySelector('#piece-Rd').getAttribute('aria-label')";
    assert!(b.text(at).contains(&format!("at {}, {}", to.0, to.1)), "{}", b.text(at));
    let parts = "document.querySelector('#board .last .way').getAttribute('d').split('M').length - 1";
    assert_eq!(b.value(parts), 2);
    b.is_quiet();
}

fn cylinder() {
    plays("cylinder", "Ke@4,0.5' Rd@7,3' ke@4,7.5' ; w", (7.0, 3.0), (1.0, 3.0), "Rd 0 2");
}

fn mobius() {
    plays("mobius", "Ke@4,0.5' Rd@9,3' ke@4,7.5' ; w", (9.0, 3.0), (1.0, 5.0), "Rd 0 2");
}

fn torus() {
    plays("torus", "Ke@1,3' Rd@4,11' ke@6,7.5' ; w", (4.0, 11.0), (4.0, 1.0), "Rd 90 2");
}

fn klein() {
    plays("klein", "Ke@1,3' Rd@3,11' ke@6,7.5' ; w", (3.0, 11.0), (5.0, 1.0), "Rd 90 2");
}

fn spherical() {
    plays("spherical", "Ke@5,4' Rd@3,7' ke@1,1.5' ; w", (3.0, 7.0), (7.0, 6.0), "Rd 90 3");
}

fn pillow() {
    plays("pillow", "Ke@1,4' Rd@3,7' ke@6.5,1.5' ; w", (3.0, 7.0), (5.0, 6.0), "Rd 90 3");
}

fn projective() {
    plays("projective", "Ke@1,3' Rd@3,11' ke@6,7.5' ; w", (3.0, 11.0), (5.0, 2.0), "Rd 90 3");
}

/// How far two places are from the middle of the board, and the angle between them, degrees.
fn about_the_middle(b: &mut Browser, places: [(f64, f64); 2]) -> ([f64; 2], f64) {
    let middle = b.value(
        "(() => { const r = document.querySelector('#board svg').getBoundingClientRect(); \
         return [r.left + r.width / 2, r.top + r.height / 2]; })()",
    );
    let (x, y) = (middle[0].as_f64().expect("x"), middle[1].as_f64().expect("y"));
    let polar = places.map(|(px, py)| {
        let (left, top) = b.screen(px, py);
        ((left - x).hypot(top - y), (y - top).atan2(left - x).to_degrees())
    });
    ([polar[0].0, polar[1].0], (polar[1].1 - polar[0].1).rem_euclid(360.0))
}

const PICKED_KING: &str = "document.querySelector('#board svg').dataset.picked === 'ke'";

/// A pawn shows which way is forward where pawns of a side differ, and a mirrored piece its figure mirrored.
fn forward() {
    let told = |b: &mut Browser, label: &str| {
        b.text(&format!("document.querySelector('#piece-{label}').getAttribute('aria-label')"))
    };
    let mark =
        |label: &str| format!("document.querySelector('#piece-{label} .ahead').getAttribute('d').length");
    let mut table = table("mobius", "Ke@4,0.5' Pa@2,3' Pb@3,5'/y ke@4,7.5' ; w");
    let b = &mut table.browser;
    assert!(told(b, "Pa").ends_with(", upwards"), "{}", told(b, "Pa"));
    assert!(told(b, "Pb").ends_with(", downwards, mirrored"), "{}", told(b, "Pb"));
    assert!(b.value(&mark("Pa")).as_f64() > Some(0.0));
    assert_eq!(b.value(&mark("Ke")), 0);
    let mirrored = |label: &str| {
        format!(
            "document.querySelector('#piece-{label} .emblem').getAttribute('transform') === 'scale(-1 1)'"
        )
    };
    assert_eq!((b.value(&mirrored("Pa")), b.value(&mirrored("Pb"))), (false.into(), true.into()));
    b.is_quiet();
}

/// On round cells the wedge follows the place: on the ring along the circle, on the disc along the radius.
fn forward_on_round_cells() {
    for (variant, position, told) in [
        (
            "byzantine",
            "Ke@e1 Pd@d4!cw Pe@e5!ccw kd@d8 pa@a6!cw ; w",
            [("Pd", "clockwise", (0.0, -1.0)), ("Pe", "counter-clockwise", (0.0, -1.0))],
        ),
        (
            "disc70",
            "Ke@d1' Pi@i2 Pj@i3* ke@d8' ; w",
            [("Pi", "inward", (-1.0, 0.0)), ("Pj", "outward", (1.0, 0.0))],
        ),
    ] {
        let mut table = table(variant, position);
        let b = &mut table.browser;
        for (label, way, (x, y)) in told {
            let name =
                b.text(&format!("document.querySelector('#piece-{label}').getAttribute('aria-label')"));
            assert!(name.ends_with(&format!(", {way}")), "{name}");
            // The wedge's middle as seen from the centre of the piece, in the picture.
            let wedge = b.value(&format!(
                "(() => {{ const box = document.querySelector('#piece-{label} .ahead').getBBox(); \
                 const at = [box.x + box.width / 2, box.y + box.height / 2]; \
                 const far = Math.hypot(...at); return at.map(c => c / far); }})()"
            ));
            let (dx, dy) = (wedge[0].as_f64().expect("x"), wedge[1].as_f64().expect("y"));
            assert!((dx - x).hypot(dy - y) < 0.4, "{variant} {label}: {dx} {dy}");
        }
        b.is_quiet();
    }
}

/// Beyond its seams a board is copied layer by layer: each time a layer changes, its eight copies are made anew.
fn drag() {
    let mut table = table("torus", "start");
    let b = &mut table.browser;
    // A copy has its styles from the classes of its layer.
    assert_eq!(b.value("document.getElementById('layer-pieces').matches('.plane.glued')"), true);
    b.press(3.5, 2.5);
    b.drag(3.5, 3.0);
    b.value(
        "(() => { window.changes = 0; const watch = new MutationObserver(all => { changes += all.length; }); \
         for (const name of ['ground', 'seams', 'pieces', 'lanes', 'last', 'attacks']) \
         watch.observe(document.getElementById(`layer-${name}`), { subtree: true, childList: true, attributes: true }); })()",
    );
    for y in [3.2, 3.5, 3.8, 4.0, 4.2] {
        b.drag(3.5, y);
    }
    assert!(b.value("document.querySelector('#layer-ghost').childElementCount").as_u64() > Some(0));
    assert_eq!(b.value("changes"), 0);
    b.release(3.5, 4.2);
    b.until_plies(1);
    b.is_quiet();
}

/// Beyond a seam 0.15 units are shown. The discs of the arrays end farther from the sides, and only the wedges of the eight pawns that
/// go out at an end come so near. A rook that is carried to a seam is shown once more beyond it.
fn copies() {
    let copied = |what: &str| format!("[...document.querySelectorAll('#board .copies {what}')].length");
    for variant in ["torus", "klein", "projective"] {
        let mut table = table(variant, "start");
        let b = &mut table.browser;
        assert!(b.value(&copied(".piece")).as_u64() <= Some(8), "{variant}");
        let [all, drawn] = [copied("*"), "document.querySelectorAll('#layer-pieces *').length".to_owned()]
            .map(|count| b.value(&count).as_u64().expect("a number"));
        assert!(all < drawn, "{variant}: {all} copies beside {drawn} nodes of the pieces");
    }
    let mut table = table("torus", "Ke@4,3' Rd@3,6' ke@6,9' ; w");
    let b = &mut table.browser;
    b.press(3.0, 6.0);
    for (at, times) in [((2.0, 6.0), 0), ((0.1, 6.0), 1), ((7.9, 6.0), 1), ((3.0, 11.9), 1)] {
        b.drag(at.0, at.1);
        b.until(&format!("{} === {times}", copied(".ghost-piece")));
    }
    b.key("Escape");
    // Dragged round by half a board, the chart shows one half of the pieces in copies, and each of them once.
    b.push((4.0, 1.0), (0.0, -100.0));
    assert_eq!(b.value(&copied("[id]")), 0, "a name is of one node");
    b.is_quiet();
}

fn ring() {
    let mut table = table("ring", "Ke@4,0.5' Rd@15,2' ke@12,0.5' pa@3,3.5'!cw ; w");
    let b = &mut table.browser;
    // Two columns are an eighth of the round, at one distance from the middle.
    let (far, between) = about_the_middle(b, [(15.0, 2.0), (1.0, 2.0)]);
    assert!((far[0] - far[1]).abs() < 0.5 && (between - 45.0).abs() < 0.2, "{far:?} {between}");
    b.carry((15.0, 2.0), (1.0, 2.0));
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Rd 0 2");
    // Dragged round, everything turns with it, what is picked stays picked, and play goes on.
    b.click(12.0, 0.5);
    b.until(PICKED_KING);
    let lanes = b.text("document.querySelector('#board .lanes .lane').getAttribute('d')");
    let before = b.screen(3.0, 3.5);
    b.push((8.0, 2.0), (120.0, 60.0));
    let after = b.screen(3.0, 3.5);
    assert!((before.0 - after.0).hypot(before.1 - after.1) > 30.0, "{before:?} {after:?}");
    b.until(PICKED_KING);
    assert_ne!(b.text("document.querySelector('#board .lanes .lane').getAttribute('d')"), lanes);
    b.carry((12.0, 0.5), (12.0, 1.0));
    b.until_plies(2);
    assert_eq!(b.text(LAST), "ke 270 0.5");
    b.is_quiet();
}

fn disc() {
    let mut table = table("disc", "Ke@6.5,0.5' Rd@3.5,2' ke@6.5,7.5' ; w");
    let b = &mut table.browser;
    let (_, between) = about_the_middle(b, [(3.5, 2.0), (3.5, 6.0)]);
    assert!((between - 180.0).abs() < 0.2, "one file is a diameter: {between}");
    assert_eq!(b.value("document.querySelectorAll('#board .cell.void').length"), 2);
    b.carry((3.5, 2.0), (3.5, 5.0));
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Rd 90 3");
    b.is_quiet();
}

fn guard() {
    let mut table = table("cylinder", "Ke@4,0.5' Ga@0.2,4' ke@4,7.5' ; w");
    let b = &mut table.browser;
    b.press(0.2, 4.0);
    b.drag(0.05, 4.0);
    b.drag(7.9, 4.1);
    assert!(b.text(READOUT).contains("(7.9, 4.1)"), "{}", b.text(READOUT));
    b.release(7.9, 4.1);
    b.until_plies(1);
    let at = b.text("document.querySelector('#piece-Ga').getAttribute('aria-label')");
    assert!(at.contains("at 7.9, 4.1"), "{at}");
    b.is_quiet();
}

fn dragged() {
    let mut table = table("mobius", "Ke@4,0.5' Rd@9,3' ke@4,7.5' ; w");
    let b = &mut table.browser;
    let unit = b.screen(3.0, 4.0).0 - b.screen(2.0, 4.0).0;
    let before = b.screen(5.0, 2.0);
    b.push((6.0, 5.5), (-3.0 * unit, 0.0));
    let after = b.screen(5.0, 2.0);
    assert!((before.0 - after.0 - 3.0 * unit).abs() < 2.0, "{before:?} {after:?}");
    // What was at the left is now at the right, mirrored: from (9, 3) through the seam to (1, 5) is straight on.
    let (from, to) = (b.screen(9.0, 3.0), b.screen(1.0, 5.0));
    assert!((to.0 - from.0 - 2.0 * unit).abs() < 2.0 && (to.1 - from.1).abs() < 2.0, "{from:?} {to:?}");
    b.carry((9.0, 3.0), (1.0, 5.0));
    b.until_plies(1);
    assert_eq!(b.text(LAST), "Rd 0 2");
    assert_eq!(b.value("document.querySelectorAll('#board .veil').length"), 0);
    b.click_on("#repeat");
    b.until("document.querySelectorAll('#board .veil').length === 1");
    // The keyboard moves the chart as well.
    let before = b.screen(5.0, 2.0);
    b.value("document.querySelector('#board svg').focus()");
    b.key_with("ArrowRight", 8);
    assert_ne!(b.screen(5.0, 2.0), before);
    b.is_quiet();
}

fn offered() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.open_new_game(&table.server.address);
    b.until("document.querySelector('dialog[open] [name=variant]')");
    let headings = b.text("[...document.querySelectorAll('.variants h3')].map(h => h.textContent).join()");
    assert!(headings.contains("On glued boards"), "{headings}");
    for name in ["cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective", "ring", "disc"]
    {
        b.until(&format!("document.querySelector('dialog [name=variant][value={name}]')"));
    }
    let all = b.value("document.querySelectorAll('dialog [name=variant]').length");
    let listed = b.value(
        "fetch('/api/variants').then(answer => answer.json()).then(({ variants }) => variants.length + 1)",
    );
    assert_eq!(all, listed, "every preset, and a file");
    b.click_on("[name=variant][value=torus]");
    // The second step has all else about the game, and leads back.
    let sees = |name: &str| format!("document.querySelector('dialog [name={name}]').checkVisibility()");
    b.click_on("dialog .step");
    b.until(&format!("{} && !{}", sees("who"), sees("variant")));
    b.click_on("dialog .step");
    b.until(&format!("!{} && {}", sees("who"), sees("variant")));
    b.click_on("dialog .go");
    b.until("document.querySelector('#board svg.glued.mine')");
    // All of the tall board is in sight.
    b.until("document.querySelector('#board').getBoundingClientRect().bottom <= innerHeight");
    assert_eq!(b.value("document.getElementById('repeat').hidden"), false);
    b.is_quiet();
}

fn series_offered() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let b = &mut table.browser;
    b.open_new_game(&table.server.address);
    for (variant, series) in
        [("continuous", "scottish"), ("torus", "scottish"), ("orthodox", "italian,scottish")]
    {
        b.click_on(&format!("[name=variant][value={variant}]"));
        let choices = "[...document.querySelectorAll('dialog [name=turns] option')].map(o => o.value).join()";
        b.until(&format!("{choices} === 'alternating,{series}'"));
    }
    b.is_quiet();
}

/// The words of a class, sorted.
fn words(b: &mut Browser, class: &str) -> String {
    b.text(&format!(
        "[...document.querySelectorAll('#board .{class}')].map(text => text.textContent).sort().join(' ')"
    ))
}

/// The files of a flat board, from the left to the right.
const FILES: &str = "[...document.querySelectorAll('#board .caption')].filter(text => /[a-z]/.test(text.textContent))
    .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left).map(text => text.textContent).join('')";

fn rim() {
    let mut flat = table("orthodox", "start");
    let b = &mut flat.browser;
    assert_eq!(words(b, "caption"), "1 2 3 4 5 6 7 8 a b c d e f g h");
    assert_eq!(b.text(FILES), "abcdefgh");
    b.click_on("#flip");
    b.until(&format!("{FILES} === 'hgfedcba'"));
    assert_eq!(words(b, "cell-name"), "", "none stands in a cell");
    b.is_quiet();
    // Round boards: each sector at the rim, each ring in one of its cells.
    for (variant, sectors, rings) in [
        ("ring64", "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8", "a b c d e f g h"),
        ("disc70", "a a b b c c d d e e f f g g h h i i", "1 2 3 4 5 6 7 8"),
    ] {
        let mut round = table(variant, "start");
        let b = &mut round.browser;
        assert_eq!(
            (words(b, "caption"), words(b, "cell-name")),
            (sectors.to_owned(), rings.to_owned()),
            "{variant}"
        );
        b.is_quiet();
    }
}
