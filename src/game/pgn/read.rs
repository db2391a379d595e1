//! Reading PGN.

use super::{MAX_DEPTH, Pgn, PgnError, PgnFault, PgnMove};
use crate::diagnostics::TextPlace;
use crate::game::record::GameResult;

impl Pgn {
    /// Reads the games of a text.
    ///
    /// # Errors
    /// A comment, tag, move or variation that does not end, or variations nested too deeply.
    pub fn read_all(text: &str) -> Result<Vec<Pgn>, PgnFault> {
        let mut reader = Reader::default();
        for (line, text) in (1..).zip(text.lines()) {
            reader.read_line(text, line)?;
        }
        reader.finish()
    }
}

/// A tag with which a text begins.
struct ReadTag<'t> {
    name: &'t str,
    value: String,
    /// The text after the tag.
    after: &'t str,
}

/// Reads the tag with which a text begins; `None` if there is no tag.
fn read_tag(text: &str) -> Option<ReadTag<'_>> {
    let (name, after_name) = text.trim_start().strip_prefix('[')?.split_once('"')?;
    let (mut value, mut chars) = (String::new(), after_name.chars());
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => value.push(chars.next()?),
            c => value.push(c),
        }
    }
    let after = chars.as_str().trim_start().strip_prefix(']')?;
    Some(ReadTag { name: name.trim(), value, after })
}

fn fault(TextPlace { line, column }: TextPlace, error: PgnError) -> PgnFault {
    PgnFault { line, column, error }
}

/// The part of a line of the text that is not yet read.
struct Unread<'t> {
    text: &'t str,
    /// The place where the part begins.
    place: TextPlace,
}

impl<'t> Unread<'t> {
    /// Reads the next `length` bytes, and returns them.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, text) = self.text.split_at(length);
        *self = Unread { text, place: self.place.after(taken) };
        taken
    }

    fn skip_blanks(&mut self) {
        self.take(self.text.len() - self.text.trim_start().len());
    }

    /// Reads a word, which begins with the next character.
    fn take_word(&mut self) -> &'t str {
        let ends_word = |(index, c): &(usize, char)| {
            c.is_whitespace()
                || matches!(c, '{' | '(' | ')' | ';' | '$' | '*')
                // A quoted move may follow its number without a blank.
                || (*c == '"' && is_move_number(&self.text[..*index]))
        };
        let end = self.text.char_indices().skip(1).find(ends_word);
        self.take(end.map_or(self.text.len(), |(index, _)| index))
    }
}

/// A line of moves that is being read.
#[derive(Default)]
struct OpenLine {
    /// The place of the bracket that opens a variation.
    opened: TextPlace,
    moves: Vec<PgnMove>,
    /// The number written before the next move.
    number: String,
    /// The comments before the first move of a variation.
    comment: String,
}

struct OpenComment {
    /// The place of the brace or semicolon that opens the comment.
    opened: TextPlace,
    text: String,
}

/// The state of a reader: the games that are complete, and the parts of the game that is being read.
#[derive(Default)]
struct Reader {
    games: Vec<Pgn>,
    /// The game that is being read, without its moves.
    game: Pgn,
    /// The main line of that game.
    main: OpenLine,
    /// Whether the result of the game has been read.
    has_result: bool,
    /// The variations that are open, the innermost last.
    variations: Vec<OpenLine>,
    comment: Option<OpenComment>,
}

impl Reader {
    /// Reads a line of the text, with its number from 1.
    fn read_line(&mut self, text: &str, line: usize) -> Result<(), PgnFault> {
        let mut unread = Unread { text, place: TextPlace { line, column: 1 } };
        // A text that is joined from several files may have byte order marks inside.
        unread.take(text.len() - text.trim_start_matches('\u{feff}').len());
        if self.comment.is_none() {
            if unread.text.starts_with('%') {
                return Ok(());
            }
            if self.variations.is_empty() {
                self.read_tags(&mut unread)?;
            }
        }
        self.read_words(unread)
    }

    /// Reads the tags with which a line begins. If the game has moves, a result or the same tag already, a tag begins another game.
    fn read_tags(&mut self, unread: &mut Unread<'_>) -> Result<(), PgnFault> {
        unread.skip_blanks();
        while unread.text.starts_with('[') {
            let ReadTag { name, value, after } =
                read_tag(unread.text).ok_or_else(|| fault(unread.place, PgnError::Tag))?;
            if self.has_result || !self.main.moves.is_empty() || self.game.tag(name).is_some() {
                self.end_game();
            }
            self.begin_game(unread.place);
            self.game.tags.push((name.to_owned(), value));
            unread.take(unread.text.len() - after.len());
            unread.skip_blanks();
        }
        Ok(())
    }

    /// Reads the text of a line after its tags: moves, comments, variations and results.
    fn read_words(&mut self, mut unread: Unread<'_>) -> Result<(), PgnFault> {
        loop {
            self.read_comment(&mut unread);
            unread.skip_blanks();
            let opened = unread.place;
            match unread.text.chars().next() {
                None => return Ok(()),
                Some('{') => {
                    unread.take(1);
                    self.comment = Some(OpenComment { opened, text: String::new() });
                }
                Some(';') => {
                    let text = unread.text[1..].to_owned();
                    self.comment = Some(OpenComment { opened, text });
                    self.end_comment();
                    return Ok(());
                }
                Some('(') if self.variations.len() == MAX_DEPTH => return Err(fault(opened, PgnError::Deep)),
                Some('(') => {
                    unread.take(1);
                    self.variations.push(OpenLine { opened, ..OpenLine::default() });
                }
                Some(')') => {
                    unread.take(1);
                    self.end_variation();
                }
                Some('*') => {
                    unread.take(1);
                    self.add_result(None, opened);
                }
                // The program's own moves contain blanks, so they stand in quotation marks.
                Some('"') => {
                    let inside = unread.text[1..].find('"');
                    let length = inside.ok_or_else(|| fault(opened, PgnError::Open('"')))?;
                    self.begin_words(opened);
                    self.add_move(&unread.take(length + 2)[1..=length], opened);
                }
                Some(_) => self.add_word(unread.take_word(), opened),
            }
        }
    }

