//! Reading: commands with their words, in any case and shortened as Popeye allows.

use super::{PopeyeProblem, castlings_at_home};
use crate::chess::Color;
use crate::diagnostics::{TextFault, suggestion};
use crate::solve::stipulation::Stipulation;

/// The commands that are read. Each may be shortened to its first letters.
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
/// The least number of letters of a command.
const LEAST: usize = 4;
/// Options that change the problem.
const OPTIONS: [&str; 7] =
    ["setplay", "try", "defence", "maxsolutions", "halfduplex", "enpassant", "nocastling"];
/// Options that are read and ignored.
const IGNORED: [&str; 6] = ["variation", "noboard", "intelligent", "movenumbers", "nontrivial", "maxtime"];
/// Ignored options that a number follows.
const WITH_NUMBER: [&str; 2] = ["nontrivial", "maxtime"];
const CONDITIONS: [&str; 2] = ["circe", "verticalcylinder"];

/// The number of files, and of ranks.
const SIZE: usize = 8;

/// The words of a text.
struct Words<'t> {
    text: &'t str,
    /// The number of bytes that have been read.
    read: usize,
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Word<'t> {
    whole: &'t str,
    text: &'t str,
    /// The byte of the whole text at which the word begins.
    byte: usize,
}

impl Word<'_> {
    fn fault<T>(self, message: impl Into<String>) -> Result<T, TextFault> {
        Err(TextFault::at(self.whole, self.byte, message))
    }

    /// Returns the command that the word is or begins.
    fn command(self) -> Option<&'static str> {
        let lower = self.text.to_lowercase();
        COMMANDS.into_iter().find(|name| lower.len() >= LEAST && name.starts_with(&lower))
    }
}

impl<'t> Words<'t> {
    fn peek(&self) -> Option<Word<'t>> {
        let rest = &self.text[self.read..];
        let byte = self.read + rest.find(|c: char| !c.is_whitespace())?;
        let text = self.text[byte..].split(char::is_whitespace).next()?;
        Some(Word { whole: self.text, text, byte })
    }

    fn next(&mut self) -> Option<Word<'t>> {
        let word = self.peek()?;
        self.read = word.byte + word.text.len();
        Some(word)
    }

    /// Returns the next word, unless it is a command.
    fn argument(&mut self) -> Option<Word<'t>> {
        self.peek().filter(|word| word.command().is_none()).and_then(|_| self.next())
    }

    fn needed(&mut self, what: &str) -> Result<Word<'t>, TextFault> {
        self.argument().ok_or_else(|| TextFault::at(self.text, self.read, format!("{what} is missing")))
    }

    fn number(&mut self) -> Result<usize, TextFault> {
        let word = self.needed("a number")?;
        word.text.parse().or_else(|_| word.fault(format!("`{}` is not a whole number", word.text)))
    }

    fn rest_of_line(&mut self) -> &'t str {
        let rest = self.text[self.read..].split('\n').next().unwrap_or_default();
        self.read += rest.len();
        rest.trim()
    }
}

/// A problem under construction.
#[derive(Default)]
struct Draft {
    texts: Vec<String>,
    stipulation: Option<Stipulation>,
    circe: bool,
    cylinder: bool,
    /// The letter of the piece on each cell, by rows from rank 8.
    board: [[Option<char>; SIZE]; SIZE],
    passed: Option<String>,
    /// The cells of kings and rooks that may not castle.
    uncastled: Vec<usize>,
    half_duplex: bool,
    set_play: bool,
    tries: Option<usize>,
    max_solutions: Option<usize>,
}

impl PopeyeProblem {
    /// Whether a text is in Popeye's language, and not TOML: its first word is `BeginProblem`.
    pub fn is_language_of(text: &str) -> bool {
        let first = Words { text, read: 0 }.next();
        first.and_then(Word::command) == Some("beginproblem")
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
    /// The first word that is not understood, with its place.
    pub fn read_all(text: &str) -> Result<Vec<PopeyeProblem>, TextFault> {
        let mut words = Words { text, read: 0 };
        let mut problems = Vec::new();
        let mut draft = Draft::default();
        while let Some(word) = words.next() {
            let Some(command) = word.command() else {
                let known = suggestion(&word.text.to_lowercase(), COMMANDS);
                return word.fault(format!("unknown command `{}`: {known}", word.text));
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
                _ => draft.texts.push(words.rest_of_line().to_owned()),
            }
        }
        Err(TextFault::at(text, words.read, "the text ends without `endproblem`"))
    }
}

impl Draft {
    fn read_stipulation(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        let word = words.needed("a stipulation, such as #2,")?;
        let asked = word.text.to_lowercase().parse();
        self.stipulation = Some(asked.or_else(|e| word.fault(format!("{e}")))?);
        Ok(())
    }

