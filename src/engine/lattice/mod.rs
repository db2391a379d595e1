//! Choosing moves on a lattice.

use crate::chess::Status;
use crate::engine::answer::{Answer, Line, News};
use crate::engine::limits::{Stop, Watch};
use crate::engine::options::Options;
use crate::engine::score::Score;
use crate::lattice::Position;

/// The best moves of a position by what a move takes at once. Earlier positions of the game come first to last.
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
    for m in position.legal_moves() {
        meter.tick();
        let taken = position.piece_at(m.to()).map_or(0.0, |piece| piece.role.value());
        let text = position.rules().move_text(m);
        let score = Score::centipawns((taken * 100.0) as i32);
        lines.push(Line { score, depth: 1, moves: vec![text] });
    }
    if !options.only.is_empty() {
        lines.retain(|line| line.moves.iter().all(|text| options.only.contains(text)));
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines.truncate(options.lines.max(1));
    drop(meter);
    Answer { status: Status::Ongoing, lines, nodes: watch.nodes(), seconds: watch.seconds() }
}
