//! Mates in one, looked for before any search.
//!
//! Where all pieces are equal discs on straight lanes, each stretch has its exact set of mating distances (`solve::plane`).
//!
//! Elsewhere the parts of each stretch that give check are found first. In the middle of such a part either there is no reply, and
//! that is mate, or there is one. Then all distances at which the same reply is legal are taken away, and the middle of the
//! widest part that is left comes next, until nothing is left.

use super::candidates::{Candidate, Chooser, Width};
use super::leap_mates::mate_by_leap;
use crate::geom::{Interval, Path, Point, Spans, Vec2, decide};
use crate::plane::{Lane, Move, Piece, Position, Reply, Span, Survey, Trust, Varied};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use crate::variant::Takes;
use smallvec::SmallVec;

/// Board units, or degrees: what is left of a part and shorter is looked at in its middle alone.
const NARROW: f64 = 1e-7;

/// The same where no closed form says when a check begins: beside a stalemate too there may be a mate.
const STEP: f64 = 1e-3;

/// Replies that are looked at in one part.
const MOST: usize = 1000;

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
    let found = mate_by(position, survey, How { may_go_on, trust: &trust })?;
    if found.is_some() || !trust.has_leant() {
        return Ok(found);
    }
    mate_by(position, survey, How { may_go_on, trust: &Trust::careful() })
}

