//! A glued board as a surface in space. Hidden lines are dashed, and hidden pieces are outlines.

use super::{glued, lane, legal, piece};
use crate::render::canvas::contour::contour;
use crate::render::canvas::drawing::{Drawing, Ink};
use crate::render::canvas::outline::{Dashes, Outline};
use crate::render::canvas::palette;
use crate::render::scene::{
    BoardMark, DrawnPiece, DrawnShape, GluedBoard, IntervalEnd, LegalSpan, MovePath, Note, Passage,
    PieceState, Rectangle, Track,
};
use crate::render::view::bend::{BentMap, BentPart, dense};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Patch, Run, Solid};
use glam::DVec2;

/// The dashes of hidden lines.
const HIDDEN: Dashes = Dashes { on: 3.0, off: 3.6 };

/// Returns the contour of shapes in board units. `contour` samples in units of the page, which are smaller.
fn contour_on_board(shapes: &[DrawnShape]) -> Vec<Vec<DVec2>> {
    const LARGER: f64 = 80.0;
    let large: Vec<DrawnShape> = shapes.iter().map(|shape| shape.map(|p| p * LARGER, LARGER)).collect();
    contour(&large, 2.0).into_iter().map(|run| run.into_iter().map(|p| p / LARGER).collect()).collect()
}

/// Returns a mark as its painter draws it, or none for a hidden mark. Lines and areas are drawn even where they are hidden.
pub(crate) fn shown(solid: &Solid, mark: &BoardMark) -> Option<BoardMark> {
    let is_seen = match mark {
        // The outline of a hidden king in check shows the check.
        BoardMark::Piece(m) => !solid.hides(m.at) || m.state == PieceState::InCheck,
        BoardMark::Contact(m) => !solid.hides(m.extent.middle()),
        BoardMark::Target(m) => !solid.hides(m.at),
        BoardMark::Turn(m) => !solid.hides(m.at),
        BoardMark::Turned(m) => !solid.hides(m.at),
        BoardMark::Note(m) => !solid.hides(m.at),
        BoardMark::Span(m) => {
            let end =
                |d: f64, end: IntervalEnd| if solid.hides(m.track.at(d)) { IntervalEnd::Closed } else { end };
            let (start, end) = (end(m.from, m.start), end(m.to, m.end));
            let is_seen = m.to > m.from || !solid.hides(m.track.at(m.from));
            return is_seen.then(|| LegalSpan { start, end, ..m.clone() }.into());
        }
        BoardMark::MovePath(_)
        | BoardMark::Region(_)
        | BoardMark::Area(_)
        | BoardMark::Rebirth(_)
        | BoardMark::Ruler(_) => true,
    };
    is_seen.then(|| mark.clone())
}

/// A surface of a board on the page.
pub(crate) struct Picture<'a> {
    pub board: &'a GluedBoard,
    pub solid: &'a Solid,
    /// The map from the picture of the surface to the page.
    pub page: &'a Similarity,
}

