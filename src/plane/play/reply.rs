//! A reply, and what its legality depends on while the move that it answers varies.
//!
//! The mover ends in one place or another, and all others stand still. Whether the reply is legal depends on where the
//! mover's centre lies by the way of the reply, and on the attacks on the replying king that the mover makes, opens and shuts.

use crate::geom::{Curve, Image, Interval};
use crate::plane::attack::{KingPathWalk, Survey, Window, bounds, grown};
use crate::plane::lanes::Travel;
use crate::plane::moves::{Move, Shape, Span};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::Gait;
use crate::variant::{KingPath, Rebirth};

/// The shares of a king's way at which it is seen what attacks it, beside its end.
const ON_THE_WAY: [f64; 4] = [0.0, 0.25, 0.5, 0.75];

/// A legal reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The move, of the position replied to.
    pub m: Move,
    /// What it takes.
    pub captures: Few,
    /// Whether it goes as far as it must to take the same, and not a distance of its own.
    pub follows: bool,
}

impl Reply {
    /// A reply by a move of a span of the legal set of a position, to a move of the `mover`, by its id there.
    pub(super) fn of_span(after: &Position, mover: PieceId, span: &Span) -> Option<Reply> {
        let Span { piece, lane, part, ref captures, promotes } = *span;
        let m = after.move_by(piece, lane, part.from.midpoint(part.to))?;
        let fits = |m: &Move| after.judge(*m).is_ok();
        let m = match promotes {
            true => after.rules().promotions().map(|kind| m.promoting(kind)).find(fits)?,
            false => m,
        };
        let follows = part.is_point() && captures.contains(&mover);
        Some(Reply { m, captures: captures.clone(), follows })
    }

    /// Whether the reply is legal and takes the same after another of the moves.
    pub(super) fn is_legal(&self, after: &Position) -> bool {
        if self.follows {
            let spans = Survey::new(after).legal_on(self.m.piece, self.m.lane());
            return spans.iter().any(|span| span.captures == self.captures);
        }
        after.judge(self.m).is_ok_and(|verdict| verdict.captures == self.captures)
    }
}

/// A reply to one of several moves of a piece.
pub(super) struct Answer<'a> {
    /// The position before the moves.
    pub before: &'a Position,
    /// The mover.
    pub piece: PieceId,
    /// The position after one of them.
    pub after: &'a Position,
    /// The mover by its id there.
    pub mover: PieceId,
    /// What answers it.
    pub reply: &'a Reply,
}

impl Answer<'_> {
    /// Whether the reply is a king's, which may not pass through check.
    pub fn walks(&self) -> bool {
        let after = self.after;
        after.king(after.turn()) == Some(self.reply.m.piece) && after.rules().king_path != KingPath::End
    }

    /// Whether something may be put back after the reply.
    pub fn puts_back(&self) -> bool {
        !self.reply.captures.is_empty() && self.before.rules().rebirth != Rebirth::None
    }

    /// A position with the mover as it was before its move.
    pub fn with_mover_at_start(&self, position: &Position, mover: PieceId) -> Position {
        let mut stage = position.clone();
        stage.pieces[mover.index()] = *self.before.piece(self.piece);
        stage
    }

    /// The curves at which the mover's centre comes to the way of the reply, leaves it, or comes before or behind another
    /// piece there, as they are seen in a window.
    pub fn curves_of_way(&self, window: &Window) -> Vec<Curve> {
        let (m, after) = (self.reply.m, self.after);
        let lane = &after.lanes(m.piece)[m.lane()];
        let travel = Travel::new(after, m.piece, lane, |id| id == self.mover);
        let (ours, extent) = (travel.path(), travel.extent());
        let mut curves: Vec<Curve> = Vec::new();
        match m.shape {
            Shape::To { place, .. } => {
                curves.push(Curve::Circle { centre: place, radius: extent.reach() });
            }
            Shape::Along { distance, .. } | Shape::Turn { degrees: distance, .. } => {
                let (quiet, taking) = travel.least();
                let mut stops = vec![0.0, distance, quiet, taking];
                stops.extend(travel.steps().map(|steps| steps.before(distance)));
                stops.extend(travel.contacts().iter().map(|contact| contact.at));
                if self.reply.follows {
                    stops.push(travel.limit());
                    stops.extend(travel.ends_of_overlaps());
                    let holes = travel.holes_of_captures();
                    stops.extend(holes.parts().iter().flat_map(|part| [part.from, part.to]));
                    stops.extend(self.ends_of_safety(&travel));
                    stops.retain(|d| d.is_finite());
                }
                curves.extend(extent.flanks(ours));
                curves.extend(stops.iter().flat_map(|&d| extent.outline_at(&ours.pose(d))));
            }
        }
        if !after.rules().board.has_seams() {
            return curves;
        }
        let around = grown(bounds(ours, travel.limit()), extent.reach());
        let views: Vec<Image> = window.views(travel.images(), around);
        views.iter().flat_map(|view| curves.iter().map(|&curve| view.curve(curve))).collect()
    }

    /// The distances of the reply at which the own king ceases to be safe, or is safe again, once the mover is taken.
    fn ends_of_safety(&self, travel: &Travel<'_>) -> Vec<f64> {
        let (after, piece, path) = (self.after, self.reply.m.piece, travel.path());
        let survey = Survey::new(after);
        let all = Interval::closed(0.0, travel.limit());
        let rides = travel.lane().gait == Gait::Ride;
        let walk = (after.king(after.turn()) == Some(piece))
            .then(|| KingPathWalk::new(&survey, *path, all.to, rides));
        let safe = survey.safe_part(piece, path, walk.as_ref(), all, &self.reply.captures);
        safe.iter().flat_map(|part| [part.from, part.to]).collect()
    }

    /// The boards on which the mover may attack the king that replies or has replied, each with the mover as it was before
    /// its move, by its id there.
    pub fn stages(&self) -> Vec<(Position, PieceId)> {
        let Reply { m, ref captures, .. } = *self.reply;
        if captures.contains(&self.mover) {
            return Vec::new();
        }
        let mut boards = vec![(m, captures.clone())];
        if let (true, Shape::Along { distance, .. }) = (self.walks(), m.shape) {
            boards.extend(ON_THE_WAY.map(|share| (m.gone(distance * share), Few::new())));
        }
        let stage = |(m, captures): (Move, Few)| {
            let replied = self.after.after_legal(m, &captures);
            let mover = replied.find(self.after.piece(self.mover).label)?;
            Some((self.with_mover_at_start(&replied, mover), mover))
        };
        boards.into_iter().filter_map(stage).collect()
    }
}
