//! Laws that hold in every position, tried on random ones.

use super::random::{aligned_position, any_position, judge, position_with_guards, rules, swapped};
use super::regions::same_areas;
use approx::assert_abs_diff_eq;
use continuum::chess::Color;
use continuum::chess::Status;
use continuum::game::{Analysis, Game, PlaneAnalysis, SpanReport};
use continuum::plane::{Move, PlanePosition, Span, Survey};
use proptest::prelude::*;

/// Distances worth asking about: at random, and at and about every end of the lane's spans.
fn distances(spans: &[&Span], random: &[f64]) -> Vec<f64> {
    let ends = spans.iter().flat_map(|s| [s.part.from, s.part.to]);
    let about = ends.flat_map(|d| [d - 1e-3, d - 1e-4, d, d + 1e-4, d + 1e-3]);
    about.chain(random.iter().copied()).filter(|d| *d >= 0.0).collect()
}

/// Within this of an end the predicate's tolerance may decide otherwise: a tangent turns 1e-9 into 1e-5.
const NEAR: f64 = 5e-5;

proptest! {
    #![proptest_config(super::cases(150, 3000))]

    /// The generator and the predicate are two programs but for contacts, the walk of a king and how one lane takes a
    /// king that stands; they agree on every distance.
    #[test]
    fn the_legal_set_is_what_the_predicate_allows(position in any_position(), random in prop::collection::vec(0.0..9.0f64, 6)) {
        let survey = Survey::new(&position);
        for id in position.side(position.turn()) {
            let spans = survey.legal_of(id);
            let mover = position.piece(id);
            for lane in 0..position.rules().kind(mover.kind).lanes(mover.color()).len() {
                let mine: Vec<&Span> = spans.iter().filter(|s| s.lane == lane).collect();
                for d in distances(&mine, &random) {
                    let within = mine.iter().find(|s| s.part.contains(d));
                    let near = mine.iter().any(|s| (s.part.from - d).abs() < NEAR || (s.part.to - d).abs() < NEAR);
                    let exact_end = mine.iter().any(|s| s.part.from == d || s.part.to == d);
                    match judge(&position, Move::along(id, lane, d)) {
                        Ok(verdict) => {
                            prop_assert!(within.is_some() || near, "{position}\n{} lane {lane} at {d} is not in the set", mover.label);
                            if let Some(span) = within.filter(|_| !near) {
                                prop_assert_eq!(&verdict.captures, &span.captures, "{} {} {}", position, mover.label, d);
                                prop_assert_eq!(verdict.promotes, span.promotes);
                            }
                        }
                        Err(why) => prop_assert!(
                            within.is_none() || (near && !exact_end),
                            "{position}\n{} lane {lane} at {d} is in the set, yet: {why}", mover.label
                        ),
                    }
                }
            }
        }
    }

    /// Two generators give one legal set: the closed forms of equal discs, and the general one with its predicate. Where distances
    /// are steps there is only the general one.
    #[test]
    fn fast_equals_general(position in prop_oneof![any_position(), aligned_position(), position_with_guards()]) {
        prop_assert_eq!(position.has_closed_forms(), position.rules().variant.spec().step == 0.0);
        let (fast, slow) = (Survey::new(&position), Survey::general(&position));
        prop_assert_eq!(fast.checkers(), slow.checkers(), "{}", position);
        let status = |survey: &Survey<'_>| position.status_given(survey, survey.has_legal_move());
        prop_assert_eq!(status(&fast), status(&slow), "{}", position);
        let (a, b) = (fast.legal(), slow.legal());
        let same = a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| {
            (a.piece, a.lane, &a.captures, a.promotes) == (b.piece, b.lane, &b.captures, b.promotes)
                && same_end((a.part.from, a.part.open_from), (b.part.from, b.part.open_from))
                && same_end((a.part.to, a.part.open_to), (b.part.to, b.part.open_to))
        });
        prop_assert!(same, "{position}\n{a:?}\n{b:?}");
        same_areas(&fast, &slow)?;
    }

    /// Every end that belongs to a span, and every single distance, is legal for the judge with the same captures; every
    /// end that does not belong is not.
    #[test]
    fn ends_are_what_the_predicate_says(position in prop_oneof![any_position(), aligned_position()]) {
        ends_agree(&position)?;
    }

    /// Turning the board by half a circle and swapping the sides changes nothing in the mover's frame.
    #[test]
    fn black_moves_as_white_turned(position in any_position()) {
        let size = position.rules().board.width();
        let turned = rebuilt(&position, true, |x, y| (size - x, size - y));
        let mut theirs = analysis(&turned);
        for span in &mut theirs.spans {
            span.piece = swapped(span.piece);
            span.captures = span.captures.iter().map(|&l| swapped(l)).collect();
            span.captures.sort();
        }
        theirs.spans.sort_by(order);
        let mut ours = analysis(&position);
        ours.spans.sort_by(order);
        assert_same(&ours, &theirs);
    }

    /// Left and right are alike: bearings b and 180 - b trade places.
    #[test]
    fn left_is_right_in_the_mirror(position in any_position()) {
        let size = position.rules().board.width();
        let mut theirs = analysis(&rebuilt(&position, false, |x, y| (size - x, y)));
        for span in &mut theirs.spans {
            span.bearing = (180.0 - span.bearing).rem_euclid(360.0);
        }
        theirs.spans.sort_by(order);
        let mut ours = analysis(&position);
        ours.spans.sort_by(order);
        assert_same(&ours, &theirs);
    }

    /// A game of random moves: discs keep apart, texts read back, undo and redo lead where they led, and a
    /// refused move changes nothing.
    #[test]
    fn play_keeps_positions_sound(position in any_position(), picks in prop::collection::vec((any::<u16>(), 0.0..1.0f64), 1..12)) {
        let mut game = Game::new(continuum::game::Position::Plane(position));
        for (pick, share) in picks {
            let continuum::game::Position::Plane(now) = game.position().clone() else { unreachable!("plane games stay there") };
            if game.status() != Status::Ongoing {
                break;
            }
            let spans = now.legal();
            let span = &spans[usize::from(pick) % spans.len()];
            let d = span.part.from + (span.part.to - span.part.from) * (0.01 + 0.98 * share);
            let mover = now.piece(span.piece);
            let bearing = now.rules().kind(mover.kind).lanes(mover.color())[span.lane].bearing;
            let plain = Move::along(span.piece, span.lane, d);
            let may = |kind: &u8| now.judge(plain.promoting(*kind)).is_ok();
            let kind = now.rules().promotions().find(|kind| span.promotes && may(kind));
            let suffix = kind.map(|kind| format!(" ={}", now.rules().kind(kind).rule.letter)).unwrap_or_default();
            let text = format!("{} {bearing} {d}{suffix}", mover.label);
            let before = game.position().to_string();
            let too_far = format!("{} {bearing} 99", mover.label);
            prop_assert!(game.play(&too_far).is_err());
            prop_assert_eq!(&game.position().to_string(), &before);
            if let Err(why) = game.play(&text) {
                panic!("{before}\n{text}: {why}");
            }
            let continuum::game::Position::Plane(after) = game.position().clone() else { unreachable!("plane games stay there") };
            for (i, a) in after.pieces().iter().enumerate() {
                for b in &after.pieces()[i + 1..] {
                    prop_assert!(a.at.distance(b.at) >= after.rules().radius - after.rules().epsilon, "{after}");
                }
            }
            let read = PlanePosition::from_text(after.rules().clone(), &after.to_string());
            prop_assert_eq!(read.expect("reads back").to_string(), after.to_string());
            prop_assert!(game.undo());
            prop_assert_eq!(&game.position().to_string(), &before);
            prop_assert!(game.redo());
            prop_assert_eq!(game.position().to_string(), after.to_string());
        }
    }
}

