//! Laws of boards with seams: the predicate against spans and regions, the board unrolled, what is known by hand.
//!
//! `symmetry` turns such boards, and `quantised` holds them to the boards of cells.

use super::kinds::{regions_agree, rules_of, spans_agree};
use super::random::rules;
use super::regions::same_areas;
use continuum::chess::Color;
use continuum::game::{Analysis, PlaneAnalysis, SpanReport};
use continuum::geom::{Flips, Interval, Path, Point, Ray, Spans};
use continuum::plane::{Facing, LaneShape, Piece, PlanePosition, Rules, Survey};
use proptest::prelude::*;
use std::f64::consts::PI;
use std::sync::Arc;

/// Letter, place in parts of the board, heading, and a number for its suffixes.
pub type Placed = (char, (f64, f64), f64, u8);

/// Boards with seams, by preset and what is laid over it; the first eight have no voids.
const BOARDS: [(&str, &str); 10] = [
    ("cylinder", ""),
    ("mobius", ""),
    ("torus", "board_height = 8"),
    ("klein", "board_height = 8"),
    ("klein", "promotion_line = 3"),
    ("spherical", ""),
    ("pillow", ""),
    ("projective", ""),
    ("ring", ""),
    ("disc", ""),
];

fn any_rules() -> impl Strategy<Value = Arc<Rules>> {
    let more = [
        "",
        "zeno = true",
        "step = 0.5",
        "step = 1\nstep_metric = 'lattice'",
        "min_move_captures = true",
        "king_path = 'strict'",
        "rebirth = 'own'",
        "rebirth = 'circe'\nturns = 'scottish'",
    ];
    let presets =
        BOARDS.iter().flat_map(|(preset, own)| more.map(|more| (*preset, format!("{own}\n{more}"))));
    let presets = presets.map(|(preset, all)| rules(preset, &all));
    let files = ["cylinder", "torus"]
        .map(|board| rules_of("scenarios/variants", "menagerie.toml", &format!("board = '{board}'")));
    prop::sample::select(presets.chain(files).collect::<Vec<_>>())
}

/// What a piece's suffixes are, given a number.
fn suffix(rules: &Rules, letter: char, heading: f64, which: u8) -> String {
    let Some(kind) = rules.kind_of_letter(letter.to_ascii_uppercase()) else { return String::new() };
    let kind = rules.kind(kind);
    let mut out = if which & 4 == 0 { "'".to_owned() } else { String::new() };
    if kind.rule.has_heading() {
        out.push_str(&format!("^{heading}"));
    }
    if rules.variant.name() == "ring" {
        if kind.rule.pawn {
            out.push_str(["!cw", "!ccw"][usize::from(which & 1)]);
        }
    } else if kind.is_framed {
        out.push_str(["", "/x", "/y", "/xy"][usize::from(which & 3)]);
    }
    out
}

/// A sound position of all these pieces that may stand; no kings unless they are among them.
pub fn build(rules: &Arc<Rules>, pieces: &[Placed], white: bool) -> Option<PlanePosition> {
    let (mut text, mut sound) = (String::new(), None);
    let (width, height) = (rules.board.width(), rules.board.height());
    for (i, (letter, (x, y), heading, which)) in pieces.iter().enumerate() {
        let suffix = suffix(rules, *letter, *heading, *which);
        let more = format!("{text}{letter}{i}@{},{}{suffix} ", x * width, y * height);
        let read = |turn: &str| PlanePosition::from_text(rules.clone(), &format!("{more}; {turn}")).ok();
        let (one, other) = if white { ("w", "b") } else { ("b", "w") };
        if let Some(position) = read(one).or_else(|| read(other)) {
            text = more;
            sound = Some(position);
        }
    }
    sound
}

pub fn any_piece(letters: &'static str) -> impl Strategy<Value = Placed> {
    let near_seam = || prop_oneof![0.0..=1.0f64, 0.0..=0.06f64, 0.94..=1.0f64];
    let heading = prop_oneof![0.0..360.0f64, Just(90.0), Just(45.0), Just(0.0)];
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    (letter, (near_seam(), near_seam()), heading, any::<u8>())
}

pub const PIECES: &str = "QRBNPPSGFqrbnppsgf";
/// Those that have closed forms.
const DISCS: &str = "QRBNPPGqrbnppg";

