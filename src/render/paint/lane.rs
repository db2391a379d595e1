//! The paths of moves: corridors of what was swept, dashed lines of leaps, and rebirths.

use super::area::area;
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::palette;
use crate::render::scene::{Area, Cover, DrawnShape, MovePath, Passage, RebirthArrow, Ruler, Track, Turned};
use glam::DVec2;

/// The length of arrow heads.
const HEAD: f64 = 10.0;

/// Draws the path of a move. Its arrow ends at the rim of the piece that stands there, of radius `piece_radius`.
pub(crate) fn lane(drawing: &mut Drawing, lane: &MovePath, piece_radius: f64) {
    let ink = palette::side(lane.color);
    if lane.passage == Passage::Swept && lane.radius > 0.0 {
        let shapes = vec![DrawnShape::Corridor { track: lane.track.clone(), radius: lane.radius }];
        area(drawing, &Area { color: lane.color, shapes, cover: Cover::Swept }, None);
    }
    let Some(tip) = tip_of(lane, piece_radius) else { return };
    let way = lane.track.slice(0.0, tip - HEAD * 0.7);
    match lane.passage {
        Passage::Swept => drawing.stroke(way.points(), 1.8, ink),
        Passage::Passed => drawing.stroke(way.points(), 2.4, ink),
        Passage::Leap => drawing.dashes(&way, 2.2, (7.0, 4.5), ink),
    }
    drawing.arrow_head(lane.track.at(tip), heading(&lane.track, tip, HEAD), HEAD, ink);
}

/// Returns the distance at which the arrow of a path ends; none for a move too short for an arrow, of which only the
/// corridor is drawn.
fn tip_of(lane: &MovePath, piece_radius: f64) -> Option<f64> {
    Some(lane.track.length() - piece_radius - 1.5).filter(|tip| *tip >= HEAD)
}

/// Whether anything of a lane is drawn.
pub(crate) fn is_drawn(lane: &MovePath, piece_radius: f64) -> bool {
    match lane.passage {
        Passage::Swept => true,
        Passage::Passed | Passage::Leap => tip_of(lane, piece_radius).is_some(),
    }
}

/// Draws a turn that was made: its sector, and an arrow along the arc.
pub(crate) fn turned(drawing: &mut Drawing, turn: &Turned) {
    let ink = palette::side(turn.color);
    let arc = Track::arc(turn.at, turn.radius, turn.from, turn.to);
    drawing
        .fill(DrawnShape::sector(turn.at, 0.0, turn.radius, turn.from, turn.to).outline(), ink.alpha(0.24));
    let tip = arc.length();
    let head = HEAD.min(tip * 0.8);
    drawing.stroke(arc.slice(0.0, tip - head * 0.7).points(), 2.4, ink);
    for angle in [turn.from, turn.to] {
        let edge = Track::line(turn.at, turn.at + turn.radius * DVec2::from_angle(angle));
        drawing.stroke(edge.points(), 1.3, ink);
    }
    drawing.arrow_head(arc.end(), heading(&arc, tip, head), head, ink);
}

/// The width of the lines of a ruler.
pub(crate) const RULER: f64 = 0.9;

/// Draws a lane with its ticks.
pub(crate) fn ruler(drawing: &mut Drawing, ruler: &Ruler) {
    for line in std::iter::once(&ruler.lane).chain(&ruler.ticks) {
        drawing.stroke(line.points(), RULER, palette::QUIET);
    }
}

/// Returns the distance at which the arrow of a rebirth ends; none if it is too short to be drawn.
fn tip_of_rebirth(rebirth: &RebirthArrow) -> Option<f64> {
    Some(rebirth.track.length() - rebirth.radius - 2.0).filter(|tip| *tip >= HEAD)
}

/// Whether anything of a rebirth is drawn.
pub(crate) fn rebirth_is_drawn(rebirth: &RebirthArrow) -> bool {
    tip_of_rebirth(rebirth).is_some()
}

/// Draws the dashed line of a rebirth.
pub(crate) fn rebirth(drawing: &mut Drawing, rebirth: &RebirthArrow) {
    let Some(tip) = tip_of_rebirth(rebirth) else { return };
    let way = rebirth.track.slice(rebirth.radius.min(tip / 3.0), tip - HEAD * 0.8);
    drawing.stroke(way.points(), 4.6, palette::PAPER.alpha(0.75));
    drawing.dashes(&way, 2.2, (2.4, 3.4), palette::REBIRTH);
    drawing.arrow_head(rebirth.track.at(tip), heading(&rebirth.track, tip, HEAD), HEAD, palette::REBIRTH);
}

/// Returns the mean direction over the length of an arrow head, which fits heads to curves.
fn heading(track: &Track, tip: f64, length: f64) -> DVec2 {
    (track.at(tip) - track.at(tip - length)).normalize_or_zero()
}
