//! The samples of the legend: each kind of mark, drawn small.

use super::legend::LegendEntry as Entry;
use crate::chess::{Color, Role};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::paint::{area, glued, legal, paths, piece};
use crate::render::scene::{
    Area, AreaMeaning, Border, DrawnPiece, DrawnShape, LegalDestination, LegalRegion, LegalSpan, MadeTurn,
    MovePath, Passage, PieceState, RebirthArrow, Rectangle, Ruler, Sector, StopEffect, TouchingStop, Track,
    TurnSpan,
};
use glam::DVec2;

/// The width of the sample of a line or area, in page units.
const WIDE: f64 = 38.0;
/// The width of the sample of a piece or stop.
const NARROW: f64 = 20.0;
const TURN_RADIUS: f64 = WIDE - 12.0;
/// The heading in radians to which the sector of a turn extends from the x axis.
const TURN_END: f64 = -0.75;

impl Entry {
    pub fn sample_width(self) -> f64 {
        match self {
            Entry::Departed | Entry::Captured(_) | Entry::Capturable(_) | Entry::TouchingStop => NARROW,
            Entry::InCheck(_) | Entry::SingleStop(_) | Entry::LegalDestination(_) | Entry::OpenEnd(_) => {
                NARROW
            }
            Entry::Forward(_) => NARROW,
            Entry::Swept(_) | Entry::MovePath(_) | Entry::Leap(_) | Entry::MadeTurn(_) => WIDE,
            Entry::Stretch(_) | Entry::LegalRegion(_) | Entry::TurnSpan(_) | Entry::OpenBorder(_) => WIDE,
            Entry::Attacked(_) | Entry::RebirthArrow | Entry::Ruler | Entry::Void | Entry::Seam => WIDE,
        }
    }

    /// Draws the sample with the middle of its left side at `left`.
    pub fn draw_sample(self, drawing: &mut Drawing, left: DVec2) {
        let place = SamplePlace { left, width: self.sample_width() };
        let (middle, sector) = (place.middle(), place.sector_of_turn());
        match self {
            Entry::Swept(color) => place.draw_path(drawing, color, Passage::Swept),
            Entry::Leap(color) => place.draw_path(drawing, color, Passage::Leap),
            Entry::MovePath(color) => place.draw_path(drawing, color, Passage::Passed),
            Entry::MadeTurn(color) => {
                paths::draw_made_turn(drawing, &MadeTurn { sector, color, number: String::new() });
            }
            Entry::Departed => place.draw_piece(drawing, Color::White, PieceState::Departed),
            Entry::Captured(color) => place.draw_piece(drawing, color, PieceState::Captured),
            Entry::Capturable(color) => place.draw_piece(drawing, color, PieceState::Capturable),
            Entry::InCheck(color) => place.draw_piece(drawing, color, PieceState::InCheck),
            Entry::Forward(color) => {
                place.draw_piece(drawing, color, PieceState::Present);
                let piece = DrawnPiece::disc(middle, 6.0, color, Role::Pawn);
                piece::draw_wedge(drawing, &DrawnPiece { forward: Some(0.0), ..piece });
            }
            Entry::TouchingStop => {
                let extent = DrawnShape::Disc { centre: middle, radius: 7.5 };
                piece::draw_touching_stop(drawing, &TouchingStop { extent, touched: Vec::new() });
            }
            Entry::Stretch(effect) => {
                legal::draw_spans(drawing, &[LegalSpan::whole(place.line(6.0), effect)]);
            }
            Entry::SingleStop(effect) => {
                legal::draw_single_stop(drawing, middle, effect);
            }
            Entry::OpenEnd(effect) => {
                legal::draw_end(drawing, middle, true, palette::effect(effect));
            }
            Entry::LegalDestination(effect) => {
                let radius = if effect.captures() { 3.0 } else { 6.0 };
                legal::draw_target(drawing, &LegalDestination { at: middle, radius, effect });
            }
            Entry::LegalRegion(effect) => place.draw_region(drawing, effect, false),
            Entry::OpenBorder(effect) => place.draw_region(drawing, effect, true),
            Entry::TurnSpan(effect) => {
                legal::draw_turn(drawing, &TurnSpan { sector, open_from: false, open_to: false, effect });
            }
            Entry::Attacked(color) => {
                let shapes = vec![DrawnShape::Polygon(place.corners())];
                area::draw_area(drawing, &Area { color, shapes, meaning: AreaMeaning::Attacked }, None);
            }
            Entry::RebirthArrow => {
                paths::draw_rebirth(drawing, &RebirthArrow { track: place.line(0.0), radius: 0.0 });
            }
            Entry::Ruler => place.draw_ruler(drawing),
            Entry::Seam => glued::draw_seam(drawing, &place.line(0.0), 1),
            Entry::Void => area::draw_void(drawing, Outline::polygon(&place.corners())),
        }
    }
}

struct SamplePlace {
    /// The middle of the left side.
    left: DVec2,
    width: f64,
}

impl SamplePlace {
    fn middle(&self) -> DVec2 {
        self.left + DVec2::new(self.width / 2.0, 0.0)
    }

    fn sector_of_turn(&self) -> Sector {
        Sector::of_disc(self.left + DVec2::new(5.0, 8.0), TURN_RADIUS, 0.0, TURN_END)
    }

    /// Returns the level line through the middle. It ends at a margin before both sides.
    fn line(&self, margin: f64) -> Track {
        let (right, margin) = (self.left + DVec2::new(self.width, 0.0), DVec2::new(margin, 0.0));
        Track::line(self.left + margin, right - margin)
    }

    fn corners(&self) -> Vec<DVec2> {
        let (low, high) = (self.left - DVec2::new(0.0, 7.0), self.left + DVec2::new(WIDE, 7.0));
        Rectangle { low, high }.corners().to_vec()
    }

    fn draw_path(&self, drawing: &mut Drawing, color: Color, passage: Passage) {
        let radius = if passage == Passage::Swept { 6.0 } else { 0.0 };
        let path = MovePath { track: self.line(radius), radius, color, passage, number: String::new() };
        paths::draw_move_path(drawing, &path, 0.0);
    }

    fn draw_piece(&self, drawing: &mut Drawing, color: Color, state: PieceState) {
        let role = if state == PieceState::InCheck { Role::King } else { Role::Pawn };
        let (radius, figure_radius) = match state {
            PieceState::Departed | PieceState::Captured => (8.0, 8.0),
            PieceState::Capturable => (8.0, 5.4),
            PieceState::InCheck => (5.0, 5.0),
            PieceState::Present | PieceState::Subject => (6.0, 6.0),
        };
        let piece = DrawnPiece::disc(self.middle(), radius, color, role).in_state(state);
        piece::draw_body(drawing, &piece, figure_radius);
        piece::draw_figure(drawing, &piece, figure_radius);
    }

    fn draw_region(&self, drawing: &mut Drawing, effect: StopEffect, is_open: bool) {
        let border = Border { points: self.corners(), is_open };
        legal::draw_region(drawing, &LegalRegion::bounded(vec![border], effect));
    }

    fn draw_ruler(&self, drawing: &mut Drawing) {
        let lane = self.line(0.0);
        let half = DVec2::new(0.0, 3.0);
        let feet = (1..6).map(|i| lane.at(f64::from(i) * WIDE / 6.0));
        let ticks = feet.map(|foot| Track::line(foot - half, foot + half)).collect();
        paths::draw_ruler(drawing, &Ruler { lane, ticks });
    }
}
