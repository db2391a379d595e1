//! Scenes of the plane.

use super::body::{self, point};
use super::caption::numbered;
use super::sweep;
use crate::board::Chart;
use crate::chess::Color;
use crate::game::{MoveMade, Ply};
use crate::geom::{Extent, Interval, Path, Vec2, rounded};
use crate::plane::{Gait, Lane, LaneShape, PieceId, PlanePosition, PlayedMove, Span, Survey};
use crate::render::{
    Area, AreaMeaning, BoardMark, DrawnPiece, DrawnShape, GluedBoard, Ground, IntervalEnd, LegalSpan, Legend,
    MovePath, Note, Passage, PieceState, Projection, RebirthArrow, Rectangle, Ruler, Scene, StopEffect,
    TouchingStop, Track,
};
use crate::solve::plane::{KeyStretch, Unsolved, mates_in_one};

fn ground(position: &PlanePosition) -> Scene {
    let board = &position.rules().board;
    let (width, height) = (board.width(), board.height());
    if !board.has_seams() {
        return Scene::new(Ground::Plane { width, height });
    }
    Scene::new(Ground::Glued(GluedBoard {
        has_cells: false,
        sheet: *board.sheet(),
        voids: board
            .voids()
            .iter()
            .map(|(low, high)| Rectangle { low: point(*low), high: point(*high) })
            .collect(),
        projection: match Chart::of(position.rules().variant.spec()) {
            Chart::Ring | Chart::Disc => Projection::Polar,
            Chart::Flat(_) => Projection::Chart,
        },
    }))
}

/// Returns every piece on the board, in order. A king in check is marked.
fn pieces(position: &PlanePosition) -> Vec<DrawnPiece> {
    let king = position.king(position.turn()).filter(|_| Survey::new(position).in_check());
    let forwards = position.forwards();
    let draw = |id: PieceId| {
        let piece = position.piece(id);
        let state = if Some(id) == king { PieceState::InCheck } else { PieceState::Present };
        let drawn = body::piece(position, piece.label.letter(), piece.color(), &piece.pose());
        let forward = forwards.get(&piece.label).map(|forward| forward.dir.to_angle());
        DrawnPiece { forward, ..drawn.in_state(state).labelled(piece.label.as_str()) }
    };
    position.ids().map(draw).collect()
}

/// Returns every piece. Those whose moves are shown, and those that these moves take, are marked.
fn pieces_with(position: &PlanePosition, subjects: &[PieceId], taken: &[PieceId]) -> Vec<DrawnPiece> {
    let mut pieces = pieces(position);
    for (piece, id) in pieces.iter_mut().zip(position.ids()) {
        if subjects.contains(&id) {
            piece.state = PieceState::Subject;
        } else if taken.contains(&id) {
            piece.state = PieceState::Capturable;
        }
    }
    pieces
}

/// Returns a position with the paths of the moves that led to it, numbered if there are several.
pub fn moves(position: &PlanePosition, plies: &[Ply]) -> Scene {
    let scene = ground(position).with(pieces(position)).with(marks_of_plies(position, numbered(plies)));
    // Captured pieces touch the mover, too close together to be seen on the whole board.
    let most_captures = plies.iter().max_by_key(|ply| ply.done.captures().len());
    match most_captures.filter(|ply| !ply.done.captures().is_empty()) {
        Some(ply) => scene.enlarging(point(ply.done.to()), INSET * position.rules().radius),
        None => scene,
    }
}

/// Half the side of the enlarged square about a capture, in radii of a piece.
const INSET: f64 = 3.5;

/// Returns the paths of plies, each with its number.
fn marks_of_plies<'a>(
    position: &PlanePosition,
    plies: impl Iterator<Item = (&'a Ply, String)>,
) -> Vec<BoardMark> {
    let marks = plies.map(|(ply, number)| match &ply.done {
        MoveMade::Plane(played) => marks_of_move(position, played, number),
        // A game stays on its kind of board.
        MoveMade::Lattice(_) => Vec::new(),
    });
    marks.flatten().collect()
}

/// Returns the extent of a kind by its letter. An unknown letter has the extent of an ordinary piece.
fn extent(position: &PlanePosition, letter: char) -> Extent {
    let rules = position.rules();
    let kind = rules.kind_of_letter(letter);
    kind.map_or_else(|| Extent::disc(rules.radius), |kind| rules.kind(kind).rule.extent.clone())
}

