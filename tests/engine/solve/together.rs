//! Help and series play on the plane: every line by plain play, every stretch at its ends, all lines where they are finitely many.

use super::plane::{near_mate, rules};
use continuum::budget::Budget;
use continuum::chess::{Color, Status};
use continuum::plane::{Move, PieceLane, PlanePosition};
use continuum::solve::plane::{
    FoundLines, MapColumn, PlayLine, PlayPlan, VariedMove, lines_of, map_of_mates,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The plan of a stipulation, and the position with the side to move that it wants.
fn posed(position: &PlanePosition, stipulation: &str) -> Option<(PlanePosition, PlayPlan)> {
    let plan = PlayPlan::of(stipulation.parse().expect("a stipulation"), position.turn()).expect("offered");
    let given = if position.turn() == plan.begins {
        Some(position.clone())
    } else {
        position.given_turn(plan.begins)
    };
    given.map(|given| (given, plan))
}

fn solved(preset: &str, overrides: &str, text: &str, stipulation: &str) -> (FoundLines, PlayPlan) {
    let position = PlanePosition::from_text(rules(preset, overrides), text).expect("a position");
    let (position, plan) = posed(&position, stipulation).expect("no check");
    (lines_of(&position, &plan, None, &Budget::default()).expect("discs"), plan)
}

/// Whether moves, as texts say them, may be played in this order and mate.
fn plays(start: &PlanePosition, moves: &[Move], plan: &PlayPlan) -> bool {
    let mut position = start.clone();
    for (m, &side_moves_again) in moves.iter().zip(&plan.side_moves_again) {
        let side = position.turn();
        if position.play(*m).is_err() {
            return false;
        }
        if side_moves_again {
            let Some(given) = position.given_turn(side) else { return false };
            position = given;
        }
    }
    position.status() == Status::Checkmate
}

/// The moves of a line, one of them at another distance.
fn with_distance(line: &PlayLine, ply: usize, distance: f64) -> Vec<Move> {
    let mut moves: Vec<Move> = line.moves.iter().map(|varied| varied.line_move.as_move()).collect();
    moves[ply] = moves[ply].with_distance(distance);
    moves
}

/// The line itself, every closed end, and `beside` within and without every end.
fn assert_stretches(line: &PlayLine, plan: &PlayPlan, beside: f64) {
    let start = &line.moves[0].line_move.before;
    for (ply, VariedMove { line_move, stretch, .. }) in line.moves.iter().enumerate() {
        let holds = |d: f64| plays(start, &with_distance(line, ply, d), plan);
        let place = format!("ply {ply} of {line:?}");
        assert!(holds(line_move.distance()), "{place}");
        if stretch.is_point() {
            continue;
        }
        assert_eq!(holds(stretch.from), !stretch.open_from, "{place}");
        assert_eq!(holds(stretch.to), !stretch.open_to, "{place}");
        assert!(holds(stretch.from + beside) && holds(stretch.to - beside), "{place}");
        assert!(!holds(stretch.from - beside) && !holds(stretch.to + beside), "{place}");
    }
}

/// The king that stands above the edge by h is mated by the rook at b from h - 0.25 (check) to h + 0.1 (no height left between
/// it and the lane of the other rook): both ends open.
#[test]
fn a_king_steps_into_the_mate_of_two_rooks() {
    let (found, plan) = solved("continuous", "", "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0.2' ; b", "h#1");
    assert_eq!(found.lines.len(), 8);
    assert!(!found.complete, "distances are real numbers");
    for line in &found.lines {
        assert_stretches(line, &plan, 1e-8);
    }
}

#[test]
fn a_series_gives_no_check_before_its_last_move() {
    let (found, plan) = solved("continuous", "", "Ka@7,7' Ra@0,1.6' Rb@6,3' ka@4,0' ; w", "ser-#2");
    assert!(!found.lines.is_empty());
    for line in &found.lines {
        assert_stretches(line, &plan, 1e-8);
        let first = &line.moves[0].line_move;
        let mut after = first.before.clone();
        after.play(first.as_move()).expect("legal");
        assert!(after.given_turn(Color::White).is_some(), "no check");
    }
}

/// Every line of a plan where distances are multiples of a step, by trying all.
fn all_lines(position: &PlanePosition, plan: &PlayPlan, moves: &mut Vec<Move>, out: &mut BTreeSet<String>) {
    let ply = moves.len();
    for span in position.legal() {
        assert!(span.part.is_point());
        let kinds: Vec<_> =
            if span.promotes { position.rules().promotions().map(Some).collect() } else { vec![None] };
        for promotion in kinds {
            let m = Move { promotion, ..Move::along(span.piece, span.lane, span.part.from) };
            let mut after = position.clone();
            after.play(m).expect("legal");
            moves.push(m);
            if ply + 1 == plan.side_moves_again.len() {
                if after.status() == Status::Checkmate {
                    out.insert(format!("{moves:?}"));
                }
            } else if !plan.side_moves_again[ply] {
                all_lines(&after, plan, moves, out);
            } else if let Some(given) = after.given_turn(position.turn()) {
                all_lines(&given, plan, moves, out);
            }
            moves.pop();
        }
    }
}

#[test]
fn by_steps_all_lines_are_found() {
    let small = "board_size = 3";
    let cases = [
        ("Ka@1,1.5' Qa@3,3' ka@0,0' ; b", "h#1"),
        ("Ka@1,1.5' Ra@3,2.5' ka@0,0' pa@0.5,0' ; w", "h#1.5"),
        ("Ka@1,1.5' Qa@3,2.5' ka@0,0' ; w", "ser-#2"),
        ("Ka@1,1.5' Qa@3,2.5' ka@0.5,0' ; b", "ser-h#2"),
    ];
    for (text, stipulation) in cases {
        let (found, plan) = solved("discrete", small, text, stipulation);
        let position = PlanePosition::from_text(rules("discrete", small), text).expect("a position");
        let mut all = BTreeSet::new();
        all_lines(&position, &plan, &mut Vec::new(), &mut all);
        let moves = |line: &PlayLine| {
            format!("{:?}", line.moves.iter().map(|varied| varied.line_move.as_move()).collect::<Vec<Move>>())
        };
        let told: BTreeSet<String> = found.lines.iter().map(moves).collect();
        assert!(found.complete && !all.is_empty(), "{text} {stipulation}");
        assert_eq!(told, all, "{text} {stipulation}");
    }
}

#[test]
fn what_is_not_offered_has_no_plan() {
    for text in ["#2", "s#2", "hs#2", "ser-s#2", "#"] {
        assert_eq!(PlayPlan::of(text.parse().expect("a stipulation"), Color::White), None, "{text}");
    }
}

/// So many positions are looked at for the lines of one.
const POSITIONS: u64 = 1500;

proptest! {
    #![proptest_config(crate::plane::cases(4, 60))]

    /// Each line is legal and mates, at its own distances, at the closed ends of its stretches and inside them; beyond
    /// them it does not.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "optimized builds run it: a case may take half a minute")]
    fn lines_are_those_of_plain_play(
        position in near_mate(),
        stipulation in prop::sample::select(vec!["h#1", "h#1.5", "ser-#2", "ser-h#2"]),
    ) {
        let Some((position, plan)) = posed(&position, stipulation) else { return Ok(()) };
        let clock = Budget::of_nodes(POSITIONS);
        let found = lines_of(&position, &plan, Some(3), &clock).expect("discs");
        for line in found.lines.iter().filter(|line| line.moves.iter().all(|varied| varied.is_decided)) {
            let start = &line.moves[0].line_move.before;
            for (ply, VariedMove { line_move, stretch, .. }) in line.moves.iter().enumerate() {
                let holds = |d: f64| plays(start, &with_distance(line, ply, d), &plan);
                let place = format!("ply {ply} of {line:?}");
                prop_assert!(holds(line_move.distance()), "{}", place);
                // Where contacts come together smoothly the tolerance reaches that far.
                let beside = 1e-4;
                if stretch.to - stretch.from > 4.0 * beside {
                    // An end is known to some 1e-9, so play may find the last distance that holds just inside.
                    let at_or_inside = |end: f64, inward: f64| holds(end) || holds(end + inward);
                    prop_assert!(stretch.open_from || at_or_inside(stretch.from, 1e-8), "{}", place);
                    prop_assert!(stretch.open_to || at_or_inside(stretch.to, -1e-8), "{}", place);
                    for share in [0.01, 0.3, 0.6, 0.99] {
                        let d = stretch.from + share * (stretch.to - stretch.from);
                        prop_assert!(holds(d), "{} {}", d, place);
                    }
                    // Another stretch may begin beyond a gap that is narrower.
                    let parts = [stretch.from - beside, stretch.to + beside];
                    let beyond = parts.map(holds);
                    let gap = [stretch.from - 1e-6, stretch.to + 1e-6].map(holds);
                    for (far, near) in beyond.iter().zip(gap) {
                        prop_assert!(!(*far && near), "{}", place);
                    }
                }
            }
        }
    }
}

/// The king at height h = 0.2 - s/sqrt(2) is checked by the rook at b below h + 0.25, and from b + 0.25 to 0.35 it has no height left above
/// b = 0.1: the map is that strip, its columns held to plain play.
#[test]
fn a_map_of_mates_is_that_of_plain_play() {
    let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0.2' ; b";
    let position = PlanePosition::from_text(rules("continuous", ""), text).expect("a position");
    let lane = |label: &str, bearing: f64| {
        let id = position.find(label.parse().expect("a label")).expect("there");
        let piece = position.piece(id);
        let on = |l: &continuum::plane::Lane| (piece.bearing_along(l) - bearing).abs() < 0.01;
        PieceLane { piece: id, lane: position.lanes(id).iter().position(on).expect("a lane") }
    };
    let (first, answer) = (lane("ka", 270.0), lane("Rb", 270.0));
    let map = map_of_mates(&position, first, answer).expect("discs");
    assert!(map.complete && !map.areas.is_empty());
    for MapColumn { first: at, answers: part } in map.areas.iter().flat_map(|area| &area.columns) {
        let plays = |d: f64| {
            let mut after = position.clone();
            after.play(Move::along(first.piece, first.lane, *at)).expect("legal");
            after.play(Move::along(answer.piece, answer.lane, d)).is_ok()
                && after.status() == Status::Checkmate
        };
        assert!(plays(part.from.midpoint(part.to)), "{at} {part:?}");
        assert!(!plays(part.from - 1e-8) && !plays(part.to + 1e-8), "{at} {part:?}");
        assert_eq!(plays(part.to), !part.open_to, "{at} {part:?}");
    }
}
