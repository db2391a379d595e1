//! Positions on the plane, their legal sets and moves in the form that the page gets.

use super::PositionSummary;
use super::types::{
    AttackedView, BodyView, LastMoveView, LegalView, PieceView, RebirthView, RegionView, SideView, SpanView,
    Xy,
};
use crate::answers::limits;
use crate::chess::Color;
use crate::depict::attacked;
use crate::game::SpanReport;
use crate::geom::{CellSide, Curve, Extent, Path, Point, Pose, Vec2};
use crate::plane::{
    Gait, LandingCell, LandingRegion, Move, MoveEffect, Piece, PlanePosition, PlayedMove, Span, Survey,
};
use crate::render::DrawnShape;

pub fn pieces(position: &PlanePosition) -> Vec<PieceView> {
    let rules = position.rules();
    let forwards = position.forwards();
    let view = |piece: &Piece| {
        let rule = &rules.kind(piece.kind).rule;
        let forward = forwards.get(&piece.label);
        PieceView {
            label: piece.label,
            color: piece.color(),
            letter: rule.letter,
            name: rule.name.clone(),
            at: place(piece.at),
            cell: None,
            heading: piece.heading.filter(|_| rule.has_heading()),
            ahead: forward.map(|forward| [forward.dir.x, forward.dir.y]),
            way: forward.map(|forward| forward.way),
            mirrored: piece.facing.mirrors(),
            shape: shape(&rule.extent, &piece.pose()),
        }
    };
    position.pieces().iter().map(view).collect()
}

/// Returns an extent at the origin, facing along x.
pub fn at_origin(extent: &Extent) -> BodyView {
    shape(extent, &Pose { at: Point::new(0.0, 0.0), heading: Vec2::X })
}

fn shape(extent: &Extent, pose: &Pose) -> BodyView {
    let corner = |&corner: &Point| place(pose.place(corner));
    match extent.core() {
        [_] => BodyView::Disc { r: extent.radius() },
        [a, b] => BodyView::Capsule { from: corner(a), to: corner(b), r: extent.radius() },
        corners => BodyView::Polygon { points: corners.iter().map(corner).collect() },
    }
}

fn place(point: Point) -> Xy {
    [point.x, point.y]
}

/// Returns the status, the check and the legal set of a position, all from one survey.
pub fn moves_of(position: &PlanePosition) -> PositionSummary {
    let survey = Survey::new(position);
    let (spans, regions) = (survey.legal(), survey.regions());
    let cells: Vec<&LandingCell> = regions.iter().flat_map(|region| &region.cells).collect();
    let has_move = !spans.is_empty() || !cells.is_empty();
    let status = position.status_given(&survey, has_move);
    let sides: usize = cells.iter().flat_map(|cell| &cell.outlines).map(Vec::len).sum();
    let parts = spans.len() + sides;
    let legal = (parts <= limits::PARTS).then(|| legal_view(position, &spans, &regions));
    PositionSummary { status, check: survey.in_check(), legal }
}

fn legal_view(position: &PlanePosition, spans: &[Span], regions: &[LandingRegion]) -> LegalView {
    let mut span_views: Vec<SpanView> = spans.iter().map(|span| span_view(position, span)).collect();
    span_views.sort_by_key(|span| span.report.piece);
    let mut region_views = Vec::new();
    for region in regions {
        region_views.extend(region.cells.iter().map(|cell| region_view(position, region, cell)));
    }
    // The page draws later cells over earlier ones, and a pointer finds the latest. So the smallest cells come last.
    region_views.sort_by(|a, b| a.piece.cmp(&b.piece).then(b.area.total_cmp(&a.area)));
    LegalView { spans: span_views, regions: region_views, ..LegalView::default() }
}

/// Returns the reach of the side to move: its moves, whether or not they leave its king in check.
pub fn reach(position: &PlanePosition) -> LegalView {
    legal_view(position, &crate::puzzle::spans_ignoring_check(position), &[])
}

fn region_view(position: &PlanePosition, region: &LandingRegion, cell: &LandingCell) -> RegionView {
    let MoveEffect { captures, promotes } = &cell.value;
    RegionView {
        piece: position.piece(region.piece).label,
        outlines: cell.outlines.iter().map(|outline| outline.iter().map(side_view).collect()).collect(),
        area: cell.area,
        sample: place(cell.sample),
        captures: captures.iter().map(|&id| position.piece(id).label).collect(),
        reborn: if captures.is_empty() {
            Vec::new()
        } else {
            rebirths_after(position, Move::to(region.piece, region.lane, cell.sample), *promotes)
        },
        promotes: *promotes,
    }
}

