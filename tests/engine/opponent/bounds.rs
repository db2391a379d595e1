//! Scores and chance.

use continuum::engine::{Dice, Score};

#[test]
fn mates_are_beyond_values_and_nearer_ones_beyond_farther() {
    let order = [
        Score::LEAST,
        Score::mated_in(0),
        Score::mated_in(4),
        Score::centipawns(i32::MIN),
        Score::DRAW,
        Score::centipawns(i32::MAX),
        Score::mates_in(3),
        Score::mates_in(1),
        Score::GREATEST,
    ];
    assert!(order.is_sorted_by(|a, b| a < b));
}

#[test]
fn texts_count_moves_of_the_side_that_mates() {
    let texts = [
        (Score::centipawns(-34), "cp -34"),
        (Score::mates_in(1), "mate 1"),
        (Score::mates_in(5), "mate 3"),
        (Score::mated_in(0), "mate 0"),
        (Score::mated_in(4), "mate -2"),
    ];
    for (score, text) in texts {
        assert_eq!(score.to_string(), text);
    }
}

#[test]
fn equal_seeds_give_equal_streams() {
    let stream = |seed| {
        let mut dice = Dice::new(seed);
        [dice.next_bits(), dice.below(1000) as u64, (dice.unit() * 1e9) as u64]
    };
    assert_eq!(stream(7), stream(7));
    assert_ne!(stream(7), stream(8));
}

#[test]
fn numbers_keep_below_their_bound() {
    let mut dice = Dice::new(1);
    let mut seen = [false; 6];
    for _ in 0..200 {
        seen[dice.below(6)] = true;
        assert!((0.0..1.0).contains(&dice.unit()));
    }
    assert_eq!(seen, [true; 6]);
    assert_eq!(dice.below(0), 0);
}
