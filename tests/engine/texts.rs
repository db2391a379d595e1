//! Texts: labels, numbers, moves on the plane, positions.

use continuum::chess::{Color, Label, LabelError, Role};
use continuum::notation::{Course, Distance, Extra, PlaneMoveText, PositionText, Sense, number};
use continuum::{Position, Prepared};
use proptest::prelude::*;

#[test]
fn labels_read_back_and_know_their_side() {
    let label = Label::new("pe").expect("a label");
    assert_eq!((label.as_str(), label.letter(), label.color()), ("pe", 'P', Color::Black));
    assert_eq!(Label::new("Ra").expect("a label").color(), Color::White);
}

#[test]
fn labels_are_in_the_order_of_their_texts() {
    let texts = ["Ra", "R", "Rab", "RB", "R2", "ra", "r", "Qzzzzzzzzzzzzzz", "Qzzzzzzzzzzzzzy", "k9", "k10"];
    for a in texts {
        for b in texts {
            let [first, second] = [a, b].map(|text| Label::new(text).expect("a label"));
            assert_eq!(first.cmp(&second), a.cmp(b), "{a} {b}");
        }
    }
}

#[test]
fn what_is_no_label_is_refused() {
    assert_eq!(Label::new(""), Err(LabelError::Empty));
    assert!(matches!(Label::new("R-a"), Err(LabelError::Malformed(_))));
    assert!(matches!(Label::new("1a"), Err(LabelError::Malformed(_))));
    assert!(matches!(Label::new("Raaaaaaaaaaaaaaa"), Err(LabelError::TooLong(_))));
}

#[test]
fn choices_round_trip() {
    for &color in Color::ALL {
        assert_eq!(color.as_str().parse(), Ok(color));
        assert_eq!(!!color, color);
    }
    for &role in Role::ALL {
        assert_eq!(role.as_str().parse(), Ok(role));
        assert_eq!(Role::from_letter(role.letter()), Some(role));
    }
}

#[test]
fn people_write_numbers_many_ways() {
    assert_eq!(number("0.75"), Some(0.75));
    assert_eq!(number(" 1e-3 "), Some(0.001));
    assert_eq!(number("sqrt(5)"), Some(5f64.sqrt()));
    assert_eq!(number("-(1+2)*3 - 1/4"), Some(-9.25));
    assert_eq!(number("atan(-2)"), Some((-2f64).atan().to_degrees()));
}

#[test]
fn what_is_no_number_is_none() {
    for text in
        ["", "x", "1+", "sqrt 2", "sqrt(2", "1 2", "sqrt(-1)", "nan", "inf", "1..2", &"(".repeat(100_000)]
    {
        assert_eq!(number(text), None, "{text}");
    }
}

fn parse(text: &str) -> PlaneMoveText {
    text.parse().expect(text)
}

#[test]
fn every_form_reads() {
    let ahead = |distance| Course::Bearing { degrees: 90.0, distance };
    assert_eq!(parse("Qd 90 x").course, ahead(Distance::Capture));
    assert_eq!(parse("Ra 90 max").course, ahead(Distance::Max));
    let (degrees, distance) = (2f64.atan().to_degrees(), Distance::Exactly(5f64.sqrt()));
    assert_eq!(parse("Nb atan(2) sqrt(5)").course, Course::Bearing { degrees, distance });
    assert_eq!(parse("Ke > 4.5,1.25").course, Course::To { x: 4.5, y: 1.25 });
    assert_eq!(parse("Ke >4.5,1.25").course, Course::To { x: 4.5, y: 1.25 });
    let turn = |sense, angle| Course::Turn { sense, angle };
    assert_eq!(parse("S1 turn +30").course, turn(Sense::CounterClockwise, Distance::Exactly(30.0)));
    assert_eq!(parse("S1 turn -x").course, turn(Sense::Clockwise, Distance::Capture));
    let arc = |sense, radius, distance| Course::Arc { degrees: 0.0, sense, radius, distance };
    assert_eq!(parse("Oa 0 left 1.5").course, arc(Sense::CounterClockwise, None, Distance::Exactly(1.5)));
    assert_eq!(parse("Oa 0 right:2 x").course, arc(Sense::Clockwise, Some(2.0), Distance::Capture));
    assert_eq!(parse("pa 90 1 =Q").promotion, Some('Q'));
    assert_eq!(parse("pa 90 1=n").promotion, Some('N'));
    assert_eq!(parse("pa > 1,8 =R").promotion, Some('R'));
}

#[test]
fn faults_of_moves_name_their_column() {
    let column = |text: &str| text.parse::<PlaneMoveText>().expect_err(text).column;
    assert_eq!(column("Qd 90 far"), 7);
    assert_eq!(column("Qd north 1"), 4);
    assert_eq!(column("Qd 90 -1"), 7);
    assert_eq!(column("Qd > 3"), 5);
    assert_eq!(column("S1 turn +far"), 9);
    assert_eq!(column("Qd"), 3);
    assert_eq!(column("pa 90 1 =QQ"), 10);
}

#[test]
fn the_short_text_has_three_decimals() {
    assert_eq!(parse("Nb atan(2) sqrt(5)").short().to_string(), "Nb 63.435 2.236");
    assert_eq!(parse("Oa 0 right:2 1.50000001 =Q").short().to_string(), "Oa 0 right 1.5 =Q");
}

