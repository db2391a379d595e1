//! The candidates of a search. The legal set is a union of intervals, so a search has to choose distances, by geometry.
//!
//! A search of greater width chooses more distances of each stretch. The order of widths is: captures; the ends of the stretch and a
//! point inside; the points from which a lane of the mover passes through the enemy king, through other enemies, and through friends;
//! the ends and the middle of each part on which no enemy takes the mover. Every candidate is legal.

use crate::chess::Color;
use crate::game::MoveInput;
use crate::geom::{Curve, Interval, Path, Point, Ray, Spans, ValuedInterval, Vec2, functions};
use crate::plane::{
    Lane, LaneShape, Move, MoveEffect, Piece, PieceId, PieceIds, PlanePosition, Span, Survey,
};
use crate::variant::{Rebirth, Takes};
use smallvec::SmallVec;

/// The distance of a candidate from an open end, board units or degrees of a turn. The only candidate of a stretch that is shorter than
/// twice this distance is its middle.
pub const INSIDE: f64 = 1e-3;

/// The least distance between two candidates of one stretch, unless each is an end or a check.
const APART: f64 = 0.02;

/// The sine of the angle below which two lines count as parallel.
const PARALLEL: f64 = 1e-9;

/// A move with its captures, so that it can be made without being judged again.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateMove {
    /// The move.
    pub m: Move,
    /// The captured pieces.
    pub captures: PieceIds,
}

impl CandidateMove {
    /// Whether the move captures or promotes.
    pub fn is_noisy(&self) -> bool {
        !self.captures.is_empty() || self.m.promotion.is_some()
    }
}

impl From<CandidateMove> for MoveInput<'_> {
    fn from(candidate: CandidateMove) -> Self {
        MoveInput::Plane(candidate.m)
    }
}

/// The width of a search: which candidates are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Captures, and promotions to the most valuable kind.
    Noisy,
    /// Ends, an inner point, and lines to the enemy king as well.
    Narrow,
    /// Lines to enemies as well, and every promotion.
    Wide,
    /// Lines to friends, places of shelter, and the outlines of regions as well.
    Full,
}

/// Chooses the candidates of one position.
pub struct Chooser<'a, 's> {
    position: &'a PlanePosition,
    survey: &'s Survey<'a>,
    width: Width,
}

impl<'a, 's> Chooser<'a, 's> {
    /// Returns a chooser for a position; the survey is that of its side to move.
    pub fn new(position: &'a PlanePosition, survey: &'s Survey<'a>, width: Width) -> Chooser<'a, 's> {
        Chooser { position, survey, width }
    }