/// Returns the marks of a move: its beginning and path, its captures and its rebirths.
fn marks_of_move(position: &PlanePosition, played: &PlayedMove, number: String) -> Vec<BoardMark> {
    let extent = extent(position, played.label.letter());
    let mut marks = track(position, played, played.distance, number);
    for piece in &played.captures {
        let taken = body::piece(position, piece.label.letter(), piece.color(), &piece.pose());
        marks.push(taken.in_state(PieceState::Captured).labelled(piece.label.as_str()).into());
    }
    for reborn in played.reborn.iter().filter(|reborn| reborn.from != reborn.to) {
        let track = Track::line(point(reborn.from), point(reborn.to));
        marks.push(RebirthArrow { track, radius: position.rules().radius }.into());
    }
    if !played.captures.is_empty() {
        let touched = played.captures.iter().map(|piece| point(piece.at)).collect();
        marks.extend(touching_stop(&extent, point(played.to), touched));
    }
    marks
}

/// Returns the mark of a stop at a place. Only discs have one.
fn touching_stop(extent: &Extent, centre: Vec2, touched: Vec<Vec2>) -> Option<BoardMark> {
    let radius = extent.as_disc()?;
    Some(TouchingStop { extent: DrawnShape::Disc { centre, radius }, touched }.into())
}

