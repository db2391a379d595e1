//! What a page is shown: plain data in board units, the same for every board. The page draws and
//! never decides.

mod board;
mod lattice;
mod note;
mod plane;
mod taken;

pub use board::{BoardView, board};
pub use note::{Note, note};
pub use taken::TakenView;

use crate::chess::{Color, Status};
use crate::game::{Game, Position};
use serde::Serialize;

/// A point of the plane.
pub type Place = [f64; 2];

/// A man.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PieceView {
    /// Its name.
    pub label: String,
    /// Its side.
    pub color: Color,
    /// Its kind's capital letter.
    pub letter: char,
    /// Its kind for people and screen readers.
    pub name: String,
    /// The centre.
    pub at: Place,
    /// The cell it stands on, on boards that have cells.
    pub cell: Option<String>,
    /// Which way it faces, plane degrees, if that matters.
    pub heading: Option<f64>,
    /// What it covers.
    pub shape: ShapeView,
}

/// An outline in board units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum ShapeView {
    /// A disc about the man's centre.
    Disc {
        /// Its radius.
        r: f64,
    },
    /// Corners, where it now is.
    Polygon {
        /// In order.
        points: Vec<Place>,
    },
    /// Everything nearer to a segment than a radius.
    Capsule {
        /// One end.
        from: Place,
        /// The other.
        to: Place,
        /// The radius.
        r: f64,
    },
    /// Everything nearer to a way than a radius.
    Corridor {
        /// Places along it, one at least.
        path: Vec<Place>,
        /// The radius.
        r: f64,
    },
    /// A cell by its index in the board's list.
    Cell {
        /// The index.
        index: usize,
    },
}

/// Legal distances along a bearing, which share captures and promotion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpanView {
    /// Who moves.
    pub piece: String,
    /// Degrees in the mover's frame; what a move's text names.
    pub bearing: f64,
    /// The unit vector on the plane in which it sets out; of a turn the heading.
    pub dir: Place,
    /// Along an arc its radius, above 0 bending left, below 0 right.
    pub arc: Option<f64>,
    /// The least distance: board units along the way, of a turn degrees.
    pub from: f64,
    /// The greatest.
    pub to: f64,
    /// Whether `from` is left out.
    pub open_from: bool,
    /// Whether `to` is left out.
    pub open_to: bool,
    /// What is taken.
    pub captures: Vec<String>,
    /// Where what is taken would be put back.
    pub reborn: Vec<[Place; 2]>,
    /// Whether the pawn promotes.
    pub promotes: bool,
    /// Whether it is a turn in place by an angle.
    pub turn: bool,
}

/// A legal destination on a board of cells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TargetView {
    /// Who moves.
    pub piece: String,
    /// Where to.
    pub cell: String,
    /// Its middle.
    pub at: Place,
    /// The move text, a promotion's letter and removals apart.
    pub text: String,
    /// The letters of what a pawn may become; empty where it stays what it is.
    pub promotes: Vec<String>,
    /// What is taken.
    pub captures: Vec<String>,
    /// Where what is taken would be put back.
    pub reborn: Vec<[Place; 2]>,
    /// The removals of stuck pawns that go before it, as the move text has them; empty for none.
    pub removes: Vec<String>,
    /// The way there.
    pub path: Vec<Place>,
}

/// Landings of a leap to any place that share one set of captures: an area, a stretch of curve or a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionView {
    /// Who moves.
    pub piece: String,
    /// The outlines, the region on the left; one inside another is a hole. Of a stretch of curve the stretch,
    /// of a point none.
    pub outlines: Vec<Vec<SideView>>,
    /// The area, square board units; 0 for a stretch of curve or a point.
    pub area: f64,
    /// A legal landing, well inside.
    pub sample: Place,
    /// What is taken.
    pub captures: Vec<String>,
    /// Where what is taken would be put back, by a landing well inside.
    pub reborn: Vec<[Place; 2]>,
    /// Whether the move promotes.
    pub promotes: bool,
}

/// A piece of an outline, exact: a straight line, or an arc about a centre.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideView {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// The centre of an arc.
    pub centre: Option<Place>,
    /// The radius of an arc.
    pub radius: f64,
    /// The directions from the centre at which an arc begins and ends, radians; descending when clockwise.
    pub angles: Option<[f64; 2]>,
    /// Whether its points do not belong to the region.
    pub open: bool,
}

/// Everything the side to move may do.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LegalView {
    /// On the plane.
    pub spans: Vec<SpanView>,
    /// On cells.
    pub targets: Vec<TargetView>,
    /// Areas.
    pub regions: Vec<RegionView>,
}

/// A position with what a page shows beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PositionView {
    /// After how many moves.
    pub ply: usize,
    /// The side to move.
    pub turn: Color,
    /// How the game stood.
    pub status: &'static str,
    /// Who has won by the moves, if anybody.
    pub winner: Option<Color>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The label of the king in check.
    pub king: Option<String>,
    /// The men.
    pub pieces: Vec<PieceView>,
    /// The move that led here.
    pub last: Option<LastView>,
    /// The men of each side that have been taken, White's first.
    pub taken: [Vec<TakenView>; 2],
    /// By how many pawns' worth White's men outweigh Black's.
    pub surplus: f64,
    /// In a series: which of its moves is next, and how many it has.
    pub series: Option<[u32; 2]>,
    /// The position text.
    pub text: String,
}

/// A move as drawn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LastView {
    /// The way it went.
    pub path: Vec<Place>,
    /// Half the width of what it swept; 0 on cells and for a turn.
    pub r: f64,
    /// The centre of where it stood.
    pub left: Place,
    /// What it covered there; nothing on cells.
    pub before: Option<ShapeView>,
    /// Where men were taken.
    pub taken: Vec<Place>,
    /// Where men were taken and where each was put back.
    pub reborn: Vec<[Place; 2]>,
}

/// The position after `ply` moves, if so many were played.
pub fn position(game: &Game, ply: usize) -> Option<PositionView> {
    let position = game.position_at(ply)?;
    let status = match ply.checked_sub(1).and_then(|i| game.plies().get(i)) {
        Some(last) => last.status,
        None => position.status(),
    };
    let check = position.in_check();
    let (winner, king, pieces) = match position {
        Position::Plane(p) => (plane::winner(p, status), plane::king(p), plane::pieces(p)),
        Position::Lattice(p) => (lattice::winner(p, status), lattice::king(p), lattice::pieces(p)),
    };
    Some(PositionView {
        ply,
        turn: position.turn(),
        status: status.as_str(),
        winner,
        check,
        king: king.filter(|_| check),
        pieces,
        last: note::last(game, ply),
        taken: taken::taken(game, ply, position),
        surplus: taken::surplus(position),
        series: position.series(),
        text: position.to_string(),
    })
}

/// What the side to move may do now.
pub fn legal(game: &Game) -> LegalView {
    if game.status() != Status::Ongoing {
        return LegalView::default();
    }
    match game.position() {
        Position::Plane(p) => plane::legal(p),
        Position::Lattice(p) => lattice::legal(p),
    }
}

/// The letters of what a pawn may become on the plane, in the order of the chooser.
pub fn promotions(position: &Position) -> Vec<char> {
    match position {
        Position::Plane(p) => p.rules().promotions().map(|id| p.rules().kind(id).rule.letter).collect(),
        // There each destination says so itself.
        Position::Lattice(_) => Vec::new(),
    }
}

/// What a side attacks, as shapes whose union it is.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    match position {
        Position::Plane(p) => plane::attacks(p, by),
        Position::Lattice(p) => lattice::attacks(p, by),
    }
}
