//! Mates in one, looked for before any search.
//!
//! What is widest is looked at first, be it a stretch of distances or a square of landings. So a search that is ended early has
//! missed nothing that is wider than what it was at.

use super::candidates::{Candidate, Chooser, Width};
use super::leap_mates::{Leaps, Looked, Square, leaps_of, mate_at_sight};
use super::way_mates::{Exact, Way, exact_mate_on, may_check, ways_of};
use crate::geom::Interval;
use crate::plane::{Move, Position, Reply, Span, Survey, Trust, VariedLeap};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Whether the search for a mate may go on; where it may not, what is found is not all.
pub type MayGoOn<'g> = &'g dyn Fn() -> bool;

/// The search was ended.
pub struct Late;

/// A mating move, if one is found, however long that takes.
pub fn find_mate_in_one(position: &Position) -> Option<Move> {
    let found = mate_in_one(position, &Survey::new(position), &|| true);
    found.ok().flatten().map(|candidate| candidate.m)
}

/// How mates are looked for.
#[derive(Clone, Copy)]
pub struct How<'g> {
    /// Whether the search may go on.
    pub may_go_on: MayGoOn<'g>,
    /// What it makes of changes that no closed form gives.
    pub trust: &'g Trust,
}

/// A mating move, if one is found. What no closed form gives is looked for only when all the rest has been.
pub fn mate_in_one<'a>(
    position: &'a Position,
    survey: &Survey<'a>,
    may_go_on: MayGoOn<'_>,
) -> Result<Option<Candidate>, Late> {
    let trust = Trust::default();
    let found = Hunt::new(position, survey, How { may_go_on, trust: &trust }).mate()?;
    if found.is_some() || !trust.has_leant() {
        return Ok(found);
    }
    Hunt::new(position, survey, How { may_go_on, trust: &Trust::careful() }).mate()
}

/// A search for a mate.
struct Hunt<'h, 'a> {
    position: &'a Position,
    survey: &'h Survey<'a>,
    how: How<'h>,
    /// What is still to be looked at.
    left: BinaryHeap<Left<'a>>,
    ways: Vec<Way<'a>>,
    leaps: Vec<Leaps<'a>>,
}

/// Moves that have not been looked at.
enum Moves<'a> {
    /// Those of a span.
    Span(Span),
    /// Part of those along one of the ways.
    Part(usize, Interval),
    /// The leaps to any place by one lane.
    Leap(VariedLeap<'a>),
    /// Those of the leaps to a square.
    Square(usize, Square),
}

impl<'h, 'a> Hunt<'h, 'a> {
    fn new(position: &'a Position, survey: &'h Survey<'a>, how: How<'h>) -> Hunt<'h, 'a> {
        Hunt { position, survey, how, left: BinaryHeap::new(), ways: Vec::new(), leaps: Vec::new() }
    }

