//! A map of mates: for each distance of a move on one lane, which distances of the answer on another lane mate.

use super::family::Family;
use super::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, keys_of};
use super::span_moves::SpanMoves;
use crate::geom::Interval;
use crate::plane::{PieceId, PlanePosition, Survey};
use crate::solve::stipulation::Goal;

/// The accuracy at which a stretch of answers begins or ends, board units.
const END_ACCURACY: f64 = 1e-6;

/// The greatest number of distances of the first move that are tested.
const MOST_COLUMNS: usize = 2000;

/// The accuracy of the border as a polyline, board units.
const BORDER_ACCURACY: f64 = 1e-4;

/// The greatest gap between neighbours, board units.
const WIDEST_GAP: f64 = 0.05;

/// The map of two lanes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MateMap {
    /// The parts; in each, a stretch of the answer's distances changes continuously with the first move's.
    pub parts: Vec<MapPart>,
    /// The greatest legal distance of the first move.
    pub first: f64,
    /// The greatest mating distance of the answer.
    pub answer: f64,
    /// Whether every set of answers was decided, and every change of form found.
    pub complete: bool,
}

/// A part of the map: for distances of the first move, in order, the stretch of answers that mate.
#[derive(Debug, Clone, PartialEq)]
pub struct MapPart {
    /// The columns. One alone is a single distance of the first move.
    pub columns: Vec<MapColumn>,
    /// Whether the first and the last of these distances are themselves left out, where the first move's legal stretch
    /// ends there; `None` for a part that begins or ceases within that stretch.
    pub open: [Option<bool>; 2],
    /// Whether the answer captures.
    pub takes: bool,
}

/// A distance of the first move with a stretch of answers that mate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapColumn {
    /// The distance of the first move.
    pub at: f64,
    /// The distances of the answer.
    pub answers: Interval,
}

/// The answers to one distance.
#[derive(Clone)]
struct Column {
    at: f64,
    answers: Vec<KeyStretch>,
}

impl Column {
    /// Whether the stretches of two columns correspond to each other. Whether an end belongs to its stretch does not matter: where
    /// contacts merge smoothly, epsilon may decide it differently at neighbouring distances.
    fn has_form_of(&self, other: &Column) -> bool {
        let is_like = |(a, b): (&KeyStretch, &KeyStretch)| {
            (a.part.is_point(), a.captures.is_empty()) == (b.part.is_point(), b.captures.is_empty())
        };
        self.answers.len() == other.answers.len() && self.answers.iter().zip(&other.answers).all(is_like)
    }

    /// Whether the ends of the column lie on the straight lines between those of two columns of the same form.
    fn is_between(&self, a: &Column, b: &Column) -> bool {
        let share = (self.at - a.at) / (b.at - a.at);
        let near = |x: f64, y: f64, here: f64| (x + share * (y - x) - here).abs() < BORDER_ACCURACY;
        self.answers.iter().enumerate().all(|(i, here)| {
            let (a, b, here) = (a.answers[i].part, b.answers[i].part, here.part);
            near(a.from, b.from, here.from) && near(a.to, b.to, here.to)
        })
    }
}

/// Returns the map of a lane of the side to move against a lane of an answering piece.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn map_of_mates(
    position: &PlanePosition,
    (first, lane): (PieceId, usize),
    (answer, answer_lane): (PieceId, usize),
) -> Result<MateMap, Unsolved> {
    let mut map = MateMap { complete: true, ..MateMap::default() };
    if position.allows_no_move() {
        return Ok(map);
    }
    let spans = Survey::new(position).legal_on(first, lane);
    check_supported_for_more_moves(position, &spans)?;
    let mut left = MOST_COLUMNS;
    for span in spans.iter().filter(|span| !span.captures.contains(&answer)) {
        let promotion = position.rules().promotions_if(span.promotes).next().flatten();
        let after = SpanMoves { position, span, promotion }.family();
        let answer = answer.without(&span.captures);
        MapMaker { left: &mut left, answer, answer_lane, after, legal: span.part, map: &mut map }
            .add_span()?;
        map.first = map.first.max(span.part.to);
    }
    let columns = map.parts.iter().flat_map(|part| &part.columns);
    map.answer = columns.map(|column| column.answers.to).fold(0.0, f64::max);
    Ok(map)
}

/// The making of the map of one span of the first move.
struct MapMaker<'a> {
    /// The number of distances that may still be tested.
    left: &'a mut usize,
    answer: PieceId,
    answer_lane: usize,
    after: Family<'a>,
    /// The legal distances of the first move.
    legal: Interval,
    map: &'a mut MateMap,
}

impl MapMaker<'_> {
    fn column(&mut self, at: f64) -> Result<Column, Unsolved> {
        *self.left = self.left.saturating_sub(1);
        let position = (self.after.at)(at);
        if position.allows_no_move() {
            return Ok(Column { at, answers: Vec::new() });
        }
        let spans = Survey::new(&position).legal_on(self.answer, self.answer_lane);
        let found = keys_of(&position, &spans, Goal::Mate)?;
        self.map.complete &= found.undecided.is_empty();
        let mut answers = found.keys;
        // A pawn may mate by several promotions.
        answers.dedup_by(|a, b| (a.part, a.captures.is_empty()) == (b.part, b.captures.is_empty()));
        Ok(Column { at, answers })
    }

    fn add_span(&mut self) -> Result<(), Unsolved> {
        if self.legal.is_point() {
            let column = self.column(self.legal.from)?;
            self.add_parts(&[column]);
            return Ok(());
        }
        // An end that is not legal is replaced by a distance close to it.
        let Interval { from, to, open_from, open_to } = self.legal;
        let from = if open_from { from + END_ACCURACY } else { from };
        let to = if open_to { to - END_ACCURACY } else { to };
        let steps = ((to - from) / WIDEST_GAP).ceil().max(1.0);
        let mut run = vec![self.column(from)?];
        for i in 1..=steps as u32 {
            let next = self.column(from + (to - from) * f64::from(i) / steps)?;
            self.refine(&mut run, next)?;
        }
        self.add_parts(&run);
        Ok(())
    }

    /// Extends a run from its last column to the next one, with as many columns between as the accuracy needs.
    fn refine(&mut self, run: &mut Vec<Column>, next: Column) -> Result<(), Unsolved> {
        let Some(last) = run.last().cloned() else { return Ok(()) };
        let is_same_form = last.has_form_of(&next);
        if next.at - last.at <= END_ACCURACY || *self.left == 0 {
            self.map.complete &= *self.left > 0;
            if !is_same_form {
                self.add_parts(run);
                run.clear();
            }
            run.push(next);
            return Ok(());
        }
        let between = self.column(last.at.midpoint(next.at))?;
        if is_same_form && between.has_form_of(&next) && between.is_between(&last, &next) {
            run.push(next);
            return Ok(());
        }
        self.refine(run, between)?;
        self.refine(run, next)
    }

    /// Adds the parts of a run of columns of one form.
    fn add_parts(&mut self, run: &[Column]) {
        let ([first, ..], [.., last]) = (run, run) else { return };
        let legal = self.legal;
        let open = [
            (first.at <= legal.from + END_ACCURACY).then_some(legal.open_from),
            (last.at >= legal.to - END_ACCURACY).then_some(legal.open_to),
        ];
        for (i, KeyStretch { captures, .. }) in first.answers.iter().enumerate() {
            let column = |column: &Column| MapColumn { at: column.at, answers: column.answers[i].part };
            let columns = run.iter().map(column).collect();
            self.map.parts.push(MapPart { columns, open, takes: !captures.is_empty() });
        }
    }
}
