//! How far a move may vary while a reply to it stays legal.
//!
//! The mover goes along one path, and all others stand still. Whether the reply is legal depends on where the mover's centre
//! lies by the way of the reply, and on the attacks on the replying king that the mover makes, opens and shuts. Both change
//! at distances that are found in closed form, but for the cases that [`Varied::stretch_of`] names. Between two of them the
//! judge is asked once.

use crate::geom::{Curve, Image, Interval, Path};
use crate::plane::attack::{KingPathWalk, Survey, Window, bounds, grown};
use crate::plane::lanes::Travel;
use crate::plane::moves::{Move, Shape, Span};
use crate::plane::position::{Few, PieceId, Position};
use crate::plane::rules::{Gait, KindId};
use crate::plane::series::ChecksGiven;
use crate::variant::{KingPath, Rebirth};

/// Not every attack is foreseen across seams and on a king's way: there the judge is asked in so many parts of a stretch at least.
const PARTS: u32 = 16;

/// And in doubt so near before a cut, as a share of the part.
const BEFORE: f64 = 1e-3;

/// How often a part is halved in which a reply ceases to be legal.
const HALVINGS: u32 = 20;

/// The shares of a king's way at which it is seen what attacks it, beside its end.
const ON_THE_WAY: [f64; 4] = [0.0, 0.25, 0.5, 0.75];

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

