//! A server, a game, and a browser in which both sides of it are played.

use crate::cdp::{Browser, Screen};
use crate::server::{Folder, Made, Server};
use serde_json::{Value, json};

pub struct Table {
    pub browser: Browser,
    pub server: Server,
    pub made: Made,
    pub data: Folder,
    _profile: Folder,
}

impl Table {
    pub fn lay(request: &Value, screen: Screen) -> Table {
        let (data, profile) = (Folder::new(), Folder::new());
        let server = Server::start(&data.0);
        let made = server.make(request);
        let mut browser = Browser::start(&profile.0, screen);
        browser
            .open(&format!("http://{}/game/{}#w={}&b={}", server.address, made.game, made.white, made.black));
        browser.until_plies(0);
        browser.until("document.querySelector('#board svg.mine')");
        Table { browser, server, made, data, _profile: profile }
    }

    pub fn from(position: &str) -> Table {
        Table::lay(&json!({ "position": position }), Screen::Desktop)
    }
}

pub const READOUT: &str = "document.getElementById('readout').textContent";
pub const STATUS: &str = "document.getElementById('status').textContent";
pub const LAST: &str = "document.querySelector('.ply:last-of-type.shown').title";
