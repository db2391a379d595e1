//! The key: each kind of mark that is drawn, once, as it is drawn, and what it says.

use super::inset;
use crate::chess::{Color, Role};
use crate::render::canvas::drawing::Drawing;
use crate::render::canvas::palette;
use crate::render::paint::{self, area, glued, lane, legal, piece};
use crate::render::scene::{
    Area, Border, Contact, Effect, End, Figure, Ground, Inset, Key, Lane, LegalSpan, Mark, Passage, Piece,
    Projection, Rebirth, Region, Scene, Shape, Standing, Target, Tint, Track, TurnSpan, Turned,
};
use crate::render::view::carry::Similarity;
use crate::render::view::solid::{Solid, Surface};
use glam::DVec2;

/// One line of the key. A colour or effect is the one that its marks are drawn in.
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
    Void,
    Seam,
}

/// The width of a sample that shows a stretch, and of one that shows a single thing.
const SAMPLE: f64 = 38.0;
const NARROW: f64 = 20.0;

impl Entry {
    /// What it says in a key of this kind.
    pub fn text(self, key: Key) -> &'static str {
        match self {
            Entry::Stops(effect) | Entry::Region(effect) if key == Key::Mates => match effect {
                Effect::Quiet => "mates",
                Effect::Capture => "captures and mates",
                Effect::Promotion => "promotes and mates",
                Effect::CapturePromotion => "captures, promotes and mates",
            },
            Entry::Stop(effect) if key == Key::Mates => match effect {
                Effect::Quiet => "mates, a single distance",
                Effect::Capture => "capture that mates",
                Effect::Promotion => "promotion that mates",
                Effect::CapturePromotion => "capture and promotion that mates",
            },
            Entry::Stops(effect) if key == Key::Solutions => match effect {
                Effect::Quiet => "keys",
                Effect::Capture => "keys that capture",
                Effect::Promotion => "keys that promote",
                Effect::CapturePromotion => "keys that capture and promote",
            },
            Entry::Stop(effect) if key == Key::Solutions => match effect {
                Effect::Quiet => "key, a single distance",
                Effect::Capture => "key that captures",
                Effect::Promotion => "key that promotes",
                Effect::CapturePromotion => "key that captures and promotes",
            },
            Entry::OpenEnd(_) if key == Key::Solutions => "hollow end: no key",
            Entry::OpenEnd(_) if key == Key::Mates => "hollow end: does not mate",
            Entry::OpenRim(_) if key == Key::Mates => "dashed rim: does not mate",
            Entry::Swept(Color::White) => "swept by White",
            Entry::Swept(Color::Black) => "swept by Black",
            Entry::Passed(Color::White) => "move of White",
            Entry::Passed(Color::Black) => "move of Black",
            Entry::Leap(Color::White) => "leap of White",
            Entry::Leap(Color::Black) => "leap of Black",
            Entry::Turned(Color::White) => "turn of White",
            Entry::Turned(Color::Black) => "turn of Black",
            Entry::Departed => "stood here",
            Entry::Captured(_) => "captured",
            Entry::Contact => "stop in touch",
            Entry::InCheck(_) => "in check",
            Entry::Stops(Effect::Quiet) => "legal stops",
            Entry::Stops(Effect::Capture) => "stops that capture",
            Entry::Stops(Effect::Promotion) => "stops that promote",
            Entry::Stops(Effect::CapturePromotion) => "stops that capture and promote",
            Entry::Stop(Effect::Quiet) => "single legal stop",
            Entry::Stop(Effect::Capture) => "stop that captures",
            Entry::Stop(Effect::Promotion) => "stop that promotes",
            Entry::Stop(Effect::CapturePromotion) => "stop that captures and promotes",
            Entry::Target(Effect::Quiet) => "legal",
            Entry::Target(Effect::Capture) => "captures",
            Entry::Target(Effect::Promotion) => "promotes",
            Entry::Target(Effect::CapturePromotion) => "captures and promotes",
            Entry::Region(Effect::Quiet) => "legal landings",
            Entry::Region(Effect::Capture) => "landings that capture",
            Entry::Region(Effect::Promotion) => "landings that promote",
            Entry::Region(Effect::CapturePromotion) => "landings that capture and promote",
            Entry::Turn(Effect::Quiet | Effect::Promotion) => "legal turns",
            Entry::Turn(Effect::Capture | Effect::CapturePromotion) => "turns that capture",
            Entry::OpenEnd(_) => "hollow end: not itself legal",
            Entry::OpenRim(_) => "dashed rim: not itself legal",
            Entry::Capturable(_) => "may be taken",
            Entry::Attacked(Color::White) => "attacked by White",
            Entry::Attacked(Color::Black) => "attacked by Black",
            Entry::Rebirth => "reborn at home",
            Entry::Void => "void",
            Entry::Seam => "glued side, arrow on arrow",
        }
    }

    /// How wide its sample is.
    pub fn width(self) -> f64 {
        match self {
            Entry::Departed | Entry::Captured(_) | Entry::Capturable(_) | Entry::Contact => NARROW,
            Entry::InCheck(_) | Entry::Stop(_) | Entry::Target(_) | Entry::OpenEnd(_) => NARROW,
            Entry::Swept(_) | Entry::Passed(_) | Entry::Leap(_) | Entry::Turned(_) => SAMPLE,
            Entry::Stops(_) | Entry::Region(_) | Entry::Turn(_) | Entry::OpenRim(_) => SAMPLE,
            Entry::Attacked(_) | Entry::Rebirth | Entry::Void | Entry::Seam => SAMPLE,
        }
    }

    /// Draws a sample whose left end is at `at`.
    pub fn sample(self, drawing: &mut Drawing, at: DVec2) {
        let (middle, end) = (at + DVec2::new(self.width() / 2.0, 0.0), at + DVec2::new(self.width(), 0.0));
        let inner = Track::line(at + DVec2::new(6.0, 0.0), end - DVec2::new(6.0, 0.0));
        let token = |radius| piece::Token { at: middle, radius };
        let corners = [(0.0, -7.0), (SAMPLE, -7.0), (SAMPLE, 7.0), (0.0, 7.0)].map(|p| at + DVec2::from(p));
        let shape = Shape::Polygon(corners.to_vec());
        let whole = Track::line(at, end);
        let (closed, number) = (End::Closed, String::new());
        let mut way = |track, radius, color, passage| {
            lane::lane(drawing, &Lane { track, radius, color, passage, number: String::new() }, 0.0);
        };
        match self {
            Entry::Swept(color) => way(inner, 6.0, color, Passage::Swept),
            Entry::Leap(color) => way(whole, 0.0, color, Passage::Leap),
            Entry::Passed(color) => way(whole, 0.0, color, Passage::Passed),
            Entry::Turned(color) => {
                let (at, radius) = (at + DVec2::new(5.0, 8.0), SAMPLE - 12.0);
                lane::turned(drawing, &Turned { at, radius, from: 0.0, to: -0.75, color, number });
            }
            Entry::Departed => {
                let gone = sample_piece(middle, 8.0, Color::White, Role::King, Standing::Departed);
                piece::body(drawing, &gone, token(8.0));
            }
            Entry::Captured(color) => {
                let taken = sample_piece(middle, 8.0, color, Role::Pawn, Standing::Captured);
                piece::body(drawing, &taken, token(8.0));
                piece::figure(drawing, &taken, token(8.0));
            }
            Entry::Capturable(color) => {
                let target = sample_piece(middle, 8.0, color, Role::Pawn, Standing::Capturable);
                piece::body(drawing, &target, token(5.4));
                piece::figure(drawing, &target, token(5.4));
            }
            Entry::Contact => {
                let extent = Shape::Disc { centre: middle, radius: 7.5 };
                piece::contact(drawing, &Contact { extent, touched: Vec::new() });
            }
            Entry::InCheck(color) => {
                let king = sample_piece(middle, 5.0, color, Role::King, Standing::InCheck);
                piece::body(drawing, &king, token(5.0));
                piece::figure(drawing, &king, token(5.0));
            }
            Entry::Stops(effect) => {
                let to = inner.length();
                legal::spans(
                    drawing,
                    &[LegalSpan { track: inner, from: 0.0, to, start: closed, end: closed, effect }],
                );
            }
            Entry::Stop(effect) => {
                let track = Track::line(middle, end);
                legal::spans(
                    drawing,
                    &[LegalSpan { track, from: 0.0, to: 0.0, start: closed, end: closed, effect }],
                );
            }
            Entry::OpenEnd(effect) => legal::dot(drawing, middle, End::Open, palette::effect(effect)),
            Entry::Target(effect) => {
                let radius = if effect.captures() { 3.0 } else { 6.0 };
                legal::target(drawing, &Target { at: middle, radius, effect });
            }
            Entry::Region(effect) | Entry::OpenRim(effect) => {
                let end = if matches!(self, Entry::OpenRim(_)) { End::Open } else { closed };
                let borders = vec![Border { points: corners.to_vec(), end }];
                legal::region(drawing, &Region { borders, effect });
            }
            Entry::Turn(effect) => {
                let (at, radius) = (at + DVec2::new(5.0, 8.0), SAMPLE - 12.0);
                let (start, end) = (closed, closed);
                legal::turn(drawing, &TurnSpan { at, radius, from: 0.0, to: -0.75, start, end, effect });
            }
            Entry::Attacked(color) => area::area(drawing, &Area { color, shapes: vec![shape] }, None),
            Entry::Rebirth => lane::rebirth(drawing, &Rebirth { track: whole, radius: 0.0 }),
            Entry::Seam => glued::seam(drawing, &whole, 1),
            Entry::Void => {
                let outline = shape.outline();
                drawing.fill(outline.clone(), palette::VOID);
                drawing.fill(area::hatch(&outline, 0.6, 6.0, 1.0), palette::VOID_HATCH);
            }
        }
    }
}