pub fn any_position(letters: &'static str) -> impl Strategy<Value = PlanePosition> {
    (any_rules(), Just(letters)).prop_flat_map(|(rules, letters)| position_of(rules, letters, 12))
}

/// Both kings and fewer than `most` other pieces.
fn position_of(
    rules: Arc<Rules>,
    letters: &'static str,
    most: usize,
) -> impl Strategy<Value = PlanePosition> {
    let king =
        |letter: char| any_piece("K").prop_map(move |(_, at, heading, which)| (letter, at, heading, which));
    let pieces = prop::collection::vec(any_piece(letters), 0..most);
    (king('K'), king('k'), pieces, any::<bool>()).prop_filter_map(
        "a sound position",
        move |(white, black, mut pieces, turn)| {
            pieces.splice(0..0, [white, black]);
            build(&rules, &pieces, turn)
        },
    )
}

/// Boards so small that pieces which leap or ride far come near their own start again, where captures keep the least distance.
/// Both kings stand among a few pieces.
pub fn position_come_round() -> impl Strategy<Value = PlanePosition> {
    let boards = ["cylinder", "mobius", "torus", "klein", "spherical", "pillow", "projective"];
    let sizes = [(3.0, 3.0), (2.2, 4.0), (4.0, 2.2)];
    let more = ["", "min_move = 0.7", "zeno = true", "step = 0.5", "king_path = 'strict'"];
    let rules = boards.iter().flat_map(|board| {
        sizes.iter().flat_map(move |(width, height)| {
            more.map(|more| {
                let size = format!("board_width = {width}\nboard_height = {height}");
                let all =
                    format!("board = '{board}'\n{size}\nguard_reach = 3\nmin_move_captures = true\n{more}");
                rules_of("tests/data", "vaulters.toml", &all)
            })
        })
    });
    let rules = prop::sample::select(rules.collect::<Vec<_>>());
    // About Black's king, as it is seen over a seam that flips too.
    let beside = || (0.0..360.0f64, 0.2..1.0f64, any::<bool>());
    let pieces = prop::collection::vec((0..9usize, beside()), 1..6);
    let king = || (0.0..=1.0f64, 0.0..=1.0f64);
    (rules, king(), king(), pieces).prop_filter_map("a sound position", |(rules, ours, theirs, pieces)| {
        let (width, height) = (rules.board.width(), rules.board.height());
        let near = |(angle, distance, mirrored): (f64, f64, bool)| {
            let (x, y) =
                (theirs.0 * width, if mirrored { (1.0 - theirs.1) * height } else { theirs.1 * height });
            let v = continuum::geom::Vec2::from_angle(angle.to_radians()) * distance;
            ((x + v.x) / width, ((y + v.y) / height).clamp(0.0, 1.0))
        };
        let pieces = pieces.iter().map(|&(i, place)| (b"VJGGNVJrp"[i] as char, near(place), 0.0, 0));
        let kings = [('k', theirs, 0.0, 0), ('K', ours, 0.0, 0)];
        build(&rules, &kings.into_iter().chain(pieces).collect::<Vec<_>>(), true)
    })
}

/// Small boards with seams, whatever else is asked of them, and pieces of every kind.
fn any_small_position() -> impl Strategy<Value = PlanePosition> {
    let boards = ["cylinder", "mobius", "torus", "klein", "ring", "spherical", "pillow", "projective"];
    let sizes = [(3.0, 3.0), (2.5, 4.0), (4.0, 2.5), (2.5, 2.6), (5.0, 3.5)];
    let more = [
        "",
        "min_move = 0.6",
        "min_move = 0",
        "zeno = true",
        "zeno = true\nstep = 0.25",
        "step = 0.5",
        "step = 1\nstep_metric = 'lattice'",
        "min_move = 0.4\nmin_move_captures = true",
        "king_path = 'strict'",
        "king_path = 'end'",
        "rebirth = 'own'",
        "rebirth = 'circe'\nturns = 'scottish'",
    ];
    let files = [
        ("scenarios/variants", "menagerie.toml", "QRBNPPSGFCOqrbnppsgfco"),
        ("tests/data", "vaulters.toml", "VJGNPRvjgnpr"),
        ("tests/data", "bestiary.toml", "HYLTAZWUGQhyltazwugq"),
    ];
    let rules = (
        prop::sample::select(boards.to_vec()),
        prop::sample::select(sizes.to_vec()),
        prop::sample::select(more.to_vec()),
        prop::sample::select(vec![0.8, 1.5, 3.0]),
        prop::sample::select(files.to_vec()),
    );
    rules.prop_flat_map(|(board, (width, height), more, reach, (folder, file, letters))| {
        let size = format!("board_width = {width}\nboard_height = {height}\nmax_lane = 16");
        let all = format!("board = '{board}'\n{size}\nguard_reach = {reach}\n{more}");
        position_of(rules_of(folder, file, &all), letters, 6)
    })
}

