//! Positions on the plane, their legal sets and moves in the form that the page gets.

use super::MovesSummary;
use super::types::{LastMoveView, LegalView, PieceView, RegionView, ShapeView, SideView, SpanView, Xy};
use crate::answers::limits;
use crate::chess::Color;
use crate::depict::{attacked, half_width};
use crate::game::SpanReport;
use crate::geom::{CellSide, Curve, Extent, Path, Point, Pose, Vec2};
use crate::plane::{
    Gait, LandingCell, LandingRegion, LaneShape, Move, MoveEffect, Piece, PieceId, PlanePosition, PlayedMove,
    Span, Survey,
};
use crate::render::DrawnShape;
use crate::variant::Rebirth;

/// Returns the pieces.
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
            shape: body(&rule.extent, &piece.pose()),
        }
    };
    position.pieces().iter().map(view).collect()
}

/// Returns an extent at the origin, facing along x.
pub fn at_rest(extent: &Extent) -> ShapeView {
    body(extent, &Pose { at: Point::new(0.0, 0.0), heading: Vec2::X })
}

/// Returns an extent at a pose.
fn body(extent: &Extent, pose: &Pose) -> ShapeView {
    let corner = |&c: &Point| place(pose.place(c));
    match extent.core() {
        [_] => ShapeView::Disc { r: extent.radius() },
        [a, b] => ShapeView::Capsule { from: corner(a), to: corner(b), r: extent.radius() },
        corners => ShapeView::Polygon { points: corners.iter().map(corner).collect() },
    }
}

fn place(p: Point) -> Xy {
    [p.x, p.y]
}

/// Returns the status, the check and the legal set of a position. The parts of the set are its spans and the sides of its regions.
pub fn moves_of(position: &PlanePosition) -> MovesSummary {
    let survey = Survey::new(position);
    let (spans, regions) = (survey.legal(), survey.regions());
    let cells = || regions.iter().flat_map(|region| &region.cells);
    let has_move = !spans.is_empty() || cells().next().is_some();
    let status = position.status_given(&survey, has_move);
    let sides: usize = cells().flat_map(|cell| &cell.outlines).map(Vec::len).sum();
    let legal = (spans.len() + sides <= limits::PARTS).then(|| legal(position, &spans, &regions));
    MovesSummary { status, check: survey.in_check(), legal }
}

fn legal(position: &PlanePosition, spans: &[Span], regions: &[LandingRegion]) -> LegalView {
    let mut spans: Vec<SpanView> = spans.iter().map(|span| view(position, span)).collect();
    spans.sort_by_key(|span| span.report.piece);
    let area = |region: &LandingRegion| {
        region.cells.iter().map(|cell| area(position, region.piece, cell)).collect::<Vec<_>>()
    };
    let mut regions: Vec<RegionView> = regions.iter().flat_map(area).collect();
    // Small cells come last: they are drawn over large ones, and found before them.
    regions.sort_by(|a, b| a.piece.cmp(&b.piece).then(b.area.total_cmp(&a.area)));
    LegalView { spans, regions, ..LegalView::default() }
}

/// Returns the moves of the side to move, whether or not they leave its king in check.
pub fn ways(position: &PlanePosition) -> LegalView {
    legal(position, &crate::puzzle::spans_ignoring_check(position), &[])
}

/// Returns one cell of a region of landings.
fn area(position: &PlanePosition, piece: PieceId, cell: &LandingCell) -> RegionView {
    let MoveEffect { captures, promotes } = &cell.value;
    RegionView {
        piece: position.piece(piece).label,
        outlines: cell.outlines.iter().map(|outline| outline.iter().flat_map(sides).collect()).collect(),
        area: cell.area,
        sample: place(cell.sample),
        captures: captures.iter().map(|&id| position.piece(id).label).collect(),
        reborn: match landing(position, piece, cell) {
            Some(m) if !captures.is_empty() => reborn(position, m, *promotes),
            Some(_) | None => Vec::new(),
        },
        promotes: *promotes,
    }
}

/// Returns the move to a region's sample.
fn landing(position: &PlanePosition, piece: PieceId, cell: &LandingCell) -> Option<Move> {
    let lane = position.lanes(piece).iter().position(|lane| lane.shape == LaneShape::Area)?;
    Some(Move::to(piece, lane, cell.sample))
}

