//! Reading: commands with their arguments, in upper or lower case, shortened as Popeye allows.

use super::{KINDS, PopeyeProblem, SIZE, castlings_at_start, fen_letter};
use crate::chess::Color;
use crate::diagnostics::{TextFault, suggestion};
use crate::solve::stipulation::Stipulation;

/// The commands that are read. Each may be shortened, but not below [`LEAST_LETTERS`] letters.
const COMMANDS: [&str; 13] = [
    "beginproblem",
    "nextproblem",
    "endproblem",
    "stipulation",
    "condition",
    "option",
    "pieces",
    "forsyth",
    "author",
    "origin",
    "title",
    "remark",
    "award",
];
const LEAST_LETTERS: usize = 4;
/// Options that change the problem.
const OPTIONS: [&str; 7] =
    ["setplay", "try", "defence", "maxsolutions", "halfduplex", "enpassant", "nocastling"];
/// Options that are read and ignored. The last two have a number as argument.
const IGNORED: [&str; 6] = ["variation", "noboard", "intelligent", "movenumbers", "nontrivial", "maxtime"];
/// Conditions that change the rules.
const CONDITIONS: [&str; 2] = ["circe", "verticalcylinder"];

/// A reader of the words of a text.
struct Words<'t> {
    whole_text: &'t str,
    /// The number of bytes that have been read.
    read_bytes: usize,
}

#[derive(Clone, Copy)]
struct Word<'t> {
    whole_text: &'t str,
    text: &'t str,
    /// The byte of the whole text at which the word begins.
    byte: usize,
}

impl Word<'_> {
    /// Returns an error at the place of the word.
    fn fault<T>(self, message: impl Into<String>) -> Result<T, TextFault> {
        Err(TextFault::at(self.whole_text, self.byte, message))
    }

    /// Returns the command of which the word is the name, in full or shortened.
    fn command(self) -> Option<&'static str> {
        let lower = self.text.to_lowercase();
        COMMANDS.into_iter().find(|name| lower.len() >= LEAST_LETTERS && name.starts_with(&lower))
    }
}

impl<'t> Words<'t> {
    fn peek(&self) -> Option<Word<'t>> {
        let Words { whole_text, read_bytes } = *self;
        let byte = read_bytes + whole_text[read_bytes..].find(|c: char| !c.is_whitespace())?;
        let text = whole_text[byte..].split(char::is_whitespace).next()?;
        Some(Word { whole_text, text, byte })
    }

    fn next(&mut self) -> Option<Word<'t>> {
        let word = self.peek()?;
        self.read_bytes = word.byte + word.text.len();
        Some(word)
    }

    /// Reads the next word, unless it is a command.
    fn argument(&mut self) -> Option<Word<'t>> {
        if self.peek()?.command().is_some() { None } else { self.next() }
    }

    /// Reads an argument that must not be missing. A fault names it by this noun.
    fn needed(&mut self, noun: &str) -> Result<Word<'t>, TextFault> {
        let missing = format!("{noun} is missing");
        self.argument().ok_or_else(|| TextFault::at(self.whole_text, self.read_bytes, missing))
    }

    fn number(&mut self) -> Result<usize, TextFault> {
        let word = self.needed("a number")?;
        word.text.parse().or_else(|_| word.fault(format!("`{}` is not a whole number", word.text)))
    }

    fn rest_of_line(&mut self) -> &'t str {
        let line = self.whole_text[self.read_bytes..].split('\n').next().unwrap_or_default();
        self.read_bytes += line.len();
        line.trim()
    }
}

/// A problem under construction.
#[derive(Default)]
struct Draft {
    /// The texts of which the title consists.
    titles: Vec<String>,
    stipulation: Option<Stipulation>,
    circe: bool,
    cylinder: bool,
    /// The letter of the piece on each cell, by rows from rank 8.
    board: [[Option<char>; SIZE]; SIZE],
    /// The name of the cell that a pawn has just passed.
    passed: Option<String>,
    /// The cells of kings and rooks that may not castle.
    without_castling: Vec<usize>,
    /// Whether Black has White's part in the stipulation.
    half_duplex: bool,
    set_play: bool,
    tries: Option<usize>,
    max_solutions: Option<usize>,
}

