//! Writing PGN.

use super::{Pgn, PgnMove};
use crate::chess::{Color, Draws, Status};
use crate::game::{Game, GameResult, MoveMade, Ply, Position, Record, RecordError, Refused};
use crate::notation::TextError;
use std::fmt;

/// The greatest length of a line of moves, bytes, so that no line has more than 79 characters.
const LINE_LENGTH: usize = 79;

impl Pgn {
    /// Returns the tags that name the variant and the first position. Orthodox chess and the usual first position need no tags.
    pub fn tags_of(start: &Position) -> Vec<(String, String)> {
        let spec = start.variant().spec();
        let mut tags = Vec::new();
        if spec.base() != "orthodox" {
            tags.push(("Variant".to_owned(), spec.base().to_owned()));
        }
        let rules = spec.differences();
        if !rules.is_empty() {
            tags.push(("Rules".to_owned(), toml::Value::Table(rules).to_string()));
        }
        let (prepared, text) = (start.prepared(), start.to_string());
        let is_equal = |position: Result<Position, TextError>| position.is_ok_and(|p| p.to_string() == text);
        if is_equal(Position::usual(&prepared)) {
            return tags;
        }
        tags.push(("SetUp".to_owned(), "1".to_owned()));
        let fen = start.to_fen();
        let is_whole = fen.as_ref().is_some_and(|fen| is_equal(Position::from_fen(&prepared, fen)));
        tags.extend(fen.map(|fen| ("FEN".to_owned(), fen)));
        if !is_whole {
            tags.push(("Position".to_owned(), text));
        }
        tags
    }

    /// Returns the game with every move spelled as PGN requires, and with the numbers of moves. Moves are SAN on square and
    /// cylinder of cells, and the program's own texts on other boards.
    ///
    /// # Errors
    /// When a move, in the main line or a variation, is not legal.
    pub fn spelled(mut self, start: &Position) -> Result<Pgn, RecordError> {
        spell(start, &mut self.moves)?;
        Ok(self)
    }
}

/// Spells and numbers the moves of a line that begins at a position, and of its variations.
fn spell(start: &Position, line: &mut [PgnMove]) -> Result<(), RecordError> {
    let mut game = Game::new(start.clone()).with_draws(Draws::Unclaimed);
    // Black's move has a number only at the beginning of a line, and after a comment or a variation.
    let mut has_number = true;
    for (number, m) in (1..).zip(line) {
        let before = game.position().clone();
        let refused = |why: Refused| RecordError::Move { number, text: m.text.clone(), why: why.to_string() };
        let ply = game.play(&m.text).map_err(refused)?;
        m.text = spelled_move(&before, ply);
        m.number = match before.turn() {
            Color::White => format!("{}.", fullmove(&before)),
            Color::Black if has_number => format!("{}...", fullmove(&before)),
            Color::Black => String::new(),
        };
        has_number = !m.comment.is_empty() || !m.variations.is_empty();
        for variation in &mut m.variations {
            spell(&before, variation)?;
        }
    }
    Ok(())
}

fn fullmove(position: &Position) -> u32 {
    match position {
        Position::Plane(p) => p.fullmove(),
        Position::Lattice(p) => p.fullmove(),
    }
}

/// Returns a move as SAN, or its text if it has no SAN.
fn spelled_move(before: &Position, ply: &Ply) -> String {
    match (before, &ply.made) {
        (Position::Lattice(before), MoveMade::Lattice(made))
            if made.chosen.removed_pairs().next().is_none() =>
        {
            before.undrawn().san(made.chosen)
        }
        _ => ply.text.clone(),
    }
}

