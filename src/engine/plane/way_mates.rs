//! Mates in one along the ways of pieces.
//!
//! Where all pieces are equal discs on straight lanes, each stretch has its exact set of mating distances (`solve::plane`).
//!
//! Elsewhere the parts of each stretch that give check are found first. In the middle of such a part either there is no reply, and
//! that is mate, or there is one. Then all distances at which the same reply is legal are taken away, and what is left is looked at
//! in the same way.

use super::candidates::Candidate;
use super::mates::{How, Late, is_mate, look, reply_to};
use crate::geom::{Interval, Path, Point, Spans, Vec2, decide};
use crate::plane::{Few, Lane, Piece, Position, Span, Survey, Varied};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use crate::variant::Takes;
use smallvec::SmallVec;
use std::rc::Rc;

/// Board units, or degrees: what is left of a part and shorter is looked at in its middle alone.
const NARROW: f64 = 1e-7;

/// The same where no closed form says when a check begins: beside a stalemate too there may be a mate.
const STEP: f64 = 1e-3;

/// Replies that are looked at along one way.
const MOST: usize = 1000;

/// So many distances of a part are looked at before any reply to them.
const SIGHTED: u32 = 16;

/// What the exact set of mating distances of a stretch says.
pub enum Exact {
    /// A mating move, or that there is none.
    Known(Option<Candidate>),
    /// The set is not worked out for such a position, or not to its end.
    Unknown,
}

/// A mating move of a span, from the exact set of its mating distances.
pub fn exact_mate_on(position: &Position, span: &Span) -> Exact {
    match keys_of(position, std::slice::from_ref(span), Goal::Mate) {
        Ok(found) if !found.keys.is_empty() || found.undecided.is_empty() => {
            let mate = found
                .keys
                .first()
                .map(|key| Candidate { m: key.at(key.sample()), captures: key.captures.clone() });
            Exact::Known(mate)
        }
        Ok(_) | Err(_) => Exact::Unknown,
    }
}

/// Whether a move of a span of the side to move may give check at all; surely not where no lane of the mover's comes near the king and the
/// mover stands on no friend's line to it. Only pieces that ride and leap straight are looked at so closely.
pub fn may_check(position: &Position, span: &Span) -> bool {
    let mover = position.piece(span.piece);
    let Some(king) = position.king(!mover.color()).map(|id| position.piece(id).at) else { return false };
    if !position.is_plain() || span.promotes || !span.captures.is_empty() {
        return true;
    }
    let reach = 2.0 * position.rules().radius;
    let Path::Line { start, dir } = position.path(span.piece, span.lane) else { return true };
    let (from, to) = (start.at + dir * span.part.from, start.at + dir * span.part.to);
    let taking = |lane: &&Lane| lane.takes != Takes::Never;
    let along = |piece: &Piece, lane: &Lane| match piece.path_along(lane) {
        Path::Line { dir, .. } => dir,
        Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
    };
    // Of both ends the king lies far on one side of the lane, or far behind.
    let direct = position.lanes(span.piece).iter().filter(taking).any(|lane| {
        let way = along(mover, lane);
        let (a, b) = (way.perp_dot(king - from), way.perp_dot(king - to));
        let ahead = way.dot(king - from).max(way.dot(king - to)) > -reach;
        ahead && a.min(b) < reach && a.max(b) > -reach
    });
    let behind = |friend: &Piece, lane: &Lane| {
        let way = along(friend, lane);
        let near = |q: Point| way.perp_dot(q - friend.at).abs() < reach && way.dot(q - friend.at) > -reach;
        near(king) && near(mover.at)
    };
    direct
        || position.side(mover.color()).filter(|id| *id != span.piece).any(|id| {
            let friend = position.piece(id);
            position.lanes(id).iter().filter(taking).any(|lane| behind(friend, lane))
        })
}

/// The moves of a part of a span that gives check, what becomes of a pawn given.
pub struct Way<'a> {
    position: &'a Position,
    varied: Rc<Varied<'a>>,
    captures: Few,
    /// So many replies may still be looked at.
    left: usize,
}

