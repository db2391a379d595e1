//! The legal moves of a position as numbered slots, each with a number from 0 to 1: the actions of the environments for
//! learning.
//!
//! A slot gathers the distances of one piece along one lane that have one outcome: the captures, and the kind to
//! which a pawn promotes. Its number picks among them, evenly by length. Single distances have no length, so they
//! have a slot of their own and are picked evenly. Each move of a lattice is a slot, and so is each connected part of
//! a region.

use crate::convert::texts;
use crate::errors::{ContinuumError, refusal};
use crate::observation::{
    Known, Observations, PIECE_FEATURES, SLOT_FEATURES, Seen, Sight, matrix, pieces_of_lattice,
    pieces_of_plane,
};
use continuum::chess::{Kind, Label, Status};
use continuum::game::MoveInput;
use continuum::geom::Interval;
use continuum::plane::{KindId, LandingRegion, LaneShape, PieceId, PieceIds, Span, Survey};
use continuum::{Game, Position, lattice, plane};
use pyo3::prelude::*;
use std::ops::Range;

/// The distance that is kept from an open end, board units; in a short stretch a quarter of it.
const INSIDE: f64 = 1e-6;

/// The way in which the number of a slot becomes a move.
enum Choice {
    /// Distances of a lane: some of the parts that all slots share.
    Lane { piece: PieceId, lane: usize, promotion: Option<KindId>, parts: Range<usize> },
    /// A landing.
    Landing(plane::Move),
    /// A move of a lattice.
    Cells(lattice::LatticeMove),
}

struct Slot {
    choice: Choice,
    features: [f32; SLOT_FEATURES.len()],
    captures: Vec<Label>,
}

/// The legal moves of a position as numbered slots. `move(slot, u)` is the text of a move for every slot from 0 and every
/// `u` from 0 to 1.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Slots {
    position: Position,
    /// Whether the game is over, by repetition too.
    is_over: bool,
    slots: Vec<Slot>,
    /// The distances of the slots along lanes.
    parts: Vec<Interval>,
}

impl Slots {
    /// Returns the slots of a position: none when its game is over.
    pub fn new(position: Position, is_over: bool) -> Slots {
        let (slots, parts) = match &position {
            _ if is_over => (Vec::new(), Vec::new()),
            Position::Plane(p) => slots_of_plane(p),
            Position::Lattice(p) => (slots_of_lattice(p), Vec::new()),
        };
        Slots { position, is_over, slots, parts }
    }

    /// Returns the slots of a game: none when it is over, by repetition too.
    pub fn of_game(game: &Game) -> Slots {
        Slots::new(game.position().clone(), game.status() != Status::Ongoing)
    }

    /// Returns the number of slots.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Writes the observation of an agent. The mask stays empty for one that is not to move.
    pub fn write(&self, sight: Sight, may_move: bool, seen: Seen<'_>) {
        let rows = match &self.position {
            Position::Plane(p) => pieces_of_plane(p),
            Position::Lattice(p) => pieces_of_lattice(p),
        };
        let (of_pieces, of_slots) = seen.rows.split_at_mut(sight.of_pieces());
        for (row, out) in rows.iter().zip(of_pieces.chunks_exact_mut(PIECE_FEATURES.len())) {
            out.copy_from_slice(row);
        }
        for (slot, out) in self.slots.iter().zip(of_slots.chunks_exact_mut(SLOT_FEATURES.len())) {
            out.copy_from_slice(&slot.features);
        }
        if !may_move {
            return;
        }
        for (slot, out) in self.slots.iter().take(sight.slots).zip(seen.mask.chunks_exact_mut(sight.shares)) {
            // Where all numbers mean one move, the first of them stands for it.
            let allowed = if self.is_single(&slot.choice) { 1 } else { sight.shares };
            out[..allowed].fill(1);
        }
    }

    /// Whether every number of a slot means the same move.
    fn is_single(&self, choice: &Choice) -> bool {
        match choice {
            Choice::Lane { parts, .. } => matches!(self.parts[parts.clone()], [part] if part.is_point()),
            Choice::Landing(_) | Choice::Cells(_) => true,
        }
    }

