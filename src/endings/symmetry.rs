//! The maps of a board onto itself that preserve the moves of an ending's men.
//!
//! The maps of any board are found from the tables that play uses. A backtracking search maps cell after cell, so that every
//! step on the empty board is preserved. Each map that it finds is checked with men in the way: of four men two may stand
//! between a man and its end.

use super::ending::{Ending, Man};
use crate::board::{Cell, MAX_CELLS, way_of};
use crate::chess::{Color, Role};
use crate::geom::Flips;
use crate::lattice::{LatticeRules, LatticeState, attacks_of_role, bit, each, for_board};
use std::collections::HashSet;

/// The cell of a man and its frame, which is 0 unless the man is a pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spot {
    pub cell: u8,
    pub frame: u8,
}

/// A value for each frame and cell.
pub(super) type BySpot<T> = [[T; MAX_CELLS]; FRAMES];

/// The number of frames. The lower bit of a frame is the way of a pawn; the higher is set if its files are reversed.
pub(super) const FRAMES: usize = 4;

impl Spot {
    /// Returns the spot of the man on a cell.
    #[inline]
    pub fn of(state: &LatticeState, cell: usize) -> Spot {
        let mirrored = u8::from(state.mirrored & bit(cell) != 0);
        Spot { cell: cell as u8, frame: state.way_at(cell) as u8 | mirrored << 1 }
    }

    /// Returns the entry of a table for this spot.
    #[inline]
    pub fn in_table<T>(self, table: &BySpot<T>) -> &T {
        &table[usize::from(self.frame)][usize::from(self.cell)]
    }

    /// Returns the way in which a pawn on this spot goes.
    pub fn way(self) -> usize {
        usize::from(self.frame & 1)
    }

    /// Whether files are reversed for a pawn on this spot.
    pub fn is_mirrored(self) -> bool {
        self.frame & 2 != 0
    }
}

/// A map of the board onto itself, and its effect on the frames of pawns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Symmetry {
    /// The image of each cell. Cell numbers beyond the board are their own images, so that equal maps are equal values.
    images: [u8; MAX_CELLS],
    /// The bits of a pawn's frame that the map reverses.
    reversed_bits: u8,
}

/// A man and its frame, which together determine its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FramedMan {
    man: Man,
    frame: u8,
}

/// The greatest number of maps that a search finds. Ordinary boards have fewer.
const MOST_MAPS: usize = 1024;

impl Symmetry {
    fn identity() -> Symmetry {
        Symmetry { images: std::array::from_fn(|cell| cell as u8), reversed_bits: 0 }
    }

    /// Returns the group of all maps that preserve each side's men and their moves, the identity first.
    pub fn all(rules: &LatticeRules, ending: &Ending) -> Vec<Symmetry> {
        let men = framed_men(rules, ending);
        let mut generators = Vec::new();
        let mut group = vec![Symmetry::identity()];
        for reversed_bits in reversals(&men) {
            for map in maps_preserving_steps(rules, &men, reversed_bits, |man| man) {
                if !group.contains(&map) && map.preserves_moves(rules, &men) {
                    generators.push(map);
                    group = generated_group(&generators);
                }
            }
        }
        group
    }

    /// Returns a map that preserves the moves and gives each side's men to the other; `None` if there is none.
    pub fn color_exchange(rules: &LatticeRules, ending: &Ending) -> Option<Symmetry> {
        let men = framed_men(rules, ending);
        let exchanged = |man: Man| Man { color: !man.color, ..man };
        let maps_with = |bits: u8| maps_preserving_steps(rules, &men, bits, exchanged);
        let mut maps = reversals(&men).flat_map(maps_with);
        maps.find(|map| map.preserves_moves(rules, &men))
    }

    #[inline]
    pub fn image(&self, role: Role, Spot { cell, frame }: Spot) -> Spot {
        let reversed_bits = if role == Role::Pawn { self.reversed_bits } else { 0 };
        Spot { cell: self.images[usize::from(cell)], frame: frame ^ reversed_bits }
    }

