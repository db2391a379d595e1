//! `continuum analyze`: JSON lines in, JSON lines out, in order, in constant memory.
//!
//! Each core reads some lines, answers them and writes the answers. `lines` gives out the lines in batches,
//! `game::line` answers one, and `order` writes the answers in the order of the lines.

mod lines;
mod order;

use self::lines::{Batch, LONGEST_LINE, Lines};
use self::order::{Answers, OrderedOutput};
use super::printed::{self, complain};
use super::select::JobsArgs;
use super::{Failure, Outcome};
use crate::diagnostics::{Unreadable, io_message};
use crate::game::{LineOptions, NumberTexts, SpanForm, Unknown, VariantCache, answer_line};
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file of lines; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    input: PathBuf,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print an example of a line of input, and stop
    #[arg(long)]
    example: bool,
    /// Ignore unknown fields of a line
    #[arg(long)]
    lenient: bool,
    /// Print spans as arrays of numbers (docs/json.md has their order)
    #[arg(long)]
    compact: bool,
}

/// The number of bytes that are read at once. They stay in the nearest cache of a core until they are used.
const CHUNK: usize = 1 << 16;

/// The number of batches that may wait for earlier ones, for each thread.
const WAITING: usize = 4;

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.example {
        writeln!(printed::stdout(), "{}", json!({ "id": 1, "variant": "zeno", "position": "start" }))?;
        return Ok(Outcome::Fine);
    }
    let options = LineOptions {
        unknown: if args.lenient { Unknown::PassedOver } else { Unknown::Refused },
        form: if args.compact { SpanForm::Compact } else { SpanForm::Named },
    };
    let (input, name): (Box<dyn Read + Send>, _) = if args.input == Path::new("-") {
        (Box::new(stdin()), "standard input".to_owned())
    } else {
        let file = File::open(&args.input).map_err(|e| Unreadable::new(&args.input, &e))?;
        (Box::new(file), args.input.display().to_string())
    };
    let task = Task { name, options, cache: VariantCache::default() };
    let bad = answer_all(BufReader::with_capacity(CHUNK, input), stdout(), &task, args.jobs.count())?;
    bad.iter().for_each(|message| complain(message));
    Ok(if bad.is_empty() { Outcome::Fine } else { Outcome::Bad })
}

/// The settings and variants that all threads share.
struct Task {
    /// The name of the input, for errors.
    name: String,
    options: LineOptions,
    cache: VariantCache,
}

/// Answers every line. Returns messages about bad ones.
fn answer_all(
    input: impl BufRead + Send,
    output: impl Write + Send,
    task: &Task,
    threads: usize,
) -> Result<Vec<String>, Failure> {
    let (input, output) = (Mutex::new(Lines::new(input)), OrderedOutput::new(output, WAITING * threads));
    let work = || work(&input, &output, task);
    let read = std::thread::scope(|scope| {
        let another = |_| std::thread::Builder::new().name("lines".to_owned()).spawn_scoped(scope, work);
        // If the system starts no more threads, the others do the work.
        let others: Vec<_> = (1..threads).map_while(|i| another(i).ok()).collect();
        let own = work();
        let joined = others.into_iter().map(|other| other.join().unwrap_or_else(|e| resume_unwind(e)));
        joined.fold(own, std::io::Result::and)
    });
    read.map_err(|e| format!("{}: {}", task.name, io_message(&e)))?;
    Ok(output.finish()?)
}

/// Reads, answers and writes lines until the input ends.
fn work(
    input: &Mutex<Lines<impl BufRead>>,
    output: &OrderedOutput<impl Write>,
    task: &Task,
) -> std::io::Result<()> {
    let _closed_by_panic = output.closed_by_panic();
    let (mut batch, mut numbers, mut text) = (Batch::default(), NumberTexts::default(), Vec::new());
    loop {
        input.lock().unwrap_or_else(PoisonError::into_inner).take(&mut batch)?;
        if batch.is_empty() {
            return Ok(());
        }
        let answers = answer(&batch, task, &mut numbers, text);
        let Some(buffer) = output.put(batch.turn, answers) else { return Ok(()) };
        text = buffer;
    }
}

/// Appends the answers to the lines of a batch to an empty buffer.
fn answer(batch: &Batch, task: &Task, numbers: &mut NumberTexts, text: Vec<u8>) -> Answers {
    let mut answers = Answers { text, ..Answers::default() };
    for line in batch.lines() {
        answers.lines += 1;
        let bytes = line.bytes.ok_or_else(|| format!("the line is longer than {} MiB", LONGEST_LINE >> 20));
        if let Err(error) = answer_line(bytes, &task.cache, task.options, numbers, &mut answers.text) {
            answers.bad.push(format!("{}:{}: {error}", task.name, line.number));
        }
        answers.text.push(b'\n');
    }
    answers
}
