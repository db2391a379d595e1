//! A map of mates: for each distance of a move on one lane, which distances of the answer on another lane mate.

use super::keys::{Unsolved, check_supported_for_more_moves, keys_of};
use super::span_moves::SpanMoves;
use crate::geom::Interval;
use crate::plane::{PieceId, PlanePosition, Span, Survey};
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
    /// Each distance with its stretch. One alone is a single distance of the first move.
    pub columns: Vec<(f64, Interval)>,
    /// Whether the first and the last of these distances are themselves left out, where the first move's legal stretch
    /// ends there; `None` for a part that begins or ceases within that stretch.
    pub open: [Option<bool>; 2],
    /// Whether the answer captures.
    pub takes: bool,
}

/// The form of a set of answers, which is constant while the set changes continuously. Whether an end belongs to the set is not
/// part of the form: where contacts merge smoothly, epsilon may decide it differently at neighbouring distances.
type Form = Vec<(bool, bool)>;

/// The answers to one distance.
#[derive(Clone)]
struct Column {
    at: f64,
    parts: Vec<(Interval, bool)>,
}

impl Column {
    fn form(&self) -> Form {
        let form = |(part, takes): &(Interval, bool)| (part.is_point(), *takes);
        self.parts.iter().map(form).collect()
    }

    /// Whether the column between two lies on the straight lines between them.
    fn is_between(&self, a: &Column, b: &Column) -> bool {
        let share = (self.at - a.at) / (b.at - a.at);
        let near = |x: f64, y: f64, here: f64| (x + share * (y - x) - here).abs() < BORDER_ACCURACY;
        let ends = a.parts.iter().zip(&b.parts).zip(&self.parts);
        ends.into_iter()
            .all(|((a, b), here)| near(a.0.from, b.0.from, here.0.from) && near(a.0.to, b.0.to, here.0.to))
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
    if position.allows_no_move() {
        return Ok(MateMap { complete: true, ..MateMap::default() });
    }
    let spans = Survey::new(position).legal_on(first, lane);
    check_supported_for_more_moves(position, &spans)?;
    let mut map = MateMap { complete: true, ..MateMap::default() };
    let mut left = MOST_COLUMNS;
    for span in &spans {
        if span.captures.contains(&answer) {
            continue;
        }
        let promotion = if span.promotes { position.rules().promotions().next() } else { None };
        let after = SpanMoves { position, span, promotion }.family();
        let answer = (answer.without(&span.captures), answer_lane);
        let mut maker = MapMaker { left, answer, after: &after.at, map: &mut map };
        maker.add_span(span)?;
        left = maker.left;
        map.first = map.first.max(span.part.to);
    }
    let ends = map.parts.iter().flat_map(|part| &part.columns).map(|(_, part)| part.to);
    map.answer = ends.fold(0.0, f64::max);
    Ok(map)
}

struct MapMaker<'a> {
    /// The number of distances that may still be tested.
    left: usize,
    answer: (PieceId, usize),
    after: &'a dyn Fn(f64) -> PlanePosition,
    map: &'a mut MateMap,
}

impl MapMaker<'_> {
    fn column(&mut self, at: f64) -> Result<Column, Unsolved> {
        self.left = self.left.saturating_sub(1);
        let position = (self.after)(at);
        if position.allows_no_move() {
            return Ok(Column { at, parts: Vec::new() });
        }
        let spans: Vec<Span> = Survey::new(&position).legal_on(self.answer.0, self.answer.1);
        let found = keys_of(&position, &spans, Goal::Mate)?;
        self.map.complete &= found.undecided.is_empty();
        let mut parts: Vec<(Interval, bool)> =
            found.keys.iter().map(|key| (key.part, !key.captures.is_empty())).collect();
        parts.dedup();
        Ok(Column { at, parts })
    }

    fn add_span(&mut self, span: &Span) -> Result<(), Unsolved> {
        let part = span.part;
        if part.is_point() {
            let column = self.column(part.from)?;
            self.add_parts(vec![column], &part);
            return Ok(());
        }
        // An end that is not legal is replaced by a distance close to it.
        let inside = |d: f64, open: bool, to: f64| if open { d + END_ACCURACY.copysign(to - d) } else { d };
        let (from, to) =
            (inside(part.from, part.open_from, part.to), inside(part.to, part.open_to, part.from));
        let steps = ((to - from) / WIDEST_GAP).ceil().max(1.0);
        let mut run = vec![self.column(from)?];
        for i in 1..=steps as u32 {
            let next = self.column(from + (to - from) * f64::from(i) / steps)?;
            self.refine(&mut run, next, &part)?;
        }
        self.add_parts(run, &part);
        Ok(())
    }

    /// Extends a run from its last column to the next one, with as many columns between as the accuracy needs.
    fn refine(&mut self, run: &mut Vec<Column>, next: Column, legal: &Interval) -> Result<(), Unsolved> {
        let Some(last) = run.last().cloned() else { return Ok(()) };
        let same_form = last.form() == next.form();
        let middle = last.at.midpoint(next.at);
        if next.at - last.at <= END_ACCURACY || self.left == 0 {
            self.map.complete &= self.left > 0;
            if !same_form {
                self.add_parts(std::mem::take(run), legal);
            }
            run.push(next);
            return Ok(());
        }
        let between = self.column(middle)?;
        if same_form && between.form() == next.form() && between.is_between(&last, &next) {
            run.push(next);
            return Ok(());
        }
        self.refine(run, between, legal)?;
        self.refine(run, next, legal)
    }

    /// Adds the parts of a run of columns of one form. The run lies in the `legal` stretch of the first move.
    fn add_parts(&mut self, run: Vec<Column>, legal: &Interval) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
        let open = [
            (first.at <= legal.from + END_ACCURACY).then_some(legal.open_from),
            (last.at >= legal.to - END_ACCURACY).then_some(legal.open_to),
        ];
        for (i, (_, takes)) in first.parts.iter().enumerate() {
            let columns = run.iter().map(|column| (column.at, column.parts[i].0)).collect();
            self.map.parts.push(MapPart { columns, open, takes: *takes });
        }
    }
}
