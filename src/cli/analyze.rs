//! `continuum analyze`: JSON lines in, JSON lines out, in order, in constant memory.

use super::{Failure, Outcome, progress};
use crate::chess::Label;
use crate::game::{Analysis, Position, VariantCache};
use crate::wording::{near, of_io, read_json};
use rayon::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print a line of input to begin with, and stop
    #[arg(long)]
    example: bool,
}

/// The longest line that is read, in bytes; the rest of a longer one is skipped.
const LONGEST_LINE: usize = 16 << 20;

/// How much is taken from the input at once.
const CHUNK: usize = 1 << 20;

/// What other programs and our own options call `rules`.
const RULES: [&str; 4] = ["set", "params", "parameters", "options"];

/// What a line may say. Whatever else stands in it is its sender's own, unless it looks like a slip of one of these.
const FIELDS: [&str; 6] = ["id", "variant", "rules", "position", "fen", "bearings"];

/// Whatever its sender calls a line, as written.
type Id = Option<Box<RawValue>>;

#[derive(Deserialize)]
struct Request {
    id: Id,
    #[serde(default = "continuous")]
    variant: String,
    #[serde(default)]
    rules: toml::Table,
    position: Option<String>,
    fen: Option<String>,
    /// Directions in which the legal distances of pieces that leap to any place are asked for.
    #[serde(default)]
    bearings: BTreeMap<String, Vec<f64>>,
}

fn continuous() -> String {
    "continuous".to_owned()
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.example {
        writeln!(std::io::stdout().lock(), "{}", json!({ "id": 1, "variant": "zeno", "position": "start" }))?;
        return Ok(Outcome::Fine);
    }
    let input = std::io::BufReader::with_capacity(CHUNK, std::io::stdin().lock());
    let out = std::io::BufWriter::new(std::io::stdout().lock());
    match answer_all(input, out)? {
        None => Ok(Outcome::Fine),
        Some(first) => {
            eprintln!("continuum: {first}");
            Ok(Outcome::Bad)
        }
    }
}

/// Answers every line; tells about the bad ones, if any.
fn answer_all(input: impl BufRead, mut out: impl Write) -> Result<Option<String>, Failure> {
    let cache = VariantCache::default();
    let mut lines = Lines { input, line: 0 };
    let counter = progress::counter("lines");
    let mut bad = 0;
    let mut first = None;
    loop {
        let batch = lines.batch().map_err(|e| format!("standard input: {}", of_io(&e)))?;
        if batch.is_empty() {
            break;
        }
        let answers: Vec<(String, Option<String>)> =
            batch.par_iter().map(|line| line.answer(&cache)).collect();
        for (line, (text, error)) in batch.iter().zip(answers) {
            writeln!(out, "{text}")?;
            if let Some(error) = error {
                bad += 1;
                first.get_or_insert_with(|| format!("standard input:{}: {error}", line.number));
            }
        }
        out.flush()?;
        counter.inc(batch.len() as u64);
    }
    counter.finish_and_clear();
    Ok(first.map(|first| if bad == 1 { first } else { format!("{bad} bad lines, the first: {first}") }))
}

/// One line of input.
struct Line {
    number: u64,
    /// `None` when it was too long to keep.
    bytes: Option<Vec<u8>>,
}

impl Line {
    /// The answer, and the error that it tells of.
    fn answer(&self, cache: &VariantCache) -> (String, Option<String>) {
        let (id, result) = match &self.bytes {
            None => (None, Err(format!("the line is longer than {} MiB", LONGEST_LINE >> 20))),
            Some(bytes) => match self.read(bytes) {
                Ok(request) => {
                    let result = analyze(&request, cache);
                    (request.id, result)
                }
                Err(message) => (id_of(bytes), Err(message)),
            },
        };
        match result {
            Ok(analysis) => (json(&Answer { id, analysis }), None),
            Err(error) => (json(&Refusal { id, error: &error }), Some(error)),
        }
    }

