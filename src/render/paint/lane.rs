//! The paths of moves and rebirths, and rulers.

use super::area::area;
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::Dashes;
use crate::render::canvas::palette;
use crate::render::scene::{
    Area, Cover, DrawnShape, MovePath, Passage, RebirthArrow, Ruler, Sector, Track, Turned,
};
use glam::DVec2;

/// The length of arrow heads.
const HEAD: f64 = 10.0;

/// The gap between the arrow of a move and the piece.
const GAP: f64 = 1.5;

/// The dashes of a leap.
pub(crate) const LEAP: Dashes = Dashes { on: 7.0, off: 4.5 };

/// The width of the lines of a ruler.
pub(crate) const RULER: f64 = 0.9;

/// Draws the path of a move. Its arrow ends at the rim of a piece of radius `piece_radius`.
pub(crate) fn lane(drawing: &mut Drawing, lane: &MovePath, piece_radius: f64) {
    let ink = palette::side(lane.color);
    if lane.passage == Passage::Swept && lane.radius > 0.0 {
        let shapes = vec![DrawnShape::Corridor { track: lane.track.clone(), radius: lane.radius }];
        area(drawing, &Area { color: lane.color, shapes, cover: Cover::Swept }, None);
    }
    let Some(tip) = arrow_tip(&lane.track, piece_radius, GAP) else { return };
    let way = lane.track.slice(0.0, tip - HEAD * 0.7);
    match lane.passage {
        Passage::Swept => drawing.stroke(way.points(), 1.8, ink),
        Passage::Passed => drawing.stroke(way.points(), 2.4, ink),
        Passage::Leap => drawing.dashes(&way, 2.2, LEAP, ink),
    }
    arrow_head(drawing, &lane.track, tip, HEAD, ink);
}

/// Returns the distance at which an arrow ends, a gap before the piece at the end of its track. None if no arrow fits there.
fn arrow_tip(track: &Track, piece_radius: f64, gap: f64) -> Option<f64> {
    Some(track.length() - piece_radius - gap).filter(|tip| *tip >= HEAD)
}

/// Whether anything of a lane is drawn.
pub(crate) fn is_drawn(lane: &MovePath, piece_radius: f64) -> bool {
    match lane.passage {
        Passage::Swept => true,
        Passage::Passed | Passage::Leap => arrow_tip(&lane.track, piece_radius, GAP).is_some(),
    }
}

/// Draws a turn that was made: its sector, and an arrow along the arc.
pub(crate) fn turned(drawing: &mut Drawing, turn: &Turned) {
    let ink = palette::side(turn.color);
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    let sector = Sector { inner: 0.0, outer: turn.radius, from: turn.from, to: turn.to };
    drawing.fill(sector.about(turn.at).outline(), ink.alpha(0.24));
    let tip = arc.length();
    let head = HEAD.min(tip * 0.8);
    drawing.stroke(arc.slice(0.0, tip - head * 0.7).points(), 2.4, ink);
    for angle in [turn.from, turn.to] {
        let edge = Track::line(turn.at, turn.at + turn.radius * DVec2::from_angle(angle));
        drawing.stroke(edge.points(), 1.3, ink);
    }
    arrow_head(drawing, &arc, tip, head, ink);
}

/// Draws a lane with its ticks.
pub(crate) fn ruler(drawing: &mut Drawing, ruler: &Ruler) {
    for line in std::iter::once(&ruler.lane).chain(&ruler.ticks) {
        drawing.stroke(line.points(), RULER, palette::QUIET);
    }
}

/// Whether anything of a rebirth is drawn.
pub(crate) fn rebirth_is_drawn(rebirth: &RebirthArrow) -> bool {
    arrow_tip(&rebirth.track, rebirth.radius, 2.0).is_some()
}

/// Draws the dashed line of a rebirth.
pub(crate) fn rebirth(drawing: &mut Drawing, rebirth: &RebirthArrow) {
    let Some(tip) = arrow_tip(&rebirth.track, rebirth.radius, 2.0) else { return };
    let way = rebirth.track.slice(rebirth.radius.min(tip / 3.0), tip - HEAD * 0.8);
    drawing.stroke(way.points(), 4.6, palette::PAPER.alpha(0.75));
    drawing.dashes(&way, 2.2, Dashes { on: 2.4, off: 3.4 }, palette::REBIRTH);
    arrow_head(drawing, &rebirth.track, tip, HEAD, palette::REBIRTH);
}

/// Draws an arrow head with its tip at a distance. On a curve it points in the mean direction over its length.
fn arrow_head(drawing: &mut Drawing, track: &Track, tip: f64, length: f64, ink: Ink) {
    let direction = (track.at(tip) - track.at(tip - length)).normalize_or_zero();
    drawing.arrow_head(track.at(tip), direction, length, ink);
}
