//! The moves of custom kinds (a variant's own kinds of piece), compiled for one board.

use super::bits::{PerCell, bit, each};
use super::lines::Ray;
use crate::board::{Cell, FlatBoard, Grid, MAX_CELLS};
use crate::budget::work;
use crate::geom::Flips;
use crate::variant::{CellKind, CellMove, Go, Takes};

/// The custom kinds of a variant.
#[derive(Debug, Clone)]
pub(crate) struct CustomKinds {
    kinds: Vec<CustomKind>,
    /// For each cell: all cells from which a piece of one of these kinds could attack it on the empty board.
    pub seen_from: Box<PerCell<u128>>,
}

/// One of the custom kinds.
#[derive(Debug, Clone)]
pub(crate) struct CustomKind {
    pub rule: CellKind,
    /// Whether its pieces have a frame.
    pub framed: bool,
    /// For each orientation (one without frame) and cell: what a piece reaches.
    moved: Vec<Vec<Reach>>,
    /// What a piece reaches before it has moved, if that is more.
    unmoved: Option<Vec<Vec<Reach>>>,
}

/// The frame of a piece, and whether it never moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stance {
    pub flips: Flips,
    pub unmoved: bool,
}

/// The cells that a piece reaches from one cell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reach {
    /// The ends of leaps: those that may take, never take, and must take.
    leaps: [u128; 3],
    rides: Box<[Ride]>,
}

#[derive(Debug, Clone)]
struct Ride {
    takes: Takes,
    ray: Ray,
}

/// The cells that a piece reaches, with the given pieces as blockers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Targets {
    /// The cells to which it may go if they are empty.
    pub quiet: u128,
    /// The cells on which it may take.
    pub attacked: u128,
}

impl Reach {
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

    /// Returns the mean number of cells reached on a board with a share of free cells. A move that only captures, or that
    /// never captures, counts half.
    pub fn weight(&self, free: f64) -> f64 {
        let [may, never, must] = self.leaps.map(|ends| f64::from(ends.count_ones()));
        let rides = self.rides.iter().map(|Ride { takes, ray }| {
            let cells = (0..ray.cells.count_ones()).map(|before| free.powi(before as i32)).sum::<f64>();
            if *takes == Takes::May { cells } else { cells / 2.0 }
        });
        may + (never + must) / 2.0 + rides.sum::<f64>()
    }

    /// Calls back for each path on which a cell is attacked, with the cells between.
    pub fn each_way_to(&self, cell: usize, mut way: impl FnMut(u128)) {
        let [may, _, must] = self.leaps;
        if (may | must) & bit(cell) != 0 {
            way(0);
        }
        for Ride { takes, ray } in &self.rides {
            if *takes != Takes::Never && ray.cells & bit(cell) != 0 {
                way(ray.up_to(bit(cell)) & !bit(cell));
            }
        }
    }
}

impl CustomKind {
    fn compile(grid: &Grid, flat: FlatBoard, rule: &CellKind) -> CustomKind {
        let framed = rule.is_framed();
        let orientations = if framed { 4 } else { 1 };
        let compiled = |first: bool| -> Vec<Vec<Reach>> {
            let all = (0..orientations).map(|n| Flips { x: n & 1 != 0, y: n & 2 != 0 });
            all.map(|flips| grid.places().map(|from| reach(flat, grid, rule, from, flips, first)).collect())
                .collect()
        };
        let differs = rule.moves.iter().any(|m| m.first_range != m.range);
        CustomKind {
            framed,
            moved: compiled(false),
            unmoved: differs.then(|| compiled(true)),
            rule: rule.clone(),
        }
    }

    /// Whether the first move of a piece may be longer or shorter than later ones.
    pub fn first_move_differs(&self) -> bool {
        self.unmoved.is_some()
    }

    /// Returns what a piece reaches from a cell.
    pub fn reach(&self, stance: Stance, cell: usize) -> &Reach {
        let all = self.unmoved.as_ref().filter(|_| stance.unmoved).unwrap_or(&self.moved);
        let n = usize::from(stance.flips.x) | usize::from(stance.flips.y) << 1;
        &all[if self.framed { n } else { 0 }][cell]
    }

