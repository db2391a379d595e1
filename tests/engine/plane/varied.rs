//! How far a move may vary while a reply stays legal: there the judge agrees.

use super::random::rules;
use super::{kinds, seams};
use continuum::geom::{Bound, Interval, Path, Point, Pose, Vec2};
use continuum::plane::{
    Arrival, Move, PieceId, Position, Reply, Rules, Span, Survey, Trust, Varied, VariedLeap, Way,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::Arc;

/// Distances nearer than this to an end are the rules' tolerance's to decide.
const NEAR: f64 = 1e-6;

/// Half the side of a square in which curves are found by numbers: as small as the search for mates makes them.
const SMALL: f64 = 2e-3;

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
    is_legal_all_along(position, &varied, (&reply, *part, d), &shares[1..]).map(|_| ())
}

/// The stretch of a reply about a distance: it is legal all along.
fn is_legal_all_along(
    position: &Position,
    varied: &Varied<'_>,
    (reply, part, at): (&Reply, Interval, f64),
    shares: &[f64],
) -> Result<Interval, TestCaseError> {
    let found = varied.stretch_of(reply, part, at, (&Trust::careful(), &|| true));
    let what = |d: f64| {
        let (m, r) = (position.text_of(varied.at(d)), varied.after(at).text_of(reply.m));
        let why = varied.after(d).judge(reply.m).map(|v| v.captures);
        format!("{position}: {m}, reply {r}, {found:?}: {why:?}")
    };
    prop_assert!(found.from <= at && at <= found.to, "{}", what(at));
    for d in shares.iter().map(|share| found.from + share * (found.to - found.from)) {
        // Without a check a series goes on, and nobody replies.
        let is_answered = varied.after(d).turn() != position.turn();
        if is_answered && d > found.from + NEAR && d < found.to - NEAR {
            prop_assert!(is_legal(varied, reply, d), "{}", what(d));
        }
    }
    Ok(found)
}

/// Four moves that give check at most, and all replies of the king: how far the one may vary for the other.
fn holds_for_kings(position: &Position, first: Index, shares: &[f64]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    let mut spans: Vec<_> = survey.legal().into_iter().filter(|span| !span.part.is_point()).collect();
    if !spans.is_empty() {
        let n = first.index(spans.len());
        spans.rotate_left(n);
    }
    let mut checks = 0;
    for span in &spans {
        let promotion = if span.promotes { position.rules().promotions().next() } else { None };
        for (part, gone) in survey.gone_along(span.piece, span.lane, span.part, &span.captures) {
            let varied = Varied::new(position, span, &gone, promotion);
            let d = part.from + shares[0] * (part.to - part.from);
            let after = varied.after(d);
            let survey = Survey::new(&after);
            let Some(king) = after.king(after.turn()).filter(|_| checks < 4 && survey.in_check()) else {
                continue;
            };
            checks += 1;
            let replies = survey.legal_of(king);
            let replies = replies.iter().filter_map(|span| varied.reply(&after, span));
            for reply in replies.filter(|reply| is_legal(&varied, reply, d)) {
                is_legal_all_along(position, &varied, (&reply, part, d), &shares[1..])?;
            }
        }
    }
    Ok(())
}

/// The stretch of the king's reply by a bearing to a move of a piece of the bestiary.
fn stretch_of_king(text: &str, m: (&str, f64), reply: (&str, f64)) -> Interval {
    stretch_of_king_by(kinds::rules_of("tests/data", "bestiary.toml", ""), text, m, reply)
}

fn stretch_of_king_by(
    rules: Arc<Rules>,
    text: &str,
    (m, at): (&str, f64),
    (bearing, distance): (&str, f64),
) -> Interval {
    let position = Position::from_text(rules, text).expect("sound");
    let spans = Survey::new(&position).legal();
    let is_it = |m: Move, start: &str| position.text_of(m).to_string().starts_with(start);
    let span = spans.iter().find(|span| is_it(Move::along(span.piece, span.lane, at), m)).expect("legal");
    let whole = Interval::closed(span.part.from.max(0.1), span.part.to.min(2.0));
    let varied = Varied::new(&position, span, &[], None);
    let after = varied.after(at);
    let spans = Survey::new(&after).legal_of(after.king(after.turn()).expect("a king"));
    let starts = |span: &&Span| {
        let m = Move::along(span.piece, span.lane, span.part.from);
        span.part.contains(distance) && after.text_of(m).to_string().starts_with(bearing)
    };
    let mut span = spans.iter().find(starts).expect("legal").clone();
    (span.part.from, span.part.to) = (distance, distance);
    let reply = varied.reply(&after, &span).expect("legal");
    let shares: Vec<f64> = (1..100).map(|i| f64::from(i) / 100.0).collect();
    is_legal_all_along(&position, &varied, (&reply, whole, at), &shares).expect("legal all along")
}

