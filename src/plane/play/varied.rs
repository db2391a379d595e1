//! How far a move may vary along a path while a reply to it stays legal.
//!
//! What the legality depends on changes at distances that are found in closed form. Between two of them the judge is asked once.

use super::reply::{Answer, Mover, Reply};
use super::uncharted::{Trust, has_uncharted_checks};
use crate::geom::{Interval, Path};
use crate::plane::attack::{Survey, Window};
use crate::plane::moves::{Move, Span};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::KindId;

/// Board units, or degrees: nearer to where it ceases to be sure a reply is not followed.
const NARROW: f64 = 1e-7;

/// Moves of one piece along one path that take the same, what becomes of a pawn given.
pub struct Varied<'a> {
    position: &'a Position,
    piece: PieceId,
    lane: usize,
    path: Path,
    captures: Few,
    promotion: Option<KindId>,
    /// The mover, by its id afterwards.
    mover: PieceId,
}

impl<'a> Varied<'a> {
    /// The moves of a span after which the pieces that are `gone` are neither on the board nor put back.
    pub fn new(
        position: &'a Position,
        span: &Span,
        gone: &[PieceId],
        promotion: Option<KindId>,
    ) -> Varied<'a> {
        Varied {
            position,
            piece: span.piece,
            lane: span.lane,
            path: position.path(span.piece, span.lane),
            captures: span.captures.clone(),
            promotion,
            mover: span.piece.without(gone),
        }
    }

    /// The move of a distance.
    pub fn at(&self, d: f64) -> Move {
        let m = Move::along(self.piece, self.lane, d);
        let m = self.position.move_by(self.piece, self.lane, d).unwrap_or(m);
        Move { promotion: self.promotion, ..m }
    }

    /// The position after the move of a distance.
    pub fn after(&self, d: f64) -> Position {
        self.position.after_legal(self.at(d), &self.captures)
    }

    /// A reply by a move of a span of the legal set of the position after a distance.
    pub fn reply(&self, after: &Position, span: &Span) -> Option<Reply> {
        Reply::of_span(after, self.moved(), span)
    }

    /// The distances about `at`, within a part of the span, at which a reply stays legal and takes the same.
    ///
    /// There are more where `may_go_on` ends the search for them, or where two attacks overlap on the way of a king that replies:
    /// then one place under both serves as far as it may.
    pub fn stretch_of(
        &self,
        reply: &Reply,
        part: Interval,
        at: f64,
        (trust, may_go_on): (&Trust, &dyn Fn() -> bool),
    ) -> Interval {
        if part.is_point() {
            return part;
        }
        let after = self.after(at);
        let tie = self.position.rules().epsilon;
        let answer =
            Answer { before: self.position, piece: self.piece, after: &after, mover: self.mover, reply };
        let part = self.where_alike(&answer, part, at);
        let mut cuts = self.cuts(&answer, part);
        cuts.retain(|d| *d > part.from + tie && *d < part.to - tie && (*d - at).abs() > tie);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup_by(|next, kept| *next - *kept < tie);
        let above = cuts.iter().copied().filter(|d| *d > at);
        let below = cuts.iter().rev().copied().filter(|d| *d < at);
        let (to, open_to) = self.end(reply, at, above, (part.to, part.open_to), (trust, may_go_on));
        let (from, open_from) = self.end(reply, at, below, (part.from, part.open_from), (trust, may_go_on));
        Interval { from, to, open_from, open_to }
    }

    /// How far the reply stays legal from `at` past these cuts to the last end, and whether the end found is left out.
    fn end(
        &self,
        reply: &Reply,
        at: f64,
        cuts: impl Iterator<Item = f64>,
        (last, is_open): (f64, bool),
        (trust, may_go_on): (&Trust, &dyn Fn() -> bool),
    ) -> (f64, bool) {
        let mut here = at;
        for cut in cuts.chain([last]) {
            here = self.sure_end(reply, here, cut, (trust, may_go_on));
            if here != cut {
                return (here, false);
            }
            if (cut == last && is_open) || !reply.is_legal(&self.after(cut)) {
                return (cut, true);
            }
        }
        (here, false)
    }

    /// How far towards a cut the reply surely stays legal from a distance at which it is.
    fn sure_end(
        &self,
        reply: &Reply,
        from: f64,
        cut: f64,
        (trust, may_go_on): (&Trust, &dyn Fn() -> bool),
    ) -> f64 {
        let (mut here, mut to) = (from, cut);
        while here != cut && may_go_on() {
            let middle = self.after(here.midpoint(to));
            let (room, half) = (reply.is_sure_within(&middle, self.moved(), trust), 0.5 * (to - here).abs());
            if room >= half && room > 0.0 {
                (here, to) = (to, cut);
            } else if room > 0.0 && half > NARROW {
                to = here.midpoint(to);
            } else {
                break;
            }
        }
        here
    }

    fn moved(&self) -> Mover {
        Mover { id: self.mover, by_leap: false, spread: self.position.rules().board.diagonal() }
    }

    /// Whether no closed form gives all distances at which a check begins or ceases.
    pub fn has_uncharted_checks(&self, trust: &Trust) -> bool {
        has_uncharted_checks(self.position, self.piece, false, trust)
    }

    /// The part about `at` on which the same pieces are put back after the reply.
    fn where_alike(&self, answer: &Answer<'_>, part: Interval, at: f64) -> Interval {
        let mut out = part;
        if !answer.puts_back() {
            return out;
        }
        let stage = answer.with_mover_at_start(answer.after, self.mover);
        for cut in Survey::new(&stage).home_cuts(self.mover, &self.path, part, &answer.reply.captures) {
            if cut > out.from && cut <= at {
                (out.from, out.open_from) = (cut, cut < at);
            }
            if cut < out.to && cut >= at {
                (out.to, out.open_to) = (cut, cut > at);
            }
        }
        out
    }

    /// The distances at which the mover comes to the way of the reply, or leaves it, or an attack on the king begins or ceases.
    fn cuts(&self, answer: &Answer<'_>, part: Interval) -> Vec<f64> {
        let window = Window::along(&self.position.rules().board, &self.path, part.to);
        let curves = answer.curves_of_way(&window);
        let mut cuts = answer.cuts_of_attacks(&self.path, part, &window);
        cuts.extend(curves.iter().flat_map(|curve| self.path.trace().crossings(curve, part.from, part.to)));
        cuts
    }
}
