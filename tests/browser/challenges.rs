//! A game that anybody may join, and whether the other player is there.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Server};

/// Every test by name.
pub const TESTS: &[(&str, fn())] = &[("anybody_joins_an_open_game_and_one_of_two_is_told", anybody)];

const PRESENCE: &str = "document.querySelector('#player-top .presence')?.textContent";

/// A browser at the front page, which lists a game that waits.
fn visitor(server: &Server) -> Browser {
    let mut b = Browser::start(Screen::Desktop);
    b.open(&format!("http://{}/", server.address));
    b.until("document.querySelector('#open-games li button')");
    b
}

fn anybody() {
    let data = Folder::new();
    let server = Server::start(&data.0);
    let maker = &mut Browser::start(Screen::Desktop);
    maker.open(&format!("http://{}/", server.address));
    maker.until("document.querySelector('#board svg')");
    assert_eq!(maker.value("document.getElementById('open-games').hidden"), true);
    maker.click_on("#way-friend");
    maker.until("document.querySelector('dialog[open] [name=open]')");
    maker.click_on("dialog [name=open]");
    maker.click_on("dialog .go");
    maker.until("document.querySelector('#board svg.mine') && document.querySelector('dialog[open] .link')");
    assert!(maker.text("document.querySelector('dialog').innerText").contains("Anybody may join"));
    maker.key("Escape");
    maker.until(&format!("{PRESENCE} === 'not here yet'"));
    let (mut first, mut second) = (visitor(&server), visitor(&server));
    let said = first.text("document.querySelector('#open-games li').innerText");
    assert!(said.contains("Continuous Chess") && said.contains("you play Black"), "{said}");
    first.click_on("#open-games li button");
    first.until("document.querySelector('#board svg')?.dataset.ply === '0'");
    second.click_on("#open-games li button");
    second.until("document.getElementById('toast').textContent.includes('somebody else has joined')");
    second.until("document.getElementById('open-games').hidden");
    maker.until(&format!("{PRESENCE} === 'here'"));
    first.until(&format!("{PRESENCE} === 'here'"));
    maker.carry((4.5, 1.5), (4.5, 3.0));
    first.until_plies(1);
    first.until("document.querySelector('#board svg.mine')");
    first.carry((4.5, 6.5), (4.5, 5.0));
    maker.until_plies(2);
    // A page that is not in sight, and one that was left.
    first.value("Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))");
    maker.until(&format!("{PRESENCE} === 'away'"));
    first.open("about:blank");
    maker.until(&format!("{PRESENCE}?.startsWith('gone since')"));
    for b in [maker, &mut first, &mut second] {
        b.is_quiet();
    }
}