proptest! {
    #![proptest_config(super::cases(60, 3000))]

    #[test]
    fn the_legal_set_is_what_the_predicate_allows(position in any_position(DISCS), random in prop::collection::vec(0.0..16.0f64, 6)) {
        spans_agree(&position, &random)?;
    }

    #[test]
    fn captures_alone_are_those_of_the_legal_set(position in any_position(DISCS)) {
        super::shortcuts::shortcuts_agree(&position)?;
    }

    #[test]
    fn the_legal_set_of_every_kind_is_too(position in any_position(PIECES), random in prop::collection::vec(0.0..16.0f64, 5), places in prop::collection::vec((0.0..1.2f64, 0.0..1.2f64), 25)) {
        spans_agree(&position, &random)?;
        regions_agree(&position, &places)?;
    }

    #[test]
    fn on_small_boards_it_is_so_too(
        position in any_small_position(),
        random in prop::collection::vec(0.0..16.0f64, 5),
        places in prop::collection::vec((-2.4..3.6f64, -2.4..3.6f64), 12),
    ) {
        spans_agree(&position, &random)?;
        regions_agree(&position, &places)?;
    }

    #[test]
    fn so_is_that_of_what_comes_round(
        position in position_come_round(),
        random in prop::collection::vec(0.0..16.0f64, 5),
        places in prop::collection::vec((-2.4..3.6f64, -2.4..3.6f64), 25),
    ) {
        spans_agree(&position, &random)?;
        regions_agree(&position, &places)?;
    }

    /// A king is in check where another piece of its shape could be taken.
    #[test]
    fn what_comes_round_takes_a_king_as_it_takes_others(position in position_come_round()) {
        let (white, text) = (position.side(Color::White), position.to_string());
        let checkers = Survey::of_side(&position, Color::Black).checkers();
        let others = text.replace("k0@", "q0@").replace("K1@", "Q1@").replace("; b", "; w");
        let others = PlanePosition::from_text(position.rules().clone(), &others).expect("as sound");
        let survey = Survey::new(&others);
        let target = others.find("q0".parse().expect("a label")).expect("there");
        for id in white.filter(|id| Some(*id) != position.king(Color::White)) {
            let spans = survey.legal_of(id);
            let regions = survey.regions_of(id);
            let takes = spans.iter().any(|span| span.captures.contains(&target))
                || regions.iter().flat_map(|region| &region.cells).any(|cell| cell.value.captures.contains(&target));
            prop_assert_eq!(checkers.contains(&id), takes, "{}: {}", position, position.piece(id).label);
        }
    }

    /// Point 2: the legal set of one piece is that on the plane with every other piece in each copy, cut where it comes round.
    #[test]
    fn a_board_unrolled_allows_the_same(
        board in 0..8usize,
        pieces in prop::collection::vec(any_piece(PIECES), 1..8),
        rule in prop::sample::select(vec!["", "step = 0.5", "min_move_captures = true", "step = 1\nstep_metric = 'lattice'"]),
    ) {
        let (preset, own) = BOARDS[board];
        let glued = rules(preset, &format!("{own}\n{rule}\nmax_lane = 16"));
        let Some(position) = build(&glued, &pieces, true) else { return Ok(()) };
        // Near a cone point a piece overlaps its own copies, which one plane cannot hold.
        let overlaps_itself = |piece: &Piece| {
            let images = position.rules().board.images_of(piece.at, piece.at, 1.1);
            images.len() > 1
        };
        if position.pieces().iter().any(overlaps_itself) {
            return Ok(());
        }
        for id in position.side(position.turn()) {
            let mover = position.piece(id);
            let flat = unrolled(&position, mover, rule);
            let Some(there) = flat.find(mover.label) else { continue };
            let (ours, theirs) = (Survey::new(&position).legal_of(id), Survey::new(&flat).legal_of(there));
            let lanes = position.rules().kind(mover.kind).lanes(mover.color());
            for (lane, rule) in lanes.iter().enumerate().filter(|(_, lane)| lane.shape != LaneShape::Area) {
                let path = mover.path_along(rule);
                let (cut, shift) = (if matches!(rule.shape, LaneShape::Turn(_)) { 400.0 } else { 16.0 }, 1e-7);
                let room = position.rules().board.room(&path);
                let mut expected: Vec<(Interval, Vec<String>)> = Vec::new();
                for span in theirs.iter().filter(|s| s.lane == lane) {
                    let mut names: Vec<String> = span.captures.iter().map(|&c| name(&flat.piece(c).label.to_string())).collect();
                    names.sort();
                    names.dedup();
                    let end = if names.is_empty() { room.around.min(cut) } else { (room.around - shift).min(cut) };
                    let mut parts = Spans::from(span.part).intersection(&Interval::closed(0.0, end).into(), 1e-9);
                    let least = if names.is_empty() { position.rules().min_move } else { position.rules().min_capture };
                    if let Path::Line { start, dir } = path {
                        let ray = Ray::new(start.at, dir);
                        let board = &position.rules().board;
                        for image in board.images_near(&path, cut, 1.0).iter().filter(|i| !i.is_identity()) {
                            parts = parts.difference(&too_near(&ray, image.place(start.at), least), 1e-9);
                        }
                    }
                    expected.extend(parts.parts().iter().map(|&part| (part, names.clone())));
                }
                let found: Vec<(Interval, Vec<String>)> = ours.iter().filter(|s| s.lane == lane).map(|s| {
                    let mut names: Vec<String> = s.captures.iter().map(|&c| position.piece(c).label.to_string()).collect();
                    names.sort();
                    (s.part, names)
                }).collect();
                // Promotion cuts spans in two on boards with walls; here only the set with its captures is compared.
                let (a, b) = (joined(found), joined(expected));
                let same = a.len() == b.len() && a.iter().zip(&b).all(|((p, x), (q, y))| {
                    x == y && (p.from - q.from).abs() < 1e-6 && (p.to - q.to).abs() < 1e-6
                });
                prop_assert!(same, "{}: {position}\n{} lane {lane}\n{a:?}\n{b:?}", position.rules().variant.name(), mover.label);
            }
        }
    }

    /// Point 1: with nothing within reach of a seam every legal set is the square's.
    #[test]
    fn far_from_seams_all_is_as_on_the_square(
        board in prop::sample::select(vec![("cylinder", ""), ("mobius", "board_width = 8"), ("torus", "board_height = 8"), ("klein", "board_height = 8"),
            ("spherical", "promotion_line = -1"), ("pillow", "promotion_line = -1"), ("projective", "board_height = 8")]),
        pieces in prop::collection::vec(any_piece("KkNPGnpg"), 1..10),
    ) {
        let glued = rules(board.0, board.1);
        // A knight goes 2.24 and overlaps 0.25 more.
        let middle = |(letter, (x, y), heading, which): Placed| (letter, (0.4 + 0.2 * x, 0.4 + 0.2 * y), heading, which);
        let Some(position) = build(&glued, &pieces.into_iter().map(middle).collect::<Vec<_>>(), true) else { return Ok(()) };
        let flat = PlanePosition::from_text(rules("continuous", ""), &position.to_string()).expect("sound on the square too");
        let (ours, theirs) = (analysis(&position), analysis(&flat));
        let same = |a: &SpanReport, b: &SpanReport| {
            (a.piece, a.bearing, &a.captures, a.promotes) == (b.piece, b.bearing, &b.captures, b.promotes)
                && (a.from - b.from).abs() < 1e-6 && (a.to - b.to).abs() < 1e-6
        };
        prop_assert_eq!((ours.status, ours.check), (theirs.status, theirs.check), "{}", position);
        prop_assert_eq!(ours.spans.len(), theirs.spans.len(), "{}", position);
        prop_assert!(ours.spans.iter().zip(&theirs.spans).all(|(a, b)| same(a, b)), "{position}");
        for (a, b) in ours.regions.iter().zip(&theirs.regions) {
            let area = |r: &continuum::game::RegionReport| r.cells.iter().map(|c| c.area).sum::<f64>();
            prop_assert!((area(a) - area(b)).abs() < 1e-9, "{position}");
        }
    }
}

