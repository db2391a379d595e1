//! `continuum match`

use super::games::{PgnText, read_record};
use super::printed::{self, complain};
use super::select::{EndingsArgs, JobsArgs, VariantArgs, whole};
use super::{Failure, Outcome, interrupt, progress};
use crate::chess::Status;
use crate::diagnostics::{FileFaults, TextFault, Unreadable, read_text};
use crate::engine::contest::{Contest, MatchTally, Openings, Sprt, SprtVerdict};
use crate::engine::players::PlayerSpec;
use crate::game::{Game, Position, Prepared, Record};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write};
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
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = whole::<u32>(1, 100_000), allow_negative_numbers = true)]
    max_plies: u32,
    #[command(flatten)]
    endings: EndingsArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

fn even(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|n: &u32| *n > 0 && n.is_multiple_of(2));
    number.ok_or_else(|| format!("`{text}` is not an even number from 2: each opening is played twice"))
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
        max_plies: args.max_plies as usize,
        sprt: args.sprt,
        endings: args.endings.read()?,
    };
    let mut tally = MatchTally::default();
    let mut log = GameLog { pgn: args.pgn.as_ref().map(|_| PgnText::default()), ..GameLog::default() };
    let mut file = args.out.as_deref().map(|path| open(path, &contest, &mut tally, &mut log)).transpose()?;
    // Games that have begun are finished.
    let stop = interrupt::stop_at_ctrl_c();
    let bar = progress::bar(contest.games.into(), "games");
    bar.set_position(tally.games().into());
    let played = contest.run(&mut tally, args.jobs.count(), &stop, |record, game, tally| {
        if let Some(MatchFile { path, file }) = &mut file {
            write_line(file, record).map_err(|e| Failure::from(Unreadable::new(path, &e)))?;
        }
        log.add(record, game)?;
        bar.set_position(tally.games().into());
        bar.set_message(format!("games, +{} ={} -{}", tally.wins(), tally.draws(), tally.losses()));
        Ok::<(), Failure>(())
    });
    bar.finish_and_clear();
    if let (Some(path), Some(pgn)) = (&args.pgn, &log.pgn) {
        pgn.write(path)?;
    }
    played?;
    let mut out = printed::stdout();
    if args.json {
        writeln!(out, "{}", summary(&contest, &tally, &log.course))?;
    } else {
        print(&mut out, &contest, &tally)?;
        log.course.print(&mut out)?;
    }
    out.flush()?;
    if !contest.is_over(&tally) {
        complain(&format!("ended before all {} games were played", contest.games));
    }
    Ok(Outcome::Fine)
}

/// Returns random openings, or those of a file with a position text, FEN or EPD on each line. Empty lines and those that begin with `#` are
/// skipped.
fn openings(text: &str, prepared: &Prepared) -> Result<Openings, Failure> {
    if text == "random" || text.starts_with("random:") {
        return Ok(text.parse()?);
    }
    let written = read_text(Path::new(text))?;
    let mut positions = Vec::new();
    for (index, line) in written.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fault = |column, message| {
            FileFaults::in_line(Path::new(text), line, TextFault { line: index + 1, column, message })
        };
        let (position, _) = Position::read(prepared, line).map_err(|e| fault(e.column, e.message))?;
        if position.status() != Status::Ongoing {
            return Err(fault(1, format!("the game is over here: {}", position.status())).into());
        }
        positions.push(position);
    }
    if positions.is_empty() {
        let wanted = "write a position text, FEN or EPD on each line";
        return Err(format!("{text}: no position in this file: {wanted}").into());
    }
    Ok(Openings::Listed(positions))
}

/// The file to which a match is appended.
struct MatchFile<'p> {
    path: &'p Path,
    file: File,
}

