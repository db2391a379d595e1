//! Move generation in nodes a second on one core: perft with bulk counting, and compiling the tables.

use continuum::lattice::{LatticePosition, LatticeRules};
use continuum::variant::Variant;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Name, variant, position (empty for the array) and depth.
const CASES: &[(&str, &str, &str, u32)] = &[
    ("orthodox start", "orthodox", "", 5),
    ("orthodox kiwipete", "orthodox", KIWIPETE, 4),
    ("circe kiwipete", "circe", KIWIPETE, 4),
    ("reynolds start", "reynolds", "", 5),
    ("byzantine start", "byzantine", "", 5),
    ("disc70 start", "disc70", "", 5),
    ("circe-progressive start", "circe-progressive", "", 5),
];

#[divan::bench(args = CASES.iter().map(|case| case.0), sample_count = 5, sample_size = 1)]
fn perft(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(&(_, variant, fen, depth)) = CASES.iter().find(|case| case.0 == name) else { return };
    let variant = Variant::named(variant, &toml::Table::new()).expect("a preset");
    let rules = LatticeRules::new(&variant).expect("a lattice");
    let position = if fen.is_empty() {
        LatticePosition::initial(&rules).expect("sound")
    } else {
        LatticePosition::from_fen(&rules, fen).expect("sound")
    };
    let nodes = position.perft(depth);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| position.perft(divan::black_box(depth)));
}

/// A board that nothing above has used, so that its tables are compiled here; once, as they are kept.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn tables_of_a_disc() -> bool {
    let variant = Variant::named("disc66", &toml::Table::new()).expect("a preset");
    LatticeRules::new(&variant).is_ok()
}
