//! Exact sets of mating distances, held to plain play: the judge and the status after each move.

use continuum::budget::Budget;
use continuum::chess::Status;
use continuum::plane::{KindId, Move, PieceId, PlanePosition, Rules};
use continuum::solve::Goal;
use continuum::solve::plane::{KeyStretch, Keys, Unsupported, keys_in_one};
use continuum::variant::{Rebirth, Variant};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::Arc;
use toml::Table;

pub fn rules(preset: &str, overrides: &str) -> Arc<Rules> {
    let overrides: Table = overrides.parse().expect("toml");
    let variant = Variant::named(preset, &overrides).expect("a preset");
    Rules::new(variant).expect("on the plane")
}

fn any_rules() -> impl Strategy<Value = Arc<Rules>> {
    prop::sample::select(vec![
        ("continuous", ""),
        ("continuous", ""),
        ("continuous", ""),
        ("zeno", ""),
        ("continuous", "min_move_captures = true"),
        ("continuous", "king_path = 'strict'"),
        ("continuous", "king_path = 'end'"),
        ("continuous", "board_size = 4"),
        ("continuous", "min_move = 0.4"),
        ("discrete", ""),
        ("cylinder", ""),
        ("mobius", ""),
        ("torus", ""),
        ("klein", ""),
        ("spherical", ""),
        ("pillow", ""),
        ("projective", ""),
        ("disc", ""),
        ("ring", ""),
        ("torus", "zeno = true"),
        ("disc", "zeno = true"),
        ("mobius", "min_move = 0.4"),
    ])
    .prop_map(|(preset, overrides)| rules(preset, overrides))
}

fn rules_of_rebirth() -> impl Strategy<Value = Arc<Rules>> {
    prop::sample::select(vec![
        ("continuous", "rebirth = 'circe'"),
        ("continuous", "rebirth = 'own'"),
        ("continuous", "rebirth = 'circe'\nking_path = 'strict'"),
        ("zeno", "rebirth = 'circe'"),
        ("discrete", "rebirth = 'circe'"),
        ("cylinder", "rebirth = 'circe'"),
        ("mobius", "rebirth = 'own'"),
        ("torus", "rebirth = 'circe'"),
        ("disc", "rebirth = 'circe'"),
    ])
    .prop_map(|(preset, overrides)| rules(preset, overrides))
}

/// Few pieces about a king that stands at an edge: some of these are mated in one.
pub fn near_mate() -> impl Strategy<Value = PlanePosition> {
    near_mate_by(any_rules())
}

/// The same where what is taken is put back: the homes are near the king, where they matter.
pub fn near_mate_with_rebirth() -> impl Strategy<Value = PlanePosition> {
    near_mate_by(rules_of_rebirth())
}

fn near_mate_by(rules: impl Strategy<Value = Arc<Rules>>) -> impl Strategy<Value = PlanePosition> {
    let place = || (0.0..1.0f64, 0.0..1.0f64);
    let king = (prop::bool::weighted(0.3), 0.0..1.0f64, 0.0..0.06f64);
    let white = prop::collection::vec(
        (prop::sample::select("QQQRRRBNPK".chars().collect::<Vec<_>>()), place()),
        2..6,
    );
    let black = prop::collection::vec(
        (prop::sample::select("pppnbrq".chars().collect::<Vec<_>>()), (-0.2..0.2f64, -0.2..0.2f64)),
        0..4,
    );
    let homes = prop::collection::vec((-0.2..0.2f64, 0.0..0.2f64), 10);
    (rules, king, white, black, homes).prop_filter_map(
        "sound",
        |(rules, (corner, along, aside), white, black, homes)| {
            let (w, h) = (rules.board.width(), rules.board.height());
            let along = if corner { 0.06 * along } else { along };
            let king = (along * w, aside * h);
            let mut placed = vec![king];
            let mut text = format!("k@{},{}' ", king.0, king.1);
            let mut kings = 0;
            let white = white.into_iter().map(|(letter, (x, y))| (letter, x * w, y * h));
            let black =
                black.into_iter().map(|(letter, (x, y))| (letter, king.0 + x * w, king.1 + y.abs() * h));
            for (i, (letter, x, y)) in white.chain(black).enumerate() {
                kings += u32::from(letter == 'K');
                let apart = |q: &(f64, f64)| (q.0 - x).hypot(q.1 - y) >= rules.radius;
                let inside = (0.0..=w).contains(&x) && (0.0..=h).contains(&y);
                if inside && placed.iter().all(apart) && (letter != 'K' || kings == 1) {
                    text.push_str(&format!("{letter}{i}@{x},{y}'"));
                    if rules.rebirth != Rebirth::None {
                        let (x, y) = (king.0 + homes[i].0 * w, king.1 + homes[i].1 * h);
                        text.push_str(&format!("={},{}", x.clamp(0.0, w), y.clamp(0.0, h)));
                    }
                    text.push(' ');
                    placed.push((x, y));
                }
            }
            PlanePosition::from_text(rules, &format!("{text}; w")).ok()
        },
    )
}

