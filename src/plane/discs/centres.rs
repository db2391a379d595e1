//! The centres of a position, laid out for contact queries of a moving disc.

use crate::board::Surface;
use crate::chess::Color;
use crate::geom::{Point, PointIndex, Ray, contact};
use crate::plane::position::{PieceId, Position};
use smallvec::SmallVec;

/// From this many pieces on an index of the centres is faster than a scan.
const CROWD: usize = 96;

/// A piece met on the way, and the distance at which.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// Who is met.
    pub piece: PieceId,
    /// The contact distance.
    pub distance: f64,
}

/// The pieces met on the way, nearest first, those at equal distance by id.
pub type Contacts = SmallVec<[Contact; 6]>;

/// Pieces and where they are seen.
pub type Standing = SmallVec<[(PieceId, Point); 4]>;

/// How far to look along a ray.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// No farther than this.
    pub limit: f64,
    /// No farther than this beyond the first contact.
    pub slack: f64,
}

/// The centres of a position.
pub struct Centres {
    centres: Vec<Point>,
    colors: Vec<Color>,
    index: Option<PointIndex>,
    board: Surface,
}

impl Centres {
    /// Lays out a position's centres.
    pub fn new(position: &Position) -> Centres {
        let pieces = position.pieces();
        let centres: Vec<Point> = pieces.iter().map(|p| p.at).collect();
        let board = position.rules().board;
        let index =
            (pieces.len() >= CROWD && !board.has_seams()).then(|| PointIndex::new(centres.iter().copied()));
        Centres { centres, colors: pieces.iter().map(|p| p.color()).collect(), index, board }
    }

    /// Where a piece stands.
    pub fn at(&self, id: PieceId) -> Point {
        self.centres[id.index()]
    }

    /// Whose it is.
    pub fn color(&self, id: PieceId) -> Color {
        self.colors[id.index()]
    }

    /// What an open disc of `radius` on its way along `ray` comes into contact with, those in `skip`
    /// left out.
    #[inline]
    pub fn contacts(&self, ray: &Ray, radius: f64, epsilon: f64, look: Look, skip: &[PieceId]) -> Contacts {
        if self.board.has_seams() && look.slack.is_finite() {
            // Most ways are stopped soon: on the copies of the board near their beginning.
            let limit = look.limit.min(self.board.shortest_round() / 2.0);
            let found = self.all_contacts(ray, radius, epsilon, Look { limit, ..look }, skip);
            if limit == look.limit || found.first().is_some_and(|c| c.distance + look.slack <= limit) {
                return found;
            }
        }
        self.all_contacts(ray, radius, epsilon, look, skip)
    }

    fn all_contacts(&self, ray: &Ray, radius: f64, epsilon: f64, look: Look, skip: &[PieceId]) -> Contacts {
        let mut found = Contacts::new();
        let mut bound = look.limit;
        let meet = |id: PieceId, at: Point, bound: f64| {
            // Most pieces lie beside the way.
            if ray.offset(at).abs() >= radius {
                return None;
            }
            let distance = contact(ray, radius, at, epsilon)?;
            (distance <= bound && !skip.contains(&id)).then_some(distance)
        };
        match &self.index {
            None if self.board.has_seams() => {
                self.for_each_image(ray, look.limit, radius, |id, at| {
                    if let Some(distance) = meet(id, at, bound) {
                        found.push(Contact { piece: id, distance });
                        bound = bound.min(distance + look.slack);
                    }
                });
            }
            None => {
                for (id, at) in self.each() {
                    if let Some(distance) = meet(id, at, bound) {
                        found.push(Contact { piece: id, distance });
                        bound = bound.min(distance + look.slack);
                    }
                }
            }
            Some(index) => {
                let meet = |id: PieceId, bound: f64| meet(id, self.at(id), bound);
                if look.slack.is_finite() {
                    let least = index
                        .least_in_corridor(ray, radius, bound + radius, |i| meet(PieceId(i as u32), bound));
                    match least {
                        Some(least) => bound = bound.min(least + look.slack),
                        None => return found,
                    }
                }
                index.in_corridor(ray, radius, 0.0, bound + radius, |i| {
                    let id = PieceId(i as u32);
                    if let Some(distance) = meet(id, bound) {
                        found.push(Contact { piece: id, distance });
                    }
                });
            }
        }
        if found.len() < 2 {
            return found;
        }
        found.retain(|c| c.distance <= bound);
        found.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.piece.cmp(&b.piece)));
        found
    }

    /// Every piece on every copy of the board near the first `length` of a ray; the one at its start on its own copy only.
    fn for_each_image(&self, ray: &Ray, length: f64, clear: f64, mut visit: impl FnMut(PieceId, Point)) {
        for image in self.board.images_along(ray, length, clear) {
            if image.is_identity() {
                self.each().for_each(|(id, at)| visit(id, at));
            } else {
                let others = self.each().filter(|(_, at)| *at != ray.origin);
                others.for_each(|(id, at)| visit(id, image.place(at)));
            }
        }
    }

    /// Every piece and where it stands.
    fn each(&self) -> impl Iterator<Item = (PieceId, Point)> + '_ {
        (0u32..).map(PieceId).zip(self.centres.iter().copied())
    }

    /// Every piece whose centre lies within `half_width` of the stretch `from..=to` of the ray's line,
    /// ends square, in order of id.
    pub fn in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64) -> Standing {
        let within = |at: Point| ray.offset(at).abs() < half_width && (from..=to).contains(&ray.along(at));
        let mut found = Standing::new();
        let mut look_at = |id: PieceId, at: Point| {
            if within(at) {
                found.push((id, at));
            }
        };
        match &self.index {
            None if self.board.has_seams() => {
                self.for_each_image(ray, to, half_width - from.min(0.0), look_at)
            }
            None => self.each().for_each(|(id, at)| look_at(id, at)),
            Some(index) => {
                index.in_corridor(ray, half_width, from, to, |i| {
                    look_at(PieceId(i as u32), self.centres[i]);
                });
                found.sort_unstable_by_key(|seen| seen.0);
            }
        }
        found
    }

    /// The least distance, no farther than `limit`, at which an open disc on its way comes into contact with a piece.
    pub fn contact_with(&self, id: PieceId, ray: &Ray, radius: f64, epsilon: f64, limit: f64) -> Option<f64> {
        let at = self.at(id);
        if !self.board.has_seams() {
            return contact(ray, radius, at, epsilon).filter(|d| *d <= limit);
        }
        let images = self.board.images_along(ray, limit, radius);
        let met = images.iter().filter_map(|image| contact(ray, radius, image.place(at), epsilon));
        met.reduce(f64::min).filter(|d| *d <= limit)
    }
}
