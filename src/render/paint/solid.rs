//! A glued board as a surface in space. Hidden lines are drawn dashed, and hidden pieces as outlines.

use super::{glued, legal, paths, piece};
use crate::geom::Interval;
use crate::render::canvas::contour::{RIM_STEP, contour};
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::{Dashes, Outline};
use crate::render::canvas::palette;
use crate::render::scene::{
    BoardMark, DrawnPiece, DrawnShape, GluedBoard, LegalSpan, MovePath, Note, Passage, PieceState, Rectangle,
    Track,
};
use crate::render::view::bend::{BentMap, BentPart, dense};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Patch, Run, Solid};
use glam::DVec2;

const HIDDEN: Dashes = Dashes { dash: 3.0, gap: 3.6 };

/// Returns the contour of shapes in board units. [`contour`] samples shapes in page units, so the shapes are enlarged for it.
fn contour_on_board(shapes: &[DrawnShape]) -> Vec<Vec<DVec2>> {
    const SCALE: f64 = 80.0;
    let enlarged: Vec<DrawnShape> = shapes.iter().map(|shape| shape.map(|p| p * SCALE, SCALE)).collect();
    contour(&enlarged, RIM_STEP).into_iter().map(|run| run.into_iter().map(|p| p / SCALE).collect()).collect()
}

/// Returns a mark as it is drawn, or `None` if the surface hides the mark.
///
/// Lines and areas are drawn even where they are hidden. A hidden end of a span is drawn in one form, so it counts as closed.
pub(crate) fn as_drawn(solid: &Solid, mark: &BoardMark) -> Option<BoardMark> {
    let is_visible = match mark {
        // The outline of a hidden king in check shows the check.
        BoardMark::DrawnPiece(m) => !solid.hides(m.at) || m.state == PieceState::InCheck,
        BoardMark::TouchingStop(m) => !solid.hides(m.extent.middle()),
        BoardMark::LegalDestination(m) => !solid.hides(m.at),
        BoardMark::TurnSpan(m) => !solid.hides(m.sector.centre),
        BoardMark::MadeTurn(m) => !solid.hides(m.sector.centre),
        BoardMark::Note(m) => !solid.hides(m.at),
        BoardMark::LegalSpan(m) => return span_as_drawn(solid, m).map(BoardMark::from),
        BoardMark::MovePath(_)
        | BoardMark::LegalRegion(_)
        | BoardMark::Area(_)
        | BoardMark::RebirthArrow(_)
        | BoardMark::Ruler(_) => true,
    };
    is_visible.then(|| mark.clone())
}

fn span_as_drawn(solid: &Solid, span: &LegalSpan) -> Option<LegalSpan> {
    let is_hidden = |distance: f64| solid.hides(span.track.at(distance));
    let Interval { from, to, open_from, open_to } = span.stretch;
    if span.stretch.is_point() && is_hidden(from) {
        return None;
    }
    let (open_from, open_to) = (open_from && !is_hidden(from), open_to && !is_hidden(to));
    Some(LegalSpan { stretch: Interval { from, to, open_from, open_to }, ..span.clone() })
}

pub(crate) struct SolidPicture<'a> {
    pub board: &'a GluedBoard,
    pub solid: &'a Solid,
    pub to_page: &'a Similarity,
}

