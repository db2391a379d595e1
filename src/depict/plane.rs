//! Scenes of the plane.

use super::body::{self, point};
use super::caption::{NumberedPly, numbered};
use super::sweep;
use crate::board::Chart;
use crate::budget::work;
use crate::chess::Color;
use crate::game::{MoveMade, Ply};
use crate::geom::{Extent, Interval, Path, Vec2, rounded};
use crate::plane::{Gait, Lane, LaneShape, PieceId, PlanePosition, PlayedMove, Span, Survey};
use crate::render::{
    Area, AreaMeaning, BoardMark, DrawnPiece, DrawnShape, GluedBoard, Ground, LegalSpan, MovePath, Note,
    Passage, PieceState, Projection, RebirthArrow, Rectangle, Ruler, Scene, StopEffect, TouchingStop, Track,
    Wording,
};
use crate::solve::plane::KeyStretch;

fn empty_board(position: &PlanePosition) -> Scene {
    let board = &position.rules().board;
    let (width, height) = (board.width(), board.height());
    if !board.has_seams() {
        return Scene::new(Ground::Plane { width, height });
    }
    let voids =
        board.voids().into_iter().map(|void| Rectangle { low: point(void.low), high: point(void.high) });
    let projection = match Chart::of(position.rules().variant.spec()) {
        Chart::Ring | Chart::Disc => Projection::Polar,
        Chart::Flat(_) => Projection::Chart,
    };
    let (sheet, voids) = (*board.sheet(), voids.collect());
    Scene::new(Ground::Glued(GluedBoard { sheet, voids, has_cells: false, projection }))
}

/// Returns every piece on the board, in order. A king in check has the state of check.
fn drawn_pieces(position: &PlanePosition) -> Vec<DrawnPiece> {
    let king = position.king(position.turn()).filter(|_| Survey::new(position).in_check());
    let forwards = position.forwards();
    let draw = |id: PieceId| {
        let piece = position.piece(id);
        let state = if Some(id) == king { PieceState::InCheck } else { PieceState::Present };
        let drawn = body::piece(position, piece.label, &piece.pose());
        let forward = forwards.get(&piece.label).map(|forward| forward.dir.to_angle());
        DrawnPiece { forward, ..drawn.in_state(state).labelled(piece.label.as_str()) }
    };
    position.ids().map(draw).collect()
}

/// Returns every piece, with the states of the subjects of the picture and of the pieces that may be captured.
fn pieces_with(position: &PlanePosition, subjects: &[PieceId], capturable: &[PieceId]) -> Vec<DrawnPiece> {
    let mut pieces = drawn_pieces(position);
    for (piece, id) in pieces.iter_mut().zip(position.ids()) {
        if subjects.contains(&id) {
            piece.state = PieceState::Subject;
        } else if capturable.contains(&id) {
            piece.state = PieceState::Capturable;
        }
    }
    pieces
}

/// Returns a position with the paths of the moves that led to it, numbered if there are several.
pub fn moves(position: &PlanePosition, plies: &[Ply]) -> Scene {
    let scene =
        empty_board(position).with(drawn_pieces(position)).with(marks_of_plies(position, numbered(plies)));
    // On the whole board the captured pieces are too close to the mover to be seen.
    let most_captures = plies.iter().max_by_key(|ply| ply.made.captures().len());
    match most_captures.filter(|ply| !ply.made.captures().is_empty()) {
        Some(ply) => scene.enlarging(point(ply.made.to()), INSET * position.rules().radius),
        None => scene,
    }
}

/// Half the side of the enlarged square about a capture, in radii of a piece.
const INSET: f64 = 3.5;

fn marks_of_plies(position: &PlanePosition, plies: Vec<NumberedPly<'_>>) -> Vec<BoardMark> {
    let mut marks = Vec::new();
    for NumberedPly { ply, number } in plies {
        // All moves of a game are on its kind of board.
        if let MoveMade::Plane(played) = &ply.made {
            marks.extend(marks_of_move(position, played, number));
        }
    }
    marks
}

/// Returns the marks of a move: its beginning and path, its captures, its touching stop and its rebirths.
fn marks_of_move(position: &PlanePosition, played: &PlayedMove, number: String) -> Vec<BoardMark> {
    let mut marks = marks_of_path(position, played, played.distance, number);
    for piece in &played.captures {
        let captured = body::piece(position, piece.label, &piece.pose());
        marks.push(captured.in_state(PieceState::Captured).labelled(piece.label.as_str()).into());
    }
    for reborn in played.reborn.iter().filter(|reborn| reborn.from != reborn.to) {
        let track = Track::line(point(reborn.from), point(reborn.to));
        marks.push(RebirthArrow { track, radius: position.rules().radius }.into());
    }
    if !played.captures.is_empty() {
        let touched = played.captures.iter().map(|piece| point(piece.at)).collect();
        marks.extend(touching_stop(&body::extent(position, played.label), point(played.to), touched));
    }
    marks
}

