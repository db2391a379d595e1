//! Making a move.

use crate::chess::{Color, Label};
use crate::geom::{Path, Point, Pose, Vec2};
use crate::notation::{Illegal, PlaneMoveText};
use crate::plane::moves::{Move, Shape, Verdict};
use crate::plane::position::{Piece, PieceIds, Position, PutBack};
use crate::plane::rules::Gait;

/// A move that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Who moved, by the name it had before.
    pub label: Label,
    /// The move as its text has it, with the bearing that the piece has and the distance that it went.
    pub text: PlaneMoveText,
    /// How it went.
    pub gait: Gait,
    /// The bearing in the mover's frame, degrees.
    pub bearing: f64,
    /// The distance in the path's measure: board units, for a turn degrees.
    pub distance: f64,
    /// The path: a leap has its straight line.
    pub path: Path,
    /// The degrees, counter-clockwise, that the piece turned by.
    pub turned: f64,
    /// Where it began.
    pub from: Point,
    /// Where to.
    pub to: Point,
    /// What was taken and where it stood.
    pub captures: Vec<(Label, Point)>,
    /// The same as they stood, each with its heading.
    pub taken: Vec<Piece>,
    /// The name of what a pawn became.
    pub promoted: Option<Label>,
    /// The captured pieces that were put back.
    pub reborn: Vec<Reborn>,
}

/// A taken piece put back at home.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reborn {
    /// The name it then has: a promoted piece may be a pawn again.
    pub label: Label,
    /// Where it was taken.
    pub from: Point,
    /// Its home.
    pub to: Point,
}

/// What a move leads to.
pub(in crate::plane) struct After {
    /// The position.
    pub position: Position,
    /// The mover as it stands there.
    pub arrived: Piece,
    /// What was put back.
    pub back: PutBack,
}

impl Position {
    /// Makes a move.
    ///
    /// # Errors
    /// The rule it breaks; the position is then as it was.
    pub fn play(&mut self, m: Move) -> Result<Played, Illegal> {
        let verdict = self.judge(m)?;
        let After { position: after, arrived, back } = self.after(m, &verdict);
        let piece = *self.piece(m.piece);
        let lane = &self.lanes(m.piece)[m.lane()];
        let (path, bearing) = match m.shape {
            Shape::To { place, .. } => (straight(piece.pose(), place), bearing_towards(&piece, place)),
            Shape::Along { .. } | Shape::Turn { .. } => (piece.path_along(lane), piece.bearing_along(lane)),
        };
        let played = Played {
            label: piece.label,
            text: self.text_of(m.with_distance(verdict.distance)),
            gait: lane.gait,
            bearing,
            distance: verdict.distance,
            turned: path.turned(verdict.distance),
            path,
            from: piece.at,
            to: arrived.at,
            captures: verdict.captures.iter().map(|&id| (self.piece(id).label, self.piece(id).at)).collect(),
            taken: verdict.captures.iter().map(|&id| *self.piece(id)).collect(),
            promoted: m.promotion.map(|_| arrived.label),
            reborn: back
                .iter()
                .map(|&(id, now)| Reborn { label: now.label, from: self.piece(id).at, to: now.at })
                .collect(),
        };
        *self = after;
        Ok(played)
    }

    /// The position after a move of the legal set: `captures` are those of the span or cell it was taken from. The move is
    /// not judged again, so one that is not legal leads to a position that play cannot reach.
    ///
    /// # Panics
    /// When the move is of another position.
    pub fn after_legal(&self, m: Move, captures: &PieceIds) -> Position {
        self.after(m, &self.verdict_of_legal(m, captures)).position
    }

    /// The position after a move that has been judged.
    pub(in crate::plane) fn after(&self, m: Move, verdict: &Verdict) -> After {
        let arrived = self.arrived(m.piece, verdict.to, verdict.heading, m.promotion);
        let back = self.put_back(m.piece, &arrived, &verdict.captures);
        let mut position = self.settled(m.piece, arrived, &verdict.captures, &back);
        let quiet = verdict.captures.is_empty() && !self.rules.kind(self.piece(m.piece).kind).rule.pawn;
        position.halfmove = if quiet { self.halfmove.saturating_add(1) } else { 0 };
        position.count_move();
        After { position, arrived, back }
    }
}

fn straight(start: Pose, to: Point) -> Path {
    let dir = (to - start.at).try_normalize().unwrap_or(Vec2::X);
    Path::Line { start, dir }
}

/// The direction of a place in the piece's own frame, degrees from 0 to 360.
fn bearing_towards(piece: &Piece, to: Point) -> f64 {
    let v = if piece.color() == Color::White { to - piece.at } else { piece.at - to };
    piece.facing.bearing(v.y.atan2(v.x).to_degrees(), piece.color()).rem_euclid(360.0)
}
