//! The key: each kind of mark that occurs, once, drawn as on the board, and what it says.

use super::drawing::Drawing;
use super::mark::{Area, Standing, Target, TurnSpan};
use super::mark::{
    Border, Contact, Effect, End, Figure, Lane, LegalSpan, Mark, Passage, Piece, Rebirth, Region,
};
use super::paint::{area, lane, legal, piece};
use super::scene::{Ground, Key, Scene, Tint};
use super::shape::Shape;
use super::track::Track;
use super::{outline::Outline, palette};
use crate::chess::{Color, Role};
use glam::DVec2;

/// One line of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Swept(Color),
    Passed(Color),
    Leap(Color),
    Departed,
    Captured,
    Contact,
    InCheck,
    Stops,
    Single,
    CaptureStops,
    CaptureStop,
    CapturePromotion,
    Promotion,
    Target,
    TargetCapture,
    Region,
    RegionCapture,
    Turn,
    Attacked(Color),
    Rebirth,
    Void,
}

/// The width of a sample that shows a stretch, and of one that shows a single thing.
const SAMPLE: f64 = 38.0;
const NARROW: f64 = 20.0;

impl Entry {
    /// What it says.
    pub fn text(self) -> &'static str {
        match self {
            Entry::Swept(Color::White) => "swept by White",
            Entry::Swept(Color::Black) => "swept by Black",
            Entry::Passed(Color::White) => "move of White",
            Entry::Passed(Color::Black) => "move of Black",
            Entry::Leap(Color::White) => "leap of White",
            Entry::Leap(Color::Black) => "leap of Black",
            Entry::Departed => "stood here",
            Entry::Captured => "captured",
            Entry::Contact => "stop in touch",
            Entry::InCheck => "in check",
            Entry::Stops => "legal stops (hollow end: not itself)",
            Entry::Single => "single legal stop",
            Entry::CaptureStops => "stops that capture",
            Entry::CaptureStop => "stop that captures",
            Entry::CapturePromotion => "stop that captures and promotes",
            Entry::Promotion => "promotes",
            Entry::Target => "legal",
            Entry::TargetCapture => "captures",
            Entry::Region => "legal landings (dashed rim: not itself)",
            Entry::RegionCapture => "landings that capture",
            Entry::Turn => "legal turns",
            Entry::Attacked(Color::White) => "attacked by White",
            Entry::Attacked(Color::Black) => "attacked by Black",
            Entry::Rebirth => "reborn at home",
            Entry::Void => "void",
        }
    }

    /// How wide its sample is.
    pub fn width(self) -> f64 {
        match self {
            Entry::Departed | Entry::Captured | Entry::Contact | Entry::InCheck | Entry::Single => NARROW,
            Entry::CaptureStop | Entry::CapturePromotion | Entry::Target | Entry::TargetCapture => NARROW,
            Entry::Swept(_) | Entry::Passed(_) | Entry::Leap(_) | Entry::Stops | Entry::CaptureStops => {
                SAMPLE
            }
            Entry::Promotion | Entry::Region | Entry::RegionCapture | Entry::Turn => SAMPLE,
            Entry::Attacked(_) | Entry::Rebirth | Entry::Void => SAMPLE,
        }
    }

    /// Draws a sample whose left end is at `at`.
    pub fn sample(self, drawing: &mut Drawing, at: DVec2) {
        let (middle, end) = (at + DVec2::new(self.width() / 2.0, 0.0), at + DVec2::new(self.width(), 0.0));
        let inner = Track::line(at + DVec2::new(6.0, 0.0), end - DVec2::new(6.0, 0.0));
        let man = |standing| Piece::disc(middle, 8.0, Color::White, Role::King).standing(standing);
        let span = |effect, to, end| LegalSpan {
            track: inner.clone(),
            from: 0.0,
            to,
            start: End::Closed,
            end,
            effect,
        };
        let token = |radius| piece::Token { at: middle, radius };
        let length = inner.length();
        let shape = Shape::Polygon(
            [(0.0, -7.0), (SAMPLE, -7.0), (SAMPLE, 7.0), (0.0, 7.0)].map(|p| at + DVec2::from(p)).to_vec(),
        );
        let whole = Track::line(at, end);
        match self {
            Entry::Swept(color) => {
                let number = String::new();
                let track = inner;
                lane::lane(
                    drawing,
                    &Lane { track, radius: 6.0, color, passage: Passage::Swept, number },
                    0.0,
                );
            }
            Entry::Leap(color) | Entry::Passed(color) => {
                let passage = if matches!(self, Entry::Leap(_)) { Passage::Leap } else { Passage::Passed };
                let number = String::new();
                lane::lane(drawing, &Lane { track: whole, radius: 0.0, color, passage, number }, 0.0);
            }
            Entry::Departed => piece::body(drawing, &man(Standing::Departed), token(8.0)),
            Entry::Captured => {
                let taken =
                    Piece { color: Color::Black, figure: Figure::Man(Role::Pawn), ..man(Standing::Captured) };
                piece::body(drawing, &taken, token(8.0));
                piece::figure(drawing, &taken, token(8.0));
            }
            Entry::Contact => {
                piece::contact(drawing, &Contact { at: middle, radius: 7.5, touched: Vec::new() });
            }
            Entry::InCheck => {
                let king =
                    Piece { extent: Shape::Disc { centre: middle, radius: 5.0 }, ..man(Standing::InCheck) };
                piece::figure(drawing, &king, token(5.0));
            }
            Entry::Stops => legal::spans(drawing, &[span(Effect::Quiet, length, End::Open)]),
            Entry::CaptureStops => legal::spans(drawing, &[span(Effect::Capture, length, End::Open)]),
            Entry::Promotion => legal::spans(drawing, &[span(Effect::Promotion, length, End::Closed)]),
            Entry::Single | Entry::CaptureStop | Entry::CapturePromotion => {
                let effect = match self {
                    Entry::CaptureStop => Effect::Capture,
                    Entry::CapturePromotion => Effect::CapturePromotion,
                    _ => Effect::Quiet,
                };
                let track = Track::line(middle, end);
                let (start, end) = (End::Closed, End::Closed);
                legal::spans(drawing, &[LegalSpan { track, from: 0.0, to: 0.0, start, end, effect }]);
            }
            Entry::Target => {
                legal::target(drawing, &Target { at: middle, radius: 6.0, effect: Effect::Quiet })
            }
            Entry::TargetCapture => {
                legal::target(drawing, &Target { at: middle, radius: 3.0, effect: Effect::Capture });
            }
            Entry::Region | Entry::RegionCapture => {
                let effect = if self == Entry::Region { Effect::Quiet } else { Effect::Capture };
                let Shape::Polygon(points) = shape else { return };
                legal::region(
                    drawing,
                    &Region { borders: vec![Border { points, end: End::Closed }], effect },
                );
            }
            Entry::Turn => legal::turn(
                drawing,
                &TurnSpan {
                    at: at + DVec2::new(5.0, 8.0),
                    radius: SAMPLE - 12.0,
                    from: 0.0,
                    to: -0.75,
                    start: End::Closed,
                    end: End::Open,
                    effect: Effect::Quiet,
                },
            ),
            Entry::Attacked(color) => area::area(drawing, &Area { color, shapes: vec![shape] }, None),
            Entry::Rebirth => lane::rebirth(drawing, &Rebirth { track: whole, radius: 0.0 }),
            Entry::Void => {
                let outline: Outline = shape.outline();
                drawing.fill(outline.clone(), palette::VOID);
                drawing.fill(area::hatch(&outline, 0.6, 6.0, 1.0), palette::VOID_HATCH);
            }
        }
    }
}

