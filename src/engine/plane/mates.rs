//! Mates in one, looked for before any search.
//!
//! Where all pieces are equal discs on straight lanes, each stretch has its exact set of mating distances (`solve::plane`).
//!
//! Elsewhere on each stretch of legal distances the parts that give check are found first, between the distances at which a check may
//! begin or cease. Each such part is then looked at by the room that it leaves the other side: at its ends, where an enemy
//! begins or ceases to reach the mover, at points between, and down towards each least room found.

use super::candidates::{Candidate, Chooser, Width};
use super::search::Over;
use crate::engine::limits::{Limits, Meter, Stop, Watch};
use crate::geom::{Interval, Path, Point, Vec2, decide};
use crate::plane::{Lane, Move, Piece, Position, Span, Survey};
use crate::solve::Goal;
use crate::solve::plane::keys_of;
use crate::variant::Takes;
use smallvec::SmallVec;

/// Points at which a part that gives check is looked at, its ends and critical points apart.
const POINTS: usize = 7;

/// Steps towards each least room.
const STEPS: usize = 24;

/// The room where a king has none and another piece may move: less than that of any king that moves.
const KING_SHUT_IN: f64 = 1e-6;

/// The share of a bracket that a step of the golden section leaves.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// A mating move, if one is found, however long that takes.
pub fn find_mate_in_one(position: &Position) -> Option<Move> {
    let watch = Watch::new(&Limits::default(), &Stop::new());
    let found = mate_in_one(position, &Survey::new(position), &mut watch.meter(u64::MAX), || true);
    found.ok().flatten().map(|candidate| candidate.m)
}

