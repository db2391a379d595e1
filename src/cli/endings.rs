//! `continuum endings`

use super::printed::{self, complain, counted, note};
use super::select::{JobsArgs, VariantArgs, located_in_option, whole};
use super::{Failure, Outcome, interrupt, progress};
use crate::chess::Color;
use crate::endings::{self, Counts, EXTENSION, Ending, EndingPlan, Tables, Value, WrongTables};
use crate::game::{Position, Prepared};
use crate::lattice;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(mut_arg("variant", VariantArgs::usually_orthodox))]
pub struct Args {
    /// The men, White's in capitals, at most four of K Q R B N P: KQk, KRkr, KPk
    #[arg(value_name = "MEN")]
    ending: Ending,
    #[command(flatten)]
    variant: VariantArgs,
    /// Print the value of this position instead of the statistics
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Write the tables to this file, whose name ends with `.endings`
    #[arg(long, value_name = "FILE", value_parser = named_as_endings)]
    save: Option<PathBuf>,
    /// Use the tables in this folder, and compute only missing ones
    #[arg(long, value_name = "DIR")]
    endings: Option<PathBuf>,
    /// The most memory for the tables, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = whole::<u32>(1, 1 << 22), allow_negative_numbers = true)]
    memory: u32,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

fn named_as_endings(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let fits = path.extension().is_some_and(|extension| extension == EXTENSION);
    fits.then_some(path).ok_or_else(|| format!("`{text}` does not end with .{EXTENSION}"))
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let begun = Instant::now();
    let prepared = args.variant.prepare()?;
    let Prepared::Lattice(rules) = &prepared else {
        let name = prepared.variant().name();
        return Err(format!("`{name}` is played on the plane: endings are worked out cell by cell").into());
    };
    let asked = args.position.as_deref().map(|text| read_position(&prepared, text)).transpose()?;
    let mut tables = Tables::new(rules)?;
    if let Some(folder) = &args.endings {
        endings::read_needed(folder, &mut tables, &args.ending)?;
    }
    let plan = tables.plan(&args.ending);
    let pool = args.jobs.pool()?;
    let stop = interrupt::stop_at_ctrl_c();
    announce(args, &plan, pool.current_num_threads())?;
    let bar = progress::bar(0, "");
    let worked_out = pool.install(|| {
        tables.work_out(plan, &stop, &|progress| {
            bar.set_length(progress.all as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(format!("endings; {}, ply {}", progress.ending, progress.plies));
        })
    });
    bar.finish_and_clear();
    if let Err(cut) = worked_out {
        complain(&cut.to_string());
        return Ok(Outcome::Interrupted);
    }
    if let Some(path) = &args.save {
        endings::write(path, &tables)?;
    }
    let report = EndingReport { args, tables: &tables, variant: rules.variant().name(), begun };
    match asked {
        Some(position) => report.position(&position)?,
        None => report.ending()?,
    }
    Ok(Outcome::Fine)
}

fn read_position(prepared: &Prepared, text: &str) -> Result<Box<lattice::LatticePosition>, Failure> {
    match Position::read(prepared, text).map_err(|e| located_in_option("--position", text, &e))? {
        (Position::Lattice(position), _) => Ok(position),
        (Position::Plane(_), _) => Err("--position: a position of cells is needed".into()),
    }
}

/// Prints the cost of the work, and refuses what costs too much.
fn announce(args: &Args, plan: &EndingPlan, threads: usize) -> Result<(), Failure> {
    let megabytes = plan.bytes().div_ceil(1 << 20);
    if megabytes > args.memory.into() {
        let Args { ending, memory, .. } = args;
        let cost = format!("{ending} takes {megabytes} MB for its tables");
        return Err(format!("{cost}, and {memory} are allowed: raise --memory").into());
    }
    if plan.positions() > 0 {
        let (positions, seconds) = (plan.positions(), plan.seconds(threads).ceil());
        note(&format!("{}: {positions} positions, {megabytes} MB, about {seconds} s", args.ending));
    }
    Ok(())
}

/// The data of the printed result.
struct EndingReport<'a> {
    args: &'a Args,
    tables: &'a Tables,
    variant: &'a str,
    begun: Instant,
}

impl EndingReport<'_> {
    /// Returns the moves of best play from a position, up to the end of the game.
    fn line(&self, position: &lattice::LatticePosition) -> Result<Vec<String>, WrongTables> {
        let mut position = position.clone();
        let mut line = Vec::new();
        for m in self.tables.line(position.state())? {
            if position.play_move(m).is_err() {
                break;
            }
            line.push(position.rules().move_text(m));
        }
        Ok(line)
    }

    /// Prints the statistics of the ending.
    fn ending(&self) -> Result<(), Failure> {
        let Args { ending, json, .. } = self.args;
        let [white, black] = self.tables.counts(ending).unwrap_or_default();
        let (mut moves, mut text, mut line) = (None, None, Vec::new());
        if let Some((value, position)) = self.tables.longest(ending) {
            (moves, text, line) = (value.moves(), Some(position.to_string()), self.line(&position)?);
        }
        let seconds = self.begun.elapsed().as_secs_f64();
        let mut out = printed::stdout();
        if *json {
            let report = json!({
                "ending": ending.to_string(), "variant": self.variant, "white_to_move": white, "black_to_move": black,
                "longest": moves, "longest_position": text, "line": line, "seconds": seconds,
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(out, "{ending}, {}", self.variant)?;
        for (side, counts) in [(Color::White, white), (Color::Black, black)] {
            let Counts { legal, won, drawn, lost } = counts;
            writeln!(out, "{side} to move: {legal} positions, {won} won, {drawn} drawn, {lost} lost")?;
        }
        match (moves, text) {
            (Some(moves), Some(text)) => {
                writeln!(out, "longest win: {}: {text}", counted(moves.into(), "move", "moves"))?;
                if !line.is_empty() {
                    writeln!(out, "{}", line.join(" "))?;
                }
            }
            _ => writeln!(out, "nobody can win")?,
        }
        writeln!(out, "{seconds:.1} s")?;
        Ok(())
    }

    /// Prints the value of one position.
    fn position(&self, position: &lattice::LatticePosition) -> Result<(), Failure> {
        let Args { ending, json, .. } = self.args;
        let value = self.tables.value(position.state()).ok_or_else(|| {
            format!("--position: {ending} does not lead to `{position}`: kings, rooks and pawns with a right of the unmoved are in no table")
        })?;
        let result = match value {
            Value::Won(_) => "won",
            Value::Drawn => "drawn",
            Value::Lost(_) => "lost",
        };
        let line = self.line(position)?;
        let may_be_drawn = self.tables.may_be_drawn_first(position.state());
        let mut out = printed::stdout();
        if *json {
            let report = json!({
                "ending": ending.to_string(), "variant": self.variant, "position": position.to_string(),
                "value": result, "moves": value.moves(), "may_be_drawn": may_be_drawn, "line": line,
                "seconds": self.begun.elapsed().as_secs_f64(),
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        let moves = value.moves().map(|moves| format!(" in {}", counted(moves.into(), "move", "moves")));
        let moves = moves.unwrap_or_default();
        writeln!(out, "{} to move: {result}{moves}", position.turn())?;
        if !line.is_empty() {
            writeln!(out, "{}", line.join(" "))?;
        }
        if may_be_drawn {
            let quiet = position.halfmove();
            write!(out, "the tables do not know the count of quiet plies, {quiet}: ")?;
            writeln!(out, "a game may be drawn by it first")?;
        }
        Ok(())
    }
}