    fn mate(mut self) -> Result<Option<Candidate>, Late> {
        let position = self.position;
        let mut single = Vec::new();
        for piece in position.side(position.turn()) {
            for span in self.survey.legal_of(piece) {
                if span.part.is_point() {
                    Chooser::new(position, self.survey, Width::Wide).of_spans(&[span], &mut single);
                } else if may_check(position, &span) {
                    self.push(span.part.to - span.part.from, Moves::Span(span));
                }
            }
            for leap in leaps_of(position, piece).filter(VariedLeap::may_give_check) {
                self.push(Square::about(leap.disc()).area(), Moves::Leap(leap));
            }
        }
        for candidate in single {
            look(self.how)?;
            let after = position.after_legal(candidate.m, &candidate.captures);
            if after.turn() != position.turn() && is_mate(&after) {
                return Ok(Some(candidate));
            }
        }
        while let Some(Left { moves, .. }) = self.left.pop() {
            let found = match moves {
                Moves::Span(span) => self.look_at_span(&span)?,
                Moves::Part(way, part) => self.look_at_part(way, part)?,
                Moves::Leap(leap) => self.look_at_leap(leap)?,
                Moves::Square(leaps, square) => self.look_at_square(leaps, square)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn push(&mut self, width: f64, moves: Moves<'a>) {
        self.left.push(Left { width, moves });
    }

    fn look_at_span(&mut self, span: &Span) -> Result<Option<Candidate>, Late> {
        look(self.how)?;
        if let Exact::Known(found) = exact_mate_on(self.position, span) {
            return Ok(found);
        }
        let mut found = None;
        for (way, part) in ways_of(self.position, self.survey, span, self.how)? {
            found = found.or_else(|| way.mate_at_sight(part, self.how));
            self.ways.push(way);
            found = found.or(self.take_part(self.ways.len() - 1, part)?);
        }
        Ok(found)
    }

    /// Keeps a part for later. One distance takes no time, and is looked at.
    fn take_part(&mut self, way: usize, part: Interval) -> Result<Option<Candidate>, Late> {
        if part.is_point() {
            return self.look_at_part(way, part);
        }
        self.push(part.to - part.from, Moves::Part(way, part));
        Ok(None)
    }

    fn look_at_part(&mut self, way: usize, part: Interval) -> Result<Option<Candidate>, Late> {
        let mut rest = Vec::new();
        let mut found = self.ways[way].unanswered(part, self.how, &mut rest)?;
        for part in rest {
            found = found.or(self.take_part(way, part)?);
        }
        Ok(found)
    }

    fn look_at_leap(&mut self, leap: VariedLeap<'a>) -> Result<Option<Candidate>, Late> {
        let found = mate_at_sight(&leap, self.how);
        if found.is_some() {
            return Ok(found);
        }
        look(self.how)?;
        for leaps in Leaps::all_of(leap, self.how.trust) {
            self.leaps.push(leaps);
            let whole = Square::about(leap.disc());
            self.push(whole.area(), Moves::Square(self.leaps.len() - 1, whole));
        }
        Ok(None)
    }

    fn look_at_square(&mut self, leaps: usize, square: Square) -> Result<Option<Candidate>, Late> {
        match self.leaps[leaps].unanswered(square, self.how)? {
            Looked::Mate(found) => return Ok(Some(found)),
            Looked::Answered => {}
            Looked::TooWide => {
                for quarter in square.quarters() {
                    self.push(quarter.area(), Moves::Square(leaps, quarter));
                }
            }
        }
        Ok(None)
    }
}

/// Moves that are still to be looked at, and how wide they are: board units, degrees, or for landings an area.
struct Left<'a> {
    width: f64,
    moves: Moves<'a>,
}

impl Ord for Left<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width.total_cmp(&other.width)
    }
}

impl PartialOrd for Left<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Left<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Left<'_> {}

/// A reply, if there is any, in the middle of its stretch: of the first piece that has one, the king before all. A king that walks
/// out of overlapping attacks comes last, and where they overlap most first.
pub fn reply_to(after: &Position, reply: impl Fn(&Span) -> Option<Reply>) -> Option<Reply> {
    let survey = Survey::new(after);
    let king = after.king(after.turn());
    let all = || king.into_iter().chain(after.side(after.turn()).filter(|id| Some(*id) != king));
    let length = |span: &Span| span.part.to - span.part.from;
    let mut loosest: Option<Reply> = None;
    for piece in all() {
        let mut spans = survey.legal_of(piece);
        spans.sort_by(|a, b| length(b).total_cmp(&length(a)));
        for found in spans.iter().filter_map(&reply) {
            if found.slack().is_infinite() {
                return Some(found);
            }
            if loosest.as_ref().is_none_or(|known| known.slack() < found.slack()) {
                loosest = Some(found);
            }
        }
    }
    let to_a_place = |piece| {
        let region = survey.regions_of(piece).into_iter().find(|region| !region.cells.is_empty())?;
        let (cell, lane) = (&region.cells[0], region.lane);
        Some(Reply::to_a_place(Move::to(piece, lane, cell.sample), cell.key.0.clone()))
    };
    all().find_map(to_a_place).or(loosest)
}

/// Whether the side to move is mated.
pub fn is_mate(after: &Position) -> bool {
    let survey = Survey::new(after);
    survey.in_check() && !survey.has_legal_move()
}

/// Ends the search where it may not go on.
pub fn look(how: How<'_>) -> Result<(), Late> {
    if (how.may_go_on)() { Ok(()) } else { Err(Late) }
}