    /// Yields the moves of a slot and a number from 0 to 1: the first that is legal is meant.
    pub fn meant(&self, slot: usize, u: f64) -> impl Iterator<Item = MoveInput<'static>> + '_ {
        let choice = self.slots.get(slot).map(|slot| &slot.choice);
        let (along, single) = match (&self.position, choice) {
            (Position::Plane(p), Some(Choice::Lane { piece, lane, promotion, parts })) => {
                (Some(along_lane(p, (*piece, *lane), *promotion, &self.parts[parts.clone()], u)), None)
            }
            (_, Some(Choice::Landing(m))) => (None, Some(MoveInput::Plane(*m))),
            (_, Some(Choice::Cells(m))) => (None, Some(MoveInput::Lattice(*m))),
            (Position::Lattice(_), Some(Choice::Lane { .. })) | (_, None) => (None, None),
        };
        along.into_iter().flatten().map(MoveInput::Plane).chain(single)
    }
}

#[pymethods]
impl Slots {
    /// The names of the numbers that `features` has for each slot.
    #[classattr]
    fn slot_features() -> [&'static str; SLOT_FEATURES.len()] {
        SLOT_FEATURES
    }

    /// The names of the numbers that `pieces` has for each piece.
    #[classattr]
    fn piece_features() -> [&'static str; PIECE_FEATURES.len()] {
        PIECE_FEATURES
    }

    fn __len__(&self) -> usize {
        self.slots.len()
    }

    /// A matrix with a row for each slot and a column for each of `slot_features`.
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all = self.slots.iter().flat_map(|slot| slot.features).collect();
        matrix(py, all, &[self.slots.len(), SLOT_FEATURES.len()])
    }

    /// A matrix with a row for each piece and a column for each of `piece_features`.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = match &self.position {
            Position::Plane(p) => pieces_of_plane(p),
            Position::Lattice(p) => pieces_of_lattice(p),
        };
        let count = rows.len();
        matrix(py, rows.into_iter().flatten().collect(), &[count, PIECE_FEATURES.len()])
    }

    /// The observation of an agent and its mask. The observation has so many rows of pieces and then so many rows of slots,
    /// cut or filled up with zeros. The mask has `slots * shares` actions: `slot * shares + i` is the slot with the number
    /// `i / (shares - 1)`, and with one share 1/2. It is empty unless `may_move`.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        pieces: usize,
        slots: usize,
        shares: usize,
        may_move: bool,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let sight = Sight { pieces, slots, shares: shares.max(1) };
        let mut all = Observations::new(sight, 1)?;
        self.write(sight, may_move, all.first());
        all.into_numpy(py, &[])
    }

    /// The labels of the pieces that a slot captures.
    fn captures(&self, slot: usize) -> PyResult<Vec<&str>> {
        Ok(texts(&self.slot(slot)?.captures))
    }

    /// The text of the move of a slot and a number from 0 to 1. The move is legal.
    fn r#move(&self, py: Python<'_>, slot: usize, u: f64) -> PyResult<String> {
        if !(0.0..=1.0).contains(&u) {
            return Err(ContinuumError::new_err(format!("{u} is not a number from 0 to 1")));
        }
        self.slot(slot)?;
        let is_legal = |m: &MoveInput<'_>| match (&self.position, m) {
            (Position::Plane(p), MoveInput::Plane(m)) => p.judge(*m).is_ok(),
            _ => true,
        };
        py.detach(|| self.position.text_of(&self.meant(slot, u).find(is_legal)?))
            .ok_or_else(|| refusal("no distance of this slot is legal: please report the position"))
    }

    #[staticmethod]
    fn _unpickled(position: &Bound<'_, crate::position::Position>, is_over: bool) -> Slots {
        Slots::new(position.get().0.clone(), is_over)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Slots>,
    ) -> PyResult<(Bound<'py, PyAny>, (crate::position::Position, bool))> {
        let slots = slf.get();
        let position = crate::position::Position(slots.position.clone());
        Ok((slf.get_type().getattr("_unpickled")?, (position, slots.is_over)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Slots| other.position == self.position && other.is_over == self.is_over;
        other.cast::<Slots>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.position.to_string(), self.is_over).into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        format!("<Slots {}>", self.slots.len())
    }
}

