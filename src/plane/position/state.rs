//! Positions and pieces of the plane, as values.

use crate::board::Sheet;
use crate::chess::{Color, Label, Series};
use crate::geom::{Curve, Extent, Image, Path, Point, Pose, Ray, Vec2, full_turn, functions};
use crate::plane::rules::{Facing, KindId, Lane, LaneShape, Pawn, Rules};
use crate::variant::{Frame, Seam, Takes};
use smallvec::SmallVec;
use std::sync::Arc;

/// The index of a piece in [`PlanePosition::pieces`], valid until the next capture.
///
/// Functions that take an id, or the index of a lane, panic if the position has no such piece or lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub u32);

impl PieceId {
    /// Returns the id as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the id of this piece after the pieces in `gone` have left the board.
    pub fn after_removal(self, gone: &[PieceId]) -> PieceId {
        PieceId(self.0 - gone.iter().filter(|id| **id < self).count() as u32)
    }
}

/// A lane of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceLane {
    /// The piece.
    pub piece: PieceId,
    /// The index of the lane among those of the piece's kind.
    pub lane: usize,
}

/// A short list of pieces.
pub type PieceIds = SmallVec<[PieceId; 6]>;

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// The label; the case of its letter is its colour.
    pub label: Label,
    /// The kind.
    pub kind: KindId,
    /// The centre.
    pub at: Point,
    /// Whether the piece has ever moved.
    pub moved: bool,
    /// Whether the piece was a pawn.
    pub promoted: bool,
    /// The heading, degrees of the plane from 0 to 360; `None` if the kind has no heading.
    pub heading: Option<f64>,
    /// The frame in which the bearings of the piece are measured.
    pub facing: Facing,
    /// The home to which the piece is put back when it is captured, in variants with rebirth.
    pub home: Option<Point>,
}

/// An image of a piece: one of its copies as seen through seams.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PieceImage {
    pub id: PieceId,
    /// The isometry from the piece to this image.
    pub isometry: Image,
}

/// A piece with the place of one of its images.
pub struct PlacedPiece {
    pub id: PieceId,
    pub at: Point,
}

impl Piece {
    /// Returns the colour of the piece.
    pub fn color(&self) -> Color {
        self.label.color()
    }

    /// Returns the centre and the heading, which is along x if the kind has no heading.
    pub fn pose(&self) -> Pose {
        Pose { at: self.at, heading: self.heading.map_or(Vec2::X, functions::unit_of_degrees) }
    }

    /// Returns the ray along a straight lane of the player's frame.
    pub(in crate::plane) fn ray_along(&self, lane: &Lane) -> Ray {
        let dir = if self.facing.is_own_frame() { lane.dir } else { self.facing.dir(lane.dir, lane.color) };
        Ray::new(self.at, dir)
    }

    /// Returns the direction on the plane of a bearing of the piece, degrees.
    pub fn dir_of(&self, bearing: f64) -> Vec2 {
        let degrees = if self.color() == Color::White { bearing } else { bearing + 180.0 };
        self.facing.dir(functions::unit_of_degrees(degrees), self.color())
    }

    /// Returns the path of the piece along a lane.
    pub fn path_along(&self, lane: &Lane) -> Path {
        lane.path(self.pose(), self.facing)
    }

    /// Returns the heading after a distance along a path of the piece, degrees from 0 to 360, if its kind has one.
    pub(in crate::plane) fn heading_along(&self, path: &Path, distance: f64) -> Option<f64> {
        self.heading.map(|heading| full_turn(heading + path.turned(distance)))
    }

    /// Returns the straight path to a place. The path to the piece's own place leads along x.
    pub(in crate::plane) fn path_to(&self, place: Point) -> Path {
        let dir = (place - self.at).try_normalize().unwrap_or(Vec2::X);
        Path::Line { start: self.pose(), dir }
    }

    /// Returns the bearing of a lane in the piece's own frame, degrees from 0 to 360; 0 for a turn or an area leap.
    pub fn bearing_along(&self, lane: &Lane) -> f64 {
        match (lane.shape, lane.frame) {
            (LaneShape::Turn(_) | LaneShape::Area, _) => 0.0,
            (LaneShape::Straight | LaneShape::Arc(_), Frame::Player) => lane.bearing,
            (LaneShape::Straight | LaneShape::Arc(_), Frame::Heading) => {
                let half_turn = if lane.color == Color::White { 0.0 } else { 180.0 };
                let bearing = if self.facing.mirrors() { -lane.bearing } else { lane.bearing };
                let degrees = self.heading.unwrap_or(0.0) + bearing - half_turn;
                full_turn(self.facing.bearing(degrees, lane.color))
            }
        }
    }
}

