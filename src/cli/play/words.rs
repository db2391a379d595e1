//! The completion of commands and moves at the prompt.

use super::session::COMMANDS;
use continuum::game::{Analysis, Game, SpanReport};
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The texts with which a line may begin.
pub struct Words(Vec<String>);

impl Words {
    /// Returns the commands and the legal moves. Moves on the plane have no distance, which the person adds.
    pub fn of(game: &Game) -> Words {
        let commands = COMMANDS.lines().filter_map(|line| line.split(' ').next());
        let mut words: Vec<String> = commands.map(str::to_owned).collect();
        match game.analysis() {
            Analysis::Lattice(analysis) => words.extend(analysis.moves),
            Analysis::Plane(analysis) => {
                for SpanReport { piece, bearing, turn, .. } in &analysis.spans {
                    words.push(if *turn { format!("{piece} turn ") } else { format!("{piece} {bearing} ") });
                }
            }
        }
        words.sort();
        words.dedup();
        Words(words)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..end];
        Ok((0, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;
    use continuum::game::{Position, Prepared};
    use rustyline::history::MemHistory;

    #[test]
    fn commands_and_moves_are_completed() {
        let completed = |variant: &str, typed: &str| {
            let prepared = Prepared::preset(variant).expect("a preset");
            let game = Game::new(Position::from_text(&prepared, "start").expect("an array"));
            let history = MemHistory::new();
            let (_, words) = Words::of(&game)
                .complete(typed, typed.len(), &Context::new(&history))
                .expect("a completion never fails");
            words
        };
        assert_eq!(completed("orthodox", "e2"), ["e2e3", "e2e4"]);
        assert_eq!(completed("continuous", "Pe"), ["Pe 90 "]);
        assert_eq!(completed("orthodox", "re"), ["resign"]);
    }
}
