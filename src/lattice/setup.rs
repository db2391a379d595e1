//! A position as written, and the one door through which it becomes a [`Position`](super::Position).

use super::bits::{bit, each};
use super::keys;
use super::place::{chances_key, set_home, set_promoted, settle_rights};
use super::rules::Rules;
use super::state::{NOWHERE, State};
use crate::board::{Cell, Chart};
use crate::chess::{Color, Label, Role};
use crate::notation::SeriesText;
use crate::variant::{Promotion, Rebirth};

/// Which of its board's two ways a pawn goes: on the ring counter-clockwise first, on the disc inward
/// first. On the square the colour says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// Counter-clockwise, or not yet across the centre.
    First,
    /// Clockwise, or across the centre.
    Second,
}

/// A man as written. Its side and kind are those of its label's letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Man {
    /// Its name.
    pub label: Label,
    /// Where it stands.
    pub cell: Cell,
    /// Whether it is said to have moved.
    pub moved: bool,
    /// A pawn's way, if it is told.
    pub way: Option<Way>,
    /// Whether it was a pawn.
    pub promoted: bool,
    /// Where it is reborn, if that is told; else where its label begins.
    pub home: Option<Cell>,
}

impl Man {
    /// A man of which nothing special is told.
    pub fn new(label: Label, cell: Cell) -> Man {
        Man { label, cell, moved: false, way: None, promoted: false, home: None }
    }
}

/// A position as written; nothing is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The men.
    pub men: Vec<Man>,
    /// The side to move.
    pub turn: Color,
    /// Single moves since a capture or pawn move.
    pub halfmove: u32,
    /// The number of White's next or present move or series.
    pub fullmove: u32,
    /// Cells just passed in double steps.
    pub passed: Vec<Cell>,
    /// Where a progressive game stands.
    pub series: SeriesText,
}

/// What a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The man of this number in [`Setup::men`].
    Man(usize),
    /// The passed cell of this number in [`Setup::passed`].
    Passed(usize),
    /// The series counters.
    Series,
    /// The whole.
    Whole,
}

/// One thing wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct SetupFault {
    /// Where.
    pub about: About,
    /// What.
    pub problem: Problem,
}

/// What can be wrong with a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A label's letter that names no man of a lattice.
    #[error("no man of this board has the letter `{0}`: use K Q R B N P or k q r b n p")]
    Kind(char),
    /// Two men on one cell.
    #[error("{0} stands on the same cell: one man a cell")]
    Occupied(Label),
    /// More than one king of a side.
    #[error("a second {0} king: each side has one")]
    TwoKings(Color),
    /// No king.
    #[error("the {0} king is missing")]
    NoKing(Color),
    /// A pawn where none can be.
    #[error("a pawn cannot stand here: it would have promoted, or on the 8 x 8 board have gone backward")]
    PawnPlace,
    /// A ring pawn of unknown way.
    #[error("the direction of this pawn must be told off a start cell of its colour: add `!cw` or `!ccw`")]
    NoWay,
    /// A direction or crossing told of what has none.
    #[error("only pawns of a {0} board have this suffix")]
    StrayWay(&'static str),
    /// A pawn or king that was a pawn.
    #[error("`~` is for queens, rooks, bishops and knights")]
    StrayPromoted,
    /// More pawns than pairs can be told of.
    #[error("more than {max} {color} pawns: too many for pawn pairs", max = MAX_PAIRED_PAWNS)]
    ManyPawns {
        /// Whose.
        color: Color,
    },
    /// A passed cell that nothing can have passed.
    #[error("nothing has just passed this cell in a double step")]
    Passed,
    /// More than one passed cell in alternating play.
    #[error("only one cell can have been passed in one move")]
    ManyPassed,
    /// Series counters in alternating play.
    #[error("series counters are for progressive variants")]
    StraySeries,
    /// A series that is over before it ends.
    #[error("`played` must be less than `series`, and `series` at least 1")]
    Series,
    /// The side that has just moved stands in check.
    #[error("the {0} king stands in check although {1} is to move")]
    InCheck(Color, Color),
}