fn wanted(goal: Goal) -> Status {
    match goal {
        Goal::Mate => Status::Checkmate,
        Goal::Stalemate => Status::Stalemate,
    }
}

/// Whether a move may be played and reaches the goal, by plain play.
fn plays(position: &PlanePosition, m: Move, goal: Goal) -> bool {
    let mut after = position.clone();
    after.play(m).is_ok() && after.status() == wanted(goal)
}

fn says(keys: &Keys, piece: PieceId, lane: usize, promotion: Option<KindId>, d: f64) -> bool {
    let fits = |key: &&KeyStretch| (key.piece, key.lane, key.promotion) == (piece, lane, promotion);
    keys.keys.iter().filter(fits).any(|key| key.part.contains(d))
}

fn near_an_end(keys: &Keys, piece: PieceId, lane: usize, d: f64, near: f64) -> bool {
    let mut all = keys.keys.iter().chain(&keys.undecided);
    all.any(|key| {
        (key.piece, key.lane) == (piece, lane)
            && ((key.part.from - d).abs() < near || (key.part.to - d).abs() < near)
    })
}

/// How long two contacts stay within the tolerance of each other where they come together smoothly.
const SMOOTH: f64 = 3e-5;

/// Whether the distance is named as not decided.
fn unknown(keys: &Keys, piece: PieceId, lane: usize, d: f64) -> bool {
    keys.undecided.iter().any(|key| (key.piece, key.lane) == (piece, lane) && key.part.contains(d))
}

/// Asks plain play at random distances, and just beside every end; how many distances that were.
fn holds(position: &PlanePosition, keys: &Keys, goal: Goal, shares: &[f64]) -> Result<usize, TestCaseError> {
    let mut count = 0;
    let kinds: Vec<Option<KindId>> =
        std::iter::once(None).chain(position.rules().promotions().map(Some)).collect();
    for span in position.legal() {
        let kinds = if span.promotes { &kinds[1..] } else { &kinds[..1] };
        let (from, to) = (span.part.from, span.part.to);
        let ends = keys.keys.iter().filter(|k| (k.piece, k.lane) == (span.piece, span.lane));
        let ends = ends.flat_map(|k| [k.part.from, k.part.to]).filter(|d| span.part.contains(*d));
        let about = ends.flat_map(|d| [d - 1e-8, d, d + 1e-8, d - 1e-4, d + 1e-4]);
        let asked =
            shares.iter().map(|s| from + s * (to - from)).chain(about).filter(|d| span.part.contains(*d));
        for (d, promotion) in asked.flat_map(|d| kinds.iter().map(move |&kind| (d, kind))) {
            let m = Move { promotion, ..Move::along(span.piece, span.lane, d) };
            let exact = keys.keys.iter().any(|k| k.part.from == d || k.part.to == d);
            if !exact && near_an_end(keys, span.piece, span.lane, d, 4e-9) {
                continue;
            }
            if unknown(keys, span.piece, span.lane, d) {
                continue;
            }
            count += 1;
            let said = says(keys, span.piece, span.lane, promotion, d);
            let played = plays(position, m, goal);
            // Beside an end where contacts come together smoothly, play still sees the tie that holds at the end itself.
            if said != played && !exact && near_an_end(keys, span.piece, span.lane, d, SMOOTH) {
                continue;
            }
            prop_assert_eq!(
                said,
                played,
                "{} {} {} lane {} at {:?}: {:?}",
                position,
                goal.sign(),
                position.piece(span.piece).label,
                span.lane,
                d,
                keys.keys
            );
        }
    }
    Ok(count)
}

