//! The play of a problem on cells as text: set play, tries and keys in the signs of the field.

use crate::solve::{Continuation, Play, ProblemReport, SetPlay, Solutions, Stipulation, Variation};

/// Returns the play of a report as text: set play, tries and solutions, and a legend of the marks among them.
pub(super) fn text(report: &ProblemReport, asked: Stipulation) -> String {
    let mut tree = Tree::default();
    if let Some(text) = &report.spoiled_by {
        let line = format!("no solution: the side to move can reach the goal itself, and must: {text}");
        tree.line(0, &line);
    }
    tree.set_play(&report.set_play);
    for attempt in report.tries.iter().flatten() {
        tree.first_move(&format!("{} ?", attempt.first), &[], &attempt.play);
        let refutations = attempt.refutations.iter().map(|refutation| format!(" {} !", refutation.reply));
        tree.line(1, &format!("but{}", refutations.collect::<String>()));
    }
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().for_each(|line| tree.line(0, &line.line)),
        Solutions::Keys(keys) => {
            for key in keys {
                let is_short = asked.moves.is_some_and(|moves| key.length < moves);
                let marks = if is_short { &[Mark::Short][..] } else { &[] };
                tree.first_move(&format!("{} !", key.key), marks, &key.play);
            }
        }
    }
    tree.legend();
    tree.text
}

/// A remark about a move, explained by the legend.
#[derive(Clone, Copy)]
enum Mark {
    Dual,
    Short,
    Repeated,
}

impl Mark {
    const ALL: [Mark; 3] = [Mark::Dual, Mark::Short, Mark::Repeated];

    const fn word(self) -> &'static str {
        match self {
            Mark::Dual => "dual",
            Mark::Short => "short",
            Mark::Repeated => "repeated",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Mark::Dual => "one of several shortest answers",
            Mark::Short => "in fewer moves than asked for",
            Mark::Repeated => "the same end as after a reply above",
        }
    }
}

#[derive(Default)]
struct Tree {
    text: String,
    /// For each of [`Mark::ALL`] whether it occurs.
    marked: [bool; Mark::ALL.len()],
}

impl Tree {
    fn line(&mut self, depth: usize, line: &str) {
        self.text += &format!("{:1$}{line}\n", "", 3 * depth);
    }

    fn set_play(&mut self, set_play: &SetPlay) {
        match set_play {
            SetPlay::Variations(variations) if !variations.is_empty() => {
                self.line(0, "set play:");
                variations.iter().for_each(|variation| self.variation(variation, 1));
            }
            SetPlay::Lines(lines) if !lines.is_empty() => {
                self.line(0, "set play:");
                lines.iter().for_each(|line| self.line(1, &line.line));
            }
            SetPlay::Variations(_) | SetPlay::Lines(_) => {}
        }
    }

    fn first_move(&mut self, text: &str, marks: &[Mark], play: &Play) {
        self.forcing_move(text, marks, play, 0);
        self.play(play, 1);
    }

    /// Writes a move of the forcing side with its marks, and whether it threatens or waits.
    fn forcing_move(&mut self, text: &str, marks: &[Mark], play: &Play, depth: usize) {
        let effect = match (play.zugzwang, play.threats.is_empty()) {
            (true, _) => " zugzwang.",
            (false, false) => " threat:",
            (false, true) => "",
        };
        let marks = self.marks(marks);
        self.line(depth, &format!("{text}{marks}{effect}"));
    }

    fn play(&mut self, play: &Play, depth: usize) {
        play.threats.iter().for_each(|threat| self.answer(threat, &[], depth + 1));
        play.variations.iter().for_each(|variation| self.variation(variation, depth));
    }

    fn variation(&mut self, variation: &Variation, depth: usize) {
        let answers = &variation.continuations;
        let short = variation.short.then_some(Mark::Short);
        let ends = short.filter(|_| answers.is_empty());
        let marks = self.marks(ends.as_slice());
        self.line(depth, &format!("{}{marks}", variation.reply));
        for answer in answers {
            let dual = (answers.len() > 1).then_some(Mark::Dual);
            let repeated = answer.repeated.then_some(Mark::Repeated);
            let marks: Vec<Mark> = [dual, short, repeated].into_iter().flatten().collect();
            self.answer(answer, &marks, depth + 1);
        }
    }

    fn answer(&mut self, answer: &Continuation, marks: &[Mark], depth: usize) {
        self.forcing_move(&answer.text, marks, &answer.play, depth);
        self.play(&answer.play, depth + 1);
    }

    /// Returns the marks behind a move, ` (dual, short)`; empty for none.
    fn marks(&mut self, marks: &[Mark]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        marks.iter().for_each(|mark| self.marked[*mark as usize] = true);
        let words: Vec<&str> = marks.iter().map(|mark| mark.word()).collect();
        format!(" ({})", words.join(", "))
    }

    fn legend(&mut self) {
        let marks = Mark::ALL.into_iter().filter(|mark| self.marked[*mark as usize]);
        let explained: Vec<String> =
            marks.map(|mark| format!("{}: {}", mark.word(), mark.meaning())).collect();
        if !explained.is_empty() {
            self.line(0, &explained.join("; "));
        }
    }
}
