//! A reply, and what its legality depends on while the move that it answers varies.
//!
//! The mover ends in one place or another, and all others stand still. Whether the reply is legal depends on where the
//! mover's centre lies by the way of the reply, and on the attacks on the replying king that the mover makes, opens and shuts.

use super::uncharted::{Charts, Royal, Trust};
use super::walk::Walk;
use crate::geom::{Bound, Curve, Image, Interval, Path, Point};
use crate::plane::attack::{KingPathWalk, Survey, Window, bounds, grown};
use crate::plane::lanes::Travel;
use crate::plane::moves::{Move, Shape, Span};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::Gait;
use crate::plane::series::ChecksGiven;
use crate::variant::Rebirth;

/// Board units, or degrees: in such steps of the mover along a way a reply is looked at where no closed form says when it ceases to
/// be legal.
const STEP: f64 = 0.02;

/// A legal reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The move, of the position replied to.
    pub m: Move,
    /// What it takes.
    pub captures: Few,
    /// Whether it goes as far as it must to take the same, and not a distance of its own.
    pub follows: bool,
    /// Its way, if it is a king's which may not pass through check.
    walk: Option<Walk>,
    /// How far the mover may go before no closed form says when the reply ceases to be legal.
    charted: f64,
}

/// A piece that has moved.
#[derive(Clone, Copy)]
pub(super) struct Mover {
    /// By its id afterwards.
    pub id: PieceId,
    /// Whether it leapt to any place.
    pub by_leap: bool,
    /// Two of its moves end no farther apart than this.
    pub spread: f64,
}

impl Reply {
    /// A reply by a move of a span of the legal set of a position, to a move of the `mover`.
    pub(super) fn of_span(after: &Position, mover: Mover, span: &Span) -> Option<Reply> {
        let Span { piece, lane, part, ref captures, promotes } = *span;
        let m = after.move_by(piece, lane, part.from.midpoint(part.to))?;
        let fits = |m: &Move| after.judge(*m).is_ok();
        let m = match promotes {
            true => after.rules().promotions().map(|kind| m.promoting(kind)).find(fits)?,
            false => m,
        };
        let follows = part.is_point() && captures.contains(&mover.id);
        let walk = Walk::new(after, m, captures, mover.id);
        let mut reply = Reply { m, captures: captures.clone(), follows, walk, charted: f64::INFINITY };
        reply.charted = reply.charted_within(after, mover);
        Some(reply)
    }

    /// A reply by a leap to any place.
    pub fn to_a_place(m: Move, captures: Few) -> Reply {
        Reply { m, captures, follows: false, walk: None, charted: f64::INFINITY }
    }

    /// How far the reply is from being no more legal for a reason that no closed form gives, in some measure: the least length of a
    /// king's way on which two attacks overlap that it walks out of, or how far the mover may go. Infinite if there is none.
    pub fn slack(&self) -> f64 {
        let overlaps = self.walk.iter().flat_map(|walk| &walk.overlaps);
        let room = self.walk.as_ref().map_or(f64::INFINITY, |walk| walk.room);
        overlaps.map(|overlap| overlap.width).fold(room.min(self.charted), f64::min)
    }

    /// The same after another of the moves; below 0 the length between two attacks.
    pub(super) fn slack_after(&self, after: &Position, mover: PieceId) -> Option<f64> {
        self.walk.as_ref()?.slack(after, &self.captures, mover)
    }

    /// How far the reply goes after another of the moves, if it is legal then and takes the same.
    fn distance(&self, after: &Position) -> Option<f64> {
        if self.follows {
            let spans = Survey::new(after).legal_on(self.m.piece, self.m.lane());
            return spans.iter().find(|span| span.captures == self.captures).map(|span| span.part.from);
        }
        let verdict = after.judge(self.m).ok()?;
        (verdict.captures == self.captures).then_some(verdict.distance)
    }

    /// Whether the reply is legal and takes the same after another of the moves.
    pub(super) fn is_legal(&self, after: &Position) -> bool {
        self.distance(after).is_some()
    }

    /// Whether it is so for the reason for which the distances, or curves, at which it may cease to be were worked out.
    pub(super) fn is_legal_alike(&self, after: &Position, mover: PieceId) -> bool {
        self.distance(after).is_some_and(|distance| {
            self.walk.as_ref().is_none_or(|walk| {
                distance <= walk.length + after.rules().epsilon && walk.is_open(after, &self.captures, mover)
            })
        })
    }

    /// How far the mover may go from such a move, between those distances or curves, while it stays so.
    pub(super) fn room(&self, after: &Position, mover: Mover, trust: &Trust) -> f64 {
        let charted = trust.room(self.charted_within(after, mover));
        // Along a way what is not known is found in steps.
        let charted = if mover.by_leap { charted } else { charted.max(STEP) };
        let gaps = self.walk.iter().map(|walk| walk.gaps_stay_within(after, &self.captures, mover.id));
        gaps.fold(charted, f64::min)
    }

