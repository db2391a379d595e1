//! The key: each kind of mark in the picture, drawn once, with its meaning.

use super::inset;
use crate::chess::{Color, Role};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::paint::{self, area, glued, lane, legal, piece};
use crate::render::scene::{
    Area, BoardMark, Cover, DrawnPiece, DrawnShape, Ground, Inset, IntervalEnd, LegalDestination,
    LegalRegion, LegalSpan, Legend, MovePath, Passage, PieceState, Projection, RebirthArrow, Ruler, Scene,
    StopEffect, Tint, TouchingStop, Track, TurnSpan, Turned,
};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Solid, SurfaceInSpace};
use glam::DVec2;

/// One entry of the key. A colour or effect is that of the marks it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LegendEntry {
    Swept(Color),
    Passed(Color),
    Leap(Color),
    Turned(Color),
    Departed,
    Captured(Color),
    Contact,
    InCheck(Color),
    Stops(StopEffect),
    Stop(StopEffect),
    Target(StopEffect),
    Region(StopEffect),
    Turn(StopEffect),
    OpenEnd(StopEffect),
    OpenRim(StopEffect),
    Capturable(Color),
    Attacked(Color),
    Rebirth,
    Forward(Color),
    Ruler,
    Void,
    Seam,
}

/// The widths of a sample that shows a stretch, and of one that shows a single thing.
const SAMPLE: f64 = 38.0;
const NARROW: f64 = 20.0;

