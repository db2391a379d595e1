//! Positions with real centres.

use super::{LastView, LegalView, PieceView, Place, RegionView, ShapeView, SideView, SpanView};
use crate::depict::half_width;
use crate::game::{PlaneAnalysis, SpanReport};
use crate::geom::{Bound, Curve, Extent, Path, Point, Pose, Side};
use crate::lattice::Status;
use crate::piece::{Color, Label};
use crate::plane::{Cell, Move, Piece, PieceId, Played, Position, Survey, Way};
use crate::variant::Rebirth;

/// How finely curves that are only looked at are flattened, board units.
const FINE: f64 = 2e-3;

/// How finely those are that bound what may be chosen.
const CLOSE: f64 = 1e-5;

/// The men.
pub fn pieces(position: &Position) -> Vec<PieceView> {
    let rules = position.rules();
    let view = |piece: &Piece| {
        let rule = &rules.kind(piece.kind).rule;
        PieceView {
            label: piece.label.to_string(),
            color: piece.color(),
            letter: rule.letter,
            name: rule.name.clone(),
            at: place(piece.at),
            cell: None,
            heading: piece.heading.filter(|_| rule.has_heading()),
            shape: body(&rule.extent, &piece.pose()),
        }
    };
    position.pieces().iter().map(view).collect()
}

/// Who has won.
pub fn winner(position: &Position, status: Status) -> Option<Color> {
    (status == Status::Checkmate).then_some(!position.turn())
}

/// The king of the side to move.
pub fn king(position: &Position) -> Option<String> {
    position.king(position.turn()).map(|id| position.piece(id).label.to_string())
}

/// What a body covers at a pose.
fn body(extent: &Extent, pose: &Pose) -> ShapeView {
    let corner = |&c: &Point| place(pose.place(c));
    match extent.core() {
        [_] => ShapeView::Disc { r: extent.radius() },
        [a, b] => ShapeView::Capsule { from: corner(a), to: corner(b), r: extent.radius() },
        corners => ShapeView::Polygon { points: corners.iter().map(corner).collect() },
    }
}

fn place(p: Point) -> Place {
    [p.x, p.y]
}

/// The legal set, as `continuum analyze` has it, with directions and areas on the plane.
pub fn legal(position: &Position, analysis: &PlaneAnalysis) -> LegalView {
    let survey = Survey::new(position);
    let leapers = analysis.regions.iter().filter_map(|region| position.find(region.piece));
    let mut regions: Vec<RegionView> = Vec::new();
    for region in leapers.flat_map(|id| survey.regions_of(id)) {
        regions.extend(region.cells.iter().map(|cell| area(position, region.piece, cell)));
    }
    // Small cells last: they are drawn over large ones, and found before them.
    regions.sort_by(|a, b| a.piece.cmp(&b.piece).then(b.area.total_cmp(&a.area)));
    LegalView {
        spans: analysis.spans.iter().filter_map(|span| view(position, span)).collect(),
        regions,
        ..LegalView::default()
    }
}

/// A cell of landings.
fn area(position: &Position, piece: PieceId, cell: &Cell) -> RegionView {
    let (captures, promotes) = &cell.key;
    RegionView {
        piece: position.piece(piece).label.to_string(),
        outlines: cell.outlines.iter().map(|outline| outline.iter().flat_map(sides).collect()).collect(),
        area: cell.area,
        sample: place(cell.sample),
        captures: captures.iter().map(|&id| position.piece(id).label.to_string()).collect(),
        reborn: landing(position, piece, cell).map_or(Vec::new(), |m| reborn(position, m, *promotes)),
        promotes: *promotes,
    }
}

/// The move to a cell's sample.
fn landing(position: &Position, piece: PieceId, cell: &Cell) -> Option<Move> {
    let (man, to) = (position.piece(piece), cell.sample);
    let mut lanes = position.rules().kind(man.kind).lanes(man.color()).iter();
    let lane = lanes.position(|lane| lane.way == Way::Area).filter(|_| !cell.key.0.is_empty())?;
    Some(Move { piece, lane, distance: man.at.distance(to), to: Some(to), promotion: None })
}

/// Where the men that a move takes would be put back.
fn reborn(position: &Position, m: Move, promotes: bool) -> Vec<[Place; 2]> {
    if position.rules().rebirth == Rebirth::None {
        return Vec::new();
    }
    let promotion = position.rules().promotions().next().filter(|_| promotes);
    match position.clone().play(Move { promotion, ..m }) {
        Ok(played) => put_back(&played),
        Err(_) => Vec::new(),
    }
}

fn put_back(played: &Played) -> Vec<[Place; 2]> {
    played.reborn.iter().map(|man| [place(man.from), place(man.to)]).collect()
}

/// A side as the page draws it: what is neither straight nor an arc in short straight pieces.
fn sides(side: &Side) -> Vec<SideView> {
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
        Bound::Curve(Curve::Line { .. }) => vec![ends],
        Bound::Curve(Curve::Circle { centre, radius }) => {
            vec![SideView { centre: Some(place(centre)), radius, angles: Some([side.from, side.to]), ..ends }]
        }
        Bound::Graph(_) => side.points(CLOSE).windows(2).map(|w| straight(w[0], w[1])).collect(),
    }
}

