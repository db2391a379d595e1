//! Popeye's language: what is written reads back, and what is not known is refused with its place.

use super::brute::random_position;
use crate::common::{Dice, rules};
use continuum::chess::Color;
use continuum::lattice::LatticePosition;
use continuum::solve::{PopeyeProblem, Stipulation};
use continuum::{Position, Prepared};

fn stipulation(text: &str) -> Stipulation {
    text.parse().expect(text)
}

fn one(text: &str) -> PopeyeProblem {
    let problems = PopeyeProblem::read_all(text).expect(text);
    assert_eq!(problems.len(), 1);
    problems.into_iter().next().expect("one")
}

/// Castling rights, the cell that was passed and the side to move come back too; labels and counters do not.
#[test]
fn what_is_written_reads_back() {
    let mut dice = Dice(0x9e);
    let mut seen = 0;
    for (variant, overrides) in
        [("orthodox", ""), ("circe", ""), ("cylinder64", ""), ("cylinder64", "rebirth = 'circe'")]
    {
        let rules = rules(variant, overrides);
        for (text, turn) in [
            ("#3", Color::White),
            ("s#2", Color::Black),
            ("h#2.5", Color::White),
            ("ser-h=3", Color::Black),
            ("semi-r#2", Color::White),
        ] {
            for _ in 0..20 {
                let Some(position) = random_position(&rules, turn, None, &mut dice) else { continue };
                let asked = stipulation(text);
                let problem = PopeyeProblem::of(&position, asked).expect("both programs know it");
                let back = one(&PopeyeProblem::write_all(std::slice::from_ref(&problem)));
                let Position::Lattice(read) = back.position().expect("a position") else { panic!("cells") };
                assert_eq!((&back.stipulation, read.to_fen()), (&asked, position.to_fen()), "{problem}");
                assert_eq!(read.rules().variant().spec(), rules.variant().spec());
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn rights_and_passed_cells_are_kept() {
    let rules = rules("orthodox", "");
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ] {
        let position = LatticePosition::from_fen(&rules, fen).expect(fen);
        let problem = PopeyeProblem::of(&position, stipulation("#2")).expect("orthodox");
        let back = one(&PopeyeProblem::write_all(&[problem]));
        assert_eq!(back.fen, fen);
    }
}

#[test]
fn words_are_read_in_any_case_and_shortened() {
    let text = "BEGINPROBLEM\nauthor A. Nobody\ntitle White to move\nstip #3\ncond circe verticalcylinder\n\
                opti try defence 2 setplay noboard maxsolutions 5\npiec white kg1 sa1b2 Pe7 BLACK ke5\nendp";
    let problem = one(text);
    assert_eq!(problem.fen, "8/4P3/8/4k3/8/8/1N6/N5K1 w - - 0 1");
    assert_eq!(problem.title, "A. Nobody, White to move");
    assert!(problem.circe && problem.cylinder && problem.set_play);
    assert_eq!((problem.tries, problem.max_solutions), (Some(2), Some(5)));
    let forsyth =
        one("beginproblem forsyth 7k/8/5K2/8/8/8/8/s5R1 option halfduplex stipulation #2 endproblem");
    assert_eq!(forsyth.fen, "7k/8/5K2/8/8/8/8/n5R1 b - - 0 1");
}

#[test]
fn what_is_not_known_is_refused_with_its_place() {
    for (body, line, column, words) in [
        ("pieces white Kg1 black Ke8", 3, 1, "stipulation is missing"),
        ("stipulation #2 condition Circe Madrasi", 2, 32, "condition `Madrasi` is not known here"),
        ("stipulation #2 option duplex", 2, 23, "option `duplex` is not known here"),
        ("stipulation dia4", 2, 13, "unknown stipulation"),
        ("stipulation #2 pieces white Kg1 Gd4", 2, 33, "no piece of chess"),
        ("stipulation #2 pieces white Kg9", 2, 29, "a1 to h8"),
        ("stipulation #2 pieces white Kg1 Qg1", 2, 33, "one piece a cell"),
        ("stipulation #2 pieces Kg1", 2, 23, "`white` or `black`"),
        ("stipulation h#2 option halfduplex", 3, 1, "HalfDuplex"),
        ("stipulation #2 forsyth 8/8", 2, 24, "16 cells"),
        ("stipulaiton #2", 2, 1, "did you mean `stipulation`?"),
        ("stipulation #2 option maxsolutions many", 2, 36, "not a whole number"),
    ] {
        let text = format!("beginproblem\n{body}\nendproblem");
        let fault = PopeyeProblem::read_all(&text).expect_err(&text);
        assert_eq!((fault.line, fault.column), (line, column), "{fault}");
        assert!(fault.message.contains(words), "{fault}");
    }
    let fault = PopeyeProblem::read_all("beginproblem\n").expect_err("no end");
    assert!(fault.message.contains("endproblem"), "{fault}");
}

#[test]
fn other_variants_are_not_written() {
    let Prepared::Lattice(klein) = Prepared::preset("klein96").expect("a preset") else { panic!("cells") };
    let position = LatticePosition::from_text(&klein, "Ke@a1' ke@e4' ; w").expect("a position");
    let refused = PopeyeProblem::of(&position, stipulation("#2")).expect_err("not in Popeye");
    assert!(refused.to_string().contains("`klein96`"), "{refused}");
}
