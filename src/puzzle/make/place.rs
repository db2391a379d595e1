//! Placing a few pieces at random, and tidying up positions of games.

use crate::chess::Color;
use crate::engine::Dice;
use crate::game::{Position, Prepared};
use crate::geom::{Point, Vec2, functions};
use crate::notation::number_text;
use crate::puzzle::collection::Theme;
use crate::{lattice, plane};

/// The sets of pieces beside the king of the side to move.
const OWN: &[&str] =
    &["QR", "RR", "QN", "QB", "RB", "RN", "QP", "RP", "RRN", "QRP", "RBN", "QBN", "BBN", "RBP", "QNP"];

/// The pieces beside the king of the side to move, for a mate in two: with more there is nearly always a mate at once.
const OWN_IN_TWO: &[&str] = &["QR", "RR", "QN", "QB", "RB", "RN", "Q", "QP"];

/// The pieces beside the other king.
const OTHER: &[&str] = &["", "P", "N", "R", "B", "PP", "NP", "RP", "BN", "PPN", "RN", "RBP", "QP"];

/// The pieces beside the other king, for a mate in two.
const OTHER_IN_TWO: &[&str] = &["", "", "P", "PP", "N", "B"];

/// The pieces of the side in check, and of the side that checks.
const CHECKED: &[&str] = &["QRN", "RBN", "RB", "QPP", "RNPP", "BBNP", "RRP", "QBN"];
const CHECKING: &[&str] = &["QR", "QB", "RRB", "QN", "QRN", "RBN", "QRB"];

/// The pieces of the side that captures several.
const TAKING: &[&str] = &["QN", "RN", "NB", "QNR", "NN", "QRB", "NP", "QB"];

/// The grid on which pieces are placed, board units.
const GRAIN: f64 = 0.05;

/// The distance of a captured centre from the disc that captures it, board units.
const TOUCH: f64 = 0.25;

/// A piece of a position in the making.
struct Placed {
    /// The capital letter of its kind.
    letter: char,
    color: Color,
    /// The text of the place, with the mark of a piece that has moved.
    place: String,
}

/// The mark of a piece that has moved. A marked pawn goes one step, and a marked king does not castle.
const MOVED: &str = "'";

