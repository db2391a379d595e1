//! Kinds on the plane: from a kind as written to a consistent one, with every fault reported at once.

use super::fault::VariantFaults;
use super::kind::{Direction, Frame, KindRule, MoveRule, built_in_kinds};
use super::kind_reader::{KindReader, read_all};
use super::kind_spec::{ArcSide, ExtentShape, ExtentSpec, KindSpec, LengthSpec, MoveSpec, TravelMode};
use super::spec::VariantSpec;
use crate::geom::{Extent, Point, Vec2, angle_between, functions, tolerance};
use crate::notation::{number, number_text};

/// The greatest length in a kind, board units.
const LONGEST: f64 = 1e6;

/// The least length in a kind, board units: far above the tolerance.
const SHORTEST: f64 = 1e-3;

/// The greatest number of directions of a move.
const MOST_DIRECTIONS: usize = 360;

/// The greatest number of corners of a polygon.
const MOST_CORNERS: usize = 360;

/// Returns the kinds of every variant and the variant's own, and adds every fault.
pub(super) fn read_plane_kinds(spec: &VariantSpec, faults: &mut VariantFaults) -> Vec<KindRule> {
    read_all(built_in_kinds(), spec, faults, |reader, kind| reader.plane_kind(kind))
}

impl KindReader<'_> {
    fn plane_kind(&mut self, kind: &KindSpec) -> KindRule {
        let letter = self.checked_letter(kind);
        let extent = self.extent(kind.extent.as_ref());
        // A faulty extent counts as a disc, so that it causes no second fault.
        let is_disc = extent.as_ref().is_none_or(|e| e.as_disc().is_some());
        let moves: Vec<MoveRule> = self.moves(kind, |reader, m| reader.plane_move(m, is_disc));
        if kind.royal && moves.iter().any(|m| m.go != TravelMode::Ride && m.go != TravelMode::Leap) {
            self.fault("royal", "a royal kind may ride and leap only: its way past checks has to be a path");
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

    fn extent(&mut self, written: Option<&ExtentSpec>) -> Option<Extent> {
        let Some(written) = written else {
            return Some(Extent::disc(self.spec.piece_radius));
        };
        let shape = written.shape;
        let (required, optional): (&[&str], &[&str]) = match shape {
            ExtentShape::Disc => (&[], &["radius"]),
            ExtentShape::Triangle => (&["base", "height"], &[]),
            ExtentShape::Capsule => (&["length", "radius"], &[]),
            ExtentShape::Polygon => (&["points"], &[]),
        };
        let measures = [
            ("radius", written.radius.is_some()),
            ("base", written.base.is_some()),
            ("height", written.height.is_some()),
            ("length", written.length.is_some()),
            ("points", written.points.is_some()),
        ];
        for (name, is_given) in measures {
            if required.contains(&name) {
                if !is_given {
                    self.fault(&format!("extent.{name}"), format!("a {shape} needs its {name}"));
                }
            } else if is_given && !optional.contains(&name) {
                self.fault(&format!("extent.{name}"), format!("a {shape} has no {name}: leave it out"));
            }
        }
        let mut size = |name: &str, length: &Option<LengthSpec>| {
            self.length(&format!("extent.{name}"), length, SHORTEST)
        };
        match shape {
            ExtentShape::Disc if written.radius.is_none() => Some(Extent::disc(self.spec.piece_radius)),
            ExtentShape::Disc => size("radius", &written.radius).map(Extent::disc),
            ExtentShape::Triangle => {
                let (base, height) = (size("base", &written.base), size("height", &written.height));
                Some(Extent::triangle(base?, height?))
            }
            ExtentShape::Capsule => {
                let (length, radius) = (size("length", &written.length), size("radius", &written.radius));
                Some(Extent::capsule(length?, radius?))
            }
            ExtentShape::Polygon => self.polygon(written.points.as_deref()?),
        }
    }

    fn polygon(&mut self, points: &[[LengthSpec; 2]]) -> Option<Extent> {
        if !self.has_at_most("extent.points", points.len(), MOST_CORNERS) {
            return None;
        }
        let mut corners = Vec::with_capacity(points.len());
        for [ahead, left] in points {
            let (ahead, left) = (self.value("extent.points", ahead)?, self.value("extent.points", left)?);
            if ahead.abs().max(left.abs()) > LONGEST {
                self.fault("extent.points", format!("a corner lies farther than {LONGEST} from the centre"));
                return None;
            }
            corners.push(Point::new(ahead, left));
        }
        Extent::polygon(&corners).map_err(|fault| self.fault("extent.points", fault.to_string())).ok()
    }

    fn plane_move(&mut self, m: &MoveSpec, is_disc: bool) -> MoveRule {
        let range = self.length("range", &m.range, SHORTEST).unwrap_or(f64::INFINITY);
        let first_range = self.length("first_range", &m.first_range, SHORTEST).unwrap_or(range);
        let step = self.length("step", &m.step, SHORTEST);
        let arc = self.length("arc", &m.arc, SHORTEST * 10.0);
        let arcs = match (arc, m.bend.unwrap_or(ArcSide::Both)) {
            (None, _) => Vec::new(),
            (Some(r), ArcSide::Left) => vec![r],
            (Some(r), ArcSide::Right) => vec![-r],
            (Some(r), ArcSide::Both) => vec![r, -r],
        };
        let frame = if m.headings.is_empty() { Frame::Player } else { Frame::Heading };
        let directions = self.directions(m);
        let is_directed = matches!(m.go, TravelMode::Ride | TravelMode::Leap);
        if is_directed && m.toward.len() + m.bearings.len() + m.headings.len() == 0 {
            self.fault("toward", format!("a {} needs directions: toward, bearings or headings", m.go));
        }
        let useless = format!("means nothing to a move that goes by {}: leave it out", m.go);
        if !is_directed {
            let fields = [
                ("toward", !m.toward.is_empty()),
                ("bearings", !m.bearings.is_empty()),
                ("headings", !m.headings.is_empty()),
                ("arc", m.arc.is_some()),
                ("bend", m.bend.is_some()),
                ("step", m.step.is_some()),
                ("first_range", m.first_range.is_some()),
            ];
            self.refuse(&fields, &useless);
        }
        match m.go {
            TravelMode::Area if m.range.is_none() => self.fault("range", "a leap to any place needs a range"),
            TravelMode::Area if !is_disc => {
                self.fault("go", "a leap to any place is for pieces that are discs");
            }
            TravelMode::Turn => self.refuse(&[("range", m.range.is_some())], &useless),
            TravelMode::Area | TravelMode::Ride | TravelMode::Leap => {}
        }
        if is_directed && m.bend.is_some() && m.arc.is_none() {
            self.fault("bend", "a bend needs the radius of its circle: arc");
        }
        MoveRule { go: m.go, frame, directions, range, first_range, takes: m.takes, step, arcs }
    }

    fn directions(&mut self, m: &MoveSpec) -> Vec<Direction> {
        let forms = [m.toward.len(), m.bearings.len(), m.headings.len()];
        if forms.iter().filter(|&&directions| directions > 0).count() > 1 {
            self.fault("toward", "give directions in one way: toward, bearings or headings");
        }
        let mut directions: Vec<Direction> = Vec::new();
        if !self.has_at_most("toward", forms.iter().sum(), MOST_DIRECTIONS) {
            return directions;
        }
        for &[x, y] in &m.toward {
            let v = Vec2::new(x, y);
            let length = v.length();
            if !length.is_finite() || length < SHORTEST {
                self.fault("toward", format!("[{x}, {y}] is no direction"));
                continue;
            }
            let bearing = functions::angle_of(v).to_degrees().rem_euclid(360.0);
            directions.push(Direction { bearing, dir: v / length, length });
        }
        let field = if m.headings.is_empty() { "bearings" } else { "headings" };
        for angle in if m.headings.is_empty() { &m.bearings } else { &m.headings } {
            if let Some(angle) = self.value(field, angle) {
                let bearing = angle.rem_euclid(360.0);
                directions.push(Direction { bearing, dir: functions::unit_of_degrees(bearing), length: 1.0 });
            }
        }
        let is_same =
            |a: &Direction, b: &Direction| angle_between(a.bearing, b.bearing) <= 2.0 * tolerance::BEARING;
        let mut indices = 0..directions.len();
        if let Some(i) = indices.find(|&i| directions[..i].iter().any(|b| is_same(&directions[i], b))) {
            self.fault(field, format!("bearing {} is there twice", directions[i].bearing));
        }
        directions
    }

    /// Returns a length that is given, if it is at least `least`.
    fn length(&mut self, field: &str, length: &Option<LengthSpec>, least: f64) -> Option<f64> {
        let value = self.value(field, length.as_ref()?)?;
        if (least..=LONGEST).contains(&value) {
            return Some(value);
        }
        self.fault(field, format!("{} is outside {least} to {LONGEST}", number_text(value)));
        None
    }

    /// Returns the value of a number or an expression.
    fn value(&mut self, field: &str, length: &LengthSpec) -> Option<f64> {
        let text = length.to_string();
        let named = text
            .replace("piece_radius", &self.spec.piece_radius.to_string())
            .replace("guard_reach", &self.spec.guard_reach.to_string())
            .replace("min_move", &self.spec.min_move.to_string());
        let value = number(&named);
        if value.is_none() {
            let message = format!(
                "`{text}` is no number: decimals, sqrt(..), atan(..), piece_radius, guard_reach, min_move"
            );
            self.fault(field, message);
        }
        value
    }
}
