//! The maps of a board onto itself that preserve the moves of an ending's men.
//!
//! They are found from the tables used in play, for any board. A backtracking search maps cell after cell and preserves every
//! step on the empty board. Each result is then checked with men in the way: of four men, two may stand between.

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

/// The number of frames: the lower bit is a pawn's direction, the higher says that its files are reversed.
pub(super) const FRAMES: usize = 4;

impl Spot {
    /// Returns the place of the man on a cell.
    #[inline]
    pub fn of(state: &LatticeState, cell: usize) -> Spot {
        let mirrored = u8::from(state.mirrored & bit(cell) != 0);
        Spot { cell: cell as u8, frame: state.way_at(cell) as u8 | mirrored << 1 }
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
    /// The image of each cell; what lies beyond the board stays as it is, so that equal maps are equal values.
    images: [u8; MAX_CELLS],
    /// The bits of a frame that it reverses.
    turn: u8,
}

/// A man and a frame, which determine its moves.
type Kind = (Man, u8);

/// The greatest number of maps that are looked for; no ordinary board has so many.
const MOST: usize = 1024;

impl Symmetry {
    fn identity() -> Symmetry {
        Symmetry { images: std::array::from_fn(|cell| cell as u8), turn: 0 }
    }

    /// Returns all maps that preserve each side's men. They form a group.
    pub fn all(rules: &LatticeRules, ending: &Ending) -> Vec<Symmetry> {
        let kinds = kinds(rules, ending);
        let mut makers = Vec::new();
        let mut all = vec![Symmetry::identity()];
        for turn in turns(&kinds) {
            for map in candidates(rules, &kinds, turn, |man| man) {
                if !all.contains(&map) && map.holds(rules, &kinds) {
                    makers.push(map);
                    all = generated(&makers);
                }
            }
        }
        all
    }

    /// Returns a map that gives each side's men to the other.
    pub fn exchanging(rules: &LatticeRules, ending: &Ending) -> Option<Symmetry> {
        let kinds = kinds(rules, ending);
        let exchange = |man: Man| Man { color: !man.color, ..man };
        let mut maps = turns(&kinds).flat_map(|turn| candidates(rules, &kinds, turn, exchange));
        maps.find(|map| map.holds(rules, &kinds))
    }

    /// Returns the image of a place.
    #[inline]
    pub fn image(&self, role: Role, Spot { cell, frame }: Spot) -> Spot {
        let turn = if role == Role::Pawn { self.turn } else { 0 };
        Spot { cell: self.images[usize::from(cell)], frame: frame ^ turn }
    }

    fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            images: self.images.map(|image| next.images[usize::from(image)]),
            turn: self.turn ^ next.turn,
        }
    }

    fn of_set(&self, set: u128) -> u128 {
        each(set).fold(0, |images, cell| images | bit(self.images[cell].into()))
    }

    /// Whether officers reach the same cells with up to two men in their way.
    fn holds(&self, rules: &LatticeRules, kinds: &[Kind]) -> bool {
        let officers = kinds.iter().filter(|(man, _)| man.role != Role::Pawn);
        officers.into_iter().all(|&(man, frame)| {
            rules.grid().cells().all(|cell| {
                let from = Spot { cell: cell.0, frame };
                let keeps = |between: u128| {
                    let there = reach(rules, man, self.image(man.role, from), self.of_set(between));
                    self.of_set(reach(rules, man, from, between)) == there
                };
                let open = reach(rules, man, from, 0);
                keeps(0)
                    && each(open).all(|a| {
                        keeps(bit(a)) && each(open).take_while(|b| *b < a).all(|b| keeps(bit(a) | bit(b)))
                    })
            })
        })
    }
}

/// Returns the cells that a man attacks past other men.
pub(super) fn reach(rules: &LatticeRules, man: Man, from: Spot, others: u128) -> u128 {
    let cell = usize::from(from.cell);
    let occupied = others | bit(cell);
    for_board!(rules, R => attacks::<R>(rules, man.role, from.way(), cell, occupied)) & !bit(cell)
}

/// Returns the frames of a man: those of the array's pawns, and all to which seams may change them.
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

/// Returns the possible effects of a map on frames.
fn turns(kinds: &[Kind]) -> std::ops::Range<u8> {
    let has_pawns = kinds.iter().any(|(man, _)| man.role == Role::Pawn);
    if has_pawns { 0..FRAMES as u8 } else { 0..1 }
}

/// Returns the kinds of men of an ending and of those to which it leads.
fn kinds(rules: &LatticeRules, ending: &Ending) -> Vec<Kind> {
    let mut men = ending.men().to_vec();
    for &color in Color::ALL.iter().filter(|&&color| ending.has_pawn(color)) {
        men.extend(rules.promotion_roles().into_iter().map(|role| Man { color, role }));
    }
    men.sort();
    men.dedup();
    men.into_iter().flat_map(|man| frames(rules, man).into_iter().map(move |frame| (man, frame))).collect()
}

