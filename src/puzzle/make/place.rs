//! Placing a few pieces at random, and rounding the places of positions of games.

use crate::chess::{Color, Label};
use crate::engine::Dice;
use crate::game::{Position, Prepared};
use crate::geom::{Point, Vec2, functions};
use crate::notation::number_text;
use crate::plane::PlanePosition;
use crate::puzzle::collection::Theme;

/// The step of the grid on which pieces are placed, board units.
const GRAIN: f64 = 0.05;

/// The radius of a piece, board units.
const RADIUS: f64 = 0.25;

/// The greatest distance from a side of the board of a place near the edge, board units.
const EDGE_WIDTH: f64 = 0.8;

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

/// Returns the sets of pieces that may stand beside the king of the side to move, and those beside the other king.
fn piece_sets(theme: Theme) -> [&'static [&'static str]; 2] {
    const DEFENDING: &[&str] = &["", "P", "N", "R", "B", "PP", "NP", "RP", "BN", "PPN", "RN", "RBP", "QP"];
    match theme {
        Theme::Mate => [
            &[
                "QR", "RR", "QN", "QB", "RB", "RN", "QP", "RP", "RRN", "QRP", "RBN", "QBN", "BBN", "RBP",
                "QNP",
            ],
            DEFENDING,
        ],
        // With more pieces a move nearly always mates at once.
        Theme::MateInTwo => {
            [&["QR", "RR", "QN", "QB", "RB", "RN", "Q", "QP"], &["", "", "P", "PP", "N", "B"]]
        }
        Theme::Captures => [&["QN", "RN", "NB", "QNR", "NN", "QRB", "NP", "QB"], DEFENDING],
        Theme::Escape => [
            &["QRN", "RBN", "RB", "QPP", "RNPP", "BBNP", "RRP", "QBN"],
            &["QR", "QB", "RRB", "QN", "QRN", "RBN", "QRB"],
        ],
    }
}

/// Returns a position with a few pieces at random places; `None` if it is not valid.
pub(super) fn random_position(prepared: &Prepared, theme: Theme, mut dice: Dice) -> Option<Position> {
    let turn = if dice.below(4) == 0 { Color::Black } else { Color::White };
    let [set_to_move, other_set] = piece_sets(theme).map(|sets| sets[dice.below(sets.len())]);
    let checked_side = match theme {
        Theme::Mate | Theme::MateInTwo => Some(!turn),
        Theme::Escape => Some(turn),
        Theme::Captures => None,
    };
    let mut pieces = Vec::new();
    for (color, set) in [(turn, set_to_move), (!turn, other_set)] {
        for letter in "K".chars().chain(set.chars()) {
            let is_checked_king = letter == 'K' && checked_side == Some(color);
            let is_near_edge = is_checked_king && dice.below(4) > 0;
            // On cells the place of a pawn says whether it has moved.
            let is_marked = letter != 'P' || matches!(prepared, Prepared::Plane(_));
            let place = random_place(prepared, is_near_edge, &mut dice);
            pieces.push(Placed { letter, color, place: if is_marked { place + MOVED } else { place } });
        }
    }
    if theme == Theme::Captures {
        for size in [3, 2] {
            crowd(prepared, !turn, size, &mut dice, &mut pieces);
        }
    }
    position_of(prepared, &pieces, turn)
}

/// Returns a random place as text. A place near the edge is at most [`EDGE_WIDTH`] from one of the four sides.
fn random_place(prepared: &Prepared, is_near_edge: bool, dice: &mut Dice) -> String {
    match prepared {
        Prepared::Plane(rules) => {
            let (width, height) = rules.variant.spec().board_extent();
            let extent = [width, height];
            let mut at = extent.map(|length| dice.unit() * length);
            if is_near_edge {
                let axis = dice.below(2);
                let from_side = dice.unit() * EDGE_WIDTH;
                at[axis] = if dice.below(2) == 0 { from_side } else { extent[axis] - from_side };
            }
            place_text(at.map(|c| (c / GRAIN).round() * GRAIN))
        }
        Prepared::Lattice(rules) => {
            let cells: Vec<_> = rules.grid().cells().collect();
            rules.name(cells[dice.below(cells.len())])
        }
    }
}

