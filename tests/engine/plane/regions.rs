//! Regions of leaps to any place: their areas by integration in polar coordinates, on every board, with centres in near touch.

use super::kinds::regions_agree;
use super::random::rules;
use approx::assert_abs_diff_eq;
use continuum::geom::Point;
use continuum::plane::{PlanePosition, Rules, Survey};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

const BOARDS: [(&str, &str); 10] = [
    ("continuous", ""),
    ("cylinder", ""),
    ("mobius", ""),
    ("torus", "board_height = 8"),
    ("klein", "board_height = 8"),
    ("spherical", ""),
    ("pillow", ""),
    ("projective", "board_height = 8"),
    ("ring", ""),
    ("disc", ""),
];

/// The copies of a place about the board, to one board in every direction.
fn copies(rules: &Rules, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let (w, h) = (rules.board.width(), rules.board.height());
    let steps = [-1.0, 0.0, 1.0];
    let along = |reversed: bool| steps.map(|n| (n * w + x, if reversed && n != 0.0 { h - y } else { y }));
    match rules.variant.name() {
        "continuous" => vec![(x, y)],
        "cylinder" | "ring" => along(false).to_vec(),
        "mobius" | "disc" => along(true).to_vec(),
        "torus" => along(false).iter().flat_map(|&(x, y)| steps.map(|m| (x, m * h + y))).collect(),
        "klein" => {
            let up = steps.map(|m| (if m == 0.0 { x } else { w - x }, m * h + y));
            up.iter().flat_map(|&(x, y)| steps.map(|n| (n * w + x, y))).collect()
        }
        // Over either end x is half the width aside, or counted from the other side.
        name @ ("spherical" | "pillow") => {
            let over = if name == "spherical" { x + w / 2.0 } else { -x };
            let up = [(x, y), (over, -y), (over, 2.0 * h - y)];
            up.iter().flat_map(|&(x, y)| [-2.0, -1.0, 0.0, 1.0, 2.0].map(|n| (n * w + x, y))).collect()
        }
        "projective" => {
            let copy = |n: f64, m: f64| {
                (n * w + if m == 0.0 { x } else { w - x }, m * h + if n == 0.0 { y } else { h - y })
            };
            steps.iter().flat_map(|&n| steps.map(|m| copy(n, m))).collect()
        }
        other => unreachable!("{other}"),
    }
}

/// The voids and what lies beyond the walls near the board, as boxes: low and high corner.
fn forbidden(rules: &Rules) -> Vec<[f64; 4]> {
    let (w, h, far) = (rules.board.width(), rules.board.height(), 100.0);
    let below = [-far, -far, far, 0.0];
    let above = [-far, h, far, far];
    match rules.variant.name() {
        "continuous" => vec![below, above, [-far, -far, 0.0, far], [w, -far, far, far]],
        "cylinder" | "ring" | "mobius" => vec![below, above],
        "disc" => {
            let deep = f64::from(rules.variant.spec().voids % 2 + 1);
            assert_eq!(deep, 1.0, "the preset has voids of one unit");
            let voids = [-1.0, 0.0, 1.0].into_iter().flat_map(|n| {
                let (from, to) = (n * w + w - 1.0, n * w + w);
                [[from, 0.0, to, deep], [from, h - deep, to, h]]
            });
            [below, above].into_iter().chain(voids).collect()
        }
        _ => Vec::new(),
    }
}

/// How far a ray goes before it comes into a box.
fn enters([x0, y0, x1, y1]: [f64; 4], at: (f64, f64), dir: (f64, f64)) -> f64 {
    let slab = |low: f64, high: f64, c: f64, u: f64| {
        if u.abs() < 1e-15 {
            return if c > low && c < high { (f64::NEG_INFINITY, f64::INFINITY) } else { (1.0, 0.0) };
        }
        let (a, b) = ((low - c) / u, (high - c) / u);
        (a.min(b), a.max(b))
    };
    let (x, y) = (slab(x0, x1, at.0, dir.0), slab(y0, y1, at.1, dir.1));
    let (from, to) = (x.0.max(y.0), x.1.min(y.1));
    if from < to && to > 1e-12 { from.max(0.0) } else { f64::INFINITY }
}

