//! Making a move.

use super::judge::{Move, Verdict};
use super::kinds::Gait;
use super::position::Position;
use super::setup::promoted_label;
use crate::geom::Point;
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
    /// The distance.
    pub distance: f64,
    /// Whence.
    pub from: Point,
    /// Where to.
    pub to: Point,
    /// What was taken and where it stood.
    pub captures: Vec<(Label, Point)>,
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
        let played = Played {
            label: piece.label,
            gait: lane.gait,
            bearing: lane.bearing,
            distance: piece.at.distance(verdict.to),
            from: piece.at,
            to: verdict.to,
            captures: verdict.captures.iter().map(|&id| (self.piece(id).label, self.piece(id).at)).collect(),
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
        if let Some(kind) = m.promotion {
            let letter = rules.kind(kind).rule.letter;
            mover.label = promoted_label(mover.label, letter, &self.pieces);
            mover.kind = kind;
            mover.promoted = true;
        }
        for id in verdict.captures.iter().rev() {
            next.pieces.remove(id.index());
        }
        let quiet = verdict.captures.is_empty() && !is_pawn;
        next.halfmove = if quiet { self.halfmove.saturating_add(1) } else { 0 };
        next.fullmove = self.fullmove.saturating_add(u32::from(self.turn == Color::Black));
        next.turn = !self.turn;
        next
    }
}