impl Picture<'_> {
    fn map(&self, p: DVec2) -> DVec2 {
        self.page.point(self.solid.surface.point(p))
    }

    /// Draws a line of the board: solid where it is visible, dashed where it is hidden.
    fn line(&self, drawing: &mut Drawing, points: &[DVec2], width: f64, ink: Ink) {
        for Run { is_hidden, points } in self.solid.runs(&dense(points)) {
            let track = Track::through(points).map(|p| self.map(p));
            if is_hidden {
                drawing.dashes(&track, width * 0.7, HIDDEN, ink.alpha(ink.alpha * 0.75));
            } else {
                drawing.stroke(track.points(), width, ink);
            }
        }
    }

    fn surface(&self, drawing: &mut Drawing) {
        for Patch { corners, light, .. } in self.solid.patches() {
            let corners = corners.map(|p| self.page.point(p));
            let middle = corners.iter().sum::<DVec2>() / 4.0;
            // Patches are drawn a little larger, so there are no gaps between them.
            let grown = corners.map(|p| p + (p - middle).normalize_or_zero() * 0.4);
            let shade = 1.0 - 0.32 * (1.0 - light);
            let (r, g, b) = palette::GROUND.rgb;
            let shaded = |c: u8| (f64::from(c) * shade) as u8;
            let ink = Ink { rgb: (shaded(r), shaded(g), shaded(b)), alpha: 1.0 };
            drawing.fill(Outline::polygon(&grown), ink);
        }
        let polygon = |rectangle: &Rectangle| DrawnShape::Polygon(rectangle.corners().to_vec());
        let dark: Vec<DrawnShape> = glued::dark_cells(self.board).iter().map(polygon).collect();
        self.area(drawing, &dark, palette::DARK, 0.5);
        for void in &self.board.voids {
            self.area(drawing, &[polygon(void)], palette::VOID_HATCH, 0.5);
        }
        for line in glued::unit_lines(self.board) {
            for run in self.solid.runs(&dense(&line)).iter().filter(|run| !run.is_hidden) {
                let points: Vec<DVec2> = run.points.iter().map(|p| self.map(*p)).collect();
                drawing.stroke(&points, 0.9, palette::GRID_ON_SOLID);
            }
        }
        for (from, to) in self.board.sheet.walls() {
            self.line(drawing, &[from.into(), to.into()], 2.6, palette::BORDER);
        }
        // On the surface the two sides of a seam are one line.
        let sides = self.board.sheet.glued_sides();
        for side in sides.chunk_by(|a, b| a.pair == b.pair).filter_map(|pair| pair.first()) {
            let (from, to): (DVec2, DVec2) = (side.from.into(), side.to.into());
            self.line(drawing, &[from, to], 2.2, palette::SEAM);
            if !self.solid.hides(from.midpoint(to)) {
                let part = Track::through(dense(&[from.lerp(to, 0.4), from.lerp(to, 0.6)]));
                glued::seam(drawing, &part.map(|p| self.map(p)), side.pair);
            }
        }
    }

    /// Draws an area with its outline: filled where it is visible, more faintly where it is hidden.
    fn area(&self, drawing: &mut Drawing, shapes: &[DrawnShape], ink: Ink, alpha: f64) {
        let map = |p: DVec2| self.map(p);
        let bend = BentMap { map: &map, cut: None };
        let (mut seen, mut hidden) = (Outline::default(), Outline::default());
        for BentPart { middle, corners } in shapes.iter().flat_map(|shape| bend.parts(shape)) {
            let outline = if self.solid.hides(middle) { &mut hidden } else { &mut seen };
            outline.add(corners);
        }
        drawing.fill(hidden, ink.alpha(alpha * 0.35));
        drawing.fill(seen, ink.alpha(alpha));
        for run in contour_on_board(shapes) {
            self.line(drawing, &run, 1.2, ink);
        }
    }

    /// Draws the surface and all marks on it.
    pub fn draw(&self, drawing: &mut Drawing, marks: &[BoardMark], board: super::BoardFrame) {
        self.surface(drawing);
        let map = |p: DVec2| self.map(p);
        let bend = BentMap { map: &map, cut: None };
        let mut upright = Vec::new();
        for mark in marks {
            match mark {
                BoardMark::Area(m) => self.area(drawing, &m.shapes, palette::side(m.color), 0.26),
                BoardMark::MovePath(m) => self.lane(drawing, m),
                BoardMark::Span(m) => self.span(drawing, m),
                BoardMark::Region(m) => {
                    let ink = palette::effect(m.effect);
                    let shapes: Vec<_> = m.outlines.iter().cloned().map(DrawnShape::Polygon).collect();
                    self.area(drawing, &shapes, ink, 0.3);
                }
                BoardMark::Rebirth(m) => self.line(drawing, m.track.points(), 2.2, palette::REBIRTH),
                BoardMark::Ruler(m) => self.line(drawing, m.lane.points(), lane::RULER, palette::QUIET),
                BoardMark::Piece(m) => upright.extend(self.piece(drawing, m, &bend)),
                BoardMark::Contact(_)
                | BoardMark::Target(_)
                | BoardMark::Turn(_)
                | BoardMark::Turned(_)
                | BoardMark::Note(_) => {
                    upright.extend(shown(self.solid, mark).into_iter().flat_map(|mark| bend.mark(&mark)));
                }
            }
        }
        super::marks(drawing, &upright, board);
        // The ends of stretches lie above the pieces.
        for mark in marks {
            if let BoardMark::Span(span) = mark {
                self.ends(drawing, span);
            }
        }
    }

    /// Draws a hidden piece as an outline, in the colour of check for a king in check. Returns the marks that stay to be drawn: a visible
    /// piece, or the label of a hidden one.
    fn piece(&self, drawing: &mut Drawing, m: &DrawnPiece, bend: &BentMap) -> Vec<BoardMark> {
        if !self.solid.hides(m.at) {
            return bend.mark(&m.clone().into());
        }
        let ink = if m.state == PieceState::InCheck { palette::CHECK } else { palette::QUIET };
        for run in contour_on_board(std::slice::from_ref(&m.extent)) {
            self.line(drawing, &run, 1.8, ink);
        }
        let figure_disc = piece::FigureDisc { at: self.map(m.at), radius: 6.5 };
        let figure = DrawnPiece { at: figure_disc.at, state: PieceState::Present, ..m.clone() };
        piece::faint(drawing, &figure, figure_disc);
        vec![Note { at: self.map(m.at), text: m.label.clone() }.into()]
    }

    fn lane(&self, drawing: &mut Drawing, m: &MovePath) {
        let ink = palette::side(m.color);
        if m.passage == Passage::Swept && m.radius > 0.0 {
            let corridor = DrawnShape::Corridor { track: m.track.clone(), radius: m.radius };
            self.area(drawing, &[corridor], ink, 0.26);
        }
        let length = m.track.length();
        let tip = length - m.radius - 0.02;
        let way = m.track.slice(0.0, (length - m.radius).max(0.0));
        if m.passage == Passage::Leap {
            for run in self.solid.runs(&dense(way.points())) {
                drawing.dashes(&Track::through(run.points).map(|p| self.map(p)), 2.0, lane::LEAP, ink);
            }
        } else {
            self.line(drawing, way.points(), 2.0, ink);
        }
        if tip > 0.2 {
            let (at, before) = (self.map(m.track.at(tip)), self.map(m.track.at(tip - 0.15)));
            let faint = if self.solid.hides(m.track.at(tip)) { 0.6 } else { 1.0 };
            drawing.arrow_head(at, (at - before).normalize_or_zero(), 9.0, ink.alpha(faint));
        }
    }

    fn span(&self, drawing: &mut Drawing, m: &LegalSpan) {
        if m.to > m.from {
            self.line(drawing, m.track.slice(m.from, m.to).points(), 3.2, palette::effect(m.effect));
        }
    }

    fn ends(&self, drawing: &mut Drawing, m: &LegalSpan) {
        let single = m.to <= m.from;
        for (distance, end) in [(m.from, m.start), (m.to, m.end)] {
            let at = m.track.at(distance);
            if self.solid.hides(at) {
                drawing.circle(self.map(at), 2.6, 1.2, palette::effect(m.effect).alpha(0.7));
            } else if !single {
                legal::dot(drawing, self.map(at), end, palette::effect(m.effect));
            }
        }
        if single && !self.solid.hides(m.track.at(m.from)) {
            legal::spans(drawing, &[LegalSpan::single(self.map(m.track.at(m.from)), m.effect)]);
        }
    }
}