impl LegendEntry {
    /// Returns the words of an entry in a key of this kind. Words for effects stand in the order of [`StopEffect`].
    pub fn text(self, key: Legend) -> &'static str {
        match self {
            LegendEntry::Stops(effect) | LegendEntry::Region(effect) if key == Legend::Mates => {
                ["mates", "captures and mates", "promotes and mates", "captures, promotes and mates"]
                    [effect as usize]
            }
            LegendEntry::Stop(effect) if key == Legend::Mates => [
                "mates, a single distance",
                "capture that mates",
                "promotion that mates",
                "capture and promotion that mates",
            ][effect as usize],
            LegendEntry::Stops(effect) if key == Legend::Solutions => {
                ["keys", "keys that capture", "keys that promote", "keys that capture and promote"]
                    [effect as usize]
            }
            LegendEntry::Stop(effect) if key == Legend::Solutions => [
                "key, a single distance",
                "key that captures",
                "key that promotes",
                "key that captures and promotes",
            ][effect as usize],
            LegendEntry::OpenEnd(_) if key == Legend::Solutions => "hollow end: no key",
            LegendEntry::OpenEnd(_) if key == Legend::Mates => "hollow end: does not mate",
            LegendEntry::OpenRim(_) if key == Legend::Mates => "dashed rim: does not mate",
            LegendEntry::Swept(color) => ["swept by White", "swept by Black"][color as usize],
            LegendEntry::Passed(color) => ["move of White", "move of Black"][color as usize],
            LegendEntry::Leap(color) => ["leap of White", "leap of Black"][color as usize],
            LegendEntry::Turned(color) => ["turn of White", "turn of Black"][color as usize],
            LegendEntry::Departed => "stood here",
            LegendEntry::Captured(_) => "captured",
            LegendEntry::Contact if key == Legend::Solutions => "the piece at an end",
            LegendEntry::Contact if key == Legend::Mates => "the piece where it stops",
            LegendEntry::Contact => "stop in touch",
            LegendEntry::InCheck(_) => "in check",
            LegendEntry::Stops(effect) => {
                ["legal stops", "stops that capture", "stops that promote", "stops that capture and promote"]
                    [effect as usize]
            }
            LegendEntry::Stop(effect) => [
                "single legal stop",
                "stop that captures",
                "stop that promotes",
                "stop that captures and promotes",
            ][effect as usize],
            LegendEntry::Target(effect) => {
                ["legal", "captures", "promotes", "captures and promotes"][effect as usize]
            }
            LegendEntry::Region(effect) => [
                "legal landings",
                "landings that capture",
                "landings that promote",
                "landings that capture and promote",
            ][effect as usize],
            LegendEntry::Turn(effect) => {
                if effect.captures() {
                    "turns that capture"
                } else {
                    "legal turns"
                }
            }
            LegendEntry::OpenEnd(_) => "hollow end: not itself legal",
            LegendEntry::OpenRim(_) => "dashed rim: not itself legal",
            LegendEntry::Capturable(_) => "may be taken",
            LegendEntry::Attacked(color) => ["attacked by White", "attacked by Black"][color as usize],
            LegendEntry::Rebirth => "reborn at home",
            LegendEntry::Forward(_) => "wedge: forward",
            LegendEntry::Ruler => "lane, a tick each tenth",
            LegendEntry::Void => "void",
            LegendEntry::Seam => "glued side, arrow on arrow",
        }
    }

    pub fn width(self) -> f64 {
        match self {
            LegendEntry::Departed
            | LegendEntry::Captured(_)
            | LegendEntry::Capturable(_)
            | LegendEntry::Contact => NARROW,
            LegendEntry::InCheck(_)
            | LegendEntry::Stop(_)
            | LegendEntry::Target(_)
            | LegendEntry::OpenEnd(_) => NARROW,
            LegendEntry::Forward(_) => NARROW,
            LegendEntry::Swept(_)
            | LegendEntry::Passed(_)
            | LegendEntry::Leap(_)
            | LegendEntry::Turned(_) => SAMPLE,
            LegendEntry::Stops(_)
            | LegendEntry::Region(_)
            | LegendEntry::Turn(_)
            | LegendEntry::OpenRim(_) => SAMPLE,
            LegendEntry::Attacked(_)
            | LegendEntry::Rebirth
            | LegendEntry::Ruler
            | LegendEntry::Void
            | LegendEntry::Seam => SAMPLE,
        }
    }

    /// Draws the sample with its left end at `at`.
    pub fn sample(self, drawing: &mut Drawing, at: DVec2) {
        let (middle, end) = (at + DVec2::new(self.width() / 2.0, 0.0), at + DVec2::new(self.width(), 0.0));
        let inner = Track::line(at + DVec2::new(6.0, 0.0), end - DVec2::new(6.0, 0.0));
        let corners = corners(at - DVec2::new(0.0, 7.0), at + DVec2::new(SAMPLE, 7.0)).to_vec();
        let whole = Track::line(at, end);
        let (closed, number) = (IntervalEnd::Closed, String::new());
        let (hub, radius) = (at + DVec2::new(5.0, 8.0), SAMPLE - 12.0);
        let mut way = |track, radius, color, passage| {
            lane::lane(drawing, &MovePath { track, radius, color, passage, number: String::new() }, 0.0);
        };
        match self {
            LegendEntry::Swept(color) => way(inner, 6.0, color, Passage::Swept),
            LegendEntry::Leap(color) => way(whole, 0.0, color, Passage::Leap),
            LegendEntry::Passed(color) => way(whole, 0.0, color, Passage::Passed),
            LegendEntry::Turned(color) => {
                lane::turned(drawing, &Turned { at: hub, radius, from: 0.0, to: -0.75, color, number });
            }
            LegendEntry::Departed => {
                let gone =
                    DrawnPiece::disc(middle, 8.0, Color::White, Role::King).in_state(PieceState::Departed);
                piece::body(drawing, &gone, piece::FigureDisc { at: middle, radius: 8.0 });
            }
            LegendEntry::Captured(color) => a_piece(drawing, middle, (8.0, 8.0), color, PieceState::Captured),
            LegendEntry::Capturable(color) => {
                a_piece(drawing, middle, (8.0, 5.4), color, PieceState::Capturable);
            }
            LegendEntry::InCheck(color) => a_piece(drawing, middle, (5.0, 5.0), color, PieceState::InCheck),
            LegendEntry::Contact => {
                let extent = DrawnShape::Disc { centre: middle, radius: 7.5 };
                piece::contact(drawing, &TouchingStop { extent, touched: Vec::new() });
            }
            LegendEntry::Stops(effect) => {
                legal::spans(drawing, &[LegalSpan::whole(inner, effect)]);
            }
            LegendEntry::Stop(effect) => legal::spans(drawing, &[LegalSpan::single(middle, effect)]),
            LegendEntry::OpenEnd(effect) => {
                legal::dot(drawing, middle, IntervalEnd::Open, palette::effect(effect));
            }
            LegendEntry::Target(effect) => {
                let radius = if effect.captures() { 3.0 } else { 6.0 };
                legal::target(drawing, &LegalDestination { at: middle, radius, effect });
            }
            LegendEntry::Region(effect) => {
                legal::region(drawing, &LegalRegion::bounded([(corners, closed)], effect));
            }
            LegendEntry::OpenRim(effect) => {
                legal::region(drawing, &LegalRegion::bounded([(corners, IntervalEnd::Open)], effect));
            }
            LegendEntry::Turn(effect) => {
                let (start, end) = (closed, closed);
                legal::turn(drawing, &TurnSpan { at: hub, radius, from: 0.0, to: -0.75, start, end, effect });
            }
            LegendEntry::Attacked(color) => {
                let shapes = vec![DrawnShape::Polygon(corners)];
                area::area(drawing, &Area { color, shapes, cover: Cover::Attacked }, None);
            }
            LegendEntry::Rebirth => lane::rebirth(drawing, &RebirthArrow { track: whole, radius: 0.0 }),
            LegendEntry::Forward(color) => {
                a_piece(drawing, middle, (6.0, 6.0), color, PieceState::Present);
                let piece = DrawnPiece::disc(middle, 6.0, color, Role::Pawn);
                piece::wedge(drawing, &DrawnPiece { forward: Some(0.0), ..piece });
            }
            LegendEntry::Ruler => {
                let ticks = (1..6).map(|i| {
                    let (foot, half) = (whole.at(f64::from(i) * SAMPLE / 6.0), DVec2::new(0.0, 3.0));
                    Track::line(foot - half, foot + half)
                });
                lane::ruler(drawing, &Ruler { ticks: ticks.collect(), lane: whole });
            }
            LegendEntry::Seam => glued::seam(drawing, &whole, 1),
            LegendEntry::Void => area::void(drawing, Outline::polygon(&corners)),
        }
    }
}

