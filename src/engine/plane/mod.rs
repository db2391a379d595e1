//! Choosing moves on the plane.

use crate::chess::{Role, Status};
use crate::engine::answer::{Answer, Line, News};
use crate::engine::limits::{Stop, Watch};
use crate::engine::options::Options;
use crate::engine::score::Score;
use crate::plane::{Move, Position, Span, Survey, Way};

/// The best moves of a position, by material after one move, among the ends of the spans of the exact legal set. Earlier
/// positions of the game come first to last.
pub(in crate::engine) fn best(
    position: &Position,
    _earlier: &[&Position],
    options: &Options,
    stop: &Stop,
    _report: &(dyn Fn(&News<'_>) + Sync),
) -> Answer {
    let watch = Watch::new(&options.limits, stop);
    let mut meter = watch.meter(1);
    let mut lines: Vec<Line> = Vec::new();
    for m in moves(position) {
        let mut after = position.clone();
        if after.play(m).is_err() {
            continue;
        }
        let score = match after.status() {
            Status::Checkmate => Score::mates_in(1),
            Status::Stalemate | Status::Draw => Score::DRAW,
            Status::Ongoing | Status::BareKing | Status::KingTaken => -material(&after),
        };
        lines.push(Line { score, depth: 1, moves: vec![position.text_of(m).to_string()] });
        // The first move is the answer when there is no time for more.
        if meter.tick() {
            break;
        }
    }
    if !options.only.is_empty() {
        lines.retain(|line| line.moves.iter().all(|text| options.only.contains(text)));
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines.truncate(options.lines.max(1));
    drop(meter);
    Answer { status: Status::Ongoing, lines, nodes: watch.nodes(), seconds: watch.seconds() }
}

/// The moves to the ends of every span, or to its middle where the ends do not belong to it, and one into each cell of a
/// region.
fn moves(position: &Position) -> Vec<Move> {
    let survey = Survey::new(position);
    let spans = survey.legal();
    let along = spans.iter().flat_map(|span| {
        let part = span.part;
        let middle = part.open_from && part.open_to;
        let distances = [
            (!part.open_from).then_some(part.from),
            (!part.open_to && part.to > part.from).then_some(part.to),
            middle.then_some(part.from.midpoint(part.to)),
        ];
        distances.into_iter().flatten().filter_map(move |d| move_of(position, span, d))
    });
    let mut found: Vec<Move> = along.collect();
    for region in survey.regions() {
        let lane = position.lanes(region.piece).iter().position(|lane| lane.way == Way::Area);
        let places = region.cells.iter().map(|cell| cell.sample);
        found.extend(
            lane.into_iter()
                .flat_map(|lane| places.clone().map(move |place| Move::to(region.piece, lane, place))),
        );
    }
    found
}

fn move_of(position: &Position, span: &Span, distance: f64) -> Option<Move> {
    let m = position.move_by(span.piece, span.lane, distance)?;
    let queen = position.rules().kind_of_letter('Q').filter(|_| span.promotes);
    Some(queen.map_or(m, |queen| m.promoting(queen)))
}

fn material(position: &Position) -> Score {
    let worth = |id| {
        let piece = position.piece(id);
        let value = Role::from_letter(piece.label.letter()).map_or(0.0, Role::value);
        if piece.color() == position.turn() { value } else { -value }
    };
    Score::centipawns((position.ids().map(worth).sum::<f64>() * 100.0) as i32)
}
