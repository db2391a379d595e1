//! Reads and checks kinds of the plane. Every fault is reported at once.

use super::fault::VariantFaults;
use super::kind::{Direction, Frame, KindRule, MoveRule, built_in_kinds};
use super::kind_reader::{KindReader, read_all};
use super::kind_spec::{ArcSide, ExtentShape, ExtentSpec, KindSpec, MoveSpec, NumberSpec, TravelMode};
use super::spec::VariantSpec;
use crate::geom::{Extent, Point, Vec2, angle_between, functions, tolerance};
use crate::notation::{number, number_text};

/// The greatest length in a kind, in board units.
const LONGEST: f64 = 1e6;

/// The least length in a kind, in board units: far above the tolerance.
const SHORTEST: f64 = 1e-3;

/// The least radius of an arc, in board units.
const SHORTEST_RADIUS: f64 = 1e-2;

const MAX_DIRECTIONS: usize = 360;
const MAX_CORNERS: usize = 360;

/// Returns the built-in kinds and the variant's own kinds, and adds every fault.
pub(super) fn read_plane_kinds(spec: &VariantSpec, faults: &mut VariantFaults) -> Vec<KindRule> {
    read_all(built_in_kinds(), spec, faults, |reader, kind| reader.plane_kind(kind))
}

impl KindReader<'_> {
    fn plane_kind(&mut self, kind: &KindSpec) -> KindRule {
        let letter = self.checked_letter(kind);
        let extent = match &kind.extent {
            Some(written) => self.extent(written),
            None => Some(self.usual_extent()),
        };
        // A faulty extent counts as a disc, so that it causes no second fault.
        let is_disc = extent.as_ref().is_none_or(|extent| extent.as_disc().is_some());
        let moves: Vec<MoveRule> = self.moves(kind, |reader, written| reader.plane_move(written, is_disc));
        if kind.royal && !moves.iter().all(|rule| rule.go.has_directions()) {
            let message = "a royal kind may ride and leap only: its way past checks has to be a path";
            self.add_fault("royal", message);
        }
        KindRule {
            name: kind.name.clone(),
            letter,
            value: kind.value,
            royal: kind.royal,
            pawn: kind.pawn,
            extent: extent.unwrap_or(self.usual_extent()),
            moves,
        }
    }

    /// Returns the extent of a kind for which none is written.
    fn usual_extent(&self) -> Extent {
        Extent::disc(self.spec.piece_radius)
    }

    /// Returns an extent as written; `None` if it has a fault.
    fn extent(&mut self, written: &ExtentSpec) -> Option<Extent> {
        self.check_extent_fields(written);
        match written.shape {
            ExtentShape::Disc if written.radius.is_none() => Some(self.usual_extent()),
            ExtentShape::Disc => self.extent_length("radius", &written.radius).map(Extent::disc),
            ExtentShape::Triangle => {
                let base = self.extent_length("base", &written.base);
                let height = self.extent_length("height", &written.height);
                Some(Extent::triangle(base?, height?))
            }
            ExtentShape::Capsule => {
                let length = self.extent_length("length", &written.length);
                let radius = self.extent_length("radius", &written.radius);
                Some(Extent::capsule(length?, radius?))
            }
            ExtentShape::Polygon => self.polygon(written.points.as_deref()?),
        }
    }

    /// Adds the faults of fields that an extent lacks, and of fields that its shape does not have.
    fn check_extent_fields(&mut self, written: &ExtentSpec) {
        let shape = written.shape;
        let (required, optional): (&[&str], &[&str]) = match shape {
            ExtentShape::Disc => (&[], &["radius"]),
            ExtentShape::Triangle => (&["base", "height"], &[]),
            ExtentShape::Capsule => (&["length", "radius"], &[]),
            ExtentShape::Polygon => (&["points"], &[]),
        };
        let fields = [
            ("radius", written.radius.is_some()),
            ("base", written.base.is_some()),
            ("height", written.height.is_some()),
            ("length", written.length.is_some()),
            ("points", written.points.is_some()),
        ];
        for (name, is_given) in fields {
            let field = format!("extent.{name}");
            let is_required = required.contains(&name);
            if is_required && !is_given {
                self.add_fault(&field, format!("a {shape} needs its {name}"));
            }
            let is_foreign = !is_required && !optional.contains(&name);
            self.refuse(&field, is_given && is_foreign, &format!("a {shape} has no {name}: leave it out"));
        }
    }

    /// Returns the value of a length of an extent; `None` if it is not given, which is a fault by itself, or has a fault.
    fn extent_length(&mut self, name: &str, written: &Option<NumberSpec>) -> Option<f64> {
        self.length(&format!("extent.{name}"), written.as_ref()?, SHORTEST)
    }

    fn polygon(&mut self, points: &[[NumberSpec; 2]]) -> Option<Extent> {
        if !self.check_count("extent.points", points.len(), MAX_CORNERS) {
            return None;
        }
        let mut corners = Vec::with_capacity(points.len());
        for [ahead, left] in points {
            let (ahead, left) = (self.number("extent.points", ahead)?, self.number("extent.points", left)?);
            if ahead.abs().max(left.abs()) > LONGEST {
                let message = format!("a corner lies farther than {LONGEST} from the centre");
                self.add_fault("extent.points", message);
                return None;
            }
            corners.push(Point::new(ahead, left));
        }
        match Extent::polygon(&corners) {
            Ok(extent) => Some(extent),
            Err(fault) => {
                self.add_fault("extent.points", fault.to_string());
                None
            }
        }
    }

    fn plane_move(&mut self, written: &MoveSpec, is_disc: bool) -> MoveRule {
        let mut length_if_given = |field: &str, length: &Option<NumberSpec>, least: f64| {
            length.as_ref().and_then(|length| self.length(field, length, least))
        };
        // A faulty length counts as one that is not given, so that it causes no second fault.
        let range = length_if_given("range", &written.range, SHORTEST).unwrap_or(f64::INFINITY);
        let first_range = length_if_given("first_range", &written.first_range, SHORTEST).unwrap_or(range);
        let step = length_if_given("step", &written.step, SHORTEST);
        let arc = length_if_given("arc", &written.arc, SHORTEST_RADIUS);
        // By `MoveRule::arcs` the radius of an arc to the right is negative.
        let arcs = match (arc, written.bend.unwrap_or(ArcSide::Both)) {
            (None, _) => Vec::new(),
            (Some(radius), ArcSide::Left) => vec![radius],
            (Some(radius), ArcSide::Right) => vec![-radius],
            (Some(radius), ArcSide::Both) => vec![radius, -radius],
        };
        let frame = if written.headings.is_empty() { Frame::Player } else { Frame::Heading };
        let directions = self.directions(written);
        if written.go.has_directions() {
            self.check_directed(written);
        } else {
            self.check_undirected(written, is_disc);
        }
        MoveRule { go: written.go, frame, directions, range, first_range, takes: written.takes, step, arcs }
    }

    /// Adds the faults of a ride or a leap that lacks directions, or has a bend without an arc.
    fn check_directed(&mut self, written: &MoveSpec) {
        if !written.gives_directions() {
            let message = format!("a {} needs directions: toward, bearings or headings", written.go);
            self.add_fault("toward", message);
        }
        if written.bend.is_some() && written.arc.is_none() {
            self.add_fault("bend", "a bend needs the radius of its circle: arc");
        }
    }

    /// Adds the faults of an area leap or a turn that has fields of other moves or lacks its own.
    fn check_undirected(&mut self, written: &MoveSpec, is_disc: bool) {
        let reason = format!("means nothing to a move that goes by {}: leave it out", written.go);
        self.refuse("toward", !written.toward.is_empty(), &reason);
        self.refuse("bearings", !written.bearings.is_empty(), &reason);
        self.refuse("headings", !written.headings.is_empty(), &reason);
        self.refuse("arc", written.arc.is_some(), &reason);
        self.refuse("bend", written.bend.is_some(), &reason);
        self.refuse("step", written.step.is_some(), &reason);
        self.refuse("first_range", written.first_range.is_some(), &reason);
        if written.go == TravelMode::Turn {
            self.refuse("range", written.range.is_some(), &reason);
            return;
        }
        if written.range.is_none() {
            self.add_fault("range", "a leap to any place needs a range");
        }
        if !is_disc {
            self.add_fault("go", "a leap to any place is for pieces that are discs");
        }
    }

    /// Returns the directions of a move, and adds the faults of each of them and of all together.
    fn directions(&mut self, written: &MoveSpec) -> Vec<Direction> {
        let fields = [
            ("toward", written.toward.len()),
            ("bearings", written.bearings.len()),
            ("headings", written.headings.len()),
        ];
        let mut given = fields.into_iter().filter(|&(_, count)| count > 0);
        let Some((field, _)) = given.next() else { return Vec::new() };
        if given.next().is_some() {
            self.add_fault("toward", "give directions in one way: toward, bearings or headings");
        }
        if !self.check_count(field, fields.iter().map(|(_, count)| count).sum(), MAX_DIRECTIONS) {
            return Vec::new();
        }
        let mut directions = self.directions_of_vectors(&written.toward);
        directions.extend(self.directions_of_angles("bearings", &written.bearings));
        directions.extend(self.directions_of_angles("headings", &written.headings));
        self.check_repetitions(field, &directions);
        directions
    }

    fn directions_of_vectors(&mut self, vectors: &[[f64; 2]]) -> Vec<Direction> {
        let mut directions = Vec::with_capacity(vectors.len());
        for &[x, y] in vectors {
            let vector = Vec2::new(x, y);
            let length = vector.length();
            if !length.is_finite() || length < SHORTEST {
                self.add_fault("toward", format!("[{x}, {y}] is no direction"));
                continue;
            }
            let bearing = functions::angle_of(vector).to_degrees().rem_euclid(360.0);
            directions.push(Direction { bearing, dir: vector / length, lattice_unit: length });
        }
        directions
    }

    fn directions_of_angles(&mut self, field: &str, angles: &[NumberSpec]) -> Vec<Direction> {
        let degrees = angles.iter().filter_map(|angle| self.number(field, angle));
        let direction = |degrees: f64| {
            let bearing = degrees.rem_euclid(360.0);
            Direction { bearing, dir: functions::unit_of_degrees(bearing), lattice_unit: 1.0 }
        };
        degrees.map(direction).collect()
    }

    /// Adds a fault if a direction equals an earlier one.
    fn check_repetitions(&mut self, field: &str, directions: &[Direction]) {
        let is_same = |one: &Direction, other: &Direction| {
            angle_between(one.bearing, other.bearing) <= 2.0 * tolerance::BEARING
        };
        let mut numbered = directions.iter().enumerate();
        let repeated = numbered.find(|(i, one)| directions[..*i].iter().any(|other| is_same(one, other)));
        if let Some((_, direction)) = repeated {
            self.add_fault(field, format!("bearing {} is there twice", direction.bearing));
        }
    }

    /// Returns the value of a length from `least` to [`LONGEST`]; `None` if it has a fault.
    fn length(&mut self, field: &str, length: &NumberSpec, least: f64) -> Option<f64> {
        let value = self.number(field, length)?;
        if (least..=LONGEST).contains(&value) {
            return Some(value);
        }
        self.add_fault(field, format!("{} is outside {least} to {LONGEST}", number_text(value)));
        None
    }

    /// Returns the value of a number or an expression; `None` if it has a fault.
    fn number(&mut self, field: &str, written: &NumberSpec) -> Option<f64> {
        let text = written.to_string();
        // Parameters of the variant are put into the text of the expression, since expressions have no names.
        let expression = text
            .replace("piece_radius", &self.spec.piece_radius.to_string())
            .replace("guard_reach", &self.spec.guard_reach.to_string())
            .replace("min_move", &self.spec.min_move.to_string());
        let value = number(&expression);
        if value.is_none() {
            let message = format!(
                "`{text}` is no number: decimals, sqrt(..), atan(..), piece_radius, guard_reach, min_move"
            );
            self.add_fault(field, message);
        }
        value
    }
}
