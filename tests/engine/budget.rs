//! Legal sets that would take for ever end when their budget is used up.

use continuum::budget::{Budget, CutShort, SearchLimits, StopSignal};
use continuum::plane::{PlanePosition, Rules, Survey};
use continuum::variant::Variant;
use std::f64::consts::TAU;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A variant of one kind, `X`, and the crowd of them that a position is.
struct Crowd {
    name: &'static str,
    file: String,
    pieces: usize,
    /// The sides of the box in which they stand.
    room: [f64; 2],
}

const HEAD: &str = "name = 'slow'\n";
const KIND: &str = "[[kind]]\nname = 'slow'\nletter = 'X'\n";

fn bearings() -> Vec<f64> {
    (0..64).map(|n| 0.1234 + 5.625 * f64::from(n)).collect()
}

fn crowds() -> Vec<Crowd> {
    let small = "board = 'torus'\nboard_width = 2.1\nboard_height = 2.1\n";
    let rider = format!("{KIND}[[kind.move]]\ngo = 'ride'\nbearings = {:?}\n", bearings());
    let corner = |n: u32| (f64::from(n) * TAU / 32.0).sin_cos();
    let corners: Vec<[f64; 2]> = (0..32).map(corner).map(|(sin, cos)| [0.2 * cos, 0.2 * sin]).collect();
    let headings: Vec<f64> = (0..32).map(|n| 11.25 * f64::from(n)).collect();
    vec![
        Crowd {
            name: "bearings on a small torus",
            file: format!("{HEAD}{small}piece_radius = 0.001\n{rider}"),
            pieces: 50,
            room: [2.0, 2.0],
        },
        Crowd {
            name: "the longest lanes",
            file: format!("{HEAD}{small}piece_radius = 0.01\nmax_lane = 1000\n{rider}"),
            pieces: 24,
            room: [2.0, 2.0],
        },
        Crowd {
            name: "polygons on arcs",
            file: format!(
                "{HEAD}{KIND}extent = {{ shape = 'polygon', points = {corners:?} }}\n[[kind.move]]\ngo = 'ride'\nheadings = {headings:?}\narc = 3\n"
            ),
            pieces: 48,
            room: [8.0, 8.0],
        },
        Crowd {
            name: "leaps to any place on a torus",
            file: format!("{HEAD}board = 'torus'\n{KIND}[[kind.move]]\ngo = 'area'\nrange = 8\n"),
            pieces: 12,
            room: [8.0, 8.0],
        },
        Crowd {
            name: "small steps",
            file: format!(
                "{HEAD}{KIND}[[kind.move]]\ngo = 'leap'\nrange = 8\nstep = 0.001\nbearings = {:?}\n",
                bearings()
            ),
            pieces: 24,
            room: [8.0, 8.0],
        },
    ]
}

/// The crowd in rows, Black's pieces last.
fn position(crowd: &Crowd) -> PlanePosition {
    let variant = Variant::read(&crowd.file, &toml::Table::new()).expect(crowd.name);
    let rules = Rules::new(variant).expect("a board of the plane");
    let across = (crowd.pieces as f64).sqrt().ceil();
    let mut text = String::new();
    for n in 0..crowd.pieces {
        let (row, column) = ((n as f64 / across).floor(), n as f64 % across);
        let place = |at: f64, side: f64| (at + 0.5) / across * side * 0.999 + 0.0007 * (n * n % 7) as f64;
        let letter = if n < crowd.pieces - 1 { 'X' } else { 'x' };
        let (x, y) = (place(column, crowd.room[0]), place(row, crowd.room[1]));
        write!(text, "{letter}{n}@{x},{y} ").expect("written");
    }
    PlanePosition::from_text(rules, &format!("{text}; w")).expect(crowd.name)
}

#[test]
fn a_legal_set_of_any_kind_ends_with_its_budget() {
    for crowd in crowds() {
        let position = position(&crowd);
        let budget = Budget::of_work(2_000_000);
        let begun = Instant::now();
        let done = budget.run(|| {
            let survey = Survey::new(&position);
            (survey.legal().len(), survey.regions().len())
        });
        // What a lane or a landing comes to is counted in one go.
        assert!(budget.work() < 4_000_000, "{}: {}", crowd.name, budget.work());
        assert!(begun.elapsed() < Duration::from_secs(20), "{}: {:?}", crowd.name, begun.elapsed());
        let again = Budget::of_work(2_000_000);
        let repeated = again.run(|| {
            let survey = Survey::new(&position);
            (survey.legal().len(), survey.regions().len())
        });
        assert_eq!((done, budget.work()), (repeated, again.work()), "{}", crowd.name);
    }
}

#[test]
fn a_call_to_stop_ends_a_legal_set_at_once() {
    for crowd in crowds() {
        let (position, stop) = (position(&crowd), StopSignal::new());
        let budget = Budget::new(&SearchLimits::default(), &stop);
        let (begun, ended) = (Instant::now(), budget.clone());
        let done = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                stop.stop();
            });
            budget.run(|| {
                loop {
                    let survey = Survey::new(&position);
                    survey.legal();
                    survey.regions();
                }
            })
        });
        assert_eq!(done, Err::<(), _>(CutShort), "{}", crowd.name);
        assert!(ended.is_ended() && begun.elapsed() < Duration::from_secs(20), "{}", crowd.name);
    }
}

#[test]
fn a_budget_of_positions_ends_the_search_at_the_same_one_each_time() {
    let counted = || {
        let budget = Budget::of_nodes(100);
        let mut meter = budget.meter(16);
        (1..).find(|_| meter.tick())
    };
    assert_eq!((counted(), counted()), (Some(112), Some(112)));
    let budget = Budget::of_nodes(2);
    assert!(!budget.tick() && !budget.tick() && budget.tick() && budget.is_ended());
}

#[test]
fn a_call_to_stop_reaches_every_thread() {
    let stop = StopSignal::new();
    let budget = Budget::new(&SearchLimits::default(), &stop);
    assert!(!budget.is_over());
    stop.clone().stop();
    assert!(budget.is_over() && budget.meter(1).tick());
}

#[test]
fn no_iteration_begins_beyond_the_depth_and_none_without_time() {
    let budget = Budget::new(&SearchLimits { depth: Some(3), ..SearchLimits::default() }, &StopSignal::new());
    assert!(budget.may_begin(3) && !budget.may_begin(4));
    assert!(Budget::of_time(Some(Duration::ZERO)).is_over() && !Budget::of_time(None).is_over());
}
