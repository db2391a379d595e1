//! The key: each kind of mark in the picture, drawn once, with its meaning.

use super::inset;
use crate::chess::{Color, Role};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::Outline;
use crate::render::canvas::palette;
use crate::render::paint::piece::{self, FigureDisc};
use crate::render::paint::{self, area, glued, lane, legal};
use crate::render::scene::{
    Area, BoardMark, Border, Cover, DrawnPiece, DrawnShape, Ground, Inset, IntervalEnd, LegalDestination,
    LegalRegion, LegalSpan, Legend, MovePath, Passage, PieceState, Projection, RebirthArrow, Rectangle,
    Ruler, Scene, StopEffect, Tint, TouchingStop, Track, TurnSpan, Turned,
};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Solid, SurfaceInSpace};
use glam::DVec2;

/// An entry of the key, with the colour or effect of the marks that it explains.
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

/// The width of the sample of a line or area.
const SAMPLE: f64 = 38.0;
/// The width of the sample of a piece or point.
const NARROW: f64 = 20.0;

/// Returns the words for a stretch of stops with each effect.
fn stretch(wording: Legend) -> [&'static str; 4] {
    match wording {
        Legend::Mates => {
            ["mates", "captures and mates", "promotes and mates", "captures, promotes and mates"]
        }
        Legend::Solutions => {
            ["keys", "keys that capture", "keys that promote", "keys that capture and promote"]
        }
        Legend::Shown | Legend::Hidden => {
            ["legal stops", "stops that capture", "stops that promote", "stops that capture and promote"]
        }
    }
}

/// Returns the words for a single stop with each effect.
fn single(wording: Legend) -> [&'static str; 4] {
    match wording {
        Legend::Mates => [
            "mates, a single distance",
            "capture that mates",
            "promotion that mates",
            "capture and promotion that mates",
        ],
        Legend::Solutions => [
            "key, a single distance",
            "key that captures",
            "key that promotes",
            "key that captures and promotes",
        ],
        Legend::Shown | Legend::Hidden => [
            "single legal stop",
            "stop that captures",
            "stop that promotes",
            "stop that captures and promotes",
        ],
    }
}

