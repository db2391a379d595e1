//! The legend, with one entry for each kind of mark in the picture: a sample of the mark, and words for its meaning.

use super::inset::InsetRows;
use crate::chess::Color;
use crate::render::paint;
use crate::render::scene::{
    AreaMeaning, BoardMark, DrawnPiece, Ground, Inset, Passage, PieceState, Projection, Scene, StopEffect,
    Tint, Wording,
};
use crate::render::view::board_map::{BoardMap, Similarity};
use crate::render::view::solid::{Solid, SurfaceInSpace};

/// An entry of the legend, with the colour or effect of the marks that it explains. Entries are drawn in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LegendEntry {
    Swept(Color),
    MovePath(Color),
    Leap(Color),
    MadeTurn(Color),
    Departed,
    Captured(Color),
    TouchingStop,
    InCheck(Color),
    Stretch(StopEffect),
    SingleStop(StopEffect),
    LegalDestination(StopEffect),
    LegalRegion(StopEffect),
    TurnSpan(StopEffect),
    OpenEnd(StopEffect),
    OpenBorder(StopEffect),
    Capturable(Color),
    Attacked(Color),
    RebirthArrow,
    Forward(Color),
    Ruler,
    Void,
    Seam,
}

impl LegendEntry {
    pub fn text(self, wording: Wording) -> &'static str {
        match self {
            LegendEntry::Swept(color) => ["swept by White", "swept by Black"][color.index()],
            LegendEntry::MovePath(color) => ["move of White", "move of Black"][color.index()],
            LegendEntry::Leap(color) => ["leap of White", "leap of Black"][color.index()],
            LegendEntry::MadeTurn(color) => ["turn of White", "turn of Black"][color.index()],
            LegendEntry::Attacked(color) => ["attacked by White", "attacked by Black"][color.index()],
            LegendEntry::Departed => "stood here",
            LegendEntry::Captured(_) => "captured",
            LegendEntry::TouchingStop => match wording {
                Wording::Keys => "the piece at an end",
                Wording::Mates => "the piece where it stops",
                Wording::Legal => "stop in touch",
            },
            LegendEntry::InCheck(_) => "in check",
            LegendEntry::Stretch(effect) => words_of_stretch(effect, wording),
            LegendEntry::SingleStop(effect) => words_of_single_stop(effect, wording),
            LegendEntry::LegalDestination(effect) => {
                of_effect(effect, ["legal", "captures", "promotes", "captures and promotes"])
            }
            LegendEntry::LegalRegion(effect) if wording == Wording::Mates => {
                words_of_stretch(effect, wording)
            }
            LegendEntry::LegalRegion(effect) => {
                let quiet = "legal landings";
                let both = "landings that capture and promote";
                of_effect(effect, [quiet, "landings that capture", "landings that promote", both])
            }
            LegendEntry::TurnSpan(effect) if effect.captures() => "turns that capture",
            LegendEntry::TurnSpan(_) => "legal turns",
            LegendEntry::OpenEnd(_) => match wording {
                Wording::Keys => "hollow end: no key",
                Wording::Mates => "hollow end: does not mate",
                Wording::Legal => "hollow end: not itself legal",
            },
            LegendEntry::OpenBorder(_) if wording == Wording::Mates => "dashed rim: does not mate",
            LegendEntry::OpenBorder(_) => "dashed rim: not itself legal",
            LegendEntry::Capturable(_) => "may be taken",
            LegendEntry::RebirthArrow => "reborn at home",
            LegendEntry::Forward(_) => "wedge: forward",
            LegendEntry::Ruler => "lane, a tick each tenth",
            LegendEntry::Void => "void",
            LegendEntry::Seam => "glued side, arrow on arrow",
        }
    }
}

fn of_effect(effect: StopEffect, words: [&'static str; 4]) -> &'static str {
    let [quiet, capture, promotion, capture_promotion] = words;
    match effect {
        StopEffect::Quiet => quiet,
        StopEffect::Capture => capture,
        StopEffect::Promotion => promotion,
        StopEffect::CapturePromotion => capture_promotion,
    }
}

fn words_of_stretch(effect: StopEffect, wording: Wording) -> &'static str {
    let words = match wording {
        Wording::Mates => {
            ["mates", "captures and mates", "promotes and mates", "captures, promotes and mates"]
        }
        Wording::Keys => ["keys", "keys that capture", "keys that promote", "keys that capture and promote"],
        Wording::Legal => {
            ["legal stops", "stops that capture", "stops that promote", "stops that capture and promote"]
        }
    };
    of_effect(effect, words)
}

fn words_of_single_stop(effect: StopEffect, wording: Wording) -> &'static str {
    let words = match wording {
        Wording::Mates => [
            "mates, a single distance",
            "capture that mates",
            "promotion that mates",
            "capture and promotion that mates",
        ],
        Wording::Keys => [
            "key, a single distance",
            "key that captures",
            "key that promotes",
            "key that captures and promotes",
        ],
        Wording::Legal => [
            "single legal stop",
            "stop that captures",
            "stop that promotes",
            "stop that captures and promotes",
        ],
    };
    of_effect(effect, words)
}

