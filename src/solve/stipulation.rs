//! Stipulations: what a problem asks for, as `#2`, `h#3.5`, `ser-h=8`.

use crate::chess::Color;
use crate::diagnostics::nearest_word;
use PlayKind::{Direct, Help, HelpSelf, Reflex, Self_, SemiReflex, Series, SeriesHelp, SeriesSelf};
use std::fmt;
use std::str::FromStr;

/// The goal of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The side to move is checkmated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
}

impl Goal {
    /// Returns `#` or `=`.
    pub const fn sign(self) -> char {
        match self {
            Goal::Mate => '#',
            Goal::Stalemate => '=',
        }
    }
}

/// The kinds of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlayKind {
    /// `#n`: the side to move forces the goal against the other.
    Direct,
    /// `s#n`: the side to move forces the other to reach the goal against it.
    Self_,
    /// `r#n`: self play in which either side reaches the goal whenever it can with one move.
    Reflex,
    /// `semi-r#n`: self play in which the other side reaches the goal whenever it can with one move.
    SemiReflex,
    /// `h#n`: both sides cooperate so that White reaches the goal; Black begins, or White in `h#n.5`.
    Help,
    /// `hs#n`: both sides cooperate, the side to move first, to reach an `s#1` before its last move.
    HelpSelf,
    /// `ser-#n`: the side to move makes n moves in a row and reaches the goal with the last.
    Series,
    /// `ser-h#n`: Black makes n moves in a row, then White reaches the goal with one.
    SeriesHelp,
    /// `ser-s#n`: the side to move makes n moves in a row, then the other must reach the goal with one.
    SeriesSelf,
}

impl PlayKind {
    /// Returns the letters before the goal.
    pub const fn prefix(self) -> &'static str {
        match self {
            Direct => "",
            Self_ => "s",
            Reflex => "r",
            SemiReflex => "semi-r",
            Help => "h",
            HelpSelf => "hs",
            Series => "ser-",
            SeriesHelp => "ser-h",
            SeriesSelf => "ser-s",
        }
    }

    const ALL: [PlayKind; 9] =
        [Direct, Self_, Reflex, SemiReflex, Help, HelpSelf, Series, SeriesHelp, SeriesSelf];
}

/// A stipulation: `#2`, `h#3.5`, `ser-h=8`. Without a number (`#`, `=`), in a progressive variant, the goal must be
/// reached at the end of the present series.
///
/// ```
/// use continuum::solve::{Goal, PlayKind, Stipulation};
/// let help: Stipulation = "h#3.5".parse()?;
/// assert_eq!((help.kind, help.goal, help.moves, help.half), (PlayKind::Help, Goal::Mate, Some(3), true));
/// assert_eq!("ser-h=8".parse::<Stipulation>()?.to_string(), "ser-h=8");
/// assert!("#0".parse::<Stipulation>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stipulation {
    /// The kind of play.
    pub kind: PlayKind,
    /// The goal.
    pub goal: Goal,
    /// The number of moves of the side that makes most; `None` for the present series.
    pub moves: Option<u32>,
    /// Whether the play begins half a move earlier (help play only).
    pub half: bool,
}

/// The greatest number of moves that a stipulation may have.
pub const MOST_MOVES: u32 = 99;

/// The reason why a text is not a stipulation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StipulationError {
    /// A kind of problem that is known elsewhere.
    #[error("stipulation `{0}`: {1} are not offered: {ALL_KINDS}")]
    NotOffered(String, &'static str),
    /// The text is not a stipulation.
    #[error("unknown stipulation `{0}`: {advice}", advice = advice(.0))]
    Unknown(String),
    /// A number that is missing or too great.
    #[error("stipulation `{0}`: the number of moves goes from 1 to {MOST_MOVES}")]
    Number(String),
    /// Half a move in a kind of play without it.
    #[error("stipulation `{0}`: half moves are for help play (h#n.5)")]
    Half(String),
}

/// The kinds of problems that are known elsewhere, by their prefixes.
const NOT_OFFERED: [(&str, &str); 6] = [
    ("hr", "help-reflex mates"),
    ("ser-r", "series-reflex mates"),
    ("ser-hs", "series-helpselfmates"),
    ("pser-h", "parry series"),
    ("reci-h", "reciprocal helpmates"),
    ("dia", "proof games"),
];

const ALL_KINDS: &str = "write #n, h#n, h#n.5, s#n, r#n, semi-r#n, hs#n, ser-#n, ser-h#n or ser-s#n, with = for stalemate, such as #2 or ser-h=8";