/// Of what a Guard may take, by labels, the area of the places where it takes that: the integral of half the square of the
/// distance over the direction.
fn areas(position: &PlanePosition, id: continuum::plane::PieceId) -> BTreeMap<Vec<String>, f64> {
    let rules = position.rules();
    let (guard, r) = (position.piece(id), rules.radius);
    let (at, reach) = ((guard.at.x, guard.at.y), rules.variant.spec().guard_reach);
    // Distance and direction of each copy of a piece that matters.
    let mut others: Vec<(String, bool, (f64, f64))> = Vec::new();
    for other in position.ids().filter(|&other| other != id) {
        let piece = position.piece(other);
        for (x, y) in copies(rules, (piece.at.x, piece.at.y)) {
            let v = (x - at.0, y - at.1);
            if v.0.hypot(v.1) < reach + r {
                others.push((piece.label.to_string(), piece.color() == guard.color(), v));
            }
        }
    }
    // Beside a cone point the Guard's own copies are near: a leap beside one of them ends beside its start.
    let own: Vec<(f64, f64)> = copies(rules, at)
        .into_iter()
        .map(|(x, y)| (x - at.0, y - at.1))
        .filter(|v| (1e-9..reach + rules.min_move).contains(&v.0.hypot(v.1)))
        .collect();
    let boxes = forbidden(rules);
    // Between these directions everything is smooth: tangents, and where two of the curves meet.
    let mut circles: Vec<((f64, f64), f64)> = others.iter().map(|other| (other.2, r)).collect();
    circles.extend([((0.0, 0.0), reach), ((0.0, 0.0), rules.min_move)]);
    circles.extend(own.iter().map(|v| (*v, rules.min_move)));
    let mut cuts = vec![0.0];
    for (i, &((x, y), s)) in circles.iter().enumerate() {
        let (d, middle) = (x.hypot(y), y.atan2(x));
        if d > 0.0 {
            let half = (s / d).min(1.0).asin();
            cuts.extend([middle - half, middle + half]);
        }
        for &((x2, y2), s2) in &circles[..i] {
            let (dx, dy) = (x2 - x, y2 - y);
            let apart = dx.hypot(dy);
            if apart == 0.0 || apart > s + s2 || apart < (s - s2).abs() {
                continue;
            }
            let along = (s * s - s2 * s2 + apart * apart) / (2.0 * apart);
            let off = (s * s - along * along).max(0.0).sqrt();
            for off in [off, -off] {
                let p = (x + (dx * along - dy * off) / apart, y + (dy * along + dx * off) / apart);
                cuts.push(p.1.atan2(p.0));
            }
        }
        for &[x0, y0, x1, y1] in &boxes {
            for (line, c) in [(x0 - at.0, x), (x1 - at.0, x)] {
                let half = (s * s - (line - c) * (line - c)).max(0.0).sqrt();
                cuts.extend([y - half, y + half].map(|y: f64| y.atan2(line)));
            }
            for (line, c) in [(y0 - at.1, y), (y1 - at.1, y)] {
                let half = (s * s - (line - c) * (line - c)).max(0.0).sqrt();
                cuts.extend([x - half, x + half].map(|x: f64| line.atan2(x)));
            }
            for (x, y) in [(x0, y0), (x0, y1), (x1, y0), (x1, y1)] {
                cuts.push((y - at.1).atan2(x - at.0));
            }
        }
    }
    for cut in &mut cuts {
        *cut = cut.rem_euclid(TAU);
    }
    cuts.sort_by(f64::total_cmp);
    cuts.push(cuts[0] + TAU);
    let mut out = BTreeMap::new();
    for w in cuts.windows(2).filter(|w| w[1] - w[0] > 1e-13) {
        // By the cosine of another angle, which takes the roots out of both ends.
        const STEPS: u32 = 256;
        for i in 0..STEPS {
            let turn = PI * (f64::from(i) + 0.5) / f64::from(STEPS);
            let half = 0.5 * (w[1] - w[0]);
            let theta = w[0].midpoint(w[1]) - half * turn.cos();
            // So the weights of a stretch are its length together.
            let step = PI / f64::from(STEPS);
            let weight = half * ((turn - 0.5 * step).cos() - (turn + 0.5 * step).cos());
            let dir = (theta.cos(), theta.sin());
            let far = boxes.iter().map(|&b| enters(b, at, dir)).fold(reach, f64::min);
            let within = |(x, y): (f64, f64), r: f64| {
                let (along, off) = (x * dir.0 + y * dir.1, x * dir.1 - y * dir.0);
                let half = (r * r - off * off).max(0.0).sqrt();
                (along - half, along + half)
            };
            let over: Vec<_> =
                others.iter().map(|(label, friend, v)| (label, *friend, within(*v, r))).collect();
            let beside_start: Vec<_> = own.iter().map(|v| within(*v, rules.min_move)).collect();
            let mut ends = vec![0.0, far, rules.min_move.min(far)];
            let stretches = over.iter().map(|over| &over.2).chain(&beside_start);
            ends.extend(stretches.flat_map(|&(a, b)| [a, b]).map(|d| d.clamp(0.0, far)));
            ends.sort_by(f64::total_cmp);
            for part in ends.windows(2).filter(|part| part[0] < part[1]) {
                let m = part[0].midpoint(part[1]);
                let under = over.iter().filter(|(_, _, (a, b))| *a < m && m < *b);
                let mut taken = Vec::new();
                let mut blocked = false;
                under.for_each(|(label, friend, _)| {
                    blocked |= friend;
                    taken.push((*label).clone());
                });
                taken.sort();
                taken.dedup();
                let is_far = m >= rules.min_move && !beside_start.iter().any(|(a, b)| *a < m && m < *b);
                let is_long_enough = !taken.is_empty() || is_far;
                if !blocked && is_long_enough {
                    *out.entry(taken).or_insert(0.0) +=
                        0.5 * weight * (part[1] * part[1] - part[0] * part[0]);
                }
            }
        }
    }
    out
}

