//! The moves of custom kinds (a variant's own kinds of piece), compiled for one board.

use super::bits::{PerCell, bit, each, set_of};
use super::lines::CellRay;
use crate::board::{Cell, Grid, MAX_CELLS, Sheet, SheetCell};
use crate::budget::work;
use crate::chess::{Kind, Role};
use crate::geom::Flips;
use crate::variant::{CellKind, Takes, TravelMode};

#[derive(Debug, Clone)]
pub(crate) struct CustomKinds {
    kinds: Vec<CustomKind>,
    /// For each cell: all cells from which a piece of one of these kinds could attack it on the empty board.
    pub sight: Box<PerCell<u128>>,
}

#[derive(Debug, Clone)]
pub(crate) struct CustomKind {
    pub rule: CellKind,
    pub is_framed: bool,
    /// The reach of a piece that has moved.
    moved: Reaches,
    /// The reach of a piece that has never moved, if that differs.
    unmoved: Option<Reaches>,
}

/// The reach of a piece from each cell, for each orientation. A kind without frame has one orientation.
type Reaches = Vec<Vec<CustomReach>>;

/// The frame of a piece in the coordinates of the board, and whether the piece may still make a first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stance {
    pub flips: Flips,
    pub has_first_move_right: bool,
}

/// The cells that a piece reaches from one cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct CustomReach {
    leaps: Leaps,
    rides: Box<[Ride]>,
}

/// The ends of leaps, by whether they may, never or must take.
#[derive(Debug, Clone, Copy, Default)]
struct Leaps {
    may: u128,
    never: u128,
    must: u128,
}

#[derive(Debug, Clone)]
struct Ride {
    takes: Takes,
    ray: CellRay,
}

/// The route of a piece to a cell: one of its vectors, made several times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CustomRoute {
    /// One step, in columns and rows of the board.
    pub vector: [i8; 2],
    /// The number of such steps.
    pub steps: u16,
    /// The coordinates that the seams on the route reverse.
    pub flips: Flips,
}

/// The cells that a piece reaches past given blockers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Targets {
    /// The empty cells to which the piece may go.
    pub empty: u128,
    /// The cells on which the piece may take, whether an enemy stands there or not.
    pub attacked: u128,
}

impl CustomReach {
    /// Returns the cells reached, with the `occupied` cells as blockers.
    pub fn targets(&self, occupied: u128) -> Targets {
        let Leaps { may, never, must } = self.leaps;
        let mut targets = Targets { empty: may | never, attacked: may | must };
        for Ride { takes, ray } in &self.rides {
            let reached = ray.reach(occupied);
            if *takes != Takes::Must {
                targets.empty |= reached;
            }
            if *takes != Takes::Never {
                targets.attacked |= reached;
            }
        }
        Targets { empty: targets.empty & !occupied, ..targets }
    }

    /// Returns the expected number of cells reached if each cell is empty with probability `empty_share`. A move that must capture,
    /// or that never captures, counts half.
    pub fn expected_cells(&self, empty_share: f64) -> f64 {
        let Leaps { may, never, must } = self.leaps;
        let [may, never, must] = [may, never, must].map(|ends| f64::from(ends.count_ones()));
        let mut on_rides = 0.0;
        for Ride { takes, ray } in &self.rides {
            let passed_cells = 0..ray.cells.count_ones();
            let cells = passed_cells.map(|count| empty_share.powi(count as i32)).sum::<f64>();
            on_rides += if *takes == Takes::May { cells } else { cells / 2.0 };
        }
        may + (never + must) / 2.0 + on_rides
    }