/// Returns the beginning of a move, and its path up to a distance.
fn track(position: &PlanePosition, played: &PlayedMove, distance: f64, number: String) -> Vec<BoardMark> {
    let (color, letter, path) = (played.label.color(), played.label.letter(), &played.path);
    let extent = extent(position, letter);
    let departed = body::piece(position, letter, color, &path.start()).in_state(PieceState::Departed);
    let mut marks: Vec<BoardMark> = vec![departed.into()];
    marks.push(match path {
        Path::Turn { .. } => body::turned(&extent, path, distance, color, number),
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
    // The area that a body sweeps is a corridor only for a disc.
    let is_turn = matches!(path, Path::Turn { .. });
    if extent.as_disc().is_none() && !is_turn && played.gait == Gait::Ride {
        let shapes = sweep::travelled(&extent, path, Interval::closed(0.0, distance));
        marks.push(Area { color, shapes, meaning: AreaMeaning::Swept }.into());
    }
    marks
}

/// Returns a move under way. Its piece has travelled a part of its path, from 0 to 1, and all others stand where they stood before the
/// move. `plies` ends with the move. The paths of earlier plies are drawn whole.
pub fn under_way(before: &PlanePosition, plies: &[Ply], part: f64) -> Scene {
    let mut pieces = pieces(before);
    let Some((Ply { done: MoveMade::Plane(played), .. }, earlier)) = plies.split_last() else {
        return ground(before).with(pieces);
    };
    let distance = played.distance * part;
    let number = numbered(plies).last().map_or_else(String::new, |(_, number)| number);
    if let Some(mover) = pieces.iter_mut().find(|piece| piece.label == played.label.as_str()) {
        let pose = played.path.pose(distance);
        let there = body::piece(before, played.label.letter(), mover.color, &pose);
        (mover.extent, mover.at, mover.heading) = (there.extent, there.at, there.heading);
    }
    ground(before)
        .with(pieces)
        .with(marks_of_plies(before, numbered(plies).take(earlier.len())))
        .with(track(before, played, distance, number))
}

/// Returns the legal set of one piece.
pub fn legal(position: &PlanePosition, piece: PieceId) -> Scene {
    let mover = position.piece(piece);
    let survey = Survey::new(position);
    let (spans, regions) = (survey.legal_of(piece), survey.regions_of(piece));
    let cells = || regions.iter().flat_map(|region| &region.cells);
    let in_spans = spans.iter().flat_map(|span| span.captures.iter());
    let capturable: Vec<PieceId> =
        in_spans.chain(cells().flat_map(|cell| cell.value.captures.iter())).copied().collect();
    let mut scene = ground(position).with(pieces_with(position, &[piece], &capturable));
    for span in &spans {
        scene = scene.with(span_marks(position, span));
    }
    for cell in cells() {
        let effect = StopEffect::of(!cell.value.captures.is_empty(), cell.value.promotes);
        scene = scene.with([body::cell(cell, effect)]);
    }
    let lanes = position.lanes(piece);
    let reach = |lane: &Lane| match lane.shape {
        LaneShape::Area => Some(lane.range + position.rules().radius),
        LaneShape::Turn(_) => Some(position.extent(piece).reach()),
        LaneShape::Straight | LaneShape::Arc(_) => None,
    };
    // Regions and turns are small beside the board.
    match lanes.iter().filter_map(reach).reduce(f64::max) {
        Some(reach) => scene.enlarging(point(mover.at), 1.2 * reach),
        None => scene,
    }
}

/// Returns every move that mates at once, as stretches with their ends.
pub fn mates(position: &PlanePosition) -> Result<Scene, Unsolved> {
    Ok(keys(position, &mates_in_one(position)?.keys, Legend::Mates))
}

/// Returns keys as stretches with their ends. The lane of a measured stretch has ticks, and its piece is drawn at both ends. All keys of a
/// problem are measured, and of mates the enlarged stretches.
pub fn keys(position: &PlanePosition, keys: &[KeyStretch], legend: Legend) -> Scene {
    let keys: Vec<Span> = keys.iter().map(KeyStretch::span).collect();
    let subjects: Vec<PieceId> = keys.iter().map(|key| key.piece).collect();
    let capturable: Vec<PieceId> = keys.iter().flat_map(|key| key.captures.iter()).copied().collect();
    let board = Scene { legend, ..ground(position) };
    let mut scene = board.with(pieces_with(position, &subjects, &capturable));
    for key in &keys {
        let path = position.path(key.piece, key.lane);
        let (middle, _) = position.rules().board.canonical(path.at(key.part.from.midpoint(key.part.to)));
        let middle = point(middle);
        let is_enlarged = |scene: &Scene| scene.insets.iter().any(|inset| inset.is_centred_near(middle));
        if is_worth_enlarging(key) && scene.insets.len() < MOST_INSETS && !is_enlarged(&scene) {
            let reach = (key.part.to - key.part.from) / 2.0 + AROUND * position.extent(key.piece).reach();
            scene = scene.enlarging(middle, reach);
        }
        let is_stretch = !key.part.is_point();
        if legend == Legend::Solutions || (is_stretch && is_worth_enlarging(key) && is_enlarged(&scene)) {
            scene = scene.with(measures(position, key));
        }
        scene = scene.with(span_marks(position, key));
    }
    scene
}

/// Whether a key is too short to be seen on the whole board. A single distance without a capture has nothing to enlarge.
fn is_worth_enlarging(key: &Span) -> bool {
    key.part.to - key.part.from < SHORT && !(key.part.is_point() && key.captures.is_empty())
}

/// The length in board units below which a stretch is enlarged.
const SHORT: f64 = 0.5;
/// The greatest number of enlarged stretches.
const MOST_INSETS: usize = 6;
/// The part of the board about a short stretch that is enlarged, in reaches of the piece.
const AROUND: f64 = 1.4;

/// Returns the lane of a key with its distances, the piece at both ends, and the distances there.
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

/// Returns the marks of a legal stretch.
fn span_marks(position: &PlanePosition, span: &Span) -> Vec<BoardMark> {
    let mover = position.piece(span.piece);
    let lane = &position.lanes(span.piece)[span.lane];
    let (path, extent) = (mover.path_along(lane), position.extent(span.piece));
    let effect = StopEffect::of(!span.captures.is_empty(), span.promotes);
    if let LaneShape::Turn(_) = lane.shape {
        return vec![body::turns(extent, &path, &span.part, effect)];
    }
    let mut marks: Vec<BoardMark> = vec![
        LegalSpan {
            track: body::track(&path, span.part.to.max(1e-6)),
            from: span.part.from,
            to: span.part.to,
            start: IntervalEnd::of(span.part.open_from),
            end: IntervalEnd::of(span.part.open_to),
            effect,
        }
        .into(),
    ];
    if span.part.is_point() && !span.captures.is_empty() {
        let touched = span.captures.iter().map(|&id| point(position.piece(id).at)).collect();
        marks.extend(touching_stop(extent, point(path.at(span.part.from)), touched));
    }
    marks
}

/// Returns the area that a side attacks: every place where it could take an enemy's centre.
pub fn attacks(position: &PlanePosition, color: Color) -> Scene {
    let shapes = attacked(position, color);
    ground(position).with([Area { color, shapes, meaning: AreaMeaning::Attacked }]).with(pieces(position))
}

/// Returns shapes whose union is the area that a side attacks.
pub fn attacked(position: &PlanePosition, by: Color) -> Vec<DrawnShape> {
    Survey::of_side(position, !by).sweeps().iter().flat_map(sweep::shapes).collect()
}
