//! `continuum match` plays games between two players.

use super::games::{PgnText, read_record};
use super::printed::{self, complain};
use super::select::{EndingsArgs, JobsArgs, VariantArgs, whole};
use super::{Failure, Outcome, interrupt, progress};
use continuum::chess::Status;
use continuum::diagnostics::{FileFaults, TextFault, Unreadable, read_text};
use continuum::engine::contest::{Contest, MatchTally, Openings, Sprt, SprtVerdict};
use continuum::engine::players::PlayerSpec;
use continuum::game::{Game, Position, Prepared, Record};
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// The first player, White in odd games: level=1..8, nodes=N, movetime=TIME, random, greedy, sampled2, or uci:COMMAND
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,
    /// The second player
    #[arg(long, value_name = "PLAYER")]
    b: PlayerSpec,
    /// The number of games, even: every opening is played twice, with colours changed
    #[arg(long, value_name = "N", value_parser = even, allow_negative_numbers = true)]
    games: u32,
    /// The first positions: random:PLIES, random:PLIES:SEED, or a file with a position text, FEN or EPD a line
    #[arg(long, value_name = "OPENINGS", default_value = "random:6")]
    openings: String,
    /// Append each game to this file as a line of JSON; a match that was begun in the file is continued
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write all games to this file in PGN, also those that --out holds already
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    jobs: JobsArgs,
    /// End as soon as one of two differences in Elo is far more likely than the other
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The number of plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole::<usize>(1, 100_000), allow_negative_numbers = true)]
    max_plies: usize,
    #[command(flatten)]
    endings: EndingsArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

fn even(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if number > 0 && number.is_multiple_of(2) => Ok(number),
        _ => Err(format!("`{text}` is not an even number from 2: each opening is played twice")),
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let prepared = args.variant.prepare()?;
    let contest = Contest {
        variant: args.variant.name().to_owned(),
        rules: args.variant.overrides_table(),
        openings: openings(&args.openings, &prepared)?,
        prepared,
        a: args.a.clone(),
        b: args.b.clone(),
        games: args.games,
        max_plies: args.max_plies,
        sprt: args.sprt,
        endings: args.endings.read()?,
    };
    let mut tally = MatchTally::default();
    let mut log = GameLog { pgn: args.pgn.as_ref().map(|_| PgnText::default()), ..GameLog::default() };
    let out_path = args.out.as_deref();
    let mut match_file = match out_path {
        Some(path) => Some(open_match_file(path, &contest, &mut tally, &mut log)?),
        None => None,
    };
    // A stopped match begins no further games, and finishes those that have begun.
    let stop = interrupt::stop_at_ctrl_c();
    let bar = progress::bar(contest.games.into(), "games");
    bar.set_position(tally.games().into());
    let played = contest.run(&mut tally, args.jobs.count(), &stop, |record, game, tally| {
        if let (Some(file), Some(path)) = (&mut match_file, out_path) {
            write_line(file, record).map_err(|e| Failure::from(Unreadable::new(path, &e)))?;
        }
        log.add(record, game)?;
        bar.set_position(tally.games().into());
        bar.set_message(format!("games, +{} ={} -{}", tally.wins(), tally.draws(), tally.losses()));
        Ok::<(), Failure>(())
    });
    bar.finish_and_clear();
    if let (Some(path), Some(pgn)) = (&args.pgn, &log.pgn)
        && (played.is_ok() || log.games > 0)
    {
        pgn.write(path)?;
    }
    played?;
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", summary(&contest, &tally, &log))?;
    } else {
        print(&mut out, &contest, &tally)?;
        log.print_statistics(&mut out)?;
    }
    if !contest.is_over(&tally) {
        complain(&format!("ended before all {} games were played", contest.games));
    }
    Ok(Outcome::Expected)
}

