//! The maps of a board onto itself under which the men of an ending move as before.
//!
//! They are found from the tables that play uses, whatever the board. A search maps cell after cell, so that every step on
//! the empty board stays one. What it finds is then checked with men in the way: of four men, two may stand between.

use super::ending::{Ending, Man};
use crate::board::MAX_CELLS;
use crate::chess::{Color, Role};
use crate::lattice::{Rules, attacks, bit, each, for_board};
use std::collections::HashSet;

/// Where a man stands, and for a pawn which of the two ways it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spot {
    pub cell: u8,
    pub way: u8,
}

/// A map of the board onto itself, and whether it exchanges the two ways of pawns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Symmetry {
    /// By cell.
    images: [u8; MAX_CELLS],
    turns_pawns: bool,
}

/// Men that move alike.
type Kind = (Man, u8);

/// No more maps are looked for; no board of a sensible size has so many.
const MOST: usize = 1024;

impl Symmetry {
    /// All that keep each side's men its own. They are a group.
    pub fn all(rules: &Rules, ending: &Ending) -> Vec<Symmetry> {
        let kinds = kinds(rules, ending);
        let mut makers = Vec::new();
        let mut all = vec![Symmetry { images: std::array::from_fn(|cell| cell as u8), turns_pawns: false }];
        for turns_pawns in [false, true] {
            let to: Vec<Kind> = kinds.iter().map(|&(man, way)| (man, way ^ u8::from(turns_pawns))).collect();
            if turns_pawns && !(rules.has_ways() && kinds.iter().any(|(man, _)| man.role == Role::Pawn)) {
                continue;
            }
            for map in candidates(rules, [&kinds, &to], turns_pawns) {
                if !all.contains(&map) && map.holds(rules, &kinds) {
                    makers.push(map);
                    all = generated(&all[0], &makers);
                }
            }
        }
        all
    }

    /// One that gives each side's men to the other.
    pub fn exchanging(rules: &Rules, ending: &Ending) -> Option<Symmetry> {
        let of = kinds(rules, ending);
        let maps = [false, true].into_iter().flat_map(|turns_pawns| {
            let turned = |role| u8::from(turns_pawns && role == Role::Pawn);
            let to: Vec<Kind> = of
                .iter()
                .map(|&(man, way)| (Man { color: !man.color, ..man }, way ^ turned(man.role)))
                .collect();
            candidates(rules, [&of, &to], turns_pawns)
        });
        maps.into_iter().find(|map| map.holds(rules, &of))
    }

    /// The image of a place.
    #[inline]
    pub fn image(&self, role: Role, Spot { cell, way }: Spot) -> Spot {
        let turned = u8::from(self.turns_pawns && role == Role::Pawn);
        Spot { cell: self.images[usize::from(cell)], way: way ^ turned }
    }

    fn then(&self, next: &Symmetry) -> Symmetry {
        Symmetry {
            images: self.images.map(|image| next.images[usize::from(image)]),
            turns_pawns: self.turns_pawns != next.turns_pawns,
        }
    }

    fn of_set(&self, set: u128) -> u128 {
        each(set).fold(0, |images, cell| images | bit(self.images[cell].into()))
    }

