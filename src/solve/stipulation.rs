//! Stipulations: the tasks of problems as texts, such as `#2`, `h#3.5` and `ser-h=8`.

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
    /// `r#n`: self play in which either side must reach the goal if one move of it does so.
    Reflex,
    /// `semi-r#n`: self play in which the other side must reach the goal if one move of it does so.
    SemiReflex,
    /// `h#n`: both sides cooperate so that White reaches the goal; Black begins, or White in `h#n.5`.
    Help,
    /// `hs#n`: both sides cooperate until the side that began can solve `s#1` with its last move.
    HelpSelf,
    /// `ser-#n`: the side to move makes n moves in a row and reaches the goal with the last.
    Series,
    /// `ser-h#n`: Black makes n moves in a row, then White reaches the goal with one.
    SeriesHelp,
    /// `ser-s#n`: the side to move makes n moves in a row, then the other is forced to reach the goal with one.
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

/// A stipulation: `#2`, `h#3.5`, `ser-h=8`.
///
/// A stipulation without a number (`#`, `=`) asks for the goal at the end of the present series of a progressive variant.
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
    /// The number of moves of the side that makes the most moves; `None` for the present series.
    pub moves: Option<u32>,
    /// Whether one more ply precedes these moves (`.5`, in help play only).
    pub half: bool,
}

/// The greatest number of moves that a stipulation may have.
pub const MOST_MOVES: u32 = 99;

/// The reason why a text is not a stipulation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StipulationError {
    /// The kind of problem is known to problemists, but it is not solved here.
    #[error("stipulation `{text}`: {problems} are not offered: {ALL_KINDS}")]
    NotOffered {
        /// The text.
        text: String,
        /// The name of such problems, in the plural.
        problems: &'static str,
    },
    /// The text has another form.
    #[error("unknown stipulation `{0}`: {advice}", advice = advice(.0))]
    Unknown(String),
    /// The number of moves is missing, 0 or too great.
    #[error("stipulation `{0}`: the number of moves goes from 1 to {MOST_MOVES}")]
    Number(String),
    /// Only help play has half moves.
    #[error("stipulation `{0}`: half moves are for help play (h#n.5)")]
    Half(String),
}

/// Returns the name of the problems with this prefix, if problemists know them but they are not solved here.
fn not_offered(prefix: &str) -> Option<&'static str> {
    match prefix {
        "hr" => Some("help-reflex mates"),
        "ser-r" => Some("series-reflex mates"),
        "ser-hs" => Some("series-helpselfmates"),
        "pser-h" => Some("parry series"),
        "reci-h" => Some("reciprocal helpmates"),
        "dia" => Some("proof games"),
        _ => None,
    }
}

const ALL_KINDS: &str = "write #n, h#n, h#n.5, s#n, r#n, semi-r#n, hs#n, ser-#n, ser-h#n or ser-s#n, with = for stalemate, such as #2 or ser-h=8";

/// Returns a question that proposes the nearest stipulation, or the list of all kinds if none is near.
fn advice(text: &str) -> String {
    let number: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let goal = if text.contains('=') { '=' } else { '#' };
    let mut stipulations = PlayKind::ALL.map(|kind| format!("{}{goal}{number}", kind.prefix())).to_vec();
    stipulations.retain(|stipulation| stipulation.parse::<Stipulation>().is_ok());
    let known: Vec<&str> = stipulations.iter().map(String::as_str).collect();
    match nearest_word(text, &known) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => ALL_KINDS.to_owned(),
    }
}

impl Stipulation {
    /// Returns the stipulation of a mate within a number of moves, against every defence.
    pub(crate) fn mate_in(moves: u32) -> Stipulation {
        Stipulation { kind: Direct, goal: Goal::Mate, moves: Some(moves), half: false }
    }

    /// Returns for each ply of a line whether the same side moves again.
    ///
    /// Direct, self and reflex play count as one series of the side that forces. Forced last moves are not counted.
    pub(super) fn side_moves_again(&self) -> Vec<bool> {
        let n = self.moves.unwrap_or(1) as usize;
        let series = |moves: usize| (1..=moves).map(|i| i < moves).collect::<Vec<bool>>();
        match self.kind {
            Help => vec![false; 2 * n + usize::from(self.half)],
            HelpSelf => vec![false; 2 * n - 1],
            SeriesHelp => [series(n), vec![false]].concat(),
            Direct | Self_ | Reflex | SemiReflex | Series | SeriesSelf => series(n),
        }
    }

    /// Returns the numbering of the plies of a line.
    pub(super) fn numbering(&self) -> Numbering {
        match self.kind {
            Help if self.half => Numbering::FromReply,
            Help | HelpSelf => Numbering::Pairs,
            Direct | Self_ | Reflex | SemiReflex | Series | SeriesHelp | SeriesSelf => {
                Numbering::Series(self.moves.unwrap_or(1) as usize)
            }
        }
    }

    /// Whether the number of moves, if there is one, is neither 0 nor too great. `h#0.5` is a single ply.
    pub(super) fn has_valid_number(&self) -> bool {
        let least = if self.half { 0 } else { 1 };
        self.moves.is_none_or(|moves| (least..=MOST_MOVES).contains(&moves))
    }

    /// Returns the side that begins in a position with this side to move.
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
    /// `1...b 2.c d`: as pairs without the first ply.
    FromReply,
    /// `1.a 2.b 3.c d`: a number before each move of a series of this length, none before the answer.
    Series(usize),
}

impl Numbering {
    /// Returns the number that is written before a ply, such as `2.`; empty if none is. Plies are counted from 0.
    pub fn before(self, ply: usize) -> String {
        match self {
            Numbering::Pairs if ply.is_multiple_of(2) => format!("{}.", ply / 2 + 1),
            Numbering::FromReply if ply == 0 => "1...".to_owned(),
            Numbering::FromReply if !ply.is_multiple_of(2) => format!("{}.", ply / 2 + 2),
            Numbering::Series(moves) if ply < moves => format!("{}.", ply + 1),
            Numbering::Pairs | Numbering::FromReply | Numbering::Series(_) => String::new(),
        }
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let text = text.trim();
        let unknown = || StipulationError::Unknown(text.to_owned());
        let sign_at = text.find(['#', '=']).ok_or_else(unknown)?;
        let prefix = &text[..sign_at];
        if let Some(problems) = not_offered(prefix) {
            return Err(StipulationError::NotOffered { text: text.to_owned(), problems });
        }
        let kind = PlayKind::ALL.into_iter().find(|kind| kind.prefix() == prefix).ok_or_else(unknown)?;
        let goal = if text[sign_at..].starts_with('#') { Goal::Mate } else { Goal::Stalemate };
        let length = &text[sign_at + 1..];
        let number = length.strip_suffix(".5").unwrap_or(length);
        let half = number != length;
        if half && kind != Help {
            return Err(StipulationError::Half(text.to_owned()));
        }
        if number.is_empty() && !half && kind == Direct {
            return Ok(Stipulation { kind, goal, moves: None, half });
        }
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(unknown());
        }
        let stipulation = Stipulation { kind, goal, moves: number.parse().ok(), half };
        if stipulation.moves.is_none() || !stipulation.has_valid_number() {
            return Err(StipulationError::Number(text.to_owned()));
        }
        Ok(stipulation)
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
