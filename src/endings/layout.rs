//! The number of each position of an ending, and the position of each number.
//!
//! Positions that a symmetry of the board maps to each other share one number. It is computed from those images in which
//! White's king stands on the first cell of its orbit. If there are several such images, the least of their numbers counts.

use super::ending::{Ending, MOST_MEN, Man};
use super::symmetry::{BySpot, FRAMES, Spot, Symmetry, can_stand, frames, may_step_twice, reach};
use crate::board::MAX_CELLS;
use crate::chess::{Color, Role};
use crate::lattice::{LatticeRules, LatticeState, bit, each, en_passant_takers, passing_pawn};
use std::sync::Arc;

/// The spots of the men of an ending, the side to move, and its right to capture en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    pub turn: Color,
    /// Whether the side to move may take a pawn that has just passed a cell.
    pub may_take_en_passant: bool,
    /// The spot of each man, in the order of the ending. Entries beyond the last man are unused.
    pub spots: [Spot; MOST_MEN],
}

pub(super) struct PlacedPosition {
    pub placement: Placement,
    pub state: LatticeState,
}

/// Stands for a spot without a number.
const NO_NUMBER: u16 = u16::MAX;

/// The spots of one man.
struct ManSpots {
    man: Man,
    /// The spots with numbers, which are their indices: those where the man can stand, for White's king one of each orbit.
    numbered: Vec<Spot>,
    /// The number of each spot, or [`NO_NUMBER`].
    numbers: BySpot<u16>,
    /// For each spot: the spots from which a quiet move leads to it on an otherwise empty board.
    sources: BySpot<Vec<Spot>>,
}

/// The numbering of the positions of one ending.
pub(super) struct Layout {
    pub rules: Arc<LatticeRules>,
    pub ending: Ending,
    men_spots: Vec<ManSpots>,
    /// How many ways there are to place the men.
    placement_count: usize,
    /// For each symmetry, man and spot: what a man on the spot adds to the number of the image, which is a sum over the men.
    summands: Vec<[BySpot<usize>; MOST_MEN]>,
    /// The index of the second of two equal men.
    twin: Option<usize>,
    /// For each cell of White's king: the indices of the symmetries that map it to the first cell of its orbit.
    maps_to_first: [Vec<u16>; MAX_CELLS],
    /// Whether positions in which a pawn may be taken en passant have numbers of their own.
    has_en_passant_right: bool,
    /// The map that gives each side's men to the other, so that the numbers also serve the exchanged ending.
    color_exchange: Option<Symmetry>,
}

impl Layout {
    pub fn new(rules: &Arc<LatticeRules>, ending: &Ending) -> Layout {
        let symmetries = Symmetry::all(rules, ending);
        let mut men_spots: Vec<ManSpots> = ending.men().iter().map(|&man| ManSpots::of(rules, man)).collect();
        let mut maps_to_first = [const { Vec::new() }; MAX_CELLS];
        let mut first_spots = Vec::new();
        // White's king is the first man. Of each of its orbits only the first spot keeps a number.
        let king_spots = &mut men_spots[0];
        for spot in std::mem::take(&mut king_spots.numbered) {
            let images: Vec<Spot> = symmetries.iter().map(|map| map.image(Role::King, spot)).collect();
            let first = images.iter().copied().min().unwrap_or(spot);
            for (symmetry_index, image) in (0..).zip(images) {
                if image == first {
                    maps_to_first[usize::from(spot.cell)].push(symmetry_index);
                }
            }
            if first == spot {
                first_spots.push(spot);
            }
        }
        king_spots.number(first_spots);
        let both_have_pawns = Color::ALL.iter().all(|&color| ending.has_pawn(color));
        let has_en_passant =
            rules.double_steps_over.iter().flat_map(|cells| cells.iter()).any(|steps| steps[0].is_some());
        let has_en_passant_right = both_have_pawns && has_en_passant && !rules.tracks_pawns;
        Layout {
            rules: Arc::clone(rules),
            ending: ending.clone(),
            placement_count: men_spots.iter().map(|man_spots| man_spots.numbered.len()).product(),
            summands: symmetries.iter().map(|map| summands(&men_spots, map)).collect(),
            // Besides the kings there are at most two men.
            twin: (1..men_spots.len()).find(|&n| men_spots[n].man == men_spots[n - 1].man),
            men_spots,
            maps_to_first,
            has_en_passant_right,
            color_exchange: Symmetry::color_exchange(rules, ending),
        }
    }