/// The ends of all spans of a side's legal set, in order of piece and lane.
fn ends(preset: &str, more: &str, text: &str) -> Vec<(f64, f64)> {
    let position = PlanePosition::from_text(rules(preset, more), text).expect("sound");
    position.legal().iter().map(|span| (span.part.from, span.part.to)).collect()
}

/// Point 5: how far rooks and bishops go that have a board to themselves.
#[test]
fn a_rider_alone_goes_once_round() {
    let hole = (0.01f64 - 0.0016).sqrt();
    let diagonal = (0.1, 8.0 * 2f64.sqrt() - 0.1);
    let cases = [
        // Lanes in order of bearing: right, ahead, left, back.
        ("cylinder", "", "Ra@3,2' ; w", vec![(0.1, 7.9), (0.1, 6.0), (0.1, 7.9), (0.1, 2.0)]),
        ("mobius", "board_width = 8", "Ra@3,2' ; w", vec![(0.1, 15.9), (0.1, 6.0), (0.1, 15.9), (0.1, 2.0)]),
        ("mobius", "board_width = 8", "Ra@3,4' ; w", vec![(0.1, 7.9), (0.1, 4.0), (0.1, 7.9), (0.1, 4.0)]),
        (
            "mobius",
            "board_width = 8",
            "Ra@3,4.02' ; w",
            vec![
                (0.1, 8.0 - hole),
                (8.0 + hole, 15.9),
                (0.1, 3.98),
                (0.1, 8.0 - hole),
                (8.0 + hole, 15.9),
                (0.1, 4.02),
            ],
        ),
        ("torus", "board_height = 8", "Ba@3,2' ; w", vec![diagonal; 4]),
        // Up over the end, down the file opposite and over the other end: sixteen. No end brings x = 3 back earlier.
        ("spherical", "", "Ra@3,2' ; w", vec![(0.1, 7.9), (0.1, 15.9), (0.1, 7.9), (0.1, 15.9)]),
        ("pillow", "", "Ra@3,2' ; w", vec![(0.1, 7.9), (0.1, 15.9), (0.1, 7.9), (0.1, 15.9)]),
        // Through the cone points (8, 8) and (0, 0), at 7 sqrt 2 and sqrt 2, the way comes back on its track. The other diagonal
        // meets none, and closes at (-15, 17).
        (
            "pillow",
            "",
            "Ba@1,1' ; w",
            [14.0, 16.0, 2.0, 16.0].map(|n: f64| (0.1, n * 2f64.sqrt() - 0.1)).to_vec(),
        ),
    ];
    for (preset, more, text, expected) in cases {
        let found = ends(preset, more, text);
        let near = |(a, b): (&(f64, f64), &(f64, f64))| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
        let same = found.len() == expected.len() && found.iter().zip(&expected).all(near);
        assert!(same, "{preset} {text}: {found:?}");
    }
}