fn sample_piece(at: DVec2, radius: f64, color: Color, role: Role, standing: Standing) -> Piece {
    Piece { figure: Figure::Role(role), ..Piece::disc(at, radius, color, role).standing(standing) }
}

/// The entries of a scene: of the marks that are drawn on the board or in one of its insets.
pub(crate) fn entries(scene: &Scene, board: &Similarity, insets: &[Inset]) -> Vec<Entry> {
    if scene.key == Key::Hidden {
        return Vec::new();
    }
    // What a surface in space hides is not drawn as the key would say.
    let hiding = match &scene.ground {
        Ground::Glued(board) if board.projection == Projection::Solid => Surface::of(board).map(Solid::new),
        Ground::Glued(_) | Ground::Plane { .. } | Ground::Squares { .. } | Ground::Round(_) => None,
    };
    let shown = |mark: &Mark| match &hiding {
        Some(solid) => paint::solid::shown(solid, mark),
        None => Some(mark.clone()),
    };
    let on_board: Vec<Mark> = scene.marks.iter().filter_map(shown).map(|m| board.mark(&m)).collect();
    let enlarged = insets.iter().map(|inset| inset::marks_of(scene, inset, insets.len()));
    let mut found = Vec::new();
    for marks in std::iter::once(on_board).chain(enlarged) {
        found.extend(marks.iter().filter(|m| paint::is_drawn(m, &marks)).flat_map(entries_of));
    }
    match &scene.ground {
        Ground::Round(board) => {
            found.extend(board.cells.iter().any(|c| c.tint == Tint::Void).then_some(Entry::Void));
        }
        Ground::Glued(board) => {
            found.extend((!board.voids.is_empty()).then_some(Entry::Void));
            let marked = board.projection != Projection::Polar && !glued::seams(board).is_empty();
            found.extend(marked.then_some(Entry::Seam));
        }
        Ground::Plane { .. } | Ground::Squares { .. } => {}
    }
    settle(&mut found, scene.key);
    found
}