/// A position of the plane: pieces, turn and counters. [`PlanePosition::from_text`] and [`PlanePosition::initial`] return valid
/// positions, which only play changes.
#[derive(Clone)]
pub struct PlanePosition {
    pub(in crate::plane) rules: Arc<Rules>,
    pub(in crate::plane) pieces: Vec<Piece>,
    pub(in crate::plane) turn: Color,
    pub(in crate::plane) halfmove: u32,
    pub(in crate::plane) fullmove: u32,
    pub(in crate::plane) series: Series,
    /// The sum over the places of the pieces (see [`sum_of_places`]).
    pub(in crate::plane) sum_of_places: f64,
    pub(in crate::plane) has_plain_discs: bool,
    pub(in crate::plane) has_closed_forms: bool,
}

/// Compares the contents of the position text, from which the other fields follow.
impl PartialEq for PlanePosition {
    fn eq(&self, other: &PlanePosition) -> bool {
        let PlanePosition { rules, pieces, turn, halfmove, fullmove, series, .. } = self;
        (turn, halfmove, fullmove, series) == (&other.turn, &other.halfmove, &other.fullmove, &other.series)
            && *pieces == other.pieces
            && *rules == other.rules
    }
}

/// Returns a sum over the places of pieces, which differs between most positions of a game. A piece on one side of a seam adds as
/// much as on the opposite side, so the sum does not jump where a piece crosses the seam. The summand of y counts twice, so that
/// exchanging x and y changes the sum.
fn sum_of_places(rules: &Rules, pieces: &[Piece]) -> f64 {
    let Sheet { width, height, ends, .. } = *rules.board.sheet();
    // A piece that crosses a shifted end comes back half the width to the side.
    let is_shifted = ends == Seam::Shifted;
    let period = if is_shifted { width / 2.0 } else { width };
    let mut sum = 0.0;
    for Point { x, y } in pieces.iter().map(|piece| piece.at) {
        let x = if is_shifted { x % period } else { x };
        sum += x * (period - x) + 2.0 * y * (height - y);
    }
    sum
}

/// Whether all pieces are equal discs on straight lanes in their player's frame, on a board without seams.
fn are_plain_discs(rules: &Rules, pieces: &[Piece]) -> bool {
    !rules.board.has_seams() && pieces.iter().all(|p| rules.kind(p.kind).is_plain && p.facing.is_own_frame())
}

/// Returns the direction straight ahead for a colour, degrees of the plane.
pub(in crate::plane) fn ahead(color: Color) -> f64 {
    match color {
        Color::White => 90.0,
        Color::Black => 270.0,
    }
}

/// Whether one of two pieces overlaps the centre of the other, directly or through a seam.
pub(in crate::plane) fn overlap(rules: &Rules, a: &Piece, b: &Piece) -> bool {
    let extent_of = |p: &Piece| &rules.kind(p.kind).rule.extent;
    if rules.board.surely_apart(a.at, b.at, extent_of(a).outer_radius().max(extent_of(b).outer_radius())) {
        return false;
    }
    let covers_centre = |over: &Piece, under: &Piece| {
        let (extent, pose) = (extent_of(over), over.pose());
        let centres = rules.board.images_of(under.at, over.at, extent.outer_radius());
        centres.iter().any(|at| extent.overlaps(&pose, *at, rules.epsilon))
    };
    covers_centre(a, b) || covers_centre(b, a)
}

/// Whether legal sets have closed forms: all pieces are equal discs with straight lanes or area leaps, and any distance is a stop.
///
/// On a board with seams a capture must be possible at any distance too. On a board without seams each piece must be in its
/// player's own frame.
fn closed_forms_apply(rules: &Rules, pieces: &[Piece]) -> bool {
    let has_seams = rules.board.has_seams();
    let has_steps = rules.variant.spec().step != 0.0;
    if has_steps || (has_seams && rules.min_capture > 0.0) {
        return false;
    }
    let has_frame = |piece: &Piece| has_seams || piece.facing.is_own_frame();
    pieces.iter().all(|piece| rules.kind(piece.kind).allows_closed_forms && has_frame(piece))
}

impl PlanePosition {
    /// Computes the fields that follow from the pieces. Plain discs, and pieces that allow closed forms, stay so in play, so they
    /// are not tested again.
    pub(super) fn update_derived_fields(&mut self) {
        let (rules, pieces) = (&self.rules, &self.pieces);
        self.sum_of_places = sum_of_places(rules, pieces);
        self.has_plain_discs = self.has_plain_discs || are_plain_discs(rules, pieces);
        self.has_closed_forms = self.has_closed_forms || closed_forms_apply(rules, pieces);
    }