    /// Returns the map that applies this map and then the next.
    fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            images: self.images.map(|image| next.images[usize::from(image)]),
            reversed_bits: self.reversed_bits ^ next.reversed_bits,
        }
    }

    fn image_of_set(&self, set: u128) -> u128 {
        each(set).fold(0, |images, cell| images | bit(self.images[cell].into()))
    }

    /// Whether the images of the cells that officers reach are those that they reach from the images, with up to two men in
    /// their way.
    fn preserves_moves(&self, rules: &LatticeRules, men: &[FramedMan]) -> bool {
        let mut officers = men.iter().filter(|framed| framed.man.role != Role::Pawn);
        officers.all(|&FramedMan { man, frame }| {
            let mut spots = rules.grid().cells().map(|cell| Spot { cell: cell.0, frame });
            spots.all(|from| self.preserves_moves_from(rules, man, from))
        })
    }

    /// Whether the map preserves the moves of one officer from one spot, as [`Symmetry::preserves_moves`] tests for all.
    fn preserves_moves_from(&self, rules: &LatticeRules, man: Man, from: Spot) -> bool {
        let image = self.image(man.role, from);
        let preserves_past = |others: u128| {
            let reach_of_image = reach(rules, man, image, self.image_of_set(others));
            self.image_of_set(reach(rules, man, from, others)) == reach_of_image
        };
        if !preserves_past(0) {
            return false;
        }
        let open_cells = reach(rules, man, from, 0);
        for first in each(open_cells) {
            let mut seconds = each(open_cells).take_while(|second| *second < first);
            let one_other = bit(first);
            if !preserves_past(one_other) || !seconds.all(|second| preserves_past(one_other | bit(second))) {
                return false;
            }
        }
        true
    }
}

/// Returns the cells that a man attacks, with the `others` as blockers.
pub(super) fn reach(rules: &LatticeRules, man: Man, from: Spot, others: u128) -> u128 {
    let cell = usize::from(from.cell);
    let occupied = others | bit(cell);
    for_board!(rules, R => attacks_of_role::<R>(rules, man.role, from.way(), cell, occupied)) & !bit(cell)
}

/// Returns the frames of a man. A pawn has the frames of the array's pawns, and those that seams make of them.
pub(super) fn frames(rules: &LatticeRules, man: Man) -> Vec<u8> {
    if man.role != Role::Pawn {
        return vec![0];
    }
    let starts = &rules.starts[man.color.index()];
    let first_way = way_of(man.color, Flips::NONE);
    let mirrors_on_seam = rules.tables.mirroring.iter().flatten().any(|&ends| ends != 0);
    let mirrored_starts = (starts[0] | starts[1]) & rules.mirrored_initially;
    let may_be_mirrored = mirrors_on_seam || mirrored_starts != 0;
    let mut frames = Vec::new();
    for mirrored in 0..=u8::from(may_be_mirrored) {
        for (way, &start_cells) in starts.iter().enumerate() {
            let has_way = way == first_way || start_cells != 0;
            if has_way || rules.pawn_ways_may_change() {
                frames.push(way as u8 | mirrored << 1);
            }
        }
    }
    frames
}

/// Yields the sets of bits of a frame that a map may reverse.
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

/// Returns the group that maps generate, the identity first.
fn generated_group(generators: &[Symmetry]) -> Vec<Symmetry> {
    let mut group = vec![Symmetry::identity()];
    let mut members: HashSet<Symmetry> = group.iter().cloned().collect();
    let mut multiplied = 0;
    while multiplied < group.len() {
        for generator in generators {
            let product = group[multiplied].then(generator);
            let is_new = members.insert(product.clone());
            if is_new {
                group.push(product);
            }
        }
        multiplied += 1;
    }
    group
}

/// The steps of men on the empty board.
struct Steps {
    /// For each cell a number with a bit for each zone of a pawn. The bit is set if the cell belongs to the zone.
    zones: [u128; MAX_CELLS],
    /// Two tables for each kind of step. The first has for each cell the cells that a step from it reaches, the second the cells
    /// from which a step reaches it.
    tables: Vec<[u128; MAX_CELLS]>,
}

impl Steps {
    fn of(rules: &LatticeRules, men: &[FramedMan]) -> Steps {
        let mut steps = Steps { zones: [0; MAX_CELLS], tables: Vec::new() };
        for &FramedMan { man, frame } in men {
            let mut reached = [0; MAX_CELLS];
            let (side, way) = (man.color.index(), Spot { cell: 0, frame }.way());
            for cell in rules.grid().cells() {
                let spot = Spot { cell: cell.0, frame };
                let cell = cell.index();
                reached[cell] = reach(rules, man, spot, 0);
                if man.role == Role::Pawn {
                    let zones = [
                        can_stand(rules, man, spot),
                        may_step_twice(rules, man, spot),
                        rules.promotion_zones[side][way] & bit(cell) != 0,
                        rules.allows_en_passant_over(man.color, cell),
                        rules.takes_en_passant[way],
                    ];
                    for is_inside in zones {
                        steps.zones[cell] = steps.zones[cell] << 1 | u128::from(is_inside);
                    }
                }
            }
            steps.add_table(&reached);
            if man.role == Role::Pawn {
                for ends in [&rules.tables.push, &rules.tables.way_changes, &rules.tables.mirroring] {
                    steps.add_table(&ends[way]);
                }
            }
        }
        steps
    }