/// Two lanes of the tumbler lead round to both sides of the king's way. At 0.5965 their ends come apart, and from the one check the
/// king would go into another.
#[test]
fn a_king_goes_out_of_two_attacks_while_they_overlap() {
    let text = "K0@4.4,0.8' k1@4,7.2' u2@2.901935697815182,1.402240228744962'^0 ; b";
    for at in [0.55, 0.58, 0.59, 0.596] {
        let found = stretch_of_king(text, ("u2 90 left:0.7", at), ("K0 45", 0.903));
        assert!(found.to > at && found.to < 0.5966, "{at}: {found:?}");
    }
}

/// Under the corner of the triangle the rook may not stop. Below 1.848 it takes what it has beside it there, and nothing after.
#[test]
fn an_attack_begins_with_what_the_attacker_has_abeam() {
    let sword = "S2@4.523914368294978,7.9491839817307035'^45";
    let text = format!("K0@4.4,0.8' k1@4,7.2' {sword} R3@5.586625580871787,5.76' ; w");
    let found = stretch_of_king(&text, ("R3 90", 1.95), ("k1 225", 0.25791678469093315));
    assert!(found.from > 1.8479 && found.from < 1.8481 && found.to == 2.0, "{found:?}");
}

/// The king goes across the seam and through the rook's file, x from 8.37 to 8.87. The other king opens that way to it where it
/// stands on the file: at x from 0.37 to 0.87, so from 0.43 to 0.93.
#[test]
fn a_way_across_a_seam_is_attacked_from_beyond_it() {
    let text = "k0@7.99,4' K1@1.3,5.5' R2@0.62,7' ; w";
    let found = stretch_of_king_by(rules("cylinder", ""), text, ("K1 180", 0.8), ("k0 180", 1.0));
    assert!((found.from - 0.43).abs() < 1e-9 && (found.to - 0.93).abs() < 1e-9, "{found:?}");
}

/// The lanes by which a piece leaps to any place.
fn to_any_place(position: &Position, id: PieceId) -> Vec<(PieceId, usize)> {
    let areas = position.lanes(id).iter().enumerate().filter(|(_, lane)| lane.way == Way::Area);
    areas.map(|(lane, _)| (id, lane)).collect()
}

/// A random leap to any place, a random reply, and what lies between the curves at which something changes.
fn holds_for_leaps(
    position: &Position,
    which: [Index; 2],
    places: &[(f64, f64)],
) -> Result<(), TestCaseError> {
    let leapers: Vec<_> = position.side(position.turn()).flat_map(|id| to_any_place(position, id)).collect();
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
    let reply = reply.filter(|reply| is_sure(&arrival, reply, 2.0 * reach));
    curves.extend(reply.iter().flat_map(|reply| leap.curves_of_reply(&arrival, reply)));
    let checks = survey.in_check();
    holds_up_to(&leap, &arrival, &curves, places[1..].iter().map(place), |other| {
        let is_check = || Survey::new(&other.after).in_check() == checks;
        (leap.has_uncharted_checks(&Trust::careful()) || is_check())
            && reply.iter().all(|reply| other.allows(reply))
    })
    .map_err(|why| TestCaseError::fail(format!("{position}: {why}, {reply:?}")))?;
    Ok(())
}

/// Whether a reply answers a leap and all those as near to it as this, between the curves.
fn is_sure(arrival: &Arrival, reply: &Reply, reach: f64) -> bool {
    arrival.allows_alike(reply) && arrival.room(reply, &Trust::careful()) > reach
}