/// Returns the group generated by some maps, the identity first.
fn generated(makers: &[Symmetry]) -> Vec<Symmetry> {
    let mut all = vec![Symmetry::identity()];
    let mut known: HashSet<Symmetry> = all.iter().cloned().collect();
    let mut done = 0;
    while done < all.len() {
        for maker in makers {
            let product = all[done].then(maker);
            if known.insert(product.clone()) {
                all.push(product);
            }
        }
        done += 1;
    }
    all
}

/// The steps of some kinds of men on the empty board.
struct Steps {
    /// For each cell: the zones to which it belongs, as bits.
    zones: [u128; MAX_CELLS],
    /// For each cell: the cells that a kind reaches, and for the next table, those from which it comes here.
    between: Vec<[u128; MAX_CELLS]>,
}

impl Steps {
    fn of(rules: &LatticeRules, kinds: &[Kind]) -> Steps {
        let mut steps = Steps { zones: [0; MAX_CELLS], between: Vec::new() };
        let mut zone = |inside: &dyn Fn(usize) -> bool| {
            for cell in rules.grid().cells().map(|cell| cell.index()) {
                steps.zones[cell] = steps.zones[cell] << 1 | u128::from(inside(cell));
            }
        };
        for &(man, frame) in kinds.iter().filter(|(man, _)| man.role == Role::Pawn) {
            let spot = |cell: usize| Spot { cell: cell as u8, frame };
            let (side, way) = (man.color.index(), spot(0).way());
            zone(&|cell| can_stand(rules, man, spot(cell)));
            zone(&|cell| may_step_twice(rules, man, spot(cell)));
            zone(&|cell| rules.promotion[side][way] & bit(cell) != 0);
            zone(&|cell| rules.passers[side][cell][0].is_some());
            zone(&|_| rules.takes_en_passant[way]);
        }
        for &(man, frame) in kinds {
            let mut reached =
                vec![std::array::from_fn(|cell| reach(rules, man, Spot { cell: cell as u8, frame }, 0))];
            if man.role == Role::Pawn {
                let (tables, way) = (&rules.tables, usize::from(frame & 1));
                reached.extend([tables.push[way], tables.turning[way], tables.mirroring[way]]);
            }
            steps.between.extend(reached.iter().flat_map(|reach| [*reach, reversed(reach)]));
        }
        steps
    }
}

/// Whether a man can stand at a place.
pub(super) fn can_stand(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    man.role != Role::Pawn || rules.has_pawns(man.color, spot.way(), Cell(spot.cell))
}

/// Whether a pawn may move two steps from here, whatever it did before.
pub(super) fn may_step_twice(rules: &LatticeRules, man: Man, spot: Spot) -> bool {
    let cell = bit(spot.cell.into());
    let starts = rules.doubles[man.color.index()][spot.way()] & cell != 0;
    starts && !rules.tracks_pawns && spot.is_mirrored() == (rules.mirrored_initially & cell != 0)
}

/// Returns the maps under which every step of a kind on the empty board is a step of its image.
fn candidates(rules: &LatticeRules, of: &[Kind], turn: u8, image: impl Fn(Man) -> Man) -> Vec<Symmetry> {
    let turned = |man: Man| if man.role == Role::Pawn { turn } else { 0 };
    let to: Vec<Kind> = of.iter().map(|&(man, frame)| (image(man), frame ^ turned(man))).collect();
    if to.iter().any(|(man, frame)| !frames(rules, *man).contains(frame)) {
        return Vec::new();
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
    let search = Search { order, cells, of: Steps::of(rules, of), to: Steps::of(rules, &to) };
    let mut found = Vec::new();
    search.extend(&mut Vec::new(), &mut found);
    let map = |images: Vec<usize>| {
        let mut map = Symmetry { turn, ..Symmetry::identity() };
        for (&cell, image) in search.order.iter().zip(images) {
            map.images[cell] = image as u8;
        }
        map
    };
    found.into_iter().map(map).collect()
}

struct Search {
    order: Vec<usize>,
    cells: u128,
    of: Steps,
    to: Steps,
}

impl Search {
    /// Maps the next cell in every consistent way.
    fn extend(&self, images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if found.len() == MOST {
            return;
        }
        let Some(&cell) = self.order.get(images.len()) else {
            found.push(images.clone());
            return;
        };
        for image in each(self.fitting(images, cell)) {
            if self.of.zones[cell] == self.to.zones[image] {
                images.push(image);
                self.extend(images, found);
                images.pop();
            }
        }
    }

    /// Returns the free cells whose steps to and from all images so far are those of a cell to and from the others.
    fn fitting(&self, images: &[usize], cell: usize) -> u128 {
        self.order.iter().zip(images).fold(self.cells, |fitting, (&other, &image)| {
            self.of.between.iter().zip(&self.to.between).fold(fitting & !bit(image), |fitting, (of, to)| {
                fitting & if of[other] & bit(cell) == 0 { !to[image] } else { to[image] }
            })
        })
    }
}

/// Returns the cells from which each cell is reached.
fn reversed(reach: &[u128; MAX_CELLS]) -> [u128; MAX_CELLS] {
    std::array::from_fn(|end| (0..MAX_CELLS).filter(|&cell| reach[cell] & bit(end) != 0).map(bit).sum())
}
