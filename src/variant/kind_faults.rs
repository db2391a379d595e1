//! From a kind as written to a consistent one, with every fault reported at once.

use super::kind::{Direction, Frame, KindRule, MoveRule};
use super::kind_spec::{Bend, ExtentSpec, Go, KindSpec, Length, MoveSpec, Shape};
use super::{Fault, VariantSpec};
use crate::geom::{Extent, Point, Vec2, angle_between, tolerance};
use crate::notation::{number, number_text};

/// The greatest length in a kind, board units.
const LONGEST: f64 = 1e6;

/// The least length in a kind, board units: far above the tolerance.
const SHORTEST: f64 = 1e-3;

/// The greatest number of own kinds of a variant: each needs a letter of its own.
const MOST_KINDS: usize = 26;

/// The greatest number of moves of a kind.
const MOST_MOVES: usize = 64;

/// The greatest number of directions of a move.
const MOST_DIRECTIONS: usize = 360;

/// The greatest number of corners of a polygon.
const MOST_CORNERS: usize = 360;

/// Returns the sound kinds among `built_in` and the variant's own, and every fault.
pub(super) fn read_kinds(built_in: &[KindSpec], spec: &VariantSpec) -> (Vec<KindRule>, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut rules: Vec<KindRule> = Vec::new();
    let most = (spec.kinds.len() > MOST_KINDS).then(|| Fault {
        parameter: "kind".to_owned(),
        message: format!("{} kinds: a variant has at most {MOST_KINDS} of its own", spec.kinds.len()),
        kind: None,
    });
    faults.extend(most);
    let own = spec.kinds.iter().take(MOST_KINDS).enumerate().map(|(i, kind)| (Some(i), kind));
    for (index, kind) in built_in.iter().map(|kind| (None, kind)).chain(own) {
        let place = index.map_or_else(String::new, |i| format!("kind {} `{}`, ", i + 1, kind.name));
        let mut reader = Reader { spec, place, index, in_move: None, faults: &mut faults };
        let rule = reader.kind(kind);
        let clash = rules.iter().find(|r| r.letter == rule.letter && rule.letter != '\0');
        if let Some(other) = clash {
            let message = format!("`{}` is the letter of the {} already", rule.letter, other.name);
            reader.fault("letter", message);
        }
        rules.push(rule);
    }
    (rules, faults)
}

