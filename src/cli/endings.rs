//! `continuum endings` computes the tables of an ending.

use super::printed::{self, complain, counted, note};
use super::select::{JobsArgs, VariantArgs, located_in_option, whole};
use super::{Failure, Outcome, interrupt, progress};
use continuum::chess::Color;
use continuum::endings::{
    self, Counts, EXTENSION, Ending, EndingPlan, Tables, Value, ValuedPosition, WrongTables,
};
use continuum::game::{Position, Prepared};
use continuum::lattice::LatticePosition;
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
    #[arg(long = "endings", value_name = "DIR")]
    tables_in: Option<PathBuf>,
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
    let has_extension = path.extension().is_some_and(|extension| extension == EXTENSION);
    if has_extension { Ok(path) } else { Err(format!("`{text}` does not end with .{EXTENSION}")) }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let begin = Instant::now();
    let prepared = args.variant.prepare()?;
    let Prepared::Lattice(rules) = &prepared else {
        let name = prepared.variant().name();
        return Err(format!("`{name}` is played on the plane: endings are worked out cell by cell").into());
    };
    let position = args.position.as_deref().map(|text| read_position(&prepared, text)).transpose()?;
    let mut tables = Tables::new(rules)?;
    if let Some(folder) = &args.tables_in {
        endings::read_needed(folder, &mut tables, &args.ending)?;
    }
    let plan = tables.plan(&args.ending);
    let pool = args.jobs.pool()?;
    let stop = interrupt::stop_at_ctrl_c();
    check_memory(args, &tables, &plan)?;
    announce(&args.ending, &plan, pool.current_num_threads());
    let bar = progress::bar(0, "");
    let worked_out = pool.install(|| {
        tables.work_out(plan, &stop, &|progress| {
            bar.set_length(progress.all as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(format!("endings; {}, ply {}", progress.ending, progress.plies));
        })
    });
    bar.finish_and_clear();
    if let Err(interrupted) = worked_out {
        complain(&interrupted.to_string());
        return Ok(Outcome::Interrupted);
    }
    if let Some(path) = &args.save {
        endings::write(path, &tables)?;
    }
    let report = EndingReport { args, tables: &tables, variant: rules.variant().name(), begin };
    match position {
        Some(position) => report.print_value(&position)?,
        None => report.print_statistics()?,
    }
    Ok(Outcome::Expected)
}

fn read_position(prepared: &Prepared, text: &str) -> Result<Box<LatticePosition>, Failure> {
    match Position::read(prepared, text).map_err(|e| located_in_option("--position", text, &e))? {
        (Position::Lattice(position), _) => Ok(position),
        (Position::Plane(_), _) => Err("--position: a position of cells is needed".into()),
    }
}

/// Returns an error if the tables that were read and those that have to be computed take more memory than is allowed.
fn check_memory(args: &Args, tables: &Tables, plan: &EndingPlan) -> Result<(), Failure> {
    let Args { ending, memory, .. } = args;
    let megabytes = in_megabytes(tables.bytes() + plan.bytes());
    if megabytes <= u64::from(*memory) {
        return Ok(());
    }
    let cost = format!("{ending} takes {megabytes} MB for its tables");
    Err(format!("{cost}, and {memory} are allowed: raise --memory").into())
}

/// Prints the memory and the time that a plan takes, unless all tables were read.
fn announce(ending: &Ending, plan: &EndingPlan, threads: usize) {
    if plan.positions() > 0 {
        let (positions, megabytes) = (plan.positions(), in_megabytes(plan.bytes()));
        let seconds = plan.estimated_seconds(threads).ceil();
        note(&format!("{ending}: {positions} positions, {megabytes} MB, about {seconds} s"));
    }
}

/// Returns a number of bytes in megabytes, rounded up.
fn in_megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

struct EndingReport<'a> {
    args: &'a Args,
    tables: &'a Tables,
    variant: &'a str,
    /// The time at which the command began.
    begin: Instant,
}