    /// Returns how many numbers there are. Some of them stand for no position.
    pub fn len(&self) -> usize {
        self.placement_count * 2 * self.right_count()
    }

    /// Returns how many values of [`Placement::may_take_en_passant`] have numbers of their own.
    #[inline]
    fn right_count(&self) -> usize {
        1 + usize::from(self.has_en_passant_right)
    }

    /// Returns the number of a position: the least of the numbers of its images.
    #[inline]
    pub fn number(&self, placement: &Placement) -> usize {
        self.numbers_of_images(placement).min().unwrap_or(0)
    }

    /// Yields the numbers of the images whose king stands on the first cell of its orbit.
    #[inline]
    fn numbers_of_images(&self, placement: &Placement) -> impl Iterator<Item = usize> {
        let king = usize::from(placement.spots[0].cell);
        self.maps_to_first[king]
            .iter()
            .map(|&symmetry_index| self.number_of_image(placement, usize::from(symmetry_index)))
    }

    /// Returns the number of the image under a symmetry. Equal men may be exchanged, and the lesser number counts.
    #[inline]
    fn number_of_image(&self, placement: &Placement, symmetry_index: usize) -> usize {
        let summands = &self.summands[symmetry_index];
        let sum = |spots: &[Spot; MOST_MEN]| -> usize {
            let of_each_man = summands.iter().zip(spots).take(self.men_spots.len());
            of_each_man.map(|(by_spot, spot)| *spot.in_table(by_spot)).sum()
        };
        let mut number = sum(&placement.spots);
        if let Some(twin) = self.twin {
            let mut spots = placement.spots;
            spots.swap(twin, twin - 1);
            number = number.min(sum(&spots));
        }
        let right = usize::from(placement.may_take_en_passant);
        let block = placement.turn.index() * self.right_count() + right;
        block * self.placement_count + number
    }

    pub fn placement(&self, number: usize) -> Placement {
        let mut spots = [Spot::default(); MOST_MEN];
        let mut quotient = number;
        for (spot, man_spots) in spots.iter_mut().zip(&self.men_spots).rev() {
            *spot = man_spots.numbered[quotient % man_spots.numbered.len()];
            quotient /= man_spots.numbered.len();
        }
        let right_count = self.right_count();
        let (turn, may_take_en_passant) = (Color::ALL[quotient / right_count], quotient % right_count == 1);
        Placement { turn, may_take_en_passant, spots }
    }

    /// Returns the position of a number; `None` if men share a cell, if the side that moved last is in check, or if another number
    /// stands for the position.
    pub fn position(&self, number: usize) -> Option<PlacedPosition> {
        let placement = self.placement(number);
        if self.number(&placement) != number {
            return None;
        }
        let state = self.state(&placement)?;
        let is_legal = self.rules.may_leave_check || !self.rules.in_check(&state, !state.turn);
        is_legal.then_some(PlacedPosition { placement, state })
    }

    /// Returns how many positions share a number.
    pub fn orbit_size(&self, number: usize) -> usize {
        let placement = self.placement(number);
        let keeping = self.numbers_of_images(&placement).filter(|&image| image == number).count();
        // The size of an orbit is that of the group, divided by the number of maps that keep the position.
        self.summands.len() / keeping.max(1)
    }

    /// Returns the position of a placement; `None` if two men share a cell, or if no pawn may be captured en passant as it says.
    pub fn state(&self, placement: &Placement) -> Option<LatticeState> {
        let mut state = LatticeState::empty(placement.turn);
        for (&Man { color, role }, &spot) in self.ending.men().iter().zip(&placement.spots) {
            let cell = spot.cell;
            if state.occupied() & bit(cell.into()) != 0 {
                return None;
            }
            state.toggle(color, role.into(), cell.into());
            state.set_way(cell.into(), spot.way());
            state.set_mirrored(cell.into(), spot.is_mirrored());
            if role == Role::King {
                state.kings[color.index()] = cell;
            }
        }
        if placement.may_take_en_passant {
            state.en_passant = self.passed_cell(&state)?;
        }
        Some(state)
    }