fn distance() -> impl Strategy<Value = Distance> {
    prop_oneof![
        (0.0..1e3f64).prop_map(Distance::Exactly),
        Just(Distance::Exactly(1e-300)),
        Just(Distance::Capture),
        Just(Distance::Max)
    ]
}

fn course() -> impl Strategy<Value = Course> {
    let sense = || prop_oneof![Just(Sense::CounterClockwise), Just(Sense::Clockwise)];
    let radius = prop::option::of(1e-3..1e3f64);
    prop_oneof![
        (-720.0..720.0f64, distance()).prop_map(|(degrees, distance)| Course::Bearing { degrees, distance }),
        (-720.0..720.0f64, sense(), radius, distance()).prop_map(|(degrees, sense, radius, distance)| {
            Course::Arc { degrees, sense, radius, distance }
        }),
        (sense(), distance()).prop_map(|(sense, angle)| Course::Turn { sense, angle }),
        (-9.0..9.0f64, -9.0..9.0f64).prop_map(|(x, y)| Course::To { x, y }),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(course in course(), promotion in prop::option::of(prop::char::range('A', 'Z'))) {
        let label = Label::new("Qd").expect("a label");
        let written = PlaneMoveText { label, course, promotion };
        prop_assert_eq!(written.to_string().parse::<PlaneMoveText>().expect("a move"), written);
    }
}

#[test]
fn a_position_reads_and_prints_alike() {
    let text = "Ke@4.5,0.5 S1@4,1'^90 pa@b2!ccw*~=b7 ; b ; 3 12 ; ep=d6,f6 series=4";
    let position = PositionText::parse(text).expect("reads");
    assert_eq!(position.to_string(), text);
    assert_eq!(position.pieces[2].sense, Some(Sense::CounterClockwise));
    assert_eq!(position.extras[1], Extra { name: "series", value: "4".into(), column: 60 });
}

#[test]
fn counters_may_be_left_out() {
    let position = PositionText::parse("Ke@1,1 ; w").expect("reads");
    assert_eq!((position.halfmove, position.fullmove), (0, 1));
}

#[test]
fn places_and_headings_are_expressions_as_in_moves() {
    let position = PositionText::parse("S1@2*sqrt(2),7/2'*^atan(1/2)=2*3,1~ pa@b2*' ; w").expect("reads");
    let [sword, pawn] = &position.pieces[..] else { panic!("two pieces") };
    assert_eq!((sword.place, sword.home), ("2*sqrt(2),7/2", Some("2*3,1")));
    assert_eq!(sword.heading, Some(0.5f64.atan().to_degrees()));
    assert!(sword.moved && sword.crossed && sword.promoted);
    assert!((pawn.place, pawn.crossed, pawn.moved) == ("b2", true, true));
}

#[test]
fn faults_of_positions_name_their_column() {
    let column = |text: &str| PositionText::parse(text).expect_err(text).column;
    assert_eq!(column("Ke@1,1 Q1 ; w"), 8);
    assert_eq!(column("Ke@1,1 ; white"), 10);
    assert_eq!(column("Ke@1,1"), 7);
    assert_eq!(column("Ke@1,1 Ke@2,2 ; w"), 8);
    assert_eq!(column("Ke@1,1'' ; w"), 1);
    assert_eq!(column("Ke@1,1 ; w ; x 1"), 14);
    assert_eq!(column("Ke@1,1 ; w ; 0 1 ; ep"), 20);
}

#[test]
fn all_faults_of_a_position_are_told_in_their_order() {
    let columns = |text: &str| {
        let error = PositionText::parse(text).expect_err(text);
        error.each().map(|fault| fault.column).collect::<Vec<_>>()
    };
    assert_eq!(columns("Ke@1,1'' Q1 Ra@ ; x ; y z ; ep"), [1, 10, 13, 19, 23, 25, 29]);
    // The part that can be read is the same as without the faults.
    let (read, faults) = PositionText::read("Ke@1,1 Q1 ke@7,7 ; b ; 3 x ; ep=e3 q");
    assert_eq!(read.to_string(), "Ke@1,1 ke@7,7 ; b ; 3 1 ; ep=e3");
    assert_eq!(faults.len(), 3);
    // Faults of form and of the position stand side by side, on the plane and on cells.
    let all = |variant: &str, text: &str| {
        let prepared = Prepared::preset(variant).expect("a preset");
        let error = Position::from_text(&prepared, text).expect_err(text);
        error.each().map(|fault| fault.named.as_ref().map_or("", |named| named.name)).collect::<Vec<_>>()
    };
    assert_eq!(all("continuous", "Ke@1,1 Ra@ Zb@2,2 Rc@9,9 ; q"), ["no_place", "kind", "off_square", "turn"]);
    assert_eq!(
        all("continuous", "Ke@1,1 Kf@1,3 Kg@1,5 Ra@1,5.1 ; w"),
        ["second_king", "second_king", "disc_overlap"]
    );
    assert_eq!(all("orthodox", "Ke@e1 Ra@ Zb@b2 Rc@k9 ; q"), ["no_place", "kind", "cell", "turn"]);
}

proptest! {
    #[test]
    fn decimals_are_read_to_the_last_digit(text in "-?[0-9]{1,12}[.]?[0-9]{0,22}(e-?[0-9]{1,3})?") {
        let expected = text.parse::<f64>().ok().filter(|value| value.is_finite());
        prop_assert_eq!(number(&text), expected);
    }
}