impl PopeyeProblem {
    /// Whether a text is in Popeye's language, whose first word is `BeginProblem`.
    pub fn is_language_of(text: &str) -> bool {
        let first_word = Words { whole_text: text, read_bytes: 0 }.next();
        first_word.and_then(Word::command) == Some("beginproblem")
    }

    /// Reads the problems of a text.
    ///
    /// ```
    /// use continuum::solve::PopeyeProblem;
    /// let text = "beginproblem\npieces\n white Kf6 Rg1\n black Kh8\nstipulation #2\nendproblem";
    /// let problems = PopeyeProblem::read_all(text).expect("a problem");
    /// assert_eq!(problems[0].fen, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    /// assert_eq!(PopeyeProblem::read_all(&PopeyeProblem::write_all(&problems)), Ok(problems));
    /// ```
    ///
    /// # Errors
    /// The first fault, with its place in the text.
    pub fn read_all(text: &str) -> Result<Vec<PopeyeProblem>, TextFault> {
        let mut words = Words { whole_text: text, read_bytes: 0 };
        let mut problems = Vec::new();
        let mut draft = Draft::default();
        while let Some(word) = words.next() {
            let Some(command) = word.command() else {
                let advice = suggestion(&word.text.to_lowercase(), COMMANDS);
                return word.fault(format!("unknown command `{}`: {advice}", word.text));
            };
            match command {
                "beginproblem" => {}
                "nextproblem" => problems.push(std::mem::take(&mut draft).finish(word)?),
                "endproblem" => {
                    problems.push(draft.finish(word)?);
                    return Ok(problems);
                }
                "stipulation" => draft.read_stipulation(&mut words)?,
                "condition" => draft.read_conditions(&mut words)?,
                "option" => draft.read_options(&mut words)?,
                "pieces" => draft.read_pieces(&mut words)?,
                "forsyth" => draft.read_forsyth(&mut words)?,
                // All other commands are parts of the title: author, origin, title, remark and award.
                _ => draft.titles.push(words.rest_of_line().to_owned()),
            }
        }
        Err(TextFault::at(text, words.read_bytes, "the text ends without `endproblem`"))
    }
}

impl Draft {
    fn read_stipulation(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        let word = words.needed("a stipulation, such as #2,")?;
        let stipulation = word.text.to_lowercase().parse();
        self.stipulation = Some(stipulation.or_else(|e| word.fault(format!("{e}")))?);
        Ok(())
    }

    fn read_conditions(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        while let Some(word) = words.argument() {
            match word.text.to_lowercase().as_str() {
                "circe" => self.circe = true,
                "verticalcylinder" => self.cylinder = true,
                unknown => {
                    let advice = suggestion(unknown, CONDITIONS);
                    return word.fault(format!("condition `{}` is not known here: {advice}", word.text));
                }
            }
        }
        Ok(())
    }

    fn read_options(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        while let Some(word) = words.argument() {
            match word.text.to_lowercase().as_str() {
                "setplay" => self.set_play = true,
                "try" => self.tries = self.tries.or(Some(1)),
                "defence" => self.tries = Some(words.number()?),
                "maxsolutions" => self.max_solutions = Some(words.number()?),
                "halfduplex" => self.half_duplex = true,
                "nocastling" => {
                    let word = words.needed("a cell")?;
                    self.without_castling.extend(cells(word, &word.text.to_lowercase())?);
                }
                "enpassant" => self.passed = Some(words.needed("a cell")?.text.to_lowercase()),
                "nontrivial" | "maxtime" => {
                    words.number()?;
                }
                ignored if IGNORED.contains(&ignored) => {}
                unknown => {
                    let advice = suggestion(unknown, OPTIONS.into_iter().chain(IGNORED));
                    return word.fault(format!("option `{}` is not known here: {advice}", word.text));
                }
            }
        }
        Ok(())
    }

    fn read_pieces(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        let mut side = None;
        while let Some(word) = words.argument() {
            match (word.text.to_lowercase().as_str(), side) {
                ("white", _) => side = Some(Color::White),
                ("black", _) => side = Some(Color::Black),
                (_, None) => return word.fault("say whose pieces these are: `white` or `black`"),
                (_, Some(side)) => self.read_men(word, side)?,
            }
        }
        Ok(())
    }

