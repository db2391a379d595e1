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
use continuum::plane::{KindId, LaneShape, PieceId, PieceIds, Region, Span, Survey};
use continuum::{Game, Position, lattice, plane};
use pyo3::prelude::*;

/// The distance that is kept from an open end, board units; in a short stretch a quarter of it.
const INSIDE: f64 = 1e-6;

/// The way in which the number of a slot becomes a move.
enum Choice {
    /// Distances of a lane.
    Lane { piece: PieceId, lane: usize, promotion: Option<KindId>, parts: Vec<Interval> },
    /// A landing.
    Landing(plane::Move),
    /// A move of a lattice.
    Cells(lattice::Move),
}

impl Choice {
    /// Whether every number means the same move.
    fn is_single(&self) -> bool {
        match self {
            Choice::Lane { parts, .. } => matches!(parts[..], [part] if part.is_point()),
            Choice::Landing(_) | Choice::Cells(_) => true,
        }
    }
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
}

impl Slots {
    /// Returns the slots of a position: none when its game is over.
    pub fn new(position: Position, is_over: bool) -> Slots {
        let slots = match &position {
            _ if is_over => Vec::new(),
            Position::Plane(p) => slots_of_plane(p),
            Position::Lattice(p) => slots_of_lattice(p),
        };
        Slots { position, is_over, slots }
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
            let allowed = if slot.choice.is_single() { 1 } else { sight.shares };
            out[..allowed].fill(1);
        }
    }

    /// Returns the move of a slot and a number from 0 to 1.
    pub fn chosen(&self, slot: usize, u: f64) -> Option<MoveInput<'static>> {
        match (&self.position, &self.slots.get(slot)?.choice) {
            (Position::Plane(p), Choice::Lane { piece, lane, promotion, parts }) => {
                on_lane(p, *piece, *lane, *promotion, parts, u).map(MoveInput::Plane)
            }
            (_, Choice::Lane { .. }) => None,
            (_, Choice::Landing(m)) => Some(MoveInput::Plane(*m)),
            (_, Choice::Cells(m)) => Some(MoveInput::Lattice(*m)),
        }
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
        py.detach(|| match (&self.position, self.chosen(slot, u)?) {
            (Position::Plane(p), MoveInput::Plane(m)) => Some(p.text_of(m).to_string()),
            (Position::Lattice(p), MoveInput::Lattice(m)) => Some(p.rules().move_text(m)),
            _ => None,
        })
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
            let (least, most) = part.inner(INSIDE);
            return Some((*part, (part.from + left).clamp(least, most)));
        }
        left -= length;
    }
    None
}

/// Returns the move of a share of a slot. If rounding puts the distance beyond the rules, it is the middle of its
/// stretch.
fn on_lane(
    position: &plane::PlanePosition,
    piece: PieceId,
    lane: usize,
    promotion: Option<KindId>,
    parts: &[Interval],
    u: f64,
) -> Option<plane::Move> {
    let (part, distance) = picked(parts, u)?;
    let at = |distance: f64| {
        let m = position.move_by(piece, lane, distance)?;
        let m = promotion.map_or(m, |kind| m.promoting(kind));
        position.judge(m).is_ok().then_some(m)
    };
    at(distance).or_else(|| at(part.from.midpoint(part.to)))
}

fn slots_of_plane(position: &plane::PlanePosition) -> Vec<Slot> {
    let survey = Survey::new(position);
    let (legal, regions) = (survey.legal(), survey.regions());
    let may_move = !legal.is_empty() || regions.iter().any(|region| !region.cells.is_empty());
    if position.status_given(&survey, may_move) != Status::Ongoing {
        return Vec::new();
    }
    let mut slots = Vec::new();
    let mut groups: Vec<(&Span, Vec<Interval>)> = Vec::new();
    for lane in legal.chunk_by(|a, b| (a.piece, a.lane) == (b.piece, b.lane)) {
        groups.clear();
        for span in lane {
            let same = |other: &Span| {
                (&other.captures, other.promotes, other.part.is_point())
                    == (&span.captures, span.promotes, span.part.is_point())
            };
            match groups.iter_mut().find(|(first, _)| same(first)) {
                Some((_, parts)) => parts.push(span.part),
                None => groups.push((span, vec![span.part])),
            }
        }
        for (span, parts) in &groups {
            for promotion in becoming(position, span, parts) {
                slots.push(lane_slot(position, span, parts, promotion));
            }
        }
    }
    regions.iter().for_each(|region| slots.extend(landings(position, region)));
    slots
}

/// Returns the kinds of the mover after the move: its own, or for a promotion each kind that the rules allow.
fn becoming(position: &plane::PlanePosition, span: &Span, parts: &[Interval]) -> Vec<Option<KindId>> {
    if !span.promotes {
        return vec![None];
    }
    let allowed = |kind: &KindId| {
        !position.forbids_check()
            || on_lane(position, span.piece, span.lane, Some(*kind), parts, 0.5).is_some()
    };
    position.rules().promotions().filter(allowed).map(Some).collect()
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
    parts: &[Interval],
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
        choice: Choice::Lane { piece: span.piece, lane: span.lane, promotion, parts: parts.to_vec() },
        features: known.row(),
        captures: labels(position, &span.captures),
    }
}

/// Returns a slot for each connected part of a region: its landing well inside.
fn landings(position: &plane::PlanePosition, region: &Region) -> Vec<Slot> {
    let mover = position.piece(region.piece);
    let slot = |cell: &plane::LandingCell| {
        let m = plane::Move::to(region.piece, region.lane, cell.sample);
        let (captures, promotes) = &cell.value;
        let kinds: Vec<Option<KindId>> =
            if *promotes { position.rules().promotions().map(Some).collect() } else { vec![None] };
        let moves = kinds.into_iter().map(move |kind| (kind, kind.map_or(m, |kind| m.promoting(kind))));
        let legal = moves.filter(|(_, m)| position.judge(*m).is_ok());
        let end = position.rules().board.canonical(cell.sample).0;
        let make = |(kind, m): (Option<KindId>, plane::Move)| {
            let known = Known {
                piece: region.piece.index(),
                from: [mover.at.x, mover.at.y],
                to: [end.x, end.y],
                distances: [mover.at.distance(cell.sample); 2],
                length: 0.0,
                taken: captures.len(),
                gain: gain(position, captures),
                promotion: promoted(position, mover, kind),
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
    let slot = |m: lattice::Move| {
        let index = pieces.iter().position(|piece| piece.cell == m.from()).unwrap_or_default();
        let effects = position.effects_of(m);
        let captures: Vec<Label> = effects.iter().filter_map(lattice::Effect::captured).collect();
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
