//! The search for moves on lattices, in positions a second, with one and with two threads.

use continuum::engine::{Options, SearchLimits, StopSignal, best};
use continuum::{Game, Position, Prepared};
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const NODES: u64 = 1_000_000;

#[divan::bench(
    args = ["orthodox", "shatranj", "circe", "reynolds", "disc70"],
    consts = [1, 2],
    sample_count = 3,
    sample_size = 1
)]
fn search<const THREADS: usize>(bencher: divan::Bencher<'_, '_>, variant: &str) {
    let prepared = Prepared::preset(variant).expect("a preset");
    let game = Game::new(Position::from_text(&prepared, "start").expect("the initial array"));
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let options = Options { limits, threads: THREADS, ..Options::default() };
    bencher.counter(ItemsCount::new(NODES)).bench_local(|| best(&game, &options, &StopSignal::new()));
}
