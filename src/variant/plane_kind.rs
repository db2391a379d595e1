//! Reads and checks kinds of the plane. Every fault is reported at once.

use super::fault::VariantFaults;
use super::kind::{Direction, Frame, KindRule, MoveRule, built_in_kinds};
use super::kind_reader::{KindReader, read_all};
use super::kind_spec::{ArcSide, ExtentShape, ExtentSpec, KindSpec, LengthSpec, MoveSpec, TravelMode};
use super::spec::VariantSpec;
use crate::geom::{Extent, Point, Vec2, angle_between, functions, tolerance};
use crate::notation::{number, number_text};

/// The greatest length in a kind, in board units.
const LONGEST: f64 = 1e6;

/// The least length in a kind, in board units: far above the tolerance.
const SHORTEST: f64 = 1e-3;

/// The least radius of an arc, in board units.
const SHORTEST_RADIUS: f64 = 1e-2;

/// The greatest number of directions of a move.
const MAX_DIRECTIONS: usize = 360;

/// The greatest number of corners of a polygon.
const MAX_CORNERS: usize = 360;

/// Returns the built-in kinds and the variant's own kinds, and adds every fault.
pub(super) fn read_plane_kinds(spec: &VariantSpec, faults: &mut VariantFaults) -> Vec<KindRule> {
    read_all(built_in_kinds(), spec, faults, |reader, kind| reader.plane_kind(kind))
}

impl KindReader<'_> {
    fn plane_kind(&mut self, kind: &KindSpec) -> KindRule {
        let letter = self.checked_letter(kind);
        let extent = self.extent(kind.extent.as_ref());
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
            extent: extent.unwrap_or(Extent::disc(self.spec.piece_radius)),
            moves,
        }
    }

    /// Returns an extent, which is the usual disc if none is written; `None` if it has a fault.
    fn extent(&mut self, written: Option<&ExtentSpec>) -> Option<Extent> {
        let usual = Extent::disc(self.spec.piece_radius);
        let Some(written) = written else { return Some(usual) };
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
            if required.contains(&name) {
                if !is_given {
                    self.add_fault(&format!("extent.{name}"), format!("a {shape} needs its {name}"));
                }
            } else if is_given && !optional.contains(&name) {
                self.add_fault(&format!("extent.{name}"), format!("a {shape} has no {name}: leave it out"));
            }
        }
        let mut measure = |name: &str, length: &Option<LengthSpec>| {
            self.length(&format!("extent.{name}"), length, SHORTEST)
        };
        match shape {
            ExtentShape::Disc if written.radius.is_none() => Some(usual),
            ExtentShape::Disc => measure("radius", &written.radius).map(Extent::disc),
            ExtentShape::Triangle => {
                let base = measure("base", &written.base);
                let height = measure("height", &written.height);
                Some(Extent::triangle(base?, height?))
            }
            ExtentShape::Capsule => {
                let length = measure("length", &written.length);
                let radius = measure("radius", &written.radius);
                Some(Extent::capsule(length?, radius?))
            }
            ExtentShape::Polygon => self.polygon(written.points.as_deref()?),
        }
    }

    fn polygon(&mut self, points: &[[LengthSpec; 2]]) -> Option<Extent> {
        if !self.check_count("extent.points", points.len(), MAX_CORNERS) {
            return None;
        }
        let mut corners = Vec::with_capacity(points.len());
        for [ahead, left] in points {
            let (ahead, left) = (self.value("extent.points", ahead)?, self.value("extent.points", left)?);
            if ahead.abs().max(left.abs()) > LONGEST {
                let message = format!("a corner lies farther than {LONGEST} from the centre");
                self.add_fault("extent.points", message);
                return None;
            }
            corners.push(Point::new(ahead, left));
        }
        Extent::polygon(&corners).map_err(|fault| self.add_fault("extent.points", fault.to_string())).ok()
    }

    fn plane_move(&mut self, written: &MoveSpec, is_disc: bool) -> MoveRule {
        let range = self.length("range", &written.range, SHORTEST).unwrap_or(f64::INFINITY);
        let first_range = self.length("first_range", &written.first_range, SHORTEST).unwrap_or(range);
        let step = self.length("step", &written.step, SHORTEST);
        let arc = self.length("arc", &written.arc, SHORTEST_RADIUS);
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

    fn check_directed(&mut self, written: &MoveSpec) {
        if written.toward.is_empty() && written.bearings.is_empty() && written.headings.is_empty() {
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
        } else if written.range.is_none() {
            self.add_fault("range", "a leap to any place needs a range");
        } else if !is_disc {
            self.add_fault("go", "a leap to any place is for pieces that are discs");
        }
    }

    fn directions(&mut self, written: &MoveSpec) -> Vec<Direction> {
        let counts = [written.toward.len(), written.bearings.len(), written.headings.len()];
        if counts.iter().filter(|&&count| count > 0).count() > 1 {
            self.add_fault("toward", "give directions in one way: toward, bearings or headings");
        }
        let mut directions: Vec<Direction> = Vec::new();
        if !self.check_count("toward", counts.iter().sum(), MAX_DIRECTIONS) {
            return directions;
        }
        for &[x, y] in &written.toward {
            let vector = Vec2::new(x, y);
            let length = vector.length();
            if !length.is_finite() || length < SHORTEST {
                self.add_fault("toward", format!("[{x}, {y}] is no direction"));
                continue;
            }
            let bearing = functions::angle_of(vector).to_degrees().rem_euclid(360.0);
            directions.push(Direction { bearing, dir: vector / length, length });
        }
        let (field, angles) = match written.headings.is_empty() {
            true => ("bearings", &written.bearings),
            false => ("headings", &written.headings),
        };
        for angle in angles {
            if let Some(degrees) = self.value(field, angle) {
                let bearing = degrees.rem_euclid(360.0);
                directions.push(Direction { bearing, dir: functions::unit_of_degrees(bearing), length: 1.0 });
            }
        }
        for (i, direction) in directions.iter().enumerate() {
            let is_same = |other: &Direction| {
                angle_between(direction.bearing, other.bearing) <= 2.0 * tolerance::BEARING
            };
            if directions[..i].iter().any(is_same) {
                self.add_fault(field, format!("bearing {} is there twice", direction.bearing));
                break;
            }
        }
        directions
    }

    /// Returns the value of a length from `least` to [`LONGEST`]; `None` if it is not given or has a fault.
    fn length(&mut self, field: &str, length: &Option<LengthSpec>, least: f64) -> Option<f64> {
        let value = self.value(field, length.as_ref()?)?;
        if (least..=LONGEST).contains(&value) {
            return Some(value);
        }
        self.add_fault(field, format!("{} is outside {least} to {LONGEST}", number_text(value)));
        None
    }

    /// Returns the value of a number or an expression; `None` if it has a fault.
    fn value(&mut self, field: &str, written: &LengthSpec) -> Option<f64> {
        let text = written.to_string();
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
