//! The weak levels move as beginners do: they take what hangs, and do not move back and forth.

use continuum::engine::{Level, Options, SearchLimits, StopSignal, best};
use continuum::{Game, Position, Prepared};
use std::collections::BTreeMap;

/// Plays a game of a level against itself, of so many plies.
fn game_of(variant: &str, level: u8, seed: u64, plies: usize) -> Game {
    let rules = Prepared::preset(variant).expect(variant);
    let mut game = Game::new(Position::usual(&rules).expect("an array"));
    let level = Some(Level::new(level).expect("a level"));
    let limits = SearchLimits { nodes: Some(300), ..SearchLimits::default() };
    let options = Options { level, seed, limits, threads: 1, hash_mb: 1, ..Options::default() };
    while game.plies().len() < plies && !game.is_over() {
        let answer = best(&game, &options, &StopSignal::new());
        game.play(answer.best_move().expect("a move")).expect("it is legal");
    }
    game
}

/// Returns the coordinates of each piece of a position.
fn places(position: &Position) -> BTreeMap<String, [f64; 2]> {
    let read = |(label, place): (continuum::chess::Label, String)| {
        let place = place.trim_end_matches('\'').to_owned();
        let parts: Vec<f64> = match place.split_once(',') {
            Some((x, y)) => [x, y].iter().map(|c| c.parse().expect("a coordinate")).collect(),
            None => cell(&place),
        };
        (label.to_string(), [parts[0], parts[1]])
    };
    position.pieces().map(read).collect()
}

/// Returns file and rank of a cell.
fn cell(name: &str) -> Vec<f64> {
    let (file, rank) = name.split_at(1);
    let file = file.bytes().next().map(|letter| f64::from(letter - b'a')).expect("a file");
    vec![file, rank.parse().expect("a rank")]
}

/// Counts the quiet moves that lead nowhere, and all moves: moves of less than half a unit, and those that bring a piece back to
/// the half of its way next to where its side had taken it from with the move before.
fn idle_moves(game: &Game) -> [usize; 2] {
    let all: Vec<_> = (0..=game.plies().len()).filter_map(|ply| game.position_at(ply)).map(places).collect();
    let apart = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let mut idle = 0;
    for (ply, played) in game.plies().iter().enumerate() {
        let (before, after) = (&all[ply], &all[ply + 1]);
        let moved = before.iter().filter(|(label, at)| after.get(*label).is_some_and(|to| to != *at));
        let [(label, &from)] = moved.collect::<Vec<_>>()[..] else { continue };
        let to = after[label];
        let came_from = ply.checked_sub(2).and_then(|earlier| all[earlier].get(label).copied());
        let goes_back = came_from.is_some_and(|first| apart(first, to) < 0.5 * apart(first, from));
        if played.made.captures().is_empty() && (apart(from, to) < 0.5 || goes_back) {
            idle += 1;
        }
    }
    [idle, game.plies().len()]
}

/// One move in twenty may be idle: a side that is nearly lost, or nearly bare, may have nothing else.
#[test]
fn beginners_do_not_move_back_and_forth() {
    let seeds = if cfg!(debug_assertions) { 2 } else { 6 };
    for level in [1, 2] {
        for variant in ["continuous", "zeno-discrete", "orthodox"] {
            let mut sum = [0, 0];
            for seed in 0..seeds {
                let counted = idle_moves(&game_of(variant, level, seed, 50));
                sum = [sum[0] + counted[0], sum[1] + counted[1]];
            }
            let [idle, all] = sum;
            assert!(20 * idle <= all, "level {level}, {variant}: {idle} of {all} moves lead nowhere");
        }
    }
}

/// The black rook hangs. What else could be taken is guarded.
#[test]
fn beginners_take_what_hangs() {
    let positions = [
        ("continuous", "Ke@4.5,0.5' Qa@1,1' Pb@6,1.5 ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w", "ra"),
        ("mobius", "Ke@4.5,0.5' Qa@1,1' Pb@6,1.5 ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w", "ra"),
        ("cylinder", "Ke@4.5,0.5' Qa@1,1' Pb@6,1.5 ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w", "ra"),
        ("orthodox", "Ke@e1' Qd@d1 Pf@f2 kh@h8' rd@d5' pg@g7 ph@h7 ; w", "rd"),
    ];
    for (variant, text, hanging) in positions {
        let rules = Prepared::preset(variant).expect(variant);
        let start = Position::from_text(&rules, text).expect(text);
        for (level, seed) in (1..=2).flat_map(|level| (0..8).map(move |seed| (level, seed))) {
            let level = Some(Level::new(level).expect("a level"));
            let options = Options {
                level,
                seed,
                limits: SearchLimits::default(),
                threads: 1,
                hash_mb: 1,
                ..Options::default()
            };
            let mut game = Game::new(start.clone());
            let answer = best(&game, &options, &StopSignal::new());
            let ply = game.play(answer.best_move().expect("a move")).expect("it is legal");
            let taken: Vec<String> = ply.made.captures().iter().map(ToString::to_string).collect();
            assert_eq!(taken, [hanging], "{variant}, level {level:?}, seed {seed}: {:?}", answer.lines);
        }
    }
}

/// A bound often equals the best value, and a move with a bound is not the best one.
#[test]
fn the_seventh_level_on_the_plane_plays_what_its_search_finds_best() {
    let mut game = game_of("continuous", 1, 3, 6);
    let search = |game: &Game, level| {
        let limits = SearchLimits { depth: Some(2), nodes: Some(2_600), ..SearchLimits::default() };
        let options = Options { level, limits, threads: 1, hash_mb: 1, ..Options::default() };
        best(game, &options, &StopSignal::new()).best_move().expect("a move").to_owned()
    };
    for _ in 0..4 {
        let found = search(&game, None);
        assert_eq!(search(&game, Some(Level::new(7).expect("a level"))), found);
        game.play(&found).expect("it is legal");
    }
}