/// The ways of a span with the parts of them that give check.
pub fn ways_of<'a>(
    position: &'a Position,
    survey: &Survey<'a>,
    span: &Span,
    how: How<'_>,
) -> Result<Vec<(Way<'a>, Interval)>, Late> {
    let path = position.path(span.piece, span.lane);
    let kinds: SmallVec<[_; 4]> = if span.promotes {
        position.rules().promotions().map(Some).collect()
    } else {
        SmallVec::from_slice(&[None])
    };
    let mut ways = Vec::new();
    for (part, gone) in survey.gone_along(span.piece, span.lane, span.part, &span.captures) {
        let varied: SmallVec<[_; 4]> =
            kinds.iter().map(|&kind| Rc::new(Varied::new(position, span, &gone, kind))).collect();
        for part in in_steps(&path, part, position.rules().board.has_seams()) {
            look(how)?;
            let cuts = survey.cuts_of_checks(span.piece, &path, part, &span.captures);
            for varied in &varied {
                let way = |part| {
                    (
                        Way { position, varied: varied.clone(), captures: span.captures.clone(), left: MOST },
                        part,
                    )
                };
                ways.extend(checking(position, varied, part, &cuts, how).into_iter().map(way));
            }
        }
    }
    Ok(ways)
}

/// The part, in steps on a board with seams: in one of them the mover comes to attack few copies of the king.
fn in_steps(path: &Path, part: Interval, has_seams: bool) -> impl Iterator<Item = Interval> {
    let step = match path {
        Path::Turn { .. } if has_seams => 10.0,
        Path::Arc { .. } | Path::Line { .. } if has_seams => 1.0,
        Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. } => f64::INFINITY,
    };
    let steps = ((part.to - part.from) / step).ceil().max(1.0) as u32;
    let end = move |i: u32| part.from + (part.to - part.from) * f64::from(i) / f64::from(steps);
    (0..steps).map(move |i| Interval {
        from: end(i),
        to: if i + 1 == steps { part.to } else { end(i + 1) },
        open_from: i == 0 && part.open_from,
        open_to: i + 1 == steps && part.open_to,
    })
}

/// The parts of these moves that give check, which may begin or cease at the distances `cuts`.
fn checking(
    position: &Position,
    varied: &Varied<'_>,
    part: Interval,
    cuts: &[f64],
    how: How<'_>,
) -> Vec<Interval> {
    let tie = position.rules().epsilon;
    let gives_check = |d: f64| {
        if position.forbids_check() && position.judge(varied.at(d)).is_err() {
            return None;
        }
        let after = varied.after(d);
        let may_check = || varied.has_uncharted_checks(how.trust) || Survey::new(&after).in_check();
        (after.turn() != position.turn() && may_check()).then_some(())
    };
    decide(part, cuts.iter().copied(), tie, gives_check).into_iter().map(|(part, ())| part).collect()
}

impl Way<'_> {
    /// A mate at one of a few distances of a part that gives check, evenly spread. To look at them takes little time.
    pub fn mate_at_sight(&self, part: Interval, how: How<'_>) -> Option<Candidate> {
        let share = |i: u32| (f64::from(i) + 0.5) / f64::from(SIGHTED);
        let distances = (0..SIGHTED).map(|i| part.from + (part.to - part.from) * share(i));
        let found = distances.take_while(|_| (how.may_go_on)()).find(|d| is_mate(&self.varied.after(*d)))?;
        Some(Candidate { m: self.varied.at(found), captures: self.captures.clone() })
    }

    /// Looks at the middle of a part that gives check: the mate there, or what is left of the part without those moves to which there
    /// is the same reply.
    pub fn unanswered(
        &mut self,
        part: Interval,
        how: How<'_>,
        rest: &mut Vec<Interval>,
    ) -> Result<Option<Candidate>, Late> {
        look(how)?;
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let (varied, length) = (&self.varied, part.to - part.from);
        let d = part.from.midpoint(part.to);
        let after = varied.after(d);
        match reply_to(&after, |span| varied.reply(&after, span)) {
            None if is_mate(&after) => {
                return Ok(Some(Candidate { m: varied.at(d), captures: self.captures.clone() }));
            }
            None if varied.has_uncharted_checks(how.trust) && length > STEP => {
                rest.extend([Interval { to: d, ..part }, Interval { from: d, ..part }]);
            }
            Some(reply) if length > NARROW => {
                let answered = varied.stretch_of(&reply, part, d, (how.trust, how.may_go_on));
                let tie = self.position.rules().epsilon;
                rest.extend(Spans::from(part).difference(&answered.into(), tie).parts());
            }
            Some(_) | None => {}
        }
        Ok(None)
    }
}
