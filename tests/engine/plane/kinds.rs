//! Laws of pieces of every kind: the predicate against spans and regions, mirrors.

use super::random::judge;
use approx::assert_abs_diff_eq;
use continuum::chess::Color;
use continuum::game::{Analysis, PlaneAnalysis, RegionReport};
use continuum::geom::{Interval, Point, Vec2};
use continuum::plane::{LaneShape, Move, PlanePosition, Rules, Survey};
use continuum::variant::{Rebirth, Variant};
use continuum::{Game, Prepared};
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;
use toml::Table;

/// A variant file's rules with parameters laid over them.
pub fn rules_of(folder: &str, file: &str, overrides: &str) -> Arc<Rules> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let overrides: Table = overrides.parse().expect("toml");
    let text = std::fs::read_to_string(folder.join(file)).expect("a variant file");
    let variant = Variant::read(&text, &overrides).expect("a variant");
    Rules::new(variant).expect("on the plane")
}

fn any_rules() -> impl Strategy<Value = Arc<Rules>> {
    let all = [
        "",
        "min_move_captures = true",
        "min_move = 0",
        "zeno = true",
        "step = 0.5",
        "king_path = 'strict'",
        "rebirth = 'own'",
        "rebirth = 'circe'\nturns = 'scottish'",
        "rebirth = 'own'\nstep = 0.5",
        "rebirth = 'own'\nzeno = true",
        "turns = 'scottish'",
        "turns = 'scottish'\nmin_move_captures = true",
        "turns = 'scottish'\nrebirth = 'own'",
    ];
    let files = [("scenarios/variants", "menagerie.toml"), ("tests/data", "bestiary.toml")];
    let rules =
        files.iter().flat_map(|(folder, file)| all.map(|overrides| rules_of(folder, file, overrides)));
    prop::sample::select(rules.collect::<Vec<_>>())
}

type Placed = (char, (f64, f64), f64);

/// A sound position in which pieces of every kind may stand; `pieces` are letters, places and headings.
fn build(rules: &Arc<Rules>, pieces: &[Placed], white: bool) -> Option<PlanePosition> {
    let kings = [('K', (0.55, 0.1), 0.0), ('k', (0.5, 0.9), 0.0)];
    let mut text = String::new();
    let mut sound = None;
    // In a series the next move is not its last.
    let series = if rules.turns.is_progressive() { " ; 0 2 ; series=4 played=1" } else { "" };
    for (i, (letter, (x, y), heading)) in kings.iter().chain(pieces).enumerate() {
        let elongated = "SsHhYyWwUu".contains(*letter);
        let suffix = if elongated { format!("^{heading}") } else { String::new() };
        // A home near the middle, where pieces meet.
        let home = if rules.rebirth == Rebirth::None || i % 3 == 0 {
            String::new()
        } else {
            format!("={},{}", 2.0 + y * 4.0, 2.0 + x * 4.0)
        };
        let more = format!(
            "{text}{letter}{i}@{},{}'{suffix}{home} ",
            x * rules.board.width(),
            y * rules.board.height()
        );
        let read =
            |turn: &str| PlanePosition::from_text(rules.clone(), &format!("{more}; {turn}{series}")).ok();
        let (one, other) = if white { ("w", "b") } else { ("b", "w") };
        if let Some(position) = read(one).or_else(|| read(other)) {
            text = more;
            sound = Some(position);
        }
    }
    sound
}

/// Pieces of all kinds of a variant, many of them in a crowd about Black's king.
pub fn any_position() -> impl Strategy<Value = PlanePosition> {
    let place = prop_oneof![(0.0..=1.0f64, 0.0..=1.0f64), (0.35..=0.65f64, 0.75..=1.0f64)];
    let heading = prop_oneof![0.0..360.0f64, Just(90.0), Just(45.0)];
    let pieces = prop::collection::vec((any::<prop::sample::Index>(), place, heading), 1..16);
    (any_rules(), pieces, any::<bool>()).prop_filter_map("a sound position", |(rules, pieces, white)| {
        let all: Vec<char> = rules.kinds().iter().map(|k| k.rule.letter).filter(|l| *l != 'K').collect();
        let letters: Vec<char> = all.iter().flat_map(|l| [*l, l.to_ascii_lowercase()]).collect();
        let pieces: Vec<Placed> =
            pieces.iter().map(|(i, place, heading)| (*i.get(&letters), *place, *heading)).collect();
        build(&rules, &pieces, white)
    })
}