/// Sixteen pawns make at most eight pairs, so a turn at most 256 choices of removals.
const MAX_PAIRED_PAWNS: usize = 16;

pub(crate) fn compile(rules: &Rules, setup: &Setup) -> Result<State, Vec<SetupFault>> {
    let mut faults = Vec::new();
    let mut state = State::empty(setup.turn);
    for (i, man) in setup.men.iter().enumerate() {
        let earlier = setup.men[..i].iter().find(|other| other.cell == man.cell);
        let placed = match earlier {
            Some(other) => Err(Problem::Occupied(other.label)),
            None => put(rules, &mut state, man),
        };
        if let Err(problem) = placed {
            faults.push(SetupFault { about: About::Man(i), problem });
        }
    }
    settle_rights(rules, &mut state);
    let mut whole = |problem| faults.push(SetupFault { about: About::Whole, problem });
    let missing: Vec<Color> =
        Color::ALL.iter().copied().filter(|c| state.kings[c.index()] == NOWHERE).collect();
    // Under snaffle one king may have been taken.
    if missing.len() > usize::from(rules.snaffle) {
        missing.iter().for_each(|&color| whole(Problem::NoKing(color)));
    }
    for &color in Color::ALL {
        if rules.pairs && state.set(color, Role::Pawn).count_ones() as usize > MAX_PAIRED_PAWNS {
            whole(Problem::ManyPawns { color });
        }
    }
    counters(rules, setup, &mut state, &mut faults);
    passed(rules, setup, &mut state, &mut faults);
    if faults.is_empty() && !rules.snaffle && rules.in_check(&state, !setup.turn) {
        faults.push(SetupFault { about: About::Whole, problem: Problem::InCheck(!setup.turn, setup.turn) });
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    state.key ^= chances_key(rules, &state);
    if setup.turn == Color::Black {
        state.key ^= keys::BLACK;
    }
    Ok(state)
}

fn put(rules: &Rules, state: &mut State, man: &Man) -> Result<(), Problem> {
    let letter = man.label.letter();
    let role = Role::from_letter(letter).ok_or(Problem::Kind(letter))?;
    let color = man.label.color();
    let cell = man.cell.index();
    if role == Role::King && state.kings[color.index()] != NOWHERE {
        return Err(Problem::TwoKings(color));
    }
    let way = if role == Role::Pawn {
        Some(pawn_way(rules, color, man)?)
    } else if man.way.is_some() {
        return Err(Problem::StrayWay(if rules.grid.chart() == Chart::Disc { "disc" } else { "ring" }));
    } else {
        None
    };
    if man.promoted && matches!(role, Role::Pawn | Role::King) {
        return Err(Problem::StrayPromoted);
    }
    state.toggle(color, role, cell);
    if role == Role::King {
        state.kings[color.index()] = man.cell.0;
    }
    if let Some(way) = way {
        state.set_turned(cell, way == 1);
    }
    if !man.moved && keeps_right(rules, color, role, way, cell) {
        state.unmoved |= bit(cell);
        state.key ^= keys::unmoved(cell);
    }
    if rules.rebirth == Rebirth::Own {
        set_promoted(state, cell, man.promoted);
        let home = man.home.or_else(|| initial_home(rules, man.label));
        set_home(state, cell, home.map_or(NOWHERE, |home| home.0));
    } else if man.promoted {
        state.promoted |= bit(cell);
    }
    Ok(())
}

/// The initial cell of the man with the same label.
pub(crate) fn initial_home(rules: &Rules, label: Label) -> Option<Cell> {
    rules.array.iter().find(|post| post.label == label).map(|post| post.cell)
}

/// Whether a man that never moved has a right from it on this cell.
pub(crate) fn keeps_right(rules: &Rules, color: Color, role: Role, way: Option<usize>, cell: usize) -> bool {
    let castles = &rules.castles[color.index()];
    match role {
        Role::King => castles.iter().any(|c| usize::from(c.king) == cell),
        Role::Rook => castles.iter().any(|c| usize::from(c.rook) == cell),
        Role::Pawn => {
            rules.tracks_pawns && way.is_some_and(|w| rules.starts[color.index()][w] & bit(cell) != 0)
        }
        Role::Queen | Role::Bishop | Role::Knight => false,
    }
}

fn pawn_way(rules: &Rules, color: Color, man: &Man) -> Result<usize, Problem> {
    let cell = man.cell.index();
    let told = man.way.map(|way| way as usize);
    let way = match rules.grid.chart() {
        Chart::Square if told.is_some() => return Err(Problem::StrayWay("round")),
        Chart::Square => color.index(),
        Chart::Ring => told.or_else(|| rules.way_from_start(color, cell)).ok_or(Problem::NoWay)?,
        Chart::Disc => told.unwrap_or(0),
    };
    if has_pawns(rules, color, way, man.cell) { Ok(way) } else { Err(Problem::PawnPlace) }
}

/// Whether a pawn of this way can stand on a cell: not where it would have promoted, nor on the square board behind
/// its start. (On a round board it may have come round, so nothing is behind it.)
pub(crate) fn has_pawns(rules: &Rules, color: Color, way: usize, cell: Cell) -> bool {
    match rules.grid.chart() {
        Chart::Square => {
            let row = rules.grid.row(cell);
            let (first, last) = if color == Color::White { (0, 7) } else { (7, 0) };
            row != first && (row != last || rules.variant.spec().promotion == Promotion::None)
        }
        Chart::Ring | Chart::Disc => rules.promotion[color.index()][way] & cell.bit() == 0,
    }
}

fn counters(rules: &Rules, setup: &Setup, state: &mut State, faults: &mut Vec<SetupFault>) {
    state.halfmove = setup.halfmove;
    state.fullmove = setup.fullmove;
    state.played = setup.series.played;
    state.quiet = setup.series.quiet;
    state.series =
        setup.series.length.unwrap_or_else(|| rules.turns.usual_length(setup.turn, setup.fullmove));
    let mut fault = |problem| faults.push(SetupFault { about: About::Series, problem });
    if !rules.is_progressive() {
        if setup.series != SeriesText::default() {
            fault(Problem::StraySeries);
        }
        state.series = 1;
    } else if state.played >= state.series {
        fault(Problem::Series);
    }
}

/// A passed cell is empty, and beyond it stands a pawn that can have come over it: the enemy's at the
/// start of a turn, within a series the mover's own.
fn passed(rules: &Rules, setup: &Setup, state: &mut State, faults: &mut Vec<SetupFault>) {
    let passer = if setup.series.played == 0 { !setup.turn } else { setup.turn };
    let pawns = state.set(passer, Role::Pawn);
    let mut fault = |about, problem| faults.push(SetupFault { about, problem });
    for (i, cell) in setup.passed.iter().enumerate() {
        let at = rules.passers[passer.index()][cell.index()];
        let start = start_of(rules, passer, cell.index());
        let possible = at != NOWHERE
            && pawns & bit(at.into()) != 0
            && state.men() & cell.bit() == 0
            && (rules.is_progressive() || state.men() & start == 0)
            && start_way(rules, passer, start) == Some(state.way_at(at.into()));
        if possible {
            state.passed |= cell.bit();
        } else {
            fault(About::Passed(i), Problem::Passed);
        }
    }
    if setup.passed.len() > 1 && !rules.is_progressive() {
        fault(About::Passed(1), Problem::ManyPassed);
    }
}

/// The start cell from which a double step passes a cell.
fn start_of(rules: &Rules, color: Color, passed: usize) -> u128 {
    let ways = 0..2;
    let starts = ways.flat_map(|way| {
        each(rules.doubles[color.index()][way]).filter(move |&s| rules.tables.push[way][s] == bit(passed))
    });
    starts.fold(0, |set, s| set | bit(s))
}

fn start_way(rules: &Rules, color: Color, start: u128) -> Option<usize> {
    (start != 0).then(|| rules.way_from_start(color, start.trailing_zeros() as usize)).flatten()
}
