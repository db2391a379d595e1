//! The games that are played in the simulation, and what is tried in them.

use continuum::arbiter::TimeControl;
use continuum::chess::Color;
use continuum::{Position, Prepared};
use std::sync::LazyLock;

/// Texts of moves of White and of Black, of which some are legal at each moment.
type Texts = [&'static [&'static str]; 2];

/// A game as it begins.
pub struct Table {
    pub start: Position,
    pub texts: Texts,
    pub control: Option<TimeControl>,
    pub program: Option<Color>,
}

/// On the plane one text is legal again and again.
const PLANE: Texts = [
    &["Ke 0 0.5", "Ke 180 0.5", "Pa 90 0.5", "Ke 90 1"],
    &["ke 0 0.5", "ke 180 0.5", "pa 90 0.5", "ke 90 1"],
];

const CELLS: Texts =
    [&["a1a8", "a1b1", "b1a1", "e1d1", "d1e1", "e1e2", "e2e1"], &["e8d7", "d7e7", "e7d7", "e8e7", "d7d6"]];

const KNIGHTS: Texts = [&["g1f3", "f3g1", "b1c3", "c3b1"], &["g8f6", "f6g8", "b8c6", "c6b8"]];

/// The plane with a clock; cells with a clock against a lone king; a series, whose moves are one turn; the program as Black.
pub static TABLES: LazyLock<[Table; 4]> = LazyLock::new(|| {
    let position = |variant, text: &str| {
        let prepared = Prepared::preset(variant).expect("a preset");
        let read = if text.contains('/') { Position::from_fen } else { Position::from_text };
        read(&prepared, text).expect("a position")
    };
    let clock = |base, increment| Some(TimeControl { base, increment });
    let plane = || position("continuous", "Ke@2,2 ke@6,6 Pa@0.5,1.5 pa@7.5,6.5 ; w");
    [
        Table { start: plane(), texts: PLANE, control: clock(9, 1), program: None },
        Table {
            start: position("orthodox", "4k3/8/8/8/8/8/8/R3K3 w - -"),
            texts: CELLS,
            control: clock(6, 0),
            program: None,
        },
        Table {
            start: position("progressive", "start"),
            texts: KNIGHTS,
            control: clock(12, 2),
            program: None,
        },
        Table { start: plane(), texts: PLANE, control: None, program: Some(Color::Black) },
    ]
});