fn view(position: &Position, span: &SpanReport) -> Option<SpanView> {
    let id = position.find(span.piece)?;
    let piece = position.piece(id);
    let lanes = position.rules().kind(piece.kind).lanes(piece.color());
    let (index, lane) = lanes.iter().enumerate().find(|(_, lane)| match lane.way {
        Way::Turn(_) => span.turn,
        Way::Straight => !span.turn && span.arc.is_none() && lane.bearing_of(piece) == span.bearing,
        Way::Arc(radius) => span.arc == Some(radius) && lane.bearing_of(piece) == span.bearing,
        Way::Area => false,
    })?;
    let dir = match lane.path(piece) {
        Path::Line { dir, .. } => dir,
        Path::Turn { start, .. } => start.heading,
        // An arc leaves at right angles to its radius.
        Path::Arc { start, pivot, sense } => ((start.at - pivot) * sense).perp().normalize_or_zero(),
    };
    let middle = f64::midpoint(span.from, span.to).abs();
    let taking = Move { piece: id, lane: index, distance: middle, to: None, promotion: None };
    Some(SpanView {
        reborn: if span.captures.is_empty() { Vec::new() } else { reborn(position, taking, span.promotes) },
        piece: span.piece.to_string(),
        bearing: span.bearing,
        dir: [dir.x, dir.y],
        arc: span.arc,
        from: span.from,
        to: span.to,
        open_from: span.open_from,
        open_to: span.open_to,
        step: lane.step,
        captures: span.captures.iter().map(Label::to_string).collect(),
        promotes: span.promotes,
        turn: span.turn,
    })
}

/// The move as drawn. A turn is told by the way of the farthest point ahead.
pub fn last(before: &Position, played: &Played) -> LastView {
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
    let r = match (played.path, extent) {
        (Path::Turn { .. }, _) => 0.0,
        (_, Some(extent)) => half_width(extent, &played.path),
        (_, None) => rules.radius,
    };
    LastView {
        piece: played.promoted.unwrap_or(played.label).to_string(),
        path: (0..=steps).map(point).collect(),
        r,
        left: place(played.from),
        before: extent.map(|extent| body(extent, &played.path.start())),
        taken: played.captures.iter().map(|(_, at)| place(*at)).collect(),
        reborn: put_back(played),
    }
}

/// The move as the list has it: the short text of what was done, figures cut to three decimals.
pub fn move_text(before: &Position, played: &Played) -> String {
    let (label, figures) = (played.label, |value: f64| super::note::figures(value));
    let lanes = before.find(label).map(|id| before.piece(id));
    let lanes = lanes.map_or(&[][..], |piece| before.rules().kind(piece.kind).lanes(piece.color()));
    let anywhere = lanes.iter().any(|lane| lane.way == Way::Area);
    let known = |bearing: f64| lanes.iter().any(|lane| lane.way == Way::Straight && lane.bearing == bearing);
    let promoted = played.promoted.map(|label| format!(" ={}", label.letter())).unwrap_or_default();
    let way = match played.path {
        Path::Turn { sense, .. } => {
            let sign = if sense > 0.0 { '+' } else { '-' };
            format!("turn {sign}{}", figures(played.distance))
        }
        Path::Arc { sense, .. } => {
            let side = if sense > 0.0 { "left" } else { "right" };
            format!("{} {side} {}", figures(played.bearing), figures(played.distance))
        }
        Path::Line { .. } if anywhere && !known(played.bearing) => {
            format!("> {},{}", figures(played.to.x), figures(played.to.y))
        }
        Path::Line { .. } => format!("{} {}", figures(played.bearing), figures(played.distance)),
    };
    format!("{label} {way}{promoted}")
}

/// Every place where an enemy's centre could be taken.
pub fn attacks(position: &Position, by: Color) -> Vec<ShapeView> {
    let survey = Survey::of_side(position, !by);
    if position.is_plain() {
        let r = position.rules().radius;
        let capsules = survey.attacked_capsules();
        return capsules
            .into_iter()
            .map(|(a, b)| ShapeView::Capsule { from: place(a), to: place(b), r })
            .collect();
    }
    let mut shapes = Vec::new();
    for sweep in survey.sweeps() {
        for part in &sweep.parts {
            // Bodies a little apart cover what one on its way sweeps.
            let turned = (sweep.path.turned(part.to) - sweep.path.turned(part.from)).abs();
            let steps = ((part.to - part.from).abs() / 0.1).max(turned / 3.0).ceil().clamp(1.0, 120.0) as u32;
            for i in 0..=steps {
                let d = part.from + (part.to - part.from) * f64::from(i) / f64::from(steps);
                let pose = sweep.path.pose(d);
                shapes.push(match body(sweep.extent, &pose) {
                    ShapeView::Disc { r } => {
                        ShapeView::Capsule { from: place(pose.at), to: place(pose.at), r }
                    }
                    other => other,
                });
            }
        }
        // Landings take what lies up to the leaper's radius beyond them.
        let r = sweep.extent.reach();
        for cell in &sweep.cells {
            let border = cell.outlines.iter().flatten().flat_map(|side| {
                let points = side.points(FINE);
                (1..points.len()).map(move |i| (points[i - 1], points[i])).collect::<Vec<_>>()
            });
            shapes.extend(border.map(|(a, b)| ShapeView::Capsule { from: place(a), to: place(b), r }));
            let outer = cell.outlines.first().filter(|_| cell.area > 0.0);
            shapes.extend(outer.map(|outline| {
                let points = outline.iter().flat_map(|side| side.points(FINE)).map(place).collect();
                ShapeView::Polygon { points }
            }));
        }
    }
    shapes
}
