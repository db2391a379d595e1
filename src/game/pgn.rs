//! Games in PGN, the portable game notation, read and written on square and cylinder of cells.
//!
//! Comments, variations and annotations are passed over. A tag `Variant` names a preset; without one it is orthodox chess.

use super::play::{Game, MoveMade};
use super::position::Position;
use super::prepared::Prepared;
use super::record::{GameResult, RecordError, replay};
use crate::chess::{Color, Draws, Status};
use crate::variant::{VariantError, preset_names};
use std::fmt::Write as _;

/// A game as a PGN text has it.
///
/// ```
/// use continuum::chess::Color;
/// use continuum::game::Pgn;
/// let games = Pgn::read_all("[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1").map_err(|(_, fault)| fault)?;
/// let game = games[0].play().map_err(|(_, fault)| fault)?;
/// assert_eq!((games[0].tag("White"), game.winner()), (Some("A"), Some(Color::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pgn {
    /// The line in which the game begins, from 1.
    pub line: usize,
    /// The names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The moves, each with its line.
    pub moves: Vec<(usize, String)>,
    /// The result; `None` for `*` or if there is none.
    pub result: Option<GameResult>,
}

/// A fault of a PGN text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PgnError {
    /// A comment or variation does not end.
    #[error("`{0}` is opened and not closed")]
    Open(char),
    /// A tag without name and value.
    #[error("write a tag as [Name \"value\"]")]
    Tag,
    /// The name is neither a preset nor a usual name of chess.
    #[error("Variant: {0}")]
    Variant(#[from] VariantError),
    /// The game cannot be played.
    #[error("{0}")]
    Game(#[from] RecordError),
}

/// A fault with its line, from 1.
pub type PgnFault = (usize, PgnError);

impl Pgn {
    /// Reads the games of a text.
    ///
    /// # Errors
    /// A comment, tag or variation that does not end, with its line.
    pub fn read_all(text: &str) -> Result<Vec<Pgn>, PgnFault> {
        let (mut games, mut game) = (Vec::new(), Pgn::default());
        // The comments and variations that are open, with their lines.
        let mut open: Vec<(usize, char)> = Vec::new();
        for (line, mut rest) in (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('%')) {
            while open.is_empty() && rest.trim_start().starts_with('[') {
                if !game.moves.is_empty() {
                    games.push(std::mem::take(&mut game));
                }
                rest = game.take_tag(rest, line).ok_or((line, PgnError::Tag))?;
            }
            let mut word = String::new();
            for c in rest.chars().chain([' ']) {
                let in_comment = matches!(open.last(), Some((_, '{')));
                match c {
                    '}' if in_comment => drop(open.pop()),
                    '{' | '(' if !in_comment => open.push((line, c)),
                    ')' if !in_comment => drop(open.pop()),
                    c if open.is_empty() && !c.is_whitespace() && c != ';' => {
                        word.push(c);
                        continue;
                    }
                    _ => {}
                }
                if !word.is_empty() && game.take(&std::mem::take(&mut word), line) {
                    games.push(std::mem::take(&mut game));
                }
                if c == ';' && !in_comment {
                    break;
                }
            }
        }
        if let Some(&(line, opened)) = open.first() {
            return Err((line, PgnError::Open(opened)));
        }
        if game != Pgn::default() {
            games.push(game);
        }
        Ok(games)
    }

    /// Takes the tag with which a text begins, and returns what follows it; `None` if there is no tag.
    fn take_tag<'t>(&mut self, text: &'t str, line: usize) -> Option<&'t str> {
        let (name, rest) = text.trim_start().strip_prefix('[')?.split_once('"')?;
        let (mut value, mut chars) = (String::new(), rest.chars());
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => value.push(chars.next()?),
                c => value.push(c),
            }
        }
        if self.tags.is_empty() {
            self.line = line;
        }
        self.tags.push((name.trim().to_owned(), value));
        chars.as_str().trim_start().strip_prefix(']')
    }

    /// Takes a word of the moves, and returns whether it ends the game.
    fn take(&mut self, word: &str, line: usize) -> bool {
        if self.line == 0 {
            self.line = line;
        }
        self.result = word.parse().ok();
        if word == "*" || self.result.is_some() {
            return true;
        }
        let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number =
            after_number.is_empty() || (after_number.len() < word.len() && after_number.starts_with('.'));
        let m = if is_number { after_number.trim_start_matches('.') } else { word };
        let is_annotation = m.starts_with('$') || matches!(m, "e.p." | "ep");
        if !is_annotation && !m.trim_matches(['!', '?']).is_empty() {
            self.moves.push((line, m.to_owned()));
        }
        false
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Plays the game. A draw does not end it, because nobody claims it.
    ///
    /// # Errors
    /// An unknown variant, an invalid position or move, or a result that contradicts a decided last position; with its line.
    pub fn play(&self) -> Result<Game, PgnFault> {
        let variant = self.variant().map_err(|e| (self.line, e.into()))?;
        let start = match self.tag("FEN") {
            Some(fen) => Position::from_fen(&variant, fen),
            None => Position::usual(&variant),
        };
        let start = start.map_err(|e| (self.line, RecordError::Start(e.to_string()).into()))?;
        let moves = self.moves.iter().map(|(_, text)| text.as_str());
        replay(start, moves, self.result, Draws::Unclaimed).map_err(|e| {
            let line = match e {
                RecordError::Move { number, .. } => self.moves[number - 1].0,
                RecordError::Start(_) | RecordError::Result { .. } => self.line,
            };
            (line, e.into())
        })
    }

    fn variant(&self) -> Result<Prepared, VariantError> {
        let written = self.tag("Variant").unwrap_or(CHESS[0]);
        let is = |name: &&str| name.eq_ignore_ascii_case(written);
        let is_chess = CHESS.iter().any(is);
        let known = if is_chess { Some("orthodox") } else { preset_names().find(is) };
        Prepared::preset(known.unwrap_or(written))
    }
}

