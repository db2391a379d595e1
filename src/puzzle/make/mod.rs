//! Making puzzles: positions are placed at random or come from games, and those that are worth solving are kept.

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
    /// Parameters laid over the variant.
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

/// The number of positions that are tried at once, on all threads.
const BATCH: u64 = 64;

/// The number of batches in a row without a puzzle after which the search ends.
const FRUITLESS: u32 = 2000;

/// The greatest number of positions in the proof of one puzzle.
const NODES: u64 = 20_000;

/// The number of plies of a game.
const PLIES: usize = 160;

/// The greatest number of pieces of a puzzle: a solver can keep this many in view.
const FEW: usize = 12;

/// The least and the greatest length of a stretch, board units: shorter ones cannot be hit by hand, longer ones by accident.
const WIDTHS: [f64; 2] = [0.03, 1.5];

/// The distance by which pieces are moved to test whether answers depend on a tie, board units.
const NUDGE: f64 = 1e-6;

/// The greatest difference of ends between answers that count as equal, board units.
const STEADY: f64 = 1e-4;

/// Returns puzzles until there are enough or `stop` is set. No two are alike, and none is like a known puzzle. They depend on
/// the recipe and the known puzzles alone. `found` is called for each.
pub fn make(
    recipe: &Recipe,
    count: usize,
    known: &[Position],
    stop: &StopSignal,
    found: impl Fn(),
) -> Vec<Puzzle> {
    let mut seen: HashSet<Likeness> = known.iter().map(likeness).collect();
    let (mut out, mut fruitless) = (Vec::new(), 0);
    for batch in 0.. {
        let dice = |i: u64| Dice::new(recipe.seed.wrapping_add((batch * BATCH + i) << 20));
        let candidates: Vec<_> =
            (0..BATCH).into_par_iter().filter_map(|i| recipe.candidate(dice(i))).collect();
        fruitless = if candidates.is_empty() { fruitless + 1 } else { 0 };
        for (position, study) in candidates {
            if out.len() < count && seen.insert(likeness(&position)) {
                out.push(recipe.puzzle(known.len() + out.len() + 1, &position, &study));
                found();
            }
        }
        if out.len() == count || fruitless > FRUITLESS || stop.is_stopped() {
            break;
        }
    }
    out
}

impl Recipe {
    fn puzzle(&self, number: usize, position: &Position, study: &Study) -> Puzzle {
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

    /// Returns a position that is worth solving, if these dice lead to one.
    fn candidate(&self, dice: Dice) -> Option<(Position, Study)> {
        match self.source {
            Source::Random => self.worth_solving(place::placed(&self.prepared, self.theme, dice)?),
            Source::Games => self.found_in_game(dice),
        }
    }

    /// Returns the first position of a game that is worth solving.
    fn found_in_game(&self, mut dice: Dice) -> Option<(Position, Study)> {
        let player = |text: &str, seed| {
            let spec: PlayerSpec = text.parse().ok()?;
            spec.start(&self.prepared, seed, &Endings::default()).ok()
        };
        // Good play avoids many positions, to which random moves lead.
        let mut greedy: Box<dyn Player> = player("greedy", dice.next_bits())?;
        let mut random: Box<dyn Player> = player("random", dice.next_bits())?;
        let mut game = Game::new(Position::from_text(&self.prepared, "start").ok()?);
        while game.status() == Status::Ongoing && game.plies().len() < PLIES {
            let chosen = if dice.below(4) == 0 { random.choose(&game) } else { greedy.choose(&game) };
            game.play(chosen.ok()?).ok()?;
            let found =
                place::rounded(&self.prepared, game.position()).and_then(|tidy| self.worth_solving(tidy));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns a position with its study, if it is worth solving.
    fn worth_solving(&self, position: Position) -> Option<(Position, Study)> {
        if position.piece_count() > FEW {
            return None;
        }
        let budget = Budget::of_nodes(NODES);
        if !self.is_promising(&position, &budget) {
            return None;
        }
        let study = study(&position, self.theme, &budget).ok()?;
        let most_answers = if matches!(position, Position::Plane(_)) { 2 } else { 1 };
        let by_hand = |answer: &PuzzleAnswer| {
            answer.is_marked(&position) || (WIDTHS[0]..=WIDTHS[1]).contains(&answer.width())
        };
        if study.answers.len() > most_answers || !study.answers.iter().all(by_hand) {
            return None;
        }
        let is_kept = !self.holds_without(&position, &study) && self.is_steady(&position, &study);
        is_kept.then_some((position, study))
    }

    /// Whether an answer is still possible after a first look.
    fn is_promising(&self, position: &Position, budget: &Budget) -> bool {
        match self.theme {
            Theme::Mate | Theme::Captures => true,
            Theme::Escape => position.in_check(),
            // On the plane proofs take long. In most puzzles every reply could be answered by mate without the key too.
            Theme::MateInTwo => match (position, position.given_turn(!position.turn())) {
                (Position::Plane(_), Some(passed)) => {
                    passed.status() == Status::Ongoing && refutation(&Game::new(passed), budget).is_none()
                }
                (Position::Plane(_), None) => false,
                (Position::Lattice(_), _) => true,
            },
        }
    }

    /// Whether the answers are those of the plain game too.
    fn holds_without(&self, position: &Position, found: &Study) -> bool {
        let Some(plain) = &self.plain else { return false };
        let Ok(position) = Position::from_text(plain, &position.to_string()) else { return false };
        self.answers(&position).is_some_and(|answers| answers == found.answers)
    }

    /// Returns every answer of a position, if it is a puzzle.
    fn answers(&self, position: &Position) -> Option<Vec<PuzzleAnswer>> {
        Some(study(position, self.theme, &Budget::of_nodes(NODES)).ok()?.answers)
    }

    /// Whether the answers stay when all pieces are moved a little. Otherwise they depend on a tie, such as a lane that just
    /// touches a disc. Captures of several pieces at one distance are ties by themselves.
    fn is_steady(&self, position: &Position, found: &Study) -> bool {
        let Position::Plane(p) = position else { return true };
        let stays = |by: f64| {
            let nudged = place::nudged(p, by).and_then(|nudged| self.answers(&nudged)).unwrap_or_default();
            nudged.len() == found.answers.len()
                && nudged.iter().zip(&found.answers).all(|(a, b)| a.is_near(b, STEADY))
        };
        self.theme == Theme::Captures || [NUDGE, -NUDGE].into_iter().all(stays)
    }
}

/// The distances between pieces: equal for positions that differ only by colours, by a mirror or by their place on the board.
type Likeness = Vec<(String, i64)>;

/// The greatest difference of places that count as equal, board units.
const ALIKE: f64 = 0.25;

fn likeness(position: &Position) -> Likeness {
    let pieces = place::pieces(position);
    let mut out = Likeness::new();
    for (i, (kind, at)) in pieces.iter().enumerate() {
        for (other, there) in &pieces[..i] {
            let mut both = [kind.as_str(), other.as_str()];
            both.sort_unstable();
            out.push((both.concat(), (at.distance(*there) / ALIKE).round() as i64));
        }
    }
    out.sort_unstable();
    out
}
