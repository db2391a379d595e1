//! The list of moves: figures, notation, and rows that stay as they are.

use crate::cdp::Screen;
use crate::table::Table;
use crate::visitor::Visitor;
use serde_json::json;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("moves_have_figures_and_what_they_capture", figures),
    ("the_rows_of_the_list_stay", rows),
    ("the_first_row_has_the_number_of_the_position", numbers),
    ("moves_say_where_they_end_if_one_wants", places),
];

/// Of a move: its words as they are read, and the colours of its figures.
fn told(ply: usize) -> String {
    format!(
        "(() => {{ const ply = document.querySelector('.ply[data-ply=\"{ply}\"]'); \
         return `${{ply.textContent}} / ${{[...ply.querySelectorAll('svg')].map(svg => svg.classList[1]).join(' ')}}`; }})()"
    )
}

fn figures() {
    let mut table = Table::lay(&json!({ "variant": "orthodox" }), Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "f1e2"] {
        visitor.play(text).expect("legal");
    }
    b.until_plies(7);
    assert_eq!(b.text(&told(1)), "e4 / ");
    assert_eq!(b.text(&told(3)), "exd5 ×pd / black");
    assert_eq!(b.text(&told(4)), "Qxd5 ×Pe / black white");
    assert_eq!(b.text(&told(5)), "Nc3 / white");
    assert_eq!(b.text(&told(6)), "Qe5+ / black");
    assert!(b.text("document.getElementById('announce').textContent").contains("White played Be2."));
    b.is_quiet();
    // On the plane the label stays: it says which one moved.
    let mut table = Table::from("Ke@4.5,0.5 Ra@1,1' ke@7.5,7.5 ba@1,3' ; w");
    let mut visitor = Visitor::both(&table.server, &table.made);
    visitor.play("Ra 90 x").expect("legal");
    table.browser.until_plies(1);
    assert_eq!(table.browser.text(&told(1)), "Ra 90 1.75 ×ba× / white black");
    table.browser.is_quiet();
}

fn numbers() {
    // Black moves first, at move 23.
    let position = "r3k3/8/8/8/8/8/8/R3K3 b - - 3 23";
    let mut table = Table::lay(&json!({ "variant": "orthodox", "position": position }), Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    for text in ["e8e7", "e1e2", "e7e6"] {
        visitor.play(text).expect("legal");
    }
    let b = &mut table.browser;
    b.until_plies(3);
    let rows = "[...document.querySelectorAll('#moves li')].map(row => `${row.dataset.number} ${row.textContent}`).join('; ')";
    assert_eq!(b.text(rows), "23 …Ke7; 24 Ke2Ke6");
    b.is_quiet();
}

fn rows() {
    let mut table = Table::lay(&json!({}), Screen::Desktop);
    let mut visitor = Visitor::both(&table.server, &table.made);
    let b = &mut table.browser;
    for text in ["Pe 90 1", "pe 90 1", "Pd 90 1"] {
        visitor.play(text).expect("legal");
    }
    b.until_plies(3);
    b.value("window.kept = [...document.querySelectorAll('.ply')]");
    b.click_on("#back");
    b.until("document.querySelector('#board svg').dataset.ply === '2'");
    visitor.play("pd 90 1").expect("legal");
    b.until_plies(4);
    let same = "[...document.querySelectorAll('.ply')].map(ply => window.kept.includes(ply))";
    assert_eq!(b.value(same), json!([true, true, true, false]));
    // Another move in place of one that was taken back stands in its row.
    for _ in 0..2 {
        visitor.ask(json!({ "do": "undo" })).expect("taken back");
    }
    visitor.wait(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2));
    visitor.play("Pa 90 1").expect("legal");
    b.until("document.querySelector('.ply.shown')?.title === 'Pa 90 1'");
    assert_eq!(b.value(same), json!([true, true, false]));
    let numbers = "[...document.querySelectorAll('#moves li')].map(row => row.dataset.number).join(' ')";
    assert_eq!(b.text(numbers), "1 2");
    b.is_quiet();
}

fn places() {
    let mut table = Table::from("Ke@4.5,0.5 Ra@1,1' ke@7.5,7.5' Ph@3,7' ; w");
    let mut visitor = Visitor::both(&table.server, &table.made);
    for text in ["Ra 90 0.1234", "ke 90 0.5", "Ph 90 1 =Q"] {
        visitor.play(text).expect("legal");
    }
    let b = &mut table.browser;
    b.until_plies(3);
    assert_eq!(b.text(&told(1)), "Ra 90 0.123 / white");
    b.click_on("#settings");
    b.until("document.querySelector('[name=moves]')");
    b.choose("[name=moves]", "places");
    b.until(&format!("{} === 'Ra (1, 1.123) / white'", told(1)));
    assert_eq!(b.text(&told(2)), "ke (7.5, 7) / black");
    assert!(b.text(&told(3)).starts_with("Ph (3, 8) =Q"), "{}", b.text(&told(3)));
    // The choice is kept.
    b.value("(() => { window.isOld = true; location.reload(); })()");
    b.until("!window.isOld && document.querySelectorAll('.ply').length === 3");
    assert_eq!(b.text(&told(2)), "ke (7.5, 7) / black");
    b.is_quiet();
}
