//! Marks carried from the board to the page: points through the transform, lengths by its scale,
//! angles turned over because y points down there.

use super::mark::{
    Area, Border, Contact, Lane, LegalSpan, Mark, Note, Piece, Rebirth, Region, Target, TurnSpan,
};
use glam::DVec2;
use nalgebra::{Affine2, Matrix3, Point2};

/// From board units to the page: scaled alike in both directions, y turned over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ToPage {
    transform: Affine2<f64>,
    /// Page units in one board unit.
    pub unit: f64,
}

impl ToPage {
    /// Puts the board's origin at `origin`.
    pub fn new(origin: DVec2, unit: f64) -> ToPage {
        let matrix = Matrix3::new(unit, 0.0, origin.x, 0.0, -unit, origin.y, 0.0, 0.0, 1.0);
        ToPage { transform: Affine2::from_matrix_unchecked(matrix), unit }
    }

    /// A point of the board on the page.
    pub fn point(&self, point: DVec2) -> DVec2 {
        (self.transform * Point2::from(point)).into()
    }

    /// A mark with every length in page units.
    pub fn mark(&self, mark: &Mark) -> Mark {
        let point = |p: DVec2| self.point(p);
        let points = |list: &[DVec2]| list.iter().map(|p| self.point(*p)).collect();
        let unit = self.unit;
        match mark {
            Mark::Piece(m) => Mark::Piece(Piece {
                at: point(m.at),
                extent: m.extent.map(point, unit),
                heading: m.heading.map(|h| -h),
                ..m.clone()
            }),
            Mark::Lane(m) => {
                Mark::Lane(Lane { track: m.track.map(point), radius: m.radius * unit, ..m.clone() })
            }
            Mark::Contact(m) => Mark::Contact(Contact {
                at: point(m.at),
                radius: m.radius * unit,
                touched: points(&m.touched),
            }),
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
            Mark::Turn(m) => Mark::Turn(TurnSpan {
                at: point(m.at),
                radius: m.radius * unit,
                from: -m.from,
                to: -m.to,
                ..m.clone()
            }),
            Mark::Area(m) => Mark::Area(Area {
                color: m.color,
                shapes: m.shapes.iter().map(|s| s.map(point, unit)).collect(),
            }),
            Mark::Rebirth(m) => Mark::Rebirth(Rebirth { track: m.track.map(point), radius: m.radius * unit }),
            Mark::Note(m) => Mark::Note(Note { at: point(m.at), text: m.text.clone() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_is_turned_over_and_lengths_are_scaled() {
        let page = ToPage::new(DVec2::new(30.0, 500.0), 60.0);
        assert_eq!(page.point(DVec2::new(1.0, 2.0)), DVec2::new(90.0, 380.0));
        let target = Target { at: DVec2::ZERO, radius: 0.25, effect: super::super::mark::Effect::Quiet };
        let Mark::Target(moved) = page.mark(&target.into()) else { panic!("a target stays a target") };
        assert_eq!((moved.at, moved.radius), (DVec2::new(30.0, 500.0), 15.0));
    }
}