fn mate_by<'a>(position: &'a Position, survey: &Survey<'a>, how: How<'_>) -> Result<Option<Candidate>, Late> {
    for piece in position.side(position.turn()) {
        let mut single: Vec<Candidate> = Vec::new();
        for span in survey.legal_of(piece) {
            if span.part.is_point() {
                Chooser::new(position, survey, Width::Wide).of_spans(&[span], &mut single);
                continue;
            }
            if !may_check(position, &span) {
                continue;
            }
            let found = match exact_mate_on(position, &span) {
                Exact::Known(found) => found,
                Exact::Unknown => mate_on(position, survey, &span, how)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        for candidate in single {
            look(how)?;
            let after = position.after_legal(candidate.m, &candidate.captures);
            if after.turn() != position.turn() && is_mate(&after) {
                return Ok(Some(candidate));
            }
        }
    }
    // A leap to any place takes longest.
    for piece in position.side(position.turn()) {
        let mate = mate_by_leap(position, piece, how)?;
        if mate.is_some() {
            return Ok(mate);
        }
    }
    Ok(None)
}

/// What the exact set of mating distances of a stretch says.
enum Exact {
    /// A mating move, or that there is none.
    Known(Option<Candidate>),
    /// The set is not worked out for such a position, or not to its end.
    Unknown,
}

fn exact_mate_on(position: &Position, span: &Span) -> Exact {
    match keys_of(position, std::slice::from_ref(span), Goal::Mate) {
        Ok(found) if !found.keys.is_empty() || found.undecided.is_empty() => {
            let mate = found
                .keys
                .first()
                .map(|key| Candidate { m: key.at(key.sample()), captures: key.captures.clone() });
            Exact::Known(mate)
        }
        Ok(_) | Err(_) => Exact::Unknown,
    }
}

/// Whether a move of a span of the side to move may give check at all; surely not where no lane of the mover's comes near the king and the
/// mover stands on no friend's line to it. Only pieces that ride and leap straight are looked at so closely.
pub fn may_check(position: &Position, span: &Span) -> bool {
    let mover = position.piece(span.piece);
    let Some(king) = position.king(!mover.color()).map(|id| position.piece(id).at) else { return false };
    if !position.is_plain() || span.promotes || !span.captures.is_empty() {
        return true;
    }
    let reach = 2.0 * position.rules().radius;
    let Path::Line { start, dir } = position.path(span.piece, span.lane) else { return true };
    let (from, to) = (start.at + dir * span.part.from, start.at + dir * span.part.to);
    let taking = |lane: &&Lane| lane.takes != Takes::Never;
    let along = |piece: &Piece, lane: &Lane| match piece.path_along(lane) {
        Path::Line { dir, .. } => dir,
        Path::Arc { .. } | Path::Turn { .. } => Vec2::ZERO,
    };
    // Of both ends the king lies far on one side of the lane, or far behind.
    let direct = position.lanes(span.piece).iter().filter(taking).any(|lane| {
        let way = along(mover, lane);
        let (a, b) = (way.perp_dot(king - from), way.perp_dot(king - to));
        let ahead = way.dot(king - from).max(way.dot(king - to)) > -reach;
        ahead && a.min(b) < reach && a.max(b) > -reach
    });
    let behind = |friend: &Piece, lane: &Lane| {
        let way = along(friend, lane);
        let near = |q: Point| way.perp_dot(q - friend.at).abs() < reach && way.dot(q - friend.at) > -reach;
        near(king) && near(mover.at)
    };
    direct
        || position.side(mover.color()).filter(|id| *id != span.piece).any(|id| {
            let friend = position.piece(id);
            position.lanes(id).iter().filter(taking).any(|lane| behind(friend, lane))
        })
}

/// A mating move of one stretch.
fn mate_on<'a>(
    position: &'a Position,
    survey: &Survey<'a>,
    span: &Span,
    how: How<'_>,
) -> Result<Option<Candidate>, Late> {
    let path = position.path(span.piece, span.lane);
    let kinds: SmallVec<[_; 4]> = if span.promotes {
        position.rules().promotions().map(Some).collect()
    } else {
        SmallVec::from_slice(&[None])
    };
    for (part, gone) in survey.gone_along(span.piece, span.lane, span.part, &span.captures) {
        for part in in_steps(&path, part, position.rules().board.has_seams()) {
            look(how)?;
            let cuts = survey.cuts_of_checks(span.piece, &path, part, &span.captures);
            for &kind in &kinds {
                let varied = Varied::new(position, span, &gone, kind);
                if let Some(m) = mate_among(position, &varied, part, &cuts, how)? {
                    return Ok(Some(Candidate { m, captures: span.captures.clone() }));
                }
            }
        }
    }
    Ok(None)
}

/// The part, in steps where the mover turns on a board with seams: in one of them it comes to attack few copies of the king.
fn in_steps(path: &Path, part: Interval, has_seams: bool) -> impl Iterator<Item = Interval> {
    let step = match path {
        Path::Turn { .. } if has_seams => 10.0,
        Path::Arc { .. } if has_seams => 1.0,
        Path::Line { .. } | Path::Arc { .. } | Path::Turn { .. } => f64::INFINITY,
    };
    let steps = ((part.to - part.from) / step).ceil().max(1.0) as u32;
    let end = move |i: u32| part.from + (part.to - part.from) * f64::from(i) / f64::from(steps);
    (0..steps).map(move |i| Interval {
        from: end(i),
        to: if i + 1 == steps { part.to } else { end(i + 1) },
        open_from: i == 0 && part.open_from,
        open_to: i + 1 == steps && part.open_to,
    })
}

/// A mating move among these; `cuts` are the distances at which a check may begin or cease.
fn mate_among(
    position: &Position,
    varied: &Varied<'_>,
    part: Interval,
    cuts: &[f64],
    how: How<'_>,
) -> Result<Option<Move>, Late> {
    let tie = position.rules().epsilon;
    let gives_check = |d: f64| {
        if position.forbids_check() && position.judge(varied.at(d)).is_err() {
            return None;
        }
        let after = varied.after(d);
        let may_check = || varied.has_uncharted_checks(how.trust) || Survey::new(&after).in_check();
        (after.turn() != position.turn() && may_check()).then_some(())
    };
    for (part, ()) in decide(part, cuts.iter().copied(), tie, gives_check) {
        if let Some(d) = unanswered(varied, part, tie, how)? {
            return Ok(Some(varied.at(d)));
        }
    }
    Ok(None)
}

/// A distance of a part that gives check to which there is no reply.
fn unanswered(varied: &Varied<'_>, part: Interval, tie: f64, how: How<'_>) -> Result<Option<f64>, Late> {
    let length = |part: &Interval| part.to - part.from;
    let mut left = vec![part];
    for _ in 0..MOST {
        let widest = (0..left.len()).max_by(|a, b| length(&left[*a]).total_cmp(&length(&left[*b])));
        let Some(part) = widest.map(|index| left.swap_remove(index)) else { break };
        look(how)?;
        let d = part.from.midpoint(part.to);
        let after = varied.after(d);
        match reply_to(&after, |span| varied.reply(&after, span)) {
            None if is_mate(&after) => return Ok(Some(d)),
            None if varied.has_uncharted_checks(how.trust) && length(&part) > STEP => {
                left.extend([Interval { to: d, ..part }, Interval { from: d, ..part }]);
            }
            Some(reply) if length(&part) > NARROW => {
                let answered = varied.stretch_of(&reply, part, d, (how.trust, how.may_go_on));
                left.extend(Spans::from(part).difference(&answered.into(), tie).parts());
            }
            Some(_) | None => {}
        }
    }
    Ok(None)
}

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
