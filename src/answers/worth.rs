//! The value of each stretch of a lane: that of its best place, found by searches of the positions after a move there.

use super::error::ApiError;
use super::games::questions;
use super::limits;
use super::look::PositionRequest;
use super::view::{self, ValueView};
use super::work::worked_out;
use crate::budget::StopSignal;
use crate::chess::Color;
use crate::engine::{self, Options, Score, SearchLimits};
use crate::game::{Game, SpanReport};
use serde::{Deserialize, Serialize};

/// The distance of a place from an open end, board units. A place of a short stretch lies nearer.
const INSIDE: f64 = 1e-3;

/// The places in each stretch of a whole lane, as shares of the stretch.
const ROUGH: [f64; 3] = [0.0, 0.5, 1.0];

/// The places in a single stretch, as shares of the stretch.
const FINE: [f64; 9] = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0];

/// A request for the worth of a lane, or of one of its stretches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorthRequest {
    at: PositionRequest,
    piece: String,
    bearing: f64,
    #[serde(default)]
    arc: f64,
    /// The ends of the only stretch that is asked about.
    #[serde(default)]
    within: Option<[f64; 2]>,
}

/// Places along a lane, with the games after a move to each.
pub struct LaneToJudge {
    mover: Color,
    places: Vec<Place>,
}

struct Place {
    /// The ends of its stretch.
    stretch: [f64; 2],
    distance: f64,
    after: Game,
}

/// The stretches of a lane, nearest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WorthView {
    pub stretches: Vec<StretchWorth>,
}

/// The value of a stretch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StretchWorth {
    pub from: f64,
    pub to: f64,
    /// The distance of its best place.
    pub at: f64,
    /// The value of that place.
    #[serde(flatten)]
    pub value: ValueView,
}

impl WorthRequest {
    /// Returns the places to judge.
    ///
    /// # Errors
    /// When there is no such position or piece, or it takes too long to compute.
    pub fn lane(&self) -> Result<LaneToJudge, ApiError> {
        worked_out(limits::WORK, || {
            let game = self.at.game()?.game;
            let label = questions::label_of(&self.piece)?;
            let safety = view::safety(game.position(), label)?;
            let mut spans: Vec<SpanReport> =
                safety.stretches.into_iter().map(|stretch| stretch.span.report).collect();
            spans.retain(|span| self.asks_about(span));
            // The longest are judged if there are too many.
            spans.sort_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
            spans.truncate(limits::STRETCHES);
            spans.sort_by(|a, b| a.from.total_cmp(&b.from));
            let shares = if self.within.is_some() { &FINE[..] } else { &ROUGH };
            let places = spans.iter().flat_map(|span| places(&game, span, shares)).collect();
            Ok(LaneToJudge { mover: label.color(), places })
        })?
    }

    fn asks_about(&self, span: &SpanReport) -> bool {
        span.bearing == self.bearing
            && span.arc.unwrap_or(0.0) == self.arc
            && self.within.is_none_or(|ends| ends == [span.from, span.to])
    }
}

/// Returns the places of a stretch that are legal in the game.
fn places(game: &Game, span: &SpanReport, shares: &[f64]) -> Vec<Place> {
    let inset = INSIDE.min((span.to - span.from) / 4.0);
    let least = if span.open_from { span.from + inset } else { span.from };
    let most = if span.open_to { span.to - inset } else { span.to };
    let mut distances: Vec<f64> = shares.iter().map(|share| rounded(least, most, *share)).collect();
    distances.dedup();
    let arc = match span.arc {
        Some(radius) if radius > 0.0 => format!(" left {radius}"),
        Some(radius) => format!(" right {}", -radius),
        None => String::new(),
    };
    let played = |distance: f64| {
        let mut after = game.clone();
        after.play(&format!("{} {}{arc} {distance}", span.piece, span.bearing)).ok()?;
        Some(Place { stretch: [span.from, span.to], distance, after })
    };
    distances.into_iter().filter_map(played).collect()
}

/// Returns the distance at a share of an interval, with few digits unless it is an end.
fn rounded(least: f64, most: f64, share: f64) -> f64 {
    let exact = least + (most - least) * share;
    let round = (exact * 1e3).round() / 1e3;
    if share == 0.0 {
        least
    } else if share == 1.0 {
        most
    } else if round > least && round < most {
        round
    } else {
        exact
    }
}

/// Returns the best place of each stretch. All places share the time of one advice.
pub fn judged(lane: &LaneToJudge, stop: &StopSignal) -> WorthView {
    let count = u32::try_from(lane.places.len()).unwrap_or(u32::MAX).max(1);
    judged_within(lane, SearchLimits { time: Some(limits::ADVICE / count), ..SearchLimits::default() }, stop)
}

