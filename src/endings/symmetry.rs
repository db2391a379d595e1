//! The maps of a board onto itself that preserve the moves of an ending's men.
//!
//! They are found from the tables used in play, for any board. A backtracking search maps cell after cell and preserves every
//! step on the empty board. Each map that it finds is checked with men in the way: of four men, two may stand in between.

use super::ending::{Ending, Man};
use crate::board::{Cell, MAX_CELLS, way_of};
use crate::chess::{Color, Role};
use crate::geom::Flips;
use crate::lattice::{LatticeRules, LatticeState, attacks, bit, each, for_board};
use std::collections::HashSet;

/// The place of a man, with the frame of a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spot {
    pub cell: u8,
    pub frame: u8,
}

/// A value for each frame and cell.
pub(super) type BySpot<T> = [[T; MAX_CELLS]; FRAMES];

/// The number of frames: the lower bit is a pawn's direction, the higher says that its files are reversed.
pub(super) const FRAMES: usize = 4;

impl Spot {
    /// Returns the place of the man on a cell.
    #[inline]
    pub fn of(state: &LatticeState, cell: usize) -> Spot {
        let mirrored = u8::from(state.mirrored & bit(cell) != 0);
        Spot { cell: cell as u8, frame: state.way_at(cell) as u8 | mirrored << 1 }
    }

    /// Returns the entry of a table.
    #[inline]
    pub fn in_table<T>(self, table: &BySpot<T>) -> &T {
        &table[usize::from(self.frame)][usize::from(self.cell)]
    }

    /// Returns the direction of a pawn here.
    pub fn way(self) -> usize {
        usize::from(self.frame & 1)
    }

    /// Whether files are reversed for a pawn here.
    pub fn is_mirrored(self) -> bool {
        self.frame & 2 != 0
    }
}

/// A map of the board onto itself, and its effect on the frames of pawns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Symmetry {
    /// The image of each cell. Numbers beyond the board are their own images, so that equal maps are equal values.
    images: [u8; MAX_CELLS],
    /// The bits of a pawn's frame that the map reverses.
    reversed: u8,
}

/// A man and its frame. Together they determine its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FramedMan {
    man: Man,
    frame: u8,
}

/// The greatest number of maps that are found. Ordinary boards have fewer.
const MOST: usize = 1024;

impl Symmetry {
    fn identity() -> Symmetry {
        Symmetry { images: std::array::from_fn(|cell| cell as u8), reversed: 0 }
    }

    /// Returns all maps that preserve each side's men. They form a group.
    pub fn all(rules: &LatticeRules, ending: &Ending) -> Vec<Symmetry> {
        let men = framed_men(rules, ending);
        let mut generators = Vec::new();
        let mut group = vec![Symmetry::identity()];
        for reversed in reversals(&men) {
            for map in candidates(rules, &men, reversed, |man| man) {
                if !group.contains(&map) && map.holds(rules, &men) {
                    generators.push(map);
                    group = generated(&generators);
                }
            }
        }
        group
    }

    /// Returns a map that gives each side's men to the other.
    pub fn exchanging(rules: &LatticeRules, ending: &Ending) -> Option<Symmetry> {
        let men = framed_men(rules, ending);
        let exchange = |man: Man| Man { color: !man.color, ..man };
        let mut maps = reversals(&men).flat_map(|reversed| candidates(rules, &men, reversed, exchange));
        maps.find(|map| map.holds(rules, &men))
    }

    /// Returns the image of a place.
    #[inline]
    pub fn image(&self, role: Role, Spot { cell, frame }: Spot) -> Spot {
        let reversed = if role == Role::Pawn { self.reversed } else { 0 };
        Spot { cell: self.images[usize::from(cell)], frame: frame ^ reversed }
    }

    fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            images: self.images.map(|image| next.images[usize::from(image)]),
            reversed: self.reversed ^ next.reversed,
        }
    }

    fn image_of_set(&self, set: u128) -> u128 {
        each(set).fold(0, |images, cell| images | bit(self.images[cell].into()))
    }

    /// Whether officers reach the same cells with up to two men in their way.
    fn holds(&self, rules: &LatticeRules, men: &[FramedMan]) -> bool {
        let officers = men.iter().filter(|framed| framed.man.role != Role::Pawn);
        officers.into_iter().all(|&FramedMan { man, frame }| {
            rules.grid().cells().all(|cell| self.holds_from(rules, man, Spot { cell: cell.0, frame }))
        })
    }

    fn holds_from(&self, rules: &LatticeRules, man: Man, from: Spot) -> bool {
        let image = self.image(man.role, from);
        let keeps = |between: u128| {
            let there = reach(rules, man, image, self.image_of_set(between));
            self.image_of_set(reach(rules, man, from, between)) == there
        };
        let open = reach(rules, man, from, 0);
        let others = |a: usize| each(open).take_while(move |b| *b < a);
        keeps(0) && each(open).all(|a| keeps(bit(a)) && others(a).all(|b| keeps(bit(a) | bit(b))))
    }
}

/// Returns the cells that a man attacks past other men.
pub(super) fn reach(rules: &LatticeRules, man: Man, from: Spot, others: u128) -> u128 {
    let cell = usize::from(from.cell);
    let occupied = others | bit(cell);
    for_board!(rules, R => attacks::<R>(rules, man.role, from.way(), cell, occupied)) & !bit(cell)
}

/// Returns the frames of a man. A pawn has the frames of the array's pawns, and those that seams make of them.
pub(super) fn frames(rules: &LatticeRules, man: Man) -> Vec<u8> {
    if man.role != Role::Pawn {
        return vec![0];
    }
    let starts = &rules.starts[man.color.index()];
    let own = way_of(man.color, Flips::NONE);
    let goes = |way: &usize| rules.pawns_turn() || *way == own || starts[*way] != 0;
    let is_mirrored = rules.tables.mirroring.iter().flatten().any(|&ends| ends != 0)
        || (starts[0] | starts[1]) & rules.mirrored_initially != 0;
    let mirrored = if is_mirrored { 0..=1 } else { 0..=0 };
    mirrored.flat_map(|mirrored| (0..2).filter(goes).map(move |way| way as u8 | mirrored << 1)).collect()
}

/// Returns the sets of bits of a frame that a map may reverse.
fn reversals(men: &[FramedMan]) -> std::ops::Range<u8> {
    let has_pawns = men.iter().any(|framed| framed.man.role == Role::Pawn);
    if has_pawns { 0..FRAMES as u8 } else { 0..1 }
}

/// Returns the men of an ending and of those to which it leads, with all their frames.
fn framed_men(rules: &LatticeRules, ending: &Ending) -> Vec<FramedMan> {
    let mut men = ending.men().to_vec();
    for &color in Color::ALL.iter().filter(|&&color| ending.has_pawn(color)) {
        men.extend(rules.promotion_roles().into_iter().map(|role| Man { color, role }));
    }
    men.sort();
    men.dedup();
    let mut framed = Vec::new();
    for man in men {
        framed.extend(frames(rules, man).into_iter().map(|frame| FramedMan { man, frame }));
    }
    framed
}

/// Returns the group generated by some maps, the identity first.
fn generated(generators: &[Symmetry]) -> Vec<Symmetry> {
    let mut group = vec![Symmetry::identity()];
    let mut known: HashSet<Symmetry> = group.iter().cloned().collect();
    let mut done = 0;
    while done < group.len() {
        for generator in generators {
            let product = group[done].then(generator);
            if known.insert(product.clone()) {
                group.push(product);
            }
        }
        done += 1;
    }
    group
}

/// The steps of some men on the empty board.
struct Steps {
    /// For each cell a number with a bit for each zone, which is set if the cell belongs to the zone.
    zones: [u128; MAX_CELLS],
    /// Two tables for each way of stepping: by cell the cells that a step from it reaches, and those from which a step
    /// reaches it.
    between: Vec<[u128; MAX_CELLS]>,
}

impl Steps {
    fn of(rules: &LatticeRules, men: &[FramedMan]) -> Steps {
        let mut steps = Steps { zones: [0; MAX_CELLS], between: Vec::new() };
        for &FramedMan { man, frame } in men {
            let mut reached = vec![[0; MAX_CELLS]];
            let (side, way) = (man.color.index(), Spot { cell: 0, frame }.way());
            for cell in rules.grid().cells() {
                let spot = Spot { cell: cell.0, frame };
                let cell = cell.index();
                reached[0][cell] = reach(rules, man, spot, 0);
                if man.role == Role::Pawn {
                    let zones = [
                        can_stand(rules, man, spot),
                        may_step_twice(rules, man, spot),
                        rules.promotion_zones[side][way] & bit(cell) != 0,
                        rules.double_steps_over[side][cell][0].is_some(),
                        rules.takes_en_passant[way],
                    ];
                    for is_inside in zones {
                        steps.zones[cell] = steps.zones[cell] << 1 | u128::from(is_inside);
                    }
                }
            }
            if man.role == Role::Pawn {
                let tables = &rules.tables;
                reached.extend([tables.push[way], tables.turning[way], tables.mirroring[way]]);
            }
            steps.between.extend(reached.iter().flat_map(|reach| [*reach, reversed(reach)]));
        }
        steps
    }
}

