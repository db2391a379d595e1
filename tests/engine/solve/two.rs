//! Mates in two on the plane, their certificates, and what the checker says of false ones.

use super::plane::{near_mate, rules, shares};
use continuum::budget::Budget;
use continuum::chess::{Color, Status};
use continuum::geom::Interval;
use continuum::plane::{LaneShape, Move, PieceId, PieceIds, PlanePosition};
use continuum::solve::plane::{
    CellProof, Certificate, CheckOptions, CheckVerdict, Checked, KeyProof, KeyStretch, LinearFunction,
    LinearMove, Proven, SpanMoves, check, keys_in_two, mates_in_one, proof_of,
};
use proptest::prelude::*;
use toml::Table;

/// Ra and Rb keep the king at the edge. After a key of Ra to the height a the king has the heights up to a - 0.25, and Rb mates
/// at a height between a - 0.5 and 0.25: there is one while a is below 0.75. From a = 0.25 on down Ra itself checks, and
/// the king leaves the edge. So the key goes from 2.25, left out, to 2.75.
const TWO_ROOKS: &str = "Ka@4,7' Ra@0,3' Rb@8,4' ka@4,0' ; w";

/// Few random replies: the proof does not need them.
const SOME: CheckOptions = CheckOptions { samples: 20, seed: 1 };

fn position(preset: &str, text: &str) -> PlanePosition {
    PlanePosition::from_text(rules(preset, ""), text).expect("a position")
}

fn certificate(preset: &str, position: &PlanePosition, keys: Vec<KeyProof>) -> Certificate {
    Certificate {
        variant: preset.to_owned(),
        rules: Table::new(),
        position: position.to_string(),
        stipulation: Proven::MateInTwo,
        keys,
    }
}

fn checked(position: &PlanePosition, certificate: &Certificate) -> Checked {
    check(position, certificate, SOME).expect("discs")
}

/// The proof of one first move.
fn proof(position: &PlanePosition, label: &str, bearing: f64, distance: f64) -> Option<KeyProof> {
    let piece = position.find(label.parse().expect("a label")).expect("a piece");
    let fits = |lane: &usize| {
        let lane = &position.lanes(piece)[*lane];
        (position.piece(piece).bearing_along(lane) - bearing).abs() < 1e-6
    };
    let lane = (0..position.lanes(piece).len()).find(fits).expect("a lane");
    let part = Interval::point(distance);
    let key = KeyStretch { piece, lane, part, captures: PieceIds::new(), promotion: None };
    proof_of(position, &key, &Budget::default()).expect("discs")
}

#[test]
fn a_key_on_the_lane_of_a_turn_is_a_turn() {
    let position = position("continuous", "Ke@1,1' Sa@4,4'^90 ke@7,7' ; w");
    let piece = position.find("Sa".parse().expect("a label")).expect("a Sword");
    let is_turn = |lane: &usize| matches!(position.lanes(piece)[*lane].shape, LaneShape::Turn(_));
    let lane = (0..position.lanes(piece).len()).find(is_turn).expect("a turn");
    let part = Interval::point(90.0);
    let key = KeyStretch { piece, lane, part, captures: PieceIds::new(), promotion: None };
    position.judge(key.at(&position, 90.0)).expect("legal");
}

#[test]
fn a_waiting_rook_leaves_a_mate_to_every_reply() {
    let position = position("continuous", TWO_ROOKS);
    for (distance, solves) in [(2.2499, false), (2.2501, true), (2.5, true), (2.75, true), (2.7501, false)] {
        let found = proof(&position, "Ra", 270.0, distance);
        assert_eq!(found.is_some(), solves, "{distance}");
        if let Some(key) = found {
            let checked = checked(&position, &certificate("continuous", &position, vec![key]));
            assert!(checked.proven && checked.cells >= 2 && checked.played >= 40, "{checked:?}");
        }
    }
}

/// The certificate of a key, each of its cells cut in two.
fn sound() -> (PlanePosition, Certificate) {
    sound_on("continuous", TWO_ROOKS)
}