    /// Returns the cell, as a set, that the pawn of the side that moved last may just have passed; `None` if no pawn may take it
    /// there.
    fn passed_cell(&self, state: &LatticeState) -> Option<u128> {
        let (rules, side) = (&self.rules, !state.turn);
        let pawn = state.pieces(side, Role::Pawn).trailing_zeros() as usize;
        let empty_cells = (0..MAX_CELLS).filter(|&cell| state.occupied() & bit(cell) == 0);
        let mut passed_cells =
            empty_cells.filter(|&cell| passing_pawn(rules, state, side, cell) == Some(pawn));
        passed_cells.find(|&cell| en_passant_takers(rules, state, cell) != 0).map(bit)
    }

    /// Returns the placement of a position; `None` if a pawn has a frame that occurs in no game.
    pub fn placement_of(&self, state: &LatticeState) -> Option<Placement> {
        self.placement_if_numbered(state.turn, spots_of(&self.ending, state), state)
    }

    /// Returns the placement with these spots, if all of them have numbers. The position decides the right to capture en passant.
    fn placement_if_numbered(
        &self,
        turn: Color,
        spots: [Spot; MOST_MEN],
        state: &LatticeState,
    ) -> Option<Placement> {
        // White's king has numbers for some cells only, but may stand on any.
        let mut others = self.men_spots.iter().zip(&spots).skip(1);
        let is_numbered = others.all(|(man_spots, spot)| *spot.in_table(&man_spots.numbers) != NO_NUMBER);
        let has_takers = |passed| en_passant_takers(&self.rules, state, passed) != 0;
        let may_take_en_passant = self.has_en_passant_right && each(state.en_passant).any(has_takers);
        is_numbered.then_some(Placement { turn, may_take_en_passant, spots })
    }

    /// Returns the placement after a quiet move of an officer.
    #[inline]
    pub fn moved(&self, placement: &Placement, from: u8, to: u8) -> Placement {
        let mut next = Placement { turn: !placement.turn, may_take_en_passant: false, ..*placement };
        for spot in &mut next.spots[..self.men_spots.len()] {
            if spot.cell == from {
                spot.cell = to;
            }
        }
        next
    }

    /// Calls a function with every placement from which a quiet move may lead to this one, and with the cells that the move leaves
    /// and reaches. Some of these placements may be impossible.
    pub fn each_before(&self, placement: &Placement, mut call: impl FnMut(&Placement, [u8; 2])) {
        let spots = &placement.spots[..self.men_spots.len()];
        for (man, man_spots) in self.men_spots.iter().enumerate() {
            if man_spots.man.color == placement.turn {
                continue;
            }
            let to = spots[man];
            for &from in to.in_table(&man_spots.sources) {
                if spots.iter().any(|spot| spot.cell == from.cell) {
                    continue;
                }
                let mut before = Placement { turn: !placement.turn, ..*placement };
                before.spots[man] = from;
                for may_take_en_passant in [false, true].into_iter().take(self.right_count()) {
                    call(&Placement { may_take_en_passant, ..before }, [from.cell, to.cell]);
                }
            }
        }
    }

    /// Returns the number that serves a position of the ending with the sides exchanged; `None` if no map exchanges the sides, or if
    /// a pawn has a frame that occurs in no game.
    pub fn number_exchanged(&self, state: &LatticeState) -> Option<usize> {
        let map = self.color_exchange.as_ref()?;
        let exchanged = self.ending.exchanged();
        let men = exchanged.men();
        let white_count = men.iter().filter(|man| man.color == Color::White).count();
        let mut spots = [Spot::default(); MOST_MEN];
        for (index, (man, spot)) in men.iter().zip(spots_of(&exchanged, state)).enumerate() {
            // White's men become Black's, which come after those that become White's.
            spots[(index + men.len() - white_count) % men.len()] = map.image(man.role, spot);
        }
        let placement = self.placement_if_numbered(!state.turn, spots, state)?;
        Some(self.number(&placement))
    }
}

