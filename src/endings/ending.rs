//! The men of an ending, and their text.

use crate::chess::{Color, Role};
use crate::lattice::{LatticeState, each};
use smallvec::SmallVec;
use std::fmt;
use std::str::FromStr;

pub(super) const MOST_MEN: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Man {
    pub color: Color,
    pub role: Role,
}

/// An ending: White's men and then Black's, the king of each side first. Its text is `KQkr`, for example.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    men: SmallVec<[Man; MOST_MEN]>,
}

/// The reason why a text does not name an ending.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnknownEnding {
    /// A letter does not name a man.
    #[error("`{text}`: `{letter}` is no man: use K Q R B N P for White and k q r b n p for Black")]
    Letter {
        /// The text.
        text: String,
        /// The letter.
        letter: char,
    },
    /// A side has not exactly one king.
    #[error("`{0}`: each side has one king: write KQk for king and queen against king")]
    Kings(String),
    /// There are more than four men.
    #[error("`{0}`: an ending has at most four men, kings included")]
    Many(String),
}

impl Ending {
    /// Returns the ending of men in any order; `None` if they are too many, or if a side does not have exactly one king.
    pub(super) fn new(men: impl IntoIterator<Item = Man>) -> Option<Ending> {
        let mut men: SmallVec<[Man; MOST_MEN]> = men.into_iter().collect();
        men.sort();
        let king_count = |color| men.iter().filter(|man| **man == Man { color, role: Role::King }).count();
        let is_ending = men.len() <= MOST_MEN && Color::ALL.iter().all(|&color| king_count(color) == 1);
        is_ending.then_some(Ending { men })
    }

    /// Returns the ending of a position; `None` if it has too many men, or not both kings.
    pub(super) fn of(state: &LatticeState) -> Option<Ending> {
        if state.occupied().count_ones() as usize > MOST_MEN {
            return None;
        }
        let man = |cell| Some(Man { color: state.color_at(cell)?, role: state.role_at(cell)? });
        Ending::new(each(state.occupied()).filter_map(man))
    }

    /// Returns the men, in the order of the text.
    pub(super) fn men(&self) -> &[Man] {
        &self.men
    }

    pub(super) fn has_pawn(&self, color: Color) -> bool {
        self.men.contains(&Man { color, role: Role::Pawn })
    }

    /// Returns the endings to which one capture leads, or one promotion to one of these roles.
    pub(super) fn successors(&self, promotions: &[Role]) -> Vec<Ending> {
        let mut successors = Vec::new();
        for (index, man) in self.men.iter().enumerate() {
            let mut others = self.men.clone();
            others.remove(index);
            if man.role == Role::Pawn {
                for &role in promotions {
                    let promoted = Man { role, ..*man };
                    successors.extend(Ending::new(others.iter().copied().chain([promoted])));
                }
            }
            successors.extend(Ending::new(others));
        }
        successors.sort();
        successors.dedup();
        successors
    }

    pub(super) fn exchanged(&self) -> Ending {
        let mut men = self.men.clone();
        men.iter_mut().for_each(|man| man.color = !man.color);
        men.sort();
        Ending { men }
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(text: &str) -> Result<Ending, UnknownEnding> {
        let man = |letter: char| {
            let color = if letter.is_uppercase() { Color::White } else { Color::Black };
            let role = Role::from_letter(letter).filter(|_| letter.is_ascii_alphabetic());
            let unknown = || UnknownEnding::Letter { text: text.to_owned(), letter };
            role.map(|role| Man { color, role }).ok_or_else(unknown)
        };
        let men = text.chars().map(man).collect::<Result<Vec<Man>, _>>()?;
        if men.len() > MOST_MEN {
            return Err(UnknownEnding::Many(text.to_owned()));
        }
        Ending::new(men).ok_or_else(|| UnknownEnding::Kings(text.to_owned()))
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |man: &Man| man.color.cased(man.role.letter());
        f.pad(&self.men.iter().map(letter).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_written_in_one_order() {
        let written = |text: &str| text.parse::<Ending>().map(|ending| ending.to_string());
        assert_eq!(written("kNKB").as_deref(), Ok("KBNk"));
        assert_eq!(written("rKQk").as_deref(), Ok("KQkr"));
        assert_eq!("KQkr".parse().map(|ending: Ending| ending.exchanged()), "KRkq".parse());
        assert!(matches!(written("KQ"), Err(UnknownEnding::Kings(_))));
        assert!(matches!(written("KKk"), Err(UnknownEnding::Kings(_))));
    }
}