    /// Reads pieces of one kind: a letter and their cells, such as `Pa2b3`.
    fn read_men(&mut self, word: Word<'_>, side: Color) -> Result<(), TextFault> {
        let lower = word.text.to_lowercase();
        let letter = lower.chars().next().and_then(|first| piece_letter(first, side));
        let has_cells = lower.len() > 1 && lower.len() % 2 == 1;
        let (Some(letter), true) = (letter, has_cells) else {
            let advice = "write K, Q, R, B, S or P and its cells, as in Sf3 or Pa2b2";
            return word.fault(format!("`{}` is no piece of chess with its cells: {advice}", word.text));
        };
        for cell in cells(word, &lower[1..])? {
            let replaced = self.board.as_flattened_mut()[cell].replace(letter);
            if replaced.is_some() {
                return word.fault(format!("`{}`: one piece a cell", word.text));
            }
        }
        Ok(())
    }

    fn read_forsyth(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        let word = words.needed("a position")?;
        let board = self.board.as_flattened_mut();
        let mut next_cell = 0;
        for c in word.text.chars().filter(|c| *c != '/') {
            match (c.to_digit(10), piece_letter(c, Color::of_case(c))) {
                (Some(gap), _) => next_cell += gap as usize,
                (None, Some(letter)) if next_cell < board.len() => {
                    board[next_cell] = Some(letter);
                    next_cell += 1;
                }
                (None, _) => return word.fault(format!("`{c}` is neither a piece on the board nor a gap")),
            }
        }
        if next_cell != board.len() {
            return word.fault(format!("{next_cell} cells: the board has 64"));
        }
        Ok(())
    }

    /// Returns the problem that a command ends.
    fn finish(self, end: Word<'_>) -> Result<PopeyeProblem, TextFault> {
        let Some(stipulation) = self.stipulation else {
            return end.fault("a stipulation is missing before this: write one, such as `stipulation #2`");
        };
        let turn = stipulation.begins(if self.half_duplex { Color::Black } else { Color::White });
        let black_always_begins = stipulation.begins(Color::White) == Color::Black;
        if self.half_duplex && black_always_begins {
            return end.fault(format!("{stipulation} with HalfDuplex is not known here"));
        }
        let fen = self.fen(turn);
        let Draft { titles, circe, cylinder, set_play, tries, max_solutions, .. } = self;
        let title = titles.join(", ");
        Ok(PopeyeProblem { title, stipulation, circe, cylinder, fen, set_play, tries, max_solutions })
    }

    fn fen(&self, turn: Color) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row_text(row)).collect();
        let may_castle = |cell: usize| !self.without_castling.contains(&cell);
        let castlings = castlings_at_start(self.board.as_flattened());
        let permitted = castlings.filter(|castling| may_castle(castling.king) && may_castle(castling.rook));
        let rights: String = permitted.map(|castling| castling.right).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let turn = turn.letter();
        format!("{} {turn} {rights} {} 0 1", rows.join("/"), self.passed.as_deref().unwrap_or("-"))
    }
}

/// Returns a row of a FEN: the letters of pieces, and the lengths of gaps.
fn row_text(row: &[Option<char>]) -> String {
    let runs = row.chunk_by(|a, b| a.is_none() && b.is_none());
    runs.map(|run| run[0].map_or_else(|| run.len().to_string(), |letter| letter.to_string())).collect()
}

/// Returns the numbers of cells whose names follow each other without a gap, such as `a2b3`.
fn cells(word: Word<'_>, names: &str) -> Result<Vec<usize>, TextFault> {
    let number = |name: &[u8]| match *name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Ok(SIZE * usize::from(b'8' - rank) + usize::from(file - b'a'))
        }
        _ => word.fault(format!("`{}`: cells are a1 to h8", word.text)),
    };
    names.as_bytes().chunks(2).map(number).collect()
}

/// Returns the letter in a FEN of a side's piece that has this letter in Popeye, in upper or lower case.
fn piece_letter(letter: char, side: Color) -> Option<char> {
    let kind = KINDS.iter().find(|[_, popeye_letter]| popeye_letter.eq_ignore_ascii_case(&letter));
    kind.map(|[lower_letter, _]| fen_letter(*lower_letter, side))
}
