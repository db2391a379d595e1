//! The key: each kind of mark in the picture, drawn once, with its meaning.

use super::inset;
use crate::chess::{Color, Role};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::outline::{Outline, corners};
use crate::render::canvas::palette;
use crate::render::paint::{self, area, glued, lane, legal, piece};
use crate::render::scene::{
    Area, Contact, Cover, Effect, End, Ground, Inset, LegalSpan, Legend, Mark, MovePath, Passage, Piece,
    Projection, Rebirth, Region, Ruler, Scene, Shape, Standing, Target, Tint, Track, TurnSpan, Turned,
};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Solid, Surface};
use glam::DVec2;

/// One entry of the key. A colour or effect is that of the marks it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Swept(Color),
    Passed(Color),
    Leap(Color),
    Turned(Color),
    Departed,
    Captured(Color),
    Contact,
    InCheck(Color),
    Stops(Effect),
    Stop(Effect),
    Target(Effect),
    Region(Effect),
    Turn(Effect),
    OpenEnd(Effect),
    OpenRim(Effect),
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

impl Entry {
    /// Returns the words of an entry in a key of this kind. Words for effects stand in the order of [`Effect`].
    pub fn text(self, key: Legend) -> &'static str {
        match self {
            Entry::Stops(effect) | Entry::Region(effect) if key == Legend::Mates => {
                ["mates", "captures and mates", "promotes and mates", "captures, promotes and mates"]
                    [effect as usize]
            }
            Entry::Stop(effect) if key == Legend::Mates => [
                "mates, a single distance",
                "capture that mates",
                "promotion that mates",
                "capture and promotion that mates",
            ][effect as usize],
            Entry::Stops(effect) if key == Legend::Solutions => {
                ["keys", "keys that capture", "keys that promote", "keys that capture and promote"]
                    [effect as usize]
            }
            Entry::Stop(effect) if key == Legend::Solutions => [
                "key, a single distance",
                "key that captures",
                "key that promotes",
                "key that captures and promotes",
            ][effect as usize],
            Entry::OpenEnd(_) if key == Legend::Solutions => "hollow end: no key",
            Entry::OpenEnd(_) if key == Legend::Mates => "hollow end: does not mate",
            Entry::OpenRim(_) if key == Legend::Mates => "dashed rim: does not mate",
            Entry::Swept(color) => ["swept by White", "swept by Black"][color as usize],
            Entry::Passed(color) => ["move of White", "move of Black"][color as usize],
            Entry::Leap(color) => ["leap of White", "leap of Black"][color as usize],
            Entry::Turned(color) => ["turn of White", "turn of Black"][color as usize],
            Entry::Departed => "stood here",
            Entry::Captured(_) => "captured",
            Entry::Contact if key == Legend::Solutions => "the piece at an end",
            Entry::Contact if key == Legend::Mates => "the piece where it stops",
            Entry::Contact => "stop in touch",
            Entry::InCheck(_) => "in check",
            Entry::Stops(effect) => {
                ["legal stops", "stops that capture", "stops that promote", "stops that capture and promote"]
                    [effect as usize]
            }
            Entry::Stop(effect) => [
                "single legal stop",
                "stop that captures",
                "stop that promotes",
                "stop that captures and promotes",
            ][effect as usize],
            Entry::Target(effect) => {
                ["legal", "captures", "promotes", "captures and promotes"][effect as usize]
            }
            Entry::Region(effect) => [
                "legal landings",
                "landings that capture",
                "landings that promote",
                "landings that capture and promote",
            ][effect as usize],
            Entry::Turn(effect) => {
                if effect.captures() {
                    "turns that capture"
                } else {
                    "legal turns"
                }
            }
            Entry::OpenEnd(_) => "hollow end: not itself legal",
            Entry::OpenRim(_) => "dashed rim: not itself legal",
            Entry::Capturable(_) => "may be taken",
            Entry::Attacked(color) => ["attacked by White", "attacked by Black"][color as usize],
            Entry::Rebirth => "reborn at home",
            Entry::Forward(_) => "wedge: forward",
            Entry::Ruler => "lane, a tick each tenth",
            Entry::Void => "void",
            Entry::Seam => "glued side, arrow on arrow",
        }
    }

    pub fn width(self) -> f64 {
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
        let corners = corners(at - DVec2::new(0.0, 7.0), at + DVec2::new(SAMPLE, 7.0)).to_vec();
        let whole = Track::line(at, end);
        let (closed, number) = (End::Closed, String::new());
        let (hub, radius) = (at + DVec2::new(5.0, 8.0), SAMPLE - 12.0);
        let mut way = |track, radius, color, passage| {
            lane::lane(drawing, &MovePath { track, radius, color, passage, number: String::new() }, 0.0);
        };
        match self {
            Entry::Swept(color) => way(inner, 6.0, color, Passage::Swept),
            Entry::Leap(color) => way(whole, 0.0, color, Passage::Leap),
            Entry::Passed(color) => way(whole, 0.0, color, Passage::Passed),
            Entry::Turned(color) => {
                lane::turned(drawing, &Turned { at: hub, radius, from: 0.0, to: -0.75, color, number });
            }
            Entry::Departed => {
                let gone = Piece::disc(middle, 8.0, Color::White, Role::King).standing(Standing::Departed);
                piece::body(drawing, &gone, piece::FigureDisc { at: middle, radius: 8.0 });
            }
            Entry::Captured(color) => a_piece(drawing, middle, (8.0, 8.0), color, Standing::Captured),
            Entry::Capturable(color) => a_piece(drawing, middle, (8.0, 5.4), color, Standing::Capturable),
            Entry::InCheck(color) => a_piece(drawing, middle, (5.0, 5.0), color, Standing::InCheck),
            Entry::Contact => {
                let extent = Shape::Disc { centre: middle, radius: 7.5 };
                piece::contact(drawing, &Contact { extent, touched: Vec::new() });
            }
            Entry::Stops(effect) => {
                legal::spans(drawing, &[LegalSpan::whole(inner, effect)]);
            }
            Entry::Stop(effect) => legal::spans(drawing, &[LegalSpan::single(middle, effect)]),
            Entry::OpenEnd(effect) => legal::dot(drawing, middle, End::Open, palette::effect(effect)),
            Entry::Target(effect) => {
                let radius = if effect.captures() { 3.0 } else { 6.0 };
                legal::target(drawing, &Target { at: middle, radius, effect });
            }
            Entry::Region(effect) => legal::region(drawing, &Region::bounded([(corners, closed)], effect)),
            Entry::OpenRim(effect) => {
                legal::region(drawing, &Region::bounded([(corners, End::Open)], effect));
            }
            Entry::Turn(effect) => {
                let (start, end) = (closed, closed);
                legal::turn(drawing, &TurnSpan { at: hub, radius, from: 0.0, to: -0.75, start, end, effect });
            }
            Entry::Attacked(color) => {
                let shapes = vec![Shape::Polygon(corners)];
                area::area(drawing, &Area { color, shapes, cover: Cover::Attacked }, None);
            }
            Entry::Rebirth => lane::rebirth(drawing, &Rebirth { track: whole, radius: 0.0 }),
            Entry::Forward(color) => {
                a_piece(drawing, middle, (6.0, 6.0), color, Standing::Present);
                let piece = Piece::disc(middle, 6.0, color, Role::Pawn);
                piece::wedge(drawing, &Piece { forward: Some(0.0), ..piece });
            }
            Entry::Ruler => {
                let ticks = (1..6).map(|i| {
                    let (foot, half) = (whole.at(f64::from(i) * SAMPLE / 6.0), DVec2::new(0.0, 3.0));
                    Track::line(foot - half, foot + half)
                });
                lane::ruler(drawing, &Ruler { ticks: ticks.collect(), lane: whole });
            }
            Entry::Seam => glued::seam(drawing, &whole, 1),
            Entry::Void => area::void(drawing, Outline::polygon(&corners)),
        }
    }
}

