//! Tallies of matches, openings, and players by their texts.

use approx::assert_abs_diff_eq;
use continuum::chess::Color;
use continuum::endings::Endings;
use continuum::engine::contest::{MatchTally, Openings, OpeningsError, Sprt, SprtVerdict};
use continuum::engine::players::PlayerSpec;
use continuum::game::{Game, GameResult, MoveInput, Position, Prepared};
use continuum::plane::Survey;
use std::collections::BTreeMap;
use std::iter::repeat_n;

/// Pairs as the points of the first player in its games with White and with Black.
fn tally(pairs: impl IntoIterator<Item = (GameResult, GameResult)>) -> MatchTally {
    let mut tally = MatchTally::default();
    for (with_white, with_black) in pairs {
        tally.add(with_white, Color::White);
        tally.add(with_black, Color::Black);
    }
    tally
}

const WON: (GameResult, GameResult) = (GameResult::WhiteWins, GameResult::BlackWins);
const EVEN: (GameResult, GameResult) = (GameResult::WhiteWins, GameResult::WhiteWins);

#[test]
fn results_are_counted_from_the_first_players_view() {
    let tally = tally([WON, EVEN, (GameResult::Draw, GameResult::WhiteWins)]);
    assert_eq!((tally.wins(), tally.draws(), tally.losses()), (3, 1, 2));
    assert_abs_diff_eq!(tally.score().expect("games"), 3.5 / 6.0);
}

#[test]
fn strength_follows_from_the_score() {
    // Three of four points: 400 log10 3 = 190.85. The pairs score 1 and 1/2, so the variance of one is 1/16 and the
    // standard error of the mean of four 1/8: 0.75 -+ 0.245 is 0.505 and 0.995, +3.5 and +919.
    let tally = tally([WON, EVEN, WON, EVEN]);
    assert_abs_diff_eq!(tally.elo().expect("some"), 190.848, epsilon = 1e-3);
    assert_abs_diff_eq!(tally.elo_error().expect("some"), 457.7, epsilon = 2.0);
}

/// Pairs that all score alike say nothing about the error.
#[test]
fn pairs_alike_have_no_error() {
    let even = tally(repeat_n(EVEN, 5));
    assert_eq!((even.elo(), even.elo_error()), (Some(0.0), None));
}

#[test]
fn all_points_or_none_have_no_strength() {
    let all = tally(repeat_n(WON, 5));
    assert_eq!((all.score(), all.elo(), all.elo_error()), (Some(1.0), None, None));
    assert_eq!(MatchTally::default().score(), None);
}

#[test]
fn a_pair_that_splits_says_nothing_for_either_side() {
    // Equal openings won by White twice: without variance there is no test yet.
    let test = "0,30".parse().expect("a test");
    assert_eq!(tally(repeat_n(EVEN, 9)).llr(test), None);
}

#[test]
fn the_test_ends_when_one_strength_is_far_more_likely() {
    let test: Sprt = "0,30".parse().expect("a test");
    assert_abs_diff_eq!(Sprt::bound(), 2.944, epsilon = 1e-3);
    // 60 pairs won and 40 even: m = 0.8, v = 0.06, s0 = 0.5, s1 = 0.543065. LLR = 100 * 0.043065 * (1.6 - 1.043065)
    // / 0.12 = 19.99.
    let strong = tally(repeat_n(WON, 60).chain(repeat_n(EVEN, 40)));
    assert_abs_diff_eq!(strong.llr(test).expect("some"), 19.99, epsilon = 0.01);
    assert_eq!(Sprt::verdict(19.99), Some(SprtVerdict::Higher));
    assert_eq!(Sprt::verdict(-3.0), Some(SprtVerdict::Lower));
    assert_eq!(Sprt::verdict(1.0), None);
}

#[test]
fn two_numbers_make_a_test_the_smaller_first() {
    for text in ["0", "30,0", "0,0", "a,b", "0,inf"] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
}

