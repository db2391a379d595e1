//! Making puzzles: pieces are placed at random or positions come from games, and the positions that are worth solving are kept.

mod place;

use super::collection::{Puzzle, Theme};
use super::judge::refutation;
use super::study::{PuzzleAnswer, Study, study};
use crate::budget::{Budget, StopSignal};
use crate::chess::Status;
use crate::choice::choice;
use crate::endings::Endings;
use crate::engine::Dice;
use crate::engine::players::{Player, PlayerSpec};
use crate::game::{Game, Position, Prepared};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use toml::Table;

choice! {
    /// The origin of positions.
    pub enum Source("source") {
        /// A few pieces are placed at random.
        Random = "random",
        /// The program plays games against itself.
        Games = "games",
    }
}

/// The recipe for puzzles.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The variant's name, as the puzzles give it.
    pub variant: String,
    /// Parameters that override those of the variant.
    pub rules: Table,
    /// The compiled variant.
    pub prepared: Prepared,
    /// The game on the board without seams and rebirth, if there is one. A position with equal answers in both games makes no puzzle.
    pub plain: Option<Prepared>,
    /// The task.
    pub theme: Theme,
    /// The origin of positions.
    pub source: Source,
    /// The seed of random numbers.
    pub seed: u64,
    /// The beginning of each id.
    pub name: String,
}

/// The number of positions or games that are tried at once, on all threads.
const BATCH: u64 = 64;

/// The greatest number of batches in a row without a puzzle. The search ends after the next such batch.
const MOST_EMPTY_BATCHES: u32 = 2000;

/// The greatest number of positions in the proof of one puzzle.
const NODES: u64 = 20_000;

/// The length of the longest game from which positions come, plies.
const MOST_PLIES: usize = 160;

/// The greatest number of pieces of a puzzle: a solver can keep this many in view.
const MOST_PIECES: usize = 12;

/// The lengths of stretches of answers, board units. A shorter stretch cannot be hit by hand, and a longer one is hit by accident.
const WIDTHS: RangeInclusive<f64> = 0.03..=1.5;

/// The distance by which pieces are moved to test whether answers depend on a tie, board units.
const NUDGE: f64 = 1e-6;

/// The greatest difference of ends between answers that count as equal, board units.
const STEADY: f64 = 1e-4;

/// Returns `count` puzzles, or fewer if `stop` is set or hardly any are left. No two are alike, and none is like a known puzzle. They
/// depend on the recipe and the known puzzles alone. `on_found` is called for each.
pub fn make(
    recipe: &Recipe,
    count: usize,
    known: &[Position],
    stop: &StopSignal,
    on_found: impl Fn(),
) -> Vec<Puzzle> {
    let mut seen: HashSet<Vec<PieceGap>> = known.iter().map(piece_gaps).collect();
    let (mut puzzles, mut empty_batches) = (Vec::new(), 0);
    for batch in 0.. {
        let dice = |i: u64| Dice::new(recipe.seed.wrapping_add((batch * BATCH + i) << 20));
        let candidates: Vec<Candidate> =
            (0..BATCH).into_par_iter().filter_map(|i| recipe.candidate(dice(i))).collect();
        empty_batches = if candidates.is_empty() { empty_batches + 1 } else { 0 };
        for candidate in candidates {
            if puzzles.len() == count {
                break;
            }
            let is_new = seen.insert(piece_gaps(&candidate.position));
            if is_new {
                puzzles.push(recipe.puzzle(known.len() + puzzles.len() + 1, &candidate));
                on_found();
            }
        }
        if puzzles.len() == count || empty_batches > MOST_EMPTY_BATCHES || stop.is_stopped() {
            break;
        }
    }
    puzzles
}

/// A position that is worth solving, with its study.
struct Candidate {
    position: Position,
    study: Study,
}

impl Recipe {
    fn puzzle(&self, number: usize, Candidate { position, study }: &Candidate) -> Puzzle {
        Puzzle {
            id: format!("{}-{number}", self.name),
            theme: self.theme,
            variant: self.variant.clone(),
            rules: self.rules.clone(),
            position: position.to_string().trim_end_matches(" ; 0 1").to_owned(),
            answers: study.answers.iter().map(ToString::to_string).collect(),
            grade: study.grade,
            why: String::new(),
        }
    }

    /// Returns a position that is worth solving, if these random numbers lead to one.
    fn candidate(&self, dice: Dice) -> Option<Candidate> {
        match self.source {
            Source::Random => self.worth_solving(place::random_position(&self.prepared, self.theme, dice)?),
            Source::Games => self.found_in_game(dice),
        }
    }