impl LegendEntry {
    /// Returns the words of an entry. Words for effects stand in the order of [`StopEffect`].
    pub fn text(self, wording: Legend) -> &'static str {
        match self {
            LegendEntry::Swept(color) => ["swept by White", "swept by Black"][color as usize],
            LegendEntry::Passed(color) => ["move of White", "move of Black"][color as usize],
            LegendEntry::Leap(color) => ["leap of White", "leap of Black"][color as usize],
            LegendEntry::Turned(color) => ["turn of White", "turn of Black"][color as usize],
            LegendEntry::Attacked(color) => ["attacked by White", "attacked by Black"][color as usize],
            LegendEntry::Departed => "stood here",
            LegendEntry::Captured(_) => "captured",
            LegendEntry::Contact => match wording {
                Legend::Solutions => "the piece at an end",
                Legend::Mates => "the piece where it stops",
                Legend::Shown | Legend::Hidden => "stop in touch",
            },
            LegendEntry::InCheck(_) => "in check",
            LegendEntry::Stops(effect) => stretch(wording)[effect as usize],
            LegendEntry::Region(effect) if wording == Legend::Mates => stretch(wording)[effect as usize],
            LegendEntry::Region(effect) => [
                "legal landings",
                "landings that capture",
                "landings that promote",
                "landings that capture and promote",
            ][effect as usize],
            LegendEntry::Stop(effect) => single(wording)[effect as usize],
            LegendEntry::Target(effect) => {
                ["legal", "captures", "promotes", "captures and promotes"][effect as usize]
            }
            LegendEntry::Turn(effect) if effect.captures() => "turns that capture",
            LegendEntry::Turn(_) => "legal turns",
            LegendEntry::OpenEnd(_) => match wording {
                Legend::Solutions => "hollow end: no key",
                Legend::Mates => "hollow end: does not mate",
                Legend::Shown | Legend::Hidden => "hollow end: not itself legal",
            },
            LegendEntry::OpenRim(_) if wording == Legend::Mates => "dashed rim: does not mate",
            LegendEntry::OpenRim(_) => "dashed rim: not itself legal",
            LegendEntry::Capturable(_) => "may be taken",
            LegendEntry::Rebirth => "reborn at home",
            LegendEntry::Forward(_) => "wedge: forward",
            LegendEntry::Ruler => "lane, a tick each tenth",
            LegendEntry::Void => "void",
            LegendEntry::Seam => "glued side, arrow on arrow",
        }
    }

    /// Returns the width of the sample.
    pub fn width(self) -> f64 {
        use LegendEntry as Entry;
        match self {
            Entry::Departed | Entry::Captured(_) | Entry::Capturable(_) | Entry::Contact => NARROW,
            Entry::InCheck(_) | Entry::Stop(_) | Entry::Target(_) | Entry::OpenEnd(_) => NARROW,
            Entry::Forward(_) => NARROW,
            Entry::Swept(_) | Entry::Passed(_) | Entry::Leap(_) | Entry::Turned(_) => SAMPLE,
            Entry::Stops(_) | Entry::Region(_) | Entry::Turn(_) | Entry::OpenRim(_) => SAMPLE,
            Entry::Attacked(_) | Entry::Rebirth | Entry::Ruler | Entry::Void | Entry::Seam => SAMPLE,
        }
    }

    /// Draws the sample with its left end at `at`.
    pub fn sample(self, drawing: &mut Drawing, at: DVec2) {
        let (middle, end) = (at + DVec2::new(self.width() / 2.0, 0.0), at + DVec2::new(self.width(), 0.0));
        let inner = Track::line(at + DVec2::new(6.0, 0.0), end - DVec2::new(6.0, 0.0));
        let whole = Track::line(at, end);
        let field = Rectangle { low: at - DVec2::new(0.0, 7.0), high: at + DVec2::new(SAMPLE, 7.0) };
        let corners = field.corners().to_vec();
        let (closed, number) = (IntervalEnd::Closed, String::new());
        let (hub, radius) = (at + DVec2::new(5.0, 8.0), SAMPLE - 12.0);
        let disc = |radius: f64| FigureDisc { at: middle, radius };
        let path =
            |track, radius, color, passage| MovePath { track, radius, color, passage, number: String::new() };
        match self {
            LegendEntry::Swept(color) => {
                lane::lane(drawing, &path(inner, 6.0, color, Passage::Swept), 0.0);
            }
            LegendEntry::Leap(color) => {
                lane::lane(drawing, &path(whole, 0.0, color, Passage::Leap), 0.0);
            }
            LegendEntry::Passed(color) => {
                lane::lane(drawing, &path(whole, 0.0, color, Passage::Passed), 0.0);
            }
            LegendEntry::Turned(color) => {
                lane::turned(drawing, &Turned { at: hub, radius, from: 0.0, to: -0.75, color, number });
            }
            LegendEntry::Departed => {
                piece_sample(drawing, disc(8.0), 8.0, Color::White, PieceState::Departed);
            }
            LegendEntry::Captured(color) => {
                piece_sample(drawing, disc(8.0), 8.0, color, PieceState::Captured);
            }
            LegendEntry::Capturable(color) => {
                piece_sample(drawing, disc(5.4), 8.0, color, PieceState::Capturable);
            }
            LegendEntry::InCheck(color) => {
                piece_sample(drawing, disc(5.0), 5.0, color, PieceState::InCheck);
            }
            LegendEntry::Contact => {
                let extent = DrawnShape::Disc { centre: middle, radius: 7.5 };
                piece::contact(drawing, &TouchingStop { extent, touched: Vec::new() });
            }
            LegendEntry::Stops(effect) => legal::spans(drawing, &[LegalSpan::whole(inner, effect)]),
            LegendEntry::Stop(effect) => legal::spans(drawing, &[LegalSpan::single(middle, effect)]),
            LegendEntry::OpenEnd(effect) => {
                legal::dot(drawing, middle, IntervalEnd::Open, palette::effect(effect));
            }
            LegendEntry::Target(effect) => {
                let radius = if effect.captures() { 3.0 } else { 6.0 };
                legal::target(drawing, &LegalDestination { at: middle, radius, effect });
            }
            LegendEntry::Region(effect) => {
                let border = Border { points: corners, end: closed };
                legal::region(drawing, &LegalRegion::bounded(vec![border], effect));
            }
            LegendEntry::OpenRim(effect) => {
                let border = Border { points: corners, end: IntervalEnd::Open };
                legal::region(drawing, &LegalRegion::bounded(vec![border], effect));
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
                piece_sample(drawing, disc(6.0), 6.0, color, PieceState::Present);
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

/// Draws a piece with a figure disc, of a radius of its own.
fn piece_sample(drawing: &mut Drawing, disc: FigureDisc, radius: f64, color: Color, state: PieceState) {
    let role = if state == PieceState::InCheck { Role::King } else { Role::Pawn };
    let piece = DrawnPiece::disc(disc.at, radius, color, role).in_state(state);
    piece::body(drawing, &piece, disc);
    piece::figure(drawing, &piece, disc);
}

/// Returns the entries of a scene, for the marks drawn on the board or in one of its insets.
pub(crate) fn entries(scene: &Scene, board: &Similarity, insets: &[Inset]) -> Vec<LegendEntry> {
    if scene.key == Legend::Hidden {
        return Vec::new();
    }
    // Marks that a surface in space hides are drawn in another way, which the key does not explain.
    let glued = if let Ground::Glued(board) = &scene.ground { Some(board) } else { None };
    let solid = glued.filter(|board| board.projection == Projection::Solid);
    let solid = solid.and_then(SurfaceInSpace::of).map(Solid::new);
    let unless_hidden = |mark: &BoardMark| match &solid {
        Some(solid) => paint::solid::shown(solid, mark),
        None => Some(mark.clone()),
    };
    let shown: Vec<BoardMark> = scene.marks.iter().filter_map(unless_hidden).collect();
    let enlarged = insets.iter().map(|inset| inset::marks_of(scene, inset, insets.len()));
    let mut found = Vec::new();
    for marks in std::iter::once(board.marks(&shown)).chain(enlarged) {
        for mark in marks.iter().filter(|mark| paint::is_drawn(mark, &marks)) {
            add_entries(mark, &mut found);
        }
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

/// Sorts entries, and keeps one of those with equal words.
pub(crate) fn sort_and_merge(entries: &mut Vec<LegendEntry>, wording: Legend) {
    entries.sort_unstable();
    entries.dedup_by_key(|entry| entry.text(wording));
}

/// Adds the entries that explain a mark.
fn add_entries(mark: &BoardMark, entries: &mut Vec<LegendEntry>) {
    let is_open = |end: IntervalEnd| end == IntervalEnd::Open;
    match mark {
        BoardMark::Piece(m) => {
            match m.state {
                PieceState::Present | PieceState::Subject => {}
                PieceState::InCheck => entries.push(LegendEntry::InCheck(m.color)),
                PieceState::Capturable => entries.push(LegendEntry::Capturable(m.color)),
                PieceState::Captured => entries.push(LegendEntry::Captured(m.color)),
                PieceState::Departed => entries.push(LegendEntry::Departed),
            }
            entries.extend(m.forward.map(|_| LegendEntry::Forward(m.color)));
        }
        BoardMark::MovePath(m) => entries.push(match m.passage {
            Passage::Swept => LegendEntry::Swept(m.color),
            Passage::Passed => LegendEntry::Passed(m.color),
            Passage::Leap => LegendEntry::Leap(m.color),
        }),
        BoardMark::Turned(m) => entries.push(LegendEntry::Turned(m.color)),
        BoardMark::Contact(_) => entries.push(LegendEntry::Contact),
        BoardMark::Span(m) if m.to <= m.from => entries.push(LegendEntry::Stop(m.effect)),
        BoardMark::Span(m) => {
            entries.push(LegendEntry::Stops(m.effect));
            entries.extend((is_open(m.start) || is_open(m.end)).then_some(LegendEntry::OpenEnd(m.effect)));
        }
        BoardMark::Target(m) => entries.push(LegendEntry::Target(m.effect)),
        BoardMark::Region(m) => {
            let has_open_rim = m.rims.iter().any(|rim| is_open(rim.end));
            entries.push(LegendEntry::Region(m.effect));
            entries.extend(has_open_rim.then_some(LegendEntry::OpenRim(m.effect)));
        }
        BoardMark::Turn(m) => {
            entries.push(LegendEntry::Turn(m.effect));
            entries.extend((is_open(m.start) || is_open(m.end)).then_some(LegendEntry::OpenEnd(m.effect)));
        }
        BoardMark::Area(m) => match m.cover {
            Cover::Attacked => entries.push(LegendEntry::Attacked(m.color)),
            Cover::Swept => {}
        },
        BoardMark::Rebirth(_) => entries.push(LegendEntry::Rebirth),
        BoardMark::Ruler(_) => entries.push(LegendEntry::Ruler),
        BoardMark::Note(_) => {}
    }
}
