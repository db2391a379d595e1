//! How far a move may vary while a reply stays legal: there the judge agrees.

use super::{kinds, seams};
use continuum::geom::{Interval, Path, Pose, Vec2};
use continuum::plane::{PieceId, Position, Reply, Span, Survey, Varied, VariedLeap, Way};
use proptest::prelude::*;
use proptest::sample::Index;

/// Distances nearer than this to an end are the rules' tolerance's to decide.
const NEAR: f64 = 1e-6;

/// A position whose next move is the last of its series.
fn to_be_answered() -> impl Strategy<Value = Position> {
    kinds::any_position().prop_map(|position| {
        let text = position.to_string().replace("played=1", "played=3");
        Position::from_text(position.rules().clone(), &text).expect("a position")
    })
}

fn is_legal(varied: &Varied<'_>, reply: &Reply, d: f64) -> bool {
    let after = varied.after(d);
    if reply.follows {
        let spans = Survey::new(&after).legal_on(reply.m.piece, reply.m.lane());
        return spans.iter().any(|span| span.captures == reply.captures);
    }
    after.judge(reply.m).is_ok_and(|verdict| verdict.captures == reply.captures)
}

/// Between two distances at which a check may begin or cease there is one all along, or none.
fn checks_change_at_cuts(
    position: &Position,
    span: &Span,
    part: Interval,
    (varied, shares): (&Varied<'_>, &[f64]),
) -> Result<(), TestCaseError> {
    let path = position.path(span.piece, span.lane);
    let cuts = Survey::new(position).cuts_of_checks(span.piece, &path, part, &span.captures);
    let gives_check = |d: f64| Survey::of_side(&varied.after(d), !position.turn()).in_check();
    for d in shares.iter().map(|share| part.from + share * (part.to - part.from)) {
        let from = cuts.iter().copied().filter(|cut| *cut <= d).fold(part.from, f64::max);
        let to = cuts.iter().copied().filter(|cut| *cut > d).fold(part.to, f64::min);
        if d > from + NEAR && d < to - NEAR {
            let (m, middle) = (position.text_of(varied.at(d)), from.midpoint(to));
            prop_assert_eq!(gives_check(d), gives_check(middle), "{}: {}, {}", position, m, middle);
        }
    }
    Ok(())
}

/// A random move of a stretch, a random reply, and how far the one may vary for the other.
fn holds(position: &Position, which: [Index; 3], shares: &[f64]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    let spans: Vec<_> = survey.legal().into_iter().filter(|span| !span.part.is_point()).collect();
    if spans.is_empty() {
        return Ok(());
    }
    let span = which[0].get(&spans);
    let promotion = if span.promotes { position.rules().promotions().next() } else { None };
    let groups = survey.gone_along(span.piece, span.lane, span.part, &span.captures);
    let (part, gone) = which[1].get(&groups);
    let varied = Varied::new(position, span, gone, promotion);
    let within = |part: &Interval, share: f64| part.from + share * (part.to - part.from);
    let d = within(part, shares[0]);
    // A way that turns sweeps all copies of a board with seams, which would take long.
    let step = match position.path(span.piece, span.lane) {
        Path::Turn { .. } if position.rules().board.has_seams() => 5.0,
        Path::Arc { .. } if position.rules().board.has_seams() => 0.5,
        Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. } => f64::INFINITY,
    };
    let part = &Interval { from: part.from.max(d - step), to: part.to.min(d + step), ..*part };
    let after = varied.after(d);
    checks_change_at_cuts(position, span, *part, (&varied, shares))?;
    let replies = Survey::new(&after).legal();
    if !part.contains(d) || after.turn() == position.turn() || replies.is_empty() {
        return Ok(());
    }
    let Some(reply) = varied.reply(&after, which[2].get(&replies)) else { return Ok(()) };
    if !is_legal(&varied, &reply, d) {
        return Ok(());
    }
    let found = varied.stretch_of(&reply, *part, d, &|| true);
    let what = |d: f64| {
        let (m, r) = (position.text_of(varied.at(d)), after.text_of(reply.m));
        let why = varied.after(d).judge(reply.m).map(|v| v.captures);
        format!("{position}: {m}, reply {r}, {found:?}: {why:?}")
    };
    prop_assert!(found.from <= d && d <= found.to, "{}", what(d));
    for d in shares[1..].iter().map(|share| within(&found, *share)) {
        // Without a check a series goes on, and nobody replies.
        let is_answered = varied.after(d).turn() != position.turn();
        if is_answered && d > found.from + NEAR && d < found.to - NEAR {
            prop_assert!(is_legal(&varied, &reply, d), "{}", what(d));
        }
    }
    Ok(())
}