/// Forty numbers from 0 to 1, by a congruential sequence.
pub fn shares(seed: u64) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..40).map(|_| next()).collect()
}

/// The keys as text: `Rb 270 (2.75, 2.9)`, to nine decimals.
fn keys_of(preset: &str, text: &str, goal: Goal) -> Vec<String> {
    keys_by(rules(preset, ""), text, goal)
}

fn keys_by(rules: Arc<Rules>, text: &str, goal: Goal) -> Vec<String> {
    let position = PlanePosition::from_text(rules, text).expect("a position");
    let keys = keys_in_one(&position, goal, &Budget::default()).expect("discs");
    assert!(keys.undecided.is_empty(), "{text}: {:?}", keys.undecided);
    let text = |key: &KeyStretch| {
        let piece = position.piece(key.piece);
        let bearing = piece.bearing_along(&position.lanes(key.piece)[key.lane]);
        let (open, close) =
            (if key.part.open_from { '(' } else { '[' }, if key.part.open_to { ')' } else { ']' });
        let [from, to] = [key.part.from, key.part.to].map(|d| (d * 1e9).round() / 1e9);
        format!("{} {bearing:.0} {open}{from}, {to}{close} {}", piece.label, key.captures.len())
    };
    keys.keys.iter().map(text).collect()
}

/// The rook on the rank y = 0.6 attacks above 0.35. The other, at height b, checks the king on the edge below b = 0.25, and
/// leaves it the heights from b + 0.25 to 0.35: none where b > 0.1, exactly one at b = 0.1.
#[test]
fn two_rooks_mate_at_the_edge() {
    let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ; w";
    assert_eq!(keys_of("continuous", text, Goal::Mate), ["Rb 270 (2.75, 2.9) 0"]);
}

/// The same with a pawn whose capture ends at E = (6.2487.., 0.175), sqrt(0.25² - 0.025²) beside the rook's file: it reaches the
/// rook no farther than 0.25 from E, from b = 0.2 to b = 0.15, both included.
#[test]
fn a_pawn_that_just_reaches_the_rook_makes_a_hole() {
    let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' pa@7.248746859276655,1.175' ; w";
    assert_eq!(keys_of("continuous", text, Goal::Mate), ["Rb 270 (2.75, 2.8) 0", "Rb 270 (2.85, 2.9) 0"]);
}

/// The same in Circe. Where the rook is put back at (1, 0.15) it still attacks the king, so the pawn may not take it: the hole
/// is shut. At (1, 7) it does not, and without a home it is gone.
#[test]
fn a_rook_that_is_reborn_shuts_the_hole() {
    let keys = |home: &str| {
        let text = format!("Ka@7,7' Ra@0,0.6' Rb@6,3'{home} ka@4,0' pa@7.248746859276655,1.175' ; w");
        keys_by(rules("continuous", "rebirth = 'circe'"), &text, Goal::Mate)
    };
    let with_hole = ["Rb 270 (2.75, 2.8) 0", "Rb 270 (2.85, 2.9) 0"];
    assert_eq!(keys("=1,0.15"), ["Rb 270 (2.75, 2.9) 0"]);
    assert_eq!(
        (keys("=1,7"), keys("")),
        (with_hole.map(str::to_owned).into(), with_hole.map(str::to_owned).into())
    );
}

/// The rook takes the bishop from (6, 0.2), at their contact, and mates unless the bishop is put back on the line. At
/// (5.9, 0.1) the rook covers it, so it is gone; at (5.8, 0) it does not.
#[test]
fn a_piece_that_is_put_back_shuts_the_line() {
    let keys = |home: &str| {
        let text = format!("Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' ba@6.15,0'={home} ; w");
        keys_by(rules("continuous", "rebirth = 'circe'"), &text, Goal::Mate)
    };
    let mate = ["Rb 270 [2.8, 2.8] 1"];
    assert_eq!(
        (keys("1,7"), keys("5.9,0.1")),
        (mate.map(str::to_owned).into(), mate.map(str::to_owned).into())
    );
    assert_eq!((keys("5.5,0"), keys("5.8,0")), (Vec::new(), Vec::new()));
}

