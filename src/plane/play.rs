//! Making a move.

use super::judge::{Move, Verdict};
use super::kinds::Gait;
use super::position::{Position, all_plain};
use super::setup::promoted_label;
use crate::geom::{Path, Point, Pose, Vec2};
use crate::notation::Illegal;
use crate::piece::{Color, Label};

/// A move that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// Who moved, by the name it had before.
    pub label: Label,
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
    /// Whence.
    pub from: Point,
    /// Where to.
    pub to: Point,
    /// What was taken and where it stood.
    pub captures: Vec<(Label, Point)>,
    /// The same as they stood, each with its heading.
    pub taken: Vec<super::Piece>,
    /// The name of what a pawn became.
    pub promoted: Option<Label>,
}

impl Position {
    /// Makes a move.
    ///
    /// # Errors
    /// The rule it breaks; the position is then as it was.
    pub fn play(&mut self, m: Move) -> Result<Played, Illegal> {
        let verdict = self.judge(m)?;
        let after = self.after(m, &verdict);
        let piece = *self.piece(m.piece);
        let lane = &self.rules.kind(piece.kind).lanes(piece.color())[m.lane];
        let path = match m.to {
            Some(to) => straight(piece.pose(), to),
            None => lane.path(&piece),
        };
        let played = Played {
            label: piece.label,
            gait: lane.gait,
            bearing: match m.to {
                Some(to) => bearing_towards(piece.at, to, piece.color()),
                None => lane.bearing_of(&piece),
            },
            distance: verdict.distance,
            turned: path.turned(verdict.distance),
            path,
            from: piece.at,
            to: verdict.to,
            captures: verdict.captures.iter().map(|&id| (self.piece(id).label, self.piece(id).at)).collect(),
            taken: verdict.captures.iter().map(|&id| *self.piece(id)).collect(),
            promoted: m.promotion.map(|_| {
                let gone = |p: &&super::Piece| p.at == verdict.to;
                after.pieces.iter().find(gone).map_or(piece.label, |p| p.label)
            }),
        };
        *self = after;
        Ok(played)
    }

    /// The position after a move that has been judged.
    pub(super) fn after(&self, m: Move, verdict: &Verdict) -> Position {
        let mut next = self.clone();
        let rules = &self.rules;
        let is_pawn = rules.kind(self.piece(m.piece).kind).rule.pawn;
        let mover = &mut next.pieces[m.piece.index()];
        mover.at = verdict.to;
        mover.moved = true;
        mover.heading = verdict.heading;
        if let Some(kind) = m.promotion {
            let letter = rules.kind(kind).rule.letter;
            mover.label = promoted_label(mover.label, letter, &self.pieces);
            mover.kind = kind;
            mover.promoted = true;
            mover.heading = None;
        }
        for id in verdict.captures.iter().rev() {
            next.pieces.remove(id.index());
        }
        let quiet = verdict.captures.is_empty() && !is_pawn;
        next.halfmove = if quiet { self.halfmove.saturating_add(1) } else { 0 };
        next.fullmove = self.fullmove.saturating_add(u32::from(self.turn == Color::Black));
        next.turn = !self.turn;
        next.plain = self.plain || all_plain(&next.rules, &next.pieces);
        next
    }
}

fn straight(start: Pose, to: Point) -> Path {
    let dir = (to - start.at).try_normalize().unwrap_or(Vec2::X);
    Path::Line { start, dir }
}

/// The direction of a place in the player's frame, degrees from 0 to 360.
fn bearing_towards(from: Point, to: Point, color: Color) -> f64 {
    let v = if color == Color::White { to - from } else { from - to };
    v.y.atan2(v.x).to_degrees().rem_euclid(360.0)
}