/// Point 6: a rook gives check by both ways round a cylinder, and one way shut leaves the other.
#[test]
fn a_rook_checks_from_both_sides() {
    let check = |between: &str| {
        let text = format!("Ke@4,4' {between} ke@4,7.5' ra@0,4' ; w");
        let position = PlanePosition::from_text(rules("cylinder", ""), &text).expect("sound");
        !Survey::new(&position).checkers().is_empty()
    };
    assert!(check(""));
    assert!(check("Na@2,4'") && check("Nb@6,4'"));
    assert!(!check("Na@2,4' Nb@6,4'"));
}

/// A Guard may leap round the board, but not to take a king beside it: a landing that takes the king is less than 0.9 from where
/// it stands. Where the king is farther off, a landing beyond it is far enough.
#[test]
fn a_leap_round_the_board_takes_nothing_near_its_start() {
    let least = "board_width = 3\nguard_reach = 2.9\nmin_move = 0.9\nmin_move_captures = true";
    for (preset, guard) in [("cylinder", "Ga@1,4'"), ("mobius", "Ga@1,4'"), ("mobius", "Ga@1,4.05'")] {
        for (king, takes) in [("1.4,4'", false), ("1.64,4'", false), ("1.7,4'", true)] {
            let read = |text: String| PlanePosition::from_text(rules(preset, least), &text).expect("sound");
            let checked = read(format!("{guard} ke@{king} ; b"));
            assert_eq!(Survey::new(&checked).in_check(), takes, "{preset} {guard} {king}");
            let other = read(format!("{guard} qe@{king} ; w"));
            let regions = Survey::new(&other).regions();
            let captures =
                regions.iter().flat_map(|region| &region.cells).any(|cell| !cell.value.captures.is_empty());
            assert_eq!(captures, takes, "{preset} {guard} {king}");
        }
    }
}

