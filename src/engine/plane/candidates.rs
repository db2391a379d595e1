//! The candidates of a search. The legal set is a union of intervals, so a search has to choose distances. Geometry chooses them.
//!
//! A greater width adds distances of each stretch, in this order: captures; the ends of the stretch and a point inside; the points
//! from which a lane of the mover passes through the enemy king, through other enemies, and through friends; the ends and the middle
//! of each part on which no enemy takes the mover. Every candidate is legal.

use crate::chess::Color;
use crate::geom::{Curve, Interval, Path, Point, Ray, Spans, ValuedInterval, Vec2, functions};
use crate::plane::{LaneShape, Move, MoveEffect, Piece, PieceId, PieceIds, PlanePosition, Span, Survey};
use crate::variant::Takes;
use smallvec::{SmallVec, smallvec};

/// The distance of a candidate from an open end, board units or degrees. A stretch of less than twice this has its middle alone.
pub const GAP_AT_OPEN_END: f64 = 1e-3;

/// The least distance of a candidate from others of its stretch, except ends and lines through the enemy king, board units or degrees.
const APART: f64 = 0.02;

/// The sine of the angle below which two lines count as parallel.
const PARALLEL: f64 = 1e-9;

/// A legal move with its captures, which can be made without being judged again.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateMove {
    pub m: Move,
    pub captures: PieceIds,
}

impl CandidateMove {
    /// Whether the move captures or promotes.
    pub fn is_noisy(&self) -> bool {
        !self.captures.is_empty() || self.m.promotion.is_some()
    }
}

/// The candidates that a search chooses. Each width has those of the previous one as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Captures, and promotions to the most valuable kind.
    Noisy,
    /// Ends, an inner point, and lines through the enemy king.
    Narrow,
    /// Lines through other enemies, and every promotion.
    Wide,
    /// Lines through friends, parts on which no enemy takes the mover, and the outlines of regions.
    Full,
}

/// The choice of candidates in one position.
pub struct Chooser<'a, 's> {
    position: &'a PlanePosition,
    survey: &'s Survey<'a>,
    width: Width,
}

impl<'a, 's> Chooser<'a, 's> {
    /// Returns a chooser for the position of a survey, which is that of its side to move.
    pub fn new(survey: &'s Survey<'a>, width: Width) -> Chooser<'a, 's> {
        Chooser { position: survey.position(), survey, width }
    }

    /// Returns the candidates of legal spans.
    pub fn of_spans(&self, spans: &[Span]) -> Vec<CandidateMove> {
        let are_of_one_stretch = |a: &Span, b: &Span| {
            (a.piece, a.lane, a.promotes) == (b.piece, b.lane, b.promotes) && a.captures == b.captures
        };
        let mut found = Vec::with_capacity(spans.len());
        for group in spans.chunk_by(are_of_one_stretch) {
            let first = &group[0];
            if self.width == Width::Noisy && first.captures.is_empty() && !first.promotes {
                continue;
            }
            for distance in self.distances(group) {
                self.push_at(first, distance, &mut found);
            }
        }
        found
    }

    /// Adds the move of a span at a distance; for a pawn that promotes, a move for each promotion of the width.
    pub fn push_at(&self, span: &Span, distance: f64, out: &mut Vec<CandidateMove>) {
        if let Some(m) = self.position.move_by(span.piece, span.lane, distance) {
            self.push(m, &span.captures, span.promotes, out);
        }
    }

    /// Returns the candidates among the area leaps of a piece.
    pub fn of_regions(&self, piece: PieceId) -> Vec<CandidateMove> {
        let mut found = Vec::new();
        for (lane_index, lane) in self.position.lanes(piece).iter().enumerate() {
            if lane.shape != LaneShape::Area {
                continue;
            }
            if self.width >= Width::Full {
                self.push_leaps_to_cells(piece, lane_index, &mut found);
            } else {
                self.push_leaps_along_bearings(piece, lane_index, &mut found);
            }
        }
        found
    }

    /// Adds the leaps to the sample point of each cell of a region, and to places just inside its outline.
    fn push_leaps_to_cells(&self, piece: PieceId, lane_index: usize, out: &mut Vec<CandidateMove>) {
        let regions = self.survey.regions_of(piece);
        let of_lane = regions.iter().filter(|region| region.lane == lane_index);
        for cell in of_lane.flat_map(|region| &region.cells) {
            let mut add = |place| self.push_judged(Move::to(piece, lane_index, place), &cell.value, out);
            add(cell.sample);
            for side in cell.outlines.iter().flatten() {
                for at in [side.curve.at(side.from), side.curve.at(side.from.midpoint(side.to))] {
                    add(at + (cell.sample - at) * GAP_AT_OPEN_END);
                }
            }
        }
    }

