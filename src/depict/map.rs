//! Maps of mates: graphs of the distance of the first move and of the distance of the answer, which grows upwards.

use crate::geom::Interval;
use crate::plane::{PieceLane, PlanePosition};
use crate::render::{
    BoardMark, Border, Graph, Ground, LegalRegion, LegalSpan, Rectangle, Scene, StopEffect, Track, Wording,
};
use crate::solve::plane::{AreaEnd, MapArea, MapColumn, MateMap, Unsupported, map_of_mates};
use glam::DVec2;

/// Returns the map of a lane of the side to move and a lane of an answering piece.
pub fn scene(position: &PlanePosition, first: PieceLane, answer: PieceLane) -> Result<Scene, Unsupported> {
    let map = map_of_mates(position, first, answer)?;
    let name = |PieceLane { piece, lane }: PieceLane| {
        let (lane, piece) = (&position.lanes(piece)[lane], position.piece(piece));
        format!("{} {}", piece.label, (piece.bearing_along(lane) * 1e3).round() / 1e3)
    };
    let (first, answer) = (name(first), name(answer));
    let doubt = if map.complete { "" } else { " Not all of it is decided." };
    let graph = graph_of(&map);
    let scene = Scene::new(Ground::Graph(graph))
        .with(map.areas.iter().flat_map(|area| marks_of_area(area, &graph)))
        .titled(format!("Where {answer} mates after {first}"))
        .captioned(format!("Across: how far {first}. Upwards: how far {answer} then.{doubt}"));
    Ok(Scene { legend: Some(Wording::Mates), ..scene })
}

/// The least margin about the mates, in distances of a move.
const LEAST_MARGIN: f64 = 1e-3;

/// Returns the graph of a map. It shows all mates with a margin, or the whole lane of the first move if nothing mates.
fn graph_of(map: &MateMap) -> Graph {
    let mut ends = Vec::new();
    for MapColumn { first, answers } in map.areas.iter().flat_map(|area| &area.columns) {
        ends.extend([DVec2::new(*first, answers.from), DVec2::new(*first, answers.to)]);
    }
    let mates = Rectangle::holding(ends).unwrap_or(Rectangle::to(DVec2::new(map.greatest_first, 1.0)));
    let shown = mates.grown((mates.size() * 0.15).max(DVec2::splat(LEAST_MARGIN)));
    Graph { low: shown.low.max(DVec2::ZERO), high: shown.high }
}

/// Returns the mark of an area of a map: a region, or a line or point if answers or first moves are single.
fn marks_of_area(area: &MapArea, graph: &Graph) -> Vec<BoardMark> {
    let effect = if area.captures { StopEffect::Capture } else { StopEffect::Quiet };
    let columns = &area.columns[..];
    let places = |answer: fn(&Interval) -> f64| -> Vec<DVec2> {
        columns.iter().map(|column| graph.place(DVec2::new(column.first, answer(&column.answers)))).collect()
    };
    let (low, high) = (places(|answers| answers.from), places(|answers| answers.to));
    match columns {
        [] => Vec::new(),
        [MapColumn { answers, .. }] => {
            // Answers to a single distance of the first move form an upright line.
            let track = Track::line(low[0], high[0]);
            let stretch = Interval { from: 0.0, to: track.length(), ..*answers };
            vec![LegalSpan { track, stretch, effect }.into()]
        }
        [first, ..] if first.answers.is_point() => vec![LegalSpan::whole(Track::through(low), effect).into()],
        [.., _] => {
            let outline = low.iter().copied().chain(high.iter().rev().copied()).collect();
            // A border counts as open if it is open in at least half of the columns.
            let is_mostly_open = |is_open: fn(&Interval) -> bool| {
                let open_count = columns.iter().filter(|column| is_open(&column.answers)).count();
                2 * open_count >= columns.len()
            };
            let mut borders = vec![
                Border { is_open: is_mostly_open(|answers| answers.open_from), points: low.clone() },
                Border { is_open: is_mostly_open(|answers| answers.open_to), points: high.clone() },
            ];
            for (i, end) in [(0, area.start), (low.len() - 1, area.end)] {
                let is_open = match end {
                    AreaEnd::Inner => continue,
                    AreaEnd::Closed => false,
                    AreaEnd::Open => true,
                };
                borders.push(Border { is_open, points: vec![low[i], high[i]] });
            }
            vec![LegalRegion { outlines: vec![outline], borders, effect }.into()]
        }
    }
}
