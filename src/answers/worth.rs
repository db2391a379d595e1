//! The value of each stretch of a lane: the greatest value among moves to some places in the stretch.

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

/// The distance between an open end and the place next to it, board units. In a stretch shorter than four times this distance
/// it is a quarter of the stretch.
const OPEN_END_INSET: f64 = 1e-3;
/// The places in each stretch if all stretches of a lane are valued, as shares of the stretch.
const ROUGH_SHARES: [f64; 3] = [0.0, 0.5, 1.0];

/// The places if a single stretch is valued, as shares of the stretch.
const FINE_SHARES: [f64; 9] = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0];

/// A request for the worth of a lane, or of one of its stretches.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorthRequest {
    at: PositionRequest,
    piece: String,
    bearing: f64,
    /// The radius of the lane as a [`SpanReport`] has it; 0 for a straight lane.
    #[serde(default)]
    arc: f64,
    /// The ends of the single stretch to value; all stretches of the lane if left out.
    #[serde(default)]
    within: Option<[f64; 2]>,
}

pub struct LanePlaces {
    mover: Color,
    places: Vec<Place>,
}

/// A place on a lane, with the game after a move to it.
struct Place {
    /// The ends of the stretch of the place.
    stretch: [f64; 2],
    distance: f64,
    after: Game,
}

/// The stretches of a lane, nearest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WorthView {
    pub stretches: Vec<StretchWorth>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StretchWorth {
    pub from: f64,
    pub to: f64,
    /// The distance of the best place.
    pub at: f64,
    #[serde(flatten)]
    pub value: ValueView,
}

impl WorthRequest {
    pub fn places(&self) -> Result<LanePlaces, ApiError> {
        worked_out(limits::WORK, || {
            let game = self.at.game()?.game;
            let label = questions::label_of(&self.piece)?;
            let safety = view::safety(game.position(), label)?;
            let mut spans: Vec<SpanReport> =
                safety.span_parts.into_iter().map(|part| part.span.report).collect();
            spans.retain(|span| self.asks_about(span));
            // If there are too many stretches, the longest are kept.
            spans.sort_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
            spans.truncate(limits::STRETCHES);
            spans.sort_by(|a, b| a.from.total_cmp(&b.from));
            let shares = if self.within.is_some() { &FINE_SHARES[..] } else { &ROUGH_SHARES };
            let places = spans.iter().flat_map(|span| places_in(span, shares, &game)).collect();
            Ok(LanePlaces { mover: label.color(), places })
        })
    }

    fn asks_about(&self, span: &SpanReport) -> bool {
        let is_on_lane = span.bearing == self.bearing && span.arc.unwrap_or(0.0) == self.arc;
        is_on_lane && self.within.is_none_or(|ends| ends == [span.from, span.to])
    }
}

/// Returns the places at some shares of a stretch, with the games after them. A place where the game refuses the move is left out.
fn places_in(span: &SpanReport, shares: &[f64], game: &Game) -> Vec<Place> {
    let inset = OPEN_END_INSET.min((span.to - span.from) / 4.0);
    let least = if span.open_from { span.from + inset } else { span.from };
    let most = if span.open_to { span.to - inset } else { span.to };
    let mut distances: Vec<f64> = shares.iter().map(|&share| distance_at(share, least, most)).collect();
    distances.dedup();
    let arc = match span.arc {
        Some(radius) if radius > 0.0 => format!(" left {radius}"),
        Some(radius) => format!(" right {}", -radius),
        None => String::new(),
    };
    let mut places = Vec::new();
    for distance in distances {
        let mut after = game.clone();
        if after.play(&format!("{} {}{arc} {distance}", span.piece, span.bearing)).is_ok() {
            places.push(Place { stretch: [span.from, span.to], distance, after });
        }
    }
    places
}

/// Returns the distance at a share of an interval. Between the ends it is rounded to three decimals, unless that leads outside.
fn distance_at(share: f64, least: f64, most: f64) -> f64 {
    let exact = least + (most - least) * share;
    let rounded = (exact * 1e3).round() / 1e3;
    if share == 0.0 {
        least
    } else if share == 1.0 {
        most
    } else if rounded > least && rounded < most {
        rounded
    } else {
        exact
    }
}

/// Returns the worth of each stretch. The searches of all places together take the time of one advice.
pub fn worth_of(lane: &LanePlaces, stop: &StopSignal) -> WorthView {
    let count = u32::try_from(lane.places.len()).unwrap_or(u32::MAX).max(1);
    worth_within(lane, SearchLimits { time: Some(limits::ADVICE / count), ..SearchLimits::default() }, stop)
}

