//! The `info` lines that report what a search has found.

use super::session::Output;
use super::token::to_token;
use crate::chess::Color;
use crate::engine::result::{SearchLine, SearchProgress, SearchResult};
use crate::engine::score::Score;
use crate::game::Position;
use std::sync::{Mutex, PoisonError};

/// The reports of one search.
pub(super) struct InfoReporter<'a> {
    out: &'a Output,
    position: &'a Position,
    last: Mutex<LastReport>,
}

/// The last report of a best line.
#[derive(Clone, Default)]
struct LastReport {
    line: Option<SearchLine>,
    deepest: u32,
    table_permille: u32,
}

impl<'a> InfoReporter<'a> {
    pub fn new(out: &'a Output, position: &'a Position) -> InfoReporter<'a> {
        InfoReporter { out, position, last: Mutex::default() }
    }

    /// Writes the `info` line of a line of play.
    pub fn report(&self, progress: &SearchProgress<'_>) {
        let SearchProgress { place, line, deepest, table_permille, nodes, seconds } = *progress;
        let tokens: Vec<String> = line.moves.iter().map(|text| to_token(self.position, text)).collect();
        let per_second = (nodes as f64 / seconds.max(1e-3)) as u64;
        (self.out)(&format!(
            "info depth {} seldepth {deepest} multipv {place} score {} nodes {nodes} nps {per_second} time {} hashfull {table_permille} pv {}",
            line.depth,
            line.score,
            (seconds * 1000.0) as u64,
            tokens.join(" "),
        ));
        if place == 1 {
            let last = LastReport { line: Some(line.clone()), deepest, table_permille };
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = last;
        }
    }

    /// Reports the lines of a result, unless the last reported line is its best.
    pub fn report_result(&self, result: &SearchResult) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let LastReport { line: last_line, deepest, table_permille } = last;
        if result.lines.first() == last_line.as_ref() {
            return;
        }
        let SearchResult { nodes, seconds, .. } = *result;
        for (place, line) in (1..).zip(&result.lines) {
            let deepest = deepest.max(line.depth);
            self.report(&SearchProgress { place, line, deepest, table_permille, nodes, seconds });
        }
    }
}

/// Returns the `info` line of a game that is over: the side to move has lost, or nobody has won.
pub(super) fn info_of_decided(winner: Option<Color>) -> String {
    let score = winner.map_or(Score::DRAW, |_| Score::mated_in(0));
    format!("info depth 0 score {score}")
}
