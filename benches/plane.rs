//! Legal sets on the plane: how many a second, and what one piece's costs on crowded boards.

use continuum::budget::Budget;
use continuum::geom::{Point, Ray, Vec2, contact};
use continuum::plane::{PlanePosition, Rules, Survey};
use continuum::solve::plane::{keys_in_two, mates_in_one};
use continuum::variant::Variant;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::Arc;
use toml::Table;

/// All 32 pieces, spread out so that no two share a rank, file or diagonal.
const MIDGAME: &str = include_str!("../tests/data/midgame.txt");

/// Another 32 pieces, in no check on any board of 8 x 8 with seams.
const SEAMS_MIDGAME: &str = include_str!("../tests/data/seams-midgame.txt");

fn main() {
    divan::main();
}

fn rules(size: f64) -> Arc<Rules> {
    let mut overrides = Table::new();
    overrides.insert("board_size".to_owned(), size.into());
    let variant = Variant::named("continuous", &overrides).expect("a preset");
    Rules::new(variant).expect("on the plane")
}

fn position(text: &str) -> PlanePosition {
    PlanePosition::from_text(rules(8.0), text.trim()).expect("a position")
}

#[divan::bench]
fn legal_set_of_the_initial_position(bencher: Bencher) {
    let position = position("start");
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| black_box(&position).legal().len());
}

#[divan::bench]
fn legal_set_of_a_midgame_position(bencher: Bencher) {
    let position = position(MIDGAME);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| black_box(&position).legal().len());
}

/// The initial position of each board.
#[divan::bench(args = ["continuous", "cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective", "ring", "disc"])]
fn legal_set_of_the_initial_position_of(bencher: Bencher, preset: &str) {
    let rules = Rules::preset(preset).expect("a preset");
    let position = PlanePosition::initial(rules).expect("an array");
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| black_box(&position).legal().len());
}

/// One position on the square and on boards of its size with seams.
#[divan::bench(args = ["continuous", "cylinder", "mobius", "torus", "klein"])]
fn legal_set_of_one_midgame_position_on(bencher: Bencher, preset: &str) {
    let size: Table = "board_width = 8\nboard_height = 8".parse().expect("toml");
    let variant = Variant::named(preset, &size).expect("a preset");
    let rules = Rules::new(variant).expect("on the plane");
    let position = PlanePosition::from_text(rules, SEAMS_MIDGAME.trim()).expect("a position");
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| black_box(&position).legal().len());
}

#[divan::bench]
fn contact_of_a_disc_and_a_point(bencher: Bencher) {
    let ray = Ray::new(Point::new(0.5, 0.5), Vec2::new(0.6, 0.8));
    let points: Vec<Point> = (0..1024)
        .map(|i| Point::new(f64::from(i * 37 % 101) * 0.08, f64::from(i * 61 % 103) * 0.08))
        .collect();
    bencher.counter(ItemsCount::new(points.len())).bench_local(|| {
        points.iter().filter(|&&q| contact(black_box(&ray), 0.25, q, 1e-9).is_some()).count()
    });
}

/// Queen, two rooks and king about a lone king at the edge, by a fixed congruential sequence: exact sets of mating distances.
#[divan::bench]
fn mates_in_one_of_positions_near_mate(bencher: Bencher) {
    let mut state = 7u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    let rules = rules(8.0);
    let mut positions = Vec::new();
    while positions.len() < 40 {
        let mut text = format!("k0@{},{}' ", 8.0 * random(), 0.3 * random());
        for label in ["K1", "Q2", "R3", "R4"] {
            text.push_str(&format!("{label}@{},{}' ", 8.0 * random(), 8.0 * random()));
        }
        positions.extend(PlanePosition::from_text(rules.clone(), &format!("{text}; w")));
    }
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions
            .iter()
            .map(|position| mates_in_one(black_box(position)).map_or(0, |found| found.keys.len()))
            .sum::<usize>()
    });
}

/// Mates in two with their certificates, one thread: two rooks and a king about a lone king, on several boards.
#[divan::bench(args = ["continuous", "zeno", "discrete", "cylinder"], sample_count = 3, sample_size = 1)]
fn mate_in_two_of_two_rooks(bencher: Bencher, preset: &str) {
    let rules = Rules::preset(preset).expect("a preset");
    let position =
        PlanePosition::from_text(rules, "Ka@4,7' Ra@0,3' Rb@8,4' ka@4,0' ; w").expect("a position");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    bencher.bench_local(|| {
        pool.install(|| {
            keys_in_two(black_box(&position), &Budget::default()).map_or(0, |found| found.keys.len())
        })
    });
}

/// The same density of pieces on ever larger boards: one queen's legal set, own king in play.
#[divan::bench(args = [32, 1_000, 100_000])]
fn legal_set_of_one_queen_among(bencher: Bencher, others: usize) {
    let position = crowd(others);
    let survey = Survey::new(&position);
    let queen = position.find("Q0".parse().expect("a label")).expect("the queen");
    survey.legal_of(queen);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| black_box(&survey).legal_of(queen).len());
}

/// Pieces scattered over a board with two square units for each, by a fixed congruential sequence.
fn crowd(others: usize) -> PlanePosition {
    let size = (2.0 * others as f64).sqrt();
    let side = (others as f64).sqrt().ceil() as usize;
    let cell = size / side as f64;
    let mut state = 12345u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    let mut text = String::new();
    let middle = side / 2 * side + side / 2;
    for i in 0..others {
        let (x, y) = ((i % side) as f64 + 0.2 + 0.6 * random(), (i / side) as f64 + 0.2 + 0.6 * random());
        let label = match i {
            _ if i == middle => "Q0".to_owned(),
            _ if i == middle + side + 2 => "K0".to_owned(),
            1 => "k0".to_owned(),
            _ if i % 2 == 0 => format!("P{i}"),
            _ => format!("n{i}"),
        };
        text.push_str(&format!("{label}@{},{} ", x * cell, y * cell));
    }
    text.push_str("; w");
    PlanePosition::from_text(rules(size), &text).expect("pieces of a cell each do not overlap")
}