    /// Returns the first position of a game that is worth solving.
    fn found_in_game(&self, mut dice: Dice) -> Option<Candidate> {
        let player = |text: &str, seed| {
            let spec: PlayerSpec = text.parse().ok()?;
            spec.start(&self.prepared, seed, &Endings::default()).ok()
        };
        // Random moves lead to many positions that good play avoids.
        let mut greedy: Box<dyn Player> = player("greedy", dice.next_bits())?;
        let mut random: Box<dyn Player> = player("random", dice.next_bits())?;
        let mut game = Game::new(Position::from_text(&self.prepared, "start").ok()?);
        while game.status() == Status::Ongoing && game.plies().len() < MOST_PLIES {
            let chosen = if dice.below(4) == 0 { random.choose(&game) } else { greedy.choose(&game) };
            game.play(chosen.ok()?).ok()?;
            let rounded = place::rounded(&self.prepared, game.position());
            let candidate = rounded.and_then(|position| self.worth_solving(position));
            if candidate.is_some() {
                return candidate;
            }
        }
        None
    }

    /// Returns a position with its study, if it is worth solving.
    fn worth_solving(&self, position: Position) -> Option<Candidate> {
        if position.piece_count() > MOST_PIECES {
            return None;
        }
        let budget = Budget::of_nodes(NODES);
        if !self.is_promising(&position, &budget) {
            return None;
        }
        let study = study(&position, self.theme, &budget).ok()?;
        let most_answers = if matches!(position, Position::Plane(_)) { 2 } else { 1 };
        let can_be_hit =
            |answer: &PuzzleAnswer| answer.is_marked(&position) || WIDTHS.contains(&answer.width());
        let is_worth_solving = study.answers.len() <= most_answers
            && study.answers.iter().all(can_be_hit)
            && !self.has_plain_answers(&position, &study)
            && self.is_steady(&position, &study);
        is_worth_solving.then_some(Candidate { position, study })
    }

    /// Whether a first look at a position leaves an answer possible.
    fn is_promising(&self, position: &Position, budget: &Budget) -> bool {
        match self.theme {
            Theme::Mate | Theme::Captures => true,
            Theme::Escape => position.in_check(),
            Theme::MateInTwo if matches!(position, Position::Lattice(_)) => true,
            // Proofs on the plane take long. In most puzzles every reply has an answer even if the key is not played.
            Theme::MateInTwo => position.given_turn(!position.turn()).is_some_and(|passed| {
                passed.status() == Status::Ongoing && refutation(&Game::new(passed), budget).is_none()
            }),
        }
    }

    /// Whether the answers are equal in the plain game.
    fn has_plain_answers(&self, position: &Position, found: &Study) -> bool {
        let Some(plain) = &self.plain else { return false };
        let Ok(position) = Position::from_text(plain, &position.to_string()) else { return false };
        self.answers(&position).is_some_and(|answers| answers == found.answers)
    }

    /// Returns every answer of a position; `None` if it is not a puzzle.
    fn answers(&self, position: &Position) -> Option<Vec<PuzzleAnswer>> {
        Some(study(position, self.theme, &Budget::of_nodes(NODES)).ok()?.answers)
    }

    /// Whether the answers stay equal if all pieces are moved a little. Otherwise they depend on a tie, such as a lane that just
    /// touches a disc. Captures of several pieces at one distance are always ties.
    fn is_steady(&self, position: &Position, found: &Study) -> bool {
        let Position::Plane(p) = position else { return true };
        if self.theme == Theme::Captures {
            return true;
        }
        [NUDGE, -NUDGE].into_iter().all(|by| {
            let nudged = place::nudged(p, by).and_then(|nudged| self.answers(&nudged)).unwrap_or_default();
            let is_equal = |(a, b): (&PuzzleAnswer, &PuzzleAnswer)| a.is_near(b, STEADY);
            nudged.len() == found.answers.len() && nudged.iter().zip(&found.answers).all(is_equal)
        })
    }
}

/// The kinds of two pieces and the distance between them.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct PieceGap {
    kinds: String,
    /// The distance in units of [`GAP_UNIT`].
    distance: i64,
}

/// The unit of distances between pieces, board units: distances that are equal in this unit are alike.
const GAP_UNIT: f64 = 0.25;

/// Returns the gaps between all pieces, in order. They are equal for positions that differ only by colours, by a mirror or by the
/// place on the board.
fn piece_gaps(position: &Position) -> Vec<PieceGap> {
    let pieces = place::seen_pieces(position);
    let mut out = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        for other in &pieces[..i] {
            let mut kinds = [piece.kind, other.kind];
            kinds.sort_unstable();
            let distance = (piece.at.distance(other.at) / GAP_UNIT).round() as i64;
            out.push(PieceGap { kinds: kinds.iter().collect(), distance });
        }
    }
    out.sort_unstable();
    out
}
