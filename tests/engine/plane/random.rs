//! Positions made at random, for laws that hold in every position.

use continuum::chess::Label;
use continuum::geom::Point;
use continuum::notation::{Illegal, Reason};
use continuum::plane::{Move, MoveVerdict, PlanePosition, Rules};
use continuum::variant::{Rebirth, Variant};
use proptest::prelude::*;
use std::sync::Arc;
use toml::Table;

/// The rules of a preset with parameters laid over it, as TOML.
pub fn rules(preset: &str, overrides: &str) -> Arc<Rules> {
    let overrides: Table = overrides.parse().expect("toml");
    let variant = Variant::named(preset, &overrides).expect("a preset");
    Rules::new(variant).expect("on the plane")
}

/// Rules of every kind of plane variant.
pub fn any_rules() -> impl Strategy<Value = Arc<Rules>> {
    prop::sample::select(vec![
        ("continuous", ""),
        ("continuous", "min_move_captures = true\nmin_turn = 0"),
        ("continuous", "min_move = 0"),
        ("continuous", "king_path = 'strict'"),
        ("continuous", "king_path = 'end'\nboard_size = 6"),
        ("zeno", ""),
        ("discrete", ""),
        ("discrete", "step = 0.3\nmin_move = 0.4"),
        ("discrete", "step = 0.5\nstep_metric = 'lattice'"),
        ("zeno-discrete", "step = 0.2"),
        ("continuous", "rebirth = 'own'"),
        ("zeno", "rebirth = 'circe'\nturns = 'scottish'"),
        ("discrete", "rebirth = 'own'"),
        ("continuous", "rebirth = 'own'\nturns = 'scottish'"),
        ("continuous", "turns = 'scottish'\nmin_move_captures = true"),
        ("zeno", "rebirth = 'own'"),
    ])
    .prop_map(|(preset, overrides)| rules(preset, overrides))
}

/// A piece by letter, place and moved flag, its place in units of the board's side; `touch` puts it in exact touch
/// with the piece before it. Its `home` is where it is put back, in variants with rebirth.
#[derive(Debug, Clone)]
struct RandomPiece {
    letter: char,
    place: (f64, f64),
    moved: bool,
    touch: Option<f64>,
    home: Option<(f64, f64)>,
}

const PLAIN: &str = "QRBNPPqrbnpp";

fn random_piece(letters: &str) -> impl Strategy<Value = RandomPiece> + use<> {
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    let touch =
        prop::option::weighted(0.3, prop::sample::select(vec![0.0, 45.0, 60.0, 90.0, 135.0, 200.0, 300.0]));
    let home = prop::option::of((0.0..=1.0, 0.0..=1.0));
    (letter, (0.0..=1.0, 0.0..=1.0), any::<bool>(), touch, home)
        .prop_map(|(letter, place, moved, touch, home)| RandomPiece { letter, place, moved, touch, home })
}

/// A sound position with both kings and up to twenty other pieces, some in exact touch.
pub fn any_position() -> impl Strategy<Value = PlanePosition> {
    position_on(Just(None), PLAIN)
}

/// The same with Guards among the pieces.
pub fn position_with_guards() -> impl Strategy<Value = PlanePosition> {
    position_on(Just(None), "QRBNPGGqrbnpgg")
}

/// The same with centres on quarters or eighths of a unit, where many contacts come at once.
pub fn aligned_position() -> impl Strategy<Value = PlanePosition> {
    position_on(prop::sample::select(vec![Some(4.0), Some(8.0)]), PLAIN)
}

fn position_on(
    grid: impl Strategy<Value = Option<f64>>,
    letters: &'static str,
) -> impl Strategy<Value = PlanePosition> {
    let kings = [(0.0..=1.0f64, 0.0..=1.0f64), (0.0..=1.0f64, 0.0..=1.0f64)];
    let pieces = prop::collection::vec(random_piece(letters), 0..20);
    (any_rules(), grid, kings, pieces, any::<bool>(), 0..4u32).prop_filter_map(
        "a sound position",
        |(rules, grid, mut kings, mut pieces, white, played)| {
            if let Some(parts) = grid {
                let (w, h) = (rules.board.width() * parts, rules.board.height() * parts);
                let snap = |(x, y): (f64, f64)| ((x * w).round() / w, (y * h).round() / h);
                kings = kings.map(snap);
                for piece in &mut pieces {
                    piece.place = snap(piece.place);
                    piece.home = piece.home.map(snap);
                }
            }
            build(&rules, &kings, &pieces, white, played)
        },
    )
}

fn build(
    rules: &Arc<Rules>,
    kings: &[(f64, f64); 2],
    pieces: &[RandomPiece],
    white: bool,
    played: u32,
) -> Option<PlanePosition> {
    let king = |letter, place| RandomPiece { letter, place, moved: true, touch: None, home: None };
    let all = [king('K', kings[0]), king('k', kings[1])].into_iter().chain(pieces.iter().cloned());
    let mut placed: Vec<(f64, f64)> = Vec::new();
    let mut text = String::new();
    for (i, piece) in all.enumerate() {
        let (mut x, mut y) = (piece.place.0 * rules.board.width(), piece.place.1 * rules.board.height());
        if let (Some(degrees), Some(last)) = (piece.touch, placed.last()) {
            let (sin, cos) = f64::to_radians(degrees).sin_cos();
            (x, y) = (last.0 + rules.radius * cos, last.1 + rules.radius * sin);
        }
        let on_board = rules.board.contains(Point::new(x, y), 0.0);
        let apart = |q: &(f64, f64)| (q.0 - x).hypot(q.1 - y) >= rules.radius - 1e-12;
        if on_board && placed.iter().all(apart) {
            let flag = if piece.moved { "'" } else { "" };
            let reborn = piece.home.filter(|_| rules.variant.spec().rebirth != Rebirth::None);
            let home =
                reborn.map(|(x, y)| format!("={},{}", x * rules.board.width(), y * rules.board.height()));
            text.push_str(&format!("{}{i}@{x},{y}{flag}{} ", piece.letter, home.unwrap_or_default()));
            placed.push((x, y));
        }
    }
    let series = if rules.variant.spec().turns.is_progressive() {
        format!(" ; {played} 2 ; series=4 played={played}")
    } else {
        String::new()
    };
    let turn = |white: bool| format!("{text}; {}{series}", if white { 'w' } else { 'b' });
    let position = |white: bool| PlanePosition::from_text(rules.clone(), &turn(white)).ok();
    position(white).or_else(|| position(!white))
}

/// The predicate's answer; where a pawn promotes, that of the first piece it may become.
pub fn judge(position: &PlanePosition, m: Move) -> Result<MoveVerdict, Illegal> {
    match position.judge(m) {
        Err(Illegal { reason: Reason::Promotion, .. }) => {
            let all = position.rules().promotions();
            let judged = all.map(|kind| position.judge(m.promoting(kind)));
            judged.reduce(Result::or).expect("pawns promote")
        }
        verdict => verdict,
    }
}

/// The other side's version of a label.
pub fn swapped(label: Label) -> Label {
    let text = label.as_str();
    let (first, rest) = text.split_at(1);
    let upper = first.to_ascii_uppercase();
    let letter = if first == upper { first.to_ascii_lowercase() } else { upper };
    Label::new(&format!("{letter}{rest}")).expect("still a label")
}