fn sound_on(preset: &str, text: &str) -> (PlanePosition, Certificate) {
    let position = position(preset, text);
    let mut key = proof(&position, "Ra", 270.0, 2.5).expect("it solves");
    for reply in &mut key.samples[0].replies {
        let cut = |cell: &CellProof| {
            let middle = cell.from.midpoint(cell.to);
            let first = CellProof { to: middle, open_to: true, ..cell.clone() };
            [first, CellProof { from: middle, open_from: false, ..cell.clone() }]
        };
        reply.cells = reply.cells.iter().flat_map(cut).collect();
    }
    let certificate = certificate(preset, &position, vec![key]);
    assert!(checked(&position, &certificate).proven);
    (position, certificate)
}

/// Applies a change to every cell that it can be applied to, one at a time, and says that each is refuted.
fn each_is_refuted(what: &str, change: impl Fn(&mut Vec<CellProof>, usize)) {
    let (position, sound) = sound();
    let replies = sound.keys[0].samples[0].replies.len();
    for reply in 0..replies {
        for cell in 0..sound.keys[0].samples[0].replies[reply].cells.len() {
            let mut damaged = sound.clone();
            change(&mut damaged.keys[0].samples[0].replies[reply].cells, cell);
            let checked = checked(&position, &damaged);
            assert!(!checked.proven && checked.refuted.is_some(), "{what}: {reply} {cell}: {checked:?}");
        }
    }
}

#[test]
fn a_widened_cell_is_refuted() {
    each_is_refuted("from", |cells, i| cells[i].from -= 1e-6);
    each_is_refuted("to", |cells, i| cells[i].to += 1e-6);
}

#[test]
fn a_narrowed_or_dropped_cell_is_refuted() {
    each_is_refuted("from", |cells, i| cells[i].from += 1e-6);
    each_is_refuted("dropped", |cells, i| {
        cells.remove(i);
    });
    each_is_refuted("twice", |cells, i| cells.insert(i, cells[i].clone()));
    each_is_refuted("an end left out", |cells, i| cells[i].open_from = !cells[i].open_from);
}

#[test]
fn wrong_answers_are_refuted() {
    for answer in ["Rb 270 3.7", "Rb 270 3.7-0.4*s", "Rb 0 1", "Rb 270 x", "Ra 270 0.2", "Qz 90 1"] {
        let answer = answer.parse().expect("an answer");
        each_is_refuted("answer", |cells, i| cells[i].answer = answer);
    }
}

#[test]
fn a_reply_or_a_sample_left_out_is_refuted() {
    let (position, sound) = sound();
    for reply in 0..sound.keys[0].samples[0].replies.len() {
        let mut damaged = sound.clone();
        damaged.keys[0].samples[0].replies.remove(reply);
        let why = checked(&position, &damaged).refuted.expect("refuted");
        assert!(why.contains("is not answered"), "{why}");
    }
    let refuted = |change: &dyn Fn(&mut KeyProof)| {
        let mut damaged = sound.clone();
        change(&mut damaged.keys[0]);
        checked(&position, &damaged).refuted.expect("refuted")
    };
    let why = refuted(&|key| key.samples.clear());
    assert!(why.contains("belongs to the key"), "{why}");
    let why = refuted(&|key| key.key.to = 2.6);
    assert!(why.contains("2.6 belongs to the key"), "{why}");
    refuted(&|key| (key.key.from, key.key.to, key.samples[0].distance) = (2.9, 2.9, 2.9));
    let why = refuted(&|key| key.key.bearing = 30.0);
    assert!(why.contains("does not move in this way"), "{why}");
    let mut none = sound.clone();
    none.keys.clear();
    assert!(checked(&position, &none).refuted.is_some());
}

