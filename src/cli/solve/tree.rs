//! The play of a problem on cells as text: set play, tries and keys in the signs of the field.

use crate::cli::Failure;
use crate::solve::{Continuation, Play, ProblemReport, SetPlay, Solutions, Stipulation, Variation};
use std::io::Write;

/// Returns the play of a report as text.
pub(super) fn text(report: &ProblemReport, asked: Stipulation) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    write(&mut bytes, report, asked)?;
    Ok(String::from_utf8(bytes)?)
}

/// Writes set play, tries and solutions, and a legend of the marks among them.
fn write(out: &mut impl Write, report: &ProblemReport, asked: Stipulation) -> std::io::Result<()> {
    let mut tree = Tree { out, marked: [false; Mark::ALL.len()] };
    if let Some(text) = &report.spoiled_by {
        writeln!(tree.out, "no solution: the side to move can reach the goal itself, and must: {text}")?;
    }
    tree.set_play(&report.set_play)?;
    for attempt in report.tries.iter().flatten() {
        tree.first_move(&format!("{} ?", attempt.first), &[], &attempt.play)?;
        let refutations: Vec<String> =
            attempt.refutations.iter().map(|refutation| format!(" {} !", refutation.reply)).collect();
        writeln!(tree.out, "   but{}", refutations.concat())?;
    }
    match &report.solutions {
        Solutions::Lines(lines) => lines.iter().try_for_each(|line| writeln!(tree.out, "{}", line.line))?,
        Solutions::Keys(keys) => {
            for key in keys {
                let is_short = asked.moves.is_some_and(|moves| key.length < moves);
                let marks = if is_short { &[Mark::Short][..] } else { &[] };
                tree.first_move(&format!("{} !", key.key), marks, &key.play)?;
            }
        }
    }
    tree.legend()
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

struct Tree<'a, W> {
    out: &'a mut W,
    /// For each of [`Mark::ALL`] whether it occurs.
    marked: [bool; Mark::ALL.len()],
}

impl<W: Write> Tree<'_, W> {
    fn set_play(&mut self, set_play: &SetPlay) -> std::io::Result<()> {
        match set_play {
            SetPlay::Variations(variations) if !variations.is_empty() => {
                writeln!(self.out, "set play:")?;
                variations.iter().try_for_each(|variation| self.variation(variation, 1))
            }
            SetPlay::Lines(lines) if !lines.is_empty() => {
                writeln!(self.out, "set play:")?;
                lines.iter().try_for_each(|line| writeln!(self.out, "   {}", line.line))
            }
            SetPlay::Variations(_) | SetPlay::Lines(_) => Ok(()),
        }
    }

    fn first_move(&mut self, text: &str, marks: &[Mark], play: &Play) -> std::io::Result<()> {
        self.forcing_move(text, marks, play)?;
        self.play(play, 1)
    }

    /// Writes a move of the forcing side with its marks, and whether it threatens or waits.
    fn forcing_move(&mut self, text: &str, marks: &[Mark], play: &Play) -> std::io::Result<()> {
        let effect = match (play.zugzwang, play.threats.is_empty()) {
            (true, _) => " zugzwang.",
            (false, false) => " threat:",
            (false, true) => "",
        };
        let marks = self.marks(marks);
        writeln!(self.out, "{text}{marks}{effect}")
    }

    fn play(&mut self, play: &Play, depth: usize) -> std::io::Result<()> {
        play.threats.iter().try_for_each(|threat| self.answer(threat, &[], depth + 1))?;
        play.variations.iter().try_for_each(|variation| self.variation(variation, depth))
    }

    fn variation(&mut self, variation: &Variation, depth: usize) -> std::io::Result<()> {
        let answers = &variation.continuations;
        let short = variation.short.then_some(Mark::Short);
        let ends = short.filter(|_| answers.is_empty());
        let marks = self.marks(ends.as_slice());
        writeln!(self.out, "{:1$}{2}{marks}", "", 3 * depth, variation.reply)?;
        for answer in answers {
            let dual = (answers.len() > 1).then_some(Mark::Dual);
            let repeated = answer.repeated.then_some(Mark::Repeated);
            let marks: Vec<Mark> = [dual, short, repeated].into_iter().flatten().collect();
            self.answer(answer, &marks, depth + 1)?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: &Continuation, marks: &[Mark], depth: usize) -> std::io::Result<()> {
        write!(self.out, "{:1$}", "", 3 * depth)?;
        self.forcing_move(&answer.text, marks, &answer.play)?;
        self.play(&answer.play, depth + 1)
    }

    /// Returns the marks behind a move, ` (dual, short)`; empty for none.
    fn marks(&mut self, marks: &[Mark]) -> String {
        if marks.is_empty() {
            return String::new();
        }
        for mark in marks {
            self.marked[*mark as usize] = true;
        }
        let words: Vec<&str> = marks.iter().map(|mark| mark.word()).collect();
        format!(" ({})", words.join(", "))
    }

    fn legend(&mut self) -> std::io::Result<()> {
        let explained: Vec<String> = Mark::ALL
            .into_iter()
            .filter(|mark| self.marked[*mark as usize])
            .map(|mark| format!("{}: {}", mark.word(), mark.meaning()))
            .collect();
        if explained.is_empty() { Ok(()) } else { writeln!(self.out, "{}", explained.join("; ")) }
    }
}