    /// Reads the open comment, if there is one, up to its end or the end of the line.
    fn read_comment(&mut self, unread: &mut Unread<'_>) {
        let Some(comment) = &mut self.comment else { return };
        match unread.text.find('}') {
            Some(end) => {
                comment.text.push_str(unread.take(end));
                unread.take(1);
                self.end_comment();
            }
            None => {
                comment.text.push_str(unread.take(unread.text.len()));
                comment.text.push(' ');
            }
        }
    }

    /// Returns the line to which the next move belongs: the innermost open variation, or the main line.
    fn current_line(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    /// Begins the game at a place, unless it has begun.
    fn begin_game(&mut self, place: TextPlace) {
        if self.game.line == 0 {
            self.game.line = place.line;
        }
    }

    /// Adds a word to the game: a move with or without its number, a number, or a result. An annotation is ignored.
    fn add_word(&mut self, word: &str, place: TextPlace) {
        if is_annotation(word) {
            return;
        }
        if let Ok(result) = word.parse() {
            return self.add_result(Some(result), place);
        }
        self.begin_words(place);
        let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = after_digits.is_empty() || after_digits.starts_with('.');
        let move_text = if has_number { after_digits.trim_start_matches('.') } else { word };
        let number = &word[..word.len() - move_text.len()];
        // In `1. ... e5` the dots are a word without digits, and the number in front of them is kept.
        if has_number && !word.starts_with('.') {
            number.clone_into(&mut self.current_line().number);
        }
        // A number alone is not a move.
        if !move_text.is_empty() && !is_annotation(move_text) {
            self.add_move(move_text, place.after(number));
        }
    }

    /// Adds a result. A second result, and a result inside a variation, is not that of the game.
    fn add_result(&mut self, result: Option<GameResult>, place: TextPlace) {
        self.begin_game(place);
        if self.variations.is_empty() && !self.has_result {
            self.game.result = result;
            self.has_result = true;
        }
    }

    /// Begins another game if the game has ended, and the game at a place unless it has begun.
    fn begin_words(&mut self, place: TextPlace) {
        if self.variations.is_empty() && self.has_result {
            self.end_game();
        }
        self.begin_game(place);
    }

    fn add_move(&mut self, text: &str, TextPlace { line, column }: TextPlace) {
        let current = self.current_line();
        let number = std::mem::take(&mut current.number);
        let comment = std::mem::take(&mut current.comment);
        let text = text.to_owned();
        current.moves.push(PgnMove { line, column, number, text, comment, variations: Vec::new() });
    }

    /// Ends a comment, and adds it to the move in front of it. A comment in front of all moves belongs to the game, or inside a
    /// variation to the first move.
    fn end_comment(&mut self) {
        let Some(OpenComment { text, .. }) = self.comment.take() else { return };
        let (moves, leading_comment) = match self.variations.last_mut() {
            Some(OpenLine { moves, comment, .. }) => (moves, comment),
            None => (&mut self.main.moves, &mut self.game.comment),
        };
        let comment = moves.last_mut().map_or(leading_comment, |last| &mut last.comment);
        for word in text.split_whitespace() {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(word);
        }
    }

    /// Ends a variation, and adds it to the move that it replaces: the last move of the line around it. A variation without moves
    /// is dropped, and so is a variation in front of the first move.
    fn end_variation(&mut self) {
        let Some(ended) = self.variations.pop() else { return };
        if ended.moves.is_empty() {
            return;
        }
        if let Some(replaced) = self.current_line().moves.last_mut() {
            replaced.variations.push(ended.moves);
        }
    }

    fn end_game(&mut self) {
        let had_result = std::mem::take(&mut self.has_result);
        // If no result follows the moves, the result of the tag counts.
        if !had_result {
            self.game.result = self.game.tag("Result").and_then(|result| result.parse().ok());
        }
        let moves = std::mem::take(&mut self.main).moves;
        self.games.push(Pgn { moves, ..std::mem::take(&mut self.game) });
    }

    /// Returns the games of the whole text.
    fn finish(mut self) -> Result<Vec<Pgn>, PgnFault> {
        if let Some(open) = self.variations.first() {
            return Err(fault(open.opened, PgnError::Open('(')));
        }
        if let Some(OpenComment { opened, .. }) = self.comment {
            return Err(fault(opened, PgnError::Open('{')));
        }
        if self.game != Pgn::default() || !self.main.moves.is_empty() {
            self.end_game();
        }
        Ok(self.games)
    }
}

/// Whether a word is a move number with its dots, such as `12.` or `12...`, or the dots alone.
fn is_move_number(word: &str) -> bool {
    word.ends_with('.') && word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is an annotation of a move: `$14`, `e.p.`, or a word of signs such as `!?`, `±` and `+-`. Dots belong to a
/// number, stars to a result, and quotation marks to a move. The word `--` is a move: other programs write a pass so.
fn is_annotation(word: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric() && !matches!(c, '.' | '*' | '"');
    if word == "--" {
        return false;
    }
    word.starts_with('$') || matches!(word, "e.p." | "ep") || word.chars().all(is_sign)
}
