//! The tracks of which marks are made.

use continuum::render::Track;
use glam::DVec2;
use std::f64::consts::TAU;

#[test]
fn lengths_are_those_of_the_curves() {
    let circle = Track::arc(DVec2::ZERO, 2.0, 0.0, TAU);
    assert!((circle.length() - 2.0 * TAU).abs() < 1e-3);
    assert!(circle.at(TAU).distance(DVec2::new(-2.0, 0.0)) < 1e-3);
    assert!(circle.direction(0.0).distance(DVec2::Y) < 0.02);
}

#[test]
fn slices_keep_their_ends_and_stand_still_when_empty() {
    let line = Track::line(DVec2::ZERO, DVec2::new(4.0, 0.0));
    let part = line.slice(1.0, 9.0);
    assert_eq!((part.start(), part.end()), (DVec2::new(1.0, 0.0), DVec2::new(4.0, 0.0)));
    assert_eq!(line.slice(2.0, 2.0).points(), [DVec2::new(2.0, 0.0)]);
    assert_eq!(Track::through(Vec::new()).direction(0.0), DVec2::ZERO);
}