    /// Visits each route by which a cell is attacked. `visit` gets the cells between the piece and the attacked cell.
    pub fn each_route_to(&self, cell: usize, mut visit: impl FnMut(u128)) {
        if (self.leaps.may | self.leaps.must) & bit(cell) != 0 {
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
    /// Returns a kind of a variant, compiled for a flat board.
    fn compile(grid: &Grid, sheet: Sheet, rule: &CellKind) -> CustomKind {
        let is_framed = rule.is_framed();
        let orientations = if is_framed { 4 } else { 1 };
        let reaches_of_pieces = |has_first_move_right: bool| {
            let mut reaches = Reaches::new();
            for orientation in 0..orientations {
                let flips = Flips { x: orientation & 1 != 0, y: orientation & 2 != 0 };
                let stance = Stance { flips, has_first_move_right };
                reaches.push(grid.places().map(|from| reach_from(sheet, grid, rule, from, stance)).collect());
            }
            reaches
        };
        let first_move_differs = rule.moves.iter().any(|m| m.first_range != m.range);
        CustomKind {
            is_framed,
            moved: reaches_of_pieces(false),
            unmoved: first_move_differs.then(|| reaches_of_pieces(true)),
            rule: rule.clone(),
        }
    }

    /// Whether the first move of a piece may be longer or shorter than its later moves.
    pub fn first_move_differs(&self) -> bool {
        self.unmoved.is_some()
    }

    /// Returns the reach of a piece of the kind from a cell.
    pub fn reach(&self, stance: Stance, cell: usize) -> &CustomReach {
        let reaches = self.unmoved.as_ref().filter(|_| stance.has_first_move_right).unwrap_or(&self.moved);
        let orientation = usize::from(stance.flips.x) | usize::from(stance.flips.y) << 1;
        &reaches[if self.is_framed { orientation } else { 0 }][cell]
    }

    /// Returns the route of a move from one cell to another, with the `occupied` cells as blockers.
    ///
    /// Through seams a piece may reach a cell by several routes, after which its frames differ. The route with the fewest steps
    /// counts, and of those with equally many the route that reverses the frame least. The order of the kind's moves and vectors
    /// does not matter.
    pub fn route_to(
        &self,
        grid: &Grid,
        stance: Stance,
        [from, to]: [usize; 2],
        occupied: u128,
    ) -> Option<CustomRoute> {
        let sheet = grid.sheet()?;
        let forbidden = if occupied & bit(to) != 0 { Takes::Never } else { Takes::Must };
        let mut best_route: Option<CustomRoute> = None;
        for m in self.rule.moves.iter().filter(|m| m.takes != forbidden) {
            let range = if stance.has_first_move_right { m.first_range } else { m.range };
            for vector in &m.vectors {
                let vector = flipped(*vector, stance.flips);
                let met = walk(sheet, grid, Cell(from as u8), vector, range, m.go);
                let Some(end) = met.iter().position(|met| met.cell.index() == to) else { continue };
                if m.go == TravelMode::Ride && met[..end].iter().any(|met| occupied & met.cell.bit() != 0) {
                    continue;
                }
                let route = CustomRoute { vector, steps: met[end].steps, flips: met[end].flips };
                if best_route.is_none_or(|best| route.precedes(best)) {
                    best_route = Some(route);
                }
            }
        }
        best_route
    }
}

impl CustomRoute {
    /// Whether this route counts rather than another one to the same cell. If neither precedes the other, both lead to the same
    /// frame.
    fn precedes(self, other: CustomRoute) -> bool {
        let sort_key = |route: CustomRoute| {
            let Flips { x, y } = route.flips;
            (route.steps, u8::from(x) + u8::from(y), y)
        };
        sort_key(self) < sort_key(other)
    }
}

impl CustomKinds {
    /// Returns the kinds of a variant, compiled for its board. Only flat boards have custom kinds.
    pub fn compile(grid: &Grid, rules: &[CellKind]) -> CustomKinds {
        let mut kinds: Vec<CustomKind> = Vec::new();
        if let Some(sheet) = grid.sheet() {
            kinds.extend(rules.iter().map(|rule| CustomKind::compile(grid, sheet, rule)));
        }
        let mut sight = Box::new([0; MAX_CELLS]);
        for kind in &kinds {
            for reach_by_cell in kind.moved.iter().chain(kind.unmoved.iter().flatten()) {
                for (from, reach) in reach_by_cell.iter().enumerate() {
                    for to in each(reach.targets(0).attacked) {
                        sight[to] |= bit(from);
                    }
                }
            }
        }
        CustomKinds { kinds, sight }
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub fn kind(&self, index: u8) -> &CustomKind {
        &self.kinds[usize::from(index)]
    }

    pub fn all(&self) -> impl Iterator<Item = (u8, &CustomKind)> {
        (0..).zip(&self.kinds)
    }

    /// Returns the kind of a letter of either case. Custom kinds have precedence.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let capital = letter.to_ascii_uppercase();
        let custom = self.all().find(|(_, kind)| kind.rule.letter == capital);
        custom.map(|(index, _)| Kind::Custom(index)).or_else(|| Role::from_letter(letter).map(Kind::Known))
    }

    /// Returns the capital letter of a kind.
    pub fn letter(&self, kind: Kind) -> char {
        match kind {
            Kind::Known(role) => role.letter(),
            Kind::Custom(index) => self.kind(index).rule.letter,
        }
    }

    /// Whether pieces of a kind have a frame.
    pub fn is_framed(&self, kind: Kind) -> bool {
        match kind {
            Kind::Known(role) => role == Role::Pawn,
            Kind::Custom(index) => self.kind(index).is_framed,
        }
    }
}

/// Returns a vector with its flipped coordinates negated.
fn flipped([x, y]: [i8; 2], flips: Flips) -> [i8; 2] {
    [if flips.x { -x } else { x }, if flips.y { -y } else { y }]
}

/// A cell met along a vector.
struct MetCell {
    cell: Cell,
    /// The number of times that the vector is made to reach the cell.
    steps: u16,
    /// The coordinates that the seams on the route reverse.
    flips: Flips,
}

/// Returns the cells met along a vector, up to a wall. A ride ends when it comes back to its first cell. A leap ends there only if it
/// comes back with the same frame, because its cells would repeat.
fn walk(sheet: Sheet, grid: &Grid, from: Cell, [x, y]: [i8; 2], range: u16, go: TravelMode) -> Vec<MetCell> {
    let (from_row, from_column) = (grid.row(from) as i64, grid.column(from) as i64);
    let mut met = Vec::new();
    for steps in 1..=range {
        let n = i64::from(steps);
        let reached = sheet.cell(from_row + n * i64::from(y), from_column + n * i64::from(x));
        let Some(SheetCell { row, column, flips }) = reached else { break };
        let cell = grid.place(row, column);
        if cell != from {
            met.push(MetCell { cell, steps, flips });
        } else if go == TravelMode::Ride || flips == Flips::NONE {
            break;
        }
    }
    work(met.len());
    met
}

/// Returns the reach of a piece from a cell.
fn reach_from(sheet: Sheet, grid: &Grid, rule: &CellKind, from: Cell, stance: Stance) -> CustomReach {
    let mut leaps = Leaps::default();
    let mut rides = Vec::new();
    for m in &rule.moves {
        let range = if stance.has_first_move_right { m.first_range } else { m.range };
        for vector in &m.vectors {
            let met = walk(sheet, grid, from, flipped(*vector, stance.flips), range, m.go);
            let cells: Vec<Cell> = met.into_iter().map(|met| met.cell).collect();
            // Nothing can block a ride of one cell, so it is stored as a leap.
            if m.go == TravelMode::Leap || cells.len() < 2 {
                let ends = match m.takes {
                    Takes::May => &mut leaps.may,
                    Takes::Never => &mut leaps.never,
                    Takes::Must => &mut leaps.must,
                };
                *ends |= set_of(cells.into_iter().map(Cell::index));
            } else {
                rides.push(Ride { takes: m.takes, ray: CellRay::new(&cells) });
            }
        }
    }
    CustomReach { leaps, rides: rides.into() }
}