/// Straight along the board a Guard ends at its start seen again, 2.2 from it, and beside that line it goes on. Of the disc of its
/// reach only the discs about its start are no landings.
#[test]
fn a_leap_past_its_start_seen_again_goes_beside_it() {
    let small = "board_width = 2.2\nboard_height = 4\nguard_reach = 3\nmin_move = 0.1";
    for preset in ["torus", "klein"] {
        let position = PlanePosition::from_text(rules(preset, small), "Ga@1.1,1.99' ; w").expect("sound");
        let regions = Survey::new(&position).regions();
        let areas: Vec<f64> = regions.iter().flat_map(|region| &region.cells).map(|cell| cell.area).collect();
        assert!(
            matches!(areas[..], [area] if (area - (9.0 - 0.03) * PI).abs() < 1e-9),
            "{preset}: {areas:?}"
        );
    }
}

/// The distances at which a ray is nearer to a place than `least`.
fn too_near(ray: &Ray, place: Point, least: f64) -> Spans {
    let (along, offset) = (ray.along(place), ray.offset(place));
    if offset.abs() >= least - 1e-9 {
        return Spans::none();
    }
    let half = (least * least - offset * offset).sqrt();
    Interval::open(along - half, along + half).into()
}

#[test]
fn a_text_that_does_not_fit_its_board_is_refused() {
    for (preset, text, told) in [
        ("disc", "Ra@8.5,0.5 ; w", "is in a void"),
        ("disc", "Ra@-0.5,7.5 ; w", "is in a void"),
        ("mobius", "Ra@1,8.5 ; w", "y is from 0 to 8"),
        ("ring", "Pa@4.5,1.5/y ; w", "/ (a frame)"),
        ("mobius", "Ka@4.5,1.5/y ; w", "/ (a frame)"),
        ("cylinder", "Pa@4.5,1.5!cw ; w", "! (a direction)"),
        ("ring", "Ka@4.5,1.5!cw ; w", "! (a direction)"),
        ("ring", "Pa@4.5,1.5 ; w", "needs a direction"),
        ("cylinder", "Ka@0.1,4 pa@7.9,4 ; w", "overlaps Ka"),
        ("cylinder", "Ka@1,4 ra@5,4 ; b", "is in check from"),
    ] {
        let refused = PlanePosition::from_text(rules(preset, ""), text).expect_err(text).to_string();
        assert!(refused.contains(told), "{preset} {text}: {refused}");
    }
}

/// Places off the chart are read, and written where they are.
#[test]
fn any_real_number_is_read_on_a_glued_coordinate() {
    for (preset, text, canonical) in [
        ("cylinder", "Ka@-1.5,2' ; w", "Ka@6.5,2' ; w ; 0 1"),
        ("mobius", "Pa@11,2'/y ; w", "Pa@1,6'/y ; w ; 0 1"),
        ("klein", "Ka@1,13' ; w", "Ka@7,1' ; w ; 0 1"),
        ("torus", "Ka@-1e-17,12' ; w", "Ka@0,0' ; w ; 0 1"),
        ("spherical", "Ka@1,9' ; w", "Ka@5,7' ; w ; 0 1"),
        ("spherical", "Ka@6,8' ; w", "Ka@2,8' ; w ; 0 1"),
        ("pillow", "Ka@-1,-1' ; w", "Ka@1,1' ; w ; 0 1"),
        ("projective", "Ka@8,0' ; w", "Ka@0,12' ; w ; 0 1"),
        ("ring", "Pa@17.5,0.5 ; w", "Pa@1.5,0.5!ccw ; w ; 0 1"),
    ] {
        let position = PlanePosition::from_text(rules(preset, ""), text).expect("sound");
        assert_eq!(position.to_string(), canonical);
    }
}

