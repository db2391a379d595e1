//! Positions from texts and back, checked.

use super::position::{Piece, Position, all_plain};
use super::rules::Rules;
use super::survey::Survey;
use crate::geom::{Point, PointIndex, Ray, Vec2};
use crate::notation::{PieceText, PositionText, TextError};
use crate::piece::{Color, Label};
use std::fmt;
use std::sync::Arc;

/// The kinds of the first rank from White's left. Source: Howe's table of initial positions.
const FIRST_RANK: &str = "RNBQKBNR";

/// The initial array needs this board.
const ARRAY_SIZE: f64 = 8.0;

impl Position {
    /// The variant's initial array: its own, or the source's.
    ///
    /// # Errors
    /// When the board is not 8 x 8 or the pieces are too large to stand half a unit from each other.
    pub fn start(rules: Arc<Rules>) -> Result<Position, TextError> {
        let own = &rules.variant.spec().start;
        if !own.is_empty() {
            let own = own.clone();
            return Position::from_text(rules, own.trim());
        }
        if rules.size != ARRAY_SIZE {
            let message =
                format!("`start` is an array for board_size 8, not {}: write out the position", rules.size);
            return Err(TextError::new(1, message));
        }
        let mut text = String::new();
        for (first, pawns, case) in
            [(0.5, 1.5, str::to_ascii_uppercase as fn(&str) -> String), (7.5, 6.5, str::to_ascii_lowercase)]
        {
            for (i, letter) in FIRST_RANK.chars().enumerate() {
                let (x, file) = (i as f64 + 0.5, char::from(b'a' + i as u8));
                let (man, pawn) = (case(&letter.to_string()), case("P"));
                text.push_str(&format!("{man}{file}@{x},{first} {pawn}{file}@{x},{pawns} "));
            }
        }
        text.push_str("; w");
        Position::from_text(rules, &text)
    }

    /// Reads a position text; `start` is the initial array.
    ///
    /// # Errors
    /// The first fault, with its column: grammar, an unknown kind, a place that is no place or lies off the
    /// board, two kings of a colour, pieces that overlap, the side not to move in check.
    pub fn from_text(rules: Arc<Rules>, text: &str) -> Result<Position, TextError> {
        if text.trim() == "start" {
            return Position::start(rules);
        }
        let written = PositionText::parse(text)?;
        if let Some((name, _, column)) = written.extras.first() {
            return Err(TextError::new(*column, format!("extra `{name}` has no meaning on the plane")));
        }
        let mut pieces = Vec::with_capacity(written.pieces.len());
        for piece in &written.pieces {
            pieces.push(read_piece(&rules, piece)?);
        }
        if pieces.is_empty() {
            return Err(TextError::new(1, "no pieces: write at least one, such as Ke@4.5,0.5"));
        }
        refuse_two_kings(&rules, &pieces, &written)?;
        refuse_overlaps(&rules, &pieces, &written)?;
        let plain = all_plain(&rules, &pieces);
        let position = Position {
            plain,
            rules,
            pieces,
            turn: written.turn,
            halfmove: written.halfmove,
            fullmove: written.fullmove,
        };
        position.refuse_check_on_idle_side(&written)?;
        Ok(position)
    }

    fn refuse_check_on_idle_side(&self, written: &PositionText<'_>) -> Result<(), TextError> {
        let idle = !self.turn;
        let survey = Survey::of_side(self, idle);
        match (survey.checkers().first(), self.king(idle)) {
            (Some(checker), Some(king)) => Err(written.pieces[king.index()].error(format!(
                "it is {}'s turn, but this king is in check from {}: give the turn to {idle}",
                self.turn,
                self.piece(*checker).label
            ))),
            _ => Ok(()),
        }
    }
}

fn read_piece(rules: &Rules, written: &PieceText<'_>) -> Result<Piece, TextError> {
    let letter = written.label.letter();
    let Some(kind) = rules.kind_of_letter(letter) else {
        let known: String = rules.kinds().iter().map(|k| k.rule.letter).collect();
        return Err(written.error(format!("no kind has the letter `{letter}`: use one of {known}")));
    };
    let elongated = rules.kind(kind).rule.has_heading();
    let meaningless = [
        (written.heading.is_some() && !elongated, "^ (a heading) is for pieces that face a way"),
        (written.sense.is_some(), "! (a direction) is for pawns on a ring"),
        (written.crossed, "* (crossed) is for pawns on a disc"),
        (written.home.is_some(), "= (a home) is for variants with rebirth"),
    ];
    if let Some((_, message)) = meaningless.iter().find(|(there, _)| *there) {
        return Err(written.error(message));
    }
    let at = read_place(rules, written)?;
    let ahead = if written.label.color() == Color::White { 90.0 } else { 270.0 };
    let heading = elongated.then(|| full_turn(written.heading.unwrap_or(ahead)));
    Ok(Piece { label: written.label, kind, at, moved: written.moved, promoted: written.promoted, heading })
}

