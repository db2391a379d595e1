//! The tutorial: every lesson can be solved, and what does not solve it is not taken for it.

use crate::cdp::{Browser, Screen};
use crate::host::Host;

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[
    ("every_lesson_is_solved_by_its_move", solved),
    ("a_wrong_move_solves_nothing", wrong),
    ("a_lesson_on_a_phone", phone),
];

type Place = (f64, f64);

/// What solves each lesson: piece and place.
const MOVES: &[(Place, Place)] = &[
    ((1.0, 2.0), (4.77, 2.0)),
    ((1.0, 2.0), (7.0, 2.0)),
    ((4.0, 1.0), (4.0, 5.0)),
    ((1.0, 2.0), (3.75, 2.0)),
    ((1.0, 4.0), (4.0, 4.0)),
    ((4.0, 4.0), (4.0, 4.45)),
    ((0.0, 0.0), (0.0, 0.45)),
    ((1.0, 2.0), (4.5, 2.0)),
    ((5.0, 4.0), (1.25, 4.0)),
    ((4.0, 4.0), (4.3, 4.0)),
];

fn lesson(b: &mut Browser, host: &Host, n: usize) {
    b.open(&host.page(&format!("learn#{n}")));
    b.until(&format!("document.body?.dataset.lesson === '{n}' && document.querySelector('#board svg.mine')"));
}

fn start(screen: Screen) -> (Browser, Host) {
    (Browser::start(screen), Host::start())
}

fn solved() {
    let (mut b, host) = start(Screen::Desktop);
    for (i, &(from, to)) in MOVES.iter().enumerate() {
        lesson(&mut b, &host, i + 1);
        b.click(from.0, from.1);
        b.until("document.querySelector('#board svg').dataset.picked");
        b.click(to.0, to.1);
        b.until("document.body.dataset.solved === 'true'");
        b.until("document.querySelector('#board svg').dataset.ply === '1'");
    }
    assert_eq!(b.value("document.querySelectorAll('.lesson-steps .done').length"), MOVES.len());
    assert_eq!(b.text("document.getElementById('next').textContent"), "Play a game");
    b.is_quiet();
}

fn wrong() {
    let (mut b, host) = start(Screen::Desktop);
    lesson(&mut b, &host, 3);
    b.click(4.0, 1.0);
    b.click(4.0, 3.0);
    b.until("document.getElementById('verdict').textContent.startsWith('Not that. Take all three')");
    assert_eq!(b.text("document.body.dataset.solved"), "false");
    b.until_pieces(6);
    // The enemy's pieces show their lanes here too.
    b.click(7.5, 7.5);
    b.until("document.querySelectorAll('#board .lanes .lane').length > 4");
    b.is_quiet();
}

fn phone() {
    let (mut b, host) = start(Screen::Phone);
    lesson(&mut b, &host, 1);
    assert_eq!(b.value("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out");
    let task = "(() => { const box = document.getElementById('task').getBoundingClientRect(); return box.bottom <= innerHeight; })()";
    assert_eq!(b.value(task), true, "board and task are seen together");
    b.touch("touchStart", 1.0, 2.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.touch("touchStart", 4.77, 2.0);
    b.touch("touchEnd", 0.0, 0.0);
    b.until("!document.getElementById('play').disabled");
    b.click_on("#play");
    b.until("document.body.dataset.solved === 'true'");
    b.is_quiet();
}