/// Draws a sample of a piece with these radii of extent and figure disc.
fn a_piece(
    drawing: &mut Drawing,
    at: DVec2,
    (extent, figure_disc): (f64, f64),
    color: Color,
    state: PieceState,
) {
    let role = if state == PieceState::InCheck { Role::King } else { Role::Pawn };
    let (piece, figure_disc) = (
        DrawnPiece::disc(at, extent, color, role).in_state(state),
        piece::FigureDisc { at, radius: figure_disc },
    );
    piece::body(drawing, &piece, figure_disc);
    piece::figure(drawing, &piece, figure_disc);
}

/// Returns the entries of a scene, for the marks drawn on the board or in one of its insets.
pub(crate) fn entries(scene: &Scene, board: &Similarity, insets: &[Inset]) -> Vec<LegendEntry> {
    if scene.key == Legend::Hidden {
        return Vec::new();
    }
    // The key leaves out marks that a surface in space hides, since they are drawn in another way.
    let glued = if let Ground::Glued(board) = &scene.ground { Some(board) } else { None };
    let solid = glued.filter(|board| board.projection == Projection::Solid);
    let hiding = solid.and_then(SurfaceInSpace::of).map(Solid::new);
    let shown = |mark: &BoardMark| match &hiding {
        Some(solid) => paint::solid::shown(solid, mark),
        None => Some(mark.clone()),
    };
    let on_board: Vec<BoardMark> =
        scene.marks.iter().filter_map(shown).flat_map(|m| board.mark(&m)).collect();
    let enlarged = insets.iter().map(|inset| inset::marks_of(scene, inset, insets.len()));
    let mut found = Vec::new();
    for marks in std::iter::once(on_board).chain(enlarged) {
        found.extend(marks.iter().filter(|m| paint::is_drawn(m, &marks)).flat_map(entries_of));
    }
    if let Ground::Round(board) = &scene.ground {
        found.extend(board.cells.iter().any(|c| c.tint == Tint::Void).then_some(LegendEntry::Void));
    }
    if let Some(board) = glued {
        found.extend((!board.voids.is_empty()).then_some(LegendEntry::Void));
        let marked = board.projection != Projection::Polar && board.sheet.has_seams();
        found.extend(marked.then_some(LegendEntry::Seam));
    }
    sort_and_merge(&mut found, scene.key);
    found
}