/// Returns the openings that the value of `--openings` names: random ones, or those of a file.
///
/// Each line of the file is a position text, FEN or EPD. Empty lines and lines that begin with `#` are skipped.
fn openings(value: &str, prepared: &Prepared) -> Result<Openings, Failure> {
    if value == "random" || value.starts_with("random:") {
        return Ok(value.parse()?);
    }
    let path = Path::new(value);
    let text = read_text(path)?;
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault =
            |column, message| FileFaults::in_line(path, line, TextFault { line: number, column, message });
        let (position, _) = Position::read(prepared, line).map_err(|e| fault(e.column, e.message))?;
        if position.status() != Status::Ongoing {
            return Err(fault(1, format!("the game is over here: {}", position.status())).into());
        }
        positions.push(position);
    }
    if positions.is_empty() {
        let advice = "write a position text, FEN or EPD on each line";
        return Err(format!("{value}: no position in this file: {advice}").into());
    }
    Ok(Openings::Listed(positions))
}

/// Opens the file of a match, and adds its games to the tally and to the log. An empty or missing file begins a new match.
///
/// A file with a line that is not a game of this match is refused. A last line that breaks off, as on a full disk, is dropped.
fn open_match_file(
    path: &Path,
    contest: &Contest,
    tally: &mut MatchTally,
    log: &mut GameLog,
) -> Result<File, Failure> {
    let unreadable = |e: std::io::Error| Unreadable::new(path, &e);
    let mut text = read_games_so_far(path)?;
    let torn_line = begin_of_torn_line(&text);
    if let Some(begin) = torn_line {
        text.truncate(begin);
    }
    for (number, line) in (1u32..).zip(text.lines()) {
        let fault = |column, reason: &dyn std::fmt::Display| {
            let message = format!("{reason}; nothing was changed");
            FileFaults::in_line(path, line, TextFault { line: number as usize, column, message })
        };
        let record = read_record(line).map_err(|e| fault(e.column, &e.message))?;
        if number > contest.games {
            return Err(fault(1, &format!("this match has {} games", contest.games)).into());
        }
        let game = contest.check(number, &record).map_err(|e| fault(1, &e))?;
        tally.add(record.result, Contest::first_plays(number));
        log.add(&record, &game)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(unreadable)?;
    if torn_line.is_some() {
        file.set_len(text.len() as u64).map_err(unreadable)?;
        let note = "the last line broke off in the midst of a game: it was dropped";
        complain(&format!("{}: {note}", path.display()));
    } else if !text.is_empty() && !text.ends_with('\n') {
        file.write_all(b"\n").map_err(unreadable)?;
    }
    Ok(file)
}

/// Returns the text of the file of a match; empty if the file is missing.
fn read_games_so_far(path: &Path) -> Result<String, Failure> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            let reason = "a match goes on from its file, and this is none: name a file with --out";
            Err(format!("{}: {reason}", path.display()).into())
        }
        // `read_text` would refuse an empty file.
        Ok(metadata) if metadata.len() == 0 => Ok(String::new()),
        Ok(_) => Ok(read_text(path)?),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(e) => Err(Unreadable::new(path, &e).into()),
    }
}

/// Returns the byte at which the last line begins, if this line is JSON that breaks off.
fn begin_of_torn_line(text: &str) -> Option<usize> {
    let begin = text.rfind('\n').map_or(0, |end| end + 1);
    let last_line = &text[begin..];
    let breaks_off = serde_json::from_str::<IgnoredAny>(last_line).is_err_and(|e| e.is_eof());
    if breaks_off && !last_line.is_empty() { Some(begin) } else { None }
}

/// Appends a game to a file as one line, in a single call.
fn write_line(file: &mut File, record: &Record) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// Returns a value rounded to two decimals.
fn two_decimals(value: Option<f64>) -> Option<f64> {
    // The sum with 0.0 turns -0.0 into 0.0.
    value.map(|value| (value * 100.0).round() / 100.0 + 0.0)
}

