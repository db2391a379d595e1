//! The texts of pictures: the numbers of plies, and the end of a game.

use crate::chess::{Color, Status};
use crate::game::Ply;

pub struct NumberedPly<'a> {
    pub ply: &'a Ply,
    /// The number as text; empty in a picture of a single ply.
    pub number: String,
}

/// Returns plies with their numbers, which begin with 1.
pub fn numbered(plies: &[Ply]) -> Vec<NumberedPly<'_>> {
    let number = |i: usize| if plies.len() > 1 { i.to_string() } else { String::new() };
    (1..).zip(plies).map(|(i, ply)| NumberedPly { ply, number: number(i) }).collect()
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
