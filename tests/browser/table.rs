//! A server, a game, and a browser in which both sides of it are played.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Made, Server};
use serde_json::{Value, json};

pub struct Table {
    pub browser: Browser,
    pub server: Server,
    pub made: Made,
    pub data: Folder,
}

impl Table {
    pub fn lay(request: &Value, screen: Screen) -> Table {
        let data = Folder::new();
        let server = Server::start(&data.0);
        let made = server.make(request);
        let mut browser = Browser::start(screen);
        browser
            .open(&format!("http://{}/game/{}#w={}&b={}", server.address, made.game, made.white, made.black));
        browser.until_plies(0);
        browser.until("document.querySelector('#board svg.mine')");
        Table { browser, server, made, data }
    }

    /// The same with each side in a browser of its own: White's at the table, Black's beside it.
    pub fn apart(request: &Value) -> (Table, Browser) {
        let mut table = Table::lay(request, Screen::Desktop);
        let site = format!("http://{}/game/{}", table.server.address, table.made.game);
        let black = guest(&format!("{site}#b={}", table.made.black), Screen::Desktop);
        table.browser.open(&format!("{site}#w={}", table.made.white));
        table.browser.until("document.querySelector('#board svg.mine')");
        (table, black)
    }

    pub fn from(position: &str) -> Table {
        Table::lay(&json!({ "position": position }), Screen::Desktop)
    }
}

/// Another browser at the link of a game in which nothing has been played.
pub fn guest(link: &str, screen: Screen) -> Browser {
    let mut browser = Browser::start(screen);
    browser.open(link);
    browser.until_plies(0);
    browser
}

pub const READOUT: &str = "document.getElementById('readout').textContent";
pub const STATUS: &str = "document.getElementById('status').textContent";
pub const LAST: &str = "document.querySelector('.ply:last-of-type.shown').title";