/// Every landing and sample is judged as the regions say.
pub fn regions_agree(position: &PlanePosition, random: &[(f64, f64)]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    for region in survey.regions() {
        let at = position.piece(region.piece).at;
        for place in places(at, random) {
            // Inside by the winding of the flattened outline; what is near an outline is left out.
            let near = region
                .cells
                .iter()
                .flat_map(|c| c.outlines.iter().flatten())
                .any(|side| side.curve.offset(place).abs() < 1e-3);
            if near {
                continue;
            }
            let cell = region.cells.iter().find(|c| {
                let winding = |outline: &Vec<continuum::geom::CellSide>| {
                    let points: Vec<Point> = outline.iter().flat_map(|s| s.points(1e-6)).collect();
                    let turn = |i: usize| {
                        let (a, b) = (points[i] - place, points[(i + 1) % points.len()] - place);
                        a.perp_dot(b).atan2(a.dot(b))
                    };
                    (0..points.len()).map(turn).sum::<f64>()
                };
                c.area > 0.0 && c.outlines.iter().map(winding).sum::<f64>() > 3.0
            });
            let m = Move::to(region.piece, region.lane, place);
            match (judge(position, m), cell) {
                (Ok(verdict), Some(cell)) => prop_assert_eq!(&verdict.captures, &cell.value.captures),
                (Err(_), None) => {}
                (verdict, cell) => prop_assert!(false, "{position}\n{place}: {verdict:?} {cell:?}"),
            }
        }
        for cell in &region.cells {
            let m = Move::to(region.piece, region.lane, cell.sample);
            prop_assert!(judge(position, m).is_ok(), "{position}\nsample {}", cell.sample);
        }
    }
    Ok(())
}

/// Places of a region worth asking about.
fn places(at: Point, random: &[(f64, f64)]) -> impl Iterator<Item = Point> {
    random.iter().map(move |(x, y)| Point::new(at.x + x - 0.6, at.y + y - 0.6))
}

/// So is every landing of a leap to any place along a bearing.
fn bearings_agree(position: &PlanePosition, random: &[(f64, f64)]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    for region in survey.regions() {
        let mover = position.piece(region.piece);
        let ahead = if mover.color() == Color::White { 0.0 } else { 180.0 };
        for (bearing, d) in random.iter().map(|(x, y)| ((x * 300.0).floor(), *y)) {
            let spans = survey.legal_along(region.piece, bearing);
            let near = |part: &Interval| (part.from - d).abs() < NEAR || (part.to - d).abs() < NEAR;
            if spans.iter().any(|found| near(&found.part)) {
                continue;
            }
            let to = mover.at + Vec2::from_angle((bearing + ahead).to_radians()) * d;
            let m = Move::to(region.piece, region.lane, to);
            match (judge(position, m), spans.iter().find(|found| found.part.contains(d))) {
                (Ok(verdict), Some(found)) => prop_assert_eq!(&verdict.captures, &found.value.captures),
                (Err(_), None) => {}
                (verdict, span) => {
                    prop_assert!(false, "{position}\n{} {bearing} {d}: {verdict:?} {span:?}", mover.label);
                }
            }
        }
    }
    Ok(())
}

const NEAR: f64 = 1e-4;

