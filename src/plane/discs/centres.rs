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

    /// Returns the length of a ride, at most `length`, up to which it saves time to scan all pieces within `beside` of the path.
    ///
    /// The length is negative infinity on a crowded board, where the index is faster. Through seams the length is so short that no
    /// piece is seen twice; most rides end sooner.
    pub fn scanned_length(&self, length: f64, beside: f64) -> f64 {
        if self.index.is_some() {
            f64::NEG_INFINITY
        } else {
            length.min(self.board.shortest_round() / 2.0 - beside)
        }
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Returns the greatest error of tests on the `f32` columns, board units.
    pub fn column_rounding(&self) -> f64 {
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
    fn contact_distance(&self, ray: &Ray, place: Point) -> Option<f64> {
        contact(ray, self.radius, place, self.epsilon)
    }

    /// Returns the contact distance of a piece that moves along `dir` with a place at the vector `v` from its own.
    #[inline]
    pub fn contact_distance_by_vector(&self, dir: Vec2, v: Vec2) -> Option<f64> {
        contact_of(dir, self.radius, v, self.epsilon)
    }

    /// Returns the contacts of a piece that moves along `ray`, without those with the pieces in `skip`.
    pub fn contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut from = query.free.max(0.0);
        if self.board.has_seams() && query.slack.is_finite() {
            // Most rides end soon, so through seams a short limit is tried first and then doubled. A search is final once the first
            // contact and its slack lie within the limit. A part without contacts is not searched again.
            let mut tried_limit = (2.0 * from).max(self.board.least_side() / 2.0);
            while tried_limit < query.limit {
                let tried = ContactQuery { free: from, limit: tried_limit, ..query };
                let found = self.all_contacts(ray, tried, skip);
                if found.first().is_some_and(|c| c.distance + query.slack <= tried_limit) {
                    return found;
                }
                if found.is_empty() {
                    from = tried_limit;
                }
                tried_limit *= 2.0;
            }
        }
        self.all_contacts(ray, ContactQuery { free: from, ..query }, skip)
    }

    fn all_contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut sink =
            ContactSink { contacts: Contacts::new(), bound: query.limit, slack: query.slack, skip };
        match &self.index {
            None if self.board.has_seams() => {
                let part = (query.free, query.limit + self.radius);
                self.for_each_image(ray, self.radius, part, |id, at| {
                    if let Some(distance) = self.contact_distance(ray, at) {
                        sink.add(id, distance);
                    }
                });
            }
            None => {
                for (id, at) in self.each() {
                    if let Some(distance) = self.contact_distance(ray, at) {
                        sink.add(id, distance);
                    }
                }
            }
            Some(index) => {
                let distance_to = |id: PieceId| self.contact_distance(ray, self.at(id));
                // With a finite slack only contacts near the first one matter: the first is found, and then those within the slack.
                if query.slack.is_finite() {
                    let first = index.least_in_corridor(ray, self.radius, query.limit + self.radius, |i| {
                        let id = PieceId(i as u32);
                        distance_to(id).filter(|distance| *distance <= query.limit && !skip.contains(&id))
                    });
                    let Some(first) = first else { return sink.contacts };
                    sink.bound = sink.bound.min(first + query.slack);
                }
                index.in_corridor(ray, self.radius, 0.0, sink.bound + self.radius, |i| {
                    let id = PieceId(i as u32);
                    if let Some(distance) = distance_to(id) {
                        sink.add(id, distance);
                    }
                });
            }
        }
        sink.sorted()
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
        // The board looks for images ahead of a start only. What lies behind it is covered by a wider corridor.
        let begin = from.max(0.0);
        let forward = Ray::new(ray.at(begin), ray.dir);
        self.board.for_each_image_along(&forward, to - begin, half_width - from.min(0.0), |image| {
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
            let margin =
                self.column_rounding() + columns::rounding(seen.origin.x.abs() + seen.origin.y.abs());
            let ends = ((from - margin) as f32, (to + margin) as f32);
            let near = self.columns.in_corridor(&seen, (half_width + margin) as f32, ends);
            for_each_of(near & self.all_bits(), |i| see(PieceId(i as u32)));
        });
    }

    /// Yields every piece and its centre.
    pub fn each(&self) -> impl Iterator<Item = (PieceId, Point)> + '_ {
        self.centres.iter().enumerate().map(|(i, &at)| (PieceId(i as u32), at))
    }

    /// Returns the pieces whose centres lie within `half_width` of the segment `from..=to` of the ray's line.
    ///
    /// They come in order of id. Through seams they come image by image, and a piece may occur more than once.
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

    /// Returns the least distance, up to `limit`, at which a piece that moves along `ray` comes into contact with `other`.
    pub fn contact_with(&self, ray: &Ray, other: PieceId, limit: f64) -> Option<f64> {
        let at = self.at(other);
        if !self.board.has_seams() {
            return self.contact_distance(ray, at).filter(|d| *d <= limit);
        }
        let mut least = f64::INFINITY;
        let mut see = |place| least = least.min(self.contact_distance(ray, place).unwrap_or(f64::INFINITY));
        // The faster one of the two needs a radius below a third of each glued side.
        if 3.0 * self.radius < self.board.least_side() {
            self.board.for_each_image_beside(at, ray, limit, self.radius, see);
        } else {
            self.board.for_each_image_along(ray, limit, self.radius, |image| see(image.place(at)));
        }
        (least <= limit).then_some(least)
    }
}