/// Whether a man can stand at a place.
pub(super) fn can_stand(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    man.role != Role::Pawn || rules.pawn_may_stand(man.color, spot.way(), Cell(spot.cell))
}

/// Whether every pawn on this place may move two steps, even if it has moved to the place.
pub(super) fn may_step_twice(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    let cell = bit(spot.cell.into());
    let starts = rules.doubles[man.color.index()][spot.way()] & cell != 0;
    starts && !rules.tracks_pawns && spot.is_mirrored() == (rules.mirrored_initially & cell != 0)
}

/// Returns the maps under which every step of a man on the empty board is a step of his image.
fn candidates(
    rules: &LatticeRules,
    men: &[FramedMan],
    reversed: u8,
    image: impl Fn(Man) -> Man,
) -> Vec<Symmetry> {
    let mut images = men.to_vec();
    for FramedMan { man, frame } in &mut images {
        if man.role == Role::Pawn {
            *frame ^= reversed;
        }
        *man = image(*man);
        if !frames(rules, *man).contains(frame) {
            return Vec::new();
        }
    }
    let cells: u128 = rules.grid().cells().fold(0, |set, cell| set | cell.bit());
    // Each cell but the first is a king's neighbour of an earlier one.
    let mut order = vec![cells.trailing_zeros() as usize];
    let mut next = 0;
    while next < order.len() {
        let found = rules.tables.king[order[next]];
        order.extend(each(found).filter(|cell| !order.contains(cell)).collect::<Vec<_>>());
        next += 1;
    }
    let (steps, image_steps) = (Steps::of(rules, men), Steps::of(rules, &images));
    let search = Search { order, cells, reversed, steps, image_steps };
    let mut found = Vec::new();
    search.extend(&mut Vec::new(), &mut found);
    found
}

/// A search for the maps that preserve steps.
struct Search {
    /// The cells in the order in which they are mapped.
    order: Vec<usize>,
    /// The cells of the board.
    cells: u128,
    reversed: u8,
    steps: Steps,
    /// The steps of the images of the men.
    image_steps: Steps,
}

impl Search {
    /// Maps the next cell in every consistent way.
    fn extend(&self, images: &mut Vec<usize>, found: &mut Vec<Symmetry>) {
        if found.len() == MOST {
            return;
        }
        let Some(&cell) = self.order.get(images.len()) else {
            let mut map = Symmetry { reversed: self.reversed, ..Symmetry::identity() };
            for (&cell, &image) in self.order.iter().zip(&*images) {
                map.images[cell] = image as u8;
            }
            found.push(map);
            return;
        };
        for image in each(self.fitting(images, cell)) {
            if self.steps.zones[cell] == self.image_steps.zones[image] {
                images.push(image);
                self.extend(images, found);
                images.pop();
            }
        }
    }

    /// Returns the possible images of a cell. They are not images yet, and have the same steps to and from the images as the
    /// cell has to and from the mapped cells.
    fn fitting(&self, images: &[usize], cell: usize) -> u128 {
        let mut fitting = self.cells;
        for (&other, &image) in self.order.iter().zip(images) {
            fitting &= !bit(image);
            for (steps, image_steps) in self.steps.between.iter().zip(&self.image_steps.between) {
                let is_step = steps[other] & bit(cell) != 0;
                fitting &= if is_step { image_steps[image] } else { !image_steps[image] };
            }
        }
        fitting
    }
}

/// Returns the cells from which each cell is reached.
fn reversed(reach: &[u128; MAX_CELLS]) -> [u128; MAX_CELLS] {
    std::array::from_fn(|end| (0..MAX_CELLS).filter(|&cell| reach[cell] & bit(end) != 0).map(bit).sum())
}