/// Returns the rebirths if a move is made.
fn rebirths_after(position: &PlanePosition, m: Move, promotes: bool) -> Vec<RebirthView> {
    if !position.rules().has_rebirth() {
        return Vec::new();
    }
    let promotion = position.rules().promotions().next().filter(|_| promotes);
    match position.clone().play(Move { promotion, ..m }) {
        Ok(played) => rebirths(&played),
        Err(_) => Vec::new(),
    }
}

fn rebirths(played: &PlayedMove) -> Vec<RebirthView> {
    played.reborn.iter().map(|piece| [piece.from, piece.to].map(place)).collect()
}

fn side_view(side: &CellSide) -> SideView {
    let straight = SideView {
        from: place(side.curve.at(side.from)),
        to: place(side.curve.at(side.to)),
        centre: None,
        radius: 0.0,
        angles: None,
        open: side.open,
    };
    match side.curve {
        Curve::Line { .. } => straight,
        Curve::Circle { centre, radius } => {
            let angles = Some([side.from, side.to]);
            SideView { centre: Some(place(centre)), radius, angles, ..straight }
        }
    }
}

pub fn span_view(position: &PlanePosition, span: &Span) -> SpanView {
    let piece = position.piece(span.piece);
    let lane = &position.lanes(span.piece)[span.lane];
    let dir = match piece.path_along(lane) {
        Path::Line { dir, .. } => dir,
        Path::Turn { start, .. } => start.heading,
        // An arc begins at right angles to its radius.
        Path::Arc { start, pivot, sense } => ((start.at - pivot) * sense).perp().normalize_or_zero(),
    };
    let report = SpanReport::new(position, span);
    let middle = f64::midpoint(span.part.from, span.part.to);
    let reborn = match position.move_by(span.piece, span.lane, middle) {
        Some(m) if !report.captures.is_empty() => rebirths_after(position, m, report.promotes),
        Some(_) | None => Vec::new(),
    };
    SpanView { report, dir: [dir.x, dir.y], reborn }
}

/// Returns the last move as it is drawn. The path of a turn is that of the farthest point ahead of the centre.
pub fn last_move(before: &PlanePosition, played: &PlayedMove) -> LastMoveView {
    let rules = before.rules();
    let mover = before.find(played.label).map(|id| before.piece(id));
    let extent = mover.map(|piece| &rules.kind(piece.kind).rule.extent);
    let farthest_ahead = extent.map_or(rules.radius, Extent::outer_radius);
    let segments = match played.path {
        Path::Line { .. } => 1,
        // A segment for every four degrees, and at most 90 of them.
        Path::Arc { .. } | Path::Turn { .. } => (played.turned.abs() / 4.0).ceil().clamp(1.0, 90.0) as u32,
    };
    let point = |i: u32| {
        let pose = played.path.pose(played.distance * f64::from(i) / f64::from(segments));
        match played.path {
            Path::Turn { .. } => place(pose.at + pose.heading * farthest_ahead),
            Path::Line { .. } | Path::Arc { .. } => place(pose.at),
        }
    };
    let half_width_of_sweep = match (played.gait, played.path, extent) {
        (Gait::Leap, ..) | (_, Path::Turn { .. }, _) => 0.0,
        (_, _, Some(extent)) => half_width(extent, &played.path),
        (_, _, None) => rules.radius,
    };
    LastMoveView {
        piece: played.label,
        path: (0..=segments).map(point).collect(),
        turn: matches!(played.path, Path::Turn { .. }),
        turned: played.turned,
        r: half_width_of_sweep,
        left: place(played.from),
        before: extent.map(|extent| shape(extent, &played.path.start())),
        taken: played.captures.iter().map(|piece| place(piece.at)).collect(),
        victims: played.captures.iter().map(|piece| piece.label).collect(),
        rook: None,
        reborn: rebirths(played),
    }
}

/// Returns half the width of the area that a body sweeps along a line, in board units.
fn half_width(extent: &Extent, path: &Path) -> f64 {
    let (start, along) = (path.start(), path.pose(1e-6).at - path.start().at);
    let across = along.normalize_or_zero().perp();
    let offsets = extent.core().iter().map(|&v| across.dot(start.place(v) - start.at).abs());
    offsets.fold(0.0, f64::max) + extent.radius()
}

/// Returns shapes whose union is attacked by a side: the places at which it would capture an enemy's centre.
pub fn attacks(position: &PlanePosition, by: Color) -> Vec<AttackedView> {
    let mut shapes = Vec::new();
    for shape in attacked(position, by) {
        shapes.push(match shape {
            DrawnShape::Disc { centre, radius } => {
                AttackedView::Corridor { path: vec![centre.to_array()], r: radius }
            }
            DrawnShape::Band { track, radius } => AttackedView::Corridor {
                path: track.points().iter().map(Vec2::to_array).collect(),
                r: radius,
            },
            DrawnShape::Polygon(corners) => {
                AttackedView::Polygon { points: corners.iter().map(Vec2::to_array).collect() }
            }
        });
    }
    shapes
}