    /// Adds leaps towards each enemy that may be in range, and in eight directions if quiet moves are asked for.
    fn push_leaps_along_bearings(&self, piece: PieceId, lane_index: usize, out: &mut Vec<CandidateMove>) {
        let mover = self.position.piece(piece);
        let may_be_quiet = self.width > Width::Noisy;
        let mut bearings = self.bearings_to_enemies(piece, lane_index);
        if may_be_quiet {
            bearings.extend((0..8).map(|eighth| f64::from(eighth) * 45.0));
        }
        for bearing in bearings {
            let dir = mover.dir_of(bearing);
            for ValuedInterval { part, value: effect } in self.survey.legal_along(piece, bearing) {
                let is_quiet = effect.captures.is_empty() && !effect.promotes;
                if is_quiet && !may_be_quiet {
                    continue;
                }
                let middle = part.from.midpoint(part.to);
                let farthest = part.inner(GAP_AT_OPEN_END).to;
                let distance = if effect.captures.is_empty() { farthest } else { middle };
                self.push_judged(Move::to(piece, lane_index, mover.at + dir * distance), &effect, out);
            }
        }
    }

    /// Returns the bearings from a piece to each image of an enemy that an area leap may take.
    fn bearings_to_enemies(&self, piece: PieceId, lane_index: usize) -> Vec<f64> {
        let (position, mover) = (self.position, self.position.piece(piece));
        let range = position.lanes(piece)[lane_index].range_of(mover.moved);
        let radius = range + 2.0 * position.extent(piece).outer_radius();
        let mut bearings = Vec::new();
        for enemy in position.side(!mover.color()).map(|id| position.piece(id).at) {
            for at in position.rules().board.images_of(enemy, mover.at, radius) {
                if at == mover.at {
                    continue;
                }
                let towards = if mover.color() == Color::White { at - mover.at } else { mover.at - at };
                let angle = functions::angle_of(towards).to_degrees();
                bearings.push(mover.facing.bearing(angle, mover.color()));
            }
        }
        bearings
    }

    /// Adds a move if the judge finds it legal with the captures of its effect.
    fn push_judged(&self, m: Move, effect: &MoveEffect, out: &mut Vec<CandidateMove>) {
        let mut candidates = Vec::new();
        self.push(m, &effect.captures, effect.promotes, &mut candidates);
        for candidate in candidates {
            if self.position.judge(candidate.m).is_ok_and(|verdict| verdict.captures == effect.captures) {
                out.push(candidate);
            }
        }
    }

    /// Adds a move; for a pawn that promotes, a move for each promotion of the width.
    fn push(&self, m: Move, captures: &PieceIds, promotes: bool, out: &mut Vec<CandidateMove>) {
        let rules = self.position.rules();
        if !promotes {
            out.push(CandidateMove { m, captures: captures.clone() });
            return;
        }
        let mut kinds: SmallVec<[_; 4]> = rules.promotions().collect();
        kinds.sort_by(|a, b| rules.kind(*b).rule.value.total_cmp(&rules.kind(*a).rule.value));
        // If a captured piece is put back, some promotions may be illegal.
        let needs_judge = rules.has_rebirth() && !captures.is_empty();
        let promoting = kinds.into_iter().map(|kind| m.promoting(kind));
        let legal = promoting.filter(|m| !needs_judge || self.position.judge(*m).is_ok());
        let most = if self.width >= Width::Wide { usize::MAX } else { 1 };
        out.extend(legal.take(most).map(|m| CandidateMove { m, captures: captures.clone() }));
    }