/// Leaps, and some of the replies to each: a reply lasts as far as it is sure to, and in a small square up to curves that are found
/// by numbers.
fn holds_as_far_as_said(
    leap: &VariedLeap<'_>,
    middles: impl Iterator<Item = Point>,
    places: &[(f64, f64)],
) -> Result<(), TestCaseError> {
    let borders = leap.cells().0;
    for arrival in middles.filter_map(|at| leap.arrival(at)) {
        let (after, survey) = (&arrival.after, Survey::new(&arrival.after));
        if after.turn() == leap.turn() {
            continue;
        }
        let king = after.king(after.turn());
        // In check all replies matter. Without one those of the king do, for a friend's hardly ever cease to be legal.
        let replies = if survey.in_check() {
            survey.legal()
        } else {
            king.map(|id| survey.legal_of(id)).unwrap_or_default()
        };
        // The tolerance of the rules decides about what is hardly longer than it.
        let is_clear = |span: &&Span| span.part.is_point() || span.part.to - span.part.from > 10.0 * NEAR;
        for reply in replies.iter().filter(is_clear).filter_map(|span| arrival.reply(span)) {
            let mut curves = borders.clone();
            curves.extend(leap.curves_of_reply(&arrival, &reply));
            let fails = |why| TestCaseError::fail(format!("{why}: {reply:?}"));
            // As many far away as near.
            let far = places.iter().map(|&(x, y)| arrival.at + Vec2::new(x * x * x, y * y * y));
            let sure = far.filter(|place| is_sure(&arrival, &reply, place.distance(arrival.at)));
            holds_up_to(leap, &arrival, &curves, sure, |other| other.allows(&reply)).map_err(fails)?;
            if !is_sure(&arrival, &reply, SMALL) {
                let found = leap.curves_by_numbers(&arrival, &reply, (arrival.at, SMALL));
                curves.extend(found.into_iter().map(Bound::from));
                let near = places.iter().map(|&(x, y)| arrival.at + Vec2::new(x, y) * SMALL);
                holds_up_to(leap, &arrival, &curves, near, |other| other.allows(&reply)).map_err(fails)?;
            }
        }
    }
    Ok(())
}

/// The same for all leaps of one side.
fn holds_for_all_leaps(position: &Position, places: &[(f64, f64)]) -> Result<(), TestCaseError> {
    let (middles, places) = places.split_at(8);
    for leaper in position.side(position.turn()).flat_map(|id| to_any_place(position, id)) {
        let leap = VariedLeap::new(position, leaper, None);
        let (centre, reach) = leap.disc();
        let middles = middles.iter().map(|&(x, y)| centre + Vec2::new(x, y) * reach);
        holds_as_far_as_said(&leap, middles, places)
            .map_err(|why| TestCaseError::fail(format!("{position}: {why}")))?;
    }
    Ok(())
}

/// Towards each place, up to the first of some curves, leaps are like one of them and something holds.
fn holds_up_to(
    leap: &VariedLeap<'_>,
    arrival: &Arrival,
    curves: &[Bound],
    places: impl Iterator<Item = Point>,
    holds: impl Fn(&Arrival) -> bool,
) -> Result<(), TestCaseError> {
    for place in places {
        let (v, start) = (place - arrival.at, Pose { at: arrival.at, heading: Vec2::X });
        let Some(dir) = v.try_normalize() else { continue };
        let trace = Path::Line { start, dir }.trace();
        let crossed = curves.iter().flat_map(|curve| curve.crossings(&trace, 0.0, v.length()));
        let first = crossed.fold(v.length(), f64::min);
        for d in [0.3, 0.999].map(|share| share * (first - NEAR)).into_iter().filter(|d| *d > 0.0) {
            let other = leap.arrival(trace.at(d)).filter(|other| other.is_like(arrival));
            prop_assert!(other.is_some_and(|other| holds(&other)), "{:?} and {:?}", arrival.at, trace.at(d));
        }
    }
    Ok(())
}

/// The tumbler's two arcs attack the king's way from both sides, and come apart 0.0084 from a leap.
#[test]
fn a_king_goes_out_of_two_attacks_of_a_leap_while_they_overlap() {
    let text = "K0@4.4,0.8' k1@4,7.2' Q2@4.1057477990785705,5.5701628306583215' B3@5.581537924732766,7.584850958717197' \
                Z4@3.80788947773813,7.16375066086365' z5@4.339048837567598,6.358982579434687' \
                U6@3.2725150261978926,6.899878899357797'^90 ; w ; 0 1";
    let position =
        Position::from_text(kinds::rules_of("tests/data", "bestiary.toml", ""), text).expect("sound");
    let tumbler = position.ids().last().expect("a piece");
    let leap = VariedLeap::new(&position, to_any_place(&position, tumbler)[0], None);
    let steps = || (-10..=10i32).map(|i| f64::from(i) / 10.0);
    let places: Vec<(f64, f64)> = steps().flat_map(|x| steps().map(move |y| (x, y))).collect();
    let middle = Point::new(3.4555847530734742, 7.44167313363639);
    holds_as_far_as_said(&leap, std::iter::once(middle), &places).expect("legal up to the curves");
}

