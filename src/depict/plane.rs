//! Scenes of the plane.

use super::body;
use crate::chess::Color;
use crate::game::{Done, Ply};
use crate::geom::{Path, Point, Vec2};
use crate::plane::{Gait, PieceId, Played, Position, Span, Survey, Way};
use crate::render::{
    Area, Contact, Effect, End, Ground, Lane, LegalSpan, Mark, Passage, Rebirth, Scene, Shape, Standing,
    Track,
};

pub(super) fn vec(p: Point) -> Vec2 {
    Vec2::new(p.x, p.y)
}

fn ground(position: &Position) -> Scene {
    let board = &position.rules().board;
    Scene::new(Ground::Plane { width: board.width(), height: board.height() })
}

/// Every man on the board; `subject` is what the picture is about.
fn men(position: &Position, subject: Option<PieceId>) -> Vec<Mark> {
    let checked = Survey::new(position).in_check().then(|| position.king(position.turn())).flatten();
    let draw = |id: PieceId| {
        let piece = position.piece(id);
        let standing = if Some(id) == subject {
            Standing::Subject
        } else if Some(id) == checked {
            Standing::InCheck
        } else {
            Standing::Present
        };
        let drawn = body::man(position, piece.label.letter(), piece.color(), &piece.pose());
        drawn.standing(standing).labelled(piece.label.as_str()).into()
    };
    position.ids().map(draw).collect()
}

/// A position with the ways of the moves that led to it, numbered when there are several.
pub fn moves(position: &Position, plies: &[Ply]) -> Scene {
    let mut scene = ground(position).with(men(position, None));
    for (i, ply) in plies.iter().enumerate() {
        let number = if plies.len() > 1 { (i + 1).to_string() } else { String::new() };
        scene = match &ply.done {
            Done::Plane(played) => scene.with(way(position, played, number)),
            // A game stays on its kind of board.
            Done::Lattice(_) => scene,
        };
    }
    // What was taken stands in touch, too close together to be seen well on the whole board.
    let richest = plies.iter().max_by_key(|ply| ply.done.captures().len());
    match richest.filter(|ply| !ply.done.captures().is_empty()) {
        Some(ply) => scene.detailed(vec(ply.done.to()), DETAIL * position.rules().radius),
        None => scene,
    }
}

/// How much of the board round a capture is enlarged, in radii of a piece.
const DETAIL: f64 = 3.5;

fn way(position: &Position, played: &Played, number: String) -> Vec<Mark> {
    let (color, letter, path) = (played.label.color(), played.label.letter(), &played.path);
    let kind = position.rules().kind_of_letter(letter);
    let common = crate::geom::Extent::disc(position.rules().radius);
    let extent = kind.map_or(&common, |kind| &position.rules().kind(kind).rule.extent);
    let departed = body::man(position, letter, color, &path.start()).standing(Standing::Departed);
    let mut marks: Vec<Mark> = vec![departed.into()];
    if let Path::Turn { .. } = path {
        let part = crate::geom::Interval::closed(0.0, played.distance);
        let effect = if played.captures.is_empty() { Effect::Quiet } else { Effect::Capture };
        marks.push(body::turns(extent, path, &part, effect));
    } else {
        marks.push(
            Lane {
                track: body::track(path, played.distance),
                radius: body::half_width(extent, path),
                color,
                passage: match played.gait {
                    Gait::Ride => Passage::Swept,
                    Gait::Leap => Passage::Leap,
                },
                number,
            }
            .into(),
        );
    }
    for piece in &played.taken {
        let taken = body::man(position, piece.label.letter(), piece.color(), &piece.pose());
        marks.push(taken.standing(Standing::Captured).labelled(piece.label.as_str()).into());
    }
    for man in played.reborn.iter().filter(|man| man.from != man.to) {
        let track = Track::line(vec(man.from), vec(man.to));
        marks.push(Rebirth { track, radius: position.rules().radius }.into());
    }
    if let (false, Some(radius)) = (played.captures.is_empty(), extent.as_disc()) {
        let touched = played.captures.iter().map(|&(_, at)| vec(at)).collect();
        marks.push(Contact { at: vec(played.to), radius, touched }.into());
    }
    marks
}

/// The legal set of one piece.
pub fn legal(position: &Position, piece: PieceId) -> Scene {
    let man = position.piece(piece);
    let survey = Survey::new(position);
    let mut scene = ground(position).with(men(position, Some(piece)));
    for span in survey.legal_of(piece) {
        scene = scene.with(span_marks(position, &span));
    }
    for cell in survey.regions_of(piece).iter().flat_map(|region| &region.cells) {
        let (captures, promotes) = &cell.key;
        scene = scene.with([body::cell(man.at, cell, effect(captures.is_empty(), *promotes))]);
    }
    let lanes = position.rules().kind(man.kind).lanes(man.color());
    let near = |lane: &crate::plane::Lane| match lane.way {
        Way::Area => Some(lane.range + position.rules().radius),
        Way::Turn(_) => Some(position.extent(piece).reach()),
        Way::Straight | Way::Arc(_) => None,
    };
    // Regions and turns are small beside the board.
    match lanes.iter().filter_map(near).reduce(f64::max) {
        Some(reach) => scene.detailed(vec(man.at), 1.2 * reach),
        None => scene,
    }
}

fn effect(quiet: bool, promotes: bool) -> Effect {
    match (quiet, promotes) {
        (true, false) => Effect::Quiet,
        (true, true) => Effect::Promotion,
        (false, false) => Effect::Capture,
        (false, true) => Effect::CapturePromotion,
    }
}

fn span_marks(position: &Position, span: &Span) -> Vec<Mark> {
    let man = position.piece(span.piece);
    let lane = &position.rules().kind(man.kind).lanes(man.color())[span.lane];
    let (path, extent) = (man.path_along(lane), position.extent(span.piece));
    let effect = effect(span.captures.is_empty(), span.promotes);
    if let Way::Turn(_) = lane.way {
        return vec![body::turns(extent, &path, &span.part, effect)];
    }
    let end = |open: bool| if open { End::Open } else { End::Closed };
    let mut marks: Vec<Mark> = vec![
        LegalSpan {
            track: body::track(&path, span.part.to.max(1e-6)),
            from: span.part.from,
            to: span.part.to,
            start: end(span.part.open_from),
            end: end(span.part.open_to),
            effect,
        }
        .into(),
    ];
    if let (false, true, Some(radius)) = (span.captures.is_empty(), span.part.is_point(), extent.as_disc()) {
        let touched = span.captures.iter().map(|&id| vec(position.piece(id).at)).collect();
        marks.push(Contact { at: vec(path.at(span.part.from)), radius, touched }.into());
    }
    marks
}

/// What a side attacks: every place where an enemy's centre could be taken.
pub fn attacks(position: &Position, color: Color) -> Scene {
    let shapes = attacked(position, color);
    ground(position).with([Area { color, shapes }]).with(men(position, None))
}

/// The shapes whose union a side attacks.
pub fn attacked(position: &Position, by: Color) -> Vec<Shape> {
    let survey = Survey::of_side(position, !by);
    if !position.is_plain() {
        return survey.sweeps().iter().flat_map(body::sweep).collect();
    }
    let radius = position.rules().radius;
    let shape = |(a, b)| {
        if a == b {
            Shape::Disc { centre: vec(a), radius }
        } else {
            Shape::Corridor { track: Track::line(vec(a), vec(b)), radius }
        }
    };
    survey.attacked_capsules().into_iter().map(shape).collect()
}
