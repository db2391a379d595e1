//! A move played, or looked back at, from the request to its answer. Moves are kept on disk meanwhile: with
//! `TMPDIR=/dev/shm` the disk is left out.

#[path = "../tests/program/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod server;
#[path = "../tests/program/visitor.rs"]
#[allow(dead_code, reason = "shared with the tests of the program, which use all of it")]
mod visitor;

use divan::Bencher;
use serde_json::{Value, json};
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

/// Twenty pieces, four of them Guards.
const GUARDS: &str = "Ka@3.387,2.213' ka@5.299,1.062' Ga@1.420,3.670' Gb@0.676,3.073' ga@7.100,7.006' gb@1.633,0.244' \
    ra@1.945,7.277' rb@7.413,0.343' rc@2.180,5.980' Qa@3.009,6.146' Ba@7.705,5.576' qa@0.802,0.966' Bb@5.119,3.025' \
    Pa@2.976,3.826' Na@4.637,7.634' rd@1.979,4.536' Ra@3.853,5.605' qb@0.164,6.115' Nb@4.862,6.285' re@0.537,4.004' ; w";

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|(name, _)| *name)
}

fn visitor(folder: &Folder, start: &Value) -> (Server, Visitor) {
    let server = Server::start(&folder.0);
    let made = server.make(start);
    let visitor = Visitor::both(&server, &made);
    (server, visitor)
}

// Fewer requests than one WebSocket has served at once: beyond that the server holds it back.
#[divan::bench(args = names(), sample_count = 40, sample_size = 1)]
fn a_move_played_and_taken_back(bencher: Bencher, name: &str) {
    let folder = Folder::new();
    let (_server, mut visitor) = visitor(&folder, &json!({ "variant": name }));
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
    let (_server, mut visitor) = visitor(&folder, &json!({ "variant": name }));
    bencher.bench_local(|| visitor.ask(json!({ "do": "view", "ply": 0 })).expect("answered"));
}

#[divan::bench(args = ["continuous", "cylinder", "mobius", "torus", "klein", "disc"], sample_count = 100, sample_size = 1)]
fn a_position_with_guards_looked_back_at(bencher: Bencher, name: &str) {
    let folder = Folder::new();
    let (_server, mut visitor) = visitor(&folder, &json!({ "variant": name, "position": GUARDS }));
    bencher.bench_local(|| visitor.ask(json!({ "do": "view", "ply": 0 })).expect("answered"));
}
