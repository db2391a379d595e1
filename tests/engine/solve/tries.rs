//! Tries, set play and threats against a solver that tries everything, and in positions worked out by hand.

use super::brute::{Task, moves, next, random_position};
use crate::common::{Dice, rules};
use continuum::budget::Budget;
use continuum::chess::Color;
use continuum::lattice::LatticePosition;
use continuum::solve::{
    Continuation, Play, Problem, ProblemReport, SetPlay, Solutions, SolveOptions, Stipulation, TryMove,
    Variation,
};

fn solve(position: &LatticePosition, stipulation: &str, tries: usize) -> ProblemReport {
    let problem = Problem::new(position, stipulation.parse().expect(stipulation)).expect("a problem");
    problem.solve(
        &SolveOptions { tries: Some(tries), hash_mb: 1, ..SolveOptions::default() },
        &Budget::default(),
    )
}

/// The play after a first move, one move deep.
#[derive(Debug, PartialEq)]
struct Shown {
    zugzwang: bool,
    threats: Vec<String>,
    /// Each reply with its answers.
    variations: Vec<(String, Vec<String>)>,
}

fn chosen(answers: &[Continuation]) -> Vec<String> {
    answers.iter().map(|answer| answer.chosen.clone()).collect()
}

fn shown(variations: &[Variation]) -> Vec<(String, Vec<String>)> {
    variations.iter().map(|v| (v.chosen.clone(), chosen(&v.continuations))).collect()
}

fn of_play(play: &Play) -> Shown {
    Shown { zugzwang: play.zugzwang, threats: chosen(&play.threats), variations: shown(&play.variations) }
}

impl Task {
    /// All shortest answers of the side to move, within `most` moves, and their length.
    fn answers(self, position: &LatticePosition, most: u32) -> (Vec<String>, u32) {
        let Some(n) = (1..=most).find(|&n| self.forces(position, n)) else { return (Vec::new(), 0) };
        let holds = |m: &String| self.holds(&next(position, m), n - 1);
        (moves(position).into_iter().filter(holds).collect(), n)
    }

    fn play(self, position: &LatticePosition, n: u32, refutations: &[String]) -> Shown {
        let replies = self.replies(position);
        let is_bound = position.in_check() || self.obliges(position) || replies.is_empty();
        let (threats, length) = match passed(position) {
            Some(passed) if !is_bound => self.answers(&passed, n),
            _ => (Vec::new(), 0),
        };
        let stands = |after: &LatticePosition| {
            let legal = moves(after);
            let mut possible = threats.iter().filter(|threat| legal.contains(threat));
            !self.spoils(after) && possible.any(|threat| self.holds(&next(after, threat), length - 1))
        };
        let parries = replies
            .into_iter()
            .filter(|reply| !refutations.contains(reply) && !stands(&next(position, reply)));
        let variations = parries.map(|reply| self.answered(position, reply, n)).collect();
        Shown { zugzwang: threats.is_empty() && !is_bound, threats, variations }
    }

    fn answered(self, position: &LatticePosition, reply: String, n: u32) -> (String, Vec<String>) {
        let after = next(position, &reply);
        let answers = if self.is_ended_by(&after) { Vec::new() } else { self.answers(&after, n).0 };
        (reply, answers)
    }

    /// First moves that some replies refute, but at most `most`.
    fn tries(self, position: &LatticePosition, n: u32, most: usize) -> Vec<(String, Vec<String>)> {
        if self.spoils(position) {
            return Vec::new();
        }
        let with_refutations = |m: String| {
            let after = next(position, &m);
            let refutes = |reply: &String| self.is_refuted_by(&after, reply, n - 1);
            let refutations: Vec<String> = self.replies(&after).into_iter().filter(refutes).collect();
            (m, refutations)
        };
        let all = moves(position).into_iter().map(with_refutations);
        all.filter(|(_, refutations)| (1..=most).contains(&refutations.len())).collect()
    }

