//! The number of each position of an ending, and the position of each number.
//!
//! Positions that a symmetry of the board maps to each other have one number. It is computed for the images in which White's
//! king stands on the first cell of its orbit. If there are several, the least of their numbers counts.

use super::ending::{Ending, MOST_MEN, Man};
use super::symmetry::{BySpot, FRAMES, Spot, Symmetry, can_stand, frames, may_step_twice, reach};
use crate::board::MAX_CELLS;
use crate::chess::{Color, Role};
use crate::lattice::{LatticeRules, LatticeState, bit, each, en_passant_takers, passing_pawn};
use std::fmt;
use std::sync::Arc;

/// The places of the men of an ending, in the order of the ending. Places beyond its last man are unused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    pub turn: Color,
    /// Whether a pawn has just passed a cell on which it may be taken.
    pub passed: bool,
    pub spots: [Spot; MOST_MEN],
}

/// The mark of a place without a number.
const NOWHERE: u16 = u16::MAX;

/// The places of one man.
struct Places {
    man: Man,
    /// The places where it can stand: for White's king one of each orbit.
    all: Vec<Spot>,
    /// The number of each place.
    numbers: BySpot<u16>,
    /// For each place: the places from which a quiet move leads there on an otherwise empty board.
    sources: BySpot<Vec<Spot>>,
}

/// The positions of one ending.
pub(super) struct Layout {
    pub rules: Arc<LatticeRules>,
    pub ending: Ending,
    places: Vec<Places>,
    /// The number of placements.
    placements: usize,
    /// For each symmetry and man: the summand of the number for each place, which is that of the place's image.
    weights: Vec<[BySpot<usize>; MOST_MEN]>,
    /// The index of the second of two equal men.
    twin: Option<usize>,
    /// For each cell of White's king: the symmetries that take it to the first cell of its orbit.
    homing: [Vec<u16>; MAX_CELLS],
    /// The values of `passed` that are distinguished.
    flags: &'static [bool],
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({})", self.ending)
    }
}

impl Layout {
    /// Returns the layout of an ending.
    pub fn new(rules: &Arc<LatticeRules>, ending: &Ending) -> Layout {
        let symmetries = Symmetry::all(rules, ending);
        let mut places: Vec<Places> = ending.men().iter().map(|&man| Places::of(rules, man)).collect();
        let mut homing = [const { Vec::new() }; MAX_CELLS];
        let mut homes = Vec::new();
        for spot in std::mem::take(&mut places[0].all) {
            let images = || symmetries.iter().map(|map| map.image(Role::King, spot));
            let home = images().min().unwrap_or(spot);
            homing[usize::from(spot.cell)] =
                (0..).zip(images()).filter(|(_, image)| *image == home).map(|(n, _)| n).collect();
            if home == spot {
                homes.push(spot);
            }
        }
        places[0].number(homes);
        let both_have_pawns = Color::ALL.iter().all(|&color| ending.has_pawn(color));
        let may_pass =
            rules.double_steps_over.iter().any(|cells| cells.iter().any(|steps| steps[0].is_some()));
        let distinguishes_passed = both_have_pawns && may_pass && !rules.tracks_pawns;
        Layout {
            rules: Arc::clone(rules),
            ending: ending.clone(),
            placements: places.iter().map(|places| places.all.len()).product(),
            weights: symmetries.iter().map(|map| weights(&places, map)).collect(),
            // Besides the kings there are at most two men.
            twin: (1..places.len()).find(|&n| places[n].man == places[n - 1].man),
            places,
            homing,
            flags: if distinguishes_passed { &[false, true] } else { &[false] },
        }
    }

    /// Returns the count of numbers. Some of them stand for no position.
    pub fn len(&self) -> usize {
        self.placements * 2 * self.flags.len()
    }

    /// Returns the number of a position: the least of those of its images.
    #[inline]
    pub fn number(&self, placement: &Placement) -> usize {
        let king = usize::from(placement.spots[0].cell);
        let images = self.homing[king].iter().map(|&n| self.number_of_image(placement, usize::from(n)));
        images.min().unwrap_or(0)
    }

    /// Returns the number of an image whose king stands on the first cell of its orbit. Equal men may be exchanged, and the
    /// lesser number counts.
    #[inline]
    fn number_of_image(&self, placement: &Placement, symmetry: usize) -> usize {
        let weights = &self.weights[symmetry];
        let sum = |spots: &[Spot; MOST_MEN]| -> usize {
            let weighed = weights.iter().zip(spots).take(self.places.len());
            weighed.map(|(by_spot, spot)| *spot.in_table(by_spot)).sum()
        };
        let mut number = sum(&placement.spots);
        if let Some(twin) = self.twin {
            let mut spots = placement.spots;
            spots.swap(twin, twin - 1);
            number = number.min(sum(&spots));
        }
        let block = placement.turn.index() * self.flags.len() + usize::from(placement.passed);
        block * self.placements + number
    }

