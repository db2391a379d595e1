//! The kinds of piece compiled to lanes: one lane for each direction of each move.

use super::facing::Facing;
use crate::chess::Color;
use crate::geom::{Flips, Path, Point, Pose, Vec2, tolerance};
use crate::variant::{Frame, KindRule, MoveRule, StepMetric, Takes, TravelMode, VariantSpec};

/// Whether other pieces stop a move on its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gait {
    /// The piece moves along the path, at most to the first contact (problem chess: a rider's move).
    Ride,
    /// Nothing stops the piece, and only the landing counts (problem chess: a leaper's move).
    Leap,
}

/// The shape of the path that a lane follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LaneShape {
    /// A straight line.
    Straight,
    /// An arc with this radius in board units: positive to the left, negative to the right.
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
    /// The bearing in the lane's frame, degrees counter-clockwise.
    ///
    /// In the player's frame 0 is to the right and 90 ahead. In the frame of the heading 0 is the heading.
    pub bearing: f64,
    /// The frame of the bearing: the player's, or that of the piece's heading.
    pub frame: Frame,
    /// The unit vector of the bearing: on the plane for the player's frame, else relative to the heading.
    pub dir: Vec2,
    /// The shape of the path.
    pub shape: LaneShape,
    /// Whether a piece rides or leaps along the lane.
    pub gait: Gait,
    /// The greatest distance: board units, or degrees for a turn.
    pub range: f64,
    /// The greatest distance of a piece that has never moved, in the same measure.
    pub first_range: f64,
    /// Whether a move along the lane may, must or cannot capture.
    pub takes: Takes,
    /// The step of which every stop is a multiple, board units; 0 for any distance.
    pub step: f64,
}

impl Lane {
    /// Returns the path along this lane of a piece with this pose and frame. The path of an area leap has an arbitrary direction.
    pub fn path(&self, start: Pose, facing: Facing) -> Path {
        // Arcs and turns change their side in a frame that exchanges left and right.
        let side = if facing.mirrors() { -1.0 } else { 1.0 };
        let dir = match self.frame {
            Frame::Player => facing.dir(self.dir, self.color),
            Frame::Heading => start.heading.rotate(Vec2::new(self.dir.x, side * self.dir.y)),
        };
        match self.shape {
            LaneShape::Straight | LaneShape::Area => Path::Line { start, dir },
            LaneShape::Turn(sense) => Path::Turn { start, sense: side * sense },
            LaneShape::Arc(radius) => {
                let radius = side * radius;
                Path::Arc { start, pivot: start.at + dir.perp() * radius, sense: radius.signum() }
            }
        }
    }

    /// Returns the greatest distance, given whether the piece has ever moved.
    pub fn range_of(&self, moved: bool) -> f64 {
        if moved { self.range } else { self.first_range }
    }

    /// Whether the lane is straight and in the player's frame, as the lanes of orthodox pieces are.
    fn is_straight_in_own_frame(&self) -> bool {
        self.shape == LaneShape::Straight && self.frame == Frame::Player
    }
}

/// A kind of piece with its lanes, by colour, in ascending order of bearing.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaneKind {
    /// The rules of the kind.
    pub rule: KindRule,
    /// Whether the kind is a disc of the common radius with straight lanes in the player's frame, without area leaps and without
    /// a step of its own.
    pub is_plain: bool,
    /// Whether closed forms apply among pieces of this kind: the kind is plain apart from area leaps.
    pub allows_closed_forms: bool,
    /// Whether a piece of the kind may leap to any place.
    pub has_area_leap: bool,
    /// Whether a seam that flips changes the moves of a piece, so that the piece carries a frame.
    pub is_framed: bool,
    lanes: [Vec<Lane>; 2],
    /// The greatest distance of any lane, for a piece that has never moved and for one that has moved.
    longest: [f64; 2],
}

impl PlaneKind {
    /// Compiles the lanes of a kind.
    pub(in crate::plane) fn new(rule: &KindRule, spec: &VariantSpec) -> PlaneKind {
        let lanes = [Color::White, Color::Black].map(|color| lanes_of_kind(rule, spec, color));
        let is_common_disc = rule.extent.as_disc() == Some(spec.piece_radius) && !rule.has_heading();
        let has_own_step = rule.moves.iter().any(|m| m.step.is_some());
        let mut lanes_but_areas = lanes.iter().flatten().filter(|lane| lane.shape != LaneShape::Area);
        let allows_closed_forms =
            is_common_disc && !has_own_step && lanes_but_areas.all(Lane::is_straight_in_own_frame);
        let has_area_leap = lanes[0].iter().any(|lane| lane.shape == LaneShape::Area);
        let longest = |moved| lanes[0].iter().map(|lane| lane.range_of(moved)).fold(0.0, f64::max);
        PlaneKind {
            rule: rule.clone(),
            is_plain: allows_closed_forms && !has_area_leap,
            allows_closed_forms,
            has_area_leap,
            is_framed: changes_in_mirrors(&lanes[0]),
            longest: [longest(false), longest(true)],
            lanes,
        }
    }

