//! Maps of mates: for each distance of a first move on one lane, the distances of an answer on another lane that mate.

use super::family::Family;
use super::keys::{KeyStretch, Unsolved, check_supported_for_more_moves, keys_of};
use super::span_moves::SpanMoves;
use crate::budget::Budget;
use crate::geom::Interval;
use crate::plane::{PieceLane, PlanePosition, Survey};
use crate::solve::stipulation::Goal;

/// The greatest error of a distance of the first move at which a part begins or ends, board units.
const END_ACCURACY: f64 = 1e-6;

/// The greatest number of distances of the first move that are tested.
const MOST_COLUMNS: usize = 2000;

/// The greatest error of a straight border between the ends of two neighbouring columns, board units.
const BORDER_ACCURACY: f64 = 1e-4;

/// The greatest gap between neighbouring columns, board units.
const WIDEST_GAP: f64 = 0.05;

/// The map of two lanes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MateMap {
    /// The parts. In each part a stretch of answers changes continuously with the distance of the first move.
    pub parts: Vec<MapPart>,
    /// The greatest legal distance of the first move.
    pub greatest_first: f64,
    /// Whether every set of answers was decided, and the ends of all parts found.
    pub complete: bool,
}

/// A part of the map: a stretch of answers that mate, for each of several distances of the first move.
#[derive(Debug, Clone, PartialEq)]
pub struct MapPart {
    /// The columns, in order. A single column is a single distance of the first move.
    pub columns: Vec<MapColumn>,
    /// The end at the first column.
    pub start: PartEnd,
    /// The end at the last column.
    pub end: PartEnd,
    /// Whether the answer captures.
    pub takes: bool,
}

/// How a part of the map ends at its first or last column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartEnd {
    /// The legal distances of the first move go on.
    Inner,
    /// The legal distances of the first move end here, and include this distance.
    Closed,
    /// The legal distances of the first move end here, without this distance.
    Open,
}

/// A distance of the first move with a stretch of answers that mate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapColumn {
    /// The distance of the first move.
    pub at: f64,
    /// The distances of the answer.
    pub answers: Interval,
}

/// A distance of the first move with all answers that mate.
#[derive(Clone)]
struct TestedColumn {
    at: f64,
    answers: Vec<KeyStretch>,
}

impl TestedColumn {
    /// Whether the stretches of two columns correspond to each other. Open and closed ends count as equal, because epsilon may decide
    /// differently between them at neighbouring distances where contacts merge smoothly.
    fn has_form_of(&self, other: &TestedColumn) -> bool {
        let form = |answer: &KeyStretch| (answer.part.is_point(), answer.captures.is_empty());
        self.answers.iter().map(form).eq(other.answers.iter().map(form))
    }

    /// Whether the ends of the column lie on the straight lines between the ends of two columns of the same form.
    fn is_between(&self, low: &TestedColumn, high: &TestedColumn) -> bool {
        let share = (self.at - low.at) / (high.at - low.at);
        let is_on_line = |at_low: f64, at_high: f64, tested: f64| {
            (at_low + share * (at_high - at_low) - tested).abs() < BORDER_ACCURACY
        };
        self.answers.iter().enumerate().all(|(i, answer)| {
            let (tested, at_low, at_high) = (answer.part, low.answers[i].part, high.answers[i].part);
            is_on_line(at_low.from, at_high.from, tested.from) && is_on_line(at_low.to, at_high.to, tested.to)
        })
    }
}

/// Returns the map of a lane of the side to move against a lane of an answering piece.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn map_of_mates(
    position: &PlanePosition,
    first: PieceLane,
    answer: PieceLane,
) -> Result<MateMap, Unsolved> {
    let mut map = MateMap { complete: true, ..MateMap::default() };
    if position.allows_no_move() {
        return Ok(map);
    }
    let spans = Survey::new(position).legal_on(first.piece, first.lane);
    check_supported_for_more_moves(position, &spans)?;
    let mut tests_left = MOST_COLUMNS;
    for span in spans.iter().filter(|span| !span.captures.contains(&answer.piece)) {
        map.greatest_first = map.greatest_first.max(span.part.to);
        let promotion = position.rules().promotions_if(span.promotes).next().flatten();
        let mut maker = MapMaker {
            tests_left: &mut tests_left,
            answer: PieceLane { piece: answer.piece.without(&span.captures), ..answer },
            after: SpanMoves { position, span, promotion }.family(),
            legal: span.part,
            map: &mut map,
        };
        maker.add_span()?;
    }
    Ok(map)
}