/// Returns the places where the pieces captured by a move would be put back.
fn reborn(position: &PlanePosition, m: Move, promotes: bool) -> Vec<[Xy; 2]> {
    if position.rules().rebirth == Rebirth::None {
        return Vec::new();
    }
    let promotion = position.rules().promotions().next().filter(|_| promotes);
    match position.clone().play(Move { promotion, ..m }) {
        Ok(played) => put_back(&played),
        Err(_) => Vec::new(),
    }
}

fn put_back(played: &PlayedMove) -> Vec<[Xy; 2]> {
    played.reborn.iter().map(|piece| [place(piece.from), place(piece.to)]).collect()
}

/// Returns a side of an outline. A side that is neither straight nor an arc becomes short straight sides.
fn sides(side: &CellSide) -> Vec<SideView> {
    let straight = |from, to| SideView {
        from: place(from),
        to: place(to),
        centre: None,
        radius: 0.0,
        angles: None,
        open: side.open,
    };
    let ends = straight(side.curve.at(side.from), side.curve.at(side.to));
    match side.curve {
        Curve::Line { .. } => vec![ends],
        Curve::Circle { centre, radius } => {
            vec![SideView { centre: Some(place(centre)), radius, angles: Some([side.from, side.to]), ..ends }]
        }
    }
}

/// Returns a legal span.
pub fn view(position: &PlanePosition, span: &Span) -> SpanView {
    let piece = position.piece(span.piece);
    let lane = &position.lanes(span.piece)[span.lane];
    let dir = match piece.path_along(lane) {
        Path::Line { dir, .. } => dir,
        Path::Turn { start, .. } => start.heading,
        // The path leaves at right angles to the radius.
        Path::Arc { start, pivot, sense } => ((start.at - pivot) * sense).perp().normalize_or_zero(),
    };
    let distance = f64::midpoint(span.part.from, span.part.to);
    let taking = position.move_by(span.piece, span.lane, distance);
    let report = SpanReport::new(position, span);
    let reborn = match taking.filter(|_| !report.captures.is_empty()) {
        Some(m) => reborn(position, m, report.promotes),
        None => Vec::new(),
    };
    SpanView { report, dir: [dir.x, dir.y], reborn }
}

/// Returns the last move as drawn. A turn shows the path of the farthest point ahead.
pub fn last(before: &PlanePosition, played: &PlayedMove) -> LastMoveView {
    let rules = before.rules();
    let mover = before.find(played.label).map(|id| before.piece(id));
    let extent = mover.map(|piece| &rules.kind(piece.kind).rule.extent);
    let ahead = extent.map_or(rules.radius, Extent::reach);
    let steps = match played.path {
        Path::Line { .. } => 1,
        Path::Arc { .. } | Path::Turn { .. } => (played.turned.abs() / 4.0).ceil().clamp(1.0, 90.0) as u32,
    };
    let point = |i: u32| {
        let pose = played.path.pose(played.distance * f64::from(i) / f64::from(steps));
        match played.path {
            Path::Turn { .. } => place(pose.at + pose.heading * ahead),
            Path::Line { .. } | Path::Arc { .. } => place(pose.at),
        }
    };
    let r = match (played.gait, played.path, extent) {
        (Gait::Leap, ..) | (_, Path::Turn { .. }, _) => 0.0,
        (_, _, Some(extent)) => half_width(extent, &played.path),
        (_, _, None) => rules.radius,
    };
    LastMoveView {
        piece: played.label,
        path: (0..=steps).map(point).collect(),
        turn: matches!(played.path, Path::Turn { .. }),
        turned: played.turned,
        r,
        left: place(played.from),
        before: extent.map(|extent| body(extent, &played.path.start())),
        taken: played.captures.iter().map(|piece| place(piece.at)).collect(),
        victims: played.captures.iter().map(|piece| piece.label).collect(),
        rook: None,
        reborn: put_back(played),
    }
}

/// Returns every place at which an enemy's centre would be captured.
pub fn attacks(position: &PlanePosition, by: Color) -> Vec<ShapeView> {
    let place = |v: &Vec2| v.to_array();
    let shape = |shape| match shape {
        DrawnShape::Disc { centre, radius } => ShapeView::Corridor { path: vec![place(&centre)], r: radius },
        DrawnShape::Corridor { track, radius } => {
            ShapeView::Corridor { path: track.points().iter().map(place).collect(), r: radius }
        }
        DrawnShape::Polygon(corners) => ShapeView::Polygon { points: corners.iter().map(place).collect() },
    };
    attacked(position, by).into_iter().map(shape).collect()
}
