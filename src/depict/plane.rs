//! Scenes of the plane.

use crate::game::{Done, Ply};
use crate::geom::{Point, Vec2};
use crate::piece::{Color, Role};
use crate::plane::{Gait, PieceId, Played, Position, Span, Survey};
use crate::render::{
    Area, Contact, Effect, End, Figure, Ground, Lane, LegalSpan, Mark, Passage, Piece, Scene, Shape,
    Standing, Track,
};

fn vec(p: Point) -> Vec2 {
    Vec2::new(p.x, p.y)
}

fn ground(position: &Position) -> Scene {
    let size = position.rules().size;
    Scene::new(Ground::Plane { width: size, height: size })
}

/// A man as it is drawn.
fn man(position: &Position, letter: char, color: Color, at: Point) -> Piece {
    let radius = position.rules().radius;
    let figure = Role::from_letter(letter).map_or(Figure::Letter(letter), Figure::Man);
    let piece = Piece::disc(vec(at), radius, color, Role::Pawn);
    Piece { figure, ..piece }
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
        let drawn = man(position, piece.label.letter(), piece.color(), piece.at);
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
    let radius = position.rules().radius;
    let color = played.label.color();
    let mut marks: Vec<Mark> = vec![
        man(position, played.label.letter(), color, played.from).standing(Standing::Departed).into(),
        Lane {
            track: Track::line(vec(played.from), vec(played.to)),
            radius,
            color,
            passage: match played.gait {
                Gait::Ride => Passage::Swept,
                Gait::Leap => Passage::Leap,
            },
            number,
        }
        .into(),
    ];
    for &(label, at) in &played.captures {
        let taken = man(position, label.letter(), label.color(), at);
        marks.push(taken.standing(Standing::Captured).labelled(label.as_str()).into());
    }
    if !played.captures.is_empty() {
        let touched = played.captures.iter().map(|&(_, at)| vec(at)).collect();
        marks.push(Contact { at: vec(played.to), radius, touched }.into());
    }
    marks
}

/// The legal set of one piece, which need not be of the side to move.
pub fn legal(position: &Position, piece: PieceId) -> Scene {
    let man = position.piece(piece);
    let survey = Survey::of_side(position, man.color());
    let mut scene = ground(position).with(men(position, Some(piece)));
    for span in survey.legal_of(piece) {
        scene = scene.with(span_marks(position, &span));
    }
    scene
}

fn span_marks(position: &Position, span: &Span) -> Vec<Mark> {
    let man = position.piece(span.piece);
    let lane = &position.rules().kind(man.kind).lanes(man.color())[span.lane];
    let at = |d: f64| vec(man.at) + lane.dir * d;
    let effect = match (span.captures.is_empty(), span.promotes) {
        (true, false) => Effect::Quiet,
        (true, true) => Effect::Promotion,
        (false, false) => Effect::Capture,
        (false, true) => Effect::CapturePromotion,
    };
    let end = |open: bool| if open { End::Open } else { End::Closed };
    let mut marks: Vec<Mark> = vec![
        LegalSpan {
            track: Track::line(vec(man.at), at(span.part.to.max(1e-6))),
            from: span.part.from,
            to: span.part.to,
            start: end(span.part.open_from),
            end: end(span.part.open_to),
            effect,
        }
        .into(),
    ];
    if !span.captures.is_empty() && span.part.is_point() {
        let touched = span.captures.iter().map(|&id| vec(position.piece(id).at)).collect();
        marks.push(Contact { at: at(span.part.from), radius: position.rules().radius, touched }.into());
    }
    marks
}

/// What a side attacks: every place where an enemy's centre could be taken.
pub fn attacks(position: &Position, color: Color) -> Scene {
    let radius = position.rules().radius;
    let capsules = Survey::of_side(position, !color).attacked_capsules();
    let shapes = capsules
        .into_iter()
        .map(|(a, b)| {
            if a == b {
                Shape::Disc { centre: vec(a), radius }
            } else {
                Shape::Corridor { track: Track::line(vec(a), vec(b)), radius }
            }
        })
        .collect();
    ground(position).with([Area { color, shapes }]).with(men(position, None))
}