    /// Returns the rules of the position.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Returns the pieces, in the order of the text.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the piece with this id.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// Yields the ids of all pieces.
    pub fn ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len() as u32).map(PieceId)
    }

    /// Yields the ids of one side's pieces.
    pub fn side(&self, color: Color) -> impl Iterator<Item = PieceId> + '_ {
        self.ids().filter(move |&id| self.piece(id).color() == color)
    }

    /// Returns the id of the piece with this label.
    pub fn find(&self, label: Label) -> Option<PieceId> {
        self.ids().find(|&id| self.piece(id).label == label)
    }

    /// Returns the royal piece of a side, if it has one.
    pub fn king(&self, color: Color) -> Option<PieceId> {
        // Few pieces are royal. So the test for royalty comes first, because its branch is well predicted.
        let is_royal = |piece: &Piece| self.rules.kind(piece.kind).rule.royal;
        self.ids().find(|&id| is_royal(self.piece(id)) && self.piece(id).color() == color)
    }

    /// Whether all pieces are equal discs on straight lanes in their player's own frame, on a board without seams.
    pub fn has_plain_discs(&self) -> bool {
        self.has_plain_discs
    }

    /// Whether legal sets are computed in closed form.
    pub fn has_closed_forms(&self) -> bool {
        self.has_closed_forms
    }

    /// Returns the lanes of a piece, in order of bearing.
    pub fn lanes(&self, id: PieceId) -> &[Lane] {
        let piece = self.piece(id);
        self.rules.kind(piece.kind).lanes(piece.color())
    }

    pub(crate) fn piece_lanes(&self, piece: PieceId) -> impl Iterator<Item = PieceLane> + use<> {
        (0..self.lanes(piece).len()).map(move |lane| PieceLane { piece, lane })
    }

    pub(in crate::plane) fn rule_of(&self, lane: PieceLane) -> &Lane {
        &self.lanes(lane.piece)[lane.lane]
    }

    /// Yields the lanes along which a side may capture, in order of piece and lane.
    pub(in crate::plane) fn capturing_lanes(&self, side: Color) -> impl Iterator<Item = PieceLane> + '_ {
        let lanes = self.side(side).flat_map(|piece| self.piece_lanes(piece));
        lanes.filter(|&lane| self.rule_of(lane).takes != Takes::Never)
    }

    /// Returns the path of a piece along one of its lanes.
    pub fn path(&self, id: PieceId, lane: usize) -> Path {
        self.piece(id).path_along(&self.lanes(id)[lane])
    }

    /// Returns the place of an image of a piece.
    pub(in crate::plane) fn image_place(&self, image: &PieceImage) -> Point {
        image.isometry.place(self.piece(image.id).at)
    }

    /// Returns the pose of an image of a piece.
    pub(in crate::plane) fn image_pose(&self, image: &PieceImage) -> Pose {
        image.isometry.pose(self.piece(image.id).pose())
    }

    /// Whether a piece promotes by a move of a distance along a path from where it stands.
    pub(in crate::plane) fn promotes(&self, piece: &Piece, path: &Path, distance: f64) -> bool {
        self.pawn(piece).is_some_and(|pawn| pawn.promotes(path, distance))
    }

    /// Returns the lines at which a piece may begin or cease to promote within a length of one of its lanes, board units.
    pub fn promotion_lines(&self, id: PieceId, lane: usize, length: f64) -> Vec<Curve> {
        let Some(pawn) = self.pawn(self.piece(id)) else { return Vec::new() };
        pawn.promotion_lines(&self.path(id, lane), length)
    }

    /// Returns the piece as a pawn, if its kind is a pawn's.
    #[inline]
    pub(in crate::plane) fn pawn(&self, piece: &Piece) -> Option<Pawn<'_>> {
        let rules = &self.rules;
        let is_pawn = rules.kind(piece.kind).rule.pawn;
        is_pawn.then(|| Pawn { rules, color: piece.color(), facing: piece.facing })
    }

    /// Returns the extent of a piece.
    pub fn extent(&self, id: PieceId) -> &Extent {
        &self.rules.kind(self.piece(id).kind).rule.extent
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the number of plies since a capture or pawn move.
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// Returns the number of the full move, which begins at 1 and rises after each move or series of Black.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Returns the state of the current series; `None` in alternating play, where each turn is a series of one move.
    pub fn series(&self) -> Option<Series> {
        self.rules.turns.is_progressive().then_some(self.series)
    }
}