/// Returns the mark of a touching stop at a place, or `None` for an extent that is not a disc.
fn touching_stop(extent: &Extent, centre: Vec2, touched: Vec<Vec2>) -> Option<BoardMark> {
    let radius = extent.as_disc()?;
    Some(TouchingStop { extent: DrawnShape::Disc { centre, radius }, touched }.into())
}

/// Returns the marks of the beginning of a move, and of its path up to a distance.
fn marks_of_path(
    position: &PlanePosition,
    played: &PlayedMove,
    distance: f64,
    number: String,
) -> Vec<BoardMark> {
    let (color, path) = (played.label.color(), &played.path);
    let extent = body::extent(position, played.label);
    let departed = body::piece(position, played.label, &path.start()).in_state(PieceState::Departed);
    let mut marks: Vec<BoardMark> = vec![departed.into()];
    marks.push(match path {
        Path::Turn { .. } => body::made_turn(&extent, path, distance, color, number),
        Path::Line { .. } | Path::Arc { .. } => MovePath {
            track: body::track(path, distance),
            radius: extent.as_disc().unwrap_or(0.0),
            color,
            passage: match played.gait {
                Gait::Ride => Passage::Swept,
                Gait::Leap => Passage::Leap,
            },
            number,
        }
        .into(),
    });
    // A move path draws the band that a disc sweeps. Other extents sweep other areas.
    let is_ride_along_path = played.gait == Gait::Ride && !matches!(path, Path::Turn { .. });
    if is_ride_along_path && extent.as_disc().is_none() {
        let shapes = sweep::swept_shapes(&extent, path, Interval::closed(0.0, distance));
        marks.push(Area { color, shapes, meaning: AreaMeaning::Swept }.into());
    }
    marks
}

/// Returns a move under way, after a fraction of its path. The other pieces are those of the position before the move.
///
/// `plies` ends with the move. The paths of the earlier plies are drawn whole.
pub fn under_way(before: &PlanePosition, plies: &[Ply], travelled: f64) -> Scene {
    let mut pieces = drawn_pieces(before);
    let mut numbered_plies = numbered(plies);
    let Some(NumberedPly { ply: Ply { made: MoveMade::Plane(played), .. }, number }) = numbered_plies.pop()
    else {
        return empty_board(before).with(pieces);
    };
    let distance = played.distance * travelled;
    if let Some(mover) = pieces.iter_mut().find(|piece| piece.label == played.label.as_str()) {
        let moved = body::piece(before, played.label, &played.path.pose(distance));
        (mover.extent, mover.at, mover.heading) = (moved.extent, moved.at, moved.heading);
    }
    empty_board(before)
        .with(pieces)
        .with(marks_of_plies(before, numbered_plies))
        .with(marks_of_path(before, played, distance, number))
}

pub fn legal(position: &PlanePosition, piece: PieceId) -> Scene {
    let mover = position.piece(piece);
    let survey = Survey::new(position);
    let (spans, regions) = (survey.legal_of(piece), survey.regions_of(piece));
    let mut capturable: Vec<PieceId> = Vec::new();
    let mut marks = Vec::new();
    for span in &spans {
        capturable.extend(span.captures.iter());
        marks.extend(span_marks(position, span));
    }
    for cell in regions.iter().flat_map(|region| &region.cells) {
        capturable.extend(cell.value.captures.iter());
        let effect = StopEffect::of(!cell.value.captures.is_empty(), cell.value.promotes);
        marks.push(body::landing_cell(cell, effect));
    }
    let scene = empty_board(position).with(pieces_with(position, &[piece], &capturable)).with(marks);
    let lanes = position.lanes(piece);
    let radius_to_show = |lane: &Lane| match lane.shape {
        LaneShape::Area => Some(lane.range + position.rules().radius),
        LaneShape::Turn(_) => Some(position.extent(piece).outer_radius()),
        LaneShape::Straight | LaneShape::Arc(_) => None,
    };
    // Regions and turns are small in comparison with the board.
    match lanes.iter().filter_map(radius_to_show).reduce(f64::max) {
        Some(radius) => scene.enlarging(point(mover.at), 1.2 * radius),
        None => scene,
    }
}