/// Returns the best place of each stretch, by searches with these limits.
fn judged_within(lane: &LaneToJudge, bounds: SearchLimits, stop: &StopSignal) -> WorthView {
    let options = Options { limits: bounds, threads: 1, hash_mb: 1, ..Options::default() };
    let mut stretches = Vec::new();
    for places in lane.places.chunk_by(|a, b| a.stretch == b.stretch) {
        let (mut best, [from, to]) = (None, places[0].stretch);
        for place in places {
            let score = after_move(&place.after, lane.mover, &options, stop);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((place.distance, score));
            }
        }
        if let Some((at, score)) = best {
            stretches.push(StretchWorth { from, to, at, value: ValueView::new(score, lane.mover) });
        }
    }
    WorthView { stretches }
}

/// Returns the value of a game for the side that moved last.
pub(super) fn after_move(after: &Game, mover: Color, options: &Options, stop: &StopSignal) -> Score {
    if after.is_over() {
        return match after.winner() {
            Some(winner) if winner == mover => Score::mates_in(1),
            Some(_) => Score::mated_in(0),
            None => Score::DRAW,
        };
    }
    let best = engine::best(after, options, stop);
    let score = best.lines.first().map_or(Score::DRAW, |line| line.score);
    if after.position().turn() == mover { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asked(
        variant: &str,
        position: &str,
        piece: &str,
        bearing: f64,
        within: Option<[f64; 2]>,
    ) -> WorthRequest {
        let game = json!({ "variant": variant, "position": position });
        let request = json!({ "at": { "game": game }, "piece": piece, "bearing": bearing, "within": within });
        serde_json::from_value(request).expect("a request")
    }

    /// So many positions for each place.
    fn counted() -> SearchLimits {
        SearchLimits { nodes: Some(100), ..SearchLimits::default() }
    }

    fn best_after(lane: &LaneToJudge, at: f64) -> ValueView {
        let place = lane.places.iter().find(|place| place.distance == at).expect("a place that was asked");
        let options = Options { limits: counted(), threads: 1, hash_mb: 1, ..Options::default() };
        // The value of the other side's best line, seen by White as the page has it.
        let lines = view::lines(&place.after, &engine::best(&place.after, &options, &StopSignal::new()));
        lines.lines[0].value.clone()
    }

    /// The queen that goes up stops within the rook's reach, beyond it, or takes it. Each best place is legal, and worth what the
    /// best line after it is worth.
    #[test]
    fn a_stretch_is_worth_the_best_line_after_its_best_place() {
        let text = "Ke@4.5,0.5' Qa@1,1' Rb@6.5,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        for (variant, piece, bearing) in [("continuous", "Qa", 90.0), ("torus", "Rb", 180.0)] {
            let lane = asked(variant, text, piece, bearing, None).lane().expect("a lane");
            assert!(lane.places.len() >= 3, "{variant}");
            let found = judged_within(&lane, counted(), &StopSignal::new());
            for StretchWorth { from, to, at, value: found } in &found.stretches {
                assert!(from <= at && at <= to, "{variant}: {at} in [{from}, {to}]");
                assert_eq!(*found, best_after(&lane, *at), "{variant}: {at}");
                let ValueView { value, share } = found;
                assert!(share.abs() <= 1.0 && (*share > 0.0) != value.starts_with('-'), "{value}: {share}");
            }
        }
    }

    #[test]
    fn the_capture_of_a_rook_that_hangs_is_the_best_stretch() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        let lane = asked("continuous", text, "Qa", 90.0, None).lane().expect("a lane");
        let found = judged_within(&lane, counted(), &StopSignal::new()).stretches;
        let best = found.iter().max_by(|a, b| a.value.share.total_cmp(&b.value.share)).expect("a stretch");
        // It is taken from a distance of 4 less the radius.
        assert!(best.at >= 3.75, "{found:?}");
        let only =
            asked("continuous", text, "Qa", 90.0, Some([best.from, best.to])).lane().expect("a stretch");
        assert!(
            !only.places.is_empty() && only.places.iter().all(|place| place.stretch == [best.from, best.to])
        );
    }

    #[test]
    fn what_is_asked_has_bounds() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ; w";
        assert!(asked("continuous", text, "Qz", 90.0, None).lane().is_err());
        assert!(asked("continuous", text, "Qa", 91.0, None).lane().expect("no lane").places.is_empty());
        let lane = asked("continuous", text, "Qa", 90.0, None).lane().expect("a lane");
        assert!(lane.places.len() <= limits::STRETCHES * ROUGH.len());
        let stop = StopSignal::new();
        stop.stop();
        assert!(!judged(&lane, &stop).stretches.is_empty(), "an answer without time");
    }
}