/// Sorts entries and keeps one of those that say the same.
pub(crate) fn settle(entries: &mut Vec<Entry>, key: Key) {
    entries.sort_unstable();
    entries.dedup_by_key(|entry| entry.text(key));
}

fn entries_of(mark: &Mark) -> Vec<Entry> {
    match mark {
        Mark::Piece(p) => match p.standing {
            Standing::Present | Standing::Subject => Vec::new(),
            Standing::InCheck => vec![Entry::InCheck(p.color)],
            Standing::Capturable => vec![Entry::Capturable(p.color)],
            Standing::Captured => vec![Entry::Captured(p.color)],
            Standing::Departed => vec![Entry::Departed],
        },
        Mark::Lane(m) => vec![match m.passage {
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
            let open = m.borders.iter().any(|b| b.end == End::Open).then_some(Entry::OpenRim(m.effect));
            [Some(Entry::Region(m.effect)), open].into_iter().flatten().collect()
        }
        Mark::Turn(m) => {
            let open = [m.start, m.end].contains(&End::Open).then_some(Entry::OpenEnd(m.effect));
            [Some(Entry::Turn(m.effect)), open].into_iter().flatten().collect()
        }
        Mark::Area(m) => vec![Entry::Attacked(m.color)],
        Mark::Rebirth(_) => vec![Entry::Rebirth],
        Mark::Note(_) | Mark::Swath(_) => Vec::new(),
    }
}
