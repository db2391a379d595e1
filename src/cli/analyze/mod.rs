//! `continuum analyze` reads positions as JSON lines, and writes their legal sets as JSON lines in the same order.
//!
//! Each thread reads a batch of lines, answers them and writes the answers. `lines` reads the batches, `game::line` answers a
//! line, and `order` writes the answers in the order of the lines. Memory does not grow with the input.

mod lines;
mod order;

use self::lines::{Batch, LONGEST_LINE, Lines};
use self::order::{Answers, OrderedOutput};
use super::printed::{self, complain};
use super::select::JobsArgs;
use super::{Failure, Outcome};
use continuum::diagnostics::{Unreadable, io_message};
use continuum::game::{LineOptions, NumberTexts, SpanForm, UnknownFieldPolicy, VariantCache, answer_line};
use serde_json::json;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
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

/// The size of the buffer of the input, in bytes. A buffer of this size stays in the nearest cache of a core.
const BUFFER_SIZE: usize = 1 << 16;

/// The number of answered batches for each thread that may wait for earlier batches.
const WAITING_BATCHES: usize = 4;

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.example {
        writeln!(printed::stdout(), "{}", json!({ "id": 1, "variant": "zeno", "position": "start" }))?;
        return Ok(Outcome::Expected);
    }
    let options = LineOptions {
        unknown_fields: if args.lenient { UnknownFieldPolicy::Ignored } else { UnknownFieldPolicy::Refused },
        form: if args.compact { SpanForm::Compact } else { SpanForm::Named },
    };
    let (input, input_name): (Box<dyn Read + Send>, _) = if args.input == Path::new("-") {
        (Box::new(stdin()), "standard input".to_owned())
    } else {
        let file = File::open(&args.input).map_err(|e| Unreadable::new(&args.input, &e))?;
        (Box::new(file), args.input.display().to_string())
    };
    let shared = Shared { input_name, options, cache: VariantCache::default() };
    let input = Mutex::new(Lines::new(BufReader::with_capacity(BUFFER_SIZE, input)));
    let pool = args.jobs.pool()?;
    let output = OrderedOutput::new(stdout(), WAITING_BATCHES * pool.current_num_threads());
    for read in pool.broadcast(|_| answer_batches(&input, &output, &shared)) {
        read.map_err(|e| format!("{}: {}", shared.input_name, io_message(&e)))?;
    }
    let messages = output.finish()?;
    messages.iter().for_each(|message| complain(message));
    Ok(if messages.is_empty() { Outcome::Expected } else { Outcome::BadInput })
}

/// The settings and variants that all threads share.
struct Shared {
    /// The name of the input, for messages.
    input_name: String,
    options: LineOptions,
    cache: VariantCache,
}

/// Reads, answers and writes batches until the input ends.
fn answer_batches(
    input: &Mutex<Lines<impl BufRead>>,
    output: &OrderedOutput<impl Write>,
    shared: &Shared,
) -> std::io::Result<()> {
    let _closed_by_panic = output.closed_by_panic();
    let (mut numbers, mut buffer) = (NumberTexts::default(), Vec::new());
    loop {
        let batch = input.lock().unwrap_or_else(PoisonError::into_inner).read_batch()?;
        if batch.lines.is_empty() {
            return Ok(());
        }
        let answers = answer_batch(&batch, shared, &mut numbers, buffer);
        let Some(empty_buffer) = output.put(batch.number, answers) else { return Ok(()) };
        buffer = empty_buffer;
    }
}

/// Returns the answers to the lines of a batch. `buffer` is empty, and its memory is reused for the text of the answers.
fn answer_batch(batch: &Batch, shared: &Shared, numbers: &mut NumberTexts, buffer: Vec<u8>) -> Answers {
    let mut answers = Answers { text: buffer, ..Answers::default() };
    for line in &batch.lines {
        answers.lines += 1;
        let too_long = || format!("the line is longer than {} MiB", LONGEST_LINE >> 20);
        let bytes = line.bytes.as_deref().ok_or_else(too_long);
        if let Err(error) = answer_line(bytes, &shared.cache, shared.options, numbers, &mut answers.text) {
            answers.bad_lines.push(format!("{}:{}: {error}", shared.input_name, line.number));
        }
        answers.text.push(b'\n');
    }
    answers
}