    /// Adds the table of the cells that steps of one kind reach, and its reverse.
    fn add_table(&mut self, ends: &[u128; MAX_CELLS]) {
        let starts = |end: usize| (0..MAX_CELLS).filter(move |&cell| ends[cell] & bit(end) != 0);
        let reverse = std::array::from_fn(|end| starts(end).map(bit).sum());
        self.tables.extend([*ends, reverse]);
    }
}

pub(super) fn can_stand(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    man.role != Role::Pawn || rules.pawn_may_stand(man.color, spot.way(), Cell(spot.cell))
}

/// Whether every pawn on this spot may make a double step, even if it has moved to the spot.
pub(super) fn may_step_twice(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    let cell = bit(spot.cell.into());
    let is_start = rules.double_step_starts[man.color.index()][spot.way()] & cell != 0;
    let has_initial_files = spot.is_mirrored() == (rules.mirrored_initially & cell != 0);
    is_start && has_initial_files && !rules.tracks_pawns
}

/// Returns the maps under which every step of a man on the empty board is a step of the man's image.
fn maps_preserving_steps(
    rules: &LatticeRules,
    men: &[FramedMan],
    reversed_bits: u8,
    image_of_man: impl Fn(Man) -> Man,
) -> Vec<Symmetry> {
    let mut images = men.to_vec();
    for FramedMan { man, frame } in &mut images {
        if man.role == Role::Pawn {
            *frame ^= reversed_bits;
        }
        *man = image_of_man(*man);
        if !frames(rules, *man).contains(frame) {
            return Vec::new();
        }
    }
    let cells = rules.grid().cells().fold(0, |set, cell| set | cell.bit());
    let order = order_by_king_steps(rules, cells);
    let (steps, image_steps) = (Steps::of(rules, men), Steps::of(rules, &images));
    let mut maps = Vec::new();
    MapSearch { order, cells, reversed_bits, steps, image_steps }.extend(&mut Vec::new(), &mut maps);
    maps
}

/// Returns the cells in an order in which each cell except the first is one step of a king from an earlier cell.
fn order_by_king_steps(rules: &LatticeRules, cells: u128) -> Vec<usize> {
    let mut order = vec![cells.trailing_zeros() as usize];
    let mut expanded = 0;
    while expanded < order.len() {
        for cell in each(rules.tables.king[order[expanded]]) {
            if !order.contains(&cell) {
                order.push(cell);
            }
        }
        expanded += 1;
    }
    order
}

/// A search for the maps that preserve steps.
struct MapSearch {
    /// The cells in the order in which they are mapped.
    order: Vec<usize>,
    cells: u128,
    reversed_bits: u8,
    steps: Steps,
    /// The steps of the images of the men.
    image_steps: Steps,
}

impl MapSearch {
    /// Adds all maps in which the first cells of the order have these images, up to [`MOST_MAPS`].
    fn extend(&self, images: &mut Vec<usize>, maps: &mut Vec<Symmetry>) {
        if maps.len() == MOST_MAPS {
            return;
        }
        let Some(&cell) = self.order.get(images.len()) else {
            let mut map = Symmetry { reversed_bits: self.reversed_bits, ..Symmetry::identity() };
            for (&cell, &image) in self.order.iter().zip(&*images) {
                map.images[cell] = image as u8;
            }
            maps.push(map);
            return;
        };
        for image in each(self.possible_images(images, cell)) {
            if self.steps.zones[cell] == self.image_steps.zones[image] {
                images.push(image);
                self.extend(images, maps);
                images.pop();
            }
        }
    }

    /// Returns the possible images of a cell. None of them is an image yet. Their steps from and to the images are the same as the
    /// steps of the cell from and to the mapped cells.
    fn possible_images(&self, images: &[usize], cell: usize) -> u128 {
        let mut possible = self.cells;
        for (&mapped, &image) in self.order.iter().zip(images) {
            possible &= !bit(image);
            for (steps, image_steps) in self.steps.tables.iter().zip(&self.image_steps.tables) {
                let is_step = steps[mapped] & bit(cell) != 0;
                possible &= if is_step { image_steps[image] } else { !image_steps[image] };
            }
        }
        possible
    }
}
