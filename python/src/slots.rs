//! The legal moves of a position as numbered slots, each with a number from 0 to 1: the actions of the environments for
//! learning.
//!
//! A slot gathers the distances of one piece along one lane that have one outcome: the captures, and the kind to
//! which a pawn promotes. Its number picks among them, evenly by length. Single distances have no length, so they
//! have a slot of their own and are picked evenly. Each move of a lattice is a slot, and so is each connected part of
//! a region.

use crate::convert::texts;
use crate::errors::{ContinuumError, refusal};
use continuum::chess::{Color, Kind, Label, Status};
use continuum::geom::Interval;
use continuum::plane::{KindId, LaneShape, PieceId, PieceIds, Region, Span, Survey};
use continuum::{Game, Position, lattice, plane};
use numpy::PyArray1;
use pyo3::prelude::*;

/// The distance that is kept from an open end, board units; in a short stretch a quarter of it.
const INSIDE: f64 = 1e-6;

/// The features of a slot, in the order of its numbers.
pub const SLOT_FEATURES: [&str; 12] = [
    "piece",
    "from_x",
    "from_y",
    "to_x",
    "to_y",
    "least",
    "greatest",
    "length",
    "taken",
    "gain",
    "promotion",
    "turn",
];

/// The features of a piece, in the order of its numbers.
pub const PIECE_FEATURES: [&str; 6] = ["x", "y", "side", "letter", "value", "moved"];

/// The way in which the number of a slot becomes a move.
enum Choice {
    /// Distances of a lane.
    Lane { piece: PieceId, lane: usize, promotion: Option<KindId>, parts: Vec<Interval> },
    /// A landing.
    Landing(plane::Move),
    /// A move of a lattice.
    Cells(lattice::Move),
}

/// The features of a slot, by name.
struct Known {
    piece: usize,
    from: [f64; 2],
    /// The place of the mover after the move; along a lane, at the middle of the slot.
    to: [f64; 2],
    /// The least and the greatest distance.
    distances: [f64; 2],
    /// The length of all distances together.
    length: f64,
    /// The number of captured pieces.
    taken: usize,
    /// The value of the captured pieces, in pawns.
    gain: f64,
    /// The gain of a promotion, in pawns.
    promotion: f64,
    turn: bool,
}

impl Known {
    /// The numbers that `SLOT_FEATURES` names.
    fn row(&self) -> [f32; SLOT_FEATURES.len()] {
        let [least, greatest] = self.distances;
        [
            self.piece as f64,
            self.from[0],
            self.from[1],
            self.to[0],
            self.to[1],
            least,
            greatest,
            self.length,
            self.taken as f64,
            self.gain,
            self.promotion,
            f64::from(u8::from(self.turn)),
        ]
        .map(|number| number as f32)
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
    slots: Vec<Slot>,
}

impl Slots {
    /// Returns the slots of a position.
    pub fn new(position: Position) -> Slots {
        let slots = match &position {
            Position::Plane(p) => slots_of_plane(p),
            Position::Lattice(p) => slots_of_lattice(p),
        };
        Slots { position, slots }
    }