impl SolidPicture<'_> {
    pub fn draw(&self, drawing: &mut Drawing, marks: &[BoardMark], frame: super::BoardFrame) {
        self.draw_surface(drawing);
        let map = |p: DVec2| self.point(p);
        let bend = BentMap { map: &map, cut: None };
        // These marks are drawn last, as on a flat board.
        let mut flat_marks = Vec::new();
        for mark in marks {
            match mark {
                BoardMark::Area(m) => self.draw_area(drawing, &m.shapes, palette::side(m.color), 0.26),
                BoardMark::MovePath(m) => self.draw_move_path(drawing, m),
                BoardMark::LegalSpan(m) => self.draw_span_line(drawing, m),
                BoardMark::LegalRegion(m) => {
                    let shapes: Vec<_> = m.outlines.iter().cloned().map(DrawnShape::Polygon).collect();
                    self.draw_area(drawing, &shapes, palette::effect(m.effect), 0.3);
                }
                BoardMark::RebirthArrow(m) => {
                    self.draw_line(drawing, m.track.points(), 2.2, palette::REBIRTH);
                }
                BoardMark::Ruler(m) => {
                    self.draw_line(drawing, m.lane.points(), paths::RULER, palette::MUTED);
                }
                BoardMark::DrawnPiece(m) if self.solid.hides(m.at) => {
                    self.draw_hidden_piece(drawing, m);
                    flat_marks.push(Note { at: self.point(m.at), text: m.label.clone() }.into());
                }
                BoardMark::DrawnPiece(_) => flat_marks.extend(bend.mark(mark)),
                BoardMark::TouchingStop(_)
                | BoardMark::LegalDestination(_)
                | BoardMark::TurnSpan(_)
                | BoardMark::MadeTurn(_)
                | BoardMark::Note(_) => {
                    if let Some(mark) = as_drawn(self.solid, mark) {
                        flat_marks.extend(bend.mark(&mark));
                    }
                }
            }
        }
        super::draw_marks(drawing, &flat_marks, frame);
        // The ends of legal stops lie above the pieces.
        for mark in marks {
            if let BoardMark::LegalSpan(span) = mark {
                self.draw_span_ends(drawing, span);
            }
        }
    }

    /// Returns the image of a place of the board on the page.
    fn point(&self, p: DVec2) -> DVec2 {
        self.to_page.point(self.solid.surface.point(p))
    }

    /// Draws a line of the board: solid where it is visible, dashed where it is hidden.
    fn draw_line(&self, drawing: &mut Drawing, points: &[DVec2], width: f64, ink: Ink) {
        for Run { is_hidden, points } in self.solid.runs(&dense(points)) {
            let track = Track::through(points).map(|p| self.point(p));
            if is_hidden {
                drawing.dashes(&track, width * 0.7, HIDDEN, ink.with_alpha(ink.alpha * 0.75));
            } else {
                drawing.stroke(track.points(), width, ink);
            }
        }
    }

    /// Draws the board: patches of the surface, dark cells, voids, unit lines, walls and seams.
    fn draw_surface(&self, drawing: &mut Drawing) {
        for Patch { corners, light, .. } in self.solid.patches() {
            let corners = corners.map(|p| self.to_page.point(p));
            let middle = corners.iter().sum::<DVec2>() / 4.0;
            // Patches are drawn a little larger, so that no gaps between them are seen.
            let grown = corners.map(|p| p + (p - middle).normalize_or_zero() * 0.4);
            let brightness = 1.0 - 0.32 * (1.0 - light);
            let (r, g, b) = palette::GROUND.rgb;
            let shaded = |channel: u8| (f64::from(channel) * brightness) as u8;
            let ink = Ink { rgb: (shaded(r), shaded(g), shaded(b)), alpha: 1.0 };
            drawing.fill(Outline::polygon(&grown), ink);
        }
        let polygon = |rectangle: &Rectangle| DrawnShape::Polygon(rectangle.corners().to_vec());
        let dark_cells: Vec<DrawnShape> = glued::dark_cells(self.board).iter().map(polygon).collect();
        self.draw_area(drawing, &dark_cells, palette::DARK, 0.5);
        for void in &self.board.voids {
            self.draw_area(drawing, &[polygon(void)], palette::VOID_HATCH, 0.5);
        }
        for line in glued::unit_lines(self.board) {
            for run in self.solid.runs(&dense(&line)).iter().filter(|run| !run.is_hidden) {
                let points: Vec<DVec2> = run.points.iter().map(|p| self.point(*p)).collect();
                drawing.stroke(&points, 0.9, palette::GRID_ON_SOLID);
            }
        }
        for (from, to) in self.board.sheet.walls() {
            self.draw_line(drawing, &[from.into(), to.into()], 2.6, palette::BORDER);
        }
        // On the surface the two sides of a seam are one line.
        let sides = self.board.sheet.glued_sides();
        for side in sides.chunk_by(|a, b| a.pair == b.pair).filter_map(|pair| pair.first()) {
            let (from, to): (DVec2, DVec2) = (side.from.into(), side.to.into());
            self.draw_line(drawing, &[from, to], 2.2, palette::SEAM);
            if !self.solid.hides(from.midpoint(to)) {
                let middle_part = Track::through(dense(&[from.lerp(to, 0.4), from.lerp(to, 0.6)]));
                glued::draw_seam(drawing, &middle_part.map(|p| self.point(p)), side.pair);
            }
        }
    }

    /// Draws an area with its contour. The fill is fainter where the area is hidden.
    fn draw_area(&self, drawing: &mut Drawing, shapes: &[DrawnShape], ink: Ink, alpha: f64) {
        let map = |p: DVec2| self.point(p);
        let bend = BentMap { map: &map, cut: None };
        let (mut visible, mut hidden) = (Outline::default(), Outline::default());
        for shape in shapes {
            for BentPart { middle, corners } in bend.parts(shape) {
                let outline = if self.solid.hides(middle) { &mut hidden } else { &mut visible };
                outline.add(corners);
            }
        }
        drawing.fill(hidden, ink.with_alpha(alpha * 0.35));
        drawing.fill(visible, ink.with_alpha(alpha));
        for run in contour_on_board(shapes) {
            self.draw_line(drawing, &run, 1.2, ink);
        }
    }

    /// Draws a hidden piece as an outline, in the colour of check for a king in check.
    fn draw_hidden_piece(&self, drawing: &mut Drawing, piece: &DrawnPiece) {
        let ink = if piece.state == PieceState::InCheck { palette::CHECK } else { palette::MUTED };
        for run in contour_on_board(std::slice::from_ref(&piece.extent)) {
            self.draw_line(drawing, &run, 1.8, ink);
        }
        piece::draw_faint_figure(drawing, &DrawnPiece { at: self.point(piece.at), ..piece.clone() });
    }

    fn draw_move_path(&self, drawing: &mut Drawing, path: &MovePath) {
        let ink = palette::side(path.color);
        if let Some(band) = path.swept_band() {
            self.draw_area(drawing, &[band], ink, 0.26);
        }
        let length = path.track.length();
        let shaft = path.track.slice(0.0, (length - path.radius).max(0.0));
        if path.passage == Passage::Leap {
            for run in self.solid.runs(&dense(shaft.points())) {
                drawing.dashes(&Track::through(run.points).map(|p| self.point(p)), 2.0, paths::LEAP, ink);
            }
        } else {
            self.draw_line(drawing, shaft.points(), 2.0, ink);
        }
        let tip_distance = length - path.radius - 0.02;
        // A shorter path has no room for an arrow head.
        if tip_distance > 0.2 {
            let at = path.track.at(tip_distance);
            let (tip, before) = (self.point(at), self.point(path.track.at(tip_distance - 0.15)));
            let alpha = if self.solid.hides(at) { 0.6 } else { 1.0 };
            drawing.arrow_head(tip, (tip - before).normalize_or_zero(), 9.0, ink.with_alpha(alpha));
        }
    }

    fn draw_span_line(&self, drawing: &mut Drawing, span: &LegalSpan) {
        if !span.stretch.is_point() {
            let stretch = span.track.slice(span.stretch.from, span.stretch.to);
            self.draw_line(drawing, stretch.points(), 3.2, palette::effect(span.effect));
        }
    }

    /// Draws the ends of a stretch, or a single stop. Hidden ones are small circles.
    fn draw_span_ends(&self, drawing: &mut Drawing, span: &LegalSpan) {
        let ink = palette::effect(span.effect);
        let Interval { from, to, open_from, open_to } = span.stretch;
        for (distance, is_open) in [(from, open_from), (to, open_to)] {
            let at = span.track.at(distance);
            if self.solid.hides(at) {
                drawing.circle(self.point(at), 2.6, 1.2, ink.with_alpha(0.7));
            } else if !span.stretch.is_point() {
                legal::draw_end(drawing, self.point(at), is_open, ink);
            }
        }
        if span.stretch.is_point() && !self.solid.hides(span.track.at(from)) {
            legal::draw_single_stop(drawing, self.point(span.track.at(from)), span.effect);
        }
    }
}
