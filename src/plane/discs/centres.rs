//! The centres of a position, with an index for the contacts of a moving disc.

use super::columns::{self, Columns, MAX_PIECES, for_each_set_bit};
use super::disc_lane::image_of_ray;
use crate::board::Surface;
use crate::budget::work;
use crate::chess::Color;
use crate::geom::tolerance::EPSILON;
use crate::geom::{Point, PointIndex, Ray, Vec2, contact, contact_of};
use crate::plane::position::{PieceId, PlacedPiece, PlanePosition};
use crate::plane::rules::Rules;
use smallvec::SmallVec;

/// A contact of a moving disc with a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscContact {
    pub piece: PieceId,
    /// The contact distance, board units.
    pub distance: f64,
}

/// Contacts in ascending order of distance, those at equal distance by id.
pub type Contacts = SmallVec<[DiscContact; 6]>;

/// Images of pieces with their places.
pub type PlacedPieces = SmallVec<[PlacedPiece; 4]>;

/// The part of a ray on which contacts are wanted.
#[derive(Debug, Clone, Copy)]
pub struct ContactQuery {
    /// A distance up to which the disc is known to meet nothing, board units; 0 if nothing is known.
    pub free: f64,
    /// The greatest distance of a contact, board units.
    pub limit: f64,
    /// The greatest distance of a contact beyond the first one, board units.
    pub slack: f64,
}

/// Collects contacts that are found in any order.
struct ContactSink<'a> {
    contacts: Contacts,
    /// The greatest distance of a contact that matters. A nearer contact may lower it.
    bound: f64,
    slack: f64,
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

    /// Returns the contacts that matter, sorted.
    fn into_sorted(mut self) -> Contacts {
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
    /// The first [`MAX_PIECES`] centres in columns.
    columns: Columns,
    /// A bit for each of these that is the centre of a white piece.
    white: u64,
    /// The index of the centres on a crowded board without seams.
    index: Option<PointIndex>,
    board: Surface,
    pub(super) radius: f64,
    epsilon: f64,
}

impl Centres {
    pub fn new(position: &PlanePosition) -> Centres {
        let pieces = position.pieces();
        let centres: Vec<Point> = pieces.iter().map(|p| p.at).collect();
        let Rules { board, radius, epsilon, .. } = **position.rules();
        let is_crowd = pieces.len() >= PointIndex::MIN_POINTS && !board.has_seams();
        let index = is_crowd.then(|| PointIndex::new(centres.iter().copied()));
        let mut white = 0;
        for (i, piece) in pieces.iter().take(MAX_PIECES).enumerate() {
            white |= u64::from(piece.color() == Color::White) << i;
        }
        let columns = Columns::new(&centres);
        let colors = pieces.iter().map(|p| p.color()).collect();
        Centres { centres, colors, columns, white, index, board, radius, epsilon }
    }

    /// Returns the length of a ride, at most `length`, up to which a scan of all pieces within `margin` of the path saves time.
    ///
    /// `None` on a crowded board, where the index is faster, and on a board with seams that is too narrow. On other boards with
    /// seams the length is so short that the scan sees no piece twice; most rides end sooner.
    #[inline]
    pub fn scanned_length(&self, length: f64, margin: f64) -> Option<f64> {
        let scanned_length = length.min(self.board.shortest_round() / 2.0 - margin);
        (self.index.is_none() && scanned_length >= 0.0).then_some(scanned_length)
    }

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

    /// Returns a bit for each of the first [`MAX_PIECES`] pieces that is an enemy of a piece.
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

    /// Returns the distance at which a piece that moves along `ray` comes into contact with a place.
    #[inline]
    fn contact_distance(&self, ray: &Ray, place: Point) -> Option<f64> {
        contact(ray, self.radius, place, self.epsilon)
    }

    /// Returns the distance at which a piece that moves along `dir` comes into contact with a place at the vector `v` from its
    /// start.
    #[inline]
    pub fn contact_distance_by_vector(&self, dir: Vec2, v: Vec2) -> Option<f64> {
        contact_of(dir, self.radius, v, self.epsilon)
    }