impl Slots {
    fn slot(&self, slot: usize) -> PyResult<&Slot> {
        let count = self.slots.len();
        let message =
            || ContinuumError::new_err(format!("there is no slot {slot}: there are {count}, from 0"));
        self.slots.get(slot).ok_or_else(message)
    }
}

/// Returns the distance of a share of some stretches: by length, or evenly if all are single distances.
fn picked(parts: &[Interval], u: f64) -> Option<(Interval, f64)> {
    let total: f64 = parts.iter().map(|part| part.to - part.from).sum();
    if total <= 0.0 {
        let index = ((u * parts.len() as f64) as usize).min(parts.len().checked_sub(1)?);
        return Some((parts[index], parts[index].from));
    }
    let mut left = u * total;
    let last = parts.len() - 1;
    for (index, part) in parts.iter().enumerate() {
        let length = part.to - part.from;
        if left <= length || index == last {
            let inner = part.inner(INSIDE);
            return Some((*part, (part.from + left).clamp(inner.from, inner.to)));
        }
        left -= length;
    }
    None
}

/// Yields the moves of a share of a slot. Rounding may put the first beyond the rules; the second is at the middle of its
/// stretch.
fn along_lane<'p>(
    position: &'p plane::PlanePosition,
    (piece, lane): (PieceId, usize),
    promotion: Option<KindId>,
    parts: &[Interval],
    u: f64,
) -> impl Iterator<Item = plane::Move> + use<'p> {
    let distances = picked(parts, u).map(|(part, distance)| [distance, part.from.midpoint(part.to)]);
    let moves = distances.into_iter().flatten().filter_map(move |d| position.move_by(piece, lane, d));
    moves.map(move |m| promotion.map_or(m, |kind| m.promoting(kind)))
}

/// Returns the slots of a position, and the distances of those along lanes.
fn slots_of_plane(position: &plane::PlanePosition) -> (Vec<Slot>, Vec<Interval>) {
    let survey = Survey::new(position);
    let (legal, regions) = (survey.legal(), survey.regions());
    let may_move = !legal.is_empty() || regions.iter().any(|region| !region.cells.is_empty());
    if position.status_given(&survey, may_move) != Status::Ongoing {
        return (Vec::new(), Vec::new());
    }
    let mut slots = Vec::with_capacity(legal.len());
    let mut parts = Vec::with_capacity(legal.len());
    for lane in legal.chunk_by(|a, b| (a.piece, a.lane) == (b.piece, b.lane)) {
        for (i, span) in lane.iter().enumerate() {
            let same = |other: &&Span| {
                (&other.captures, other.promotes, other.part.is_point())
                    == (&span.captures, span.promotes, span.part.is_point())
            };
            if lane[..i].iter().any(|earlier| same(&earlier)) {
                continue;
            }
            let first = parts.len();
            parts.extend(lane[i..].iter().filter(same).map(|span| span.part));
            let own = &parts[first..];
            let promotions = position.rules().promotions_if(span.promotes);
            slots.extend(promotions.map(|promotion| lane_slot(position, span, (first, own), promotion)));
        }
    }
    regions.iter().for_each(|region| slots.extend(landings(position, region)));
    (slots, parts)
}

pub fn value(position: &plane::PlanePosition, kind: KindId) -> f64 {
    position.rules().kind(kind).rule.value
}

/// Returns the gain of a promotion, in pawns.
fn promoted(position: &plane::PlanePosition, mover: &plane::Piece, promotion: Option<KindId>) -> f64 {
    promotion.map_or(0.0, |kind| value(position, kind) - value(position, mover.kind))
}

fn labels(position: &plane::PlanePosition, captures: &PieceIds) -> Vec<Label> {
    captures.iter().map(|&id| position.piece(id).label).collect()
}

