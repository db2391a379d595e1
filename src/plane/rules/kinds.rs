//! The kinds of piece compiled to lanes: one for each direction of each move.

use super::facing::Facing;
use super::steps::Steps;
use crate::chess::Color;
use crate::geom::{Flips, Path, Point, Pose, Vec2, full_turn, tolerance};
use crate::variant::{Direction, Frame, KindRule, MoveRule, StepMetric, Takes, TravelMode, VariantSpec};

/// The manner of travel of a move: whether it is stopped on its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    /// Along the path up to the first contact (problem chess: a rider's move).
    Ride,
    /// Only the landing counts (problem chess: a leaper's move).
    Leap,
}

/// The shape of the path that a lane follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LaneShape {
    /// A straight line.
    Straight,
    /// An arc of this radius in board units, above 0 to the left, below 0 to the right.
    Arc(f64),
    /// A turn in place: 1 counter-clockwise, -1 clockwise.
    Turn(f64),
    /// An area leap: to any place within the range.
    Area,
}

/// One path along which a kind of one colour may move.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The colour of the pieces that have this lane.
    pub color: Color,
    /// The bearing in the lane's frame, degrees counter-clockwise: 0 is the player's right and 90 ahead; or 0 is the heading.
    pub bearing: f64,
    /// The frame of the bearing: the player's, or that of the piece's heading.
    pub frame: Frame,
    /// The unit vector of the bearing: on the plane, or in the frame of the piece's heading.
    pub dir: Vec2,
    /// The shape of the path.
    pub shape: LaneShape,
    /// Whether a piece rides or leaps along the lane.
    pub gait: Gait,
    /// The greatest distance: board units, or degrees for a turn.
    pub range: f64,
    /// The greatest distance of a piece that has never moved.
    pub first_range: f64,
    /// Whether a move along the lane may, must or cannot capture.
    pub takes: Takes,
    /// The step of which every stop is a multiple, board units; 0 for any distance.
    pub step: f64,
}

impl Lane {
    /// Returns the path along this lane of a piece with this pose and frame. The path of an area leap has an arbitrary direction.
    pub fn path(&self, start: Pose, facing: Facing) -> Path {
        let mirrors = facing.mirrors();
        let dir = match self.frame {
            Frame::Player => facing.dir(self.dir, self.color),
            Frame::Heading if mirrors => start.heading.rotate(Vec2::new(self.dir.x, -self.dir.y)),
            Frame::Heading => start.heading.rotate(self.dir),
        };
        let shape = match self.shape {
            LaneShape::Arc(radius) if mirrors => LaneShape::Arc(-radius),
            LaneShape::Turn(sense) if mirrors => LaneShape::Turn(-sense),
            shape => shape,
        };
        match shape {
            LaneShape::Straight | LaneShape::Area => Path::Line { start, dir },
            LaneShape::Turn(sense) => Path::Turn { start, sense },
            LaneShape::Arc(radius) => {
                Path::Arc { start, pivot: start.at + dir.perp() * radius, sense: radius.signum() }
            }
        }
    }

    /// Returns the bearing in the piece's own frame, degrees from 0 to 360; 0 for a turn.
    pub fn bearing_of(&self, heading: Option<f64>, facing: Facing) -> f64 {
        match (self.shape, self.frame) {
            (LaneShape::Turn(_) | LaneShape::Area, _) => 0.0,
            (LaneShape::Straight | LaneShape::Arc(_), Frame::Player) => self.bearing,
            (LaneShape::Straight | LaneShape::Arc(_), Frame::Heading) => {
                let half = if self.color == Color::White { 0.0 } else { 180.0 };
                let aside = if facing.mirrors() { -self.bearing } else { self.bearing };
                full_turn(facing.bearing(heading.unwrap_or(0.0) + aside - half, self.color))
            }
        }
    }

    /// Returns the greatest distance of a piece, by whether it has ever moved.
    pub fn range_of(&self, moved: bool) -> f64 {
        if moved { self.range } else { self.first_range }
    }

    /// Returns the steps of the lane; `None` if any distance is a stop.
    pub(in crate::plane) fn steps(&self, epsilon: f64) -> Option<Steps> {
        Steps::of(self.step, epsilon)
    }

    /// Whether the lane is straight and in the player's frame, as those of the orthodox pieces are.
    fn is_plain(&self) -> bool {
        self.shape == LaneShape::Straight && self.frame == Frame::Player
    }
}

/// A kind of piece with its lanes, by colour, in ascending order of bearing.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaneKind {
    /// The rules of the kind.
    pub rule: KindRule,
    /// Whether the kind is a disc of the common radius with straight lanes in the player's frame, so that closed forms apply.
    pub plain: bool,
    /// Whether closed forms apply among pieces of this kind: the kind is plain, or would be plain without its area leaps.
    pub closed: bool,
    /// Whether a seam that flips changes its moves, so that a piece carries a frame.
    pub framed: bool,
    lanes: [Vec<Lane>; 2],
    /// The length of the longest lane, for a piece that has never moved and one that has.
    longest: [f64; 2],
}

