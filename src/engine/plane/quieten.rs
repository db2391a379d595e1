//! Quiescence search: the value after all worthwhile captures, with checks answered.

use super::candidates::Width;
use super::search::{MOST_PLIES, PlaneSearch, SearchOver, SearchWindow, TreePlace};
use crate::engine::score::Score;
use crate::plane::{PlanePosition, Survey};

/// The greatest number of plies of captures beyond the depth.
const MOST_CAPTURES: usize = 8;

/// The greatest number of plies beyond the depth at which checks are answered with every move.
const MOST_CHECKS: usize = 2;

/// Hundredths of a pawn: the assumed greatest gain of a capture beyond the captured piece (delta pruning).
const CAPTURE_GAIN: i32 = 150;

impl PlaneSearch<'_> {
    /// Returns the value after all worthwhile captures.
    pub(super) fn quieten<'b>(
        &mut self,
        position: &'b PlanePosition,
        survey: &Survey<'b>,
        in_check: bool,
        beyond: usize,
        place: TreePlace,
        window: SearchWindow,
    ) -> Result<i32, SearchOver> {
        let SearchWindow { mut alpha, beta } = window;
        let answers = in_check && beyond <= MOST_CHECKS;
        let lone = position.side(position.turn()).nth(1).is_none();
        let mut best = -Score::GREATEST.raw();
        if !answers {
            if lone && !survey.has_legal_move() {
                return Ok(if in_check { -Score::mates_in(place.turns).raw() } else { 0 });
            }
            best = if is_drawn(position) {
                0
            } else {
                self.shared.evaluator.evaluate_within(survey, alpha, beta)
            };
            alpha = alpha.max(best);
            if best >= beta || beyond >= MOST_CAPTURES || place.ply + 1 >= MOST_PLIES {
                return Ok(best);
            }
        }
        let static_value = best;
        let (width, spans) = if answers {
            (Width::Narrow, self.legal(position, survey)?)
        } else if position.has_closed_forms() {
            (Width::Noisy, survey.noisy())
        } else {
            (Width::Noisy, self.legal(position, survey)?)
        };
        let mut found = self.chosen(position, survey, &spans, width)?;
        if found.is_empty() {
            if !answers {
                return Ok(best);
            }
            if spans.is_empty() && !survey.has_legal_move() {
                return Ok(-Score::mates_in(place.turns).raw());
            }
            found = self.chosen(position, survey, &spans, Width::Full)?;
        }
        let values = self.shared.evaluator.values();
        for candidate in self.ordered(position, found, 0, place.ply) {
            if !answers {
                let taken: i32 =
                    candidate.captures.iter().map(|&id| values.of(position.piece(id).kind)).sum();
                let becomes = candidate.m.promotion.map_or(0, |kind| values.of(kind));
                if static_value + taken + becomes + CAPTURE_GAIN <= alpha {
                    continue;
                }
            }
            if self.meter.tick() {
                return Err(SearchOver);
            }
            let after = position.after_legal(candidate.m, &candidate.captures);
            let next_survey = Survey::new(&after);
            let next_in_check = next_survey.in_check();
            let changes = after.turn() != position.turn();
            let next = TreePlace { ply: place.ply + 1, turns: place.turns + u32::from(changes) };
            self.lines[next.ply].clear();
            let value = if changes {
                let turned = SearchWindow { alpha: -beta, beta: -alpha };
                -self.quieten(&after, &next_survey, next_in_check, beyond + 1, next, turned)?
            } else {
                self.quieten(
                    &after,
                    &next_survey,
                    next_in_check,
                    beyond + 1,
                    next,
                    SearchWindow { alpha, beta },
                )?
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(place.ply, candidate.m);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }
}

/// Whether only two kings are left.
fn is_drawn(position: &PlanePosition) -> bool {
    let royal = |piece: &crate::plane::Piece| position.rules().kind(piece.kind).rule.royal;
    position.pieces().len() == 2 && position.pieces().iter().all(royal)
}
