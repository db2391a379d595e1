//! The centres of a position, laid out for contact queries of a moving disc.

use crate::chess::Color;
use crate::geom::{Point, PointIndex, Ray, contact};
use crate::plane::position::{Few, PieceId, Position};
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
}

impl Centres {
    /// Lays out a position's centres.
    pub fn new(position: &Position) -> Centres {
        let pieces = position.pieces();
        let centres: Vec<Point> = pieces.iter().map(|p| p.at).collect();
        let index = (pieces.len() >= CROWD).then(|| PointIndex::new(centres.iter().copied()));
        Centres { centres, colors: pieces.iter().map(|p| p.color()).collect(), index }
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
    pub fn contacts(&self, ray: &Ray, radius: f64, epsilon: f64, look: Look, skip: &[PieceId]) -> Contacts {
        let mut found = Contacts::new();
        let mut bound = look.limit;
        let meet = |id: PieceId, bound: f64| {
            let distance = contact(ray, radius, self.at(id), epsilon)?;
            (distance <= bound && !skip.contains(&id)).then_some(distance)
        };
        match &self.index {
            None => {
                for id in 0..self.centres.len() as u32 {
                    if let Some(distance) = meet(PieceId(id), bound) {
                        found.push(Contact { piece: PieceId(id), distance });
                        bound = bound.min(distance + look.slack);
                    }
                }
            }
            Some(index) => {
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
        found.retain(|c| c.distance <= bound);
        found.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.piece.cmp(&b.piece)));
        found
    }

    /// Every piece whose centre lies within `half_width` of the stretch `from..=to` of the ray's line,
    /// ends square, in order of id.
    pub fn in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64) -> Few {
        let within = |id: PieceId| {
            let along = ray.along(self.at(id));
            ray.offset(self.at(id)).abs() < half_width && (from..=to).contains(&along)
        };
        match &self.index {
            None => (0..self.centres.len() as u32).map(PieceId).filter(|&id| within(id)).collect(),
            Some(index) => {
                let mut found = Few::new();
                index.in_corridor(ray, half_width, from, to, |i| {
                    if within(PieceId(i as u32)) {
                        found.push(PieceId(i as u32));
                    }
                });
                found.sort_unstable();
                found
            }
        }
    }
}