/// Degrees from 0 to 360.
pub(super) fn full_turn(degrees: f64) -> f64 {
    let turned = degrees.rem_euclid(360.0);
    if turned >= 360.0 { 0.0 } else { turned }
}

fn read_place(rules: &Rules, written: &PieceText<'_>) -> Result<Point, TextError> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|n| n.is_finite());
    let place = written.place.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    let Some((x, y)) = place else {
        return Err(written.error(format!("`{}` is not a place: write x,y in decimals", written.place)));
    };
    let on_board = |c: f64| (-rules.epsilon..=rules.size + rules.epsilon).contains(&c);
    if !on_board(x) || !on_board(y) {
        let size = rules.size;
        return Err(written.error(format!("{x},{y} is off the board: both coordinates are from 0 to {size}")));
    }
    Ok(Point::new(x, y))
}

fn refuse_two_kings(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>) -> Result<(), TextError> {
    for &color in Color::ALL {
        let mut kings = (0..pieces.len())
            .filter(|&i| pieces[i].color() == color && rules.kind(pieces[i].kind).rule.royal);
        if let (Some(first), Some(second)) = (kings.next(), kings.next()) {
            return Err(written.pieces[second].error(format!(
                "{color} has a king already, {}: a side has one at most",
                pieces[first].label
            )));
        }
    }
    Ok(())
}

/// Equal discs never come nearer to each other than their radius. Of unequal extents, no friend may
/// overlap a friend's centre, and enemies not each other's.
fn refuse_overlaps(rules: &Rules, pieces: &[Piece], written: &PositionText<'_>) -> Result<(), TextError> {
    let index = PointIndex::new(pieces.iter().map(|p| p.at));
    let extent = |p: &Piece| &rules.kind(p.kind).rule.extent;
    let reach = pieces.iter().map(|p| extent(p).reach()).fold(rules.radius, f64::max);
    let over = |a: &Piece, b: &Piece| extent(a).overlaps(&a.pose(), b.at, rules.epsilon);
    for (i, piece) in pieces.iter().enumerate() {
        let mut nearest: Option<usize> = None;
        let square = Ray::new(piece.at, Vec2::X);
        index.in_corridor(&square, reach, -reach, reach, |j| {
            if j < i {
                let (one, other) = (over(piece, &pieces[j]), over(&pieces[j], piece));
                let friends = piece.color() == pieces[j].color();
                if (one && other) || (friends && (one || other)) {
                    nearest = Some(nearest.map_or(j, |n| n.min(j)));
                }
            }
        });
        if let Some(j) = nearest {
            let (other, apart) = (pieces[j].label, piece.at.distance(pieces[j].at));
            let least = match (extent(piece).as_disc(), extent(&pieces[j]).as_disc()) {
                (Some(a), Some(b)) => format!(", at least {} is needed", a.max(b)),
                _ => String::new(),
            };
            return Err(written.pieces[i].error(format!("overlaps {other}: {apart} apart{least}")));
        }
    }
    Ok(())
}

impl fmt::Display for Position {
    /// The position text; reading it gives the same position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.pieces.iter().map(|p| p.at.to_string()).collect();
        let pieces = self.pieces.iter().zip(&places).map(|(p, place)| PieceText {
            moved: p.moved,
            promoted: p.promoted,
            heading: p.heading,
            ..PieceText::new(p.label, place)
        });
        let text = PositionText {
            pieces: pieces.collect(),
            turn: self.turn,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            extras: Vec::new(),
        };
        text.fmt(f)
    }
}

/// The label of a pawn that has become another kind: the new letter and the pawn's own suffix, with a
/// number where that is taken.
pub(super) fn promoted_label(pawn: Label, letter: char, pieces: &[Piece]) -> Label {
    let letter = match pawn.color() {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    };
    let suffix = &pawn.as_str()[1..];
    std::iter::once(format!("{letter}{suffix}"))
        .chain((2u32..).map(|n| format!("{letter}{n}")))
        .filter_map(|name| Label::new(&name).ok())
        .find(|label| pieces.iter().all(|p| p.label != *label))
        .unwrap_or(pawn)
}