    /// Returns the greatest distance of any lane, given whether the piece has ever moved.
    pub fn longest(&self, moved: bool) -> f64 {
        self.longest[usize::from(moved)]
    }

    /// Returns the greatest distance of any lane, whether the piece has moved or not.
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
    for flips in [Flips { x: true, y: false }, Flips { x: false, y: true }] {
        for lane in lanes.iter().filter(|lane| lane.shape != LaneShape::Area) {
            let mirrored = lane.path(start, Facing::Player(flips));
            let mut equal_rules = lanes.iter().filter(|other| has_same_rule(lane, other));
            if !equal_rules.any(|other| is_same_path(&mirrored, &other.path(start, Facing::OWN))) {
                return true;
            }
        }
    }
    false
}

/// Whether two paths from one start are equal, to the tolerance.
fn is_same_path(a: &Path, b: &Path) -> bool {
    let tie = tolerance::EPSILON;
    match (a, b) {
        (Path::Line { dir: a, .. }, Path::Line { dir: b, .. }) => (*a - *b).length() <= tie,
        (Path::Arc { pivot: a, sense: sense_a, .. }, Path::Arc { pivot: b, sense: sense_b, .. }) => {
            a.distance(*b) <= tie && sense_a == sense_b
        }
        (Path::Turn { sense: a, .. }, Path::Turn { sense: b, .. }) => a == b,
        (Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. }, _) => false,
    }
}

/// Whether two lanes differ in their paths alone.
fn has_same_rule(a: &Lane, b: &Lane) -> bool {
    (a.frame, a.gait, a.takes, a.range, a.first_range, a.step)
        == (b.frame, b.gait, b.takes, b.range, b.first_range, b.step)
}

/// Returns the lanes of a kind in ascending order of bearing, followed by turns and area leaps.
fn lanes_of_kind(rule: &KindRule, spec: &VariantSpec, color: Color) -> Vec<Lane> {
    let mut lanes = Vec::new();
    for move_rule in &rule.moves {
        add_lanes_of_move(move_rule, spec, color, &mut lanes);
    }
    if rule.pawn && !spec.pawn_double {
        lanes.iter_mut().for_each(|lane| lane.first_range = lane.range);
    }
    lanes.sort_by(|a, b| {
        let comes_last = |lane: &Lane| matches!(lane.shape, LaneShape::Turn(_) | LaneShape::Area);
        comes_last(a).cmp(&comes_last(b)).then(a.bearing.total_cmp(&b.bearing))
    });
    lanes
}

fn add_lanes_of_move(rule: &MoveRule, spec: &VariantSpec, color: Color, lanes: &mut Vec<Lane>) {
    // In the frame of the player, Black's directions are those of White after half a turn.
    let is_turned = color == Color::Black && rule.frame == Frame::Player;
    let sign = if is_turned { -1.0 } else { 1.0 };
    let template = Lane {
        color,
        bearing: 0.0,
        frame: rule.frame,
        dir: Vec2::X,
        shape: LaneShape::Straight,
        gait: match rule.go {
            TravelMode::Leap | TravelMode::Area => Gait::Leap,
            TravelMode::Ride | TravelMode::Turn => Gait::Ride,
        },
        range: rule.range,
        first_range: rule.first_range,
        takes: rule.takes,
        step: rule.step.unwrap_or(spec.step),
    };
    match rule.go {
        TravelMode::Area => lanes.push(Lane { shape: LaneShape::Area, ..template }),
        // Steps do not apply to turns.
        TravelMode::Turn => lanes.extend([-1.0, 1.0].map(|sense| Lane {
            shape: LaneShape::Turn(sense),
            step: 0.0,
            ..template.clone()
        })),
        TravelMode::Ride | TravelMode::Leap => {
            for direction in &rule.directions {
                let mut straight =
                    Lane { bearing: direction.bearing, dir: direction.dir * sign, ..template.clone() };
                if rule.step.is_none() && spec.step_metric == StepMetric::Lattice {
                    straight.step *= direction.lattice_unit;
                }
                let arc = |&radius: &f64| Lane { shape: LaneShape::Arc(radius), ..straight.clone() };
                lanes.extend(rule.arcs.iter().map(arc));
                if rule.arcs.is_empty() {
                    lanes.push(straight);
                }
            }
        }
    }
}
