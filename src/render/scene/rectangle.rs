//! Rectangles with sides along the axes.

use glam::DVec2;

/// A rectangle with sides along the axes, given by two opposite corners.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rectangle {
    /// The least coordinates.
    pub low: DVec2,
    /// The greatest coordinates.
    pub high: DVec2,
}

impl Rectangle {
    /// Returns the rectangle between the origin and a corner.
    pub fn to(high: DVec2) -> Rectangle {
        Rectangle { low: DVec2::ZERO, high }
    }

    /// Returns the rectangle about a middle. `half_size` is half its width and height.
    pub fn about(middle: DVec2, half_size: DVec2) -> Rectangle {
        Rectangle { low: middle - half_size, high: middle + half_size }
    }

    /// Returns the least rectangle that holds all points, or `None` if there are no points.
    pub fn holding(points: impl IntoIterator<Item = DVec2>) -> Option<Rectangle> {
        points.into_iter().map(|p| Rectangle { low: p, high: p }).reduce(Rectangle::joined)
    }

    /// Returns the least rectangle that holds both rectangles.
    #[must_use]
    pub fn joined(self, other: Rectangle) -> Rectangle {
        Rectangle { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Returns the rectangle with each side moved outwards. A negative margin moves the sides inwards.
    #[must_use]
    pub fn grown(&self, margin: DVec2) -> Rectangle {
        Rectangle { low: self.low - margin, high: self.high + margin }
    }

    /// Returns the width and height as a vector.
    pub fn size(&self) -> DVec2 {
        self.high - self.low
    }

    /// Returns the corners counter-clockwise, the lowest first.
    pub fn corners(&self) -> [DVec2; 4] {
        let Rectangle { low, high } = *self;
        [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
    }

    /// Whether a point lies inside or on a side.
    pub fn contains(&self, p: DVec2) -> bool {
        p.cmpge(self.low).all() && p.cmple(self.high).all()
    }

    /// Whether the rectangles have a point in common.
    pub fn meets(&self, other: &Rectangle) -> bool {
        self.low.cmple(other.high).all() && self.high.cmpge(other.low).all()
    }
}