/// Neighbouring spans with the same captures become one.
fn joined(spans: Vec<(Interval, Vec<String>)>) -> Vec<(Interval, Vec<String>)> {
    let mut out: Vec<(Interval, Vec<String>)> = Vec::new();
    for (part, names) in spans {
        match out.last_mut() {
            Some((last, same))
                if *same == names && (last.to - part.from).abs() < 1e-9 && part.from < part.to =>
            {
                last.to = part.to;
            }
            _ => out.push((part, names)),
        }
    }
    out
}

/// A label without the copy's mark.
fn name(label: &str) -> String {
    label.split('z').next().unwrap_or(label).to_owned()
}

/// The square board of so many copies, the mover on the middle one.
fn unrolled(position: &PlanePosition, mover: &Piece, rule: &str) -> PlanePosition {
    let board = position.rules().board;
    let (width, height) = (board.width(), board.height());
    let origin = mover.at;
    // Copies near enough to matter within 16 of the mover.
    let (right, up) = ((24.0 / width).ceil() * width, (24.0 / height).ceil() * height);
    let walls_above = !board.sheet().ends.is_glued();
    let up = if walls_above { 0.0 } else { up };
    let mut text = String::new();
    let images = board.images_about(origin, 20.0);
    for piece in position.pieces() {
        for (i, image) in images.iter().enumerate() {
            if piece.label == mover.label && !image.is_identity() {
                continue;
            }
            let at = image.place(piece.at);
            let inside = at.x + right >= 0.0
                && at.x <= width + right
                && (walls_above || (at.y + up >= 0.0 && at.y <= height + up));
            if !inside {
                continue;
            }
            let heading = piece.heading.map(|h| format!("^{}", image.flips.heading(h))).unwrap_or_default();
            let framed = position.rules().kind(piece.kind).is_framed;
            let facing = if framed { piece.facing.across(image.flips) } else { piece.facing };
            let frame = match facing {
                Facing::Player(flips) if flips.x || flips.y => {
                    format!("/{}{}", if flips.x { "x" } else { "" }, if flips.y { "y" } else { "" })
                }
                _ => String::new(),
            };
            let moved = if piece.moved { "'" } else { "" };
            let label = if piece.label == mover.label {
                piece.label.to_string()
            } else {
                format!("{}z{i}", piece.label)
            };
            text.push_str(&format!("{label}@{},{}{moved}{heading}{frame} ", at.x + right, at.y + up));
        }
    }
    let size = format!("board_width = {}\nboard_height = {}\n{rule}", width + 2.0 * right, height + 2.0 * up);
    let turn = if position.turn() == Color::White { "w" } else { "b" };
    PlanePosition::from_text(rules("continuous", &size), &format!("{text}; {turn}"))
        .unwrap_or_else(|e| panic!("{position}\n{text}: {e}"))
}

fn analysis(position: &PlanePosition) -> PlaneAnalysis {
    match Analysis::of(&continuum::game::Position::Plane(position.clone())) {
        Analysis::Plane(analysis) => analysis,
        Analysis::Lattice(_) => unreachable!("a plane position"),
    }
}

proptest! {
    #![proptest_config(super::cases(120, 3000))]

    /// Two generators give one legal set on boards with seams too.
    #[test]
    fn fast_equals_general(position in any_position(DISCS)) {
        let (fast, slow) = (Survey::new(&position), Survey::general(&position));
        prop_assert_eq!(fast.checkers(), slow.checkers(), "{}", position);
        let status = |survey: &Survey<'_>| position.status_given(survey, survey.has_legal_move());
        prop_assert_eq!(status(&fast), status(&slow), "{}", position);
        let (a, b) = (fast.legal(), slow.legal());
        let near = |a: f64, b: f64| (a - b).abs() <= 5e-5;
        // Two critical distances that are one by the tolerance: either may be the end, and only one of them may belong.
        let tied = |a: f64, b: f64| (a - b).abs() > 1e-10;
        let same = a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| {
            (a.piece, a.lane, &a.captures, a.promotes) == (b.piece, b.lane, &b.captures, b.promotes)
                && near(a.part.from, b.part.from) && near(a.part.to, b.part.to)
                && (a.part.open_from == b.part.open_from || tied(a.part.from, b.part.from))
                && (a.part.open_to == b.part.open_to || tied(a.part.to, b.part.to))
        });
        prop_assert!(same, "{}: {position}\n{a:?}\n{b:?}", position.rules().variant.name());
        same_areas(&fast, &slow)?;
    }
}

