//! Maps of mates: the first move's distance across, the answer's upwards.

use crate::plane::{PieceId, Position};
use crate::render::{Border, Effect, End, Ground, Key, LegalSpan, Mark, Region, Scene, Track};
use crate::solve::plane::{MapPart, MateMap, Unsolved, map_of_mates};
use glam::DVec2;

/// The map of a lane of the side to move against a lane of an answering piece.
pub fn map(
    position: &Position,
    first: (PieceId, usize),
    answer: (PieceId, usize),
) -> Result<Scene, Unsolved> {
    let map = map_of_mates(position, first, answer)?;
    let side = |length: f64| length.ceil().max(1.0);
    let ground = Ground::Plane { width: side(map.first), height: side(map.answer) };
    let name = |(piece, lane): (PieceId, usize)| {
        let piece = position.piece(piece);
        let lanes = position.rules().kind(piece.kind).lanes(piece.color());
        format!("{} {}", piece.label, (piece.bearing_along(&lanes[lane]) * 1e3).round() / 1e3)
    };
    let doubt = if map.complete { "" } else { " Not all of it is decided." };
    let caption = format!("Across: how far {}. Upwards: how far {} then.{doubt}", name(first), name(answer));
    let scene = Scene { key: Key::Mates, ..Scene::new(ground).with(marks(&map)).captioned(caption) };
    Ok(match bounds(&map) {
        Some((low, high)) => {
            let reach = 0.6 * (high - low).max_element();
            scene.enlarging(low.midpoint(high), reach.max(LEAST_REACH))
        }
        None => scene,
    })
}

/// No less of the map is enlarged.
const LEAST_REACH: f64 = 1e-3;

/// The corners of the box about all that mates.
fn bounds(map: &MateMap) -> Option<(DVec2, DVec2)> {
    let columns = map.parts.iter().flat_map(|part| &part.columns);
    let ends = columns.flat_map(|(at, here)| [DVec2::new(*at, here.from), DVec2::new(*at, here.to)]);
    ends.map(|end| (end, end)).reduce(|(low, high), (end, _)| (low.min(end), high.max(end)))
}

fn marks(map: &MateMap) -> Vec<Mark> {
    map.parts.iter().flat_map(of_part).collect()
}

fn of_part(part: &MapPart) -> Vec<Mark> {
    let effect = if part.takes { Effect::Capture } else { Effect::Quiet };
    let end = |open: bool| if open { End::Open } else { End::Closed };
    let Some((at, here)) = part.columns.first() else { return Vec::new() };
    let low: Vec<DVec2> = part.columns.iter().map(|(at, here)| DVec2::new(*at, here.from)).collect();
    let high: Vec<DVec2> = part.columns.iter().map(|(at, here)| DVec2::new(*at, here.to)).collect();
    let track = |points: Vec<DVec2>| Track::through(points);
    let whole = |track: Track| {
        let to = track.length();
        LegalSpan { track, from: 0.0, to, start: End::Closed, end: End::Closed, effect }
    };
    if part.columns.len() == 1 {
        // One distance of the first move: the answers stand above each other.
        let track = track(vec![DVec2::new(*at, 0.0), DVec2::new(*at, here.to.max(1e-6))]);
        let (start, end) = (end(here.open_from), end(here.open_to));
        return vec![LegalSpan { track, from: here.from, to: here.to, start, end, effect }.into()];
    }
    if here.is_point() {
        return vec![whole(track(low)).into()];
    }
    let points = low.iter().copied().chain(high.iter().rev().copied()).collect();
    let mut out: Vec<Mark> = vec![Region { borders: vec![Border { points, end: End::Open }], effect }.into()];
    // An end that mates is a whole line over the dashes.
    let open_from = part.columns.iter().filter(|(_, here)| here.open_from).count();
    let open_to = part.columns.iter().filter(|(_, here)| here.open_to).count();
    for (line, open) in [(low, open_from), (high, open_to)] {
        if 2 * open < part.columns.len() {
            let there_and_back = line.iter().copied().chain(line.iter().rev().copied()).collect();
            let border = Border { points: there_and_back, end: End::Closed };
            out.push(Region { borders: vec![border], effect }.into());
        }
    }
    out
}