/// Returns the worth of each stretch. Each place is searched within the limits.
fn worth_within(lane: &LanePlaces, search_limits: SearchLimits, stop: &StopSignal) -> WorthView {
    let options = Options { limits: search_limits, threads: 1, hash_mb: 1, ..Options::default() };
    let score_at = |place: &Place| score_after_move(&place.after, lane.mover, &options, stop);
    let mut stretches = Vec::new();
    for places in lane.places.chunk_by(|a, b| a.stretch == b.stretch) {
        let [from, to] = places[0].stretch;
        let (mut best_distance, mut best_score) = (places[0].distance, score_at(&places[0]));
        for place in &places[1..] {
            let score = score_at(place);
            if score > best_score {
                (best_distance, best_score) = (place.distance, score);
            }
        }
        let value = ValueView::new(best_score, lane.mover);
        stretches.push(StretchWorth { from, to, at: best_distance, value });
    }
    WorthView { stretches }
}

/// Returns the value of a game for the side that moved last.
pub(super) fn score_after_move(after: &Game, mover: Color, options: &Options, stop: &StopSignal) -> Score {
    if after.is_over() {
        return match after.winner() {
            Some(winner) if winner == mover => Score::mates_in(1),
            Some(_) => Score::mated_in(0),
            None => Score::DRAW,
        };
    }
    let result = engine::best(after, options, stop);
    let score = result.lines.first().map_or(Score::DRAW, |line| line.score);
    if after.position().turn() == mover { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request(
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

    fn hundred_positions() -> SearchLimits {
        SearchLimits { nodes: Some(100), ..SearchLimits::default() }
    }

    /// Returns the value of the other side's best line after a move to a place.
    fn value_of_best_line(lane: &LanePlaces, distance: f64) -> ValueView {
        let place = lane.places.iter().find(|place| place.distance == distance).expect("a searched place");
        let options = Options { limits: hundred_positions(), threads: 1, hash_mb: 1, ..Options::default() };
        let lines = view::lines(&place.after, &engine::best(&place.after, &options, &StopSignal::new()));
        lines.lines[0].value.clone()
    }

    /// The queen that goes up stops within the rook's reach, beyond it, or takes it. Each best place is legal, and worth what the
    /// best line after it is worth.
    #[test]
    fn a_stretch_is_worth_the_best_line_after_its_best_place() {
        let text = "Ke@4.5,0.5' Qa@1,1' Rb@6.5,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        for (variant, piece, bearing) in [("continuous", "Qa", 90.0), ("torus", "Rb", 180.0)] {
            let lane = request(variant, text, piece, bearing, None).places().expect("a lane");
            assert!(lane.places.len() >= 3, "{variant}");
            let worth = worth_within(&lane, hundred_positions(), &StopSignal::new());
            for StretchWorth { from, to, at, value: found } in &worth.stretches {
                assert!(from <= at && at <= to, "{variant}: {at} in [{from}, {to}]");
                assert_eq!(*found, value_of_best_line(&lane, *at), "{variant}: {at}");
                let ValueView { value, share } = found;
                assert!(share.abs() <= 1.0 && (*share > 0.0) != value.starts_with('-'), "{value}: {share}");
            }
        }
    }

    #[test]
    fn the_capture_of_a_rook_that_hangs_is_the_best_stretch() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ra@1,5' pf@6,6.5' pg@7,6.5' ; w";
        let lane = request("continuous", text, "Qa", 90.0, None).places().expect("a lane");
        let found = worth_within(&lane, hundred_positions(), &StopSignal::new()).stretches;
        let best = found.iter().max_by(|a, b| a.value.share.total_cmp(&b.value.share)).expect("a stretch");
        // The queen takes the rook from a distance of 4 less its radius of 0.25.
        assert!(best.at >= 3.75, "{found:?}");
        let ends = [best.from, best.to];
        let single = request("continuous", text, "Qa", 90.0, Some(ends)).places().expect("a stretch");
        assert!(!single.places.is_empty() && single.places.iter().all(|place| place.stretch == ends));
    }

    #[test]
    fn requests_have_bounds() {
        let text = "Ke@4.5,0.5' Qa@1,1' ke@6,7.5' ; w";
        assert!(request("continuous", text, "Qz", 90.0, None).places().is_err());
        assert!(request("continuous", text, "Qa", 91.0, None).places().expect("no lane").places.is_empty());
        let lane = request("continuous", text, "Qa", 90.0, None).places().expect("a lane");
        assert!(lane.places.len() <= limits::STRETCHES * ROUGH_SHARES.len());
        let stop = StopSignal::new();
        stop.stop();
        assert!(!worth_of(&lane, &stop).stretches.is_empty(), "an answer without time");
    }
}