/// Just beside a seam a place is named from either side. The other places lie a mirror image away.
#[test]
fn a_position_is_repeated_by_a_piece_just_across_a_seam() {
    let near = 1e-10;
    let cases = [
        ("cylinder", (near, 3.0), (8.0 - near, 3.0), (8.0 - near, 5.0)),
        ("mobius", (near, 3.0), (10.0 - near, 5.0), (10.0 - near, 3.0)),
        ("torus", (3.0, near), (3.0, 12.0 - near), (5.0, 12.0 - near)),
        ("klein", (3.0, near), (5.0, 12.0 - near), (3.0, 12.0 - near)),
        ("spherical", (2.0, near), (6.0, near), (5.0, near)),
        ("pillow", (3.0, near), (5.0, near), (3.0, 8.0 - near)),
        ("projective", (3.0, near), (5.0, 12.0 - near), (3.0, 12.0 - near)),
        ("continuous", (3.0, 2.0), (3.0, 2.0 + near), (5.0, 2.0)),
    ];
    for (preset, here, across, mirrored) in cases {
        let rules = rules(preset, "");
        let with_rook_at = |(x, y): (f64, f64)| {
            PlanePosition::from_text(rules.clone(), &format!("Ka@4,7' Ra@{x:.10},{y:.10}' ka@7,4' ; w"))
                .expect("sound")
        };
        let position = with_rook_at(here);
        assert!(position.is_repetition_of(&with_rook_at(across)), "{preset}");
        assert!(!position.is_repetition_of(&with_rook_at(mirrored)), "{preset}");
    }
}

/// A body on a cone point covers its own image, which is turned by half a turn. So two frames lead to the same places, and a
/// position with one repeats that with the other.
#[test]
fn on_a_cone_point_two_frames_are_one() {
    let (plain, turned) = (["", "/xy"], ["/x", "/y"]);
    let cases = [
        ("pillow", (0.0, 0.0), plain, turned),
        ("pillow", (4.0, 0.0), plain, turned),
        ("pillow", (0.0, 8.0), turned, plain),
        ("pillow", (4.0, 8.0), plain, turned),
        ("projective", (0.0, 0.0), plain, turned),
        ("projective", (8.0, 0.0), turned, plain),
    ];
    for (preset, (x, y), [one, other], [mirrored, _]) in cases {
        let (rules, place) = (rules(preset, ""), Point::new(x, y));
        let with_pawn = |place: Point, frame: &str| {
            let text = format!("Pa@{place}'{frame} pb@0.9,1.1' pc@3.1,1.3' pd@0.6,7.1' pe@4.8,7.2' ; w");
            PlanePosition::from_text(rules.clone(), &text).expect("sound")
        };
        let (a, b) = (with_pawn(place, one), with_pawn(place, other));
        assert!(
            a.is_repetition_of(&a) && a.is_repetition_of(&b) && b.is_repetition_of(&a),
            "{preset} {place}"
        );
        assert!(!a.is_repetition_of(&with_pawn(place, mirrored)), "{preset} {place}");
        let beside = |frame: &str| with_pawn(Point::new(2.0, 4.0), frame);
        assert!(
            !beside(one).is_repetition_of(&beside(other)),
            "{preset}: half a turn counts beside a cone point"
        );
        let (a, b) = (analysis(&a), analysis(&b));
        assert!(!a.spans.is_empty() && a.spans.len() == b.spans.len(), "{preset} {place}");
        for (a, b) in a.spans.iter().zip(&b.spans) {
            assert_eq!((a.piece, a.bearing, &a.captures), (b.piece, b.bearing, &b.captures));
            assert!((a.from - b.from).abs() < 1e-9 && (a.to - b.to).abs() < 1e-9, "{a:?} {b:?}");
        }
        let mut flips = rules.board.flips_between(place, place, 1e-9);
        flips.sort_by_key(|flips| (flips.x, flips.y));
        assert_eq!(flips[..], [Flips::NONE, Flips { x: true, y: true }], "{preset} {place}");
    }
}