struct Reader<'a> {
    spec: &'a VariantSpec,
    place: String,
    index: Option<usize>,
    in_move: Option<usize>,
    faults: &'a mut Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, field: &str, message: impl Into<String>) {
        let parameter = format!("{}{field}", self.place);
        let kind = self.index.map(|i| (i, self.in_move));
        self.faults.push(Fault { parameter, message: message.into(), kind });
    }

    /// Whether there are at most `most` of something; reports a fault otherwise, before each is read.
    fn count(&mut self, field: &str, there: usize, most: usize) -> bool {
        if there > most {
            self.fault(field, format!("{there} of them: at most {most}"));
        }
        there <= most
    }

    fn kind(&mut self, kind: &KindSpec) -> KindRule {
        let mut letters = kind.letter.chars();
        let letter = match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => letter,
            _ => {
                self.fault("letter", format!("`{}` is not one capital letter from A to Z", kind.letter));
                '\0'
            }
        };
        if kind.name.trim().is_empty() {
            self.fault("name", "a kind needs a name");
        }
        if !kind.value.is_finite() || kind.value < 0.0 {
            self.fault("value", format!("{} is not a number from 0", kind.value));
        }
        if kind.moves.is_empty() {
            self.fault("move", "a kind needs at least one [[kind.move]]");
        }
        let extent = self.extent(kind.extent.as_ref());
        let disc = extent.as_ref().is_none_or(|e| e.as_disc().is_some());
        self.count("move", kind.moves.len(), MOST_MOVES);
        let moves: Vec<MoveRule> =
            kind.moves.iter().take(MOST_MOVES).enumerate().map(|(i, m)| self.one_move(i, m, disc)).collect();
        if kind.royal && moves.iter().any(|m| m.go != Go::Ride && m.go != Go::Leap) {
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
        let wanted: &[(&str, bool)] = match written.shape {
            Shape::Disc => &[("radius", false)],
            Shape::Triangle => &[("base", true), ("height", true)],
            Shape::Capsule => &[("length", true), ("radius", true)],
            Shape::Polygon => &[("points", true)],
        };
        let given = [
            ("radius", &written.radius),
            ("base", &written.base),
            ("height", &written.height),
            ("length", &written.length),
        ];
        let shape = written.shape;
        for (name, there) in
            given.iter().map(|g| (g.0, g.1.is_some())).chain([("points", written.points.is_some())])
        {
            match wanted.iter().find(|w| w.0 == name) {
                Some((_, true)) if !there => {
                    self.fault(&format!("extent.{name}"), format!("a {shape} needs its {name}"));
                }
                None if there => {
                    self.fault(&format!("extent.{name}"), format!("a {shape} has no {name}: leave it out"));
                }
                Some(_) | None => {}
            }
        }
        let mut size = |name: &str, length: &Option<Length>| {
            length.as_ref().and_then(|l| self.length(&format!("extent.{name}"), l, SHORTEST))
        };
        match shape {
            Shape::Disc if written.radius.is_none() => Some(Extent::disc(self.spec.piece_radius)),
            Shape::Disc => size("radius", &written.radius).map(Extent::disc),
            Shape::Triangle => {
                let (base, height) = (size("base", &written.base), size("height", &written.height));
                Some(Extent::triangle(base?, height?))
            }
            Shape::Capsule => {
                let (length, radius) = (size("length", &written.length), size("radius", &written.radius));
                Some(Extent::capsule(length?, radius?))
            }
            Shape::Polygon => self.polygon(written.points.as_deref()?),
        }
    }

    fn polygon(&mut self, points: &[[Length; 2]]) -> Option<Extent> {
        if !self.count("extent.points", points.len(), MOST_CORNERS) {
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
        let extent = Extent::polygon(&corners);
        if extent.is_none() {
            let area: f64 = (0..corners.len())
                .map(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                    a.x * b.y - b.x * a.y
                })
                .sum();
            let mut turned = corners.clone();
            if area < 0.0 {
                turned.reverse();
            }
            if crate::geom::is_convex(&turned) {
                self.fault("extent.points", "the centre 0,0 has to lie inside the polygon");
            } else {
                let message = "the polygon is not convex: every corner has to turn the same way, at least three, none twice";
                self.fault("extent.points", message);
            }
        }
        extent
    }

    fn one_move(&mut self, index: usize, m: &MoveSpec, disc: bool) -> MoveRule {
        self.in_move = Some(index);
        let at = |field: &str| format!("move {}, {field}", index + 1);
        let mut length = |field: &str, length: &Option<Length>, least: f64| {
            length.as_ref().and_then(|l| self.length(&at(field), l, least))
        };
        let range = length("range", &m.range, SHORTEST).unwrap_or(f64::INFINITY);
        let first_range = length("first_range", &m.first_range, SHORTEST).unwrap_or(range);
        let step = length("step", &m.step, SHORTEST);
        let arc = length("arc", &m.arc, SHORTEST * 10.0);
        let arcs = match (arc, m.bend.unwrap_or(Bend::Both)) {
            (None, _) => Vec::new(),
            (Some(r), Bend::Left) => vec![r],
            (Some(r), Bend::Right) => vec![-r],
            (Some(r), Bend::Both) => vec![r, -r],
        };
        let (frame, directions) = self.directions(index, m);
        let directed = matches!(m.go, Go::Ride | Go::Leap);
        if directed && directions.is_empty() && m.toward.len() + m.bearings.len() + m.headings.len() == 0 {
            self.fault(&at("toward"), format!("a {} needs directions: toward, bearings or headings", m.go));
        }
        let mut useless = |there: bool, field: &str| {
            if there {
                self.fault(
                    &at(field),
                    format!("means nothing to a move that goes by {}: leave it out", m.go),
                );
            }
        };
        if !directed {
            useless(!m.toward.is_empty(), "toward");
            useless(!m.bearings.is_empty(), "bearings");
            useless(!m.headings.is_empty(), "headings");
            useless(m.arc.is_some(), "arc");
            useless(m.bend.is_some(), "bend");
            useless(m.step.is_some(), "step");
            useless(m.first_range.is_some(), "first_range");
        }
        match m.go {
            Go::Area if m.range.is_none() => self.fault(&at("range"), "a leap to any place needs a range"),
            Go::Area if !disc => self.fault(&at("go"), "a leap to any place is for pieces that are discs"),
            Go::Turn => useless(m.range.is_some(), "range"),
            Go::Area | Go::Ride | Go::Leap => {}
        }
        if directed && m.bend.is_some() && m.arc.is_none() {
            self.fault(&at("bend"), "a bend needs the radius of its circle: arc");
        }
        self.in_move = None;
        MoveRule { go: m.go, frame, directions, range, first_range, takes: m.takes, step, arcs }
    }

    fn directions(&mut self, index: usize, m: &MoveSpec) -> (Frame, Vec<Direction>) {
        let at = |field: &str| format!("move {}, {field}", index + 1);
        let ways = [!m.toward.is_empty(), !m.bearings.is_empty(), !m.headings.is_empty()];
        if ways.iter().filter(|w| **w).count() > 1 {
            self.fault(&at("toward"), "give directions in one way: toward, bearings or headings");
        }
        let mut out: Vec<Direction> = Vec::new();
        let written = m.toward.len() + m.bearings.len() + m.headings.len();
        if !self.count(&at("toward"), written, MOST_DIRECTIONS) {
            return (Frame::Player, out);
        }
        for &[x, y] in &m.toward {
            let v = Vec2::new(x, y);
            let length = v.length();
            if !length.is_finite() || length < SHORTEST {
                self.fault(&at("toward"), format!("[{x}, {y}] is no direction"));
                continue;
            }
            let bearing = v.y.atan2(v.x).to_degrees().rem_euclid(360.0);
            out.push(Direction { bearing, dir: v / length, length });
        }
        let (frame, field, degrees) = if m.headings.is_empty() {
            (Frame::Player, "bearings", &m.bearings)
        } else {
            (Frame::Heading, "headings", &m.headings)
        };
        for angle in degrees {
            if let Some(angle) = self.value(&at(field), angle) {
                let bearing = angle.rem_euclid(360.0);
                out.push(Direction { bearing, dir: unit(bearing), length: 1.0 });
            }
        }
        for (i, a) in out.iter().enumerate() {
            let same = |b: &Direction| angle_between(a.bearing, b.bearing) <= 2.0 * tolerance::BEARING;
            if out[..i].iter().any(same) {
                self.fault(&at(field), format!("bearing {} is there twice", a.bearing));
                break;
            }
        }
        (frame, out)
    }

    fn length(&mut self, field: &str, length: &Length, least: f64) -> Option<f64> {
        let value = self.value(field, length)?;
        if (least..=LONGEST).contains(&value) {
            return Some(value);
        }
        self.fault(field, format!("{} is outside {least} to {LONGEST}", number_text(value)));
        None
    }

    fn value(&mut self, field: &str, length: &Length) -> Option<f64> {
        let text = match length {
            Length::Whole(n) => return Some(*n as f64),
            Length::Real(x) if x.is_finite() => return Some(*x),
            Length::Real(x) => x.to_string(),
            Length::Text(text) => text.clone(),
        };
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

/// Returns the unit vector at an angle in degrees, exact at multiples of 45.
pub fn unit(degrees: f64) -> Vec2 {
    let eighth = (degrees / 45.0).rem_euclid(8.0);
    if eighth.fract() != 0.0 {
        return Vec2::from_angle(degrees.to_radians());
    }
    let d = std::f64::consts::FRAC_1_SQRT_2;
    match eighth as u8 {
        0 => Vec2::X,
        1 => Vec2::new(d, d),
        2 => Vec2::Y,
        3 => Vec2::new(-d, d),
        4 => -Vec2::X,
        5 => Vec2::new(-d, -d),
        6 => -Vec2::Y,
        _ => Vec2::new(d, -d),
    }
}
