//! What holds of every answer, on every board.

use continuum::chess::Status;
use continuum::engine::{
    Level, Memory, Options, Score, SearchLimits, SearchResult, StopSignal, best, best_with_progress,
};
use continuum::variant::preset_names;
use continuum::{Game, Position, Prepared};
use std::time::{Duration, Instant};

fn start(variant: &str) -> Game {
    game(variant, "start")
}

fn game(variant: &str, text: &str) -> Game {
    let prepared = Prepared::preset(variant).expect(variant);
    Game::new(Position::from_text(&prepared, text).expect(text))
}

/// One thread, so many positions.
fn counted(nodes: u64) -> Options {
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    Options { limits, threads: 1, hash_mb: 1, ..Options::default() }
}

/// As many positions as a test may take. Each takes a thousand times longer on the plane.
fn effort(game: &Game) -> u64 {
    match game.position() {
        Position::Lattice(_) => 1_500,
        Position::Plane(_) if cfg!(debug_assertions) => 30,
        Position::Plane(_) => 300,
    }
}

fn play_through(game: &Game, answer: &SearchResult) {
    for line in &answer.lines {
        assert!(!line.moves.is_empty());
        let mut game = game.clone();
        for text in &line.moves {
            game.play(text).unwrap_or_else(|e| panic!("{text} in {line:?}: {e}"));
        }
    }
}

#[test]
fn lines_can_be_played_as_they_are_written() {
    for variant in preset_names() {
        let mut game = start(variant);
        for lines in [1, 3] {
            let answer = best(&game, &Options { lines, ..counted(effort(&game)) }, &StopSignal::new());
            assert_eq!(answer.lines.len(), lines, "{variant}");
            assert!(answer.lines.is_sorted_by(|a, b| a.score >= b.score), "{variant}: {answer:?}");
            play_through(&game, &answer);
            game.play(answer.best_move().expect("there are moves")).expect("it is legal");
        }
    }
}

#[test]
fn equal_seeds_with_one_thread_and_a_bound_of_positions_give_equal_answers() {
    let on_cells = ["orthodox", "byzantine", "disc66", "circe", "progressive", "circe-progressive"];
    for variant in on_cells.into_iter().chain(["continuous", "zeno-discrete", "cylinder"]) {
        let game = start(variant);
        let untimed = |answer: SearchResult| SearchResult { seconds: 0.0, ..answer };
        let options = Options { seed: 5, ..counted(2 * effort(&game)) };
        let again = || untimed(best(&game, &options, &StopSignal::new()));
        assert_eq!(again(), again(), "{variant}");
        let weak = Options { level: Some(Level::WEAKEST), seed: 11, ..options.clone() };
        let again = || untimed(best(&game, &weak, &StopSignal::new()));
        assert_eq!(again(), again(), "{variant}");
    }
}

/// The sixth level looks two plies ahead, and its positions do not suffice for all moves of the initial array. Values of moves
/// that it has looked at one ply ahead only are not compared with the others: they do not see what is taken next.
#[test]
fn a_level_chooses_among_the_moves_of_its_last_iteration() {
    let game = start("continuous");
    let level = Some(Level::new(6).expect("a level"));
    for seed in 0..3 {
        let answer = best(&game, &Options { level, seed, ..counted(2_000) }, &StopSignal::new());
        assert_eq!(answer.lines[0].depth, 2, "{answer:?}");
    }
}

#[test]
fn a_piece_that_hangs_is_taken() {
    // The rook at a5 stands alone before the queen.
    let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
    let mut game = game("continuous", text);
    let answer = best(&game, &counted(300), &StopSignal::new());
    let ply = game.play(answer.best_move().expect("a move")).expect("legal");
    assert_eq!(ply.made.captures(), ["ra".parse().expect("a label")]);
}

#[test]
fn nothing_is_chosen_where_the_game_is_over() {
    let answer = best(&game("continuous", "Ka@0.5,0.5' kb@7.5,7.5' ; w"), &counted(100), &StopSignal::new());
    assert_eq!((answer.status, answer.lines.len()), (Status::Draw, 0));
}

#[test]
fn only_the_moves_asked_for_are_answered() {
    let game = start("orthodox");
    let options = Options { only: vec!["a2a3".to_owned(), "h2h4".to_owned()], lines: 5, ..counted(1_000) };
    let answer = best(&game, &options, &StopSignal::new());
    let mut moves: Vec<&str> = answer.lines.iter().map(|line| line.moves[0].as_str()).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["a2a3", "h2h4"]);
}

#[test]
fn a_search_that_is_stopped_at_once_still_answers() {
    for variant in preset_names() {
        let stop = StopSignal::new();
        stop.stop();
        let game = start(variant);
        let answer = best(&game, &Options { limits: SearchLimits::default(), ..counted(1) }, &stop);
        assert_eq!(answer.lines.len(), 1, "{variant}");
        play_through(&game, &answer);
    }
}

/// Only where the program is optimized the time is asked for; elsewhere that the answer comes at all.
#[test]
fn answers_come_in_time() {
    for variant in preset_names() {
        let game = start(variant);
        let time = Duration::from_millis(100);
        let limits = SearchLimits { time: Some(time), ..SearchLimits::default() };
        let begin = Instant::now();
        let answer = best(&game, &Options { limits, ..counted(1) }, &StopSignal::new());
        let late = begin.elapsed().saturating_sub(time);
        assert_eq!(answer.lines.len(), 1, "{variant}");
        // A machine that is busy with other tests gives no thread its time to the millisecond.
        assert!(cfg!(debug_assertions) || late < Duration::from_millis(500), "{variant}: {late:?}");
    }
}

/// On the plane: a mate in five plies that the draw by counting forestalls is not promised from what the table knows.
#[test]
fn a_mate_on_the_plane_that_the_count_forestalls_is_not_promised() {
    let mut memory = Memory::default();
    let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
    let options = Options { limits, threads: 1, hash_mb: 4, ..Options::default() };
    for (halfmove, mates) in [(0, true), (95, true), (96, false), (98, false)] {
        let game = game("continuous", &format!("ka@0.3,0' Ka@1.5,2.2' Qa@6,1.5' ; w ; {halfmove} 80"));
        let found = best_with_progress(&game, &options, &StopSignal::new(), &mut memory, &|_| {});
        let score = found.lines[0].score;
        assert_eq!(score == Score::mates_in(5), mates, "{halfmove}: {found:?}");
    }
}