/// Every distance is judged as the spans say: those at random, and the middle of each span.
pub fn spans_agree(position: &PlanePosition, random: &[f64]) -> Result<(), TestCaseError> {
    let survey = Survey::new(position);
    for id in position.side(position.turn()) {
        let spans = survey.legal_of(id);
        let mover = position.piece(id);
        for (lane, rule) in position.rules().kind(mover.kind).lanes(mover.color()).iter().enumerate() {
            if rule.shape == LaneShape::Area {
                continue;
            }
            let scale = if matches!(rule.shape, LaneShape::Turn(_)) { 45.0 } else { 1.0 };
            let mine: Vec<_> = spans.iter().filter(|s| s.lane == lane).collect();
            let middles = mine.iter().map(|s| s.part.from.midpoint(s.part.to));
            for d in random.iter().map(|d| d * scale).chain(middles) {
                let near = |s: &&&continuum::plane::Span| {
                    (s.part.from - d).abs() < NEAR || (s.part.to - d).abs() < NEAR
                };
                if mine.iter().any(|s| near(&s) && !(s.part.is_point() && s.part.from == d)) {
                    continue;
                }
                let within = mine.iter().find(|s| s.part.contains(d));
                let m = position.move_by(id, lane, d).expect("a way with distances");
                match (judge(position, m), within) {
                    (Ok(verdict), Some(span)) => {
                        prop_assert_eq!(
                            &verdict.captures,
                            &span.captures,
                            "{} {} {}",
                            position,
                            mover.label,
                            d
                        );
                        prop_assert_eq!(verdict.promotes, span.promotes);
                    }
                    (Ok(_), None) => prop_assert!(
                        false,
                        "{position}\n{} lane {lane} at {d} is not in the set",
                        mover.label
                    ),
                    (Err(why), Some(_)) => {
                        prop_assert!(false, "{position}\n{} lane {lane} at {d}: {why}", mover.label);
                    }
                    (Err(_), None) => {}
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::cases(60, 2000))]

    #[test]
    fn spans_are_what_the_predicate_allows(position in any_position(), random in prop::collection::vec(0.0..8.0f64, 5)) {
        spans_agree(&position, &random)?;
    }

    #[test]
    fn ends_are_what_the_predicate_says(position in any_position()) {
        super::laws::ends_agree(&position)?;
    }

    #[test]
    fn regions_are_what_the_predicate_allows(position in any_position(), random in prop::collection::vec((0.0..1.2f64, 0.0..1.2f64), 40)) {
        regions_agree(&position, &random)?;
        bearings_agree(&position, &random[..10])?;
    }

    #[test]
    fn left_is_right_in_the_mirror(position in any_position()) {
        let size = position.rules().board.width();
        let mut text = String::new();
        for piece in position.pieces() {
            let heading = piece.heading.map(|h| format!("^{}", 180.0 - h)).unwrap_or_default();
            let home = piece.home.map(|home| format!("={},{}", size - home.x, home.y)).unwrap_or_default();
            text.push_str(&format!("{}@{},{}'{heading}{home} ", piece.label, size - piece.at.x, piece.at.y));
        }
        let turn = if position.turn() == Color::White { "w" } else { "b" };
        let series = position.to_string().splitn(3, ';').nth(2).map(|rest| format!(" ;{rest}")).unwrap_or_default();
        let mirrored = PlanePosition::from_text(position.rules().clone(), &format!("{text}; {turn}{series}")).expect("as sound as before");
        let (ours, theirs) = (analysis(&position), analysis(&mirrored));
        prop_assert_eq!((ours.status, ours.check, ours.spans.len()), (theirs.status, theirs.check, theirs.spans.len()));
        let total = |a: &PlaneAnalysis| a.spans.iter().map(|s| s.to - s.from).sum::<f64>();
        assert_abs_diff_eq!(total(&ours), total(&theirs), epsilon = 1e-4);
        prop_assert_eq!(ours.regions.len(), theirs.regions.len());
        for (a, b) in ours.regions.iter().zip(&theirs.regions) {
            let area = |r: &RegionReport| r.cells.iter().map(|c| c.area).sum::<f64>();
            // What is hardly an area may be a curve or a point in the mirror, by rounding.
            let cells = |r: &RegionReport| r.cells.iter().filter(|c| c.area > 1e-9).count();
            prop_assert_eq!((a.piece, cells(a)), (b.piece, cells(b)), "{}", position);
            assert_abs_diff_eq!(area(a), area(b), epsilon = 1e-6);
        }
    }
}

fn analysis(position: &PlanePosition) -> PlaneAnalysis {
    match Analysis::of(&continuum::game::Position::Plane(position.clone())) {
        Analysis::Plane(analysis) => analysis,
        Analysis::Lattice(_) => unreachable!("a plane position"),
    }
}

/// A pawn goes over a Flea that it overlaps from the start, since such an overlap stops no move. The position that results is
/// read back.
#[test]
fn enemies_of_unlike_extents_may_overlap_each_other() {
    let continuous = Prepared::preset("continuous").expect("a preset");
    let read = |text: &str| continuum::Position::from_text(&continuous, text);
    let mut game = Game::new(read("Fa@4,4' pa@4,4.2' ; b").expect("only the pawn overlaps"));
    game.play("pa 90 0.15").expect("nothing stops it");
    let text = game.position().to_string();
    assert_eq!(read(&text).expect("both overlap").to_string(), text);
    for (text, other) in
        [("Fa@4,4' fa@4,4.05' ; w", "Fa"), ("Fa@4,4' Pa@4,4.2' ; w", "Fa"), ("Ra@4,4 pa@4,4.2 ; w", "Ra")]
    {
        let refused = read(text).expect_err(text).to_string();
        assert!(refused.contains(&format!("overlaps {other}")), "{text}: {refused}");
    }
}