/// The committed certificate of the first key above.
fn waiting_rook() -> (PlanePosition, Certificate) {
    let file = format!("{}/problems/waiting-rook.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(file).expect("a file");
    let mut certificate: Certificate = serde_json::from_str(&text).expect("a certificate");
    certificate.keys.truncate(1);
    (position("continuous", TWO_ROOKS), certificate)
}

/// `verify` took the key from -5 to 1e300 with one sample for proven.
#[test]
fn a_key_of_distances_that_are_no_move_is_refuted() {
    let (position, sound) = waiting_rook();
    let found = checked(&position, &sound);
    assert_eq!((found.verdict, found.whole, found.samples), (CheckVerdict::Samples, 0, 2), "{found:?}");
    let refuted = |change: &dyn Fn(&mut KeyProof)| {
        let mut damaged = sound.clone();
        damaged.keys[0].samples.truncate(1);
        let key = &mut damaged.keys[0].key;
        (key.open_from, key.open_to) = (true, true);
        assert_eq!(checked(&position, &damaged).verdict, CheckVerdict::Samples);
        change(&mut damaged.keys[0]);
        checked(&position, &damaged).refuted.expect("refuted")
    };
    let why = refuted(&|key| (key.key.from, key.key.to) = (-5.0, 1e300));
    assert!(why.contains("the legal set has Ra 270 [0.1, 3]"), "{why}");
    // The wall is at 3, and a move goes 0.1 at least.
    for (from, to) in [(2.25, 3.0 + 1e-6), (0.1 - 1e-6, 2.75), (f64::NEG_INFINITY, 2.75), (2.25, f64::NAN)] {
        let why = refuted(&|key| (key.key.from, key.key.to) = (from, to));
        assert!(why.contains("legal set has Ra 270") || why.contains("no distance"), "{why}");
    }
    let why = refuted(&|key| (key.key.from, key.key.to) = (2.75, 2.25));
    assert!(why.contains("holds no distance"), "{why}");
    let none: [&dyn Fn(&mut KeyProof); 4] = [
        &|key| key.key.promotes = true,
        &|key| key.promotion = Some('Q'),
        &|key| (key.key.promotes, key.promotion) = (true, Some('Q')),
        &|key| key.key.captures = vec!["ka".parse().expect("a label")],
    ];
    for change in none {
        let why = refuted(change);
        assert!(why.contains("the legal set has none"), "{why}");
    }
    let why = refuted(&|key| key.key.captures = vec!["pz".parse().expect("a label")]);
    assert!(why.contains("there is no pz"), "{why}");
    let why = refuted(&|key| key.key.piece = "ka".parse().expect("a label"));
    assert!(why.contains("it is white's turn"), "{why}");
    let why = refuted(&|key| key.samples.clear());
    assert!(why.contains("no sample but at its ends"), "{why}");
    let why = refuted(&|key| {
        key.key.open_to = false;
        key.samples[0].distance = key.key.to;
    });
    assert!(why.contains("no sample but at its ends"), "{why}");
    refuted(&|key| key.samples[0].distance = 2.0);
    refuted(&|key| {
        let twice = key.samples[0].replies[0].clone();
        key.samples[0].replies.push(twice);
    });
}

/// What lies between the samples of a key is not proven: from 2 on the key is legal, and below 2.25 it does not solve.
#[test]
fn a_key_is_proven_at_its_samples_alone() {
    let (position, mut wide) = waiting_rook();
    wide.keys[0].samples.truncate(1);
    let key = &mut wide.keys[0].key;
    (key.from, key.open_from, key.open_to) = (2.0, true, true);
    let found = checked(&position, &wide);
    assert_eq!((found.verdict, found.proven), (CheckVerdict::Samples, false), "{found:?}");
    // A key of one distance is proven whole.
    let key = &mut wide.keys[0];
    let only = key.samples[0].distance;
    (key.key.from, key.key.to, key.key.open_from, key.key.open_to) = (only, only, false, false);
    let found = checked(&position, &wide);
    assert_eq!((found.verdict, found.whole), (CheckVerdict::Proven, 1), "{found:?}");
}

/// An answer may move with the reply, and `max` names the distance that it moves.
#[test]
fn an_answer_that_changes_evenly_is_proven() {
    let (position, sound) = sound();
    let mut even = sound.clone();
    for reply in &mut even.keys[0].samples[0].replies {
        for cell in &mut reply.cells {
            let width = cell.to;
            cell.answer = format!("Rb 270 3.8+{}*s", 0.05 / width).parse().expect("an answer");
        }
    }
    let found = checked(&position, &even);
    assert!(found.proven, "{found:?}");
}

/// White's own pawn stands between Ra and the king. On a cylinder the rook attacks round the back; on the square the same key does
/// not solve.
#[test]
fn a_certificate_holds_across_a_seam() {
    let text = "Ka@4,7' Ra@1,3' Rb@7,4' Pc@2,0.5' ka@4,0' ; w";
    assert!(proof(&position("continuous", text), "Ra", 270.0, 2.5).is_none());
    let (position, sound) = sound_on("cylinder", text);
    for reply in 0..sound.keys[0].samples[0].replies.len() {
        for by in [-1e-6, 1e-6] {
            let mut damaged = sound.clone();
            damaged.keys[0].samples[0].replies[reply].cells[0].to += by;
            assert!(checked(&position, &damaged).refuted.is_some());
        }
        let mut damaged = sound.clone();
        damaged.keys[0].samples[0].replies.remove(reply);
        assert!(checked(&position, &damaged).refuted.is_some());
    }
}

/// The answers to the king's last replies follow a curve, and a stretch of first moves waits for them. It begins where the key ends,
/// and at its other end the first moves are refuted.
#[test]
fn what_is_undecided_is_narrow_and_says_which_reply_it_waits_for() {
    let position = position("zeno", "Ka@7,7' Ra@0,1.3' Rb@0.2,0.45' pa@2.8,0' ka@2.2,0' ; w");
    let found = keys_in_two(&position, &Budget::default()).expect("discs");
    let ([key], [undecided]) = (&found.keys[..], &found.undecided[..]) else { panic!("{found:?}") };
    let part = undecided.span.interval();
    assert_eq!((part.to, key.key.to, key.key.open_from), (key.key.from, 0.65, false));
    assert!(part.open_from && part.open_to && part.to - part.from < 2e-4, "{part:?}");
    let replies = undecided.waits_for.as_ref().expect("known replies");
    assert_eq!((replies.reply.piece.as_str(), replies.reply.bearing), ("ka", 180.0));
    assert!(0.24 < replies.reply.from && replies.reply.to < 0.25, "{replies}");
    for (distance, solves) in [(part.from - 1e-5, false), (part.from, false), (part.to, true), (0.6, true)] {
        assert_eq!(proof(&position, "Ra", 270.0, distance).is_some(), solves, "{distance}");
    }
}

/// By steps on a small board: the first moves that solve are those that plain play finds by trying everything.
fn few_pieces() -> impl Strategy<Value = PlanePosition> {
    let place = || (0u8..9, 0u8..9);
    let white =
        prop::collection::vec((prop::sample::select("QRRBN".chars().collect::<Vec<_>>()), place()), 1..3);
    let black =
        prop::collection::vec((prop::sample::select("pnb".chars().collect::<Vec<_>>()), place()), 0..2);
    (place(), place(), white, black).prop_filter_map("sound", |(own, other, white, black)| {
        let at = |(x, y): (u8, u8)| format!("{},{}'", f64::from(x) * 0.5, f64::from(y) * 0.5);
        let mut text = format!("K@{} k@{} ", at(own), at((other.0, 0)));
        for (i, (letter, place)) in white.into_iter().chain(black).enumerate() {
            text.push_str(&format!("{letter}{i}@{} ", at(place)));
        }
        PlanePosition::from_text(rules("discrete", "board_size = 4"), &format!("{text}; w")).ok()
    })
}

/// Every move of the side to move in a game of steps.
fn moves(position: &PlanePosition) -> Vec<Move> {
    let mut out = Vec::new();
    for span in position.legal() {
        assert!(span.part.is_point());
        let along = Move::along(span.piece, span.lane, span.part.from);
        match span.promotes {
            true => out.extend(position.rules().promotions().map(|kind| along.promoting(kind))),
            false => out.push(along),
        }
    }
    out
}

fn after(position: &PlanePosition, m: Move) -> PlanePosition {
    let mut after = position.clone();
    after.play(m).expect("a legal move");
    after
}

fn mates(position: &PlanePosition) -> bool {
    moves(position).into_iter().any(|m| after(position, m).status() == Status::Checkmate)
}

fn solves(position: &PlanePosition) -> bool {
    match position.status() {
        Status::Checkmate => true,
        Status::Ongoing => moves(position).into_iter().all(|reply| mates(&after(position, reply))),
        _ => false,
    }
}

proptest! {
    #![proptest_config(crate::plane::cases(4, 300))]

    #[test]
    fn keys_by_steps_are_those_of_plain_play(position in few_pieces()) {
        let mut expected: Vec<(PieceId, f64, f64)> = Vec::new();
        for m in moves(&position).into_iter().filter(|&m| solves(&after(&position, m))) {
            let bearing = position.piece(m.piece).bearing_along(&position.lanes(m.piece)[m.lane]);
            let verdict = position.judge(m).expect("legal");
            expected.push((m.piece, bearing, verdict.distance));
        }
        let found = keys_in_two(&position, &Budget::default()).expect("steps");
        prop_assert!(found.complete);
        let keys: Vec<(PieceId, f64, f64)> = found
            .keys
            .iter()
            .map(|key| (position.find(key.key.piece).expect("a piece"), key.key.bearing, key.key.from))
            .collect();
        prop_assert_eq!(keys, expected, "{}", position);
        if !found.keys.is_empty() {
            let checked = checked(&position, &certificate("discrete", &position, found.keys));
            prop_assert!(checked.proven, "{checked:?}");
        }
    }
}

/// Whether a reply may be answered by a move, and that mates, by plain play.
fn answered(replies: SpanMoves<'_>, answer: &LinearMove, s: f64) -> bool {
    let mut after = replies.played(s);
    after.play(answer.at(s)).is_ok() && after.status() == Status::Checkmate
}

/// Beside an end where contacts come together smoothly play still sees the tie that holds at the end itself.
const SMOOTH: f64 = 3e-5;

proptest! {
    #![proptest_config(crate::plane::cases(12, 600))]

    /// The replies that an answer mates are those of plain play, on every board: with an answer that stays and with one that
    /// goes on as the reply does.
    #[test]
    fn replies_that_an_answer_mates_are_those_of_plain_play(
        position in near_mate(),
        seed in any::<u64>(),
        by in prop::sample::select(vec![0.0, 0.0, 1.0, -1.0, 0.5, -0.7]),
    ) {
        let Some(position) = position.given_turn(Color::Black) else { return Ok(()) };
        let shares = shares(seed);
        for span in position.legal().iter().filter(|span| !span.part.is_point()) {
            let promotion = if span.promotes { position.rules().promotions().next() } else { None };
            let replies = SpanMoves { position: &position, span, promotion };
            let (from, to) = (span.part.from, span.part.to);
            let begin = from + shares[0] * (to - from);
            let after = replies.after(begin);
            for key in mates_in_one(&after).expect("discs").keys.iter().take(2) {
                let distance = LinearFunction { start: key.sample() - by * begin, slope: by };
                let answer = LinearMove { piece: key.piece, lane: key.lane, promotion: key.promotion, distance };
                let found = replies.mated_by(&answer, span.part);
                let told: Vec<Interval> = found.reached.parts().iter().chain(&found.undecided).copied().collect();
                let about = told.iter().flat_map(|part| [part.from - 1e-4, part.from + 1e-4, part.to - 1e-4, part.to + 1e-4]);
                let asked = shares.iter().map(|share| from + share * (to - from)).chain([begin]).chain(about);
                for s in asked.filter(|s| span.part.contains(*s)) {
                    let near = |part: &Interval| (part.from - s).abs() < SMOOTH || (part.to - s).abs() < SMOOTH;
                    if told.iter().any(near) || found.undecided.iter().any(|part| part.contains(s)) {
                        continue;
                    }
                    let said = found.reached.contains(s);
                    prop_assert_eq!(said, answered(replies, &answer, s), "{} {:?} {:?} at {} of {:?}", position, span, answer, s, told);
                }
            }
        }
    }
}
