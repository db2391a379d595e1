//! The centres of a position, indexed for contact queries of a moving disc.

use super::columns::{self, Columns, MAX_PIECES, for_each_of};
use crate::board::Surface;
use crate::budget::work;
use crate::chess::Color;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Point, PointIndex, Ray, Vec2, contact, contact_of};
use crate::plane::position::{PieceId, PlanePosition};
use smallvec::SmallVec;

/// A contact of a moving disc with a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscContact {
    /// The piece that is met.
    pub piece: PieceId,
    /// The contact distance, board units.
    pub distance: f64,
}

/// Contacts in ascending order of distance, those at equal distance by id.
pub type Contacts = SmallVec<[DiscContact; 6]>;

/// Pieces, each with the place of one of its images.
pub type PlacedPieces = SmallVec<[(PieceId, Point); 4]>;

/// The part of a ray on which contacts are wanted.
#[derive(Debug, Clone, Copy)]
pub struct ContactQuery {
    /// A distance up to which the disc is known to meet nothing; 0 if nothing is known.
    pub free: f64,
    /// The greatest distance, board units.
    pub limit: f64,
    /// The greatest distance beyond the first contact, board units.
    pub slack: f64,
}

/// A collection of contacts that are found in any order.
struct ContactSink<'a> {
    contacts: Contacts,
    /// The greatest distance of a contact that matters: with each nearer contact it may become less.
    bound: f64,
    slack: f64,
    /// The pieces to leave out.
    skip: &'a [PieceId],
}

impl ContactSink<'_> {
    fn add(&mut self, piece: PieceId, distance: f64) {
        // Near a cone point two images of one piece may be met at once.
        let is_known = |c: &DiscContact| c.piece == piece && (c.distance - distance).abs() <= EPSILON;
        if distance <= self.bound && !self.skip.contains(&piece) && !self.contacts.iter().any(is_known) {
            self.contacts.push(DiscContact { piece, distance });
            self.bound = self.bound.min(distance + self.slack);
        }
    }

    fn sorted(mut self) -> Contacts {
        if self.contacts.len() > 1 {
            self.contacts.retain(|c| c.distance <= self.bound);
            let order = |a: &DiscContact, b: &DiscContact| {
                a.distance.total_cmp(&b.distance).then(a.piece.cmp(&b.piece))
            };
            self.contacts.sort_unstable_by(order);
        }
        self.contacts
    }
}

/// The centres of a position, with an index of the pieces on crowded boards.
pub struct Centres {
    centres: Vec<Point>,
    colors: Vec<Color>,
    /// The first centres in columns, and a bit for each that is of White.
    columns: Columns,
    white: u64,
    index: Option<PointIndex>,
    board: Surface,
    pub(super) radius: f64,
    epsilon: f64,
}

impl Centres {
    /// Indexes the centres of a position.
    pub fn new(position: &PlanePosition) -> Centres {
        let pieces = position.pieces();
        let centres: Vec<Point> = pieces.iter().map(|p| p.at).collect();
        let (board, radius, epsilon) =
            (position.rules().board, position.rules().radius, position.rules().epsilon);
        let is_crowd = pieces.len() >= PointIndex::MIN_POINTS && !board.has_seams();
        let index = is_crowd.then(|| PointIndex::new(centres.iter().copied()));
        let white = pieces.iter().take(MAX_PIECES).enumerate();
        let white = white.fold(0, |bits, (i, p)| bits | u64::from(p.color() == Color::White) << i);
        let columns = Columns::new(&centres);
        let colors = pieces.iter().map(|p| p.color()).collect();
        Centres { centres, colors, columns, white, index, board, radius, epsilon }
    }

    /// Returns the length of a ride up to which a scan of all pieces within `clear` saves time. It is below 0 on a crowded board,
    /// where the index is faster. Through seams it is so short that no piece is seen twice; most rides end sooner.
    pub fn scanned_length(&self, length: f64, clear: f64) -> f64 {
        if self.index.is_some() {
            f64::NEG_INFINITY
        } else {
            length.min(self.board.shortest_round() / 2.0 - clear)
        }
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Returns the error of the columns, board units.
    pub fn rounding(&self) -> f64 {
        columns::rounding(self.board.width() + self.board.height())
    }

    /// Returns a bit for each of the first [`MAX_PIECES`] pieces.
    pub fn all_bits(&self) -> u64 {
        u64::MAX >> (MAX_PIECES - self.len().clamp(1, MAX_PIECES))
    }

    /// Returns a bit for each of the first [`MAX_PIECES`] pieces that is of the other colour than a piece.
    pub fn enemies_of(&self, piece: PieceId) -> u64 {
        if self.color(piece) == Color::White { !self.white } else { self.white }
    }

    /// Writes the vectors from a place to the nearest image of each of the first [`MAX_PIECES`] pieces.
    #[inline]
    pub fn write_vectors(&self, from: Point, vectors: &mut Columns) {
        vectors.write_vectors(from, &self.columns, &self.board);
    }

    /// Returns the vector from a place to the nearest image of one piece.
    #[inline]
    pub fn nearest_vector(&self, from: Point, to: PieceId) -> Vec2 {
        let at = self.at(to);
        if self.board.has_seams() { self.board.shortest_vector(from, at) } else { at - from }
    }

    pub fn at(&self, id: PieceId) -> Point {
        self.centres[id.index()]
    }

    pub fn color(&self, id: PieceId) -> Color {
        self.colors[id.index()]
    }

    /// Returns the contact distance of a piece that moves along `ray` with a place.
    #[inline]
    fn met(&self, ray: &Ray, at: Point) -> Option<f64> {
        contact(ray, self.radius, at, self.epsilon)
    }

    /// Returns the contact distance of a piece that moves along `dir` with a place at the vector `v` from its own.
    #[inline]
    pub fn met_at(&self, dir: Vec2, v: Vec2) -> Option<f64> {
        contact_of(dir, self.radius, v, self.epsilon)
    }

    /// Returns the contacts of a piece that moves along `ray`, without those with the pieces in `skip`. Most rides end soon, so through
    /// seams a short part of the path is searched first, and each later part is twice as long.
    pub fn contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut from = query.free.max(0.0);
        if self.board.has_seams() && query.slack.is_finite() {
            let mut limit = (2.0 * from).max(self.board.least_side() / 2.0);
            while limit < query.limit {
                let found = self.all_contacts(ray, ContactQuery { free: from, limit, ..query }, skip);
                if found.first().is_some_and(|c| c.distance + query.slack <= limit) {
                    return found;
                }
                from = if found.is_empty() { limit } else { from };
                limit *= 2.0;
            }
        }
        self.all_contacts(ray, ContactQuery { free: from, ..query }, skip)
    }