/// That two surveys give every leap to any place the same area for each set of captures.
pub fn same_areas(one: &Survey<'_>, other: &Survey<'_>) -> Result<(), TestCaseError> {
    let of = |survey: &Survey<'_>| {
        let mut out = BTreeMap::new();
        for region in survey.regions() {
            for cell in region.cells {
                *out.entry((region.piece, cell.value.captures)).or_insert(0.0) += cell.area;
            }
        }
        out
    };
    let (one, other) = (of(one), of(other));
    let area = |areas: &BTreeMap<_, f64>, taken| areas.get(taken).copied().unwrap_or(0.0);
    let same =
        one.keys().chain(other.keys()).all(|taken| (area(&one, taken) - area(&other, taken)).abs() < 1e-6);
    prop_assert!(same, "{one:?}\n{other:?}");
    Ok(())
}

/// That the cells of all Guards have the areas found by integration.
fn areas_agree(position: &PlanePosition) -> Result<(), TestCaseError> {
    for region in Survey::new(position).regions() {
        let mut found = BTreeMap::new();
        for cell in &region.cells {
            let mut labels: Vec<String> =
                cell.value.captures.iter().map(|&id| position.piece(id).label.to_string()).collect();
            labels.sort();
            *found.entry(labels).or_insert(0.0) += cell.area;
        }
        let expected = areas(position, region.piece);
        for taken in found.keys().chain(expected.keys()) {
            let of = |areas: &BTreeMap<Vec<String>, f64>| areas.get(taken).copied().unwrap_or(0.0);
            let (found, expected) = (of(&found), of(&expected));
            prop_assert!(
                (found - expected).abs() < 1e-5,
                "{}: {position}\n{taken:?}: {found}, not {expected}",
                position.rules().variant.name()
            );
        }
    }
    Ok(())
}