/// A longest win of an ending.
struct LongestWin {
    moves: u16,
    position: LatticePosition,
    /// The moves of best play from the position.
    line: Vec<String>,
}

impl EndingReport<'_> {
    /// Returns the moves of best play from a position, up to the end of the game.
    ///
    /// The tables ignore the count of quiet plies. If it draws the game before their line ends, the rest of the line is left out.
    fn line(&self, position: &LatticePosition) -> Result<Vec<String>, WrongTables> {
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

    /// Returns a longest win of the ending; `None` if nobody can win.
    fn longest_win(&self) -> Result<Option<LongestWin>, WrongTables> {
        let Some(ValuedPosition { value, position }) = self.tables.longest(&self.args.ending) else {
            return Ok(None);
        };
        let line = self.line(&position)?;
        Ok(value.moves().map(|moves| LongestWin { moves, position, line }))
    }

    fn print_statistics(&self) -> Result<(), Failure> {
        let Args { ending, json, .. } = self.args;
        // The ending was worked out, so it has counts.
        let [white, black] = self.tables.counts(ending).unwrap_or_default();
        let longest = self.longest_win()?;
        let seconds = self.begin.elapsed().as_secs_f64();
        let mut out = printed::stdout();
        if *json {
            let report = json!({
                "ending": ending.to_string(), "variant": self.variant, "white_to_move": white, "black_to_move": black,
                "longest": longest.as_ref().map(|win| win.moves),
                "longest_position": longest.as_ref().map(|win| win.position.to_string()),
                "line": longest.map(|win| win.line).unwrap_or_default(), "seconds": seconds,
            });
            return Ok(writeln!(out, "{report}")?);
        }
        writeln!(out, "{ending}, {}", self.variant)?;
        for (side, counts) in [(Color::White, white), (Color::Black, black)] {
            let Counts { legal, won, drawn, lost } = counts;
            writeln!(out, "{side} to move: {legal} positions, {won} won, {drawn} drawn, {lost} lost")?;
        }
        if let Some(LongestWin { moves, position, line }) = longest {
            writeln!(out, "longest win: {}: {position}", counted(moves.into(), "move", "moves"))?;
            print_line(&mut out, &line)?;
        } else {
            writeln!(out, "nobody can win")?;
        }
        Ok(writeln!(out, "{seconds:.1} s")?)
    }

    fn print_value(&self, position: &LatticePosition) -> Result<(), Failure> {
        let Args { ending, json, .. } = self.args;
        let value = self.tables.value(position.state()).ok_or_else(|| {
            let causes = "the men are others, or a king, rook or pawn may still castle or make a double step";
            format!("--position: no table of {ending} has `{position}`: {causes}")
        })?;
        let result = match value {
            Value::Won(_) => "won",
            Value::Drawn => "drawn",
            Value::Lost(_) => "lost",
        };
        let line = self.line(position)?;
        let may_be_drawn = self.tables.may_be_drawn_before_win(position.state());
        let mut out = printed::stdout();
        if *json {
            let report = json!({
                "ending": ending.to_string(), "variant": self.variant, "position": position.to_string(),
                "value": result, "moves": value.moves(), "may_be_drawn": may_be_drawn, "line": line,
                "seconds": self.begin.elapsed().as_secs_f64(),
            });
            return Ok(writeln!(out, "{report}")?);
        }
        let length = match value.moves() {
            Some(moves) => format!(" in {}", counted(moves.into(), "move", "moves")),
            None => String::new(),
        };
        writeln!(out, "{} to move: {result}{length}", position.turn())?;
        print_line(&mut out, &line)?;
        if may_be_drawn {
            let quiet_plies = position.halfmove();
            write!(out, "the tables do not know the count of quiet plies, {quiet_plies}: ")?;
            writeln!(out, "a game may be drawn by it first")?;
        }
        Ok(())
    }
}

/// Prints the moves of a line, if it has any.
fn print_line(out: &mut impl Write, moves: &[String]) -> std::io::Result<()> {
    if moves.is_empty() { Ok(()) } else { writeln!(out, "{}", moves.join(" ")) }
}
