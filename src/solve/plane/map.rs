//! Maps of mates: for each distance of a first move on one lane, the distances of an answer on another lane that mate.

use super::family::Family;
use super::keys::{KeyStretch, Unsupported, check_supported_in_several_moves, keys_of};
use super::span_moves::SpanMoves;
use crate::budget::Budget;
use crate::geom::Interval;
use crate::plane::{PieceLane, PlanePosition, Survey};
use crate::solve::stipulation::Goal;

/// The greatest error of a distance of the first move at which an area begins or ends, board units.
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
    /// The areas. In each of them a stretch of answers changes continuously with the distance of the first move.
    pub areas: Vec<MapArea>,
    /// The greatest legal distance of the first move.
    pub greatest_first: f64,
    /// Whether every set of answers was decided, and the ends of all areas found.
    pub complete: bool,
}

/// An area of the map: a stretch of answers that mate, for each of several distances of the first move.
#[derive(Debug, Clone, PartialEq)]
pub struct MapArea {
    /// The columns, in order. A single column is a single distance of the first move.
    pub columns: Vec<MapColumn>,
    /// The end at the first column.
    pub start: AreaEnd,
    /// The end at the last column.
    pub end: AreaEnd,
    /// Whether the answer captures.
    pub captures: bool,
}

/// How an area of the map ends at its first or last column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaEnd {
    /// The legal distances of the first move go on.
    Inner,
    /// The legal distances of the first move end here, and include this distance.
    Closed,
    /// The legal distances of the first move end here, without this distance.
    Open,
}

impl AreaEnd {
    const fn of_legal(is_open: bool) -> AreaEnd {
        if is_open { AreaEnd::Open } else { AreaEnd::Closed }
    }
}

/// A distance of the first move with a stretch of answers that mate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapColumn {
    /// The distance of the first move.
    pub first: f64,
    /// The distances of the answer.
    pub answers: Interval,
}

/// A distance of the first move with all answers that mate.
#[derive(Clone)]
struct TestedColumn {
    /// The distance of the first move.
    first: f64,
    answers: Vec<KeyStretch>,
}

/// What neighbouring columns of one area have in common. Open and closed ends count as equal: where contacts merge smoothly, epsilon
/// may decide differently between them at neighbouring distances.
#[derive(PartialEq)]
struct AnswerForm {
    is_single: bool,
    captures: bool,
}

impl AnswerForm {
    fn of(answer: &KeyStretch) -> AnswerForm {
        AnswerForm { is_single: answer.part.is_point(), captures: !answer.captures.is_empty() }
    }
}

impl TestedColumn {
    /// Whether the stretches of two columns correspond to each other.
    fn has_form_of(&self, other: &TestedColumn) -> bool {
        self.answers.iter().map(AnswerForm::of).eq(other.answers.iter().map(AnswerForm::of))
    }

    /// Whether the ends of the column lie on the straight lines between the ends of two columns of the same form.
    fn is_between(&self, low: &TestedColumn, high: &TestedColumn) -> bool {
        let share = (self.first - low.first) / (high.first - low.first);
        let is_on_line = |at_low: f64, at_high: f64, tested: f64| {
            (at_low + share * (at_high - at_low) - tested).abs() < BORDER_ACCURACY
        };
        self.answers.iter().enumerate().all(|(i, answer)| {
            let (tested, at_low, at_high) = (answer.part, low.answers[i].part, high.answers[i].part);
            is_on_line(at_low.from, at_high.from, tested.from) && is_on_line(at_low.to, at_high.to, tested.to)
        })
    }
}

