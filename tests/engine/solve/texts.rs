//! Texts of problems: stipulations, answers of certificates; and how long a search goes on.

use continuum::solve::plane::{AnswerText, LinearFunction};
use continuum::solve::{Stipulation, StipulationError};
use proptest::prelude::*;

#[test]
fn stipulations_round_trip() {
    for text in [
        "#2", "=3", "s#2", "r#3", "semi-r=2", "hs=4", "h#2.5", "h=3", "h#0.5", "ser-#14", "ser-h=8",
        "ser-s#2", "#",
    ] {
        let read: Stipulation = text.parse().expect(text);
        assert_eq!(read.to_string(), text);
    }
}

#[test]
fn slips_are_understood() {
    for (text, meant) in [("H#2", "h#2"), ("Ser-H#4", "ser-h#4"), ("ser#5", "ser-#5"), ("H#2.5", "h#2.5")] {
        let told = text.parse::<Stipulation>().expect_err(text).to_string();
        assert_eq!(told, format!("unknown stipulation `{text}`: did you mean `{meant}`?"));
    }
    assert!("mate in 2".parse::<Stipulation>().expect_err("no").to_string().contains("write #n"));
}

/// `r#2` was answered with "did you mean `#2`?", another problem.
#[test]
fn kinds_that_are_not_offered_are_said_not_to_be() {
    let told = "hr#2".parse::<Stipulation>().expect_err("a help-reflex mate").to_string();
    assert!(
        told.starts_with("stipulation `hr#2`: help-reflex mates are not offered: write #n, h#n,"),
        "{told}"
    );
    assert!("ser-hs#2".parse::<Stipulation>().expect_err("no").to_string().contains("not offered"));
}

#[test]
fn what_is_no_stipulation_is_refused() {
    for text in ["", "2", "x#2", "ser-hs#2", "#-1", "h##2", "#2x", "h#", "# 2", "mate"] {
        assert!(text.parse::<Stipulation>().is_err(), "{text}");
    }
    assert!(matches!("#0".parse::<Stipulation>(), Err(StipulationError::Number(_))));
    assert!(matches!("#100".parse::<Stipulation>(), Err(StipulationError::Number(_))));
    assert!(matches!("#2.5".parse::<Stipulation>(), Err(StipulationError::Half(_))));
}

fn linear(start: f64, slope: f64) -> Option<LinearFunction> {
    Some(LinearFunction { start, slope })
}

#[test]
fn every_form_reads() {
    let distance = |text: &str| text.parse::<AnswerText>().expect(text).distance();
    assert_eq!(distance("Qd 90 2.5-0.5*s"), linear(2.5, -0.5));
    assert_eq!(distance("Qd 90 -1e-3+2e-1*s =Q"), linear(-1e-3, 0.2));
    assert_eq!(distance("Qd 90 2*s"), linear(0.0, 2.0));
    for written in ["Qd 90 x", "Qd 90 max", "Qd 90 2.5", "Ga > 3,4"] {
        assert_eq!(distance(written), None);
    }
    let moved = "Pa 90 1+0.5*s =Q".parse::<AnswerText>().expect("an answer").to(0.5);
    assert_eq!(moved, "Pa 90 1.25 =Q".parse().expect("a move"));
}

#[test]
fn faults_name_their_column() {
    let column = |text: &str| text.parse::<AnswerText>().expect_err(text).column;
    assert_eq!(column("Qd 90 a+b*s"), 7);
    assert_eq!(column("Qd north 1+2*s"), 4);
    assert_eq!(column("S1 turn +1+2*s"), 9);
    assert_eq!(column("*s"), 1);
    assert_eq!(column("Qd 90 far"), 7);
}

proptest! {
    #[test]
    fn what_is_written_reads_back(at in -9.0..9.0f64, by in -9.0..9.0f64, small in any::<bool>()) {
        let by = if small { by * 1e-20 } else { by };
        let answer = AnswerText::linear("Qd 90 1 =Q".parse().expect("a move"), LinearFunction { start: at, slope: by });
        prop_assert_eq!(answer.to_string().parse::<AnswerText>().expect("an answer"), answer);
    }
}