/// Returns the entries of a scene, for the marks on the board and in its insets.
pub(crate) fn entries(scene: &Scene, to_page: &Similarity, insets: &[Inset]) -> Vec<LegendEntry> {
    let Some(wording) = scene.legend else { return Vec::new() };
    let mut entries = Vec::new();
    add_entries_of_ground(&scene.ground, &mut entries);
    let on_board = to_page.marks(&marks_as_drawn(scene));
    let rows = InsetRows::of(insets);
    let in_insets = insets.iter().map(|inset| rows.marks_of(scene, inset));
    for marks in std::iter::once(on_board).chain(in_insets) {
        for mark in marks.iter().filter(|mark| paint::is_drawn(mark, &marks)) {
            add_entries_of_mark(mark, &mut entries);
        }
    }
    sort_and_merge(&mut entries, wording);
    entries
}

/// Sorts entries, and keeps one entry of those with equal words.
pub(crate) fn sort_and_merge(entries: &mut Vec<LegendEntry>, wording: Wording) {
    entries.sort_unstable();
    entries.dedup_by_key(|entry| entry.text(wording));
}

/// Returns the marks of a scene without those that a surface in space hides. These are drawn in forms that no entry explains.
fn marks_as_drawn(scene: &Scene) -> Vec<BoardMark> {
    if let Ground::Glued(board) = &scene.ground
        && board.projection == Projection::Solid
        && let Some(surface) = SurfaceInSpace::of(board)
    {
        let solid = Solid::new(surface);
        return scene.marks.iter().filter_map(|mark| paint::solid::as_drawn(&solid, mark)).collect();
    }
    scene.marks.clone()
}

fn add_entries_of_ground(ground: &Ground, entries: &mut Vec<LegendEntry>) {
    match ground {
        Ground::Round(board) => {
            if board.cells.iter().any(|cell| cell.tint == Tint::Void) {
                entries.push(LegendEntry::Void);
            }
        }
        Ground::Glued(board) => {
            if !board.voids.is_empty() {
                entries.push(LegendEntry::Void);
            }
            if board.projection != Projection::Polar && board.sheet.has_seams() {
                entries.push(LegendEntry::Seam);
            }
        }
        Ground::Plane { .. } | Ground::Squares { .. } | Ground::Graph(_) => {}
    }
}

fn add_entries_of_mark(mark: &BoardMark, entries: &mut Vec<LegendEntry>) {
    match mark {
        BoardMark::DrawnPiece(piece) => add_entries_of_piece(piece, entries),
        BoardMark::MovePath(m) => entries.push(match m.passage {
            Passage::Swept => LegendEntry::Swept(m.color),
            Passage::Passed => LegendEntry::MovePath(m.color),
            Passage::Leap => LegendEntry::Leap(m.color),
        }),
        BoardMark::MadeTurn(m) => entries.push(LegendEntry::MadeTurn(m.color)),
        BoardMark::TouchingStop(_) => entries.push(LegendEntry::TouchingStop),
        BoardMark::LegalSpan(m) if m.stretch.is_point() => entries.push(LegendEntry::SingleStop(m.effect)),
        BoardMark::LegalSpan(m) => {
            entries.push(LegendEntry::Stretch(m.effect));
            if m.stretch.open_from || m.stretch.open_to {
                entries.push(LegendEntry::OpenEnd(m.effect));
            }
        }
        BoardMark::LegalDestination(m) => entries.push(LegendEntry::LegalDestination(m.effect)),
        BoardMark::LegalRegion(m) => {
            entries.push(LegendEntry::LegalRegion(m.effect));
            if m.borders.iter().any(|border| border.is_open) {
                entries.push(LegendEntry::OpenBorder(m.effect));
            }
        }
        BoardMark::TurnSpan(m) => {
            entries.push(LegendEntry::TurnSpan(m.effect));
            if m.open_from || m.open_to {
                entries.push(LegendEntry::OpenEnd(m.effect));
            }
        }
        BoardMark::Area(m) => match m.meaning {
            AreaMeaning::Attacked => entries.push(LegendEntry::Attacked(m.color)),
            // The band about a path has the entry of the path.
            AreaMeaning::Swept => {}
        },
        BoardMark::RebirthArrow(_) => entries.push(LegendEntry::RebirthArrow),
        BoardMark::Ruler(_) => entries.push(LegendEntry::Ruler),
        BoardMark::Note(_) => {}
    }
}

fn add_entries_of_piece(piece: &DrawnPiece, entries: &mut Vec<LegendEntry>) {
    match piece.state {
        PieceState::Present | PieceState::Subject => {}
        PieceState::InCheck => entries.push(LegendEntry::InCheck(piece.color)),
        PieceState::Capturable => entries.push(LegendEntry::Capturable(piece.color)),
        PieceState::Captured => entries.push(LegendEntry::Captured(piece.color)),
        PieceState::Departed => entries.push(LegendEntry::Departed),
    }
    if piece.forward.is_some() {
        entries.push(LegendEntry::Forward(piece.color));
    }
}