impl<'a> Varied<'a> {
    /// The moves of a span after which the pieces that are `gone` are neither on the board nor put back.
    pub fn new(
        position: &'a Position,
        span: &Span,
        gone: &[PieceId],
        promotion: Option<KindId>,
    ) -> Varied<'a> {
        let path = position.path(span.piece, span.lane);
        Varied::on(position, (span.piece, span.lane), path, &span.captures, gone, promotion)
    }

    /// Leaps to any place, by a lane of that kind, that land on a straight path. What they take is not put back.
    pub fn leaping(
        position: &'a Position,
        (piece, lane): (PieceId, usize),
        path: Path,
        captures: &Few,
    ) -> Varied<'a> {
        Varied::on(position, (piece, lane), path, captures, captures, None)
    }

    fn on(
        position: &'a Position,
        (piece, lane): (PieceId, usize),
        path: Path,
        captures: &Few,
        gone: &[PieceId],
        promotion: Option<KindId>,
    ) -> Varied<'a> {
        Varied {
            position,
            piece,
            lane,
            path,
            captures: captures.clone(),
            promotion,
            mover: piece.without(gone),
        }
    }

    /// The move of a distance.
    pub fn at(&self, d: f64) -> Move {
        let along = self.position.move_by(self.piece, self.lane, d);
        let m = along.unwrap_or_else(|| Move::to(self.piece, self.lane, self.path.at(d)));
        Move { promotion: self.promotion, ..m }
    }

    /// The position after the move of a distance.
    pub fn after(&self, d: f64) -> Position {
        self.position.after_legal(self.at(d), &self.captures)
    }

    /// A reply by a move of a span of the legal set of the position after a distance.
    pub fn reply(&self, after: &Position, span: &Span) -> Option<Reply> {
        let Span { piece, lane, part, ref captures, promotes } = *span;
        let m = after.move_by(piece, lane, part.from.midpoint(part.to))?;
        let fits = |m: &Move| after.judge(*m).is_ok();
        let m = match promotes {
            true => after.rules().promotions().map(|kind| m.promoting(kind)).find(fits)?,
            false => m,
        };
        let follows = part.is_point() && captures.contains(&self.mover);
        Some(Reply { m, captures: captures.clone(), follows })
    }

    /// The distances about `at`, within a part of the span, at which a reply stays legal and takes the same.
    ///
    /// Complete but for three cases: boards with seams, an attack that comes to the inside of a king's way alone, and
    /// what is put back after a move that takes.
    pub fn stretch_of(&self, reply: &Reply, part: Interval, at: f64) -> Interval {
        if part.is_point() {
            return part;
        }
        let after = self.after(at);
        let tie = self.position.rules().epsilon;
        let part = self.where_alike(&after, reply, part, at);
        let mut cuts = self.cuts_of_way(&after, reply, part);
        cuts.extend(self.cuts_of_attacks(&after, reply, part));
        let in_doubt = self.position.rules().board.has_seams() || self.walks(&after, reply);
        if in_doubt {
            let step = (part.to - part.from) / f64::from(PARTS);
            cuts.extend((1..PARTS).map(|i| part.from + step * f64::from(i)));
        }
        cuts.retain(|d| *d > part.from + tie && *d < part.to - tie && (*d - at).abs() > tie);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup_by(|next, kept| *next - *kept < tie);
        let above = cuts.iter().copied().filter(|d| *d > at);
        let below = cuts.iter().rev().copied().filter(|d| *d < at);
        let (to, open_to) = self.end((reply, in_doubt), at, above, (part.to, part.open_to));
        let (from, open_from) = self.end((reply, in_doubt), at, below, (part.from, part.open_from));
        Interval { from, to, open_from, open_to }
    }

    /// How far the reply stays legal from `at` past these cuts to the last end, and whether the end found is left out. In doubt
    /// it may cease to be legal between two cuts.
    fn end(
        &self,
        (reply, in_doubt): (&Reply, bool),
        at: f64,
        cuts: impl Iterator<Item = f64>,
        (last, is_open): (f64, bool),
    ) -> (f64, bool) {
        let mut here = at;
        for cut in cuts.chain([last]) {
            let inside = here.midpoint(cut);
            if !self.is_legal(reply, inside) {
                return (here, false);
            }
            let before = cut + (here - cut) * BEFORE;
            if in_doubt && !self.is_legal(reply, before) {
                return (self.last_legal(reply, inside, before), false);
            }
            if (cut == last && is_open) || !self.is_legal(reply, cut) {
                return (cut, true);
            }
            here = cut;
        }
        (here, false)
    }

    /// About the last distance at which the reply is legal, between one at which it is and one at which it is not.
    fn last_legal(&self, reply: &Reply, legal: f64, not: f64) -> f64 {
        let (mut legal, mut not) = (legal, not);
        for _ in 0..HALVINGS {
            let middle = legal.midpoint(not);
            if self.is_legal(reply, middle) { legal = middle } else { not = middle }
        }
        legal
    }

    fn is_legal(&self, reply: &Reply, d: f64) -> bool {
        let after = self.after(d);
        if reply.follows {
            let spans = Survey::new(&after).legal_on(reply.m.piece, reply.m.lane());
            return spans.iter().any(|span| span.captures == reply.captures);
        }
        after.judge(reply.m).is_ok_and(|verdict| verdict.captures == reply.captures)
    }

    /// Whether the reply is a king's, which may not pass through check.
    fn walks(&self, after: &Position, reply: &Reply) -> bool {
        after.king(after.turn()) == Some(reply.m.piece) && after.rules().king_path != KingPath::End
    }

    /// The part about `at` on which the same pieces are put back after the reply.
    fn where_alike(&self, after: &Position, reply: &Reply, part: Interval, at: f64) -> Interval {
        let mut out = part;
        if reply.captures.is_empty() || self.position.rules().rebirth == Rebirth::None {
            return out;
        }
        let stage = self.with_mover_at_start(after, self.mover);
        for cut in Survey::new(&stage).home_cuts(self.mover, &self.path, part, &reply.captures) {
            if cut > out.from && cut <= at {
                (out.from, out.open_from) = (cut, cut < at);
            }
            if cut < out.to && cut >= at {
                (out.to, out.open_to) = (cut, cut > at);
            }
        }
        out
    }

    /// A position with the mover as it was before its move.
    fn with_mover_at_start(&self, after: &Position, mover: PieceId) -> Position {
        let mut stage = after.clone();
        stage.pieces[mover.index()] = *self.position.piece(self.piece);
        stage
    }

    /// The distances at which the mover's centre comes to the way of the reply, leaves it, or comes before or behind another piece
    /// there.
    fn cuts_of_way(&self, after: &Position, reply: &Reply, part: Interval) -> Vec<f64> {
        let (m, path, board) = (reply.m, &self.path, &self.position.rules().board);
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
                if reply.follows {
                    stops.push(travel.limit());
                    stops.extend(travel.ends_of_overlaps());
                    let holes = travel.holes_of_captures();
                    stops.extend(holes.parts().iter().flat_map(|part| [part.from, part.to]));
                    stops.extend(self.ends_of_safety(after, reply, &travel));
                    stops.retain(|d| d.is_finite());
                }
                curves.extend(extent.flanks(ours));
                curves.extend(stops.iter().flat_map(|&d| extent.outline_at(&ours.pose(d))));
            }
        }
        let views = if board.has_seams() {
            let around = grown(bounds(ours, travel.limit()), extent.reach());
            Window::along(board, path, part.to).views(travel.images(), around)
        } else {
            vec![Image::IDENTITY]
        };
        let seen = views.iter().flat_map(|view| curves.iter().map(|&curve| view.curve(curve)));
        seen.flat_map(|curve| path.trace().crossings(&curve, part.from, part.to)).collect()
    }

    /// The distances of the reply at which the own king ceases to be safe, or is safe again, once the mover is taken.
    fn ends_of_safety(&self, after: &Position, reply: &Reply, travel: &Travel<'_>) -> Vec<f64> {
        let (survey, piece, path) = (Survey::new(after), reply.m.piece, travel.path());
        let all = Interval::closed(0.0, travel.limit());
        let rides = travel.lane().gait == Gait::Ride;
        let walk = (after.king(after.turn()) == Some(piece))
            .then(|| KingPathWalk::new(&survey, *path, all.to, rides));
        let safe = survey.safe_part(piece, path, walk.as_ref(), all, &reply.captures);
        safe.iter().flat_map(|part| [part.from, part.to]).collect()
    }

    /// The distances at which the mover begins or ceases to attack the king that has replied, itself or by a line that it
    /// opens. Where checks are forbidden, so are those at which it opens or shuts a line to its own king.
    fn cuts_of_attacks(&self, after: &Position, reply: &Reply, part: Interval) -> Vec<f64> {
        if reply.captures.contains(&self.mover) {
            return Vec::new();
        }
        let (path, rules) = (&self.path, self.position.rules());
        let mut boards = vec![(reply.m, reply.captures.clone())];
        if let (true, Shape::Along { distance, .. }) = (self.walks(after, reply), reply.m.shape) {
            boards.extend(ON_THE_WAY.map(|share| (reply.m.gone(distance * share), Few::new())));
        }
        let mut cuts = Vec::new();
        for (m, captures) in boards {
            let replied = after.after_legal(m, &captures);
            let Some(mover) = replied.find(after.piece(self.mover).label) else { continue };
            let stage = self.with_mover_at_start(&replied, mover);
            let ours = Survey::of_side(&stage, self.position.turn());
            let kind = self.position.piece(self.piece).kind;
            cuts.extend(ChecksGiven::new(&ours, mover, kind).cuts(path, part));
            if after.forbids_check() {
                let window = Window::along(&rules.board, path, part.to);
                let curves = ours.own_king_curves(mover, part.to, &window);
                cuts.extend(
                    curves.iter().flat_map(|curve| path.trace().crossings(curve, part.from, part.to)),
                );
            }
        }
        cuts
    }
}