/// Half the way from y to the wall at 8 ends 0.2 before the king's way along y = 5 if y is 1.6.
#[test]
fn zenos_half_of_a_lane_ends_beside_a_kings_way() {
    let rules = kinds::rules_of("tests/data", "vaulters.toml", "zeno = true");
    let position = Position::from_text(rules, "K0@7.4,0.8' k1@4,5' V2@3.5,1.4' ; w").expect("sound");
    let vaulter = position.ids().last().expect("a piece");
    let leap = VariedLeap::new(&position, to_any_place(&position, vaulter)[0], None);
    let [one, other] = [1.55, 1.65].map(|y| leap.arrival(Point::new(3.5, y)).expect("legal"));
    let king = one.after.king(one.after.turn()).expect("a king");
    let is_west = |span: &Span| {
        let m = Move::along(span.piece, span.lane, span.part.from);
        one.after.text_of(m).to_string().starts_with("k1 0")
    };
    let west = Survey::new(&one.after).legal_of(king).into_iter().find(is_west).expect("legal");
    let reply = one.reply(&west).expect("legal");
    assert!(!other.allows(&reply));
    let way = Path::Line { start: Pose { at: one.at, heading: Vec2::X }, dir: Vec2::Y }.trace();
    let crossed = leap.curves_of_reply(&one, &reply);
    let crossed = crossed.iter().flat_map(|curve| curve.crossings(&way, 0.0, 0.1));
    assert!(crossed.into_iter().any(|d| (d - 0.05).abs() < 1e-9));
}

/// Behind the pawn the Guard has no landing that takes the king on its way. From the second place the landings on both sides of the
/// pawn leave a gap there, and the king would go out of check and into check again.
#[test]
fn a_king_goes_by_a_guard_while_its_landings_leave_no_gap() {
    let text = "K0@4.4,0.8' k1@4,7.2' G2@4.595400600878266,7.710786887231085' P3@4.199782430765473,7.538710607022047' ; w";
    let rules = kinds::rules_of("scenarios/variants", "menagerie.toml", "");
    let position = Position::from_text(rules, text).expect("sound");
    let guard = position.ids().find(|id| position.piece(*id).label.to_string() == "G2").expect("the Guard");
    let leap = VariedLeap::new(&position, to_any_place(&position, guard)[0], None);
    let places = [(4.2322000150306645, 7.81608146594266), (4.2369754292265, 7.8550261210463805)];
    let [one, other] = places.map(|(x, y)| leap.arrival(Point::new(x, y)).expect("legal"));
    let king = one.after.king(one.after.turn()).expect("a king");
    let is_west = |span: &Span| {
        let m = Move::along(span.piece, span.lane, span.part.from);
        one.after.text_of(m).to_string().starts_with("k1 180")
    };
    let west = Survey::new(&one.after).legal_of(king).into_iter().find(is_west).expect("legal");
    let reply = one.reply(&west).expect("legal");
    assert!(is_sure(&one, &reply, 0.0) && !other.allows(&reply));
    assert!(!is_sure(&one, &reply, one.at.distance(other.at)));
}

proptest! {
    #![proptest_config(super::cases(20, 600))]

    #[test]
    fn replies_to_leaps_last_as_far_as_said(
        position in kinds::position_about_king(),
        places in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 24),
    ) {
        holds_for_all_leaps(&position, &places)?;
    }

    #[test]
    fn so_they_do_beside_a_guard(
        position in kinds::guard_about_king(),
        places in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 24),
    ) {
        holds_for_all_leaps(&position, &places)?;
    }

    #[test]
    fn so_they_do_where_pieces_come_round(
        position in seams::position_come_round(),
        places in prop::collection::vec((-1.0..1.0f64, -1.0..1.0f64), 24),
        which in [any::<Index>(), any::<Index>(), any::<Index>()],
    ) {
        holds_for_all_leaps(&position, &places)?;
        let shares: Vec<f64> = places.iter().map(|(x, _)| x.abs()).collect();
        holds(&position, which, &shares)?;
    }
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
    #![proptest_config(super::cases(30, 1_500))]

    #[test]
    fn so_does_a_kings_near_many_attacks(
        position in kinds::position_about_king(),
        first in any::<Index>(),
        shares in prop::collection::vec(0.0..1.0f64, 16),
    ) {
        holds_for_kings(&position, first, &shares)?;
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