/// Opens the file of a match and counts its games. An empty file is that of a new match. If a line is not a game, the file is refused and
/// stays unchanged. A last line that ends within a game, as on a full disk, is dropped.
fn open<'p>(
    path: &'p Path,
    contest: &Contest,
    tally: &mut MatchTally,
    log: &mut GameLog,
) -> Result<MatchFile<'p>, Failure> {
    let unreadable = |e: std::io::Error| Failure::from(Unreadable::new(path, &e));
    let mut written = match std::fs::metadata(path) {
        Ok(known) if !known.is_file() => {
            let why = "a match goes on from its file, and this is none: name a file with --out";
            return Err(format!("{}: {why}", path.display()).into());
        }
        Ok(known) if known.len() == 0 => String::new(),
        Ok(_) => read_text(path)?,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(unreadable(e)),
    };
    let torn = torn_line(&written);
    if let Some(begin) = torn {
        written.truncate(begin);
    }
    for (index, line) in written.lines().enumerate() {
        let number = index as u32 + 1;
        let at = |column, why: &dyn std::fmt::Display| {
            let message = format!("{why}; nothing was changed");
            FileFaults::in_line(path, line, TextFault { line: index + 1, column, message })
        };
        let record = read_record(line).map_err(|e| at(e.column, &e.message))?;
        if number > contest.games {
            return Err(at(1, &format!("this match has {} games", contest.games)).into());
        }
        let game = contest.check(number, &record).map_err(|e| at(1, &e))?;
        tally.add(record.result, Contest::first_plays(number));
        log.add(&record, &game)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(unreadable)?;
    if torn.is_some() {
        file.set_len(written.len() as u64).map_err(unreadable)?;
        let what = "the last line broke off in the midst of a game: it was dropped";
        complain(&format!("{}: {what}", path.display()));
    } else if !written.is_empty() && !written.ends_with('\n') {
        file.write_all(b"\n").map_err(unreadable)?;
    }
    file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    Ok(MatchFile { path, file })
}

/// Returns the byte at which an incomplete last line begins, if the text has one.
fn torn_line(written: &str) -> Option<usize> {
    let begin = written.rfind('\n').map_or(0, |end| end + 1);
    let last = &written[begin..];
    let read = serde_json::from_str::<serde::de::IgnoredAny>(last);
    let breaks_off = !last.is_empty() && read.is_err_and(|e| e.is_eof());
    breaks_off.then_some(begin)
}

/// Writes a game as one line, in one call.
fn write_line(file: &mut File, record: &Record) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.flush()
}

/// Returns a value with two decimals, more than any match justifies, and never `-0`.
fn two_decimals(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 100.0).round() / 100.0 + 0.0)
}

/// Returns a difference of strength in whole Elo with its sign; `0` has none.
fn signed(elo: f64) -> String {
    match elo.round() {
        0.0 => "0".to_owned(),
        whole => format!("{whole:+}"),
    }
}

/// The games so far, as statistics and in PGN.
#[derive(Default)]
struct GameLog {
    course: Course,
    /// The games in PGN, if these are asked for.
    pgn: Option<PgnText>,
}

impl GameLog {
    fn add(&mut self, record: &Record, game: &Game) -> Result<(), Failure> {
        self.course.add(record, game);
        if let Some(pgn) = &mut self.pgn {
            pgn.add(record.to_pgn(game), &format!("game {}", record.game))?;
        }
        Ok(())
    }
}

/// Statistics of games: their lengths, captures and ends.
#[derive(Default)]
struct Course {
    games: u32,
    plies: usize,
    captures: usize,
    longest: usize,
    /// The number of games that ended for each reason.
    reasons: BTreeMap<String, u32>,
}

impl Course {
    fn add(&mut self, record: &Record, game: &Game) {
        self.games += 1;
        self.plies += game.plies().len();
        self.captures += game.plies().iter().map(|ply| ply.done.captures().len()).sum::<usize>();
        self.longest = self.longest.max(game.plies().len());
        *self.reasons.entry(record.reason.clone()).or_default() += 1;
    }

    /// Returns the mean of a game from the sum of all games, or none before the first game.
    fn mean(&self, sum: usize) -> Option<f64> {
        (self.games > 0).then(|| sum as f64 / f64::from(self.games))
    }

    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (Some(plies), Some(captures)) = (self.mean(self.plies), self.mean(self.captures)) else {
            return Ok(());
        };
        let reason = |(reason, games): (&String, &u32)| format!("{reason} {games}");
        let reasons = self.reasons.iter().map(reason).collect::<Vec<_>>().join(", ");
        write!(out, "{plies:.0} plies a game, at most {}; ", self.longest)?;
        writeln!(out, "{captures:.1} captures; ended by {reasons}")
    }
}

fn summary(contest: &Contest, tally: &MatchTally, course: &Course) -> serde_json::Value {
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
        "plies": two_decimals(course.mean(course.plies)),
        "captures": two_decimals(course.mean(course.captures)),
        "longest": course.longest,
        "reasons": course.reasons,
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
        let why = "it needs pairs of games with different scores, and all pairs so far have the same";
        writeln!(out, "no LLR: {why}")
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
