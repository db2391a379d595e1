//! The moves of custom kinds (a variant's own kinds of piece), compiled for one board.

use super::bits::{PerCell, bit, each, set_of};
use super::lines::CellRay;
use crate::board::{Cell, Grid, MAX_CELLS, Sheet, SheetCell};
use crate::budget::work;
use crate::chess::{Kind, Role};
use crate::geom::Flips;
use crate::variant::{CellKind, Takes, TravelMode};

/// The custom kinds of a variant.
#[derive(Debug, Clone)]
pub(crate) struct CustomKinds {
    kinds: Vec<CustomKind>,
    /// For each cell: all cells from which a piece of one of these kinds could attack it on the empty board.
    pub seen_from: Box<PerCell<u128>>,
}

/// A custom kind.
#[derive(Debug, Clone)]
pub(crate) struct CustomKind {
    pub rule: CellKind,
    /// Whether its pieces have a frame.
    pub framed: bool,
    /// The reach of a piece that has moved.
    moved: Reaches,
    /// The reach of a piece that has never moved, if that differs.
    unmoved: Option<Reaches>,
}

/// The reach of a piece from each cell, for each orientation. A kind without frame has one orientation.
type Reaches = Vec<Vec<CustomReach>>;

/// The frame of a piece, and whether it never moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stance {
    pub flips: Flips,
    pub unmoved: bool,
}

/// The cells that a piece reaches from one cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct CustomReach {
    /// The ends of leaps: those that may take, never take, and must take.
    leaps: [u128; 3],
    rides: Box<[Ride]>,
}

#[derive(Debug, Clone)]
struct Ride {
    takes: Takes,
    ray: CellRay,
}

/// The way of a piece to a cell, along one of its vectors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CustomWay {
    /// One step, in columns and rows.
    pub vector: [i8; 2],
    /// The number of such steps.
    pub steps: u16,
    /// The coordinates that the seams on the way reverse.
    pub flips: Flips,
}

/// The cells that a piece reaches, with the given pieces as blockers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Targets {
    /// The cells to which it may go if they are empty.
    pub quiet: u128,
    /// The cells on which it may take.
    pub attacked: u128,
}

impl CustomReach {
    /// Returns the cells reached, with the given pieces as blockers.
    pub fn targets(&self, occupied: u128) -> Targets {
        let [may, never, must] = self.leaps;
        let mut targets = Targets { quiet: may | never, attacked: may | must };
        for Ride { takes, ray } in &self.rides {
            let reached = ray.reach(occupied);
            if *takes != Takes::Must {
                targets.quiet |= reached;
            }
            if *takes != Takes::Never {
                targets.attacked |= reached;
            }
        }
        Targets { quiet: targets.quiet & !occupied, ..targets }
    }

    /// Returns the mean number of cells reached on a board of whose cells a share `free` is empty. A move that only captures, or
    /// that never captures, counts half.
    pub fn weight(&self, free: f64) -> f64 {
        let [may, never, must] = self.leaps.map(|ends| f64::from(ends.count_ones()));
        let rides = self.rides.iter().map(|Ride { takes, ray }| {
            let cells = (0..ray.cells.count_ones()).map(|before| free.powi(before as i32)).sum::<f64>();
            if *takes == Takes::May { cells } else { cells / 2.0 }
        });
        may + (never + must) / 2.0 + rides.sum::<f64>()
    }

    /// Visits each path on which a cell is attacked, as the set of the cells between.
    pub fn each_way_to(&self, cell: usize, mut visit: impl FnMut(u128)) {
        let [may, _, must] = self.leaps;
        if (may | must) & bit(cell) != 0 {
            visit(0);
        }
        for Ride { takes, ray } in &self.rides {
            if *takes != Takes::Never && ray.cells & bit(cell) != 0 {
                visit(ray.up_to(bit(cell)) & !bit(cell));
            }
        }
    }
}

impl CustomKind {
    fn compile(grid: &Grid, sheet: Sheet, rule: &CellKind) -> CustomKind {
        let framed = rule.is_framed();
        let orientations = if framed { 4 } else { 1 };
        let reaches = |unmoved: bool| -> Reaches {
            let stances =
                (0..orientations).map(|n| Stance { flips: Flips { x: n & 1 != 0, y: n & 2 != 0 }, unmoved });
            stances
                .map(|stance| grid.places().map(|from| reach(sheet, grid, rule, from, stance)).collect())
                .collect()
        };
        let differs = rule.moves.iter().any(|m| m.first_range != m.range);
        CustomKind {
            framed,
            moved: reaches(false),
            unmoved: differs.then(|| reaches(true)),
            rule: rule.clone(),
        }
    }

    /// Whether the first move of a piece may be longer or shorter than later ones.
    pub fn first_move_differs(&self) -> bool {
        self.unmoved.is_some()
    }

    /// Returns the reach of a piece from a cell.
    pub fn reach(&self, stance: Stance, cell: usize) -> &CustomReach {
        let reaches = self.unmoved.as_ref().filter(|_| stance.unmoved).unwrap_or(&self.moved);
        let orientation = usize::from(stance.flips.x) | usize::from(stance.flips.y) << 1;
        &reaches[if self.framed { orientation } else { 0 }][cell]
    }

