//! A move in the list of moves, and as the arrow on the board.

use super::LastView;
use crate::game::{Done, Ply, Position};
use crate::piece::{Color, Label};
use crate::plane::Survey;
use serde::Serialize;

/// A line of the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Note {
    /// The move text as it was given.
    pub text: String,
    /// The same, figures cut to three decimals.
    pub short: String,
    /// Whose move it was.
    pub color: Color,
    /// What was taken.
    pub captures: Vec<String>,
    /// `+` for check, `#` for mate, `=` for any other end; else nothing.
    pub sign: &'static str,
}

/// What the list says of a move.
pub fn note(ply: &Ply) -> Note {
    let captures = ply.done.captures();
    let check = match &ply.after {
        Position::Plane(p) => Survey::new(p).in_check(),
    };
    let sign = match (ply.status.as_str(), check) {
        ("ongoing", true) => "+",
        ("ongoing", false) => "",
        ("checkmate", _) => "#",
        _ => "=",
    };
    Note {
        text: ply.text.clone(),
        short: short(ply),
        color: !ply.after.turn(),
        captures: captures.iter().map(Label::to_string).collect(),
        sign,
    }
}

fn short(ply: &Ply) -> String {
    match &ply.done {
        Done::Plane(played) => {
            let promoted = played.promoted.map(|label| format!(" ={}", label.letter())).unwrap_or_default();
            format!("{} {} {}{promoted}", played.label, figures(played.bearing), figures(played.distance))
        }
    }
}

/// Three decimals at most.
fn figures(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The move as drawn.
pub fn last(ply: &Ply) -> LastView {
    match &ply.done {
        Done::Plane(played) => LastView {
            piece: played.promoted.unwrap_or(played.label).to_string(),
            path: vec![[played.from.x, played.from.y], [played.to.x, played.to.y]],
            r: match &ply.after {
                Position::Plane(p) => p.rules().radius,
            },
            taken: played.captures.iter().map(|(_, at)| [at.x, at.y]).collect(),
        },
    }
}