/// Sorts entries and removes duplicates in meaning.
pub(crate) fn sort_and_merge(entries: &mut Vec<LegendEntry>, key: Legend) {
    entries.sort_unstable();
    entries.dedup_by_key(|entry| entry.text(key));
}

fn entries_of(mark: &BoardMark) -> Vec<LegendEntry> {
    match mark {
        BoardMark::Piece(p) => {
            let state = match p.state {
                PieceState::Present | PieceState::Subject => None,
                PieceState::InCheck => Some(LegendEntry::InCheck(p.color)),
                PieceState::Capturable => Some(LegendEntry::Capturable(p.color)),
                PieceState::Captured => Some(LegendEntry::Captured(p.color)),
                PieceState::Departed => Some(LegendEntry::Departed),
            };
            state.into_iter().chain(p.forward.map(|_| LegendEntry::Forward(p.color))).collect()
        }
        BoardMark::MovePath(m) => vec![match m.passage {
            Passage::Swept => LegendEntry::Swept(m.color),
            Passage::Passed => LegendEntry::Passed(m.color),
            Passage::Leap => LegendEntry::Leap(m.color),
        }],
        BoardMark::Turned(m) => vec![LegendEntry::Turned(m.color)],
        BoardMark::Contact(_) => vec![LegendEntry::Contact],
        BoardMark::Span(m) if m.to > m.from => {
            let open =
                [m.start, m.end].contains(&IntervalEnd::Open).then_some(LegendEntry::OpenEnd(m.effect));
            [Some(LegendEntry::Stops(m.effect)), open].into_iter().flatten().collect()
        }
        BoardMark::Span(m) => vec![LegendEntry::Stop(m.effect)],
        BoardMark::Target(m) => vec![LegendEntry::Target(m.effect)],
        BoardMark::Region(m) => {
            let open = m
                .rims
                .iter()
                .any(|rim| rim.end == IntervalEnd::Open)
                .then_some(LegendEntry::OpenRim(m.effect));
            [Some(LegendEntry::Region(m.effect)), open].into_iter().flatten().collect()
        }
        BoardMark::Turn(m) => {
            let open =
                [m.start, m.end].contains(&IntervalEnd::Open).then_some(LegendEntry::OpenEnd(m.effect));
            [Some(LegendEntry::Turn(m.effect)), open].into_iter().flatten().collect()
        }
        BoardMark::Area(Area { cover: Cover::Attacked, color, .. }) => vec![LegendEntry::Attacked(*color)],
        BoardMark::Rebirth(_) => vec![LegendEntry::Rebirth],
        BoardMark::Ruler(_) => vec![LegendEntry::Ruler],
        BoardMark::Note(_) | BoardMark::Area(Area { cover: Cover::Swept, .. }) => Vec::new(),
    }
}