/// A Guard, and pieces about it: some farther than touch from one that stands already by next to nothing.
fn any_position() -> impl Strategy<Value = PlanePosition> {
    let all = BOARDS.map(|(preset, more)| rules(preset, more));
    let place = prop_oneof![
        2 => (0.0..1.0f64, 0.0..1.0f64),
        1 => (prop_oneof![0.0..0.02f64, 0.98..1.0f64, 0.86..0.9f64], 0.0..1.0f64),
        1 => (0.8..1.0f64, prop_oneof![0.08..0.18f64, 0.82..0.92f64]),
    ];
    let beyond = prop_oneof![Just(0.0), (-10.5..-6.5f64).prop_map(|digits| 10f64.powf(digits))];
    // Which of those that stand it is near, at touch or where the reach ends in touch, or anywhere near.
    let piece = (
        prop::sample::select("nnpGgN".chars().collect::<Vec<_>>()),
        0..4usize,
        prop_oneof![3 => 0.0..TAU, 1 => prop::sample::select(vec![0.0, PI / 2.0, PI, 1.5 * PI])],
        prop::sample::select(vec![0.25, 0.25, 0.5, 0.75]),
        prop_oneof![2 => beyond, 1 => 0.0..0.4f64],
    );
    (prop::sample::select(all.to_vec()), place, prop::collection::vec(piece, 1..6))
        .prop_filter_map("a sound position", |(rules, place, pieces)| near_touch(&rules, place, &pieces))
}

type Near = (char, usize, f64, f64, f64);

fn near_touch(rules: &Arc<Rules>, place: (f64, f64), pieces: &[Near]) -> Option<PlanePosition> {
    let (w, h) = (rules.board.width(), rules.board.height());
    let mut placed = vec![(place.0 * w, place.1 * h)];
    let mut text = format!("Ga@{},{}'", placed[0].0, placed[0].1);
    let mut sound = PlanePosition::from_text(rules.clone(), &format!("{text} ; w")).ok();
    for (i, &(letter, near, angle, touch, more)) in pieces.iter().enumerate() {
        let from = placed[near.min(placed.len() - 1)];
        let d = touch + more;
        let at = (from.0 + d * angle.cos(), from.1 + d * angle.sin());
        let at = rules.board.canonical(Point::new(at.0, at.1)).0;
        let letter = if rules.variant.name() == "ring" && letter == 'p' { 'n' } else { letter };
        let next = format!("{text} {letter}{i}@{},{}'", at.x, at.y);
        if let Ok(position) = PlanePosition::from_text(rules.clone(), &format!("{next} ; w")) {
            (text, sound) = (next, Some(position));
            placed.push((at.x, at.y));
        }
    }
    sound
}

proptest! {
    #![proptest_config(super::cases(100, 2_000))]

    #[test]
    fn areas_are_those_of_integration(position in any_position()) {
        areas_agree(&position)?;
    }

    #[test]
    fn cells_are_judged_as_they_say(
        position in any_position(), places in prop::collection::vec((0.0..1.2f64, 0.0..1.2f64), 12)
    ) {
        regions_agree(&position, &places)?;
    }
}

/// A pawn 1e-8 beyond touch: of the disc where it is taken all but next to nothing is in reach. Many lines to corners of voids
/// meet where the Guard stands.
#[test]
fn a_guard_takes_what_it_nearly_touches() {
    let text = "Ga@4.812873542875028,5.030452647028129' pb@4.852101333173181,4.783549456549909' ; w";
    for (preset, more) in BOARDS.into_iter().filter(|board| board.0 != "ring") {
        let position = PlanePosition::from_text(rules(preset, more), text).expect("sound");
        let regions = Survey::new(&position).regions();
        let takes = |cell: &&continuum::plane::LandingCell| !cell.value.captures.is_empty();
        let area: f64 =
            regions.iter().flat_map(|region| region.cells.iter().filter(takes)).map(|c| c.area).sum();
        assert_abs_diff_eq!(area, PI / 16.0, epsilon = 1e-8);
    }
}

/// The Guard may land from 0.15 to 0.5 ahead to take the pawn, and `x` is the middle of that.
#[test]
fn a_guard_knows_the_farthest_place_and_the_capture_along_a_bearing() {
    let text = "Ga@4,4' Pa@4.5,4' ke@7.5,7.5' pb@4,4.4' Ke@1,1' ; w";
    let prepared = continuum::Prepared::preset("continuous").expect("a preset");
    let position = continuum::Position::from_text(&prepared, text).expect(text);
    let after = |m: &str| position.play(m).expect(m).to_string();
    assert!(after("Ga 180 max").contains("Ga@3.5,4'"));
    let taken = after("Ga 90 x");
    assert!(taken.contains("Ga@4,4.325'") && !taken.contains("pb@"), "{taken}");
    assert!(position.play("Ga 180 x").is_err(), "nothing is there");
}