/// The queen's file passes between two pieces beside the king that it just grazes. On either side one of them shields the
/// king as it steps away from the queen. She reaches the file from (5.5, 2.5) along two bearings.
#[test]
fn a_lane_between_two_pieces_mates_at_one_distance() {
    let text = "ka@0.25,0.5' Kb@8,5.25' Qc@5.5,2.5' bd@0,0.5' re@0.5,0.5' ; w";
    assert_eq!(
        keys_of("continuous", text, Goal::Mate),
        ["Qc 135 [7.424621202, 7.424621202] 0", "Qc 180 [5.25, 5.25] 0"]
    );
}

/// A rook that takes both pawns before it at once opens the rank: taking one of them would leave the other between it and
/// the king.
#[test]
fn a_double_capture_mates() {
    let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' ka@4,0' pa@6.15,0' pb@5.85,0' ; w";
    assert_eq!(keys_of("continuous", text, Goal::Mate), ["Rb 270 [2.8, 2.8] 2"]);
}

/// The check begins just where the pawn's circle does. Its crossing with the king's way reaches the edge a little later, at
/// 4.69297; by plain play the king has a move at 4.6925 and none at 4.693.
#[test]
fn a_key_begins_behind_the_beginning_of_a_curve() {
    let text = "k@2.53253012115358,0.1473824425195154' P0@2.9992983714292367,0.255925246512381' \
                Q1@6.446458358003204,1.2363527114006612' Q2@1.7471485076396085,0.5779348405309546' ; w";
    let keys = keys_of("continuous", text, Goal::Mate);
    assert!(keys.iter().any(|key| key.starts_with("Q1 180 [4.692975362,")), "{keys:?}");
}

#[test]
fn pieces_that_are_no_discs_are_refused_and_steps_are_not() {
    let text = "Ka@7,7' Ra@0,0.6' Rb@6,3' Ga@2,5' ka@4,0' ; w";
    let position = PlanePosition::from_text(rules("continuous", ""), text).expect("a position");
    assert!(matches!(
        keys_in_one(&position, Goal::Mate, &Budget::default()),
        Err(Unsupported::Piece { kind: 'G', .. })
    ));
    // By steps every distance stands alone.
    let text = "Ka@7,7' Ra@0,0.5' Rb@6,3' ka@4,0' ; w";
    assert_eq!(keys_of("discrete", text, Goal::Mate), ["Rb 270 [3, 3] 0"]);
}

/// So many distances are played.
const DISTANCES: usize = if cfg!(debug_assertions) { 8_000 } else { 1_000_000 };

/// The set of mating distances is what plain play finds, at random distances and just beside every end.
#[test]
fn mating_distances_are_those_of_plain_play() {
    mates_are_played(&near_mate(), DISTANCES);
}

/// The same where captured pieces are put back.
#[test]
fn mating_distances_with_rebirth_are_those_of_plain_play() {
    mates_are_played(&near_mate_with_rebirth(), DISTANCES / 4);
}

fn mates_are_played(positions: &impl Strategy<Value = PlanePosition>, distances: usize) {
    let mut runner = TestRunner::default();
    let mut played = 0;
    while played < distances {
        let position = positions.new_tree(&mut runner).expect("a position").current();
        let seed = any::<u64>().new_tree(&mut runner).expect("a number").current();
        let keys = keys_in_one(&position, Goal::Mate, &Budget::default()).expect("discs");
        played += holds(&position, &keys, Goal::Mate, &shares(seed)).unwrap_or_else(|e| panic!("{e}"));
    }
}

proptest! {
    #![proptest_config(crate::plane::cases(12, 1500))]

    /// The same for stalemate.
    #[test]
    fn stalemating_distances_are_those_of_plain_play(position in near_mate(), seed in any::<u64>()) {
        let keys = keys_in_one(&position, Goal::Stalemate, &Budget::default()).expect("discs");
        holds(&position, &keys, Goal::Stalemate, &shares(seed))?;
    }
}
