//! `continuum analyze`: JSON lines in, JSON lines out, in order, in constant memory.
//!
//! One thread reads, all cores answer, another thread writes. `lines` reads batches of lines, `request` answers one.

mod lines;
mod request;

use self::lines::{Line, Lines};
use self::request::{Options, Unknown};
use super::{Failure, Outcome, progress};
use crate::diagnostics::io_message;
use crate::game::{SpanForm, VariantCache};
use rayon::prelude::*;
use serde_json::json;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print a line of input to begin with, and stop
    #[arg(long)]
    example: bool,
    /// Pass over fields of a line that are not known
    #[arg(long)]
    lenient: bool,
    /// Print spans as arrays of numbers (docs/json.md has their order)
    #[arg(long)]
    compact: bool,
}

/// How much is taken from the input at once, in bytes.
const CHUNK: usize = 1 << 20;

/// How many batches may wait to be answered, and to be written.
const WAITING: usize = 2;

/// How many lines are answered into one buffer.
const LINES_AT_ONCE: usize = 16;

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.example {
        writeln!(std::io::stdout().lock(), "{}", json!({ "id": 1, "variant": "zeno", "position": "start" }))?;
        return Ok(Outcome::Fine);
    }
    let options = Options {
        unknown: if args.lenient { Unknown::PassedOver } else { Unknown::Refused },
        form: if args.compact { SpanForm::Compact } else { SpanForm::Named },
    };
    let input = std::io::BufReader::with_capacity(CHUNK, std::io::stdin());
    match answer_all(input, std::io::stdout(), options)? {
        None => Ok(Outcome::Fine),
        Some(first) => {
            eprintln!("continuum: {first}");
            Ok(Outcome::Bad)
        }
    }
}

/// Answers to some lines in order.
struct Answers {
    text: Vec<u8>,
    lines: u64,
    bad: u64,
    first_bad: Option<String>,
}

/// Buffers that have been written and may be filled again. Memory that is given back and asked for anew is cleared by the
/// system each time.
#[derive(Default)]
struct Spare(Mutex<Vec<Vec<u8>>>);

impl Spare {
    fn lock(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An empty buffer.
    fn take(&self) -> Vec<u8> {
        self.lock().pop().unwrap_or_default()
    }

    /// Keeps a buffer, unless an unusually long answer has made it large.
    fn put(&self, mut buffer: Vec<u8>) {
        if buffer.capacity() <= CHUNK {
            buffer.clear();
            self.lock().push(buffer);
        }
    }
}

/// Answers every line. Returns a message about the bad ones, if there are any.
fn answer_all(
    input: impl BufRead + Send,
    output: impl Write + Send,
    options: Options,
) -> Result<Option<String>, Failure> {
    let (to_answer, batches) = sync_channel::<std::io::Result<Vec<Line>>>(WAITING);
    let (to_write, answered) = sync_channel::<Vec<Answers>>(WAITING);
    let reader = std::thread::Builder::new().name("lines".to_owned());
    let spare = &Spare::default();
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || write_all(&answered, output, spare));
        // It ends with the input, or when nobody takes its lines any more.
        reader.spawn_scoped(scope, move || {
            let mut lines = Lines::new(input);
            loop {
                let batch = lines.batch();
                let is_last = batch.as_ref().map_or(true, Vec::is_empty);
                if to_answer.send(batch).is_err() || is_last {
                    break;
                }
            }
        })?;
        let cache = VariantCache::default();
        for batch in batches {
            let batch = batch.map_err(|e| format!("standard input: {}", io_message(&e)))?;
            let answers =
                batch.par_chunks(LINES_AT_ONCE).map(|lines| answer(lines, &cache, options, spare)).collect();
            if to_write.send(answers).is_err() {
                break;
            }
        }
        drop(to_write);
        let told = writer.join().map_err(|_| "the answers could not be written")??;
        Ok(told)
    })
}

fn answer(lines: &[Line], cache: &VariantCache, options: Options, spare: &Spare) -> Answers {
    let text = spare.take();
    let mut answers = Answers { text, lines: lines.len() as u64, bad: 0, first_bad: None };
    for line in lines {
        if let Err(error) = request::answer(line, cache, options, &mut answers.text) {
            answers.bad += 1;
            answers.first_bad.get_or_insert_with(|| format!("standard input:{}: {error}", line.number));
        }
        answers.text.push(b'\n');
    }
    answers
}

/// Writes answers in the order in which they come. Returns a message about the bad lines, if there were any.
fn write_all(
    answered: &Receiver<Vec<Answers>>,
    mut output: impl Write,
    spare: &Spare,
) -> std::io::Result<Option<String>> {
    let counter = progress::counter("lines");
    let (mut bad, mut first) = (0, None);
    for batch in answered {
        for answers in batch {
            output.write_all(&answers.text)?;
            counter.inc(answers.lines);
            bad += answers.bad;
            first = first.or(answers.first_bad);
            spare.put(answers.text);
        }
        output.flush()?;
    }
    counter.finish_and_clear();
    Ok(first.map(|first| if bad == 1 { first } else { format!("{bad} bad lines, the first: {first}") }))
}