    /// The same, or 0 if it is not legal in this way.
    pub(super) fn is_sure_within(&self, after: &Position, mover: Mover, trust: &Trust) -> f64 {
        if self.is_legal_alike(after, mover.id) { self.room(after, mover, trust) } else { 0.0 }
    }

    /// How far the mover may go before no closed form says when the reply ceases to be legal.
    pub(super) fn charted_within(&self, after: &Position, mover: Mover) -> f64 {
        let Some(king) = after.king(after.turn()) else { return f64::INFINITY };
        let board = &after.rules().board;
        let place = match self.m.shape {
            Shape::To { place, .. } if self.m.piece == king => place,
            Shape::Along { lane, distance } if self.m.piece == king => after.path(king, lane).at(distance),
            Shape::To { .. } | Shape::Along { .. } | Shape::Turn { .. } => after.piece(king).at,
        };
        let charts = Charts::new(after, mover);
        let room = match self.captures.contains(&mover.id) {
            true => f64::INFINITY,
            false => charts.room_for(&Royal::new(board, place, None)),
        };
        self.walk.iter().map(|walk| walk.charted_within(after, &self.captures, &charts)).fold(room, f64::min)
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
                    stops.extend(self.reply.walk.as_ref().map(|walk| walk.length));
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
        safe.parts().iter().flat_map(|part| [part.from, part.to]).collect()
    }

    /// The distances of the mover's path at which it begins or ceases to attack the king that has replied, or that is on its way,
    /// itself or by a line that it opens. Where checks are forbidden, so are those at which it opens or shuts a line to its own
    /// king.
    pub fn cuts_of_attacks(&self, path: &Path, part: Interval, window: &Window) -> Vec<f64> {
        let mut cuts = Vec::new();
        for stage in self.stages() {
            let ours = Survey::of_side(&stage.board, self.before.turn());
            let attacks = self.attacks(&stage, &ours);
            let overlaps = stage.walk.into_iter().flat_map(|walk| &walk.overlaps);
            cuts.extend(overlaps.flat_map(|overlap| attacks.on(overlap).cuts(path, part)));
            cuts.extend(attacks.cuts(path, part));
            let curves = self.curves_to_own_king(&stage, &ours, part.to, window);
            cuts.extend(curves.iter().flat_map(|curve| path.trace().crossings(curve, part.from, part.to)));
        }
        cuts
    }

    /// The same for a leap to any place: the curves, in the disc that no leap leaves.
    pub fn curves_of_attacks(&self, disc: (Point, f64), window: &Window) -> Vec<Bound> {
        let mut bounds = Vec::new();
        for stage in self.stages() {
            let ours = Survey::of_side(&stage.board, self.before.turn());
            let attacks = self.attacks(&stage, &ours);
            let overlaps = stage.walk.into_iter().flat_map(|walk| &walk.overlaps);
            bounds.extend(overlaps.flat_map(|overlap| attacks.on(overlap).curves(disc)));
            bounds.extend(attacks.curves(disc));
            let curves = self.curves_to_own_king(&stage, &ours, 0.0, window);
            bounds.extend(curves.into_iter().map(Bound::from));
        }
        bounds
    }

    fn attacks<'s, 'b>(&self, stage: &Stage<'_>, ours: &'s Survey<'b>) -> ChecksGiven<'s, 'b> {
        let attacks = ChecksGiven::new(ours, stage.mover, self.before.piece(self.piece).kind);
        match stage.walk {
            Some(walk) => attacks.on_way(walk.path, walk.length),
            None => attacks,
        }
    }

    fn curves_to_own_king(
        &self,
        stage: &Stage<'_>,
        ours: &Survey<'_>,
        length: f64,
        window: &Window,
    ) -> Vec<Curve> {
        match self.after.forbids_check() && stage.walk.is_none() {
            true => ours.own_king_curves(stage.mover, length, window),
            false => Vec::new(),
        }
    }

    /// The boards on which the mover may attack the king that replies: once it has replied, and on its way.
    fn stages(&self) -> Vec<Stage<'_>> {
        let Reply { m, ref captures, .. } = *self.reply;
        let takes_mover = captures.contains(&self.mover);
        let mut stages = Vec::new();
        if !takes_mover {
            let replied = self.after.after_legal(m, captures);
            if let Some(mover) = replied.find(self.after.piece(self.mover).label) {
                stages.push(Stage { board: self.with_mover_at_start(&replied, mover), mover, walk: None });
            }
        }
        if let walk @ Some(_) = self.reply.walk.as_ref() {
            let board = self.with_mover_at_start(self.after, self.mover);
            stages.push(Stage { board, mover: self.mover, walk });
        }
        stages
    }
}

/// A board with the mover as it was before its move.
struct Stage<'a> {
    board: Position,
    /// The mover by its id there.
    mover: PieceId,
    /// The way of the other king, if it may be taken anywhere there.
    walk: Option<&'a Walk>,
}
