//! The play of a problem on cells as text, with the signs of problem chess: `!` for a key, `?` for a try.

use continuum::solve::{Continuation, Play, ProblemReport, SetPlay, Solutions, Stipulation, Variation};
use std::collections::BTreeSet;

/// Returns the play of a report as text: set play, tries and solutions, and a legend of the marks in this text.
pub(super) fn play_text(report: &ProblemReport, stipulation: Stipulation) -> String {
    let mut tree = Tree::default();
    if let Some(text) = &report.spoiled_by {
        let line = format!("no solution: the side to move can reach the goal itself, and must: {text}");
        tree.add_line(0, &line);
    }
    tree.add_set_play(&report.set_play);
    for attempt in report.tries.iter().flatten() {
        tree.add_first_move(&format!("{} ?", attempt.first), &[], &attempt.play);
        let refutations = attempt.refutations.iter().map(|refutation| format!(" {} !", refutation.reply));
        tree.add_line(1, &format!("but{}", refutations.collect::<String>()));
    }
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().for_each(|line| tree.add_line(0, &line.line)),
        Solutions::Keys(keys) => {
            for key in keys {
                let is_short = stipulation.moves.is_some_and(|moves| key.length < moves);
                let marks = if is_short { &[Mark::Short][..] } else { &[] };
                tree.add_first_move(&format!("{} !", key.key), marks, &key.play);
            }
        }
    }
    tree.add_legend();
    tree.text
}

/// A remark about a move. The legend explains it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Dual,
    Short,
    Repeated,
}

impl Mark {
    const fn as_str(self) -> &'static str {
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

/// The text of play, line by line. A line is indented by its depth in the tree of moves.
#[derive(Default)]
struct Tree {
    text: String,
    /// The marks that the text has.
    marks: BTreeSet<Mark>,
}

impl Tree {
    fn add_line(&mut self, depth: usize, line: &str) {
        self.text += &format!("{}{line}\n", "   ".repeat(depth));
    }

    fn add_set_play(&mut self, set_play: &SetPlay) {
        match set_play {
            SetPlay::Variations(variations) if !variations.is_empty() => {
                self.add_line(0, "set play:");
                variations.iter().for_each(|variation| self.add_variation(variation, 1));
            }
            SetPlay::Lines(lines) if !lines.is_empty() => {
                self.add_line(0, "set play:");
                lines.iter().for_each(|line| self.add_line(1, &line.line));
            }
            SetPlay::Variations(_) | SetPlay::Lines(_) => {}
        }
    }

    fn add_first_move(&mut self, text: &str, marks: &[Mark], play: &Play) {
        self.add_forcing_move(text, marks, play, 0);
        self.add_play(play, 1);
    }

    /// Adds a move of the forcing side with its marks, and with the word `threat` or `zugzwang` for its effect.
    fn add_forcing_move(&mut self, text: &str, marks: &[Mark], play: &Play, depth: usize) {
        let effect = match (play.zugzwang, play.threats.is_empty()) {
            (true, _) => " zugzwang.",
            (false, false) => " threat:",
            (false, true) => "",
        };
        let mark_text = self.text_of_marks(marks);
        self.add_line(depth, &format!("{text}{mark_text}{effect}"));
    }

    fn add_play(&mut self, play: &Play, depth: usize) {
        // Threats stand as deep as the answers to replies.
        play.threats.iter().for_each(|threat| self.add_answer(threat, &[], depth + 1));
        play.variations.iter().for_each(|variation| self.add_variation(variation, depth));
    }

    /// Adds a reply and the answers to it. A short play is marked at its answers, or at the reply if it has none.
    fn add_variation(&mut self, variation: &Variation, depth: usize) {
        let answers = &variation.continuations;
        let reply_marks: &[Mark] = if variation.short && answers.is_empty() { &[Mark::Short] } else { &[] };
        let mark_text = self.text_of_marks(reply_marks);
        self.add_line(depth, &format!("{}{mark_text}", variation.reply));
        for answer in answers {
            let mut marks = Vec::new();
            marks.extend((answers.len() > 1).then_some(Mark::Dual));
            marks.extend(variation.short.then_some(Mark::Short));
            marks.extend(answer.repeated.then_some(Mark::Repeated));
            self.add_answer(answer, &marks, depth + 1);
        }
    }

    fn add_answer(&mut self, answer: &Continuation, marks: &[Mark], depth: usize) {
        self.add_forcing_move(&answer.text, marks, &answer.play, depth);
        self.add_play(&answer.play, depth + 1);
    }

    /// Returns the text of marks behind a move, such as ` (dual, short)`, and notes them for the legend.
    fn text_of_marks(&mut self, marks: &[Mark]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        self.marks.extend(marks);
        let words: Vec<&str> = marks.iter().map(|mark| mark.as_str()).collect();
        format!(" ({})", words.join(", "))
    }

    /// Adds a line that explains the marks of the text.
    fn add_legend(&mut self) {
        let explanation = |mark: &Mark| format!("{}: {}", mark.as_str(), mark.meaning());
        let explanations: Vec<String> = self.marks.iter().map(explanation).collect();
        if !explanations.is_empty() {
            self.add_line(0, &explanations.join("; "));
        }
    }
}