impl Game {
    /// Returns the game as PGN, with the names of its players. `None` if a move cannot be written.
    ///
    /// ```
    /// use continuum::{Game, Position, Prepared};
    /// use continuum::game::Pgn;
    /// let mut game = Game::new(Position::from_text(&Prepared::preset("continuous")?, "start")?);
    /// game.play("Pe 90 2")?;
    /// let written = game.to_pgn(["Anna", "Ben"]).expect("played");
    /// assert!(written.contains("[White \"Anna\"]") && written.contains("1. \"Pe 90 2\" *"));
    /// let read = Pgn::read_all(&written)?.remove(0);
    /// assert_eq!(read.play()?.position(), game.position());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pgn(&self, players: [&str; 2]) -> Option<String> {
        let has_result = self.is_over() || self.status() == Status::Draw;
        let result = has_result.then(|| GameResult::of_winner(self.winner()));
        let [white, black] = players;
        self.to_pgn_with(&PgnNames { round: "?", white, black }, result, None)
    }

    /// Returns the game as PGN, with a result that need not follow from the last position, and a reason for the tag
    /// `Termination`. `None` if a move cannot be written.
    pub fn to_pgn_with(
        &self,
        names: &PgnNames<'_>,
        result: Option<GameResult>,
        reason: Option<&str>,
    ) -> Option<String> {
        let result_text = result.map_or("*", |result| result.as_str());
        let mut tags: Vec<(String, String)> = [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", names.round),
            ("White", names.white),
            ("Black", names.black),
            ("Result", result_text),
        ]
        .map(|(tag, value)| (tag.to_owned(), value.to_owned()))
        .into();
        tags.extend(Pgn::tags_of(self.start()));
        tags.extend(reason.map(|reason| ("Termination".to_owned(), reason.to_owned())));
        let moves = self.plies().iter().map(|ply| PgnMove::new(&ply.text)).collect();
        let written = Pgn { tags, moves, result, ..Pgn::default() };
        Some(written.spelled(self.start()).ok()?.to_string())
    }
}

/// The round and the players of a game, as the tags name them; `?` if unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PgnNames<'a> {
    /// The number of the round.
    pub round: &'a str,
    /// The player of White.
    pub white: &'a str,
    /// The player of Black.
    pub black: &'a str,
}

impl Record {
    /// Returns the replayed game as PGN, with the result and the reason of the record. `None` if a move cannot be written.
    pub fn to_pgn(&self, game: &Game) -> Option<String> {
        let names = PgnNames { round: &self.game.to_string(), white: &self.white, black: &self.black };
        game.to_pgn_with(&names, Some(self.result), Some(&self.reason))
    }
}

impl fmt::Display for Pgn {
    /// Writes the tags, the moves and the result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (tag, value) in &self.tags {
            let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{tag} \"{value}\"]")?;
        }
        let mut words = Vec::new();
        push_comment(&mut words, &self.comment);
        push_line(&mut words, &self.moves);
        words.push(self.result.map_or("*", |result| result.as_str()).to_owned());
        write_in_lines(f, &words)
    }
}

/// Writes words in lines, after an empty line. A word that begins with `%` never begins a line, because PGN ignores such lines.
fn write_in_lines(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut length = 0;
    for word in words {
        let length_with_word = length + 1 + word.len();
        if length > 0 && (length_with_word <= LINE_LENGTH || word.starts_with('%')) {
            write!(f, " {word}")?;
            length = length_with_word;
        } else {
            write!(f, "\n{word}")?;
            length = word.len();
        }
    }
    writeln!(f)
}

/// Adds the words of a line of moves, with its comments and variations.
fn push_line(words: &mut Vec<String>, line: &[PgnMove]) {
    for m in line {
        if !m.number.is_empty() {
            words.push(m.number.clone());
        }
        let has_blanks = m.text.contains(char::is_whitespace);
        words.push(if has_blanks { format!("\"{}\"", m.text) } else { m.text.clone() });
        push_comment(words, &m.comment);
        for variation in m.variations.iter().filter(|line| !line.is_empty()) {
            let first = words.len();
            push_line(words, variation);
            // The brackets stand at the first and the last word, without blanks.
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(word) = words.last_mut() {
                word.push(')');
            }
        }
    }
}

/// Adds the words of a comment, in braces. Braces inside the comment become round brackets, because a brace would end it.
fn push_comment(words: &mut Vec<String>, comment: &str) {
    let comment = comment.trim();
    if comment.is_empty() {
        return;
    }
    let text = format!("{{{}}}", comment.replace('{', "(").replace('}', ")"));
    words.extend(text.split_whitespace().map(str::to_owned));
}