    /// Returns the way of a move from one cell to another, with the given pieces as blockers.
    ///
    /// Through seams a piece may reach a cell in several ways, which leave it with different frames. The way with the fewest
    /// steps counts, and among equal ones the way that reverses the frame least. The order of the kind's moves and vectors does not
    /// matter.
    pub fn way_to(
        &self,
        grid: &Grid,
        stance: Stance,
        [from, to]: [usize; 2],
        occupied: u128,
    ) -> Option<CustomWay> {
        let sheet = grid.sheet()?;
        let forbidden = if occupied & bit(to) != 0 { Takes::Never } else { Takes::Must };
        let mut best: Option<CustomWay> = None;
        for m in self.rule.moves.iter().filter(|m| m.takes != forbidden) {
            let range = if stance.unmoved { m.first_range } else { m.range };
            for vector in &m.vectors {
                let vector = turned(*vector, stance.flips);
                let met = walk(sheet, grid, Cell(from as u8), vector, range, m.go);
                let Some(end) = met.iter().position(|met| met.cell.index() == to) else { continue };
                if m.go == TravelMode::Ride && met[..end].iter().any(|met| occupied & met.cell.bit() != 0) {
                    continue;
                }
                let way = CustomWay { vector, steps: met[end].steps, flips: met[end].flips };
                if best.is_none_or(|best| way.rank() < best.rank()) {
                    best = Some(way);
                }
            }
        }
        best
    }
}

impl CustomWay {
    /// Returns the rank of a way among the ways to one cell: the lowest counts. Equal ranks leave equal frames.
    fn rank(self) -> (u16, u8, bool) {
        let Flips { x, y } = self.flips;
        (self.steps, u8::from(x) + u8::from(y), y)
    }
}

impl CustomKinds {
    /// Returns the kinds of a variant on a flat board.
    pub fn compile(grid: &Grid, kinds: &[CellKind]) -> CustomKinds {
        let compiled = |sheet| kinds.iter().map(|kind| CustomKind::compile(grid, sheet, kind)).collect();
        let kinds: Vec<CustomKind> = grid.sheet().map_or_else(Vec::new, compiled);
        let mut seen_from = Box::new([0; MAX_CELLS]);
        for kind in &kinds {
            for reach in kind.moved.iter().chain(kind.unmoved.iter().flatten()) {
                for (from, reach) in reach.iter().enumerate() {
                    for to in each(reach.targets(0).attacked) {
                        seen_from[to] |= bit(from);
                    }
                }
            }
        }
        CustomKinds { kinds, seen_from }
    }

    /// Whether the variant has no kinds of its own.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the kind with an index.
    pub fn kind(&self, number: u8) -> &CustomKind {
        &self.kinds[usize::from(number)]
    }

    /// Returns all kinds with their indices.
    pub fn all(&self) -> impl Iterator<Item = (u8, &CustomKind)> {
        (0..).zip(&self.kinds)
    }

    /// Returns the kind of a letter of either case. The variant's own kinds have precedence.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let capital = letter.to_ascii_uppercase();
        let custom = self.all().find(|(_, kind)| kind.rule.letter == capital);
        custom.map(|(number, _)| Kind::Custom(number)).or_else(|| Role::from_letter(letter).map(Kind::Known))
    }

    /// Returns the capital letter of a kind.
    pub fn letter(&self, kind: Kind) -> char {
        match kind {
            Kind::Known(role) => role.letter(),
            Kind::Custom(number) => self.kind(number).rule.letter,
        }
    }

    /// Whether pieces of a kind have a frame.
    pub fn is_framed(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::Pawn,
            Kind::Custom(number) => self.kind(number).framed,
        }
    }
}

/// Returns the index of a set of leaps in [`CustomReach`].
fn row(takes: Takes) -> usize {
    match takes {
        Takes::May => 0,
        Takes::Never => 1,
        Takes::Must => 2,
    }
}

fn turned([x, y]: [i8; 2], flips: Flips) -> [i8; 2] {
    [if flips.x { -x } else { x }, if flips.y { -y } else { y }]
}

/// A cell met along a vector.
struct Met {
    cell: Cell,
    /// How many times the vector leads there.
    steps: u16,
    /// The coordinates that the seams on the way reverse.
    flips: Flips,
}

/// Returns the cells met along a vector, up to a wall. A ride ends at its own cell. A leap goes on there if the piece is
/// mirrored, and ends where the cells would repeat.
fn walk(sheet: Sheet, grid: &Grid, from: Cell, [x, y]: [i8; 2], range: u16, go: TravelMode) -> Vec<Met> {
    let (row, column) = (grid.row(from) as i64, grid.column(from) as i64);
    let mut met = Vec::new();
    for steps in 1..=range {
        let n = i64::from(steps);
        let there = sheet.cell(row + n * i64::from(y), column + n * i64::from(x));
        let Some(SheetCell { row, column, flips }) = there else { break };
        let cell = grid.place(row, column);
        if cell != from {
            met.push(Met { cell, steps, flips });
        } else if go == TravelMode::Ride || flips == Flips::NONE {
            break;
        }
    }
    work(met.len());
    met
}

fn reach(sheet: Sheet, grid: &Grid, rule: &CellKind, from: Cell, stance: Stance) -> CustomReach {
    let mut leaps = [0; 3];
    let mut rides = Vec::new();
    for m in &rule.moves {
        let range = if stance.unmoved { m.first_range } else { m.range };
        for vector in &m.vectors {
            let met = walk(sheet, grid, from, turned(*vector, stance.flips), range, m.go);
            let cells: Vec<Cell> = met.into_iter().map(|met| met.cell).collect();
            if m.go == TravelMode::Leap || cells.len() < 2 {
                leaps[row(m.takes)] |= set_of(cells.into_iter().map(Cell::index));
            } else {
                rides.push(Ride { takes: m.takes, ray: CellRay::new(&cells) });
            }
        }
    }
    CustomReach { leaps, rides: rides.into() }
}
