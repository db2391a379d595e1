//! The centres of a position, laid out for contact queries of a moving disc.

use crate::board::Surface;
use crate::chess::Color;
use crate::geom::{Point, PointIndex, Ray, Vec2, contact};
use crate::plane::position::{PieceId, Position};
use crate::watch::work;
use smallvec::SmallVec;

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
pub type PlacedPieces = SmallVec<[(PieceId, Point); 4]>;

/// How far to look along a ray.
#[derive(Debug, Clone, Copy)]
pub struct ContactQuery {
    /// No farther than this.
    pub limit: f64,
    /// No farther than this beyond the first contact.
    pub slack: f64,
}

/// Contacts as they are found, in any order.
struct ContactSink<'a> {
    contacts: Contacts,
    /// None farther than this matters.
    bound: f64,
    slack: f64,
    /// Those to leave out.
    skip: &'a [PieceId],
}

impl ContactSink<'_> {
    fn add(&mut self, piece: PieceId, distance: f64) {
        if distance <= self.bound && !self.skip.contains(&piece) {
            self.contacts.push(Contact { piece, distance });
            self.bound = self.bound.min(distance + self.slack);
        }
    }

    fn sorted(mut self) -> Contacts {
        if self.contacts.len() > 1 {
            self.contacts.retain(|c| c.distance <= self.bound);
            let order =
                |a: &Contact, b: &Contact| a.distance.total_cmp(&b.distance).then(a.piece.cmp(&b.piece));
            self.contacts.sort_unstable_by(order);
        }
        self.contacts
    }
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
        let is_crowd = pieces.len() >= PointIndex::CROWD && !board.has_seams();
        let index = is_crowd.then(|| PointIndex::new(centres.iter().copied()));
        Centres { centres, colors: pieces.iter().map(|p| p.color()).collect(), index, board }
    }

    /// How far ways of this length are worth a look at all that is within `clear` of them: on a crowded board not at all, because
    /// the index knows better, and through seams so far that no piece is seen twice, because most ways are stopped before.
    pub fn worth_looking(&self, length: f64, clear: f64) -> f64 {
        if self.index.is_some() {
            f64::NEG_INFINITY
        } else {
            length.min(self.board.shortest_round() / 2.0 - clear)
        }
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Whether pieces are seen on several copies of the board.
    pub fn has_seams(&self) -> bool {
        self.board.has_seams()
    }

    /// The width and the height of the board together.
    pub fn extent(&self) -> f64 {
        self.board.width() + self.board.height()
    }

    /// The vectors to all pieces from a place, on the copy of the board where each is nearest.
    pub fn nearest_vectors(&self, from: Point) -> impl Iterator<Item = Vec2> {
        self.centres.iter().map(move |&at| self.board.shortest_vector(from, at))
    }

    /// The vector to one piece.
    #[inline]
    pub fn nearest_vector(&self, from: Point, to: PieceId) -> Vec2 {
        let at = self.at(to);
        if self.has_seams() { self.board.shortest_vector(from, at) } else { at - from }
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
    pub fn contacts(
        &self,
        ray: &Ray,
        radius: f64,
        epsilon: f64,
        query: ContactQuery,
        skip: &[PieceId],
    ) -> Contacts {
        self.contacts_looked_for(0.0, ray, radius, epsilon, query, skip)
    }

    /// The same, looked for up to a distance at first. Most ways through seams are stopped soon, on the copies of the board near
    /// their beginning, so these are looked at alone, and then each time twice as far.
    pub fn contacts_looked_for(
        &self,
        first: f64,
        ray: &Ray,
        radius: f64,
        epsilon: f64,
        query: ContactQuery,
        skip: &[PieceId],
    ) -> Contacts {
        if self.board.has_seams() && query.slack.is_finite() {
            let mut limit = first.max(self.board.shortest_round() / 2.0);
            while limit < query.limit {
                let found = self.all_contacts(ray, radius, epsilon, ContactQuery { limit, ..query }, skip);
                if found.first().is_some_and(|c| c.distance + query.slack <= limit) {
                    return found;
                }
                limit *= 2.0;
            }
        }
        self.all_contacts(ray, radius, epsilon, query, skip)
    }

    fn all_contacts(
        &self,
        ray: &Ray,
        radius: f64,
        epsilon: f64,
        query: ContactQuery,
        skip: &[PieceId],
    ) -> Contacts {
        let mut met = ContactSink { contacts: Contacts::new(), bound: query.limit, slack: query.slack, skip };
        match &self.index {
            None if self.board.has_seams() => {
                self.for_each_image(ray, query.limit, radius, |id, at| {
                    if let Some(distance) = contact(ray, radius, at, epsilon) {
                        met.add(id, distance);
                    }
                });
            }
            None => {
                for (id, at) in self.each() {
                    if let Some(distance) = contact(ray, radius, at, epsilon) {
                        met.add(id, distance);
                    }
                }
            }
            Some(index) => {
                let meet = |id: PieceId| contact(ray, radius, self.at(id), epsilon);
                if query.slack.is_finite() {
                    let least = index.least_in_corridor(ray, radius, query.limit + radius, |i| {
                        let id = PieceId(i as u32);
                        meet(id).filter(|distance| *distance <= query.limit && !skip.contains(&id))
                    });
                    match least {
                        Some(least) => met.bound = met.bound.min(least + query.slack),
                        None => return met.contacts,
                    }
                }
                index.in_corridor(ray, radius, 0.0, met.bound + radius, |i| {
                    let id = PieceId(i as u32);
                    if let Some(distance) = meet(id) {
                        met.add(id, distance);
                    }
                });
            }
        }
        met.sorted()
    }

    /// Every piece on every copy of the board near the first `length` of a ray; the one at its start on its own copy only.
    fn for_each_image(&self, ray: &Ray, length: f64, clear: f64, mut visit: impl FnMut(PieceId, Point)) {
        let images = self.board.images_along(ray, length, clear);
        work(images.len() * self.len());
        for image in images {
            if image.is_identity() {
                self.each().for_each(|(id, at)| visit(id, at));
            } else {
                let others = self.each().filter(|(_, at)| *at != ray.origin);
                others.for_each(|(id, at)| visit(id, image.place(at)));
            }
        }
    }

    /// Every piece and where it stands.
    pub fn each(&self) -> impl Iterator<Item = (PieceId, Point)> + '_ {
        self.centres.iter().enumerate().map(|(i, &at)| (PieceId(i as u32), at))
    }

    /// Every piece whose centre lies within `half_width` of the stretch `from..=to` of the ray's line,
    /// ends square, in order of id.
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
                self.for_each_image(ray, to, half_width - from.min(0.0), look_at);
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
