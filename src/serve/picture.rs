//! A game's position as the engine's renderer draws it.

use super::refusal::Refusal;
use crate::game::{Done, Game, Ply, Position};
use crate::plane::Survey;
use crate::render::{self, Figure, Ground, Lane, Passage, Piece, RenderError, Scene, Shape, Standing, Track};
use crate::piece::Role;
use glam::DVec2;

/// As a PNG.
///
/// # Errors
/// When there are not so many moves, or the size is out of range.
pub fn png(game: &Game, ply: Option<usize>, size: u32) -> Result<Vec<u8>, Refusal> {
    render::png(&scene(game, ply)?, size).map_err(|e| refused(&e))
}

/// As an SVG document.
///
/// # Errors
/// When there are not so many moves, or the size is out of range.
pub fn svg(game: &Game, ply: Option<usize>, size: u32) -> Result<String, Refusal> {
    render::svg(&scene(game, ply)?, size).map_err(|e| refused(&e))
}

fn refused(e: &RenderError) -> Refusal {
    Refusal::request(e.to_string())
}

fn scene(game: &Game, ply: Option<usize>) -> Result<Scene, Refusal> {
    let ply = ply.unwrap_or(game.plies().len());
    let position =
        game.position_at(ply).ok_or_else(|| Refusal::request(format!("the game has no move {ply}")))?;
    let last = ply.checked_sub(1).and_then(|i| game.plies().get(i));
    let scene = match position {
        Position::Plane(p) => plane(p),
    };
    let scene = scene.moving(position.turn());
    Ok(match last {
        None => scene.titled(position.variant().name()),
        Some(last) => {
            scene.titled(format!("{}, after {}", position.variant().name(), last.text)).with(lane(last))
        }
    })
}

fn plane(position: &crate::plane::Position) -> Scene {
    let rules = position.rules();
    let in_check = Survey::new(position).in_check();
    let checked = position.king(position.turn()).filter(|_| in_check);
    let men = position.ids().map(|id| {
        let piece = position.piece(id);
        let letter = rules.kind(piece.kind).rule.letter;
        let at = DVec2::new(piece.at.x, piece.at.y);
        Piece {
            at,
            extent: Shape::Disc { centre: at, radius: rules.radius },
            color: piece.color(),
            figure: Role::from_letter(letter).map_or(Figure::Letter(letter), Figure::Man),
            label: String::new(),
            standing: if checked == Some(id) { Standing::InCheck } else { Standing::Present },
            heading: None,
        }
    });
    Scene::new(Ground::Plane { width: rules.size, height: rules.size }).with(men)
}

fn lane(ply: &Ply) -> Option<Lane> {
    match (&ply.done, &ply.after) {
        (Done::Plane(played), Position::Plane(after)) => {
            let point = |p: crate::geom::Point| DVec2::new(p.x, p.y);
            Some(Lane {
                track: Track::line(point(played.from), point(played.to)),
                radius: after.rules().radius,
                color: !after.turn(),
                passage: if played.label.letter() == 'N' { Passage::Leap } else { Passage::Swept },
                number: String::new(),
            })
        }
    }
}