/// Whether the judge says of every end what the legal set says.
pub fn ends_agree(position: &PlanePosition) -> Result<(), TestCaseError> {
    let spans = position.legal();
    for span in &spans {
        for (d, open) in [(span.part.from, span.part.open_from), (span.part.to, span.part.open_to)] {
            let beside = spans.iter().any(|other| {
                (other.piece, other.lane, &other.captures) == (span.piece, span.lane, &span.captures)
                    && other.part.contains(d)
            });
            let verdict = judge(position, position.move_by(span.piece, span.lane, d).expect("a way"));
            let same = verdict.as_ref().is_ok_and(|verdict| verdict.captures == span.captures);
            let label = position.piece(span.piece).label;
            prop_assert_eq!(
                same,
                !open || beside,
                "{}\n{} at {}: {:?}\n{:?}",
                position,
                label,
                d,
                span,
                verdict
            );
        }
    }
    Ok(())
}

/// Of two critical distances hardly farther apart than the tolerance either may be the end, open or closed.
fn same_end((a, open): (f64, bool), (b, other): (f64, bool)) -> bool {
    (a - b).abs() < 1e-4 && (open == other || (a - b).abs() > 1e-10)
}

fn analysis(position: &PlanePosition) -> PlaneAnalysis {
    match Analysis::of(&continuum::game::Position::Plane(position.clone())) {
        Analysis::Plane(analysis) => analysis,
        Analysis::Lattice(_) => unreachable!("a plane position"),
    }
}