/// The making of the map of one span of the first move.
struct MapMaker<'a> {
    /// The number of distances that may still be tested.
    tests_left: &'a mut usize,
    /// The answering lane after the first move.
    answer: PieceLane,
    /// The positions after the first move.
    after: Family<'a>,
    /// The legal distances of the first move.
    legal: Interval,
    map: &'a mut MateMap,
}

impl MapMaker<'_> {
    /// Returns the column of a distance of the first move.
    fn test(&mut self, at: f64) -> Result<TestedColumn, Unsolved> {
        *self.tests_left = self.tests_left.saturating_sub(1);
        let position = self.after.position(at);
        if position.allows_no_move() {
            return Ok(TestedColumn { at, answers: Vec::new() });
        }
        let spans = Survey::new(&position).legal_on(self.answer.piece, self.answer.lane);
        let found = keys_of(&position, &spans, Goal::Mate, &Budget::default())?;
        self.map.complete &= found.undecided.is_empty();
        let mut answers = found.keys;
        // A pawn may mate by several promotions.
        answers.dedup_by(|a, b| (a.part, a.captures.is_empty()) == (b.part, b.captures.is_empty()));
        Ok(TestedColumn { at, answers })
    }

    /// Adds the parts of the span.
    fn add_span(&mut self) -> Result<(), Unsolved> {
        if self.legal.is_point() {
            let column = self.test(self.legal.from)?;
            self.add_parts(&[column]);
            return Ok(());
        }
        // An open end is replaced by a legal distance close to it.
        let Interval { from, to, .. } = self.legal.inner(END_ACCURACY);
        let steps = ((to - from) / WIDEST_GAP).ceil().max(1.0);
        let mut run = vec![self.test(from)?];
        for i in 1..=steps as u32 {
            let next = self.test(from + (to - from) * f64::from(i) / steps)?;
            self.refine(&mut run, next)?;
        }
        self.add_parts(&run);
        Ok(())
    }

    /// Extends a run from its last column to the next one, with as many columns between as the accuracy needs.
    fn refine(&mut self, run: &mut Vec<TestedColumn>, next: TestedColumn) -> Result<(), Unsolved> {
        let Some(last) = run.last().cloned() else { return Ok(()) };
        let is_same_form = last.has_form_of(&next);
        if next.at - last.at <= END_ACCURACY || *self.tests_left == 0 {
            self.map.complete &= *self.tests_left > 0;
            if !is_same_form {
                self.add_parts(run);
                run.clear();
            }
            run.push(next);
            return Ok(());
        }
        let middle = self.test(last.at.midpoint(next.at))?;
        let is_straight = is_same_form && middle.has_form_of(&next) && middle.is_between(&last, &next);
        if is_straight {
            run.push(next);
            return Ok(());
        }
        self.refine(run, middle)?;
        self.refine(run, next)
    }

    /// Adds the parts of a run of columns of one form.
    fn add_parts(&mut self, run: &[TestedColumn]) {
        let ([first, ..], [.., last]) = (run, run) else { return };
        let part_end = |is_inner: bool, is_open: bool| match (is_inner, is_open) {
            (true, _) => PartEnd::Inner,
            (false, true) => PartEnd::Open,
            (false, false) => PartEnd::Closed,
        };
        let start = part_end(first.at > self.legal.from + END_ACCURACY, self.legal.open_from);
        let end = part_end(last.at < self.legal.to - END_ACCURACY, self.legal.open_to);
        for (i, KeyStretch { captures, .. }) in first.answers.iter().enumerate() {
            let column = |tested: &TestedColumn| MapColumn { at: tested.at, answers: tested.answers[i].part };
            let columns = run.iter().map(column).collect();
            self.map.parts.push(MapPart { columns, start, end, takes: !captures.is_empty() });
        }
    }
}