    /// Returns the chosen distances of one stretch, whose spans are `group`.
    fn distances(&self, group: &[Span]) -> SmallVec<[f64; 8]> {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        if group.len() == 1 && first.part.is_point() {
            return smallvec![first.part.from];
        }
        let (low, high) = (first.part.inner(GAP_AT_OPEN_END).from, last.part.inner(GAP_AT_OPEN_END).to);
        let middle = nearest_legal(group, low.midpoint(high));
        if self.width == Width::Noisy {
            return smallvec![middle];
        }
        let mut chosen: SmallVec<[f64; 8]> = smallvec![high, low];
        // The ends between parts follow. With steps all parts are single distances, among which the lines below choose.
        if group.iter().any(|span| !span.part.is_point()) {
            chosen.extend(group[1..].iter().map(|span| span.part.inner(GAP_AT_OPEN_END).from));
            chosen.extend(group[..group.len() - 1].iter().map(|span| span.part.inner(GAP_AT_OPEN_END).to));
        }
        let path = self.position.path(first.piece, first.lane);
        let mover = self.position.piece(first.piece);
        let mut add = |wanted: f64, apart: f64| {
            let distance = nearest_legal(group, wanted);
            if chosen.iter().all(|known| (known - distance).abs() > apart) {
                chosen.push(distance);
            }
        };
        let crossings = |target: PieceId| {
            self.crossings_with_lines_through(self.position.piece(target).at, mover, &path, low, high)
        };
        add(middle, APART);
        let enemy_king = self.position.king(!mover.color());
        if let Some(king) = enemy_king {
            crossings(king).into_iter().for_each(|distance| add(distance, 0.0));
        }
        if self.width >= Width::Wide {
            for enemy in self.position.side(!mover.color()).filter(|id| Some(*id) != enemy_king) {
                crossings(enemy).into_iter().for_each(|distance| add(distance, APART));
            }
        }
        if self.width >= Width::Full {
            for part in self.untaken(first, low, high).parts() {
                let Interval { from, to, .. } = part.inner(GAP_AT_OPEN_END);
                [from, to, from.midpoint(to)].into_iter().for_each(|distance| add(distance, APART));
            }
            for friend in self.position.side(mover.color()).filter(|id| *id != first.piece) {
                crossings(friend).into_iter().for_each(|distance| add(distance, APART));
            }
        }
        chosen
    }

    /// Returns the distances between `low` and `high` along the lane of a span at which no enemy takes the mover; none if no enemy takes
    /// it anywhere on the lane, because then no distance is better than another.
    fn untaken(&self, span: &Span, low: f64, high: f64) -> Spans {
        let enemy = !self.position.piece(span.piece).color();
        let taken = self.survey.taken_along(span.piece, span.lane, high, enemy, &[span.piece]);
        if taken.is_empty() {
            return taken;
        }
        Spans::from(Interval::closed(low, high)).difference(&taken, self.position.rules().epsilon)
    }

    /// Returns the distances between `low` and `high` at which the mover has a target on a capturing lane, or has turned to face it.
    fn crossings_with_lines_through(
        &self,
        target: Point,
        mover: &Piece,
        path: &Path,
        low: f64,
        high: f64,
    ) -> SmallVec<[f64; 8]> {
        let rules = self.position.rules();
        let is_within = |d: &f64| (low..=high).contains(d);
        let mut found: SmallVec<[f64; 8]> = SmallVec::new();
        match path {
            Path::Line { start, dir: path_dir } => {
                let targets: SmallVec<[Point; 4]> = if rules.board.has_seams() {
                    let images = rules.board.images_along(&Ray::new(start.at, *path_dir), high, rules.radius);
                    images.iter().map(|image| image.place(target)).collect()
                } else {
                    SmallVec::from_slice(&[target])
                };
                for dir in self.capturing_lines(mover) {
                    let slant = dir.perp_dot(*path_dir);
                    if slant.abs() > PARALLEL {
                        let crossings = targets.iter().map(|at| dir.perp_dot(*at - start.at) / slant);
                        found.extend(crossings.filter(is_within));
                    }
                }
            }
            Path::Arc { .. } => {
                for dir in self.capturing_lines(mover) {
                    let line = Curve::Line { through: target, dir };
                    found.extend(path.trace().crossings(&line, low, high));
                }
            }
            Path::Turn { start, sense } => {
                let angle = functions::turn_between(start.heading, target - start.at).to_degrees();
                found.extend(Some((angle * sense).rem_euclid(360.0)).filter(is_within));
            }
        }
        found
    }

    /// Returns the directions of the mover's straight lanes that may capture, once for two opposite lanes.
    fn capturing_lines(&self, mover: &Piece) -> SmallVec<[Vec2; 8]> {
        let lanes = self.position.rules().kind(mover.kind).lanes(mover.color());
        let mut found: SmallVec<[Vec2; 8]> = SmallVec::new();
        for lane in lanes {
            if lane.takes == Takes::Never || lane.shape != LaneShape::Straight {
                continue;
            }
            let Path::Line { dir, .. } = mover.path_along(lane) else { continue };
            if found.iter().all(|known| known.perp_dot(dir).abs() >= PARALLEL) {
                found.push(dir);
            }
        }
        found
    }
}

/// Returns the legal distance in a group of spans that is nearest to a wanted distance.
fn nearest_legal(group: &[Span], wanted: f64) -> f64 {
    let clamped = group.iter().map(|span| {
        let inner = span.part.inner(GAP_AT_OPEN_END);
        wanted.clamp(inner.from, inner.to.max(inner.from))
    });
    clamped.min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs())).unwrap_or(wanted)
}
