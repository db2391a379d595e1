//! The results for one ending.

use super::layout::Layout;

/// The value of a position for the side to move, with the plies to the end under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The side to move wins.
    Won(u16),
    /// Neither side wins.
    Drawn,
    /// The side to move loses.
    Lost(u16),
}

impl Value {
    /// Returns the value for the side that made the move which led here.
    pub fn for_mover(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// Returns the number of plies to the end of the game; none for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Won(plies) | Value::Lost(plies) => Some(plies),
            Value::Drawn => None,
        }
    }

    /// Returns the number of moves that the winner makes.
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Won(plies) => Some(plies.div_ceil(2)),
            Value::Drawn => None,
            Value::Lost(plies) => Some(plies / 2),
        }
    }

    /// Returns a number that orders values for the side to move, the best greatest.
    pub(crate) fn order(self) -> i32 {
        match self {
            Value::Won(plies) => i32::from(u16::MAX) - i32::from(plies),
            Value::Drawn => 0,
            Value::Lost(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

/// The code of a draw. During the computation it is also the code of undecided positions.
pub(super) const OPEN: u16 = 0;

/// The code at a number that stands for no position.
pub(super) const NO_POSITION: u16 = 1;

impl Value {
    /// Returns the code of the value in a table.
    pub(super) fn code(self) -> u16 {
        match self {
            Value::Drawn => OPEN,
            Value::Lost(plies) => 2 * (plies + 1),
            Value::Won(plies) => 2 * (plies + 1) + 1,
        }
    }

    /// Returns the value of a code; none if there is no position.
    pub(super) fn of_code(code: u16) -> Option<Value> {
        match code {
            OPEN => Some(Value::Drawn),
            NO_POSITION => None,
            _ if code.is_multiple_of(2) => Some(Value::Lost(code / 2 - 1)),
            _ => Some(Value::Won(code / 2 - 1)),
        }
    }
}

/// The numbers of positions of an ending by their values for the side to move. Positions symmetric to each other count
/// one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Counts {
    /// All positions.
    pub legal: u64,
    /// The won positions.
    pub won: u64,
    /// The drawn positions.
    pub drawn: u64,
    /// The lost positions.
    pub lost: u64,
}

/// A computed ending.
pub(super) struct EndingTable {
    pub layout: Layout,
    pub codes: Vec<u16>,
}

impl EndingTable {
    /// Returns the value of the position with this number; `None` if there is no such position.
    pub fn value(&self, number: usize) -> Option<Value> {
        Value::of_code(*self.codes.get(number)?)
    }

    /// Returns the counts for each side to move, White first. Positions with a right to take in passing are left out.
    pub fn counts(&self) -> [Counts; 2] {
        let mut counts = [Counts::default(); 2];
        for (number, value) in self.positions() {
            let side = &mut counts[self.layout.placement(number).turn.index()];
            let orbit = self.layout.orbit(number) as u64;
            side.legal += orbit;
            *match value {
                Value::Won(_) => &mut side.won,
                Value::Drawn => &mut side.drawn,
                Value::Lost(_) => &mut side.lost,
            } += orbit;
        }
        counts
    }

    /// Returns the number of a position whose win takes most moves, if possible with the winner to move.
    pub fn longest(&self) -> Option<usize> {
        let decided = self.positions().filter(|(_, value)| *value != Value::Drawn);
        let longest = decided.max_by_key(|&(number, value)| {
            (value.moves(), matches!(value, Value::Won(_)), std::cmp::Reverse(number))
        });
        longest.map(|(number, _)| number)
    }

    fn positions(&self) -> impl Iterator<Item = (usize, Value)> {
        let values = self.codes.iter().enumerate().filter_map(|(n, &code)| Some((n, Value::of_code(code)?)));
        values.filter(|(number, _)| !self.layout.placement(*number).passed)
    }
}