    /// Replies that are answered already, if the other side begins.
    fn set_play(self, position: &LatticePosition, n: u32) -> Vec<(String, Vec<String>)> {
        let Some(passed) = passed(position) else { return Vec::new() };
        let replies = self.replies(&passed).into_iter();
        let is_answered = |(reply, answers): &(String, Vec<String>)| {
            !answers.is_empty() || self.is_ended_by(&next(&passed, reply))
        };
        replies.map(|reply| self.answered(&passed, reply, n - 1)).filter(is_answered).collect()
    }
}

/// The position with the other side to move; none if a king could be captured.
fn passed(position: &LatticePosition) -> Option<LatticePosition> {
    let mut setup = position.to_setup();
    setup.turn = !setup.turn;
    setup.passed.clear();
    LatticePosition::new(position.rules(), &setup).ok()
}

fn refutations(attempt: &TryMove) -> Vec<String> {
    attempt.refutations.iter().map(|refutation| refutation.chosen.clone()).collect()
}

/// Compares set play, tries and the play after tries and keys; returns the number of tries.
fn compare(position: &LatticePosition, text: &str, most: usize) -> usize {
    let asked: Stipulation = text.parse().expect(text);
    let (task, n) = (Task { kind: asked.kind, goal: asked.goal }, asked.moves.expect("a number"));
    let report = solve(position, text, most);
    let place = format!("{text} of {} in {}", position, position.rules().variant().name());
    assert_eq!(report.spoiled_by.is_some(), task.spoils(position), "{place}");
    let SetPlay::Variations(set_play) = &report.set_play else { panic!("variations") };
    assert_eq!(shown(set_play), task.set_play(position, n), "set play: {place}");
    let tries = report.tries.expect("asked for");
    let found: Vec<_> = tries.iter().map(|attempt| (attempt.chosen.clone(), refutations(attempt))).collect();
    assert_eq!(found, task.tries(position, n, most), "{place}");
    for attempt in &tries {
        let slow = task.play(&next(position, &attempt.chosen), n - 1, &refutations(attempt));
        assert_eq!(of_play(&attempt.play), slow, "{}: {place}", attempt.first);
    }
    let Solutions::Keys(keys) = &report.solutions else { panic!("keys") };
    for key in keys {
        let slow = task.play(&next(position, &key.chosen), key.length - 1, &[]);
        assert_eq!(of_play(&key.play), slow, "{}: {place}", key.key);
        assert!(tries.iter().all(|attempt| attempt.chosen != key.chosen), "a key is no try: {place}");
    }
    tries.len()
}

const SHORT: [(&str, u32); 9] = [
    ("#1", 20),
    ("#2", 4),
    ("=2", 1),
    ("s#1", 20),
    ("s#2", 1),
    ("r#1", 20),
    ("r#2", 1),
    ("semi-r#2", 1),
    ("semi-r=1", 20),
];

fn agree(variant: &str) {
    let rules = rules(variant, "");
    let mut dice = Dice(0x7e57);
    let mut tries = 0;
    let times = if cfg!(debug_assertions) { 1 } else { 5 };
    for (text, count) in SHORT {
        let mut seen = 0;
        while seen < times * count {
            let Some(position) = random_position(&rules, Color::White, None, &mut dice) else { continue };
            tries += compare(&position, text, 1 + seen as usize % 3);
            seen += 1;
        }
    }
    assert!(tries > 20, "{variant}: only {tries} tries");
}

#[test]
fn tries_and_set_play_are_those_of_plain_play() {
    agree("orthodox");
}

#[test]
fn tries_and_set_play_in_circe() {
    agree("circe");
}

#[test]
fn tries_and_set_play_beyond_seams() {
    agree("cylinder64");
}

#[test]
fn tries_and_set_play_on_a_disc() {
    agree("disc66");
}

/// The bishop mates: `r#1` had no solution, and nothing said why.
#[test]
fn a_reflex_mate_that_the_forcing_side_ends_itself_names_the_move() {
    let rules = rules("orthodox", "");
    let position = LatticePosition::from_fen(&rules, "8/6B1/8/8/p7/kp6/p7/K7 w - -").expect("a position");
    assert_eq!(solve(&position, "r#1", 1).spoiled_by.as_deref(), Some("1.Bg7-f8 #"));
    // White may do what it likes in a semi-reflex mate.
    assert_eq!(solve(&position, "semi-r#1", 1).spoiled_by, None);
}