    fn all_contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut met = ContactSink { contacts: Contacts::new(), bound: query.limit, slack: query.slack, skip };
        match &self.index {
            None if self.board.has_seams() => {
                let part = (query.free, query.limit + self.radius);
                self.for_each_image(ray, self.radius, part, |id, at| {
                    if let Some(distance) = self.met(ray, at) {
                        met.add(id, distance);
                    }
                });
            }
            None => {
                for (id, at) in self.each() {
                    if let Some(distance) = self.met(ray, at) {
                        met.add(id, distance);
                    }
                }
            }
            Some(index) => {
                let meet = |id: PieceId| self.met(ray, self.at(id));
                if query.slack.is_finite() {
                    let least = index.least_in_corridor(ray, self.radius, query.limit + self.radius, |i| {
                        let id = PieceId(i as u32);
                        meet(id).filter(|distance| *distance <= query.limit && !skip.contains(&id))
                    });
                    match least {
                        Some(least) => met.bound = met.bound.min(least + query.slack),
                        None => return met.contacts,
                    }
                }
                index.in_corridor(ray, self.radius, 0.0, met.bound + self.radius, |i| {
                    let id = PieceId(i as u32);
                    if let Some(distance) = meet(id) {
                        met.add(id, distance);
                    }
                });
            }
        }
        met.sorted()
    }

    /// Visits the images of pieces within `half_width` of the segment `from..=to` of a ray's line, and perhaps others. Of the piece
    /// at the start of the ray it visits one image.
    fn for_each_image(
        &self,
        ray: &Ray,
        half_width: f64,
        (from, to): (f64, f64),
        mut visit: impl FnMut(PieceId, Point),
    ) {
        let begin = from.max(0.0);
        let part = Ray::new(ray.at(begin), ray.dir);
        self.board.for_each_image_along(&part, to - begin, half_width - from.min(0.0), |image| {
            work(self.len());
            let mut see = |id: PieceId| {
                let at = self.at(id);
                if image.is_identity() {
                    visit(id, at);
                } else if at != ray.origin {
                    visit(id, image.place(at));
                }
            };
            if self.len() > MAX_PIECES {
                return self.each().for_each(|(id, _)| see(id));
            }
            // The ray as the image of the board sees it.
            let view = image.inverse();
            let seen = Ray::new(view.place(ray.origin), view.flips.vec(ray.dir));
            let off = self.rounding() + columns::rounding(seen.origin.x.abs() + seen.origin.y.abs());
            let ends = ((from - off) as f32, (to + off) as f32);
            let near = self.columns.in_corridor(&seen, (half_width + off) as f32, ends);
            for_each_of(near & self.all_bits(), |i| see(PieceId(i as u32)));
        });
    }

    /// Yields every piece and its centre.
    pub fn each(&self) -> impl Iterator<Item = (PieceId, Point)> + '_ {
        self.centres.iter().enumerate().map(|(i, &at)| (PieceId(i as u32), at))
    }

    /// Returns the pieces whose centres lie within `half_width` of the segment `from..=to` of the ray's line, in order of id.
    pub fn in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64) -> PlacedPieces {
        let within = |at: Point| ray.offset(at).abs() < half_width && (from..=to).contains(&ray.along(at));
        let mut found = PlacedPieces::new();
        let mut look_at = |id: PieceId, at: Point| {
            if within(at) {
                found.push((id, at));
            }
        };
        match &self.index {
            None if self.board.has_seams() => {
                self.for_each_image(ray, half_width, (from, to), look_at);
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

    /// Returns the least distance, up to `limit`, at which a piece that moves along `ray` comes into contact with another.
    pub fn contact_with(&self, id: PieceId, ray: &Ray, limit: f64) -> Option<f64> {
        let at = self.at(id);
        if !self.board.has_seams() {
            return self.met(ray, at).filter(|d| *d <= limit);
        }
        let mut least = f64::INFINITY;
        let mut meet = |at| least = least.min(self.met(ray, at).unwrap_or(f64::INFINITY));
        if 3.0 * self.radius < self.board.least_side() {
            self.board.for_each_image_beside(at, ray, limit, self.radius, meet);
        } else {
            self.board.for_each_image_along(ray, limit, self.radius, |image| meet(image.place(at)));
        }
        (least <= limit).then_some(least)
    }
}