/// Returns the question whether the nearest stipulation is meant; if none is near, the list of all kinds.
fn advice(text: &str) -> String {
    let number: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let goal = if text.contains('=') { '=' } else { '#' };
    let mut valid = PlayKind::ALL.map(|kind| format!("{}{goal}{number}", kind.prefix())).to_vec();
    valid.retain(|text| text.parse::<Stipulation>().is_ok());
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    nearest_word(text, &words).map_or_else(|| ALL_KINDS.to_owned(), |word| format!("did you mean `{word}`?"))
}

impl Stipulation {
    /// Returns for each ply whether the same side moves again. Direct play counts as one series, and so do self and reflex play
    /// without their forced last move.
    pub(super) fn in_series(&self) -> Vec<bool> {
        let n = self.moves.unwrap_or(1) as usize;
        let series = |moves: usize| (1..=moves).map(|i| i < moves).collect::<Vec<bool>>();
        match self.kind {
            Help => vec![false; 2 * n + usize::from(self.half)],
            HelpSelf => vec![false; 2 * n - 1],
            SeriesHelp => [series(n), vec![false]].concat(),
            Direct | Self_ | Reflex | SemiReflex | Series | SeriesSelf => series(n),
        }
    }

    /// Returns the numbering of the plies of its lines.
    pub(super) fn numbering(&self) -> Numbering {
        match self.kind {
            Help if self.half => Numbering::FromReply,
            Help | HelpSelf => Numbering::Pairs,
            Direct | Self_ | Reflex | SemiReflex | Series | SeriesHelp | SeriesSelf => {
                Numbering::Series(self.moves.unwrap_or(1) as usize)
            }
        }
    }

    /// Returns the side that begins, if `turn` has the move.
    pub fn begins(&self, turn: Color) -> Color {
        match self.kind {
            Help if self.half => Color::White,
            Help | SeriesHelp => Color::Black,
            Direct | Self_ | Reflex | SemiReflex | HelpSelf | Series | SeriesSelf => turn,
        }
    }
}

/// The numbering of the plies of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbering {
    /// `1.a b 2.c d`.
    Pairs,
    /// `1...b 2.c d`, without the first half move.
    FromReply,
    /// `1.a 2.b 3.c d`: a number for each move of a series of this length, then the answer.
    Series(usize),
}

impl Numbering {
    /// Returns the text before the ply of this number.
    pub fn before(self, ply: usize) -> String {
        let (shown, number) = match self {
            Numbering::Pairs => (ply.is_multiple_of(2), ply / 2 + 1),
            Numbering::FromReply if ply == 0 => return "1...".to_owned(),
            Numbering::FromReply => (!ply.is_multiple_of(2), ply / 2 + 2),
            Numbering::Series(moves) => (ply < moves, ply + 1),
        };
        if shown { format!("{number}.") } else { String::new() }
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let text = text.trim();
        let unknown = || StipulationError::Unknown(text.to_owned());
        let sign = text.find(['#', '=']).ok_or_else(unknown)?;
        let prefix = &text[..sign];
        if let Some(&(_, name)) = NOT_OFFERED.iter().find(|(other, _)| *other == prefix) {
            return Err(StipulationError::NotOffered(text.to_owned(), name));
        }
        let kind = PlayKind::ALL.into_iter().find(|k| k.prefix() == prefix).ok_or_else(unknown)?;
        let goal = if text[sign..].starts_with('#') { Goal::Mate } else { Goal::Stalemate };
        let written = &text[sign + 1..];
        let number = written.strip_suffix(".5").unwrap_or(written);
        let half = number != written;
        if half && kind != Help {
            return Err(StipulationError::Half(text.to_owned()));
        }
        if number.is_empty() && !half && kind == Direct {
            return Ok(Stipulation { kind, goal, moves: None, half });
        }
        if !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(unknown());
        }
        let least = if half { 0 } else { 1 };
        match number.parse() {
            Ok(moves) if (least..=MOST_MOVES).contains(&moves) => {
                Ok(Stipulation { kind, goal, moves: Some(moves), half })
            }
            _ => Err(StipulationError::Number(text.to_owned())),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.prefix(), self.goal.sign())?;
        if let Some(moves) = self.moves {
            write!(f, "{moves}")?;
        }
        if self.half { f.write_str(".5") } else { Ok(()) }
    }
}