fn spots_of(ending: &Ending, state: &LatticeState) -> [Spot; MOST_MEN] {
    let mut spots = [Spot::default(); MOST_MEN];
    let mut unused_cells = 0;
    for (index, man) in ending.men().iter().enumerate() {
        let is_twin = index > 0 && ending.men()[index - 1] == *man;
        if !is_twin {
            unused_cells = state.pieces(man.color, man.role);
        }
        spots[index] = Spot::of(state, unused_cells.trailing_zeros() as usize);
        unused_cells &= unused_cells.wrapping_sub(1);
    }
    spots
}

/// Returns what each man on each spot adds to the number of the image; 0 if the image of the spot has no number.
fn summands(men_spots: &[ManSpots], map: &Symmetry) -> [BySpot<usize>; MOST_MEN] {
    let mut summands = [[[0; MAX_CELLS]; FRAMES]; MOST_MEN];
    // The numbers of the men's spots are the digits of the sum. The digit of the last man counts 1.
    let mut unit = 1;
    for (by_spot, man_spots) in summands.iter_mut().zip(men_spots).rev() {
        let summand = |frame: usize, cell: usize| {
            let image = map.image(man_spots.man.role, Spot { cell: cell as u8, frame: frame as u8 });
            let number = *image.in_table(&man_spots.numbers);
            if number == NO_NUMBER { 0 } else { usize::from(number) * unit }
        };
        *by_spot = std::array::from_fn(|frame| std::array::from_fn(|cell| summand(frame, cell)));
        unit *= man_spots.numbered.len();
    }
    summands
}

impl ManSpots {
    /// Returns all spots of a man, with numbers.
    fn of(rules: &LatticeRules, man: Man) -> ManSpots {
        let mut spots = Vec::new();
        for frame in frames(rules, man) {
            let with_frame = rules.grid().cells().map(|cell| Spot { cell: cell.0, frame });
            spots.extend(with_frame.filter(|&spot| can_stand(rules, man, spot)));
        }
        let mut sources: BySpot<Vec<Spot>> = std::array::from_fn(|_| std::array::from_fn(|_| Vec::new()));
        for &from in &spots {
            for to in quiet_ends(rules, man, from) {
                sources[usize::from(to.frame)][usize::from(to.cell)].push(from);
            }
        }
        let numbers = [[NO_NUMBER; MAX_CELLS]; FRAMES];
        let mut man_spots = ManSpots { man, numbered: Vec::new(), numbers, sources };
        man_spots.number(spots);
        man_spots
    }

    /// Gives numbers to these spots, and to no others.
    fn number(&mut self, spots: Vec<Spot>) {
        self.numbers = [[NO_NUMBER; MAX_CELLS]; FRAMES];
        for (number, &Spot { cell, frame }) in (0..).zip(&spots) {
            self.numbers[usize::from(frame)][usize::from(cell)] = number;
        }
        self.numbered = spots;
    }
}

/// Returns the spots that a man reaches without capture or promotion on an otherwise empty board.
fn quiet_ends(rules: &LatticeRules, man: Man, from: Spot) -> Vec<Spot> {
    let (cell, way) = (usize::from(from.cell), from.way());
    if man.role != Role::Pawn {
        let ends = each(reach(rules, man, from, 0));
        return ends.map(|cell| Spot { cell: cell as u8, ..from }).collect();
    }
    let tables = &rules.tables;
    let arrived = |end: usize, changes_way: bool, is_mirrored: bool| {
        let reversed_bits = u8::from(changes_way) | u8::from(is_mirrored) << 1;
        Spot { cell: end as u8, frame: from.frame ^ reversed_bits }
    };
    let mut ends = Vec::new();
    let single_steps = tables.push[way][cell];
    for end in each(single_steps) {
        let changes_way = tables.way_changes[way][cell] & bit(end) != 0;
        let is_mirrored = tables.mirroring[way][cell] & bit(end) != 0;
        ends.push(arrived(end, changes_way, is_mirrored));
    }
    if single_steps != 0 && may_step_twice(rules, man, from) {
        let changes_way = tables.way_changes_twice[way] & bit(cell) != 0;
        let is_mirrored = tables.mirroring_twice[way] & bit(cell) != 0;
        ends.extend(each(tables.push_twice[way][cell]).map(|end| arrived(end, changes_way, is_mirrored)));
    }
    ends
}
