//! Writing: one command a line.

use super::PopeyeProblem;
use crate::solve::stipulation::PlayKind;
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};
use std::fmt::{self, Write as _};

/// The letters of pieces in a FEN, in the order in which they are written, each with Popeye's.
const PIECES: [(char, char); 6] = [('k', 'K'), ('q', 'Q'), ('r', 'R'), ('b', 'B'), ('n', 'S'), ('p', 'P')];

impl PopeyeProblem {
    /// Returns problems as one text.
    pub fn write_all(problems: &[PopeyeProblem]) -> String {
        let bodies: Vec<String> = problems.iter().map(ToString::to_string).collect();
        format!("BeginProblem\n{}EndProblem\n", bodies.join("NextProblem\n"))
    }

    /// Returns the pieces of a side: `Kf6 Rg1`.
    fn pieces(&self, is_white: bool) -> String {
        let board = self.fen.split(' ').next().unwrap_or_default();
        let mut found = Vec::new();
        for (row, rank) in board.split('/').zip((1..=8).rev()) {
            let mut file = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(gap) => file += gap as u8,
                    None => {
                        if c.is_ascii_uppercase() == is_white {
                            found
                                .push((c.to_ascii_lowercase(), format!("{}{rank}", char::from(b'a' + file))));
                        }
                        file += 1;
                    }
                }
            }
        }
        let of_kind = |&(letter, name): &(char, char)| {
            let cells = found.iter().filter(|(other, _)| *other == letter);
            let cells: String = cells.map(|(_, cell)| cell.as_str()).collect();
            (!cells.is_empty()).then(|| format!(" {name}{cells}"))
        };
        PIECES.iter().filter_map(of_kind).collect()
    }

    /// Yields the castling letters whose king and rook stand at home, each with the cell of the rook.
    fn at_home(&self) -> impl Iterator<Item = (char, &'static str)> {
        let (white, black) = (self.pieces(true), self.pieces(false));
        let stands = move |right: char, letter: char, cell: &str| {
            let mut words = if right.is_uppercase() { &white } else { &black }.split(' ');
            words.any(|word| word.starts_with(letter) && word.contains(cell))
        };
        let castlings = [('K', "e1", "h1"), ('Q', "e1", "a1"), ('k', "e8", "h8"), ('q', "e8", "a8")];
        let at_home = castlings
            .into_iter()
            .filter(move |&(right, king, rook)| stands(right, 'K', king) && stands(right, 'R', rook));
        at_home.map(|(right, _, rook)| (right, rook))
    }

    fn options(&self) -> String {
        let mut options = String::new();
        let mut add = |option: &str| {
            options.push(' ');
            options.push_str(option);
        };
        let mut fields = self.fen.split(' ').skip(1);
        let (turn, rights, passed) = (fields.next(), fields.next().unwrap_or_default(), fields.next());
        match self.stipulation.kind {
            Direct | Self_ | Reflex | SemiReflex => {
                add("Variation");
                if turn == Some("b") {
                    add("HalfDuplex");
                }
            }
            HelpSelf | Series | SeriesSelf if turn == Some("b") => {
                add("HalfDuplex");
            }
            Help | HelpSelf | Series | SeriesHelp | SeriesSelf => {}
        }
        if self.set_play {
            add("SetPlay");
        }
        if let Some(refutations) = self.tries {
            add(&format!("Try Defence {refutations}"));
        }
        if let Some(most) = self.max_solutions {
            add(&format!("MaxSolutions {most}"));
        }
        let lost: String =
            self.at_home().filter(|(right, _)| !rights.contains(*right)).map(|(_, rook)| rook).collect();
        if !lost.is_empty() {
            add(&format!("NoCastling {lost}"));
        }
        if let Some(cell) = passed.filter(|cell| *cell != "-") {
            add(&format!("EnPassant {cell}"));
        }
        options
    }
}

impl fmt::Display for PopeyeProblem {
    /// Writes the problem without `BeginProblem` and `EndProblem`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.title.is_empty() {
            writeln!(f, "Title {}", self.title.replace('\n', " "))?;
        }
        writeln!(f, "Pieces\n  White{}\n  Black{}", self.pieces(true), self.pieces(false))?;
        writeln!(f, "Stipulation {}", self.stipulation)?;
        let mut conditions = String::new();
        for (is_set, name) in [(self.circe, " Circe"), (self.cylinder, " VerticalCylinder")] {
            if is_set {
                conditions.write_str(name)?;
            }
        }
        if !conditions.is_empty() {
            writeln!(f, "Condition{conditions}")?;
        }
        let options = self.options();
        if options.is_empty() { Ok(()) } else { writeln!(f, "Option{options}") }
    }
}