    /// Returns the contacts of a piece that moves along `ray`. The pieces in `skip` are off the board.
    pub fn contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut free = query.free.max(0.0);
        if self.board.has_seams() && query.slack.is_finite() {
            // Most rides end soon, so on a board with seams a short limit is tried first and then doubled. A search is final once
            // the first contact and its slack lie within the limit. A part without contacts is not searched again.
            let mut tried_limit = (2.0 * free).max(self.board.least_side() / 2.0);
            while tried_limit < query.limit {
                let tried = ContactQuery { free, limit: tried_limit, ..query };
                let contacts = self.search_contacts(ray, tried, skip);
                match contacts.first() {
                    Some(first) if first.distance + query.slack <= tried_limit => return contacts,
                    Some(_) => {}
                    None => free = tried_limit,
                }
                tried_limit *= 2.0;
            }
        }
        self.search_contacts(ray, ContactQuery { free, ..query }, skip)
    }

    /// Returns the contacts of a piece that moves along `ray`, by one search up to the limit of the query.
    fn search_contacts(&self, ray: &Ray, query: ContactQuery, skip: &[PieceId]) -> Contacts {
        let mut sink =
            ContactSink { contacts: Contacts::new(), bound: query.limit, slack: query.slack, skip };
        let mut look_at = |id: PieceId, at: Point| {
            if let Some(distance) = self.contact_distance(ray, at) {
                sink.add(id, distance);
            }
        };
        match &self.index {
            None if self.board.has_seams() => {
                self.for_each_image(ray, self.radius, (query.free, query.limit + self.radius), look_at);
            }
            None => self.each().for_each(|(id, at)| look_at(id, at)),
            Some(index) => {
                let distance_to = |id: PieceId| self.contact_distance(ray, self.at(id));
                // With a finite slack only contacts near the first one matter. So the first contact bounds the search of the
                // others.
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
        sink.into_sorted()
    }

    /// Visits the images of pieces within `half_width` of the segment `from..=to` of a ray's line, and perhaps others. It skips the
    /// other images of a piece that stands at the start of the ray.
    fn for_each_image(
        &self,
        ray: &Ray,
        half_width: f64,
        (from, to): (f64, f64),
        mut visit: impl FnMut(PieceId, Point),
    ) {
        // The board looks for images ahead of a start only. A wider corridor covers the part of the segment behind the start.
        let begin = from.max(0.0);
        let forward = Ray::new(ray.at(begin), ray.dir);
        self.board.for_each_image_along(&forward, to - begin, half_width - from.min(0.0), |isometry| {
            work(self.len());
            let mut visit_image = |id: PieceId| {
                let at = self.at(id);
                if isometry.is_identity() {
                    visit(id, at);
                } else if at != ray.origin {
                    visit(id, isometry.place(at));
                }
            };
            if self.len() > MAX_PIECES {
                return self.each().for_each(|(id, _)| visit_image(id));
            }
            // The isometry maps the board to its image. Its inverse maps the ray to one that passes the pieces themselves.
            let local_ray = image_of_ray(ray, &isometry.inverse());
            let greatest = local_ray.origin.x.abs() + local_ray.origin.y.abs();
            let margin = self.column_rounding() + columns::rounding(greatest);
            let ends = ((from - margin) as f32, (to + margin) as f32);
            let near = self.columns.slots_in_corridor(&local_ray, (half_width + margin) as f32, ends);
            for_each_set_bit(near & self.all_bits(), |i| visit_image(PieceId(i as u32)));
        });
    }

    /// Yields every piece and its centre.
    pub fn each(&self) -> impl Iterator<Item = (PieceId, Point)> + '_ {
        self.centres.iter().enumerate().map(|(i, &at)| (PieceId(i as u32), at))
    }

    /// Returns the pieces whose centres lie within `half_width` of the segment `from..=to` of the ray's line.
    ///
    /// They are in order of id. On a board with seams they are grouped by image of the board, and a piece may occur more than once.
    pub fn pieces_in_corridor(&self, ray: &Ray, half_width: f64, from: f64, to: f64) -> PlacedPieces {
        let is_within = |at: Point| ray.offset(at).abs() < half_width && (from..=to).contains(&ray.along(at));
        let mut pieces = PlacedPieces::new();
        let mut look_at = |id: PieceId, at: Point| {
            if is_within(at) {
                pieces.push(PlacedPiece { id, at });
            }
        };
        match &self.index {
            None if self.board.has_seams() => self.for_each_image(ray, half_width, (from, to), look_at),
            None => self.each().for_each(|(id, at)| look_at(id, at)),
            Some(index) => {
                index.in_corridor(ray, half_width, from, to, |i| {
                    look_at(PieceId(i as u32), self.centres[i]);
                });
                pieces.sort_unstable_by_key(|piece| piece.id);
            }
        }
        pieces
    }

    /// Returns the least distance, up to `limit`, at which a piece that moves along `ray` comes into contact with `other`.
    pub fn contact_with(&self, ray: &Ray, other: PieceId, limit: f64) -> Option<f64> {
        let at = self.at(other);
        if !self.board.has_seams() {
            return self.contact_distance(ray, at).filter(|d| *d <= limit);
        }
        let mut least = f64::INFINITY;
        let mut look_at = |place| {
            least = least.min(self.contact_distance(ray, place).unwrap_or(f64::INFINITY));
        };
        // `for_each_image_beside` is faster, but needs a radius below a third of each glued side.
        if 3.0 * self.radius < self.board.least_side() {
            self.board.for_each_image_beside(at, ray, limit, self.radius, look_at);
        } else {
            self.board.for_each_image_along(ray, limit, self.radius, |isometry| look_at(isometry.place(at)));
        }
        (least <= limit).then_some(least)
    }
}
