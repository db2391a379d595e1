//! Reading PGN.

use super::{MAX_DEPTH, Pgn, PgnError, PgnFault, PgnMove};
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

/// A tag that was read, and the text after it.
struct TagRead<'t> {
    name: &'t str,
    value: String,
    after: &'t str,
}

/// Reads the tag with which a text begins; `None` if there is no tag.
fn read_tag(text: &str) -> Option<TagRead<'_>> {
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
    Some(TagRead { name: name.trim(), value, after })
}

/// A place in the text.
#[derive(Clone, Copy, Default)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn fault(self, error: PgnError) -> PgnFault {
        PgnFault { line: self.line, column: self.column, error }
    }
}

/// A line of moves that is being read.
#[derive(Default)]
struct OpenLine {
    /// The place of the bracket that opens the line; the main line has none.
    opened: Place,
    moves: Vec<PgnMove>,
    /// The number written before the next move.
    number: String,
    /// The comments before the first move of a variation.
    comment: String,
}

/// A comment that is being read.
struct OpenComment {
    /// The place of the brace or semicolon that opens the comment.
    opened: Place,
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
        // A text that is joined from several files may have byte order marks inside.
        let mut unread = text.trim_start_matches('\u{feff}');
        if self.comment.is_none() && unread.starts_with('%') {
            return Ok(());
        }
        let column_of = |end: &str| text[..text.len() - end.len()].chars().count() + 1;
        let may_have_tags = self.comment.is_none() && self.variations.is_empty();
        while may_have_tags && unread.trim_start().starts_with('[') {
            let place = Place { line, column: column_of(unread.trim_start()) };
            unread = self.take_tag(unread, line).ok_or_else(|| place.fault(PgnError::Tag))?;
        }
        self.read_words(unread, Place { line, column: column_of(unread) })
    }

    /// Reads the text of a line after its tags: moves, comments, variations and results. The text begins at `start`.
    fn read_words(&mut self, text: &str, start: Place) -> Result<(), PgnFault> {
        let (mut word, mut word_start) = (String::new(), start);
        // The program's own moves contain blanks, so they stand in quotation marks.
        let mut is_in_quotation = false;
        let places = (start.column..).map(|column| Place { column, ..start });
        // A blank after the last character ends the last word.
        for ((index, c), place) in text.char_indices().chain([(text.len(), ' ')]).zip(places) {
            if let Some(comment) = &mut self.comment {
                match c {
                    '}' => self.end_comment(),
                    c => comment.text.push(c),
                }
                continue;
            }
            // A quoted move may follow its number without a blank.
            if c == '"' && !is_in_quotation && is_move_number(&word) {
                self.take_word(&std::mem::take(&mut word), word_start);
            }
            let ends_word = c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';' | '$' | '*');
            if is_in_quotation || !ends_word {
                let is_first = word.is_empty();
                if is_first {
                    word_start = place;
                }
                word.push(c);
                if c == '"' && is_in_quotation {
                    // The quoted move is a whole word, and an annotation may follow it without a blank.
                    is_in_quotation = false;
                    self.take_word(&std::mem::take(&mut word), word_start);
                } else if c == '"' && is_first {
                    is_in_quotation = true;
                }
                continue;
            }
            self.take_word(&std::mem::take(&mut word), word_start);
            match c {
                '{' => self.comment = Some(OpenComment { opened: place, text: String::new() }),
                '(' if self.variations.len() == MAX_DEPTH => return Err(place.fault(PgnError::Deep)),
                '(' => self.variations.push(OpenLine { opened: place, ..OpenLine::default() }),
                ')' => self.end_variation(),
                '$' => word.push('$'),
                '*' => self.take_word("*", place),
                ';' => {
                    self.comment = Some(OpenComment { opened: place, text: text[index + 1..].to_owned() });
                    self.end_comment();
                    break;
                }
                _ => {}
            }
        }
        if is_in_quotation { Err(word_start.fault(PgnError::Open('"'))) } else { Ok(()) }
    }

    /// Adds the tag with which a text begins, and returns the text after it; `None` if there is no tag. If the game has moves, a
    /// result or this tag already, the tag begins another game.
    fn take_tag<'t>(&mut self, text: &'t str, line: usize) -> Option<&'t str> {
        let TagRead { name, value, after } = read_tag(text)?;
        if self.has_result || !self.main.moves.is_empty() || self.game.tag(name).is_some() {
            self.end_game();
        }
        if self.game.line == 0 {
            self.game.line = line;
        }
        self.game.tags.push((name.to_owned(), value));
        Some(after)
    }

    /// Returns the line of moves that is being read.
    fn current_line(&mut self) -> &mut OpenLine {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    /// Adds a word after the tags to the game: a move, its number or a result. An annotation is ignored.
    fn take_word(&mut self, word: &str, Place { line, column }: Place) {
        if word.is_empty() || is_annotation(word) {
            return;
        }
        let result: Option<GameResult> = word.parse().ok();
        let is_result = word == "*" || result.is_some();
        if self.variations.is_empty() && self.has_result {
            if is_result {
                return;
            }
            self.end_game();
        }
        if self.game.line == 0 {
            self.game.line = line;
        }
        if is_result {
            // A result inside a variation is not that of the game.
            if self.variations.is_empty() {
                self.game.result = result;
                self.has_result = true;
            }
            return;
        }
        let quoted = word.strip_prefix('"').and_then(|word| word.strip_suffix('"'));
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_number = after_number.is_empty() || after_number.starts_with('.');
        let move_text = if has_number { after_number.trim_start_matches('.') } else { word };
        let number_length = word.len() - move_text.len();
        // In `1. ... e5` the dots are a word without digits, and the number in front of them is kept.
        if has_number && !word.starts_with('.') {
            word[..number_length].clone_into(&mut self.current_line().number);
        }
        // A number alone is not a move.
        if !move_text.is_empty() && !is_annotation(move_text) {
            let current = self.current_line();
            let (number, comment) =
                (std::mem::take(&mut current.number), std::mem::take(&mut current.comment));
            let (text, column) = (quoted.unwrap_or(move_text).to_owned(), column + number_length);
            current.moves.push(PgnMove { line, column, number, text, comment, variations: Vec::new() });
        }
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
            return Err(open.opened.fault(PgnError::Open('(')));
        }
        if let Some(OpenComment { opened, .. }) = self.comment {
            return Err(opened.fault(PgnError::Open('{')));
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
