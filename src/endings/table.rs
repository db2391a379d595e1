//! The values of positions, and the table of one ending, which holds them as codes.

use super::layout::Layout;

/// The code of a draw. During the computation it is also the code of positions that are not decided yet.
pub(super) const OPEN: u16 = 0;

/// The code of a number that stands for no position.
pub(super) const NO_POSITION: u16 = 1;

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
    /// Returns the value of a move that leads to a position of this value, for the side that makes the move.
    pub fn for_mover(self) -> Value {
        match self {
            Value::Won(plies) => Value::Lost(plies + 1),
            Value::Drawn => Value::Drawn,
            Value::Lost(plies) => Value::Won(plies + 1),
        }
    }

    /// Returns the number of plies to the end of the game; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Won(plies) | Value::Lost(plies) => Some(plies),
            Value::Drawn => None,
        }
    }

    /// Returns the number of moves that the winner makes; `None` for a draw.
    pub fn moves(self) -> Option<u16> {
        match self {
            Value::Won(plies) => Some(plies.div_ceil(2)),
            Value::Drawn => None,
            Value::Lost(plies) => Some(plies / 2),
        }
    }

    /// Returns a number by which values are compared: the better for the side to move, the greater.
    pub(crate) fn order(self) -> i32 {
        match self {
            Value::Won(plies) => i32::from(u16::MAX) - i32::from(plies),
            Value::Drawn => 0,
            Value::Lost(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }

    pub(super) fn code(self) -> u16 {
        match self {
            Value::Drawn => OPEN,
            Value::Lost(plies) => 2 * (plies + 1),
            Value::Won(plies) => 2 * (plies + 1) + 1,
        }
    }

    /// Returns the value of a code; `None` for [`NO_POSITION`].
    pub(super) fn of_code(code: u16) -> Option<Value> {
        match code {
            OPEN => Some(Value::Drawn),
            NO_POSITION => None,
            _ if code.is_multiple_of(2) => Some(Value::Lost(code / 2 - 1)),
            _ => Some(Value::Won(code / 2 - 1)),
        }
    }
}

/// The numbers of positions of an ending by their values for the side to move. Each of several symmetric positions counts.
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

pub(super) struct EndingTable {
    pub layout: Layout,
    /// The code of each number of the layout.
    pub codes: Vec<u16>,
}

struct NumberedValue {
    number: usize,
    value: Value,
}

impl EndingTable {
    /// Returns the value of the position with this number; `None` if there is no such position.
    pub fn value(&self, number: usize) -> Option<Value> {
        Value::of_code(*self.codes.get(number)?)
    }

    /// Returns the counts for each side to move, White first. Positions with a right to capture en passant are left out.
    pub fn counts(&self) -> [Counts; 2] {
        let mut counts = [Counts::default(); 2];
        for NumberedValue { number, value } in self.values_without_en_passant() {
            let side = &mut counts[self.layout.placement(number).turn.index()];
            let positions = self.layout.orbit_size(number) as u64;
            side.legal += positions;
            match value {
                Value::Won(_) => side.won += positions,
                Value::Drawn => side.drawn += positions,
                Value::Lost(_) => side.lost += positions,
            }
        }
        counts
    }

    /// Returns the number of a position whose win takes the most moves, if possible with the winner to move; `None` if all
    /// positions are drawn. The least such number counts.
    pub fn longest(&self) -> Option<usize> {
        let decided = self.values_without_en_passant().filter(|numbered| numbered.value != Value::Drawn);
        let longest = decided.max_by_key(|&NumberedValue { number, value }| {
            (value.moves(), matches!(value, Value::Won(_)), std::cmp::Reverse(number))
        });
        longest.map(|numbered| numbered.number)
    }

    /// Yields the values of the positions without a right to capture en passant.
    fn values_without_en_passant(&self) -> impl Iterator<Item = NumberedValue> {
        self.codes.iter().enumerate().filter_map(|(number, &code)| {
            let value = Value::of_code(code)?;
            let has_right = self.layout.placement(number).may_take_en_passant;
            (!has_right).then_some(NumberedValue { number, value })
        })
    }
}