/// Adds pieces that a piece can take with one move. They stand about a place at which its disc covers or touches all their centres.
fn crowd(prepared: &Prepared, color: Color, size: usize, dice: &mut Dice, pieces: &mut Vec<Placed>) {
    let Prepared::Plane(rules) = prepared else { return };
    let (width, height) = rules.variant.spec().board_extent();
    let centre = [width, height].map(|length| ((1.0 + dice.unit() * (length - 2.0)) / GRAIN).round() * GRAIN);
    // The centres lie on the front rim of the disc after a ride, and well inside the disc after a leap. Angles are in degrees.
    let is_leap = dice.below(2) == 0;
    let ahead = if is_leap { dice.unit() * 360.0 } else { 45.0 * dice.below(8) as f64 };
    let (from_centre, angle_between) = match (is_leap, size) {
        (true, 2) => (0.15, 180.0),
        (true, _) => (0.19, 120.0),
        (false, 2) => (RADIUS, 90.0),
        (false, _) => (RADIUS, 60.0),
    };
    let kinds = ["PPN", "PPP", "PNB", "RPN", "QPP", "BNR"][dice.below(6)];
    for (i, letter) in kinds.chars().take(size).enumerate() {
        let angle = (ahead + angle_between * (i as f64 - (size - 1) as f64 / 2.0)).to_radians();
        let offset = functions::unit(angle) * from_centre;
        let mut at = [centre[0] + offset.x, centre[1] + offset.y];
        if is_leap {
            at = at.map(two_decimals);
        }
        pieces.push(Placed { letter, color, place: place_text(at) + MOVED });
    }
}

fn two_decimals(coordinate: f64) -> f64 {
    (coordinate * 100.0).round() / 100.0
}

/// Returns the text of a place, without the last digits, which come from rounding.
fn place_text([x, y]: [f64; 2]) -> String {
    let digits = |c: f64| number_text((c * 1e14).round() / 1e14);
    format!("{},{}", digits(x), digits(y))
}

/// Returns the position of placed pieces. The second letters of the labels of a side count through the alphabet.
fn position_of(prepared: &Prepared, pieces: &[Placed], turn: Color) -> Option<Position> {
    let mut texts = Vec::new();
    let mut counts = [0u8; 2];
    for Placed { letter, color, place } in pieces {
        let count = &mut counts[color.index()];
        texts.push(format!("{}{}@{place}", color.cased(*letter), char::from(b'a' + *count)));
        *count += 1;
    }
    position_of_texts(prepared, &texts, turn)
}

/// Returns the position of pieces, each given as the text of its label and place.
fn position_of_texts(prepared: &Prepared, pieces: &[String], turn: Color) -> Option<Position> {
    Position::from_text(prepared, &format!("{} ; {}", pieces.join(" "), turn.letter())).ok()
}

/// Returns a position of a game with its places rounded to two decimals; `None` if that is not a valid position.
pub(super) fn rounded(prepared: &Prepared, position: &Position) -> Option<Position> {
    let Position::Plane(p) = position else { return Some(position.clone()) };
    let mut pieces = Vec::new();
    for piece in p.pieces() {
        let at = place_text([piece.at.x, piece.at.y].map(two_decimals));
        let place = if piece.moved { at + MOVED } else { at };
        pieces.push(Placed { letter: piece.label.letter(), color: piece.color(), place });
    }
    position_of(prepared, &pieces, p.turn())
}

/// Returns a position with each piece moved by a distance in board units, each in another direction; `None` if that is not a valid
/// position.
pub(super) fn nudged(position: &PlanePosition, by: f64) -> Option<Position> {
    let mut texts = Vec::new();
    for (i, piece) in position.pieces().iter().enumerate() {
        // Each direction is one radian from the one before, so no two are equal.
        let at = position.rules().board.clamp(piece.at + Vec2::from_angle(i as f64) * by);
        let mark = if piece.moved { MOVED } else { "" };
        texts.push(format!("{}@{at}{mark}", piece.label));
    }
    position_of_texts(&Prepared::Plane(position.rules().clone()), &texts, position.turn())
}

/// A piece as the side to move sees it.
pub(super) struct SeenPiece {
    /// The letter of the kind, a capital letter for the side to move.
    pub(super) kind: char,
    pub(super) at: Point,
}

/// Returns each piece as the side to move sees it.
pub(super) fn seen_pieces(position: &Position) -> Vec<SeenPiece> {
    let placed = |label: Label, at: Point| {
        let letter = label.letter();
        let kind = if label.color() == position.turn() { letter } else { letter.to_ascii_lowercase() };
        SeenPiece { kind, at }
    };
    match position {
        Position::Plane(p) => p.pieces().iter().map(|piece| placed(piece.label, piece.at)).collect(),
        Position::Lattice(p) => {
            let centre = |cell| {
                let at = p.rules().grid().point(cell);
                Point::new(at.x, at.y)
            };
            p.pieces().iter().map(|piece| placed(piece.label, centre(piece.cell))).collect()
        }
    }
}