/// Returns a position with a few pieces at random places; `None` if it is not valid.
pub(super) fn placed(prepared: &Prepared, theme: Theme, mut dice: Dice) -> Option<Position> {
    let turn = if dice.below(4) == 0 { Color::Black } else { Color::White };
    let (own, other) = match theme {
        Theme::Mate => (OWN, OTHER),
        Theme::MateInTwo => (OWN_IN_TWO, OTHER_IN_TWO),
        Theme::Captures => (TAKING, OTHER),
        Theme::Escape => (CHECKED, CHECKING),
    };
    let mut random_set = |sets: &[&'static str]| sets[dice.below(sets.len())];
    let (own, other) = (random_set(own), random_set(other));
    let checked_side = match theme {
        Theme::Mate | Theme::MateInTwo => Some(!turn),
        Theme::Escape => Some(turn),
        Theme::Captures => None,
    };
    let mut pieces = Vec::new();
    for (color, kinds) in [(turn, own), (!turn, other)] {
        for letter in "K".chars().chain(kinds.chars()) {
            let near_edge = letter == 'K' && checked_side == Some(color) && dice.below(4) > 0;
            // On cells the place of a pawn says whether it has moved.
            let is_marked = letter != 'P' || matches!(prepared, Prepared::Plane(_));
            let place = random_place(prepared, near_edge, &mut dice);
            pieces.push(Placed { letter, color, place: if is_marked { place + MOVED } else { place } });
        }
    }
    if theme == Theme::Captures {
        for size in [3, 2] {
            crowd(prepared, !turn, size, &mut dice, &mut pieces);
        }
    }
    read(prepared, &pieces, turn)
}

/// Returns a random place as text.
fn random_place(prepared: &Prepared, near_edge: bool, dice: &mut Dice) -> String {
    match prepared {
        Prepared::Plane(rules) => {
            let (width, height) = rules.variant.spec().board_extent();
            let mut at = [width, height].map(|length| dice.unit() * length);
            if near_edge {
                let axis = dice.below(2);
                let off = dice.unit() * 0.8;
                at[axis] = if dice.below(2) == 0 { off } else { [width, height][axis] - off };
            }
            written(at.map(|c| (c / GRAIN).round() * GRAIN))
        }
        Prepared::Lattice(rules) => {
            let cells: Vec<_> = rules.grid().cells().collect();
            rules.name(cells[dice.below(cells.len())])
        }
    }
}

/// Adds pieces that one piece can take at once. They stand about a place where its disc covers or touches all of them.
fn crowd(prepared: &Prepared, color: Color, size: usize, dice: &mut Dice, pieces: &mut Vec<Placed>) {
    let Prepared::Plane(rules) = prepared else { return };
    let (width, height) = rules.variant.spec().board_extent();
    let centre = [width, height].map(|length| ((1.0 + dice.unit() * (length - 2.0)) / GRAIN).round() * GRAIN);
    // The centres lie on the front rim of the disc after a ride, and well inside the disc after a leap.
    let leap = dice.below(2) == 0;
    let ahead = if leap { dice.unit() * 360.0 } else { 45.0 * dice.below(8) as f64 };
    let (radius, apart) = match (leap, size) {
        (true, 2) => (0.15, 180.0),
        (true, _) => (0.19, 120.0),
        (false, 2) => (TOUCH, 90.0),
        (false, _) => (TOUCH, 60.0),
    };
    let kinds = ["PPN", "PPP", "PNB", "RPN", "QPP", "BNR"][dice.below(6)];
    for (i, letter) in kinds.chars().take(size).enumerate() {
        let angle = (ahead + apart * (i as f64 - (size - 1) as f64 / 2.0)).to_radians();
        let away = functions::unit(angle) * radius;
        let mut at = [centre[0] + away.x, centre[1] + away.y];
        if leap {
            at = at.map(|c| (c * 100.0).round() / 100.0);
        }
        pieces.push(Placed { letter, color, place: written(at) + MOVED });
    }
}

fn written([x, y]: [f64; 2]) -> String {
    let tidy = |c: f64| number_text((c * 1e14).round() / 1e14);
    format!("{},{}", tidy(x), tidy(y))
}

/// Returns the position of placed pieces. The labels of a side count through the letters of the alphabet.
fn read(prepared: &Prepared, pieces: &[Placed], turn: Color) -> Option<Position> {
    let mut texts = Vec::new();
    let mut counts = [0u8; 2];
    for Placed { letter, color, place } in pieces {
        let count = &mut counts[color.index()];
        let letter = if *color == Color::White { *letter } else { letter.to_ascii_lowercase() };
        texts.push(format!("{letter}{}@{place}", char::from(b'a' + *count)));
        *count += 1;
    }
    of_texts(prepared, &texts, turn)
}

/// Returns the position of pieces, each with label and place as text.
fn of_texts(prepared: &Prepared, pieces: &[String], turn: Color) -> Option<Position> {
    let side = if turn == Color::White { "w" } else { "b" };
    Position::from_text(prepared, &format!("{} ; {side}", pieces.join(" "))).ok()
}

/// Returns a position of a game with its places rounded to two decimals; `None` if that is not a valid position.
pub(super) fn rounded(prepared: &Prepared, position: &Position) -> Option<Position> {
    let Position::Plane(p) = position else { return Some(position.clone()) };
    let mut pieces = Vec::new();
    for piece in p.pieces() {
        let at = written([piece.at.x, piece.at.y].map(|c| (c * 100.0).round() / 100.0));
        let place = if piece.moved { at + MOVED } else { at };
        pieces.push(Placed { letter: piece.label.letter(), color: piece.color(), place });
    }
    read(prepared, &pieces, p.turn())
}

/// Returns a position with each piece moved by a distance, in a direction of its own; `None` if that is not a valid position.
pub(super) fn nudged(position: &plane::PlanePosition, by: f64) -> Option<Position> {
    let mut texts = Vec::new();
    for (i, piece) in position.pieces().iter().enumerate() {
        // Steps of one radian lead in as many directions as there are pieces.
        let at = position.rules().board.clamp(piece.at + Vec2::from_angle(i as f64) * by);
        let mark = if piece.moved { MOVED } else { "" };
        texts.push(format!("{}@{at}{mark}", piece.label));
    }
    of_texts(&Prepared::Plane(position.rules().clone()), &texts, position.turn())
}

/// Returns the kind and the place of each piece, seen from the side to move.
pub(super) fn pieces(position: &Position) -> Vec<(String, Point)> {
    let named = |letter: char, color: Color| {
        let letter = if color == position.turn() { letter } else { letter.to_ascii_lowercase() };
        letter.to_string()
    };
    match position {
        Position::Plane(p) => {
            p.pieces().iter().map(|piece| (named(piece.label.letter(), piece.color()), piece.at)).collect()
        }
        Position::Lattice(p) => {
            let view = |piece: lattice::PieceAt| {
                let at = p.rules().grid().point(piece.cell);
                (named(piece.label.letter(), piece.color), Point::new(at.x, at.y))
            };
            p.pieces().into_iter().map(view).collect()
        }
    }
}