/// Returns keys as stretches with their ends. Short stretches are enlarged.
///
/// Some keys are measured: the lane has ticks, and the piece is drawn at both ends. These are all keys of a problem, and the enlarged
/// stretches of mates.
pub fn keys(position: &PlanePosition, keys: &[KeyStretch], wording: Wording) -> Scene {
    let keys: Vec<Span> = keys.iter().map(KeyStretch::span).collect();
    let subjects: Vec<PieceId> = keys.iter().map(|key| key.piece).collect();
    let capturable: Vec<PieceId> = keys.iter().flat_map(|key| key.captures.iter()).copied().collect();
    let board = Scene { legend: Some(wording), ..empty_board(position) };
    let mut scene = board.with(pieces_with(position, &subjects, &capturable));
    for key in &keys {
        let middle = middle_of(position, key);
        let is_worth_inset = is_worth_enlarging(key);
        if is_worth_inset && scene.insets.len() < MOST_INSETS && !scene.has_inset_near(middle) {
            let half_length = (key.part.to - key.part.from) / 2.0;
            let half_side = half_length + AROUND * position.extent(key.piece).outer_radius();
            scene = scene.enlarging(middle, half_side);
        }
        let is_enlarged_stretch = is_worth_inset && !key.part.is_point() && scene.has_inset_near(middle);
        if wording == Wording::Keys || is_enlarged_stretch {
            scene = scene.with(measures(position, key));
        }
        scene = scene.with(span_marks(position, key));
    }
    scene
}

/// Returns the canonical place of the mover in the middle of a key.
fn middle_of(position: &PlanePosition, key: &Span) -> Vec2 {
    let path = position.path(key.piece, key.lane);
    let (middle, _) = position.rules().board.canonical(path.at(key.part.from.midpoint(key.part.to)));
    point(middle)
}

/// Whether a key is too short to be seen on the whole board, and would show more if it were enlarged.
///
/// A single distance without a capture would look the same.
fn is_worth_enlarging(key: &Span) -> bool {
    key.part.to - key.part.from < SHORT && !(key.part.is_point() && key.captures.is_empty())
}

/// The length below which a stretch is enlarged, in board units.
const SHORT: f64 = 0.5;
/// The greatest number of enlarged stretches.
const MOST_INSETS: usize = 6;
/// The distance about a short stretch that is enlarged with it, in outer radii of the piece.
const AROUND: f64 = 1.4;

/// Returns the marks that measure a key: its lane with ticks, and the piece and the distance at each end.
fn measures(position: &PlanePosition, key: &Span) -> Vec<BoardMark> {
    let (path, extent) = (position.path(key.piece, key.lane), position.extent(key.piece));
    if let Path::Turn { .. } = path {
        return Vec::new();
    }
    let mut marks: Vec<BoardMark> = vec![Ruler::of_tenths(body::track(&path, key.part.to.max(1e-6))).into()];
    let ends = if key.part.is_point() { vec![key.part.from] } else { vec![key.part.from, key.part.to] };
    for end in ends {
        let at = point(path.at(end));
        marks.extend(touching_stop(extent, at, Vec::new()));
        marks.push(Note { at, text: rounded(end, DECIMALS) }.into());
    }
    marks
}

/// The number of decimals of the distances beside a key, as `solve` prints them.
const DECIMALS: usize = 9;

fn span_marks(position: &PlanePosition, span: &Span) -> Vec<BoardMark> {
    let mover = position.piece(span.piece);
    let lane = &position.lanes(span.piece)[span.lane];
    let (path, extent) = (mover.path_along(lane), position.extent(span.piece));
    let effect = StopEffect::of(!span.captures.is_empty(), span.promotes);
    if let LaneShape::Turn(_) = lane.shape {
        return vec![body::turn_span(extent, &path, &span.part, effect)];
    }
    let track = body::track(&path, span.part.to.max(1e-6));
    let mut marks: Vec<BoardMark> = vec![LegalSpan { track, stretch: span.part, effect }.into()];
    if span.part.is_point() && !span.captures.is_empty() {
        let touched = span.captures.iter().map(|&id| point(position.piece(id).at)).collect();
        marks.extend(touching_stop(extent, point(path.at(span.part.from)), touched));
    }
    marks
}

/// Returns the area that a side attacks: every place at which it could capture an enemy.
pub fn attacks(position: &PlanePosition, color: Color) -> Scene {
    let shapes = attacked(position, color);
    empty_board(position)
        .with([Area { color, shapes, meaning: AreaMeaning::Attacked }])
        .with(drawn_pieces(position))
}

/// The cost of a point of an attacked area, in units of [`work`]. It bounds the size of the answer rather than the time.
const WORK_OF_POINT: usize = 200;

/// Returns shapes whose union is the area that a side attacks.
pub fn attacked(position: &PlanePosition, by: Color) -> Vec<DrawnShape> {
    let mut shapes = Vec::new();
    for sweep in &Survey::of_side(position, !by).sweeps() {
        let attacked_shapes = sweep::attacked_shapes(sweep);
        let points: usize = attacked_shapes.iter().map(DrawnShape::point_count).sum();
        work(WORK_OF_POINT * points);
        shapes.extend(attacked_shapes);
    }
    shapes
}