    /// Returns the placement of a number.
    pub fn placement(&self, number: usize) -> Placement {
        let mut spots = [Spot::default(); MOST_MEN];
        let mut rest = number;
        for (n, places) in self.places.iter().enumerate().rev() {
            spots[n] = places.all[rest % places.all.len()];
            rest /= places.all.len();
        }
        let flags = self.flags.len();
        Placement { turn: Color::ALL[rest / flags], passed: rest % flags == 1, spots }
    }

    /// Returns the position of a number. None if men share a cell, if the side that moved last is in check, or if another number
    /// stands for the position.
    pub fn position(&self, number: usize) -> Option<(Placement, LatticeState)> {
        let placement = Some(self.placement(number)).filter(|placement| self.number(placement) == number)?;
        let state = self.state(&placement)?;
        let fits = self.rules.snaffle || !self.rules.in_check(&state, !state.turn);
        fits.then_some((placement, state))
    }

    /// Returns the number of positions for which a number stands.
    pub fn orbit(&self, number: usize) -> usize {
        let placement = self.placement(number);
        let king = usize::from(placement.spots[0].cell);
        let same = |n: &&u16| self.number_of_image(&placement, usize::from(**n)) == number;
        self.weights.len() / self.homing[king].iter().filter(same).count().max(1)
    }

    /// Returns the men set up, unless two share a cell or `passed` is impossible.
    pub fn state(&self, placement: &Placement) -> Option<LatticeState> {
        let mut state = LatticeState::empty(placement.turn);
        for (&Man { color, role }, &spot) in self.ending.men().iter().zip(&placement.spots) {
            let cell = spot.cell;
            if state.occupied() & bit(cell.into()) != 0 {
                return None;
            }
            state.toggle(color, role.into(), cell.into());
            state.set_turned(cell.into(), spot.way() == 1);
            state.set_mirrored(cell.into(), spot.is_mirrored());
            if role == Role::King {
                state.kings[color.index()] = cell;
            }
        }
        if placement.passed {
            state.en_passant = self.just_passed(&state)?;
        }
        Some(state)
    }

    /// Returns the cell that the pawn of the side that moved last may just have passed, as a set. None if no pawn may take it
    /// there.
    fn just_passed(&self, state: &LatticeState) -> Option<u128> {
        let (rules, side) = (&self.rules, !state.turn);
        let pawn = state.pieces(side, Role::Pawn).trailing_zeros() as usize;
        let may_be = |&cell: &usize| {
            state.occupied() & bit(cell) == 0
                && passing_pawn(rules, state, side, cell) == Some(pawn)
                && en_passant_takers(rules, state, cell) != 0
        };
        (0..MAX_CELLS).find(may_be).map(bit)
    }

    /// Returns the places of the men of a position; none if a pawn has a frame that occurs in no game.
    pub fn placement_of(&self, state: &LatticeState) -> Option<Placement> {
        let spots = spots_of(&self.ending, state);
        self.knows(&spots).then(|| Placement { turn: state.turn, passed: self.has_passed(state), spots })
    }

    fn knows(&self, spots: &[Spot]) -> bool {
        // White's king has numbers for some cells only, but may stand on any.
        let others = self.places.iter().zip(spots).skip(1);
        others.into_iter().all(|(places, spot)| *spot.in_table(&places.numbers) != NOWHERE)
    }

    fn has_passed(&self, state: &LatticeState) -> bool {
        let taken = |passed| en_passant_takers(&self.rules, state, passed) != 0;
        self.flags.len() > 1 && each(state.en_passant).any(taken)
    }

    /// Returns the placement after a quiet move of an officer.
    #[inline]
    pub fn moved(&self, placement: &Placement, from: u8, to: u8) -> Placement {
        let mut next = Placement { turn: !placement.turn, passed: false, ..*placement };
        for spot in &mut next.spots[..self.places.len()] {
            if spot.cell == from {
                spot.cell = to;
            }
        }
        next
    }

    /// Calls a function with every placement from which a quiet move may have led here, and with the cells that the move left
    /// and reached. Some of these placements may be impossible.
    pub fn each_before(&self, placement: &Placement, mut call: impl FnMut(&Placement, [u8; 2])) {
        let men = self.places.len();
        for (n, places) in self.places.iter().enumerate() {
            if places.man.color == placement.turn {
                continue;
            }
            let to = placement.spots[n];
            for &from in to.in_table(&places.sources) {
                if placement.spots[..men].iter().any(|spot| spot.cell == from.cell) {
                    continue;
                }
                let mut before = Placement { turn: !placement.turn, ..*placement };
                before.spots[n] = from;
                for &passed in self.flags {
                    call(&Placement { passed, ..before }, [from.cell, to.cell]);
                }
            }
        }
    }

