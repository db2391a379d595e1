//! The ways of moves: corridors of what was swept, dashed lines of leaps, and rebirths.

use crate::render::drawing::Drawing;
use crate::render::mark::{Lane, Passage, Rebirth};
use crate::render::palette;
use crate::render::shape::{Shape, contour};

/// Length of arrow heads.
const HEAD: f64 = 10.0;

/// The way, with its direction; its arrow ends at the rim of what now stands there, of radius
/// `standing`.
pub(crate) fn lane(drawing: &mut Drawing, lane: &Lane, standing: f64) {
    let ink = palette::side(lane.color);
    match lane.passage {
        Passage::Swept => {
            let shape = [Shape::Corridor { track: lane.track.clone(), radius: lane.radius }];
            drawing.fill(shape[0].outline(), ink.alpha(0.24));
            for run in contour(&shape, 2.0) {
                drawing.stroke(&run, 1.3, ink);
            }
        }
        Passage::Passed | Passage::Leap => {}
    }
    let length = lane.track.length();
    // A move shorter than that has only its corridor to show.
    let tip = length - standing - 1.5;
    if tip < HEAD {
        return;
    }
    let way = lane.track.slice(0.0, tip - HEAD * 0.7);
    match lane.passage {
        Passage::Swept => drawing.stroke(way.points(), 1.8, ink),
        Passage::Passed => drawing.stroke(way.points(), 2.4, ink),
        Passage::Leap => drawing.dashes(&way, 2.2, (7.0, 4.5), ink),
    }
    drawing.arrow_head(lane.track.at(tip), heading(&lane.track, tip), HEAD, ink);
}

/// The dashed way home.
pub(crate) fn rebirth(drawing: &mut Drawing, rebirth: &Rebirth) {
    let tip = rebirth.track.length() - rebirth.radius - 2.0;
    if tip < HEAD {
        return;
    }
    let way = rebirth.track.slice(rebirth.radius.min(tip / 3.0), tip - HEAD * 0.8);
    drawing.stroke(way.points(), 4.6, palette::PAPER.alpha(0.75));
    drawing.dashes(&way, 2.2, (2.4, 3.4), palette::REBIRTH);
    drawing.arrow_head(rebirth.track.at(tip), heading(&rebirth.track, tip), HEAD, palette::REBIRTH);
}

/// The direction over the length of an arrow head, so that heads sit well on curves.
fn heading(track: &crate::render::track::Track, tip: f64) -> glam::DVec2 {
    (track.at(tip) - track.at(tip - HEAD)).normalize_or_zero()
}
