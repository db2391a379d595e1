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
    /// Returns a reporter that has reported nothing.
    pub fn new(out: &'a Output, position: &'a Position) -> InfoReporter<'a> {
        InfoReporter { out, position, last: Mutex::default() }
    }

    /// Reports a line.
    pub fn report(&self, progress: &SearchProgress<'_>) {
        let SearchProgress { place, line, deepest, table_permille, nodes, seconds } = *progress;
        let moves: Vec<String> = line.moves.iter().map(|text| to_token(self.position, text)).collect();
        let per_second = (nodes as f64 / seconds.max(1e-3)) as u64;
        (self.out)(&format!(
            "info depth {} seldepth {deepest} multipv {place} score {} nodes {nodes} nps {per_second} time {} hashfull {table_permille} pv {}",
            line.depth,
            line.score,
            (seconds * 1000.0) as u64,
            moves.join(" "),
        ));
        if place == 1 {
            let reported = LastReport { line: Some(line.clone()), deepest, table_permille };
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = reported;
        }
    }

    /// Reports the lines of an answer whose best line is not the one reported last.
    pub fn report_rest(&self, answer: &SearchResult) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let LastReport { line: reported, deepest, table_permille } = last;
        if answer.lines.first() == reported.as_ref() {
            return;
        }
        let SearchResult { nodes, seconds, .. } = *answer;
        for (place, line) in (1..).zip(&answer.lines) {
            let deepest = deepest.max(line.depth);
            self.report(&SearchProgress { place, line, deepest, table_permille, nodes, seconds });
        }
    }
}

/// Returns the report of a game that is over: the side to move has lost, or nobody has won.
pub(super) fn decided(winner: Option<Color>) -> String {
    let score = winner.map_or(Score::DRAW, |_| Score::mated_in(0));
    format!("info depth 0 score {score}")
}