    fn read_conditions(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        while let Some(word) = words.argument() {
            match word.text.to_lowercase().as_str() {
                "circe" => self.circe = true,
                "verticalcylinder" => self.cylinder = true,
                other => {
                    let known = suggestion(other, CONDITIONS);
                    return word.fault(format!("condition `{}` is not known here: {known}", word.text));
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
                    self.uncastled.extend(cells(word, &word.text.to_lowercase())?);
                }
                "enpassant" => self.passed = Some(words.needed("a cell")?.text.to_lowercase()),
                ignored if WITH_NUMBER.contains(&ignored) => _ = words.number()?,
                ignored if IGNORED.contains(&ignored) => {}
                other => {
                    let known = suggestion(other, OPTIONS.into_iter().chain(IGNORED));
                    return word.fault(format!("option `{}` is not known here: {known}", word.text));
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

    /// Reads pieces of one kind, such as `Pa2b3`.
    fn read_men(&mut self, word: Word<'_>, side: Color) -> Result<(), TextFault> {
        let lower = word.text.to_lowercase();
        let letter = lower.chars().next().and_then(|letter| piece_letter(letter, side));
        let Some(letter) = letter.filter(|_| lower.len() > 1 && lower.len() % 2 == 1) else {
            let advice = "write K, Q, R, B, S or P and its cells, as in Sf3 or Pa2b2";
            return word.fault(format!("`{}` is no piece of chess with its cells: {advice}", word.text));
        };
        for place in cells(word, &lower[1..])? {
            if self.board.as_flattened_mut()[place].replace(letter).is_some() {
                return word.fault(format!("`{}`: one piece a cell", word.text));
            }
        }
        Ok(())
    }

    fn read_forsyth(&mut self, words: &mut Words<'_>) -> Result<(), TextFault> {
        let word = words.needed("a position")?;
        let (mut place, board) = (0, self.board.as_flattened_mut());
        for c in word.text.chars().filter(|c| *c != '/') {
            let side = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            match (c.to_digit(10), piece_letter(c.to_ascii_lowercase(), side)) {
                (Some(gap), _) => place += gap as usize,
                (None, Some(letter)) if place < board.len() => {
                    board[place] = Some(letter);
                    place += 1;
                }
                (None, _) => return word.fault(format!("`{c}` is neither a piece on the board nor a gap")),
            }
        }
        if place == board.len() { Ok(()) } else { word.fault(format!("{place} cells: the board has 64")) }
    }

    /// Returns the problem that ends at a command.
    fn finish(self, end: Word<'_>) -> Result<PopeyeProblem, TextFault> {
        let Some(stipulation) = self.stipulation else {
            return end.fault("a stipulation is missing before this: write one, such as `stipulation #2`");
        };
        let turn = stipulation.begins(if self.half_duplex { Color::Black } else { Color::White });
        if self.half_duplex && stipulation.begins(Color::White) == Color::Black {
            return end.fault(format!("{stipulation} with HalfDuplex is not known here"));
        }
        let fen = self.fen(turn);
        let Draft { texts, circe, cylinder, set_play, tries, max_solutions, .. } = self;
        let title = texts.join(", ");
        Ok(PopeyeProblem { title, stipulation, circe, cylinder, fen, set_play, tries, max_solutions })
    }

    fn fen(&self, turn: Color) -> String {
        let rows: Vec<String> = self.board.iter().map(|row| row_text(row)).collect();
        let may_castle = |cell: usize| !self.uncastled.contains(&cell);
        let castlings = castlings_at_home(self.board.as_flattened());
        let kept = castlings.filter(|castling| may_castle(castling.king) && may_castle(castling.rook));
        let rights: String = kept.map(|castling| castling.right).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let turn = if turn == Color::White { 'w' } else { 'b' };
        format!("{} {turn} {rights} {} 0 1", rows.join("/"), self.passed.as_deref().unwrap_or("-"))
    }
}

/// Returns a row of a FEN.
fn row_text(row: &[Option<char>]) -> String {
    let runs = row.chunk_by(|a, b| a.is_none() && b.is_none());
    runs.map(|run| run[0].map_or_else(|| run.len().to_string(), |letter| letter.to_string())).collect()
}

/// Reads cells without gaps between them, such as `a2b3`, as places row by row from rank 8.
fn cells(word: Word<'_>, text: &str) -> Result<Vec<usize>, TextFault> {
    let place = |cell: &[u8]| match *cell {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Ok(SIZE * usize::from(b'8' - rank) + usize::from(file - b'a'))
        }
        _ => word.fault(format!("`{}`: cells are a1 to h8", word.text)),
    };
    text.as_bytes().chunks(2).map(place).collect()
}

/// Returns the letter of a FEN for a piece as Popeye writes it in lower case: `s` is the knight.
fn piece_letter(letter: char, side: Color) -> Option<char> {
    let letter = match letter {
        's' => 'n',
        'k' | 'q' | 'r' | 'b' | 'p' => letter,
        _ => return None,
    };
    Some(if side == Color::White { letter.to_ascii_uppercase() } else { letter })
}