    /// Returns the candidates of legal spans.
    pub fn of_spans(&self, spans: &[Span]) -> Vec<CandidateMove> {
        let alike = |a: &Span, b: &Span| {
            (a.piece, a.lane, a.promotes) == (b.piece, b.lane, b.promotes) && a.captures == b.captures
        };
        let mut found = Vec::with_capacity(spans.len());
        for group in spans.chunk_by(alike) {
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

    /// Returns the move of a span at a distance; for a pawn that promotes, every promotion.
    pub fn at(&self, span: &Span, distance: f64) -> Vec<CandidateMove> {
        let mut found = Vec::new();
        self.push_at(span, distance, &mut found);
        found
    }

    fn push_at(&self, span: &Span, distance: f64, out: &mut Vec<CandidateMove>) {
        if let Some(m) = self.position.move_by(span.piece, span.lane, distance) {
            self.push(m, &span.captures, span.promotes, out);
        }
    }

    /// Returns the candidates among the leaps of a piece to any place.
    pub fn of_regions(&self, piece: PieceId) -> Vec<CandidateMove> {
        let mut found = Vec::new();
        for (index, lane) in self.position.lanes(piece).iter().enumerate() {
            if lane.shape != LaneShape::Area {
                continue;
            }
            if self.width >= Width::Full {
                self.of_cells(piece, index, &mut found);
            } else {
                self.of_bearings(piece, index, lane, &mut found);
            }
        }
        found
    }

    /// Adds the sample point of each cell, and places on its outline.
    fn of_cells(&self, piece: PieceId, lane: usize, out: &mut Vec<CandidateMove>) {
        let regions = self.survey.regions_of(piece);
        for cell in regions.iter().filter(|region| region.lane == lane).flat_map(|region| &region.cells) {
            let MoveEffect { captures, promotes } = &cell.value;
            let sides = cell.outlines.iter().flatten();
            let inwards = sides.flat_map(|side| {
                let on = [side.curve.at(side.from), side.curve.at(side.from.midpoint(side.to))];
                on.map(|at| at + (cell.sample - at) * INSIDE)
            });
            for place in std::iter::once(cell.sample).chain(inwards) {
                self.push_judged(Move::to(piece, lane, place), captures, *promotes, out);
            }
        }
    }

    /// Adds landings straight ahead and aside, and towards each enemy in range.
    fn of_bearings(&self, piece: PieceId, index: usize, lane: &Lane, out: &mut Vec<CandidateMove>) {
        let mover = self.position.piece(piece);
        let reach = lane.range_of(mover.moved) + 2.0 * self.position.extent(piece).reach();
        let board = &self.position.rules().board;
        let enemies = self.position.side(!mover.color()).map(|id| self.position.piece(id).at);
        let seen = enemies.flat_map(|at| board.images_of(at, mover.at, reach)).filter(|at| *at != mover.at);
        let towards = seen.map(|at| {
            let away = if mover.color() == Color::White { at - mover.at } else { mover.at - at };
            mover.facing.bearing(functions::angle_of(away).to_degrees(), mover.color())
        });
        let quiet = self.width > Width::Noisy;
        let around = (0..8).filter(|_| quiet).map(|eighth| f64::from(eighth) * 45.0);
        for bearing in towards.chain(around) {
            let dir = mover.dir_of(bearing);
            for ValuedInterval { part, value } in self.survey.legal_along(piece, bearing) {
                let MoveEffect { captures, promotes } = value;
                if captures.is_empty() && !promotes && !quiet {
                    continue;
                }
                let middle = part.from.midpoint(part.to);
                let wanted = if captures.is_empty() { part.inner(INSIDE).to } else { middle };
                let m = Move::to(piece, index, mover.at + dir * wanted);
                self.push_judged(m, &captures, promotes, out);
            }
        }
    }

    /// Adds a move if the judge finds it legal with these captures.
    fn push_judged(&self, m: Move, captures: &PieceIds, promotes: bool, out: &mut Vec<CandidateMove>) {
        let mut found = Vec::new();
        self.push(m, captures, promotes, &mut found);
        let agrees = |c: &CandidateMove| self.position.judge(c.m).is_ok_and(|v| v.captures == c.captures);
        out.extend(found.into_iter().filter(agrees));
    }

    /// Adds a move; for a pawn that promotes, every promotion of the width.
    fn push(&self, m: Move, captures: &PieceIds, promotes: bool, out: &mut Vec<CandidateMove>) {
        let rules = self.position.rules();
        if !promotes {
            out.push(CandidateMove { m, captures: captures.clone() });
            return;
        }
        let mut kinds: SmallVec<[_; 4]> = rules.promotions().collect();
        kinds.sort_by(|a, b| rules.kind(*b).rule.value.total_cmp(&rules.kind(*a).rule.value));
        // Where a piece is put back, not every promotion need be legal.
        let uncertain = rules.rebirth != Rebirth::None && !captures.is_empty();
        let mut known = kinds
            .into_iter()
            .map(|kind| m.promoting(kind))
            .filter(|m| !uncertain || self.position.judge(*m).is_ok());
        let wanted = if self.width >= Width::Wide { usize::MAX } else { 1 };
        out.extend(known.by_ref().take(wanted).map(|m| CandidateMove { m, captures: captures.clone() }));
    }

    /// Returns the distances chosen in a group of spans: those of one lane with equal captures.
    fn distances(&self, group: &[Span]) -> SmallVec<[f64; 8]> {
        let (first, last) = (&group[0], &group[group.len() - 1]);
        let mut out: SmallVec<[f64; 8]> = SmallVec::new();
        if group.len() == 1 && first.part.is_point() {
            out.push(first.part.from);
            return out;
        }
        let (low, high) = (first.part.inner(INSIDE).from, last.part.inner(INSIDE).to);
        let inner = nearest(group, low.midpoint(high));
        if self.width == Width::Noisy {
            out.push(inner);
            return out;
        }
        out.extend([high, low]);
        // With steps the parts are single distances, among which the lines below choose.
        if group.iter().any(|span| !span.part.is_point()) {
            out.extend(group[1..].iter().map(|span| span.part.inner(INSIDE).from));
            out.extend(group[..group.len() - 1].iter().map(|span| span.part.inner(INSIDE).to));
        }
        let path = self.position.path(first.piece, first.lane);
        let mover = self.position.piece(first.piece);
        let mut wish = |d: f64, apart: f64| {
            let d = nearest(group, d);
            if out.iter().all(|other| (other - d).abs() > apart) {
                out.push(d);
            }
        };
        wish(inner, APART);
        let enemy_king = self.position.king(!mover.color());
        if let Some(target) = enemy_king {
            self.lines_through(mover, &path, target, low, high).into_iter().for_each(|d| wish(d, 0.0));
        }
        if self.width >= Width::Wide {
            for target in self.position.side(!mover.color()).filter(|id| Some(*id) != enemy_king) {
                self.lines_through(mover, &path, target, low, high).into_iter().for_each(|d| wish(d, APART));
            }
        }
        if self.width >= Width::Full {
            let taken = self.survey.taken_along(first.piece, first.lane, high);
            let all = Spans::from(Interval::closed(low, high));
            if !taken.is_empty() {
                for part in all.difference(&taken, self.position.rules().epsilon).parts() {
                    let Interval { from: low, to: high, .. } = part.inner(INSIDE);
                    [low, high, low.midpoint(high)].into_iter().for_each(|d| wish(d, APART));
                }
            }
            for friend in self.position.side(mover.color()).filter(|id| *id != first.piece) {
                self.lines_through(mover, &path, friend, low, high).into_iter().for_each(|d| wish(d, APART));
            }
        }
        out
    }

    /// Returns the distances between `low` and `high` at which a capturing lane of the mover passes through a target's centre, or at
    /// which the mover has turned to face the target.
    fn lines_through(
        &self,
        mover: &Piece,
        path: &Path,
        target: PieceId,
        low: f64,
        high: f64,
    ) -> SmallVec<[f64; 8]> {
        let rules = self.position.rules();
        let target = self.position.piece(target).at;
        let is_within = |d: &f64| (low..=high).contains(d);
        let mut found: SmallVec<[f64; 8]> = SmallVec::new();
        match path {
            Path::Line { start, dir: way } => {
                let images: SmallVec<[Point; 4]> = if rules.board.has_seams() {
                    let images = rules.board.images_along(&Ray::new(start.at, *way), high, rules.radius);
                    images.iter().map(|image| image.place(target)).collect()
                } else {
                    SmallVec::from_slice(&[target])
                };
                for dir in self.capturing_lines(mover) {
                    let slant = dir.perp_dot(*way);
                    if slant.abs() > PARALLEL {
                        let crossings = images.iter().map(|at| dir.perp_dot(*at - start.at) / slant);
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

    /// Returns the directions of the mover's straight lanes that may capture. Two opposite lanes share a line and count once.
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

/// Returns the legal distance of a group nearest to a wanted one.
fn nearest(group: &[Span], d: f64) -> f64 {
    let clamped = group.iter().map(|span| {
        let inner = span.part.inner(INSIDE);
        d.clamp(inner.from, inner.to.max(inner.from))
    });
    clamped.min_by(|a, b| (a - d).abs().total_cmp(&(b - d).abs())).unwrap_or(d)
}
