//! The best lines of a position in the form that the page gets.

use super::moves::{last, listed};
use super::types::LastMoveView;
use crate::chess::{Color, Status};
use crate::engine::{Score, SearchLine, SearchResult};
use crate::game::Game;
use crate::geom::functions;
use serde::Serialize;

/// The best lines of a position, the best first; none if there is no legal move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinesView {
    /// The number of moves made before the position.
    pub ply: usize,
    pub lines: Vec<LineView>,
}

/// A value as seen by White.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ValueView {
    /// The value as text: `+0.34`, `-1.20`, or `#3` and `-#2` for mates.
    pub value: String,
    /// The value for a bar: 1 if White has won, -1 if Black has.
    pub share: f64,
}

/// A line of play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineView {
    #[serde(flatten)]
    pub value: ValueView,
    /// The plies to which the line was searched.
    pub depth: u32,
    /// The texts of the moves, exact.
    pub texts: Vec<String>,
    /// The moves with numbers cut to three decimals.
    pub moves: Vec<String>,
    /// The first move as drawn.
    pub first: Option<LastMoveView>,
}

/// The greatest number of moves that are listed.
const LISTED: usize = 8;

/// The hundredths of a pawn at which the bar stands about three quarters up.
const STEEP: f64 = 250.0;

/// Returns the lines of a search of a game's present position.
pub fn lines(game: &Game, answer: &SearchResult) -> LinesView {
    LinesView {
        ply: game.plies().len(),
        lines: answer
            .lines
            .iter()
            .filter(|line| !line.moves.is_empty())
            .map(|line| line_view(game, line))
            .collect(),
    }
}

/// Returns a line as it is played from the present position.
fn line_view(game: &Game, line: &SearchLine) -> LineView {
    let mut played = Game::new(game.position().clone());
    for text in line.moves.iter().take(LISTED) {
        if played.status() != Status::Ongoing || played.play(text).is_err() {
            break;
        }
    }
    LineView {
        value: ValueView::new(line.score, game.position().turn()),
        depth: line.depth,
        texts: played.plies().iter().map(|ply| ply.text.clone()).collect(),
        moves: (0..played.plies().len()).filter_map(|n| Some(listed(&played, n, None)?.short)).collect(),
        first: last(&played, 1),
    }
}

impl ValueView {
    /// Returns a score of a side.
    pub fn new(score: Score, side: Color) -> ValueView {
        let for_white = if side == Color::White { score } else { -score };
        ValueView { value: text(for_white), share: share(for_white) }
    }
}

/// Returns a score of White as text.
fn text(score: Score) -> String {
    match (score.moves_to_mate(), score.as_centipawns()) {
        (Some(moves), _) if score < Score::DRAW => format!("-#{}", moves.abs()),
        (Some(moves), _) => format!("#{moves}"),
        (None, Some(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        (None, None) => String::new(),
    }
}

/// Returns a score of White for a bar, from -1 to 1.
fn share(score: Score) -> f64 {
    match score.as_centipawns() {
        Some(value) => functions::tanh(f64::from(value) / STEEP / 2.0),
        None if score < Score::DRAW => -1.0,
        None => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whites() {
        let texts = [
            (Score::centipawns(34), "+0.34"),
            (Score::centipawns(-120), "-1.20"),
            (Score::mates_in(5), "#3"),
            (-Score::mates_in(3), "-#2"),
        ];
        for (score, expected) in texts {
            assert_eq!(text(score), expected);
        }
        assert!(share(Score::mates_in(9)) == 1.0 && share(-Score::mates_in(9)) == -1.0);
        assert!(share(Score::DRAW) == 0.0 && share(Score::centipawns(300)) > 0.5);
    }
}