/// Returns the value of the captured pieces, in pawns.
fn gain(position: &plane::PlanePosition, captures: &PieceIds) -> f64 {
    captures.iter().map(|&id| value(position, position.piece(id).kind)).sum()
}

fn lane_slot(
    position: &plane::PlanePosition,
    span: &Span,
    (first, parts): (usize, &[Interval]),
    promotion: Option<KindId>,
) -> Slot {
    let mover = position.piece(span.piece);
    let turns = matches!(position.lanes(span.piece)[span.lane].shape, LaneShape::Turn(_));
    let (least, greatest) = (span.part.from, parts.last().map_or(span.part.to, |part| part.to));
    let middle = picked(parts, 0.5).map_or(least, |(_, distance)| distance);
    let end = if turns { mover.at } else { position.path(span.piece, span.lane).at(middle) };
    let end = position.rules().board.canonical(end).0;
    let known = Known {
        piece: span.piece.index(),
        from: [mover.at.x, mover.at.y],
        to: [end.x, end.y],
        distances: [least, greatest],
        length: parts.iter().map(|part| part.to - part.from).sum(),
        taken: span.captures.len(),
        gain: gain(position, &span.captures),
        promotion: promoted(position, mover, promotion),
        turn: turns,
    };
    Slot {
        choice: Choice::Lane {
            piece: span.piece,
            lane: span.lane,
            promotion,
            parts: first..first + parts.len(),
        },
        features: known.row(),
        captures: labels(position, &span.captures),
    }
}

/// Returns a slot for each connected part of a region: its landing well inside.
fn landings(position: &plane::PlanePosition, region: &LandingRegion) -> Vec<Slot> {
    let mover = position.piece(region.piece);
    let slot = |cell: &plane::LandingCell| {
        let m = plane::Move::to(region.piece, region.lane, cell.sample);
        let plane::MoveEffect { captures, promotes } = &cell.value;
        let moves =
            position.rules().promotions_if(*promotes).map(move |promotion| plane::Move { promotion, ..m });
        let legal = moves.filter(|m| position.judge(*m).is_ok());
        let end = position.rules().board.canonical(cell.sample).0;
        let make = |m: plane::Move| {
            let known = Known {
                piece: region.piece.index(),
                from: [mover.at.x, mover.at.y],
                to: [end.x, end.y],
                distances: [mover.at.distance(cell.sample); 2],
                length: 0.0,
                taken: captures.len(),
                gain: gain(position, captures),
                promotion: promoted(position, mover, m.promotion),
                turn: false,
            };
            Slot { choice: Choice::Landing(m), features: known.row(), captures: labels(position, captures) }
        };
        legal.map(make).collect::<Vec<Slot>>()
    };
    region.cells.iter().flat_map(slot).collect()
}

fn slots_of_lattice(position: &lattice::LatticePosition) -> Vec<Slot> {
    if position.status() != Status::Ongoing {
        return Vec::new();
    }
    let (grid, rules) = (position.rules().grid(), position.rules());
    let pieces = position.pieces();
    let slot = |m: lattice::LatticeMove| {
        let index = pieces.iter().position(|piece| piece.cell == m.from()).unwrap_or_default();
        let effects = position.effects_of(m);
        let captures: Vec<Label> = effects.iter().filter_map(lattice::LatticeEffect::captured).collect();
        let worth = |label: &Label| {
            pieces.iter().find(|piece| piece.label == *label).map_or(0.0, |piece| rules.value(piece.kind))
        };
        let (from, to) = (grid.point(m.from()), grid.point(m.to()));
        let known = Known {
            piece: index,
            from: [from.x, from.y],
            to: [to.x, to.y],
            distances: [from.distance(to); 2],
            length: 0.0,
            taken: captures.len(),
            gain: captures.iter().map(worth).sum(),
            promotion: m.promotion().map_or(0.0, |kind| rules.value(kind) - rules.value(Kind::PAWN)),
            turn: false,
        };
        Slot { choice: Choice::Cells(m), features: known.row(), captures }
    };
    position.legal_moves().into_iter().map(slot).collect()
}
