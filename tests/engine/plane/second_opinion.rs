//! A law: parry's own shape casting finds no fault in any sweep that is played.

use super::random::any_position;
use super::{cases, kinds};
use continuum::game::{Analysis, Game, MoveMade, Position, SpanReport};
use continuum::plane;
use continuum::scenario::second_opinion;
use proptest::prelude::*;

/// The most spans of one position that are tried.
const TRIED: usize = 24;

/// A distance of a span as a move text.
fn text(span: &SpanReport, distance: f64) -> String {
    let SpanReport { piece, bearing, .. } = span;
    match span.arc {
        _ if span.turn => format!("{piece} turn {distance:+}"),
        Some(radius) if radius > 0.0 => format!("{piece} {bearing} left:{radius} {distance}"),
        Some(radius) => format!("{piece} {bearing} right:{} {distance}", -radius),
        None => format!("{piece} {bearing} {distance}"),
    }
}

/// Plays the middle of each span and the ends that belong to it; parry has to agree each time.
fn assert_agreement(position: plane::PlanePosition) -> Result<(), TestCaseError> {
    let mut game = Game::new(Position::Plane(position.clone()));
    let Analysis::Plane(analysis) = game.analysis() else { return Ok(()) };
    let quiet = analysis.spans.iter().filter(|span| !span.promotes);
    let every = (quiet.clone().count() / TRIED).max(1);
    for span in quiet.step_by(every) {
        let ends = [(span.from, span.open_from), (span.to, span.open_to)];
        let ends = ends.iter().filter(|(_, open)| !open).map(|(end, _)| *end);
        for distance in ends.chain([span.from.midpoint(span.to)]) {
            let text = text(span, distance);
            let Ok(ply) = game.play(&text) else { continue };
            let MoveMade::Plane(played) = &ply.made else { continue };
            let differences = second_opinion(&position, played);
            prop_assert!(differences.is_empty(), "{position}: {text}: {differences:?}");
            game.undo();
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(24, 200))]

    #[test]
    fn parry_agrees_about_discs(position in any_position()) {
        assert_agreement(position)?;
    }

    #[test]
    fn parry_agrees_about_pieces_of_every_kind(position in kinds::any_position()) {
        assert_agreement(position)?;
    }
}

/// A sweep that goes on through the pieces it meets, or stops short of what it takes, is contradicted with both distances.
#[test]
fn parry_contradicts_a_sweep_that_was_not_so() {
    let prepared = continuum::game::Prepared::preset("continuous").expect("a preset");
    let text = "Ke@6.5,0.5' Qd@4,1' ke@7.5,7.5' pa@4,5.25' ; w";
    let mut game = Game::new(Position::from_text(&prepared, text).expect(text));
    let before = game.position().clone();
    let Position::Plane(before) = &before else { panic!("on the plane") };
    let MoveMade::Plane(played) = game.play("Qd 90 x").expect("legal").made.clone() else {
        panic!("on the plane")
    };
    assert_eq!(second_opinion(before, &played), Vec::<String>::new());
    let through = plane::PlayedMove { distance: 4.2, captures: Vec::new(), ..(*played).clone() };
    let differences = second_opinion(before, &through);
    let told = "second opinion, blocking of Qd and pa: continuum has 4.2, parry has 4.00000";
    assert!(differences.iter().any(|difference| difference.starts_with(told)), "{differences:?}");
    let short = plane::PlayedMove { distance: 3.9, ..*played };
    assert_eq!(
        second_opinion(before, &short),
        ["second opinion, capture of Qd and pa: continuum has 3.9, parry has none"]
    );
}