/// A random leap to any place, a random reply, and what lies between the curves at which something changes.
fn holds_for_leaps(
    position: &Position,
    which: [Index; 2],
    places: &[(f64, f64)],
) -> Result<(), TestCaseError> {
    let to_any_place = |id: PieceId| {
        let areas = position.lanes(id).iter().enumerate().filter(|(_, lane)| lane.way == Way::Area);
        areas.map(move |(lane, _)| (id, lane)).collect::<Vec<_>>()
    };
    let leapers: Vec<_> = position.side(position.turn()).flat_map(to_any_place).collect();
    if leapers.is_empty() {
        return Ok(());
    }
    let leap = VariedLeap::new(position, *which[0].get(&leapers), None);
    let (centre, reach) = leap.disc();
    let place = |&(x, y): &(f64, f64)| centre + Vec2::new(x, y) * reach;
    let Some(arrival) = leap.arrival(place(&places[0])) else { return Ok(()) };
    let (mut curves, kinds) = leap.cells();
    prop_assert!(kinds.iter().any(|other| other.is_like(&arrival)), "{position}: {:?}", arrival.at);
    curves.extend(leap.curves_of_checks(&arrival));
    let survey = Survey::new(&arrival.after);
    let replies = survey.legal();
    let answered = arrival.after.turn() != position.turn() && !replies.is_empty();
    let reply = if answered { arrival.reply(which[1].get(&replies)) } else { None };
    let reply = reply.filter(|reply| arrival.allows(reply));
    curves.extend(reply.iter().flat_map(|reply| leap.curves_of_reply(&arrival, reply)));
    for place in places[1..].iter().map(place) {
        let (v, start) = (place - arrival.at, Pose { at: arrival.at, heading: Vec2::X });
        let Some(dir) = v.try_normalize() else { continue };
        let trace = Path::Line { start, dir }.trace();
        let crossed = curves.iter().flat_map(|curve| curve.crossings(&trace, 0.0, v.length()));
        let first = crossed.fold(v.length(), f64::min);
        for d in [0.3, 0.999].map(|share| share * (first - NEAR)).into_iter().filter(|d| *d > 0.0) {
            let what = || format!("{position}: {:?} and {:?}, {reply:?}", arrival.at, trace.at(d));
            let other = leap.arrival(trace.at(d)).filter(|other| other.is_like(&arrival));
            let Some(other) = other else { return Err(TestCaseError::fail(what())) };
            prop_assert_eq!(Survey::new(&other.after).in_check(), survey.in_check(), "{}", what());
            prop_assert!(reply.iter().all(|reply| other.allows(reply)), "{}", what());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases(500, 40_000))]

    #[test]
    fn a_reply_stays_legal_all_along_its_stretch(
        position in to_be_answered(),
        which in [any::<Index>(), any::<Index>(), any::<Index>()],
        shares in prop::collection::vec(0.0..1.0f64, 12),
    ) {
        holds(&position, which, &shares)?;
    }
}

proptest! {
    #![proptest_config(super::cases(100, 1000))]

    #[test]
    fn between_its_curves_nothing_of_a_leap_changes(
        position in to_be_answered(),
        which in [any::<Index>(), any::<Index>()],
        places in prop::collection::vec((-0.75..0.75f64, -0.75..0.75f64), 8),
    ) {
        holds_for_leaps(&position, which, &places)?;
    }

    #[test]
    fn so_it_does_on_boards_with_seams(
        position in seams::any_position(seams::PIECES),
        which in [any::<Index>(), any::<Index>(), any::<Index>()],
        shares in prop::collection::vec(0.0..1.0f64, 12),
    ) {
        holds(&position, which, &shares)?;
    }
}