/// The names that other programs give to orthodox chess.
const CHESS: [&str; 5] = ["chess", "standard", "normal", "from position", "fromposition"];

/// The greatest length of a line of moves, characters.
const LINE_LENGTH: usize = 79;

impl Game {
    /// Returns the game as PGN, with the names of its players. `None` if it is not played on a square or cylinder of cells, or if
    /// a position has no FEN or a move no SAN.
    ///
    /// ```
    /// use continuum::{Game, Position, Prepared};
    /// let mut game = Game::new(Position::from_text(&Prepared::preset("orthodox")?, "start")?);
    /// game.play("g1f3")?;
    /// let pgn = game.to_pgn(["Anna", "Ben"]).expect("the 8 x 8 lattice");
    /// assert!(pgn.contains("[White \"Anna\"]") && pgn.contains("1. Nf3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_pgn(&self, players: [&str; 2]) -> Option<String> {
        let name = self.start().variant().name();
        let result = match (self.status(), self.is_over() || self.status() == Status::Draw) {
            (_, true) => GameResult::of_winner(self.winner()).as_str(),
            (_, false) => "*",
        };
        let mut out = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n".to_owned();
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        for (tag, value) in [("White", players[0]), ("Black", players[1]), ("Result", result)] {
            writeln!(out, "[{tag} \"{}\"]", escaped(value)).ok()?;
        }
        if name != "orthodox" {
            writeln!(out, "[Variant \"{}\"]", escaped(name)).ok()?;
        }
        let fen = self.start().to_fen()?;
        let is_usual = Prepared::preset(name).is_ok_and(|variant| {
            Position::usual(&variant).is_ok_and(|usual| usual.to_fen().as_ref() == Some(&fen))
        });
        if !is_usual {
            writeln!(out, "[SetUp \"1\"]\n[FEN \"{fen}\"]").ok()?;
        }
        let mut length = 0;
        for word in self.san_with_numbers()?.into_iter().chain([result.to_owned()]) {
            let gap = if length == 0 || length + 1 + word.len() > LINE_LENGTH { "\n" } else { " " };
            length = if gap == "\n" { word.len() } else { length + 1 + word.len() };
            out.push_str(gap);
            out.push_str(&word);
        }
        Some(out + "\n")
    }

    /// Returns the moves in SAN with move numbers.
    fn san_with_numbers(&self) -> Option<Vec<String>> {
        let mut words = Vec::new();
        for (ply, played) in self.plies().iter().enumerate() {
            let (Some(Position::Lattice(before)), MoveMade::Lattice(done)) =
                (self.position_at(ply), &played.done)
            else {
                return None;
            };
            let number = before.to_setup().fullmove;
            match before.turn() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if ply == 0 => words.push(format!("{number}...")),
                Color::Black => {}
            }
            let has_pairs = done.chosen.removed_pairs().next().is_some();
            words.push(Some(before.undrawn().san(done.chosen)).filter(|_| !has_pairs)?);
        }
        Some(words)
    }
}
