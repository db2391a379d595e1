//! The paths of moves, the arcs of turns, the arrows of rebirths, and rulers.

use super::area::draw_area;
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::Dashes;
use crate::render::canvas::palette;
use crate::render::scene::{Area, AreaMeaning, MadeTurn, MovePath, Passage, RebirthArrow, Ruler, Track};

/// The length of an arrow head, in page units.
const HEAD: f64 = 10.0;
/// The gap between the arrow of a move and the piece at its end.
const GAP: f64 = 1.5;
/// The gap between the arrow of a rebirth and the piece at its end.
const REBIRTH_GAP: f64 = 2.0;
pub(crate) const LEAP: Dashes = Dashes { dash: 7.0, gap: 4.5 };
pub(crate) const RULER: f64 = 0.9;

/// Draws the path of a move. The arrow ends before the rim of the piece at its end, whose radius is `piece_radius`.
pub(crate) fn draw_move_path(drawing: &mut Drawing, path: &MovePath, piece_radius: f64) {
    let ink = palette::side(path.color);
    if let Some(band) = path.swept_band() {
        let area = Area { color: path.color, shapes: vec![band], meaning: AreaMeaning::Swept };
        draw_area(drawing, &area, None);
    }
    let Some(tip) = arrow_tip(&path.track, piece_radius, GAP) else { return };
    let shaft = path.track.slice(0.0, tip - HEAD * 0.7);
    match path.passage {
        Passage::Swept => drawing.stroke(shaft.points(), 1.8, ink),
        Passage::Passed => drawing.stroke(shaft.points(), 2.4, ink),
        Passage::Leap => drawing.dashes(&shaft, 2.2, LEAP, ink),
    }
    draw_arrow_head(drawing, &path.track, tip, HEAD, ink);
}

/// Returns the distance at which an arrow ends, or `None` if the track is too short for an arrow.
///
/// The arrow ends a gap before the rim of the piece at the end of the track.
fn arrow_tip(track: &Track, piece_radius: f64, gap: f64) -> Option<f64> {
    let tip = track.length() - piece_radius - gap;
    (tip >= HEAD).then_some(tip)
}

/// Whether any part of the path of a move is drawn.
pub(crate) fn is_path_drawn(path: &MovePath, piece_radius: f64) -> bool {
    match path.passage {
        Passage::Swept => true,
        Passage::Passed | Passage::Leap => arrow_tip(&path.track, piece_radius, GAP).is_some(),
    }
}

/// Draws a turn that was made, as a sector and an arrow along its arc.
pub(crate) fn draw_made_turn(drawing: &mut Drawing, turn: &MadeTurn) {
    let ink = palette::side(turn.color);
    let (sector, arc) = (&turn.sector, turn.sector.outer_arc());
    drawing.fill(sector.shape().outline(), ink.with_alpha(0.24));
    let tip = arc.length();
    let head = HEAD.min(tip * 0.8);
    drawing.stroke(arc.slice(0.0, tip - head * 0.7).points(), 2.4, ink);
    for angle in [sector.from, sector.to] {
        drawing.stroke(&[sector.centre, sector.outer_point(angle)], 1.3, ink);
    }
    draw_arrow_head(drawing, &arc, tip, head, ink);
}

pub(crate) fn draw_ruler(drawing: &mut Drawing, ruler: &Ruler) {
    for line in std::iter::once(&ruler.lane).chain(&ruler.ticks) {
        drawing.stroke(line.points(), RULER, palette::MUTED);
    }
}

pub(crate) fn is_rebirth_drawn(arrow: &RebirthArrow) -> bool {
    arrow_tip(&arrow.track, arrow.radius, REBIRTH_GAP).is_some()
}

/// Draws a rebirth as a dashed arrow.
pub(crate) fn draw_rebirth(drawing: &mut Drawing, arrow: &RebirthArrow) {
    let Some(tip) = arrow_tip(&arrow.track, arrow.radius, REBIRTH_GAP) else { return };
    let shaft = arrow.track.slice(arrow.radius.min(tip / 3.0), tip - HEAD * 0.8);
    drawing.stroke(shaft.points(), 4.6, palette::PAPER.with_alpha(0.75));
    drawing.dashes(&shaft, 2.2, Dashes { dash: 2.4, gap: 3.4 }, palette::REBIRTH);
    draw_arrow_head(drawing, &arrow.track, tip, HEAD, palette::REBIRTH);
}

/// Draws an arrow head with its tip at a distance on a track. On a curve it points in the mean direction along the head.
fn draw_arrow_head(drawing: &mut Drawing, track: &Track, tip: f64, length: f64, ink: Ink) {
    let direction = (track.at(tip) - track.at(tip - length)).normalize_or_zero();
    drawing.arrow_head(track.at(tip), direction, length, ink);
}