fn order(a: &SpanReport, b: &SpanReport) -> std::cmp::Ordering {
    let key = |s: &SpanReport| {
        (
            s.piece,
            (s.bearing * 1e6).round() as i64,
            (s.from * 1e6).round() as i64,
            (s.to * 1e6).round() as i64,
        )
    };
    key(a).cmp(&key(b))
}

fn assert_same(ours: &PlaneAnalysis, theirs: &PlaneAnalysis) {
    assert_eq!((ours.status, ours.check), (theirs.status, theirs.check));
    assert_eq!(ours.spans.len(), theirs.spans.len(), "{ours:#?}\n{theirs:#?}");
    for (a, b) in ours.spans.iter().zip(&theirs.spans) {
        assert_eq!(
            (a.piece, &a.captures, a.promotes, a.open_from, a.open_to),
            (b.piece, &b.captures, b.promotes, b.open_from, b.open_to)
        );
        assert_abs_diff_eq!(a.from, b.from, epsilon = 1e-7);
        assert_abs_diff_eq!(a.to, b.to, epsilon = 1e-7);
    }
}

/// The same pieces elsewhere.
fn rebuilt(position: &PlanePosition, swap: bool, place: impl Fn(f64, f64) -> (f64, f64)) -> PlanePosition {
    let mut text = String::new();
    for piece in position.pieces() {
        let label = if swap { swapped(piece.label) } else { piece.label };
        let (x, y) = place(piece.at.x, piece.at.y);
        text.push_str(&format!("{label}@{x},{y}{}", if piece.moved { "'" } else { "" }));
        if let Some(home) = piece.home {
            let (x, y) = place(home.x, home.y);
            text.push_str(&format!("={x},{y}"));
        }
        text.push(' ');
    }
    let white = (position.turn() == Color::White) != swap;
    text.push_str(if white { "; w" } else { "; b" });
    if let Some(series) = position.series() {
        text.push_str(&format!(" ; 0 1 ; series={} played={}", series.length, series.played));
    }
    PlanePosition::from_text(position.rules().clone(), &text).expect("as sound as before")
}

proptest! {
    /// The kings' ways come within a tangent of each other at d = 0.1 + off: what is offered before it can be played.
    #[test]
    fn what_is_left_beside_a_tangent_can_be_played(digits in -7.0..-3.0f64) {
        let x = 3.9 - 10f64.powf(digits);
        let text = format!("Ke@4,4' ke@{x},5.25' pa@1,6.5 ; b");
        let position = PlanePosition::from_text(rules("continuous", ""), &text).expect("a sound position");
        for span in position.legal() {
            let m = Move::along(span.piece, span.lane, span.part.from.midpoint(span.part.to));
            prop_assert!(judge(&position, m).is_ok(), "{position}\n{span:?}");
        }
    }
}

/// What stands near is looked at in three ways: once for each mover, by each lane where that is too much, and by an index in a
/// crowd. Pieces of two square units each, so that all three are taken, on boards with and without seams.
#[test]
fn legal_sets_are_those_of_the_general_way_however_many_pieces_there_are() {
    for (preset, side) in [
        ("continuous", 5),
        ("continuous", 9),
        ("continuous", 14),
        ("torus", 5),
        ("torus", 9),
        ("klein", 9),
        ("spherical", 9),
        ("pillow", 9),
    ] {
        let size = f64::from(side) * 2f64.sqrt();
        let mut state = 3u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / (1u64 << 31) as f64
        };
        let mut text = String::new();
        for i in 0..side * side {
            let (x, y) = (f64::from(i % side) + random() * 0.6, f64::from(i / side) + random() * 0.6);
            let letter = if i == 0 { 'K' } else { ['Q', 'n', 'R', 'b', 'P', 'p', 'N', 'r'][i as usize % 8] };
            text.push_str(&format!("{letter}{i}@{},{} ", x * 2f64.sqrt(), y * 2f64.sqrt()));
        }
        let sides = format!("board_width = {size}\nboard_height = {size}");
        let position =
            PlanePosition::from_text(rules(preset, &sides), &format!("{text}; w")).expect("a position");
        let (a, b) = (position.legal(), Survey::general(&position).legal());
        let same = a.len() == b.len()
            && a.iter().zip(&b).all(|(a, b)| {
                (a.piece, a.lane, &a.captures) == (b.piece, b.lane, &b.captures)
                    && same_end((a.part.from, a.part.open_from), (b.part.from, b.part.open_from))
                    && same_end((a.part.to, a.part.open_to), (b.part.to, b.part.open_to))
            });
        assert!(same && !a.is_empty(), "{preset} {side}\n{a:?}\n{b:?}");
    }
}
