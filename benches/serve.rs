//! A move played, or looked back at, from the request to its answer. Moves are kept on disk meanwhile: with
//! `TMPDIR=/dev/shm` the disk is left out.

#[path = "../tests/program/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod server;
#[path = "../tests/program/visitor.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod visitor;

use divan::Bencher;
use serde_json::json;
use server::{Folder, Server};
use visitor::Visitor;

/// Variants, each with a first move.
const BOARDS: &[(&str, &str)] = &[
    ("continuous", "Pe 90 1"),
    ("cylinder", "Pe 90 1"),
    ("orthodox", "e2e4"),
    ("reynolds", "e2e3"),
    ("disc70", "e2e3"),
];

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|(name, _)| *name)
}

fn visitor(folder: &Folder, name: &str) -> (Server, Visitor) {
    let server = Server::start(&folder.0);
    let made = server.make(&json!({ "variant": name }));
    let visitor = Visitor::both(&server, &made);
    (server, visitor)
}

// Fewer requests than one WebSocket has served at once: beyond that the server holds it back.
#[divan::bench(args = names(), sample_count = 40, sample_size = 1)]
fn a_move_played_and_taken_back(bencher: Bencher, name: &str) {
    let folder = Folder::new();
    let (_server, mut visitor) = visitor(&folder, name);
    let text = BOARDS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
    bencher.bench_local(|| {
        visitor.play(text).expect("legal");
        visitor.ask(json!({ "do": "undo" })).expect("undone");
        visitor.wait(|state| state["undone"] == 1);
    });
}

#[divan::bench(args = names(), sample_count = 100, sample_size = 1)]
fn a_position_looked_back_at(bencher: Bencher, name: &str) {
    let folder = Folder::new();
    let (_server, mut visitor) = visitor(&folder, name);
    bencher.bench_local(|| visitor.ask(json!({ "do": "view", "ply": 0 })).expect("answered"));
}
