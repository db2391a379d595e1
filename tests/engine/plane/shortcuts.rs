//! What a search asks in place of the whole legal set: captures and promotions alone, and whether a move may give check.

use super::random::{aligned_position, any_position};
use continuum::chess::Status;
use continuum::geom::Interval;
use continuum::plane::{Move, PlanePosition, Span, Survey};
use proptest::prelude::*;

/// Holds both answers to the legal set and to the positions after its moves.
pub fn shortcuts_agree(position: &PlanePosition) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    let (legal, noisy) = (survey.legal(), survey.noisy());
    let is_noisy = |span: &&Span| !span.captures.is_empty() || span.promotes;
    let wanted: Vec<&Span> = legal.iter().filter(is_noisy).collect();
    prop_assert_eq!(wanted, noisy.iter().filter(is_noisy).collect::<Vec<_>>(), "{}", position);
    prop_assert!(noisy.iter().all(|span| legal.contains(span)), "{}", position);
    if position.status() != Status::Ongoing {
        return Ok(());
    }
    for span in legal.iter().filter(|span| !is_noisy(span)) {
        let Interval { from: low, to: high, .. } = span.part.inner(1e-6);
        for d in [low, low.midpoint(high), high] {
            let m = position.move_by(span.piece, span.lane, d).expect("a distance of a lane");
            let after = position.after_legal(m, &span.captures);
            if !survey.may_give_check_by(m) {
                let theirs = Survey::of_side(&after, !position.turn());
                prop_assert!(!theirs.in_check(), "{} {}", position, position.text_of(m));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases(150, 3000))]

    #[test]
    fn captures_alone_are_those_of_the_legal_set(position in prop_oneof![any_position(), aligned_position()]) {
        shortcuts_agree(&position)?;
    }
}

/// Chances are small that random pieces give no check by a move that could; here a rook does from one place only.
#[test]
fn a_check_is_seen_where_it_is_given() {
    let rules = super::random::rules("continuous", "");
    let position = PlanePosition::from_text(rules, "Ke@0.5,0.5' Ra@2,1' ke@7,6' ; w").expect("a position");
    let survey = Survey::new(&position);
    let rook = position.find("Ra".parse().expect("a label")).expect("a rook");
    let up = position.lanes(rook).iter().position(|lane| lane.bearing == 90.0).expect("a lane");
    let may = [4.7, 4.8, 5.0, 5.2, 5.3].map(|d| survey.may_give_check_by(Move::along(rook, up, d)));
    assert_eq!(may, [false, true, true, true, false]);
}