    /// Returns the number of a position of the ending with the sides exchanged, under a map that gives each side's
    /// men to the other.
    pub fn number_exchanged(&self, map: &Symmetry, state: &LatticeState) -> Option<usize> {
        let exchanged = self.ending.exchanged();
        let men = exchanged.men();
        let white = men.iter().filter(|man| man.color == Color::White).count();
        let mut spots = [Spot::default(); MOST_MEN];
        for (n, (man, spot)) in men.iter().zip(spots_of(&exchanged, state)).enumerate() {
            spots[(n + men.len() - white) % men.len()] = map.image(man.role, spot);
        }
        let placement = Placement { turn: !state.turn, passed: self.has_passed(state), spots };
        self.knows(&spots).then(|| self.number(&placement))
    }
}

/// Returns the places of the men of a position of an ending.
fn spots_of(ending: &Ending, state: &LatticeState) -> [Spot; MOST_MEN] {
    let mut spots = [Spot::default(); MOST_MEN];
    let mut rest = 0;
    for (n, man) in ending.men().iter().enumerate() {
        if n == 0 || ending.men()[n - 1] != *man {
            rest = state.pieces(man.color, man.role);
        }
        let cell = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        spots[n] = Spot::of(state, cell);
    }
    spots
}

/// Returns the summand of each man's place under a symmetry; 0 for places without a number.
fn weights(places: &[Places], map: &Symmetry) -> [BySpot<usize>; MOST_MEN] {
    let mut weights = [[[0; MAX_CELLS]; FRAMES]; MOST_MEN];
    let mut unit = 1;
    for (n, places) in places.iter().enumerate().rev() {
        let weight = |frame: usize, cell: usize| {
            let image = map.image(places.man.role, Spot { cell: cell as u8, frame: frame as u8 });
            let number = *image.in_table(&places.numbers);
            if number == NOWHERE { 0 } else { usize::from(number) * unit }
        };
        weights[n] = std::array::from_fn(|frame| std::array::from_fn(|cell| weight(frame, cell)));
        unit *= places.all.len();
    }
    weights
}

impl Places {
    fn of(rules: &LatticeRules, man: Man) -> Places {
        let spots = frames(rules, man)
            .into_iter()
            .flat_map(|frame| rules.grid().cells().map(move |cell| Spot { cell: cell.0, frame }));
        let all: Vec<Spot> = spots.filter(|&spot| can_stand(rules, man, spot)).collect();
        let mut sources: BySpot<Vec<Spot>> = std::array::from_fn(|_| std::array::from_fn(|_| Vec::new()));
        for &from in &all {
            for to in quiet_ends(rules, man, from) {
                sources[usize::from(to.frame)][usize::from(to.cell)].push(from);
            }
        }
        let mut places = Places { man, all: Vec::new(), numbers: [[NOWHERE; MAX_CELLS]; FRAMES], sources };
        places.number(all);
        places
    }

    /// Gives numbers to these places, and to no others.
    fn number(&mut self, all: Vec<Spot>) {
        self.numbers = [[NOWHERE; MAX_CELLS]; FRAMES];
        for (n, &Spot { cell, frame }) in (0..).zip(&all) {
            self.numbers[usize::from(frame)][usize::from(cell)] = n;
        }
        self.all = all;
    }
}

/// Returns the places that a man reaches without capture or promotion on an otherwise empty board.
fn quiet_ends(rules: &LatticeRules, man: Man, from: Spot) -> Vec<Spot> {
    let (cell, way) = (usize::from(from.cell), from.way());
    if man.role != Role::Pawn {
        let ends = each(reach(rules, man, from, 0));
        return ends.map(|cell| Spot { cell: cell as u8, ..from }).collect();
    }
    let t = &rules.tables;
    let once = t.push[way][cell];
    let arrives = |end: usize, changed: [bool; 2]| {
        let [turned, mirrored] = changed.map(u8::from);
        Spot { cell: end as u8, frame: from.frame ^ turned ^ mirrored << 1 }
    };
    let changed =
        |end: usize| [t.turning[way][cell], t.mirroring[way][cell]].map(|ends| ends & bit(end) != 0);
    let mut ends: Vec<Spot> = each(once).map(|end| arrives(end, changed(end))).collect();
    if once != 0 && may_step_twice(rules, man, from) {
        let changed = [t.turning_twice[way], t.mirroring_twice[way]].map(|starts| starts & bit(cell) != 0);
        ends.extend(each(t.push_twice[way][cell]).map(|end| arrives(end, changed)));
    }
    ends
}