impl PlaneKind {
    /// Compiles the lanes of a kind.
    pub(in crate::plane) fn new(rule: &KindRule, spec: &VariantSpec) -> PlaneKind {
        let lanes = [Color::White, Color::Black].map(|color| lanes(rule, spec, color));
        let common = rule.extent.as_disc() == Some(spec.piece_radius) && !rule.has_heading();
        let own_step = rule.moves.iter().any(|m| m.step.is_some());
        let all_lanes = |holds: fn(&Lane) -> bool| common && !own_step && lanes.iter().flatten().all(holds);
        let plain = all_lanes(Lane::is_plain);
        let closed = all_lanes(|lane| lane.is_plain() || lane.shape == LaneShape::Area);
        let framed = changes_in_mirrors(&lanes[0]);
        let longest =
            [false, true].map(|moved| lanes[0].iter().map(|lane| lane.range_of(moved)).fold(0.0, f64::max));
        PlaneKind { rule: rule.clone(), plain, closed, framed, lanes, longest }
    }

    /// Returns the length of the longest lane, by whether the piece has ever moved.
    pub fn longest(&self, moved: bool) -> f64 {
        self.longest[usize::from(moved)]
    }

    /// Returns the length of the longest lane, moved or not.
    pub fn longest_ever(&self) -> f64 {
        self.longest[0].max(self.longest[1])
    }

    /// Returns the lanes of a piece of this kind and colour, in ascending order of bearing.
    pub fn lanes(&self, color: Color) -> &[Lane] {
        &self.lanes[color.index()]
    }
}

/// Whether a reflection of x or of y changes the set of lanes.
fn changes_in_mirrors(lanes: &[Lane]) -> bool {
    let start = Pose { at: Point::new(0.0, 0.0), heading: Vec2::X };
    let tie = tolerance::EPSILON;
    let same_path = |a: &Path, b: &Path| match (a, b) {
        (Path::Line { dir: a, .. }, Path::Line { dir: b, .. }) => (*a - *b).length() <= tie,
        (Path::Arc { pivot: a, sense: s, .. }, Path::Arc { pivot: b, sense: t, .. }) => {
            a.distance(*b) <= tie && s == t
        }
        (Path::Turn { sense: s, .. }, Path::Turn { sense: t, .. }) => s == t,
        (Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. }, _) => false,
    };
    let same_rule = |a: &Lane, b: &Lane| {
        (a.frame, a.gait, a.takes, a.range, a.first_range, a.step)
            == (b.frame, b.gait, b.takes, b.range, b.first_range, b.step)
    };
    [Flips { x: true, y: false }, Flips { x: false, y: true }].into_iter().any(|flips| {
        lanes.iter().filter(|lane| lane.shape != LaneShape::Area).any(|lane| {
            let mirrored = lane.path(start, Facing::Player(flips));
            !lanes.iter().any(|other| {
                same_rule(lane, other) && same_path(&mirrored, &other.path(start, Facing::PLAIN))
            })
        })
    })
}

fn lanes(rule: &KindRule, spec: &VariantSpec, color: Color) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = rule.moves.iter().flat_map(|m| lanes_of_move(m, spec, color)).collect();
    if rule.pawn && !spec.pawn_double {
        lanes.iter_mut().for_each(|lane| lane.first_range = lane.range);
    }
    lanes.sort_by(|a, b| {
        let last = |lane: &Lane| matches!(lane.shape, LaneShape::Turn(_) | LaneShape::Area);
        last(a).cmp(&last(b)).then(a.bearing.total_cmp(&b.bearing))
    });
    lanes
}

fn lanes_of_move(m: &MoveRule, spec: &VariantSpec, color: Color) -> Vec<Lane> {
    let sign = match (color, m.frame) {
        (Color::White, _) | (_, Frame::Heading) => 1.0,
        (Color::Black, Frame::Player) => -1.0,
    };
    let lane = Lane {
        color,
        bearing: 0.0,
        frame: m.frame,
        dir: Vec2::X,
        shape: LaneShape::Straight,
        gait: if m.go == TravelMode::Leap || m.go == TravelMode::Area { Gait::Leap } else { Gait::Ride },
        range: m.range,
        first_range: m.first_range,
        takes: m.takes,
        step: m.step.unwrap_or(spec.step),
    };
    match m.go {
        TravelMode::Area => vec![Lane { shape: LaneShape::Area, ..lane }],
        // Steps do not apply to turns.
        TravelMode::Turn => {
            [-1.0, 1.0].map(|s| Lane { shape: LaneShape::Turn(s), step: 0.0, ..lane.clone() }).to_vec()
        }
        TravelMode::Ride | TravelMode::Leap => {
            let ways: Vec<LaneShape> = match m.arcs.as_slice() {
                [] => vec![LaneShape::Straight],
                arcs => arcs.iter().map(|&r| LaneShape::Arc(r)).collect(),
            };
            let lane_along = |direction: &Direction, shape: LaneShape| Lane {
                bearing: direction.bearing,
                dir: direction.dir * sign,
                shape,
                step: match (m.step, spec.step_metric) {
                    (Some(own), _) => own,
                    (None, StepMetric::Euclidean) => spec.step,
                    (None, StepMetric::Lattice) => spec.step * direction.length,
                },
                ..lane.clone()
            };
            m.directions.iter().flat_map(|d| ways.iter().map(move |&shape| lane_along(d, shape))).collect()
        }
    }
}