/// A mating move, if one is found. `may_go_on` is asked before each piece.
pub fn mate_in_one<'a>(
    position: &'a Position,
    survey: &Survey<'a>,
    meter: &mut Meter<'_>,
    may_go_on: impl Fn() -> bool,
) -> Result<Option<Candidate>, Over> {
    for piece in position.side(position.turn()) {
        if !may_go_on() {
            break;
        }
        let mut single: Vec<Candidate> = Vec::new();
        Chooser::new(position, survey, Width::Wide).of_regions(piece, &mut single);
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
                Exact::Unknown => mate_on(position, survey, &span, meter)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        for candidate in single {
            if room_after(position, &candidate, meter)?.is_some_and(|room| room == 0.0) {
                return Ok(Some(candidate));
            }
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
    meter: &mut Meter<'_>,
) -> Result<Option<Candidate>, Over> {
    let mut cuts = survey.cuts_of_checks(span.piece, span.lane, span.part, &span.captures);
    if position.rules().board.has_seams() {
        // The cuts leave checks across seams out.
        let mut more = Vec::new();
        Chooser::new(position, survey, Width::Wide).of_spans(std::slice::from_ref(span), &mut more);
        cuts.extend(more.iter().filter_map(distance_of));
    }
    let kinds: SmallVec<[_; 4]> = if span.promotes {
        position.rules().promotions().map(Some).collect()
    } else {
        SmallVec::from_slice(&[None])
    };
    for kind in kinds {
        let at = |d: f64| {
            let m = position.move_by(span.piece, span.lane, d)?;
            let m = kind.map_or(m, |kind| m.promoting(kind));
            let legal = !position.forbids_check() || position.judge(m).is_ok();
            legal.then(|| Candidate { m, captures: span.captures.clone() })
        };
        let tie = position.rules().epsilon;
        let checks = decide(span.part, cuts.iter().copied(), tie, |d| {
            let after = at(d).map(|c| position.after_legal(c.m, &c.captures))?;
            (after.turn() != position.turn() && Survey::new(&after).in_check()).then_some(())
        });
        for (part, ()) in checks {
            let taken = survey.taken_along(span.piece, span.lane, part.to);
            let ends = taken.parts().iter().flat_map(|part| [part.from, part.to]);
            let inside: SmallVec<[f64; 8]> =
                ends.chain(cuts.iter().copied()).filter(|d| part.contains(*d)).collect();
            let found = least_room(part, &inside, position.is_plain(), |d| match at(d) {
                Some(candidate) => room_after(position, &candidate, meter),
                None => Ok(None),
            })?;
            if let Some(mate) = found.and_then(&at) {
                return Ok(Some(mate));
            }
        }
    }
    Ok(None)
}

fn distance_of(candidate: &Candidate) -> Option<f64> {
    match candidate.m.shape {
        crate::plane::Shape::Along { distance, .. } => Some(distance),
        crate::plane::Shape::Turn { degrees, .. } => Some(degrees),
        crate::plane::Shape::To { .. } => None,
    }
}

/// A distance of a part that leaves no room at all. It is looked for down from each least room where rooms are quickly known, else
/// from the first of the smallest.
fn least_room(
    part: Interval,
    critical: &[f64],
    is_quick: bool,
    mut room: impl FnMut(f64) -> Result<Option<f64>, Over>,
) -> Result<Option<f64>, Over> {
    let mut at: Vec<f64> = vec![part.from, part.to];
    at.extend(critical);
    at.extend((1..=POINTS).map(|i| part.from + (part.to - part.from) * i as f64 / (POINTS + 1) as f64));
    at.sort_unstable_by(f64::total_cmp);
    at.dedup();
    let between: Vec<f64> = at.windows(2).map(|pair| pair[0].midpoint(pair[1])).collect();
    at.extend(between);
    at.sort_unstable_by(f64::total_cmp);
    at.retain(|d| part.contains(*d));
    let mut rooms = Vec::with_capacity(at.len());
    for &d in &at {
        let here = room(d)?.unwrap_or(f64::INFINITY);
        if here == 0.0 {
            return Ok(Some(d));
        }
        rooms.push(here);
    }
    let smallest = (0..at.len()).min_by(|a, b| rooms[*a].total_cmp(&rooms[*b]));
    for i in (0..at.len()).filter(|i| is_quick || Some(*i) == smallest) {
        let (before, after) = (i.saturating_sub(1), (i + 1).min(at.len() - 1));
        if rooms[i] > rooms[before] || rooms[i] > rooms[after] {
            continue;
        }
        let (mut low, mut high) = (at[before], at[after]);
        for _ in 0..STEPS {
            let (a, b) = (high - (high - low) * GOLDEN, low + (high - low) * GOLDEN);
            let (at_a, at_b) = (room(a)?.unwrap_or(f64::INFINITY), room(b)?.unwrap_or(f64::INFINITY));
            if at_a == 0.0 {
                return Ok(Some(a));
            }
            if at_b == 0.0 {
                return Ok(Some(b));
            }
            if at_a <= at_b { high = b } else { low = a }
        }
    }
    Ok(None)
}

/// The room that a checking move leaves: lengths of the legal set that answers it, of the king's alone where pieces are not
/// equal discs on straight lanes. 0 is mate; nothing where the move gives no check.
fn room_after(
    position: &Position,
    candidate: &Candidate,
    meter: &mut Meter<'_>,
) -> Result<Option<f64>, Over> {
    // It is not counted among the positions searched: every search begins with it.
    meter.look();
    if meter.is_over() {
        return Err(Over);
    }
    let after = position.after_legal(candidate.m, &candidate.captures);
    let survey = Survey::new(&after);
    if after.turn() == position.turn() || !survey.in_check() {
        return Ok(None);
    }
    // A single distance is room too.
    let room_of = |spans: &[Span]| {
        let length: f64 = spans.iter().map(|span| span.part.to - span.part.from).sum();
        length + spans.len() as f64 * 1e-3
    };
    if position.is_plain() {
        return Ok(Some(room_of(&survey.legal())));
    }
    // The whole legal set takes long. The king's room leads to where it has none, and there it matters whether anything moves.
    let kings = after.king(after.turn()).map_or(0.0, |king| room_of(&survey.legal_of(king)));
    Ok(Some(match kings > 0.0 {
        true => kings,
        false if survey.has_legal_move() => KING_SHUT_IN,
        false => 0.0,
    }))
}