/// The entries a scene needs, in order, each once.
pub(crate) fn entries(scene: &Scene) -> Vec<Entry> {
    if scene.key == Key::Hidden {
        return Vec::new();
    }
    let mut found: Vec<Entry> = scene.marks.iter().filter_map(entry).collect();
    if let Ground::Round(board) = &scene.ground
        && board.cells.iter().any(|c| c.tint == Tint::Void)
    {
        found.push(Entry::Void);
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn entry(mark: &Mark) -> Option<Entry> {
    match mark {
        Mark::Piece(p) => match p.standing {
            Standing::Present | Standing::Subject => None,
            Standing::InCheck => Some(Entry::InCheck),
            Standing::Captured => Some(Entry::Captured),
            Standing::Departed => Some(Entry::Departed),
        },
        Mark::Lane(m) => Some(match m.passage {
            Passage::Swept => Entry::Swept(m.color),
            Passage::Passed => Entry::Passed(m.color),
            Passage::Leap => Entry::Leap(m.color),
        }),
        Mark::Contact(_) => Some(Entry::Contact),
        Mark::Span(m) => Some(match (m.effect, m.to > m.from) {
            (Effect::Promotion | Effect::CapturePromotion, true) => Entry::Promotion,
            (Effect::Quiet, true) => Entry::Stops,
            (Effect::Capture, true) => Entry::CaptureStops,
            (Effect::Quiet | Effect::Promotion, false) => Entry::Single,
            (Effect::Capture, false) => Entry::CaptureStop,
            (Effect::CapturePromotion, false) => Entry::CapturePromotion,
        }),
        Mark::Target(m) => Some(if m.effect.captures() { Entry::TargetCapture } else { Entry::Target }),
        Mark::Region(m) => Some(if m.effect.captures() { Entry::RegionCapture } else { Entry::Region }),
        Mark::Turn(_) => Some(Entry::Turn),
        Mark::Area(m) => Some(Entry::Attacked(m.color)),
        Mark::Rebirth(_) => Some(Entry::Rebirth),
        Mark::Note(_) => None,
    }
}