/// Draws a sample of a piece with these radii of extent and figure disc.
fn a_piece(
    drawing: &mut Drawing,
    at: DVec2,
    (extent, figure_disc): (f64, f64),
    color: Color,
    standing: Standing,
) {
    let role = if standing == Standing::InCheck { Role::King } else { Role::Pawn };
    let (piece, figure_disc) = (
        Piece::disc(at, extent, color, role).standing(standing),
        piece::FigureDisc { at, radius: figure_disc },
    );
    piece::body(drawing, &piece, figure_disc);
    piece::figure(drawing, &piece, figure_disc);
}

/// Returns the entries of a scene, for the marks drawn on the board or in one of its insets.
pub(crate) fn entries(scene: &Scene, board: &Similarity, insets: &[Inset]) -> Vec<Entry> {
    if scene.key == Legend::Hidden {
        return Vec::new();
    }
    // The key leaves out marks that a surface in space hides, since they are drawn in another way.
    let glued = if let Ground::Glued(board) = &scene.ground { Some(board) } else { None };
    let solid = glued.filter(|board| board.projection == Projection::Solid);
    let hiding = solid.and_then(Surface::of).map(Solid::new);
    let shown = |mark: &Mark| match &hiding {
        Some(solid) => paint::solid::shown(solid, mark),
        None => Some(mark.clone()),
    };
    let on_board: Vec<Mark> = scene.marks.iter().filter_map(shown).flat_map(|m| board.mark(&m)).collect();
    let enlarged = insets.iter().map(|inset| inset::marks_of(scene, inset, insets.len()));
    let mut found = Vec::new();
    for marks in std::iter::once(on_board).chain(enlarged) {
        found.extend(marks.iter().filter(|m| paint::is_drawn(m, &marks)).flat_map(entries_of));
    }
    if let Ground::Round(board) = &scene.ground {
        found.extend(board.cells.iter().any(|c| c.tint == Tint::Void).then_some(Entry::Void));
    }
    if let Some(board) = glued {
        found.extend((!board.voids.is_empty()).then_some(Entry::Void));
        let marked = board.projection != Projection::Polar && board.sheet.has_seams();
        found.extend(marked.then_some(Entry::Seam));
    }
    sort_and_merge(&mut found, scene.key);
    found
}