    /// Returns what seams reverse on the first path from one cell to another, in the order of the kind's moves, with the
    /// given pieces as blockers.
    pub fn flips(&self, grid: &Grid, stance: Stance, [from, to]: [usize; 2], occupied: u128) -> Flips {
        self.ways(grid, stance, from, occupied, occupied & bit(to) != 0)
            .into_iter()
            .find_map(|way| way.iter().find(|(cell, _)| cell.index() == to).map(|(_, flips)| *flips))
            .unwrap_or(Flips::NONE)
    }

    /// Returns the paths on which a piece moves or captures, with the given pieces as blockers. Each path has its cells.
    fn ways(
        &self,
        grid: &Grid,
        stance: Stance,
        from: usize,
        occupied: u128,
        takes: bool,
    ) -> Vec<Vec<(Cell, Flips)>> {
        let Some(flat) = grid.flat_board() else { return Vec::new() };
        let fits = |m: &&CellMove| if takes { m.takes != Takes::Never } else { m.takes != Takes::Must };
        let mut ways = Vec::new();
        for m in self.rule.moves.iter().filter(fits) {
            let range = if stance.unmoved { m.first_range } else { m.range };
            for vector in &m.vectors {
                let mut way = walk(flat, grid, Cell(from as u8), turned(*vector, stance.flips), range, m.go);
                if m.go == Go::Ride {
                    let end = way.iter().position(|(cell, _)| occupied & cell.bit() != 0);
                    way.truncate(end.map_or(way.len(), |end| end + 1));
                }
                ways.push(way);
            }
        }
        ways
    }

    /// Returns the vector and the number of steps of the first path from one cell to another, with the given pieces as
    /// blockers.
    pub fn step_to(
        &self,
        grid: &Grid,
        stance: Stance,
        [from, to]: [usize; 2],
        occupied: u128,
    ) -> Option<([i8; 2], usize)> {
        let takes = occupied & bit(to) != 0;
        let ways = self.ways(grid, stance, from, occupied, takes);
        let fits = |m: &&CellMove| if takes { m.takes != Takes::Never } else { m.takes != Takes::Must };
        let vectors = self.rule.moves.iter().filter(fits).flat_map(|m| &m.vectors);
        vectors.zip(&ways).find_map(|(vector, way)| {
            let steps = way.iter().position(|(cell, _)| cell.index() == to)?;
            Some((turned(*vector, stance.flips), steps + 1))
        })
    }
}

impl CustomKinds {
    /// Returns the kinds of a variant on a flat board.
    pub fn compile(grid: &Grid, kinds: &[CellKind]) -> CustomKinds {
        let flat = grid.flat_board();
        let kinds: Vec<CustomKind> = flat
            .into_iter()
            .flat_map(|flat| kinds.iter().map(move |kind| CustomKind::compile(grid, flat, kind)))
            .collect();
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
}

/// Returns the index of a set of leaps in [`Reach`].
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

/// Returns the cells met along a vector, up to a wall. A ride ends at its own cell. A leap goes on there if the piece is
/// mirrored, and ends where the cells would repeat.
fn walk(flat: FlatBoard, grid: &Grid, from: Cell, [x, y]: [i8; 2], range: u16, go: Go) -> Vec<(Cell, Flips)> {
    let (row, column) = (grid.row(from) as i64, grid.column(from) as i64);
    let mut met = Vec::new();
    for n in 1..=i64::from(range) {
        let Some((row, column, flips)) = flat.canonical(row + n * i64::from(y), column + n * i64::from(x))
        else {
            break;
        };
        let cell = grid.place(row, column);
        if cell != from {
            met.push((cell, flips));
        } else if go == Go::Ride || flips == Flips::NONE {
            break;
        }
    }
    work(met.len());
    met
}

fn reach(flat: FlatBoard, grid: &Grid, rule: &CellKind, from: Cell, flips: Flips, first: bool) -> Reach {
    let mut reach = Reach::default();
    let mut rides = Vec::new();
    for m in &rule.moves {
        let range = if first { m.first_range } else { m.range };
        for vector in &m.vectors {
            let way = walk(flat, grid, from, turned(*vector, flips), range, m.go);
            let cells: Vec<Cell> = way.into_iter().map(|(cell, _)| cell).collect();
            if m.go == Go::Leap || cells.len() < 2 {
                reach.leaps[row(m.takes)] |= cells.iter().fold(0, |set, cell| set | cell.bit());
            } else {
                rides.push(Ride { takes: m.takes, ray: Ray::new(&cells) });
            }
        }
    }
    Reach { rides: rides.into(), ..reach }
}
