//! Marks carried by a similarity: points through it, lengths by its scale, headings turned.

use crate::render::scene::{
    Area, Border, Contact, Lane, LegalSpan, Mark, Note, Piece, Rebirth, Region, Swath, Target, TurnSpan,
    Turned,
};
use glam::DVec2;

/// A map that keeps shapes: coordinates may be reversed, and all lengths grow alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Similarity {
    /// By what each coordinate is multiplied; both have one size.
    pub scale: DVec2,
    /// What is added then.
    pub shift: DVec2,
}

impl Similarity {
    /// Everything stays where it is.
    pub const IDENTITY: Similarity = Similarity { scale: DVec2::ONE, shift: DVec2::ZERO };

    /// Board units, y upwards, to the page, y downwards: the board's origin comes to `origin`.
    pub fn to_page(origin: DVec2, unit: f64) -> Similarity {
        Similarity { scale: DVec2::new(unit, -unit), shift: origin }
    }

    /// Where a point comes to.
    pub fn point(&self, point: DVec2) -> DVec2 {
        point * self.scale + self.shift
    }

    /// How long one unit becomes.
    pub fn unit(&self) -> f64 {
        self.scale.x.abs()
    }

    /// Whether left and right are exchanged.
    fn mirrors(&self) -> bool {
        (self.scale.x < 0.0) != (self.scale.y < 0.0)
    }

    /// A heading in radians.
    fn heading(&self, angle: f64) -> f64 {
        let turned = if self.scale.x < 0.0 { std::f64::consts::PI } else { 0.0 };
        if self.mirrors() { turned - angle } else { turned + angle }
    }

    /// Both ends of a turn; it keeps its size, and its sense is reversed by a mirror.
    fn turn(&self, from: f64, to: f64) -> (f64, f64) {
        let start = self.heading(from);
        (start, if self.mirrors() { start - (to - from) } else { start + (to - from) })
    }

    /// A mark, every part of it carried. Figures and texts stay upright.
    pub fn mark(&self, mark: &Mark) -> Mark {
        let point = |p: DVec2| self.point(p);
        let points = |list: &[DVec2]| list.iter().map(|p| self.point(*p)).collect();
        let unit = self.unit();
        match mark {
            Mark::Piece(m) => Mark::Piece(Piece {
                at: point(m.at),
                extent: m.extent.map(point, unit),
                apart: m.apart.iter().map(|s| s.map(point, unit)).collect(),
                heading: m.heading.map(|h| self.heading(h)),
                ..m.clone()
            }),
            Mark::Lane(m) => {
                Mark::Lane(Lane { track: m.track.map(point), radius: m.radius * unit, ..m.clone() })
            }
            Mark::Swath(m) => Mark::Swath(Swath {
                color: m.color,
                shapes: m.shapes.iter().map(|s| s.map(point, unit)).collect(),
            }),
            Mark::Contact(m) => {
                Mark::Contact(Contact { extent: m.extent.map(point, unit), touched: points(&m.touched) })
            }
            Mark::Span(m) => Mark::Span(LegalSpan {
                track: m.track.map(point),
                from: m.from * unit,
                to: m.to * unit,
                ..m.clone()
            }),
            Mark::Target(m) => Mark::Target(Target { at: point(m.at), radius: m.radius * unit, ..m.clone() }),
            Mark::Region(m) => Mark::Region(Region {
                borders: m.borders.iter().map(|b| Border { points: points(&b.points), end: b.end }).collect(),
                effect: m.effect,
            }),
            Mark::Turn(m) => {
                let (from, to) = self.turn(m.from, m.to);
                Mark::Turn(TurnSpan { at: point(m.at), radius: m.radius * unit, from, to, ..m.clone() })
            }
            Mark::Area(m) => Mark::Area(Area {
                color: m.color,
                shapes: m.shapes.iter().map(|s| s.map(point, unit)).collect(),
            }),
            Mark::Rebirth(m) => Mark::Rebirth(Rebirth { track: m.track.map(point), radius: m.radius * unit }),
            Mark::Turned(m) => {
                let (from, to) = self.turn(m.from, m.to);
                Mark::Turned(Turned { at: point(m.at), radius: m.radius * unit, from, to, ..m.clone() })
            }
            Mark::Note(m) => Mark::Note(Note { at: point(m.at), text: m.text.clone() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::scene::Effect;

    #[test]
    fn y_is_turned_over_and_lengths_are_scaled() {
        let page = Similarity { scale: DVec2::new(60.0, -60.0), shift: DVec2::new(30.0, 500.0) };
        assert_eq!(page.point(DVec2::new(1.0, 2.0)), DVec2::new(90.0, 380.0));
        let target = Target { at: DVec2::ZERO, radius: 0.25, effect: Effect::Quiet };
        let Mark::Target(moved) = page.mark(&target.into()) else { panic!("a target stays a target") };
        assert_eq!((moved.at, moved.radius), (DVec2::new(30.0, 500.0), 15.0));
    }

    #[test]
    fn headings_go_with_the_points_ahead() {
        for scale in [(2.0, 2.0), (-2.0, 2.0), (2.0, -2.0), (-2.0, -2.0)] {
            let map = Similarity { scale: DVec2::from(scale), shift: DVec2::new(1.0, 7.0) };
            for angle in [0.3, 2.0, -1.4] {
                let ahead = map.point(DVec2::from_angle(angle)) - map.point(DVec2::ZERO);
                assert!(ahead.distance(2.0 * DVec2::from_angle(map.heading(angle))) < 1e-12);
                let (from, to) = map.turn(angle, angle + 0.7);
                let end = map.point(DVec2::from_angle(angle + 0.7)) - map.point(DVec2::ZERO);
                assert!((from - map.heading(angle)).abs() < 1e-12);
                assert!(end.distance(2.0 * DVec2::from_angle(to)) < 1e-12);
            }
        }
    }
}
