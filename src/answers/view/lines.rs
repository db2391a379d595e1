//! The best lines of a position in the form that the page gets.

use super::moves::{last_move, move_in_list};
use super::types::LastMoveView;
use crate::chess::{Color, Status};
use crate::engine::{Score, SearchLine, SearchResult};
use crate::game::{Game, Position};
use crate::geom::functions;
use serde::Serialize;

/// The best lines of a position, the best first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LinesView {
    /// The number of moves that lead to the position.
    pub ply: usize,
    /// The lines; empty if there is no legal move.
    pub lines: Vec<LineView>,
}

/// A value, positive if White stands better.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ValueView {
    /// The value as text: `+0.34`, `-1.20`, or `#3` and `-#2` for mates.
    pub value: String,
    /// The value for a bar, from -1 to 1: 1 if White has won, -1 if Black has won.
    pub share: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineView {
    #[serde(flatten)]
    pub value: ValueView,
    /// The depth of the search that found the line, in plies.
    pub depth: u32,
    /// The texts of the moves, with all digits.
    pub texts: Vec<String>,
    /// The texts of the moves with numbers cut to three decimals.
    pub moves: Vec<String>,
    pub first: Option<LastMoveView>,
}

/// The greatest number of moves of a line that the page gets.
const MOST_MOVES: usize = 8;
/// The value, in hundredths of a pawn, for which the bar is filled to about three quarters.
const THREE_QUARTERS_VALUE: f64 = 250.0;

/// Returns the lines of a search of a game's present position.
pub fn lines(game: &Game, result: &SearchResult) -> LinesView {
    let lines_with_moves = result.lines.iter().filter(|line| !line.moves.is_empty());
    LinesView {
        ply: game.plies().len(),
        lines: lines_with_moves.map(|line| line_view(game.position(), line)).collect(),
    }
}

fn line_view(position: &Position, line: &SearchLine) -> LineView {
    let mut game = Game::new(position.clone());
    for text in line.moves.iter().take(MOST_MOVES) {
        if game.status() != Status::Ongoing || game.play(text).is_err() {
            break;
        }
    }
    let indices = 0..game.plies().len();
    LineView {
        value: ValueView::new(line.score, position.turn()),
        depth: line.depth,
        texts: game.plies().iter().map(|ply| ply.text.clone()).collect(),
        moves: indices.filter_map(|index| Some(move_in_list(&game, index, None)?.short)).collect(),
        first: last_move(&game, 1),
    }
}

impl ValueView {
    /// Returns the value of a score for a side.
    pub fn new(score: Score, side: Color) -> ValueView {
        let score_of_white = if side == Color::White { score } else { -score };
        ValueView { value: value_text(score_of_white), share: share_of_bar(score_of_white) }
    }
}

fn value_text(score: Score) -> String {
    match (score.moves_to_mate(), score.as_centipawns()) {
        (Some(moves), _) if score < Score::DRAW => format!("-#{}", moves.abs()),
        (Some(moves), _) => format!("#{moves}"),
        (None, Some(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        (None, None) => String::new(),
    }
}

fn share_of_bar(score: Score) -> f64 {
    match score.as_centipawns() {
        Some(value) => functions::tanh(f64::from(value) / THREE_QUARTERS_VALUE / 2.0),
        None if score < Score::DRAW => -1.0,
        None => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_texts_and_shares_of_white() {
        let texts = [
            (Score::centipawns(34), "+0.34"),
            (Score::centipawns(-120), "-1.20"),
            (Score::mates_in(5), "#3"),
            (-Score::mates_in(3), "-#2"),
        ];
        for (score, expected) in texts {
            assert_eq!(value_text(score), expected);
        }
        assert_eq!((share_of_bar(Score::mates_in(9)), share_of_bar(-Score::mates_in(9))), (1.0, -1.0));
        assert!(share_of_bar(Score::DRAW) == 0.0 && share_of_bar(Score::centipawns(300)) > 0.5);
    }
}
