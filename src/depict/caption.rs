//! The texts of pictures: the numbers of plies, and the end of a game.

use crate::chess::{Color, Status};
use crate::game::Ply;

/// Returns each ply with its number as text. If there is only one ply, the text is empty.
pub fn numbered(plies: &[Ply]) -> impl Iterator<Item = (&Ply, String)> {
    let several = plies.len() > 1;
    plies.iter().zip(1..).map(move |(ply, i)| (ply, if several { i.to_string() } else { String::new() }))
}

/// Returns the end of a game in words, or `None` if the game goes on.
pub fn ending(status: Status, winner: Option<Color>) -> Option<String> {
    let outcome = winner.map_or("a draw".to_owned(), |winner| format!("{winner} wins"));
    match status {
        Status::Ongoing => None,
        Status::Draw => Some("A draw.".to_owned()),
        Status::Checkmate => Some(format!("Checkmate: {outcome}.")),
        Status::Stalemate => Some(format!("Stalemate: {outcome}.")),
        Status::BareKing => Some(format!("Bare king: {outcome}.")),
        Status::KingTaken => Some(format!("The king is taken: {outcome}.")),
    }
}