    /// Whether officers reach the same cells with up to two men in their way.
    fn holds(&self, rules: &Rules, kinds: &[Kind]) -> bool {
        let officers = kinds.iter().filter(|(man, _)| man.role != Role::Pawn);
        officers.into_iter().all(|&(man, way)| {
            rules.grid().cells().all(|cell| {
                let from = Spot { cell: cell.0, way };
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

/// The cells that a man attacks past other men.
pub(super) fn reach(rules: &Rules, man: Man, from: Spot, others: u128) -> u128 {
    let (way, cell) = (usize::from(from.way), usize::from(from.cell));
    let occupied = others | bit(cell);
    for_board!(rules, R => attacks::<R>(rules, man.role, way, cell, occupied)) & !bit(cell)
}

/// The ways of a man: pawns of boards without ways go as their colour does.
pub(super) fn ways(rules: &Rules, man: Man) -> Vec<u8> {
    match man.role {
        Role::Pawn if rules.has_ways() => vec![0, 1],
        Role::Pawn => vec![man.color.index() as u8],
        Role::King | Role::Queen | Role::Rook | Role::Bishop | Role::Knight => vec![0],
    }
}

/// The kinds of men of an ending and of those to which it leads.
fn kinds(rules: &Rules, ending: &Ending) -> Vec<Kind> {
    let mut men = ending.men().to_vec();
    for &color in Color::ALL.iter().filter(|&&color| ending.has_pawn(color)) {
        men.extend(rules.promotion_roles.iter().map(|&role| Man { color, role }));
    }
    men.sort();
    men.dedup();
    men.into_iter().flat_map(|man| ways(rules, man).into_iter().map(move |way| (man, way))).collect()
}

/// The group that some maps generate, the identity first.
fn generated(identity: &Symmetry, makers: &[Symmetry]) -> Vec<Symmetry> {
    let mut all = vec![identity.clone()];
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
    /// By cell: the zones it lies in, as bits.
    zones: [u128; MAX_CELLS],
    /// By cell and kind: where it reaches.
    reach: Vec<[u128; MAX_CELLS]>,
}

impl Steps {
    fn of(rules: &Rules, kinds: &[Kind]) -> Steps {
        let mut steps = Steps { zones: [0; MAX_CELLS], reach: Vec::new() };
        let mut zone = |inside: &dyn Fn(usize) -> bool| {
            for cell in rules.grid().cells().map(|cell| cell.index()) {
                steps.zones[cell] = steps.zones[cell] << 1 | u128::from(inside(cell));
            }
        };
        for &(man, way) in kinds.iter().filter(|(man, _)| man.role == Role::Pawn) {
            let (side, n) = (man.color.index(), usize::from(way));
            zone(&|cell| can_stand(rules, man, Spot { cell: cell as u8, way }));
            zone(&|cell| rules.doubles[side][n] & bit(cell) != 0);
            zone(&|cell| rules.promotion[side][n] & bit(cell) != 0);
            zone(&|cell| rules.passers[side][cell] != crate::lattice::NOWHERE);
            zone(&|cell| rules.tables.crossing & bit(cell) != 0);
            zone(&|_| rules.takes_en_passant[n]);
        }
        let table = |to: &dyn Fn(usize) -> u128| std::array::from_fn(to);
        for &(man, way) in kinds {
            steps.reach.push(table(&|cell| reach(rules, man, Spot { cell: cell as u8, way }, 0)));
            if man.role == Role::Pawn {
                steps.reach.push(rules.tables.push[usize::from(way)]);
            }
        }
        steps
    }
}

/// Whether a man can stand at a place.
pub(super) fn can_stand(rules: &Rules, man: Man, spot: Spot) -> bool {
    let cell = crate::board::Cell(spot.cell);
    man.role != Role::Pawn || rules.has_pawns(man.color, spot.way.into(), cell)
}

/// The maps under which every step of a kind on the empty board is a step of its image.
fn candidates(rules: &Rules, [of, to]: [&[Kind]; 2], turns_pawns: bool) -> Vec<Symmetry> {
    let cells: u128 = rules.grid().cells().fold(0, |set, cell| set | cell.bit());
    // Each cell but the first is a king's neighbour of an earlier one.
    let mut order = vec![cells.trailing_zeros() as usize];
    let mut next = 0;
    while next < order.len() {
        let found = rules.tables.king[order[next]];
        order.extend(each(found).filter(|cell| !order.contains(cell)).collect::<Vec<_>>());
        next += 1;
    }
    let search = Search { order, cells, of: Steps::of(rules, of), to: Steps::of(rules, to) };
    let mut found = Vec::new();
    search.extend(&mut Vec::new(), &mut found);
    let map = |images: Vec<usize>| {
        let mut map = Symmetry { images: [0; MAX_CELLS], turns_pawns };
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
    /// Maps the next cell in every way that fits.
    fn extend(&self, images: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if found.len() == MOST {
            return;
        }
        let Some(&cell) = self.order.get(images.len()) else {
            found.push(images.clone());
            return;
        };
        let taken = images.iter().fold(0, |set, &image| set | bit(image));
        for image in each(self.cells & !taken) {
            if self.of.zones[cell] == self.to.zones[image] && self.fits(images, cell, image) {
                images.push(image);
                self.extend(images, found);
                images.pop();
            }
        }
    }

    /// Whether the steps between a cell and all those before it are those between their images.
    fn fits(&self, images: &[usize], cell: usize, image: usize) -> bool {
        let kinds = || self.of.reach.iter().zip(&self.to.reach);
        self.order.iter().zip(images).all(|(&other, &other_image)| {
            kinds().all(|(of, to)| {
                of[cell] >> other & 1 == to[image] >> other_image & 1
                    && of[other] >> cell & 1 == to[other_image] >> image & 1
            })
        })
    }
}