    fn read(&self, bytes: &[u8]) -> Result<Request, String> {
        // Some editors begin a file with a byte order mark.
        let mark = if self.number == 1 { "\u{feff}".as_bytes() } else { b"" };
        let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
        match bytes.trim_ascii_start().first() {
            Some(b'{') => {
                let request = read_json(bytes)?;
                let fields: BTreeMap<String, IgnoredAny> = read_json(bytes)?;
                let foreign = fields.keys().filter(|field| !FIELDS.contains(&field.as_str()));
                let meant = |field: &str| {
                    let is_rules = RULES.contains(&field);
                    if is_rules { Some("rules") } else { near(field, &FIELDS) }
                };
                match foreign.filter_map(|field| Some((field, meant(field)?))).next() {
                    Some((field, meant)) => {
                        Err(format!("there is no `{field}` here: did you mean `{meant}`?"))
                    }
                    None => Ok(request),
                }
            }
            _ => Err("each line is one JSON object, such as {\"position\": \"start\"}".to_owned()),
        }
    }
}

/// The id of a line that is JSON but no request.
fn id_of(bytes: &[u8]) -> Id {
    #[derive(Deserialize)]
    struct Named {
        id: Id,
    }
    serde_json::from_slice::<Named>(bytes).ok().and_then(|named| named.id)
}

#[derive(Serialize)]
struct Answer {
    id: Id,
    #[serde(flatten)]
    analysis: Analysis,
}

#[derive(Serialize)]
struct Refusal<'a> {
    id: Id,
    error: &'a str,
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|e| json!({ "error": e.to_string() }).to_string())
}

fn analyze(request: &Request, cache: &VariantCache) -> Result<Analysis, String> {
    let variant = cache.get(&request.variant, &request.rules)?;
    let position = match (&request.position, &request.fen) {
        (Some(text), None) => Position::from_text(&variant, text),
        (None, Some(fen)) => Position::from_fen(&variant, fen),
        _ => return Err("give either `position` or `fen`".to_owned()),
    };
    let position = position.map_err(|e| e.to_string())?;
    let mut bearings = Vec::with_capacity(request.bearings.len());
    for (label, degrees) in &request.bearings {
        let label = Label::new(label).map_err(|e| e.to_string())?;
        if !position.has_piece(label) {
            return Err(format!("bearings: there is no {label} in the position"));
        }
        bearings.push((label, degrees.clone()));
    }
    Ok(Analysis::along(&position, &bearings))
}

/// Lines in batches: whatever the input has ready, so that one line sent alone is answered at once.
struct Lines<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> Lines<R> {
    /// The next non-empty batch of lines; empty at the end.
    fn batch(&mut self) -> std::io::Result<Vec<Line>> {
        let mut batch = Vec::new();
        while batch.is_empty() {
            let ready = self.input.fill_buf()?;
            if ready.is_empty() {
                break;
            }
            let mut left = ready.iter().filter(|&&b| b == b'\n').count().max(1);
            while left > 0 {
                left -= 1;
                self.line += 1;
                let bytes = self.next_line()?;
                if bytes.as_ref().is_none_or(|b| !b.trim_ascii().is_empty()) {
                    batch.push(Line { number: self.line, bytes });
                }
            }
        }
        Ok(batch)
    }

    /// One line without its end, or `None` when it is too long.
    fn next_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let mut too_long = false;
        loop {
            let ready = self.input.fill_buf()?;
            let end = ready.iter().position(|&b| b == b'\n');
            let taken = end.unwrap_or(ready.len());
            too_long |= bytes.len() + taken > LONGEST_LINE;
            if !too_long {
                bytes.extend_from_slice(&ready[..taken]);
            }
            let at_end = ready.is_empty();
            self.input.consume(taken + usize::from(end.is_some()));
            if end.is_some() || at_end {
                return Ok((!too_long).then_some(bytes));
            }
        }
    }
}