/// Returns a difference of strength as text, in whole Elo. The text begins with the sign, unless it is `0`.
fn signed(elo: f64) -> String {
    match elo.round() {
        0.0 => "0".to_owned(),
        rounded => format!("{rounded:+}"),
    }
}

/// The finished games of a match: their statistics and, with the option `--pgn`, their texts.
#[derive(Default)]
struct GameLog {
    pgn: Option<PgnText>,
    games: u32,
    /// The number of plies in all games.
    plies: usize,
    /// The number of pieces that were captured in all games.
    captures: usize,
    /// The number of plies in the longest game.
    longest: usize,
    /// The number of games that ended for each reason.
    reasons: BTreeMap<String, u32>,
}

impl GameLog {
    fn add(&mut self, record: &Record, game: &Game) -> Result<(), Failure> {
        let plies = game.plies();
        self.games += 1;
        self.plies += plies.len();
        self.captures += plies.iter().map(|ply| ply.made.captures().len()).sum::<usize>();
        self.longest = self.longest.max(plies.len());
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
        if let Some(pgn) = &mut self.pgn {
            pgn.add(record.to_pgn(game), &format!("game {}", record.game))?;
        }
        Ok(())
    }

    /// Returns the mean of a game, given the sum of all games; `None` without a game.
    fn mean(&self, sum: usize) -> Option<f64> {
        (self.games > 0).then(|| sum as f64 / f64::from(self.games))
    }

    fn print_statistics(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (Some(plies), Some(captures)) = (self.mean(self.plies), self.mean(self.captures)) else {
            return Ok(());
        };
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
        write!(out, "{plies:.0} plies a game, at most {}; ", self.longest)?;
        writeln!(out, "{captures:.1} captures; ended by {}", reasons.join(", "))
    }
}

/// Returns the results of a match as `--json` prints them.
fn summary(contest: &Contest, tally: &MatchTally, log: &GameLog) -> serde_json::Value {
    let llr = contest.sprt.and_then(|test| tally.llr(test));
    serde_json::json!({
        "a": contest.a.to_string(),
        "b": contest.b.to_string(),
        "wins": tally.wins(),
        "draws": tally.draws(),
        "losses": tally.losses(),
        "score": tally.score(),
        "elo": two_decimals(tally.elo()),
        "elo_error": two_decimals(tally.elo_error()),
        "llr": two_decimals(llr),
        "plies": two_decimals(log.mean(log.plies)),
        "captures": two_decimals(log.mean(log.captures)),
        "longest": log.longest,
        "reasons": log.reasons,
    })
}

fn print(out: &mut impl Write, contest: &Contest, tally: &MatchTally) -> std::io::Result<()> {
    let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
    writeln!(out, "{} against {}: {wins} won, {draws} drawn, {losses} lost", contest.a, contest.b)?;
    let Some(score) = tally.score() else { return Ok(()) };
    write!(out, "score {:.1} %", score * 100.0)?;
    if let Some(elo) = tally.elo() {
        write!(out, ", Elo {}", signed(elo))?;
        if let Some(error) = tally.elo_error() {
            write!(out, " +- {error:.0}")?;
        }
    }
    writeln!(out)?;
    let Some(test) = contest.sprt else { return Ok(()) };
    if let Some(llr) = tally.llr(test) {
        let verdict = match Sprt::verdict(llr) {
            Some(SprtVerdict::Higher) => "the higher strength is accepted",
            Some(SprtVerdict::Lower) => "the lower strength is accepted",
            None => "undecided",
        };
        writeln!(out, "LLR {llr:.2} of {:.2}: {verdict}", Sprt::bound())
    } else {
        let reason = "it needs pairs of games with different scores, and all pairs so far have the same";
        writeln!(out, "no LLR: {reason}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_has_no_sign() {
        assert_eq!([-0.3, -0.0, 0.4, -0.6, 12.4].map(signed), ["0", "0", "0", "-1", "+12"]);
        assert_eq!(serde_json::json!(two_decimals(Some(-0.001))).to_string(), "0.0");
    }
}