    /// Returns the slots of a game: none when it is over, by repetition too.
    pub fn of_game(game: &Game) -> Slots {
        let position = game.position().clone();
        if game.status() == Status::Ongoing {
            Slots::new(position)
        } else {
            Slots { position, slots: Vec::new() }
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
        let all = PyArray1::from_iter(py, self.slots.iter().flat_map(|slot| slot.features));
        all.call_method1("reshape", ((self.slots.len(), SLOT_FEATURES.len()),))
    }

    /// A matrix with a row for each piece and a column for each of `piece_features`.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = match &self.position {
            Position::Plane(p) => pieces_of_plane(p),
            Position::Lattice(p) => pieces_of_lattice(p),
        };
        let count = rows.len();
        PyArray1::from_iter(py, rows.into_iter().flatten())
            .call_method1("reshape", ((count, PIECE_FEATURES.len()),))
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
        let slot = self.slot(slot)?;
        py.detach(|| match (&self.position, &slot.choice) {
            (Position::Plane(p), Choice::Lane { piece, lane, promotion, parts }) => {
                let m = on_lane(p, *piece, *lane, *promotion, parts, u);
                m.map(|m| p.text_of(m).to_string())
            }
            (Position::Plane(p), Choice::Landing(m)) => Some(p.text_of(*m).to_string()),
            (Position::Lattice(p), Choice::Cells(m)) => Some(p.rules().move_text(*m)),
            (Position::Lattice(_), Choice::Lane { .. } | Choice::Landing(_))
            | (Position::Plane(_), Choice::Cells(_)) => None,
        })
        .ok_or_else(|| refusal("no distance of this slot is legal: please report the position"))
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
    position: &plane::Position,
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

fn slots_of_plane(position: &plane::Position) -> Vec<Slot> {
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
fn becoming(position: &plane::Position, span: &Span, parts: &[Interval]) -> Vec<Option<KindId>> {
    if !span.promotes {
        return vec![None];
    }
    let allowed = |kind: &KindId| {
        !position.forbids_check()
            || on_lane(position, span.piece, span.lane, Some(*kind), parts, 0.5).is_some()
    };
    position.rules().promotions().filter(allowed).map(Some).collect()
}

fn value(position: &plane::Position, kind: KindId) -> f64 {
    position.rules().kind(kind).rule.value
}

/// Returns the gain of a promotion, in pawns.
fn promoted(position: &plane::Position, mover: &plane::Piece, promotion: Option<KindId>) -> f64 {
    promotion.map_or(0.0, |kind| value(position, kind) - value(position, mover.kind))
}

fn labels(position: &plane::Position, captures: &PieceIds) -> Vec<Label> {
    captures.iter().map(|&id| position.piece(id).label).collect()
}

/// Returns the value of the captured pieces, in pawns.
fn gain(position: &plane::Position, captures: &PieceIds) -> f64 {
    captures.iter().map(|&id| value(position, position.piece(id).kind)).sum()
}

fn lane_slot(position: &plane::Position, span: &Span, parts: &[Interval], promotion: Option<KindId>) -> Slot {
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
fn landings(position: &plane::Position, region: &Region) -> Vec<Slot> {
    let mover = position.piece(region.piece);
    let slot = |cell: &plane::LandingCell| {
        let m = plane::Move::to(region.piece, region.lane, cell.sample);
        let (captures, promotes) = &cell.key;
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

fn slots_of_lattice(position: &lattice::Position) -> Vec<Slot> {
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

/// Returns 1 for a piece of the side to move, -1 for others.
fn side(color: Color, turn: Color) -> f32 {
    if color == turn { 1.0 } else { -1.0 }
}

/// Returns the position of a label's letter in the alphabet, from 1.
fn letter(label: Label) -> f32 {
    f32::from((label.letter().to_ascii_uppercase() as u8).saturating_sub(b'@'))
}

fn pieces_of_plane(position: &plane::Position) -> Vec<[f32; PIECE_FEATURES.len()]> {
    let row = |piece: &plane::Piece| {
        [
            piece.at.x as f32,
            piece.at.y as f32,
            side(piece.color(), position.turn()),
            letter(piece.label),
            value(position, piece.kind) as f32,
            f32::from(u8::from(piece.moved)),
        ]
    };
    position.pieces().iter().map(row).collect()
}

fn pieces_of_lattice(position: &lattice::Position) -> Vec<[f32; PIECE_FEATURES.len()]> {
    let (grid, rules) = (position.rules().grid(), position.rules());
    let row = |piece: lattice::PieceAt| {
        let at = grid.point(piece.cell);
        [
            at.x as f32,
            at.y as f32,
            side(piece.color, position.turn()),
            letter(piece.label),
            rules.value(piece.kind) as f32,
            0.0,
        ]
    };
    position.pieces().into_iter().map(row).collect()
}