/// Sorts entries and removes duplicates in meaning.
pub(crate) fn sort_and_merge(entries: &mut Vec<Entry>, key: Legend) {
    entries.sort_unstable();
    entries.dedup_by_key(|entry| entry.text(key));
}

fn entries_of(mark: &Mark) -> Vec<Entry> {
    match mark {
        Mark::Piece(p) => {
            let standing = match p.standing {
                Standing::Present | Standing::Subject => None,
                Standing::InCheck => Some(Entry::InCheck(p.color)),
                Standing::Capturable => Some(Entry::Capturable(p.color)),
                Standing::Captured => Some(Entry::Captured(p.color)),
                Standing::Departed => Some(Entry::Departed),
            };
            standing.into_iter().chain(p.forward.map(|_| Entry::Forward(p.color))).collect()
        }
        Mark::MovePath(m) => vec![match m.passage {
            Passage::Swept => Entry::Swept(m.color),
            Passage::Passed => Entry::Passed(m.color),
            Passage::Leap => Entry::Leap(m.color),
        }],
        Mark::Turned(m) => vec![Entry::Turned(m.color)],
        Mark::Contact(_) => vec![Entry::Contact],
        Mark::Span(m) if m.to > m.from => {
            let open = [m.start, m.end].contains(&End::Open).then_some(Entry::OpenEnd(m.effect));
            [Some(Entry::Stops(m.effect)), open].into_iter().flatten().collect()
        }
        Mark::Span(m) => vec![Entry::Stop(m.effect)],
        Mark::Target(m) => vec![Entry::Target(m.effect)],
        Mark::Region(m) => {
            let open = m.rims.iter().any(|rim| rim.end == End::Open).then_some(Entry::OpenRim(m.effect));
            [Some(Entry::Region(m.effect)), open].into_iter().flatten().collect()
        }
        Mark::Turn(m) => {
            let open = [m.start, m.end].contains(&End::Open).then_some(Entry::OpenEnd(m.effect));
            [Some(Entry::Turn(m.effect)), open].into_iter().flatten().collect()
        }
        Mark::Area(Area { cover: Cover::Attacked, color, .. }) => vec![Entry::Attacked(*color)],
        Mark::Rebirth(_) => vec![Entry::Rebirth],
        Mark::Ruler(_) => vec![Entry::Ruler],
        Mark::Note(_) | Mark::Area(Area { cover: Cover::Swept, .. }) => Vec::new(),
    }
}