/// Returns the map of a lane of the side to move against a lane of the other side. A first move that promotes makes a queen.
///
/// # Errors
/// When exact sets of distances are not supported in the position.
pub fn map_of_mates(
    position: &PlanePosition,
    first: PieceLane,
    answer: PieceLane,
) -> Result<MateMap, Unsupported> {
    let mut map = MateMap { complete: true, ..MateMap::default() };
    if position.allows_no_move() {
        return Ok(map);
    }
    let spans = Survey::new(position).legal_on(first.piece, first.lane);
    check_supported_in_several_moves(position, &spans)?;
    let mut tests_left = MOST_COLUMNS;
    for span in spans.iter().filter(|span| !span.captures.contains(&answer.piece)) {
        map.greatest_first = map.greatest_first.max(span.part.to);
        let promotion = if span.promotes { position.rules().promotions().next() } else { None };
        let mut maker = MapMaker {
            tests_left: &mut tests_left,
            answer: PieceLane { piece: answer.piece.after_removal(&span.captures), ..answer },
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
    fn test(&mut self, first: f64) -> Result<TestedColumn, Unsupported> {
        *self.tests_left = self.tests_left.saturating_sub(1);
        let position = self.after.position(first);
        if position.allows_no_move() {
            return Ok(TestedColumn { first, answers: Vec::new() });
        }
        let spans = Survey::new(&position).legal_on(self.answer.piece, self.answer.lane);
        let found = keys_of(&position, &spans, Goal::Mate, &Budget::unlimited())?;
        self.map.complete &= found.undecided.is_empty();
        let mut answers = found.keys;
        // A pawn may mate by several promotions.
        answers.dedup_by(|a, b| (a.part, a.captures.is_empty()) == (b.part, b.captures.is_empty()));
        Ok(TestedColumn { first, answers })
    }

    /// Adds the areas of the span.
    fn add_span(&mut self) -> Result<(), Unsupported> {
        if self.legal.is_point() {
            let column = self.test(self.legal.from)?;
            self.add_areas(&[column]);
            return Ok(());
        }
        // An open end is replaced by a legal distance close to it.
        let Interval { from, to, .. } = self.legal.inner(END_ACCURACY);
        let steps = ((to - from) / WIDEST_GAP).ceil().max(1.0);
        let mut run = vec![self.test(from)?];
        for i in 1..=steps as u32 {
            let next = self.test(from + (to - from) * f64::from(i) / steps)?;
            self.extend_run(&mut run, next)?;
        }
        self.add_areas(&run);
        Ok(())
    }

    /// Extends a run of columns of one form to the next column, with as many columns between as the accuracy needs. Where the form
    /// changes, adds the areas of the run and begins another one.
    fn extend_run(&mut self, run: &mut Vec<TestedColumn>, next: TestedColumn) -> Result<(), Unsupported> {
        let Some(last) = run.last().cloned() else { return Ok(()) };
        let is_same_form = last.has_form_of(&next);
        let is_narrow = next.first - last.first <= END_ACCURACY;
        let may_test = *self.tests_left > 0;
        if is_narrow || !may_test {
            self.map.complete &= may_test;
            if !is_same_form {
                self.add_areas(run);
                run.clear();
            }
            run.push(next);
            return Ok(());
        }
        let middle = self.test(last.first.midpoint(next.first))?;
        if is_same_form && middle.has_form_of(&next) && middle.is_between(&last, &next) {
            run.push(next);
            return Ok(());
        }
        self.extend_run(run, middle)?;
        self.extend_run(run, next)
    }

    /// Adds the areas of a run of columns of one form.
    fn add_areas(&mut self, run: &[TestedColumn]) {
        let (Some(earliest), Some(last)) = (run.first(), run.last()) else { return };
        let Interval { from, to, open_from, open_to } = self.legal;
        let begins_inside = earliest.first > from + END_ACCURACY;
        let start = if begins_inside { AreaEnd::Inner } else { AreaEnd::of_legal(open_from) };
        let ends_inside = last.first < to - END_ACCURACY;
        let end = if ends_inside { AreaEnd::Inner } else { AreaEnd::of_legal(open_to) };
        for (i, answer) in earliest.answers.iter().enumerate() {
            let column =
                |tested: &TestedColumn| MapColumn { first: tested.first, answers: tested.answers[i].part };
            let columns = run.iter().map(column).collect();
            let captures = AnswerForm::of(answer).captures;
            self.map.areas.push(MapArea { columns, start, end, captures });
        }
    }
}