#[test]
fn random_openings_are_read_with_their_seed() {
    assert_eq!("random".parse(), Ok(Openings::Random { plies: 6, seed: 0 }));
    assert_eq!("random:4".parse(), Ok(Openings::Random { plies: 4, seed: 0 }));
    assert_eq!("random:4:9".parse(), Ok(Openings::Random { plies: 4, seed: 9 }));
    for text in ["randomly", "random:x", "random:4:9:1", "random:-1"] {
        assert_eq!(text.parse::<Openings>(), Err(OpeningsError::Form(text.to_owned())));
    }
}

#[test]
fn an_opening_is_the_same_each_time_and_another_for_another_pair() {
    for name in ["orthodox", "continuous"] {
        let prepared = Prepared::preset(name).expect("a preset");
        let opening = |pair| Openings::default().position(&prepared, pair).expect("an opening").to_string();
        assert_eq!(opening(3), opening(3));
        assert_ne!(opening(3), opening(4));
    }
}

#[test]
fn every_player_is_written_as_it_is_read() {
    let texts = [
        "level=3",
        "nodes=500",
        "movetime=100",
        "random",
        "greedy",
        "sampled2",
        "uci:fairy-stockfish",
        "uci:xboard-engine --uci;UCI_Variant=shatranj",
    ];
    for text in texts {
        assert_eq!(text.parse::<PlayerSpec>().expect(text).to_string(), text);
    }
    for (text, written) in [("movetime=3s", "movetime=3000"), ("movetime=250 ms", "movetime=250")] {
        assert_eq!(text.parse::<PlayerSpec>().expect(text).to_string(), written);
    }
}

#[test]
fn what_is_no_player_is_refused_with_what_is_wrong() {
    let refused = |text: &str| text.parse::<PlayerSpec>().expect_err(text).to_string();
    assert!(refused("clever").starts_with("`clever` is no player: use level=1..8"));
    assert!(refused("depth=3").starts_with("`depth=3` is no player"));
    assert_eq!(refused("level=9"), "`9` is no level: levels are the whole numbers from 1 to 8");
    assert_eq!(refused("nodes=0"), "`nodes=0`: `0` is not a whole number from 1");
    assert_eq!(
        refused("movetime=fast"),
        "`movetime=fast`: `fast` is not a time from 1 ms: write milliseconds, or a unit, as in 3s"
    );
    assert!(refused("movetime=0.4").contains("not a time from 1 ms"));
    assert!(refused("uci: ;UCI_Variant=chess").contains("a command is missing"));
    assert!(refused("uci:engine;Hash=5").contains("unknown option `Hash=5`"));
}

/// The king has lanes that are shut, and the rook one with two spans.
#[test]
fn the_random_player_plays_every_lane_with_moves_equally_often() {
    let prepared = Prepared::preset("continuous").expect("a preset");
    let text = "Ka@0.5,0.5' Ra@4,0.5' Pb@4,3' pa@6,0.6' ka@7,7' ra@1.7,7' ; w";
    let game = Game::new(Position::from_text(&prepared, text).expect("sound"));
    let Position::Plane(position) = game.position() else { panic!("a position of the plane") };
    let legal = Survey::new(position).legal();
    let mut counts: BTreeMap<_, u32> = legal.iter().map(|span| ((span.piece, span.lane), 0)).collect();
    let lanes: usize = position.side(Color::White).map(|id| position.lanes(id).len()).sum();
    assert!(counts.len() < lanes && counts.len() < legal.len(), "{} of {lanes}", counts.len());
    let spec: PlayerSpec = "random".parse().expect("a player");
    let mut player = spec.start(&prepared, 1, &Endings::default()).expect("it plays the variant");
    for _ in 0..500 * counts.len() {
        let Ok(MoveInput::Plane(m)) = player.choose(&game) else { panic!("a move") };
        *counts.get_mut(&(m.piece, m.lane)).expect("a lane with moves") += 1;
    }
    // Five times the standard deviation of a count is below 112.
    assert!(counts.values().all(|count| count.abs_diff(500) < 112), "{counts:?}");
}
